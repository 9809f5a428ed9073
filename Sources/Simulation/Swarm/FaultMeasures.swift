internal import JournalFormat

/// What is measured in worlds of faults, for the charts of a report.
package struct FaultMeasures: Hashable, Sendable, Codable {
  package private(set) var requests = 0
  /// Answers that a device heard.
  package private(set) var answers = 0
  package private(set) var bytesUp = 0
  /// From the end of all faults until everything had come to rest.
  package private(set) var convergence = Histogram()
  /// Reports that waited for a receipt, whenever a device spoke.
  package private(set) var outbox = Histogram()
  /// Bytes that a device sent, a day.
  package private(set) var bytesPerDay = Histogram()
  /// From the moment at which enough people had engaged with a page until it was public.
  package private(set) var reveal = Histogram()
  /// When enough people had engaged with pages that are not public.
  private var ripe: [String: Timestamp] = [:]

  package init() {}

  private enum CodingKeys: CodingKey {
    case requests, answers, bytesUp, convergence, outbox, bytesPerDay, reveal
  }

  /// Requests that were sent again, or whose answer nobody heard.
  package var retries: Int { max(0, requests - answers) }

  mutating func sent(_ byteCount: Int) {
    requests += 1
    bytesUp += byteCount
  }

  mutating func heard() { answers += 1 }

  mutating func waits(_ reports: UInt64) { outbox.add(count: Int64(clamping: reports)) }

  mutating func cameToRest(after milliseconds: Int64) { convergence.add(milliseconds) }

  mutating func lived(days: Double, sending byteCount: Int) {
    bytesPerDay.add(count: Int64(Double(byteCount) / max(days, 1)))
  }

  mutating func isRipe(_ page: String, at time: Timestamp) {
    if ripe[page] == nil { ripe[page] = time }
  }

  /// - Parameter isPublic: asked of each page that is ripe and was not public yet.
  mutating func revealed(at time: Timestamp, _ isPublic: (String) -> Bool) {
    for (page, since) in ripe.sorted(by: { $0.key < $1.key }) where isPublic(page) {
      reveal.add(time.milliseconds - since.milliseconds)
      ripe[page] = nil
    }
  }

  var hasRipe: Bool { !ripe.isEmpty }

  package mutating func add(_ other: FaultMeasures) {
    requests += other.requests
    answers += other.answers
    bytesUp += other.bytesUp
    convergence.add(other.convergence)
    outbox.add(other.outbox)
    bytesPerDay.add(other.bytesPerDay)
    reveal.add(other.reveal)
  }
}
