import Foundation
import JournalFormat
import Search
import TestSupport
import Testing

@Suite("What an index makes of events") struct IndexedEventTests {
  private func project(_ events: [JournalEvent]) throws -> IndexProjection {
    let projection = try IndexFile().create()
    try projection.apply(events)
    return projection
  }

  @Test func `an item replaces the one of its name, or merges into it`() throws {
    let first = IndexFile.item(
      "1", ["title": .text("old"), "comment": .text("kept")], domain: "d", expires: 9)
    let values: [String: JournalValue] = ["title": .text("new"), "artist": .text("added")]
    let replaced = try project([first, IndexFile.item("1", values)])
    #expect(try replaced.found("old") == [])
    #expect(try replaced.found("kept") == [])
    #expect(try replaced.found("new added") == ["1"])
    let merged = try project([first, IndexFile.item("1", values, merge: true)])
    #expect(try merged.found("old") == [])
    #expect(try merged.found("new added kept") == ["1"])
    let document = try #require(try merged.documents.document(.item, app: "app", id: "1"))
    #expect(document.domain == "d" && document.expires.milliseconds == 9)
    let emptied = try project([first, IndexFile.item("1", ["comment": .nothing], merge: true)])
    #expect(try emptied.found("kept") == [])
    #expect(try emptied.found("old") == ["1"])
    // What removes an attribute is none of an item that it makes.
    for isMerge in [true, false] {
      let made = try project([
        IndexFile.item("1", ["title": .text("new"), "comment": .nothing], merge: isMerge)
      ])
      let document = try made.documents.document(.item, app: "app", id: "1")
      #expect(document?.attributes.values.map(\.name) == ["title"])
    }
    // There is nothing to merge into: it is the item.
    #expect(try project([IndexFile.item("1", values, merge: true)]).found("new") == ["1"])
  }

