import DeviceIndex
import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import Inspection

@Suite("An item that was shown and not opened") struct NeverOpenedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func list(_ ids: String..., query: String = "red") -> JournalEvent {
    var event = JournalEvent()
    event.resultsShown = JournalResultsShown(
      query: query, visible: ids.map { SampleEvents.engaged($0).resultEngaged.result })
    return event
  }

  private static func sums(_ id: String, lists: UInt64) -> JournalEvent {
    var event = JournalEvent()
    var sums = JournalShownSums()
    (sums.app, sums.id, sums.lists, sums.looks) = ("app", id, lists, lists * 1_000)
    event.resultsShown.sums = [sums]
    return event
  }

  private static let items = [
    SampleEvents.indexed("1", title: "Red boots"), SampleEvents.indexed("2", title: "Red hat"),
  ]

  private func inspector(_ events: [JournalEvent]) throws -> JournalInspector {
    _ = try folder.source(Self.items + events)
    return try JournalInspector(folder.path)
  }

  @Test func `has each search in its history, and what a compaction made of them`() throws {
    let inspector = try inspector([
      Self.list("2", "1"), Self.list("2"), Self.sums("1", lists: 4), Self.sums("2", lists: 2),
    ])
    let item = try #require(try inspector.item("1"))
    #expect(item.steps.map(\.entry) == [1, 3, 5])
    #expect(
      item.steps.map(\.effect) == [
        "indexed", "shown, and nothing was opened", "shown in abandoned searches, in all",
      ])
    #expect(item.steps.map(\.detail) == ["", "red", "4"])
    #expect(item.isFound && item.neverOpenedSentence == nil)
  }

  @Test func `says that it stands lower once it was seen twenty times`() throws {
    let lists = Array(repeating: Self.list("1"), count: 19)
    let inspector = try inspector(lists + [Self.list("2"), Self.list("1"), Self.list("2", "1")])
    func sentence(until entry: UInt64, of id: String = "1") throws -> String? {
      try inspector.item(id, until: .entry(entry))?.neverOpenedSentence
    }
    #expect(try sentence(until: 22) == nil)
    let expected =
      "It stands 2 points lower: by its places it was looked at 20 times, and never opened. It was "
      + "in 20 searches of which nothing was opened."
    #expect(try sentence(until: 23) == expected)
    #expect(try sentence(until: 24)?.contains("in 21 searches") == true)
    #expect(try sentence(until: 24, of: "2") == nil)
    let item = try #require(try inspector.item("1", query: "red", until: .entry(23)))
    #expect(item.lines().contains("ranked      " + expected))
    let parts = try #require(item.query?.score).parts
    #expect(parts.first { $0.name == "shown and never opened" }?.score == -2_000)
    let json = String(decoding: try JSONEncoder().encode(item), as: UTF8.self)
    #expect(json.contains("\"neverOpened\":\"It stands 2 points lower"))
  }

  @Test func `is listed in words, by its app and without them`() throws {
    let inspector = try inspector([Self.list("2", "1"), Self.sums("1", lists: 4)])
    let entries = try inspector.entries(from: .entry(3), limit: 9).entries
    #expect(entries.map(\.title) == ["results shown", "results shown, sums"])
    #expect(entries[0].fields.map(\.name) == ["query", "count", "ids", "opened"])
    #expect(entries[0].fields.map(\.value) == ["red", "2", "2,1", "none"])
    #expect(entries[1].fields.map(\.value) == ["1"])
    for (app, count) in [("app", 4), ("other", 0)] {
      var filter = EntryFilter()
      filter.app = app
      #expect(try inspector.entries(matching: filter, limit: 9).entries.count == count)
    }
    var filter = EntryFilter()
    filter.kinds = ["results shown"]
    #expect(try inspector.entries(matching: filter, limit: 9).entries.map(\.number) == [3, 4])
  }
}
