/// How much may wait for the aggregator at a time. What does not fit is asked to come again, before
/// memory grows.
///
/// A pure decision: whoever owns it tells it what came and what went.
package struct IngestGate: Hashable, Sendable {
  /// What can wait.
  package struct Bounds: Hashable, Sendable {
    /// Requests, from their first byte to their answer.
    package var requestCountMax = 8_192
    /// Bytes of their bodies.
    package var byteCountMax = 96 << 20
    /// Requests of one commit.
    package var groupCountMax = 512
    /// Bytes of one commit, unless a single request has more.
    package var groupByteCountMax = 16 << 20

    package init() {}
  }

  package enum OnArrival: Hashable, Sendable {
    case taken
    /// Nothing was noted; to be asked again after this time.
    case full(retryAfterMilliseconds: UInt32)
  }

  package let bounds: Bounds
  package private(set) var requestCount = 0
  package private(set) var byteCount = 0
  /// Requests and parts of bodies that were turned away.
  package private(set) var turnedAwayCount: UInt64 = 0

  package init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

  /// A request begins.
  package mutating func onRequest() -> OnArrival {
    guard requestCount < bounds.requestCountMax else { return full() }
    requestCount += 1
    return .taken
  }

  /// Bytes of a request that was taken have come.
  package mutating func onBytes(_ count: Int) -> OnArrival {
    guard byteCount + count <= bounds.byteCountMax else { return full() }
    byteCount += count
    return .taken
  }

  /// A request that was taken is answered, or given up.
  package mutating func onEnd(byteCount ended: Int) {
    requestCount -= 1
    byteCount -= ended
    assert(requestCount >= 0 && byteCount >= 0, "More was given back than was taken.")
  }

  /// How many requests of a queue, by their sizes, share the next commit.
  package func groupCount(of sizes: some Sequence<Int>) -> Int {
    var count = 0
    var bytes = 0
    for size in sizes {
      bytes += size
      guard count < bounds.groupCountMax, count == 0 || bytes <= bounds.groupByteCountMax else {
        break
      }
      count += 1
    }
    return count
  }

  /// A second empties a queue that is full: the devices' own jitter spreads them.
  private mutating func full() -> OnArrival {
    turnedAwayCount += 1
    return .full(retryAfterMilliseconds: 1_000)
  }
}
