/// What a run does, with a bound on everything.
package struct LoadPlan: Sendable {
  package enum Pace: Hashable, Sendable {
    /// Each connection sends its next request when the last one was answered.
    case closedLoop
    /// Requests are due at a fixed rate, whether or not the last ones were answered; what an answer
    /// took counts from when its request was due. So a server that stops for a second shows in
    /// every request of that second, and not in one for each connection.
    case openLoop(perSecond: Double)
  }

  package static let connectionCountMax = 20_000
  package static let threadCountMax = 8
  package static let secondsMax = 600.0

  package let connectionCount: Int
  package let threadCount: Int
  package let pace: Pace
  /// The run ends then at the latest; what is on its way is waited for a little longer.
  package let seconds: Double
  /// Sends a request again when its answer asks for that, after the time that it asks for.
  package var honoursRetryAfter = false
  /// Sends a request again over a new connection when the old one ended without an answer; else
  /// the connection's part of the run is over.
  package var sendsLostAgain = true

  /// Numbers beyond the bounds are brought to them.
  package init(
    connectionCount: Int, threadCount: Int = 1, pace: Pace = .closedLoop, seconds: Double
  ) {
    self.connectionCount = min(max(connectionCount, 1), Self.connectionCountMax)
    self.threadCount = min(max(threadCount, 1), Self.threadCountMax, self.connectionCount)
    self.pace = pace
    self.seconds = min(seconds, Self.secondsMax)
  }
}

/// What came back.
package struct LoadOutcome: Hashable, Sendable {
  /// Answers by status, without those that asked for a retry and got it.
  package var statuses: [Int: Int] = [:]
  /// Answers that asked for the request again and got it.
  package var retries = 0
  /// Connections that ended, or said no HTTP, while a request was on its way.
  package var lost = 0
  /// Connections that could not be made.
  package var refused = 0
  /// Requests without an answer when the run was over.
  package var unanswered = 0
  /// From the request, or from when it was due, to the whole answer; without one, to the run's end.
  package var latency = LatencyHistogram()
  /// From the start to the last answer.
  package var seconds = 0.0

  package init() {}

  package var answers: Int { statuses.values.reduce(0, +) }
  package var good: Int { statuses.filter { (200..<300).contains($0.key) }.values.reduce(0, +) }
  /// Everything but good answers and retries that were asked for.
  package var errors: Int { answers - good + lost + unanswered }
  package var goodPerSecond: Double { seconds > 0 ? Double(good) / seconds : 0 }

  mutating func add(_ other: LoadOutcome) {
    statuses.merge(other.statuses) { $0 + $1 }
    retries += other.retries
    lost += other.lost
    refused += other.refused
    unanswered += other.unanswered
    latency.add(other.latency)
    seconds = max(seconds, other.seconds)
  }
}
