package import JournalFormat

/// What is counted while a world runs.
package struct Measures: Hashable, Sendable {
  package var traceEvents = 0
  package var steps = 0
  package var requests = 0
  /// Requests that brought reports.
  package var batches = 0
  package var bytesUp = 0
  package var bytesDown = 0
  /// From the first report that waited to the receipt for all of them.
  package var lag = Histogram()
  /// The same waits one by one, in milliseconds, where the plan has them kept.
  package var lags: [Int64] = []
  /// The time of the last event of the trace.
  package var lastEvent: Timestamp?
  /// How many items became public, less those that were hidden, by day.
  package var revealedByDay: [Day: Int] = [:]
  var publicCount = 0

  package init() {}

  mutating func revealed(_ count: Int, on day: Day) {
    guard count != publicCount else { return }
    revealedByDay[day, default: 0] += count - publicCount
    publicCount = count
  }
}

/// Durations in classes that double, from one second on; or counts, from one on.
package struct Histogram: Hashable, Sendable, Codable {
  package private(set) var counts: [Int] = []
  package private(set) var total = 0

  package init() {}

  package mutating func add(_ milliseconds: Int64) {
    add(count: milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0))
  }

  package mutating func add(count: Int64) {
    var place = 0
    while place < 62, count > Int64(1) << place { place += 1 }
    while counts.count <= place { counts.append(0) }
    counts[place] += 1
    total += 1
  }

  package mutating func add(_ other: Histogram) {
    while counts.count < other.counts.count { counts.append(0) }
    for (place, count) in other.counts.enumerated() { counts[place] += count }
    total += other.total
  }

  /// The upper bound, in seconds, of the class that holds the given share of all.
  package func secondsBound(share: Double) -> Int {
    var seen = 0
    for (place, count) in counts.enumerated() {
      seen += count
      if Double(seen) >= share * Double(total) { return 1 << place }
    }
    return 0
  }
}
