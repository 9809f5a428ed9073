package import JournalFormat

/// How long items waited to become public, from the moment at which enough devices had engaged with
/// the same words of them.
package struct RevealTimes: Hashable, Sendable {
  private let threshold: Int
  /// Devices that engaged with words and have not taken that back, by the place of the words. Words
  /// of an item that has enough are left out.
  private var devices: [Int: Set<Int>] = [:]
  /// When an item first had enough, until it is public.
  private var ripe: [Tag: Timestamp] = [:]
  private var known: Set<Tag> = []
  /// Milliseconds, of each item that became public, once, in the order in which they did.
  package private(set) var waits: [Int64] = []

  package init(threshold: UInt32) { self.threshold = Int(max(1, threshold)) }

  package mutating func recordEngagement(
    of device: Int, with words: Int, of item: Tag, at time: Timestamp
  ) {
    guard !known.contains(item) else { return }
    devices[words, default: []].insert(device)
    guard devices[words]?.count == threshold else { return }
    devices[words] = nil
    known.insert(item)
    ripe[item] = time
  }

  package mutating func recordWithdrawal(of device: Int, from words: Set<Int>) {
    for place in words { devices[place]?.remove(device) }
  }

  package mutating func recordReveal(of item: Tag, at time: Timestamp) {
    guard let since = ripe.removeValue(forKey: item) else { return }
    waits.append(max(0, time.milliseconds - since.milliseconds))
  }
}

/// Quantiles of waits, in seconds: each is a wait that there was.
package struct WaitQuantiles: Hashable, Sendable, Codable {
  /// Waits in all.
  package let count: Int
  package let p50: Double
  package let p90: Double
  package let p99: Double
  package let max: Double

  /// Nil without a wait.
  ///
  /// - Parameter milliseconds: in any order.
  package init?(of milliseconds: [Int64]) {
    guard !milliseconds.isEmpty else { return nil }
    let sorted = milliseconds.sorted()
    func seconds(_ percent: Int) -> Double {
      // The smallest wait that so many of a hundred do not exceed.
      let rank = (sorted.count * percent + 99) / 100
      return Double(sorted[rank - 1]) / 1_000
    }
    count = sorted.count
    (p50, p90, p99, max) = (seconds(50), seconds(90), seconds(99), seconds(100))
  }
}
