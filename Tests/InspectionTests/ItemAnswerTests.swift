import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import Inspection

@Suite("Why an item is found or not") struct ItemAnswerTests {
  private static let soon = Sample.day.start.advanced(byMilliseconds: 60_000)
  private static let later = Sample.day.start.advanced(byMilliseconds: 90_000)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static func item(_ id: String = "1", _ expires: Timestamp? = nil) -> JournalEvent {
    var event = SampleEvents.indexed(id, title: "word")
    event.itemIndexed.expiresMilliseconds = expires?.milliseconds ?? 0
    return event
  }

  static func activity(related: String = "", _ expires: Timestamp? = nil) -> JournalEvent {
    var event = SampleEvents.activity("1", related: related)
    event.activityRecorded.expiresMilliseconds = expires?.milliseconds ?? 0
    return event
  }

  struct Case: Sendable {
    let events: [JournalEvent]
    let now: Timestamp
    let sentence: String
    var expires: Timestamp?
    var isFound = false
  }

  private static func gone(_ time: Timestamp) -> String {
    "It cannot be found: it expired at \(time.text), which is not journaled yet."
  }

  static let cases = [
    Case(
      events: [item("1", later)], now: soon, sentence: "It can be found.", expires: later,
      isFound: true),
    Case(events: [item("1", soon)], now: soon, sentence: gone(soon), expires: soon),
    // Each has a date of its own, and what has none does not expire.
    Case(
      events: [item("1", soon), activity()], now: later,
      sentence: "It can be found as an activity: the item of that name expired at \(soon.text), "
        + "which is not journaled yet.", expires: soon, isFound: true),
    Case(
      events: [item(), activity(soon)], now: later,
      sentence: "It can be found as an item: the activity of that name expired at \(soon.text), "
        + "which is not journaled yet.", isFound: true),
    Case(
      events: [item("1", soon), activity(later)], now: later, sentence: gone(later),
      expires: soon),
    // An activity that is bound to an item exists with it alone.
    Case(
      events: [item("2", soon), activity(related: "2")], now: later, sentence: gone(soon),
      expires: soon),
    Case(
      events: [item("2"), activity(related: "2", soon)], now: later, sentence: gone(soon),
      expires: soon),
    Case(
      events: [item("1", soon), SampleEvents.expired(["1"], kind: .item, at: [5])], now: later,
      sentence: "It cannot be found: expired by entry 2.", expires: soon),
  ]

  @Test(arguments: cases.indices)
  func `is said with what has expired, and when`(index: Int) throws {
    let wanted = Self.cases[index]
    let answer = try #require(
      try ItemAnswer(
        "1", app: nil, query: "word", in: folder.source(wanted.events), until: 9, now: wanted.now,
        progress: { _ in }))
    #expect(answer.sentence == wanted.sentence)
    #expect(answer.history.expires == wanted.expires)
    #expect((!answer.documents.isEmpty && !answer.isExpired) == wanted.isFound)
  }
}
