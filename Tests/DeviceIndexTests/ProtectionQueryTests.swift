import Foundation
import JournalFormat
import JournalStore
import QueryLanguage
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// What is found of protected items by way of activities, and what queries that led to them leave.
@Suite("What leads to a protected item") struct ProtectionQueryTests {
  private typealias Home = ProtectionHome
  private let home: ProtectionHome

  init() throws { home = try ProtectionHome() }

  private func queried(_ device: Device) throws -> [String] {
    let clock = QueryClock(now: home.now.milliseconds)
    return try device.queries.find(try Query("title == *"), clock: clock).map(\.title).sorted()
  }

  private func stepped(_ device: Device, _ classes: Set<ProtectionClass>?) throws -> [String] {
    var place = QueryPlace()
    return try device.queries.nextFound(
      try Query("title == *"), app: nil, clock: QueryClock(now: home.now.milliseconds), &place,
      protectionClasses: classes
    ).map(\.title)
  }

  /// An activity may be called as its item is.
  @Test(arguments: ["1", "other"])
  func `an activity that is bound to it is found as the item, and not while it is locked`(
    id: String
  ) throws {
    let device = try home.unlocked()
    var activity = try TestHome.activity(id, page: "of it", related: "1")
    activity.activityRecorded.attributes.values.removeAll { $0.name == "title" }
    try home.give(device, try Home.item("1", "lily", .complete), activity)
    #expect(try home.found(device, "page") == ["lily"])
    #expect(try device.queries.search("page", now: home.now).map(\.protectionClass) == [.complete])
    #expect(try stepped(device, [.complete]) == ["lily"])
    #expect(try stepped(device, [.none]).isEmpty)
    var listed: [String] = []
    try device.queries.forEachActivity { _, id, _, _ in listed.append(id) }
    #expect(listed == [id])
    let shown = try #require(try device.queries.search("page", now: home.now).first)
    try device.lock()
    #expect(try home.found(device, "page").isEmpty)
    #expect(try queried(device).isEmpty)
    #expect(try stepped(device, nil).isEmpty)
    #expect(try device.queries.activity(toContinue: shown, query: nil, now: home.now) == nil)
    #expect(
      try device.queries.explanation(
        of: try Query("title == *"), app: "app", id: id,
        clock: QueryClock(now: home.now.milliseconds)) == nil)
    listed = []
    try device.queries.forEachActivity { _, id, _, _ in listed.append(id) }
    #expect(listed.isEmpty)
    let doomed = try device.queries.wouldDelete(TestHome.delete(ids: ["1"]).itemsDeleted)
    #expect(doomed.map(\.title) == ["", ""])
  }

  private func journaledQueries(_ device: Device) throws -> [String] {
    try device.privateJournal.entries(from: 1, atMost: 100).compactMap { entry in
      guard let payload = entry.payload,
        case .resultEngaged(let engagement) = try JournalEvent(payload: payload).fact
      else { return nil }
      return engagement.query
    }
  }

  @Test func `is not journaled, anyone who says that something was opened`() throws {
    let device = try home.unlocked()
    try home.give(
      device, try Home.item("1", "lily", .complete), try Home.item("2", "rose", nil),
      try TestHome.activity("a", related: "1"))
    let plain = try #require(try device.queries.search("rose", now: home.now).first)
    try home.give(device, Home.engage("1", "led to it"))
    try home.give(device, Home.engage("a", "led to its nasturtium"))
    var beside = Home.engage("2", "saw it")
    beside.resultEngaged.shown = [Home.engage("1", "").resultEngaged.result]
    try home.give(device, beside)
    try home.give(device, Home.engage("2", "led to another"))
    // A result is what it was when it was found, and may be protected by now.
    try home.give(device, try Home.item("2", "rose", .untilFirstUnlock))
    try device.engaged(with: plain, query: "led to what is protected", visible: [], at: home.now)
    var shown = JournalEvent()
    shown.resultsShown.query = "were seen"
    shown.resultsShown.results = [plain.journaled]
    try home.give(device, shown)
    #expect(try journaledQueries(device) == ["", "", "", "led to another", ""])
    for words in ["led to it", "nasturtium", "saw it", "what is protected", "were seen"] {
      #expect(try home.files(with: words).isEmpty)
    }
  }

  @Test func `is not journaled by what is recorded together`() throws {
    let device = try home.unlocked()
    var activity = try TestHome.activity("a", related: "1")
    activity.activityRecorded.eligibleForSearch = true
    try home.give(
      device, try Home.item("1", "lily", .complete), activity, Home.engage("a", "led to it"),
      Home.engage("1", "led to it"))
    #expect(try journaledQueries(device) == ["", ""])
  }

  @Test func `is suggested no more once it is protected`() throws {
    let device = try home.unlocked()
    try home.give(
      device, try Home.item("1", "lily", nil), try Home.item("2", "rose", nil),
      Home.engage("1", "white lily"), Home.engage("2", "white rose"))
    func suggested() throws -> [String] {
      try device.index.asking { projection throws(SQLiteError) in
        try projection.documents.pastQueries.queries(
          beginningWith: "white", app: nil, now: home.now, limit: 9
        ).map(\.text)
      }
    }
    #expect(try Set(suggested()) == ["white lily", "white rose"])
    try home.give(device, try Home.item("1", "lily", .complete))
    #expect(try suggested() == ["white rose"])
    #expect(try home.tables(with: "white lily").isEmpty)
    // A journal of another program's may have one of later as well.
    try device.record(
      [
        EntryDraft(
          kind: .event, time: home.now,
          payload: try Home.engage("1", "white lily").payload(using: &device.random))
      ])
    #expect(try suggested() == ["white rose"])
  }
}
