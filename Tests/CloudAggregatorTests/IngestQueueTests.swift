import JournalFormat
import Testing

@testable import CloudAggregator

@Suite("The filter in front of the aggregator") struct IngestQueueTests {
  private func queue(
    requests: Int = 3, bytes: Int = 100, group: Int = 2, groupBytes: Int = 50
  ) -> IngestQueue {
    var bounds = IngestQueue.Bounds()
    bounds.requestCountMax = requests
    bounds.byteCountMax = bytes
    bounds.groupCountMax = group
    bounds.groupByteCountMax = groupBytes
    return IngestQueue(bounds)
  }

  private let full = IngestQueue.OnArrival.full(retryAfterMilliseconds: 1_000)

  @Test func `takes as many requests as it has places`() {
    var queue = queue()
    for _ in 0..<3 { #expect(queue.onRequest() == .taken) }
    for _ in 0..<2 { #expect(queue.onRequest() == full) }
    #expect(queue.requestCount == 3)
    #expect(queue.turnedAwayCount == 2)
    queue.onEnd()
    #expect(queue.onRequest() == .taken)
    #expect(queue.onRequest() == full)
  }

  @Test(arguments: [[100], [50, 50], [99, 1, 0], [0, 0, 100]])
  func `takes bytes up to its bound, and what does not fit changes nothing`(counts: [Int]) {
    var queue = queue()
    for count in counts { #expect(queue.onBytes(count) == .taken) }
    #expect(queue.onBytes(0) == .taken)
    #expect(queue.onBytes(1) == full)
    #expect(queue.onBytes(1_000) == full)
    #expect(queue.byteCount == 100)
    queue.onBytesEnd(100)
    #expect(queue.byteCount == 0)
    #expect(queue.requestCount == 0)
    #expect(queue.turnedAwayCount == 2)
  }

  @Test func `has room for what was given back, and for nothing else`() {
    var queue = queue()
    #expect(queue.onBytes(60) == .taken)
    #expect(queue.onBytes(41) == full)
    queue.onBytesEnd(60)
    #expect(queue.onBytes(41) == .taken)
    #expect(queue.onBytes(60) == full)
  }

  /// Whatever others have filled; and that is bounded as well.
  @Test func `has some room for the operator alone`() {
    var queue = queue(requests: 32, bytes: 160)
    for _ in 0..<32 { #expect(queue.onRequest() == .taken) }
    #expect(queue.onBytes(160) == .taken)
    #expect(queue.onRequest() == full)
    #expect(queue.onBytes(1) == full)
    for _ in 0..<2 { #expect(queue.onRequest(of: .operator) == .taken) }
    #expect(queue.onRequest(of: .operator) == full)
    #expect(queue.onBytes(10, of: .operator) == .taken)
    #expect(queue.onBytes(1, of: .operator) == full)
    for _ in 0..<34 { queue.onEnd() }
    queue.onBytesEnd(170)
    #expect(queue.requestCount == 0 && queue.byteCount == 0)
  }

  @Test(arguments: [
    ([], 0), ([1], 1), ([1, 1], 2), ([1, 1, 1], 2), ([50], 1), ([25, 25], 2), ([25, 26], 1),
    ([51], 1), ([51, 1], 1), ([1_000, 1_000], 1), ([0, 0, 0], 2), ([49, 1, 1], 2), ([49, 2], 1),
  ])
  func `has groups of bounded size, of one request at least`(sizes: [Int], count: Int) {
    #expect(queue().groupCount(of: sizes) == count)
  }

  @Test func `looks no further into a queue than a group goes`() {
    var looked = 0
    let sizes = sequence(first: 0) { _ in
      looked += 1
      return 0
    }
    #expect(queue(group: 7).groupCount(of: sizes) == 7)
    #expect(looked < 10)
  }

  /// Whatever comes and goes, nothing is lost and nothing is beyond the bounds.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `keeps its accounts`(seed: UInt64) {
    var random = SplitMix64(seed)
    var queue = queue(requests: 10, bytes: 1_000)
    var requests = 0
    var held: [Int] = []
    var turnedAway: UInt64 = 0
    for _ in 0..<2_000 {
      switch random.below(4) {
      case 0:
        if queue.onRequest() == .taken { requests += 1 } else { turnedAway += 1 }
      case 1 where requests > 0:
        queue.onEnd()
        requests -= 1
      case 2:
        let count = Int(random.below(400))
        if queue.onBytes(count) == .taken { held.append(count) } else { turnedAway += 1 }
      case 3 where !held.isEmpty:
        queue.onBytesEnd(held.remove(at: Int(random.below(UInt64(held.count)))))
      default: break
      }
      #expect(queue.requestCount == requests && requests <= 10)
      #expect(queue.byteCount == held.reduce(0, +) && queue.byteCount <= 1_000)
    }
    #expect(queue.turnedAwayCount == turnedAway)
  }
}
