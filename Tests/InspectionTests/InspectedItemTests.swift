import Foundation
import JournalFormat
import Search
import TestSupport
import Testing

@testable import Inspection

@Suite("Why an item is found or not") struct InspectedItemTests {
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

  private static func eligible(_ event: JournalEvent, _ expires: Timestamp? = nil) -> JournalEvent {
    var event = event
    event.activityRecorded.eligibleForPublicIndexing = true
    event.activityRecorded.webpageURL = "https://example.com/1"
    event.activityRecorded.expiresMilliseconds = expires?.milliseconds ?? 0
    return event
  }

  struct EndCase: Sendable {
    let events: [JournalEvent]
    let beginning: String
    var now = InspectedItemTests.soon
  }

  private static let bound = eligible(SampleEvents.activity("1", related: "2"))
  private static let page = eligible(SampleEvents.activity("1"))
  private static let deletedSentence = "Nothing of it becomes public: it was deleted"
  private static let expiredSentence = "Nothing more of it becomes public: it expired."

  static let ends = [
    EndCase(events: [page], beginning: "It may become public, once"),
    EndCase(events: [page, SampleEvents.deleted(ids: ["1"])], beginning: deletedSentence),
    EndCase(events: [page, SampleEvents.deleted(all: true)], beginning: deletedSentence),
    EndCase(
      events: [item("2"), bound, SampleEvents.deleted(ids: ["2"])], beginning: deletedSentence),
    // What was recorded again is there again, and another item's deletion reaches nothing.
    EndCase(
      events: [page, SampleEvents.deleted(ids: ["1"]), page], beginning: "It may become public"),
    EndCase(events: [page, SampleEvents.deleted(ids: ["2"])], beginning: "It may become public"),
    EndCase(events: [eligible(page, soon)], beginning: expiredSentence),
    EndCase(
      events: [eligible(page, later)], beginning: expiredSentence, now: later),
    EndCase(events: [item("2", soon), bound], beginning: expiredSentence, now: later),
    EndCase(
      events: [eligible(page, soon), SampleEvents.expired(["1"], kind: .activity, at: [5])],
      beginning: expiredSentence),
    EndCase(
      events: [item(), page, SampleEvents.deleted(ids: ["1"]), item()], beginning: deletedSentence),
  ]

  @Test(arguments: ends.indices)
  func `is said of what could be public, and ends with it`(index: Int) throws {
    let wanted = Self.ends[index]
    let answer = try #require(
      try InspectedItem(
        "1", app: nil, query: nil, in: folder.source(wanted.events), until: 9, now: wanted.now,
        progress: { _ in }))
    let sentence = try #require(answer.publicSentence)
    #expect(sentence.hasPrefix(wanted.beginning), "\(sentence)")
    #expect(answer.isPublicEnded == sentence.hasPrefix("Nothing"))
  }

  @Test func `is said of a partial match with the words that it has not`() throws {
    let answer = try #require(
      try InspectedItem(
        "1", app: nil, query: "word zzz", in: folder.source([Self.item()]), until: 9,
        now: Self.soon, progress: { _ in }))
    #expect(answer.standing?.place == 1)
    #expect(answer.standing?.omitted == ["zzz"])
  }

  @Test(arguments: cases.indices)
  func `is said with what has expired, and when`(index: Int) throws {
    let wanted = Self.cases[index]
    let answer = try #require(
      try InspectedItem(
        "1", app: nil, query: "word", in: folder.source(wanted.events), until: 9, now: wanted.now,
        progress: { _ in }))
    #expect(answer.sentence == wanted.sentence)
    #expect(answer.history.expires == wanted.expires)
    #expect((!answer.documents.isEmpty && !answer.isExpired) == wanted.isFound)
  }
}
