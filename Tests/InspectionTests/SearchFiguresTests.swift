import DeviceIndex
import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import Inspection

@Suite("Figures of searches") struct SearchFiguresTests {
  private static func result(_ id: String, app: String = "app") -> JournalShownResult {
    SampleEvents.engaged(id, app: app).resultEngaged.result
  }

  private static func list(_ ids: String..., query: String) -> JournalEvent {
    var event = JournalEvent()
    event.resultsShown = JournalResultsShown(query: query, visible: ids.map { result($0) })
    return event
  }

  private static func opened(
    _ id: String, beside others: String..., query: String, place: UInt32 = 0, waited: UInt64 = 0
  ) -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged = JournalResultEngaged(
      result(id), query: query, visible: others.map { result($0) })
    (event.resultEngaged.place, event.resultEngaged.waitedMilliseconds) = (place, waited)
    return event
  }

  private static func sums(_ id: String, lists: UInt64, isActivity: Bool = false) -> JournalEvent {
    var event = JournalEvent()
    var sums = JournalShownSums()
    (sums.app, sums.id, sums.lists, sums.activity) = ("app", id, lists, isActivity)
    event.resultsShown.sums = [sums]
    return event
  }

  private static func protected(_ id: String) -> JournalEvent {
    var event = SampleEvents.indexed(id)
    event.itemIndexed.protection = .complete
    return event
  }

  private func figures(
    _ events: [JournalEvent], until: Moment? = nil
  ) throws -> SearchFigures {
    let folder = try TemporaryFolder()
    _ = try folder.source(events)
    return try JournalInspector(folder.path).searches(until: until)
  }

  private func counts(
    _ figures: SearchFigures, words: Int, startsTitle: Bool = false
  ) throws -> SearchFigures.Counts {
    try #require(
      figures.byClass.first {
        $0.queryClass.wordCount == words && $0.queryClass.startsTitle == startsTitle
      }
    ).counts
  }

  private static let items = [
    SampleEvents.indexed("1", title: "Red boots"),
    SampleEvents.indexed("2", title: "R\u{E9}d  hat, worn"),
    SampleEvents.indexed("3", title: "Umbrella"),
  ]

  private static let searches = [
    opened("1", beside: "2", "3", query: "Red", place: 1, waited: 400),
    opened("2", beside: "1", query: "red hat", place: 2, waited: 2_000),
    opened("3", query: "rain in may", place: 4),
    opened("3", query: ""),
    list("1", "2", query: "RED"), list("3", query: "boots"), list("2", "3", "1", query: "boots"),
    list(query: "Z\u{E9}bra  "), list(query: "zebra"), list(query: "a b c d"),
  ]

  @Test func `are those that a person counts in the list of searches`() throws {
    let found = try figures(Self.items + Self.searches)
    #expect(found.all.openedCount == 4 && found.all.abandonedCount == 3)
    #expect(found.all.emptyCount == 3 && found.all.searchCount == 10)
    // 3 + 2 + 1 + 1 beside and with the opened ones, 2 + 1 + 3 in lists.
    #expect(found.all.shownCount == 13)
    #expect(found.all.clickThrough == 4.0 / 13 && found.all.abandonment == 0.6)
    #expect(found.all.placedCount == 3 && found.all.meanPlace == 7.0 / 3)
    #expect(found.all.waits == [400, 2_000])
    #expect(found.summedCount == 0 && found.redactedCount == 0 && !found.isCut)
    #expect(found.firstTime == Date(Sample.day.start.advanced(byMilliseconds: 3_000)))
    #expect(found.lastTime == Date(Sample.day.start.advanced(byMilliseconds: 12_000)))
  }

  @Test func `are of classes by words, and by whether a title begins so`() throws {
    let found = try figures(Self.items + Self.searches)
    let names = found.byClass.map { "\($0.queryClass.wordCount) \($0.queryClass.startsTitle)" }
    #expect(names == ["0 false", "1 true", "1 false", "2 true", "3 false"])
    #expect(try counts(found, words: 0).openedCount == 1)
    let start = try counts(found, words: 1, startsTitle: true)
    #expect(start.openedCount == 1 && start.abandonedCount == 1 && start.shownCount == 5)
    #expect(start.meanPlace == 1 && start.wait(share: 0.5) == 400)
    let other = try counts(found, words: 1)
    #expect(other.openedCount == 0 && other.abandonedCount == 2 && other.emptyCount == 2)
    #expect(other.clickThrough == 0 && other.abandonment == 1 && other.meanPlace == nil)
    // Accents, case and blanks make no difference.
    #expect(try counts(found, words: 2, startsTitle: true).openedCount == 1)
    let long = try counts(found, words: 3)
    #expect(long.openedCount == 1 && long.emptyCount == 1)
    let sum = found.byClass.reduce(0) { $0 + $1.counts.searchCount }
    #expect(sum == found.all.searchCount)
  }

  @Test func `list what led to nothing, and not what was opened once`() throws {
    let found = try figures(Self.items + Self.searches)
    #expect(found.unanswered.map(\.text) == ["boots", "zebra", "a b c d"])
    #expect(found.unanswered.map(\.abandonedCount) == [2, 0, 0])
    #expect(found.unanswered.map(\.emptyCount) == [0, 2, 1])
  }

  @Test func `are of apps by what was seen of each`() throws {
    var event = JournalEvent()
    event.resultEngaged = JournalResultEngaged(
      Self.result("9", app: "other"), visible: [Self.result("1"), Self.result("2")])
    let found = try figures([event, Self.list("1", query: "x"), Self.list(query: "y")])
    #expect(found.byApp.map(\.app) == ["app", "other"])
    #expect(found.byApp.map(\.shownCount) == [3, 1] && found.byApp.map(\.openedCount) == [0, 1])
    #expect(found.byApp.map(\.clickThrough) == [0, 1])
  }

  @Test func `have no word that led to what is protected, or is protected later`() throws {
    let found = try figures([
      SampleEvents.indexed("1", title: "canary"), SampleEvents.indexed("2", title: "open"),
      Self.list("1", "2", query: "canary"), Self.opened("2", beside: "1", query: "canary two"),
      Self.list("2", query: "open"), Self.protected("1"),
    ])
    #expect(found.unanswered.map(\.text) == ["open"])
    #expect(found.all.searchCount == 3)
    #expect(try counts(found, words: 0).searchCount == 2)
    let report = SearchReport(found, isRedacted: false, rows: 10)
    let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    #expect(!json.contains("canary") && json.contains("open"))
    #expect(!found.page().contains("canary"))
    // An activity of the item is as protected.
    let bound = try figures([
      SampleEvents.activity("a", related: "1"), Self.list("a", query: "canary"),
      Self.protected("1"),
    ])
    #expect(bound.unanswered.isEmpty && bound.all.abandonedCount == 1)
    // The same without the protection has it: this test can fail.
    let plain = try TemporaryFolder()
    _ = try plain.source([
      SampleEvents.indexed("1", title: "canary"), Self.list("1", "2", query: "canary"),
    ])
    #expect(try JournalInspector(plain.path).searches().unanswered.map(\.text) == ["canary"])
  }

  @Test func `say how many lists only sums are left of, at least`() throws {
    let found = try figures([
      Self.list("1", query: "x"), Self.sums("1", lists: 4), Self.sums("2", lists: 2),
      Self.sums("1", lists: 90, isActivity: true), Self.list("1", query: "x"),
      Self.sums("1", lists: 5),
    ])
    // Four lists had item 1, of which one can be read.
    #expect(found.summedCount == 3 && found.all.abandonedCount == 2)
    #expect(found.page().contains("<p>A compaction left sums of 3 abandoned lists"))
    let sentences = SearchReport(found, isRedacted: false, rows: 1).omissions
    #expect(
      sentences == [
        "A compaction left sums of 3 abandoned lists or more, which are in no figure here."
      ])
  }

  @Test func `are as of an entry, and none of an empty journal`() throws {
    let early = try figures(Self.items + Self.searches, until: .entry(4))
    #expect(early.all.searchCount == 1 && early.all.openedCount == 1)
    #expect(early.all.wait(share: 0.9) == 400)
    let none = try figures(Self.items + Self.searches, until: .entry(3))
    #expect(none.all == SearchFigures.Counts() && none.byClass.isEmpty && none.byApp.isEmpty)
    #expect(none.all.clickThrough == nil && none.all.abandonment == nil)
    #expect(none.all.meanPlace == nil && none.all.wait(share: 0.5) == nil && none.firstTime == nil)
    let error = #expect(throws: InspectionError.self) {
      try figures(Self.items, until: .entry(99))
    }
    #expect(error?.code == .outOfRange)
  }

  @Test(arguments: [(0.0, 10), (0.5, 20), (0.51, 30), (0.9, 40), (1.0, 40), (7.0, 40)])
  func `have the time that a share of the openings did not exceed`(share: Double, time: UInt64)
    throws
  {
    var counts = SearchFigures.Counts()
    counts.waits = [10, 20, 30, 40]
    #expect(counts.wait(share: share) == time)
  }

  @Test func `print no more rows than are wanted, and no words where these are hidden`() throws {
    let found = try figures(Self.items + Self.searches)
    let report = SearchReport(found, isRedacted: true, rows: 2)
    #expect(report.unanswered.map(\.query) == ["query 1", "query 2"])
    #expect(report.unlistedQueries == 1 && report.unlistedApps == 0)
    #expect(report.all.clickThrough == 308 && report.all.abandonment == 600)
    #expect(report.all.meanPlace == 2_333 && report.all.p90Wait == 2_000)
    #expect(SearchReport.percent(308) == "30.8%" && SearchReport.percent(nil) == "-")
    #expect(SearchReport.place(2_333) == "2.3" && SearchReport.time(2_000) == "2,000 ms")
    let page = found.page(isRedacted: true, madeAt: Date(timeIntervalSince1970: 0))
    #expect(page.contains("Searches of a device") && page.contains("query 1"))
    #expect(!page.contains("zebra") && found.page().contains("zebra"))
  }
}
