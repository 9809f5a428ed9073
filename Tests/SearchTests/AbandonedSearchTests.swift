import JournalFormat
import SQLite
import Search
import Testing
import WordSearch

/// What an index makes of lists of which nothing was opened.
@Suite("An abandoned search") struct AbandonedSearchTests {
  private typealias Name = (app: String, id: String)

  private static func table() throws -> Table {
    let table = try Table()
    for id in ["1", "2"] { try table.documents.put(Table.document(id)) }
    try table.documents.put(Table.document("a", kind: .activity, related: "1"))
    return table
  }

  private static func sums(
    _ id: String, activity: Bool = false, lists: UInt64, looks: UInt64
  ) -> JournalShownSums {
    var sums = JournalShownSums()
    (sums.app, sums.id, sums.activity) = ("app", id, activity)
    (sums.lists, sums.looks) = (lists, looks)
    return sums
  }

  /// "1 item 1 333": the identifier and kind of a document, its lists and looks.
  private static func counts(_ table: Table) throws -> [String] {
    var counts: [String] = []
    try table.documents.forEachAbandoned { seen in
      counts.append("\(seen.id) \(seen.kind) \(seen.lists) \(seen.looks)")
    }
    return counts
  }

  private static func appLooks(_ table: Table) throws -> [Int64] {
    try table.connection.integers("SELECT looks FROM app_engagement")
  }

  @Test func `counts by the place, for an item and for what is bound to it`() throws {
    let table = try Self.table()
    try table.documents.abandoned([("app", "2"), nil, ("app", "1"), ("app", "missing")])
    #expect(try Self.counts(table) == ["1 item 1 333", "2 item 1 1000", "a activity 1 333"])
    #expect(try Self.appLooks(table) == [1_666])
    #expect(
      try table.connection.integers("SELECT looks FROM documents ORDER BY id") == [333, 1_000, 333])
  }

  @Test func `is the same by sums, however often they are read`() throws {
    let (table, other) = (try Self.table(), try Self.table())
    for _ in 0..<3 { try table.documents.abandoned([("app", "2"), ("app", "1")]) }
    let sums = [
      Self.sums("1", lists: 3, looks: 1_500), Self.sums("2", lists: 3, looks: 3_000),
      Self.sums("a", activity: true, lists: 3, looks: 1_500), Self.sums("a", lists: 9, looks: 9),
      Self.sums("missing", lists: 9, looks: 9),
    ]
    let expected = try Self.counts(table)
    #expect(expected == ["1 item 3 1500", "2 item 3 3000", "a activity 3 1500"])
    for _ in 0..<2 {
      for sum in sums { for table in [table, other] { try table.documents.setAbandoned(sum) } }
    }
    #expect(try Self.counts(table) == expected && Self.counts(other) == expected)
    #expect(try Self.appLooks(table) == [6_000] && Self.appLooks(other) == [6_000])
    try other.documents.abandoned([("app", "2")])
    #expect(try Self.counts(other)[1] == "2 item 4 4000")
  }

  @Test func `is forgotten with its documents`() throws {
    let table = try Self.table()
    try table.documents.abandoned([("app", "1"), ("app", "2")])
    try table.documents.removeAll(app: "app")
    #expect(try Self.counts(table).isEmpty)
    #expect(try Self.appLooks(table) == [0])
    try table.documents.put(Table.document("1"))
    #expect(try Self.counts(table).isEmpty)
  }

  private static func parts(_ table: Table, _ id: String) throws -> [String: Int] {
    let hits = try table.documents.search(
      "word", app: nil, now: Timestamp(milliseconds: 0), limit: 9, isExplained: true)
    let hit = try #require(hits.first { $0.document.id == id })
    let parts = try #require(hit.explanation).parts
    return Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.score) })
  }

  @Test func `puts down what was seen twenty times and never opened, and says why`() throws {
    let table = try Table()
    for id in ["seen", "other"] { try table.documents.put(Table.document(id)) }
    for count in 1...20 {
      try table.documents.abandoned([("app", "seen")])
      #expect(try table.found("word") == ["other", "seen"])
      let isIgnored = count == 20
      #expect(
        try Self.parts(table, "seen")["shown and never opened"] == (isIgnored ? -2_000 : nil))
      let seen = try #require(try table.documents.seen(.item, app: "app", id: "seen"))
      #expect(seen.loss == (isIgnored ? 2_000 : 0) && seen.abandonedCount == count)
    }
    #expect(try Self.parts(table, "seen")["engagement"] == -1_791)
    #expect(try Self.parts(table, "other")["shown and never opened"] == nil)
    try table.documents.engaged(app: "app", id: "seen", at: Timestamp(milliseconds: 0))
    #expect(try Self.parts(table, "seen")["shown and never opened"] == nil)
    #expect(try table.documents.seen(.item, app: "app", id: "seen")?.loss == 0)
  }

  @Test func `takes an app down of which nothing is ever opened`() throws {
    let table = try Table()
    for app in ["quiet", "loud"] {
      for id in ["one", "two"] { try table.documents.put(Table.document("\(app) \(id)", app: app)) }
    }
    for _ in 0..<30 { try table.documents.abandoned([("loud", "loud one")]) }
    let found = try table.found("word")
    #expect(Set(found.prefix(2)) == ["quiet one", "quiet two"])
    #expect(found.suffix(2) == ["loud two", "loud one"])
  }
}
