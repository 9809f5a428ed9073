import Foundation
import JournalStore

/// What a restore spends its time on. It begins with reading, which is what a restore does
/// whenever it does nothing that has a name.
final class SnapshotPhaseTimer {
  private(set) var seconds: [SnapshotPhase: Double] = [:]
  private var phase = SnapshotPhase.reading
  private var since = DispatchTime.now().uptimeNanoseconds

  func enter(_ next: SnapshotPhase) {
    let now = DispatchTime.now().uptimeNanoseconds
    seconds[phase, default: 0] += Double(now - since) / 1e9
    (phase, since) = (next, now)
  }

  /// Ends the phase that goes on.
  func end() { enter(.reading) }
}
