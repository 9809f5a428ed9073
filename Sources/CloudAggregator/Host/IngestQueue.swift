/// How much may wait for the aggregator at a time. What does not fit is asked to come again, before
/// memory grows.
///
/// A pure decision: anyone who owns it tells it what came and what went.
package struct IngestQueue: Hashable, Sendable {
  /// What can wait.
  package struct Bounds: Hashable, Sendable {
    /// Requests that are whole, until their answer.
    package var requestCountMax = 8_192
    /// Bytes of bodies, as they come.
    package var byteCountMax = 96 << 20
    /// Requests of one commit.
    package var groupCountMax = 512
    /// Bytes of one commit, unless a single request has more.
    package var groupByteCountMax = 16 << 20

    package init() {}
  }

  /// Who asks.
  package enum Asker: Hashable, Sendable {
    case anybody
    /// Somebody whose body is large already: the last eighth of the room for bytes is for small
    /// ones, which are most requests, and take little.
    case largeBody
    /// The operator has a little room that nobody else can fill, and can act while all else waits.
    case `operator`
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

  /// A request is whole.
  package mutating func onRequest(of asker: Asker = .anybody) -> OnArrival {
    guard requestCount < Self.room(bounds.requestCountMax, for: asker) else { return full() }
    requestCount += 1
    return .taken
  }

  /// A request that was taken is answered, or given up.
  package mutating func onEnd() {
    requestCount -= 1
    assert(requestCount >= 0, "More requests ended than were taken.")
  }

  /// Bytes have come, of a request that is not whole yet perhaps.
  package mutating func onBytes(_ count: Int, of asker: Asker = .anybody) -> OnArrival {
    guard byteCount + count <= Self.room(bounds.byteCountMax, for: asker) else { return full() }
    byteCount += count
    return .taken
  }

  /// Bytes that were taken are needed no longer.
  package mutating func onBytesEnd(_ count: Int) {
    byteCount -= count
    assert(byteCount >= 0, "More bytes were released than reserved.")
  }

  private static func room(_ bound: Int, for asker: Asker) -> Int {
    switch asker {
    case .anybody: bound
    case .largeBody: bound - bound / 8
    case .operator: bound + max(1, bound / 16)
    }
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
