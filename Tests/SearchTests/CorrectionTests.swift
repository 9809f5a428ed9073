import JournalFormat
import Search
import Testing

@Suite("A word that was mistyped") struct CorrectionTests {
  private let table: Table

  init() throws {
    table = try Table()
    for (id, title) in [
      ("soup", "tomato soup"), ("salad", "tomato salad"), ("sauce", "tomatoes in sauce"),
      ("station", "international station"), ("car", "carts and carving"), ("tea", "green tea"),
      ("model", "model kx45002"),
    ] {
      try table.documents.put(Table.document(id, title))
    }
  }

  private func corrections(_ query: String) throws -> [String: [QueryCorrection]] {
    let hits = try table.documents.search(
      query, app: nil, now: Timestamp(milliseconds: 0), limit: 20)
    return Dictionary(uniqueKeysWithValues: hits.map { ($0.document.id, $0.corrections) })
  }

  @Test(arguments: [
    // Left out, put in, changed, swapped.
    ("tomto soup", ["soup"]), ("tommato soup", ["soup"]), ("tonato soup", ["soup"]),
    ("toamto soup", ["soup"]), ("soup tomatp", ["soup"]),
    // The last word need not be typed to its end.
    ("soup tomta", ["soup"]), ("tea grenn", ["tea"]),
    // Two edits from nine characters on.
    ("internatoinel", ["station"]), ("intrenatoinel", []),
    // Four characters are too few, and the first one has to be right.
    ("tead", []), ("somato soup", []),
    // Another number is another thing.
    ("kx45003", []), ("kx45002", ["model"]),
    // One word that is mistyped does not make others optional.
    ("tomatp coffee", []),
  ])
  func `is taken for what was meant`(query: String, found: [String]) throws {
    #expect(try table.found(query) == found)
  }

  @Test func `is said, with what it was taken for`() throws {
    let found = try corrections("tonato soup")
    #expect(found["soup"]?.map(\.typed) == ["tonato"])
    #expect(found["soup"]?.map(\.meant) == ["tomato"])
    #expect(try corrections("tomato soup")["soup"] == [])
  }

  @Test func `is no error where something has it, until that is gone`() throws {
    for number in 0..<3 { try table.documents.put(Table.document("rare \(number)", "tomati")) }
    #expect(Set(try table.found("tomati")) == ["rare 0", "rare 1", "rare 2"])
    for number in 0..<3 {
      try table.documents.remove(.item, app: "app", id: "rare \(number)")
    }
    #expect(Set(try table.found("tomati")) == ["soup", "salad", "sauce"])
  }

  @Test func `is looked for as it was typed first, and below that as what may have been meant`()
    throws
  {
    // In the text of a long item, where it is worth little.
    let text = String(repeating: "filler ", count: 200) + "tomati"
    try table.documents.put(Table.document("rare", "title", body: text))
    let found = try table.documents.search(
      "tomati", app: nil, now: Timestamp(milliseconds: 0), limit: 20, isExplained: true)
    #expect(found.first?.document.id == "rare")
    #expect(Set(found.dropFirst().map(\.document.id)) == ["soup", "salad", "sauce"])
    #expect(found.map(\.corrections.isEmpty) == [true, false, false, false])
    #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    #expect(found[1].score < found[0].score)
  }

  @Test func `is one where nothing of the app has it now, whatever others have`() throws {
    for number in 0..<5 {
      try table.documents.put(Table.document("other \(number)", "tomati", app: "other"))
      try table.documents.put(Table.document("expired \(number)", "tomati", expires: 5))
    }
    #expect(Set(try table.found("tomati", app: "app", now: 5)) == ["soup", "salad", "sauce"])
    #expect(try table.found("tomati", now: 5).count == 5)
    // Nor is what others have ever what was meant.
    try table.documents.put(Table.document("theirs", "banana", app: "other"))
    #expect(try table.found("bananq", app: "app").isEmpty)
  }

  @Test func `is not looked for where the words are there and no document has them all`() throws {
    #expect(try table.found("green tomato").isEmpty)
    for number in 0..<3 { try table.documents.put(Table.document("\(number)", "greet")) }
    #expect(try table.found("greet tomato").isEmpty)
  }

  @Test func `finds nothing that is gone, expired, of another app or refused`() throws {
    try table.documents.put(Table.document("other", "banana", app: "other"))
    try table.documents.put(Table.document("expired", "banana", expires: 5))
    #expect(try table.found("bananq", app: "app", now: 4) == ["expired"])
    #expect(try table.found("bananq", app: "app", now: 5).isEmpty)
    #expect(try table.found("bananq", app: "other") == ["other"])
    let refused = try table.documents.search(
      "bananq", app: nil, now: Timestamp(milliseconds: 0), limit: 5
    ) { $0.app != "other" }
    #expect(refused.map(\.document.id) == ["expired"])
    try table.documents.remove(.item, app: "other", id: "other")
    try table.documents.remove(.item, app: "app", id: "expired")
    #expect(try table.found("bananq").isEmpty)
  }

  @Test func `gives the same list, however much of it is asked for`() throws {
    for number in 0..<30 {
      try table.documents.put(Table.document("\(number)", "cathedral \(number)"))
    }
    let all = try table.found("cathedrel")
    #expect(all.count == 30)
    for limit in [1, 5, 11, 29] {
      #expect(try table.found("cathedrel", limit: limit) == Array(all.prefix(limit)))
    }
  }
}
