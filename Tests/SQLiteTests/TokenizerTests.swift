import SQLite
import Testing

@Suite("A tokenizer") struct TokenizerTests {
  private func tokens(_ text: String, _ specification: String) throws -> [String] {
    var bytes: [UInt8] = []
    try Tokenizer(specification).append(text, to: &bytes)
    #expect(bytes.isEmpty || bytes.first == Tokenizer.mark)
    return bytes.split(separator: Tokenizer.mark).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("Water Lilies", ["water", "lilies"]), ("nymphe\u{301}as", ["nympheas"]), ("", []),
    ("a\0b", ["a", "b"]), ("3.14 💧", ["3", "14"]), ("東京", ["東京"]), ("\u{301}", []),
    ("हिन्दी", ["ह", "न", "द"]),
  ])
  func `gives the words of FTS5`(text: String, expected: [String]) throws {
    #expect(try tokens(text, "unicode61 remove_diacritics 2") == expected)
  }

  @Test func `takes arguments and goes without them`() throws {
    #expect(try tokens("é É", "unicode61 remove_diacritics 0") == ["é", "é"])
    #expect(try tokens("é É", "ascii") == ["é", "É"])
  }

  @Test(arguments: ["", "nobody's", "unicode61 unknown 1", "unicode61 remove_diacritics"])
  func `is not there under any name`(specification: String) {
    #expect(throws: SQLiteError.self) { try Tokenizer(specification) }
  }
}
