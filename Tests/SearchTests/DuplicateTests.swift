import JournalFormat
import SQLite
import Search
import TestSupport
import Testing
import WordSearch

@Suite("Documents that say the same") struct DuplicateTests {
  private static let now = Timestamp(milliseconds: 1_767_225_600_000)

  /// What each document that is found loses for others that say the same.
  private func lost(_ table: Table, limit: Int = 50) throws -> [String: Int] {
    let hits = try table.documents.search(
      "word", app: nil, now: Self.now, limit: limit, isExplained: true)
    return Dictionary(
      uniqueKeysWithValues: hits.map { hit in
        let part = hit.explanation?.parts.first { $0.name == "duplicates" }
        return ("\(hit.document.app)/\(hit.document.id)", part?.score ?? 0)
      })
  }

  @Test func `lose alike, and no more once they are alone`() throws {
    let table = try Table()
    try table.documents.put(Table.document("0"))
    #expect(try lost(table) == ["app/0": 0])
    try table.documents.put(Table.document("1"))
    #expect(try lost(table) == ["app/0": -250, "app/1": -250])
    try table.documents.put(Table.document("2"))
    #expect(try lost(table) == ["app/0": -250, "app/1": -250, "app/2": -250])
    try table.documents.put(Table.document("3"))
    #expect(Set(try lost(table).values) == [-500])
    // One says something else from here on, and one is removed.
    try table.documents.put(Table.document("3", "word", body: "and more"))
    #expect(try lost(table)["app/3"] == 0)
    #expect(try lost(table)["app/0"] == -250)
    try table.documents.remove(.item, app: "app", id: "1")
    try table.documents.remove(.item, app: "app", id: "2")
    #expect(try lost(table) == ["app/0": 0, "app/3": 0])
  }

  @Test func `are of one app and one kind, and say something`() throws {
    let table = try Table()
    try table.documents.put(Table.document("0"))
    try table.documents.put(Table.document("0", app: "other"))
    try table.documents.put(Table.document("9", kind: .activity))
    #expect(Set(try lost(table).values) == [0])
    for id in 1...9 { try table.documents.put(Table.document("\(id)", "")) }
    #expect(try table.connection.integer("SELECT count(*) FROM documents WHERE content = 0") == 9)
  }

  @Test(arguments: [
    (0, 0), (1, 0), (2, 250), (3, 250), (4, 500), (255, 1_750), (256, 2_000), (300, 2_000),
  ])
  func `lose a quarter each time that they double`(count: Int, lost: UInt16) throws {
    let table = try Table()
    for id in 0..<count { try table.documents.put(Table.document("\(id)")) }
    #expect(Set(try self.lost(table, limit: 4).values) == (count == 0 ? [] : [-Int(lost)]))
  }

  @Test func `rank nothing again once they are more than can count`() throws {
    let table = try Table()
    for id in 0..<260 { try table.documents.put(Table.document("\(id)")) }
    try table.documents.flush()
    let before = try table.connection.integer("SELECT count(*) FROM word_dead")
    for id in 260..<300 { try table.documents.put(Table.document("\(id)")) }
    try table.documents.flush()
    #expect(try table.connection.integer("SELECT count(*) FROM word_dead") == before)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `are ranked the same whatever came when`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    let table = try Table()
    var left: [String: SearchDocument] = [:]
    for _ in 0..<300 {
      let id = "\(random.below(40))"
      if random.below(3) == 0 {
        left[id] = nil
        try table.documents.remove(.item, app: "app", id: id)
      } else {
        left[id] = Table.document(id, "word", body: "text \(random.below(3))")
        try table.documents.put(try #require(left[id]))
      }
    }
    let rebuilt = try Table()
    for id in left.keys.sorted() { try rebuilt.documents.put(try #require(left[id])) }
    #expect(try lost(table) == lost(rebuilt))
    #expect(Set(try lost(table).values) != [0])
    #expect(try table.found("word") == rebuilt.found("word"))
  }
}
