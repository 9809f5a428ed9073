internal import JournalFormat

/// The loop of a world with nothing in it: for each device one thing after another, at random
/// times. What it costs is what a simulation pays before any device does anything.
package struct KernelLoad {
  private var queue = EventQueue<Int>()
  private var chosen = TraceHash()
  private var dice: SplitMix64

  package init(devices: Int, seed: UInt64) {
    dice = SplitMix64(seed)
    for device in 0..<devices { schedule(device, after: Timestamp(milliseconds: 0)) }
  }

  private mutating func schedule(_ device: Int, after now: Timestamp) {
    queue.schedule(device, at: now.advanced(byMilliseconds: Int64(dice.below(86_400_000))))
  }

  /// - Returns: the hash of what was chosen, so that nobody leaves the work out.
  package mutating func run(events: Int) -> UInt64 {
    for _ in 0..<events {
      guard let (time, device) = queue.popFirst() else { break }
      chosen.mix(1, device, 0, at: time)
      schedule(device, after: time)
    }
    return chosen.value
  }
}
