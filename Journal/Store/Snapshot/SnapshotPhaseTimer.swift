/// What a restore spends its time on. It begins with reading, which is what a restore does
/// whenever it does nothing that has a name.
package final class SnapshotPhaseTimer {
  /// By phase; those that were never entered are left out.
  package private(set) var seconds: [SnapshotPhase: Double] = [:]
  private let clock: () -> Double
  private var phase = SnapshotPhase.reading
  private var since: Double

  /// - Parameter clock: seconds of a clock that only goes forward.
  package init(clock: @escaping () -> Double) {
    self.clock = clock
    since = clock()
  }

  package func enter(_ next: SnapshotPhase) {
    let now = clock()
    seconds[phase, default: 0] += now - since
    (phase, since) = (next, now)
  }

  /// Ends the current phase.
  package func end() { enter(.reading) }
}