  @Test func `an activity is found while it is eligible, and a bound one with its item`() throws {
    #expect(try project([IndexFile.activity("a")]).found("word") == ["a"])
    #expect(try project([IndexFile.activity("a", isEligible: false)]).found("word") == [])
    #expect(
      try project([IndexFile.activity("a"), IndexFile.activity("a", isEligible: false)])
        .found("word") == [])
    let item = IndexFile.item("1", ["title": .text("item")])
    let bound = IndexFile.activity("a", related: "1")
    #expect(try project([item, bound]).found("word") == ["a"])
    #expect(try project([bound, item]).found("word") == [])
    #expect(try project([item, bound, IndexFile.deletion(ids: ["1"])]).found("word") == [])
  }

  /// An item, the activity of its name, and one that is bound to the item.
  @Test(
    arguments: [
      (.unspecified, "1", [], []), (.item, "1", [], ["1"]), (.activity, "1", ["1"], ["a"]),
      (.activity, "a", ["1"], ["1"]), (.item, "a", ["1"], ["1", "a"]),
      // What a later version has expired is for that version to know.
      (.UNRECOGNIZED(9), "1", ["1"], ["1", "a"]),
    ] as [(JournalItemsExpired.Kind, String, [String], [String])])
  func `an expiry takes what it says, and with an item what is bound to it`(
    kind: JournalItemsExpired.Kind, id: String, items: [String], activities: [String]
  ) throws {
    var expired = JournalEvent()
    expired.itemsExpired.app = "app"
    expired.itemsExpired.ids = [id]
    expired.itemsExpired.kind = kind
    let left = try project([
      IndexFile.item("1", ["title": .text("item")]), IndexFile.activity("a", related: "1"),
      IndexFile.activity("1"), expired,
    ])
    #expect(try left.ids(.item) == items)
    #expect(try left.ids(.activity) == activities)
  }

  @Test(
    arguments: [
      (false, 9, 0, 9), (false, 0, 9, 0), (true, 9, 5, 9), (true, 0, 5, 5), (true, 0, 0, 0),
    ] as [(Bool, Int64, Int64, Int64)])
  func `an update that makes an item gives it the life of the policy, and keeps another's`(
    merge: Bool, own: Int64, byPolicy: Int64, expires: Int64
  ) throws {
    var event = IndexFile.item("1", merge: merge, expires: own)
    event.itemIndexed.defaultExpiresMilliseconds = byPolicy
    let made = try project([event])
    #expect(
      try made.documents.document(.item, app: "app", id: "1")?.expires.milliseconds == expires)
    let there = try project([IndexFile.item("1", expires: 7), event])
    #expect(
      try there.documents.document(.item, app: "app", id: "1")?.expires.milliseconds
        == (merge && own == 0 ? 7 : expires))
  }

  @Test func `saved activities are deleted by name or all, and items stay`() throws {
    let start = [
      IndexFile.item("a", ["title": .text("word")]), IndexFile.activity("a"),
      IndexFile.activity("b"),
    ]
    var some = JournalEvent()
    some.activitiesDeleted.app = "app"
    some.activitiesDeleted.persistentIdentifiers = ["a", "nobody"]
    var all = JournalEvent()
    all.activitiesDeleted.app = "app"
    all.activitiesDeleted.all = true
    var others = all
    others.activitiesDeleted.app = "other"
    for (deletion, left) in [(some, ["b"]), (all, []), (others, ["a", "b"])] {
      let projection = try project(start + [deletion])
      #expect(try projection.ids(.activity) == left)
      #expect(try projection.ids(.item) == ["a"])
    }
  }

  @Test func `an engagement with an own result counts, one with a public result does not`() throws {
    let items = ["a", "b"].map { IndexFile.item($0, ["title": .text("word")]) }
    let before = try project(items).found("word")
    for (first, second) in [("a", "b"), ("b", "a")] {
      #expect(try project(items + [IndexFile.engagement(first)]).found("word") == [first, second])
      let other = IndexFile.engagement(first, source: .public)
      #expect(try project(items + [other]).found("word") == before)
    }
  }

  @Test func `a client state is the last one of its index, until the app deletes everything`()
    throws
  {
    let states = [
      IndexFile.clientState("1"), IndexFile.clientState("other", indexName: "second"),
      IndexFile.clientState("2"),
    ]
    let projection = try project(states)
    #expect(try projection.clientState(app: "app", indexName: "named") == Array("2".utf8))
    #expect(try projection.clientState(app: "app", indexName: "second") == Array("other".utf8))
    #expect(try projection.clientState(app: "app", indexName: "third") == nil)
    #expect(try projection.clientState(app: "other", indexName: "named") == nil)
    try projection.apply([IndexFile.deletion(ids: ["1"])])
    #expect(try projection.clientState(app: "app", indexName: "named") != nil)
    try projection.apply([IndexFile.deletion(all: true)])
    #expect(try projection.clientState(app: "app", indexName: "named") == nil)
    #expect(try projection.clientState(app: "app", indexName: "second") == nil)
  }

  private static var person: JournalValue {
    var value = JournalValue()
    value.person.displayName = "Ada Lovelace"
    value.person.handles = ["countess@example.com"]
    return .list([value])
  }

  private static var localized: JournalValue {
    var value = JournalValue()
    value.localized.texts = ["de": "Seerosen"]
    value.localized.fallback = "Lilies"
    return value
  }

  @Test(
    arguments: [
      ("title", .text("needle"), "needle", true), ("displayName", .text("needle"), "needle", true),
      ("keywords", .list([.text("one"), .text("needle")]), "needle", true),
      ("authors", person, "lovelace", true), ("authors", person, "countess", true),
      ("title", localized, "seerosen", true), ("title", localized, "lilies", true),
      // Names, paths and settings are not what somebody types.
      ("identifier", .text("needle"), "needle", false),
      ("contentType", .text("needle"), "needle", false),
      ("unknown", .text("needle"), "needle", false),
    ] as [(String, JournalValue, String, Bool)])
  func `words are looked for in what people read`(
    name: String, value: JournalValue, query: String, isFound: Bool
  ) throws {
    let projection = try project([IndexFile.item("1", [name: value])])
    #expect(try projection.found(query) == (isFound ? ["1"] : []))
  }

  @Test(arguments: [true, false])
  func `words are looked for in an app's own attribute when it says so`(isSearched: Bool) throws {
    var item = IndexFile.item("1", ["com_example_key": .text("needle")])
    item.itemIndexed.attributes.values[0].custom.searchable = true
    item.itemIndexed.attributes.values[0].custom.searchableByDefault = isSearched
    #expect(try project([item]).found("needle") == (isSearched ? ["1"] : []))
  }

  @Test func `a display name is shown before a title, and both are found`() throws {
    let projection = try project([
      IndexFile.item("1", ["title": .text("plain"), "displayName": .text("shown")])
    ])
    #expect(try projection.documents.document(.item, app: "app", id: "1")?.title == "shown")
    #expect(try projection.found("plain") == ["1"])
    #expect(try projection.found("shown") == ["1"])
  }
}
