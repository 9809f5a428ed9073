package import JournalFormat
package import Search

/// Decides what an app is asked to give again, when it is asked once more, and what its answer
/// leads to. It knows the requests as the journal has them, and touches nothing: a decision is true
/// once it is journaled.
package struct ReindexMachine: Sendable {
  /// How long is waited, in milliseconds.
  package struct Policy: Hashable, Sendable {
    /// From the first request to the second; each further wait is twice as long.
    package var answerDelayMilliseconds = Timestamp.millisecondsPerDay
    package var answerDelayMaxMilliseconds = 32 * Timestamp.millisecondsPerDay
    /// How long before an item expires its app is asked about it.
    package var expiryNoticeMilliseconds = Timestamp.millisecondsPerDay

    package init() {}
  }

  package enum Answer: Hashable, Sendable {
    case done
    /// To a request to resume: the app does not know the client state any more.
    case cannotResume
  }

  package enum OnNeed: Hashable, Sendable {
    /// Who answers this request has done what is needed.
    case joins(ReindexRequestName)
    case asks(ReindexRequestName, JournalReindexRequested)
  }

  package enum OnAnswer: Hashable, Sendable {
    /// The request ends, and what was not given again goes.
    case sweeps(ReindexRequest)
    /// The request ends: its app was asked about expiries. What it did not give another date goes
    /// when it expires, and not before.
    case ends(ReindexRequest)
    /// The request ends, and everything is asked for.
    case asksForAll(ReindexRequestName, JournalReindexRequested)
    /// It ended before, or there was none: nothing happens.
    case isNotOpen
  }

  private let requests: ReindexRequests
  private let policy: Policy

  package init(_ requests: ReindexRequests, policy: Policy = Policy()) {
    self.requests = requests
    self.policy = policy
  }

  /// Items have to be given again.
  package func needed(
    _ scope: ReindexRequest.Scope, of target: ReindexTarget,
    because reason: JournalReindexRequested.Reason, now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> OnNeed {
    let open = requests.open.filter { $0.target == target }
    var scope = scope
    if reason.losesWhatWasGiven {
      // What was given since an open request may be lost: it is requested again, and no less of it.
      if open.contains(where: { $0.scope == .all }) { scope = .all }
    } else if reason != .expiring,
      let found = open.first(where: { $0.covers(scope, because: reason) })
    {
      // About an expiry there is an entry of its own: what else is open may stay open for ever, and
      // says nothing of it.
      return .joins(found.name)
    }
    let name = ReindexRequestName(using: &random)
    return .asks(
      name,
      .asking(
        target, for: scope, named: name, because: reason, until: deadline(after: 0, now: now)))
  }

  /// The open requests that nobody has answered in time, as they come again.
  ///
  /// - Parameter isAnswerable: whether somebody could give now what it asks for.
  package func overdue(
    now: Timestamp, where isAnswerable: (ReindexRequest) -> Bool = { _ in true }
  ) -> [JournalReindexRequested] {
    // A deadline that is further away than any wait was set by a clock that ran ahead.
    let latest = now.advanced(byMilliseconds: policy.answerDelayMaxMilliseconds)
    let overdue = requests.open.filter {
      ($0.deadline <= now || $0.deadline > latest) && isAnswerable($0)
    }
    return overdue.map { request in
      var event = request.journaled
      event.deadlineMilliseconds = deadline(after: request.attempts, now: now).milliseconds
      return event
    }
  }

  /// The app has answered a request.
  package func onAnswer(
    _ name: ReindexRequestName, _ answer: Answer, now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> OnAnswer {
    guard let request = requests.request(named: name) else { return .isNotOpen }
    guard answer == .cannotResume, case .resume = request.scope else {
      return request.reason == .expiring ? .ends(request) : .sweeps(request)
    }
    let next = ReindexRequestName(using: &random)
    return .asksForAll(
      next,
      .asking(
        request.target, for: .all, named: next, because: request.reason,
        until: deadline(after: 0, now: now)))
  }

  /// When there is next something to ask, to ask again or to journal; nil: nothing that is known.
  ///
  /// - Parameter open: the requests that can be answered now.
  package func nextReview(
    of open: [ReindexRequest], _ expiries: NextExpiries
  ) -> Timestamp? {
    let question = expiries.unasked?.advanced(byMilliseconds: -policy.expiryNoticeMilliseconds)
    return (open.map(\.deadline) + [question, expiries.asked].compactMap(\.self)).min()
  }

  /// An answered request for what nobody could give, since it is locked, as a new one.
  package func again(
    _ request: ReindexRequest, for ids: [String], now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> JournalReindexRequested {
    .asking(
      request.target, for: .identifiers(Set(ids)), named: ReindexRequestName(using: &random),
      because: request.reason, until: deadline(after: 0, now: now))
  }

  private func deadline(after attempts: Int, now: Timestamp) -> Timestamp {
    // Sixteen doublings of any useful delay are beyond the longest.
    let delay = policy.answerDelayMilliseconds << Int64(min(attempts, 16))
    return now.advanced(byMilliseconds: min(delay, policy.answerDelayMaxMilliseconds))
  }
}

extension JournalReindexRequested.Reason {
  /// Whether entries or what was made of them went away, also some that came after a request.
  fileprivate var losesWhatWasGiven: Bool { self == .restored || self == .indexLost }
}
