import JournalFormat
import Search
import Testing
import WordSearch

/// What an app takes for the same is found by each of its words, and explained.
@Suite("A synonym") struct SynonymTests {
  private let table: Table

  init() throws {
    table = try Table()
    for (id, title) in [
      ("tv", "TV stand"), ("television", "Television set"), ("cell", "Cell for a phone"),
      ("mobile", "A mobile phone"), ("sofa", "Sofa bed"), ("tokyo", "東京タワー"),
    ] {
      try table.documents.put(Table.document(id, title))
    }
    try table.documents.put(Table.document("elsewhere", "Television tower", app: "other"))
  }

  private func set(_ groups: [[String]], app: String = "app") throws {
    try table.documents.synonyms.set(JournalSynonymsSet(app: app, version: "1", groups: groups))
  }

  @Test(arguments: [
    ("tv", ["television", "tv"]), ("TV", ["television", "tv"]),
    ("television", ["elsewhere", "television", "tv"]), ("tv set", ["television"]),
    ("stand television", ["tv"]), ("mobile phone", ["cell", "mobile"]),
    ("cell phone", ["cell", "mobile"]), ("couch", ["sofa"]), ("SETTEE", ["sofa"]),
    // What is being typed is no word yet, and a synonym is no beginning of one.
    ("televis", ["elsewhere", "television"]), ("couches", []), ("couche", []),
    ("tokyo tower", ["tokyo"]),
  ])
  func `finds what has another word of its group`(query: String, found: [String]) throws {
    try set([
      ["tv", "television"], ["mobile phone", "cell phone"], ["sofa", "couch", "settee"],
      ["東京タワー", "Tokyo Tower"],
    ])
    #expect(try table.found(query).sorted() == found)
  }

  @Test func `finds only what its own app gave`() throws {
    try set([["tv", "television"]], app: "other")
    #expect(try table.found("tv").sorted() == ["elsewhere", "tv"])
    #expect(try table.found("tv", app: "app") == ["tv"])
    #expect(try table.found("tv", app: "other") == ["elsewhere"])
  }

  @Test func `is found below what has the word, and loses half a point`() throws {
    try set([["tv", "television"]])
    let hits = try table.documents.search(
      "tv", app: "app", now: Timestamp(milliseconds: 0), limit: 10, isExplained: true)
    #expect(hits.map(\.document.id) == ["tv", "television"])
    #expect(hits[0].synonyms.isEmpty)
    #expect(hits[1].synonyms.map { [$0.typed, $0.meant] } == [["tv", "television"]])
    let parts = try #require(hits[1].explanation).parts
    #expect(parts.contains { $0.name == "synonyms of what was typed" && $0.score == -500 })
    #expect(hits[1].explanation?.score == hits[1].score)
    let standing = try table.documents.standing(
      of: "tv", app: "app", id: "television", now: Timestamp(milliseconds: 0))
    #expect(standing?.place == 2 && standing?.synonyms.map(\.meant) == ["television"])
  }

  @Test func `is of the last table alone, and of none once that is empty`() throws {
    try set([["tv", "television"], ["sofa", "couch"]])
    try set([["sofa", "couch"]])
    #expect(try table.found("tv", app: "app") == ["tv"])
    #expect(try table.found("couch") == ["sofa"])
    #expect(try table.documents.synonyms.table(of: "app")?.countedGroups == [["sofa", "couch"]])
    try set([])
    #expect(try table.found("couch").isEmpty)
    #expect(try table.documents.synonyms.table(of: "app") == nil)
  }

  @Test func `is tried for two words of a query together`() throws {
    try set([["tv", "television"], ["stand", "rack"]])
    #expect(try table.found("television rack") == ["tv"])
    #expect(try table.found("rack television") == ["tv"])
  }

  @Test func `counts within its bounds, whatever a journal says`() throws {
    let long = String(repeating: "x", count: 65)
    let groups =
      [["tv", long] + (0..<20).map { "term\($0)" }]
      + (0..<1_100).map { ["a\($0)", "b\($0)"] }
    try set(groups)
    let found = try #require(try table.documents.synonyms.table(of: "app")).countedGroups
    #expect(found.count == 1_000 && found[0].count == 16 && !found[0].contains(long))
    #expect(try table.found("term3", app: "app") == ["tv"])
    #expect(try table.found("term19", app: "app").isEmpty)
  }

  @Test func `of a word with many others is tried for the first of them`() throws {
    try set([["thing"] + (0..<15).map { "name\($0)" }, ["thing"] + (15..<30).map { "name\($0)" }])
    try table.documents.put(Table.document("last", "name29"))
    #expect(try table.found("thing") == ["last"])
  }
}
