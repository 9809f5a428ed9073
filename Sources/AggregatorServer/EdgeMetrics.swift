internal import Sync
internal import Synchronization

/// Counts of requests and how long they took, by endpoint.
final class EdgeMetrics: Sendable {
  /// Upper bounds of the buckets, in seconds; above the last there is one more.
  static let bounds: [Double] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  struct Histogram {
    var counts = [UInt64](repeating: 0, count: EdgeMetrics.bounds.count + 1)
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      sum += seconds
      counts[EdgeMetrics.bounds.firstIndex { seconds <= $0 } ?? counts.count - 1] += 1
    }
  }

  struct Values {
    /// By endpoint and status; an unknown path, or one that was not read, is "other". Counts of 500
    /// exist from the start: a series that begins with 1 shows no increase.
    var requests = Dictionary(
      uniqueKeysWithValues: (Endpoint.allCases.map(\.rawValue) + ["other"]).map {
        ($0, [500: UInt64(0)])
      })
    var durations: [String: Histogram] = [:]
    /// Connections that were ended because a request came too slowly or not at all.
    var slowConnections: UInt64 = 0
    /// Connections that were ended at once since their address had its share.
    var refusedConnections: UInt64 = 0
    /// Requests that were no HTTP.
    var unreadableRequests: UInt64 = 0
    /// Requests whose bodies ended before they were whole.
    var brokenOffRequests: UInt64 = 0
  }

  private let values = Mutex(Values())

  func recordAnswer(_ endpoint: Endpoint?, status: Int, after duration: Duration) {
    let name = endpoint?.rawValue ?? "other"
    let parts = duration.components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    values.withLock {
      $0.requests[name, default: [:]][status, default: 0] += 1
      $0.durations[name, default: Histogram()].add(seconds)
    }
  }

  /// A connection answered a request itself, before there was a route or after it.
  func refused(status: Int) { values.withLock { $0.requests["other"]?[status, default: 0] += 1 } }

  func endedSlowConnection() { values.withLock { $0.slowConnections += 1 } }

  func refusedConnection() { values.withLock { $0.refusedConnections += 1 } }

  func countUnreadableRequest() { values.withLock { $0.unreadableRequests += 1 } }

  func countBrokenOffRequest() { values.withLock { $0.brokenOffRequests += 1 } }

  var snapshot: Values { values.withLock { $0 } }
}
