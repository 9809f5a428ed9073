import SQLite
import Testing

/// Words at blanks, each with its first letter at the same place.
private final class Initials: FullTextTokenizer {
  func forEachToken(
    in text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, Bool, Range<Int>) -> Void
  ) {
    for word in text.indices.split(whereSeparator: { text[$0] == 0x20 }) {
      body(UnsafeBufferPointer(rebasing: text[word]), false, word.startIndex..<word.endIndex)
      let first = word.startIndex..<word.startIndex + 1
      body(UnsafeBufferPointer(rebasing: text[first]), true, first)
    }
  }
}

@Suite("A tokenizer of our own") struct FullTextTokenizerTests {
  private func table() throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.addTokenizer("initials") { Initials() }
    try connection.execute(
      """
      CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'initials');
      INSERT INTO texts VALUES ('water lilies'), ('lilies of water'), (''), (NULL);
      """)
    return connection
  }

  private func count(_ connection: Connection, _ query: String) throws -> Int64 {
    try connection.integer("SELECT count(*) FROM texts WHERE texts MATCH '\(query)'")
  }

  @Test(arguments: [
    ("water", 2 as Int64), ("\"water lilies\"", 1), ("\"w l\"", 1), ("\"l o w\"", 1), ("lil*", 2),
    ("\"w o\"", 0), ("nothing", 0),
  ])
  func `says which words a text has, and where`(query: String, found: Int64) throws {
    #expect(try count(try table(), query) == found)
  }

  @Test func `takes texts apart as it did when they go`() throws {
    let connection = try table()
    try connection.execute("DELETE FROM texts WHERE text = 'water lilies'")
    #expect(try count(connection, "water") == 1)
    try connection.execute("INSERT INTO texts (texts, rank) VALUES ('integrity-check', 1)")
  }

  @Test func `is missed where nobody added it`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    #expect(throws: SQLiteError.self) {
      try connection.execute("CREATE VIRTUAL TABLE a USING fts5 (text, tokenize = 'initials')")
    }
  }
}
