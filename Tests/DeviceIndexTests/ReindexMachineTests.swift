import Foundation
import JournalFormat
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("The machine of reindex requests") struct ReindexMachineTests {
  typealias Reason = JournalReindexRequested.Reason
  private static let day = Timestamp.millisecondsPerDay
  private static let target = ReindexTarget(app: "app", indexName: "")
  private static let now = Sample.day.start

  static func name(_ number: UInt8) -> ReindexRequestName {
    ReindexRequestName(hex: [UInt8](repeating: number, count: 16).hex)!
  }

  /// A journal in which these were asked, at a time, one after the other.
  private static func requests(
    _ scopes: [ReindexRequest.Scope], because reason: Reason = .operator,
    at time: Timestamp = now, times: Int = 1
  ) -> ReindexRequests {
    var requests = ReindexRequests()
    for (offset, scope) in scopes.enumerated() {
      let event = JournalReindexRequested.asking(
        target, for: scope, named: name(UInt8(offset + 1)), because: reason,
        until: time.advanced(byMilliseconds: day))
      for attempt in 0..<times {
        requests.apply(event, number: UInt64(offset * times + attempt + 1), at: time)
      }
    }
    return requests
  }

  private static let few: ReindexRequest.Scope = .identifiers(["1"])
  private static let more: ReindexRequest.Scope = .identifiers(["1", "2"])
  private static let state: ReindexRequest.Scope = .resume(from: [7])

  @Test(
    arguments: [
      ([], ReindexRequest.Scope.all, Reason.operator, nil, ReindexRequest.Scope.all),
      ([.all], .all, .operator, 1, .all), ([.all], few, .cloud, 1, few),
      ([few], .all, .operator, nil, .all), ([more], few, .unreadable, 1, few),
      // What is open says nothing of an expiry, and may be open for ever.
      ([.all], few, .expiring, nil, few), ([more], few, .expiring, nil, few),
      ([few], more, .cloud, nil, more), ([state], .all, .operator, nil, .all),
      ([state], few, .operator, nil, few),
      // What was given before the past changed has to be given again.
      ([.all], .all, .restored, nil, .all), ([.all], .all, .indexLost, nil, .all),
      ([state], state, .restored, nil, state), ([few], state, .restored, nil, state),
      // No less than was asked for.
      ([.all], state, .restored, nil, .all),
    ] as [([ReindexRequest.Scope], ReindexRequest.Scope, Reason, UInt8?, ReindexRequest.Scope)])
  func `joins what is open, and asks for the rest`(
    open: [ReindexRequest.Scope], scope: ReindexRequest.Scope, reason: Reason, joined: UInt8?,
    asked: ReindexRequest.Scope
  ) {
    var random = SplitMix64(1)
    let machine = ReindexMachine(Self.requests(open))
    let decision = machine.needed(
      scope, of: Self.target, because: reason, now: Self.now, using: &random)
    var expected = SplitMix64(1)
    let name = ReindexRequestName(using: &expected)
    let event = JournalReindexRequested.asking(
      Self.target, for: asked, named: name, because: reason,
      until: Self.now.advanced(byMilliseconds: Self.day))
    #expect(decision == joined.map { .joins(Self.name($0)) } ?? .asks(name, event))
    // Another index of the app has nothing to do with it.
    let other = machine.needed(
      scope, of: ReindexTarget(app: "app", indexName: "named"), because: reason, now: Self.now,
      using: &random)
    guard case .asks = other else {
      Issue.record("\(other)")
      return
    }
  }

  @Test(arguments: [Reason.operator, .restored, .unreadable])
  func `joins no question about an expiry, whose answer sweeps nothing`(reason: Reason) {
    var random = SplitMix64(1)
    let requests = Self.requests([Self.more], because: .expiring)
    let machine = ReindexMachine(requests)
    let need = machine.needed(
      Self.few, of: Self.target, because: reason, now: Self.now, using: &random)
    guard case .asks = need else {
      Issue.record("\(need)")
      return
    }
    let answer = machine.onAnswer(Self.name(1), .done, now: Self.now, using: &random)
    #expect(answer == .ends(requests.open[0]))
  }

  @Test(
    arguments: [
      (false, nil, nil, nil), (true, nil, nil, day), (false, 3 * day, nil, 2 * day),
      (false, nil, 3 * day, 3 * day), (true, 3 * day, 3 * day, day),
      (true, day, 3 * day, 0), (true, 3 * day, 5, 5), (true, nil, -5, -5),
    ] as [(Bool, Int64?, Int64?, Int64?)])
  func `comes next at the first deadline, question or expiry`(
    isOpen: Bool, unasked: Int64?, asked: Int64?, next: Int64?
  ) {
    func time(_ passed: Int64?) -> Timestamp? {
      passed.map { Self.now.advanced(byMilliseconds: $0) }
    }
    let requests = Self.requests(isOpen ? [.all] : [])
    let machine = ReindexMachine(requests)
    let expiries = NextExpiries(unasked: time(unasked), asked: time(asked))
    #expect(machine.nextReview(of: requests.open, expiries) == time(next))
  }

  @Test(
    arguments: [
      (1, day - 1, nil), (1, day, 2), (1, 5 * day, 2), (2, day, 4), (3, day, 8), (5, day, 32),
      (6, day, 32), (90, day, 32),
      // The clock went back by more than any wait.
      (1, -40 * day, 2),
    ] as [(Int, Int64, Int64?)])
  func `comes again after the deadline, with twice the delay, as the same`(
    attempts: Int, passed: Int64, days: Int64?
  ) {
    let requests = Self.requests([.all], times: attempts)
    let later = Self.now.advanced(byMilliseconds: passed)
    let repeated = ReindexMachine(requests).overdue(now: later)
    #expect(repeated.map(\.requestID) == (days == nil ? [] : [Data(Self.name(1).bytes)]))
    #expect(
      repeated.first?.deadlineMilliseconds
        == days.map { later.advanced(byMilliseconds: $0 * Self.day).milliseconds })
  }

  @Test(
    arguments: [
      (ReindexRequest.Scope.all, ReindexMachine.Answer.done, false), (few, .done, false),
      (state, .done, false), (.all, .cannotResume, false), (state, .cannotResume, true),
    ] as [(ReindexRequest.Scope, ReindexMachine.Answer, Bool)])
  func `ends with its answer, and asks for all where an app cannot resume`(
    scope: ReindexRequest.Scope, answer: ReindexMachine.Answer, asksForAll: Bool
  ) {
    var random = SplitMix64(1)
    let requests = Self.requests([scope])
    let machine = ReindexMachine(requests)
    switch machine.onAnswer(Self.name(1), answer, now: Self.now, using: &random) {
    case .sweeps(let request): #expect(!asksForAll && request == requests.open.first)
    case .asksForAll(_, let event):
      #expect(asksForAll && event.ids.isEmpty && !event.hasClientState)
      #expect(event.reason == .operator)
    case .ends: Issue.record("nobody asked about an expiry")
    case .isNotOpen: Issue.record("it is open")
    }
    #expect(
      machine.onAnswer(Self.name(2), answer, now: Self.now, using: &random) == .isNotOpen)
  }
}
