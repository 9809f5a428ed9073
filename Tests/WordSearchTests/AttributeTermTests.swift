import Testing

@testable import WordSearch

@Suite("What a document says in an attribute") struct AttributeTermTests {
  @Test func `is in the order of its numbers`() {
    let numbers: [Double] = [
      -.infinity, -1e300, -8_192, -3.5, -1, -1e-300, 0, 1e-300, 0.5, 1, 2, 4_095, 8_191, 1e9, 1e300,
      .infinity,
    ]
    let terms = numbers.map { AttributeTerm("pageCount", number: $0).bytes }
    for (earlier, later) in zip(terms, terms.dropFirst()) {
      #expect(earlier.lexicographicallyPrecedes(later))
    }
    #expect(AttributeTerm("a", number: -0.0) == AttributeTerm("a", number: 0))
    // Near ones are the same.
    #expect(AttributeTerm("a", number: 8_192) == AttributeTerm("a", number: 8_193))
  }

  private func rows(
    _ fixture: WordFixture, _ range: ClosedRange<Double>, limit: Int = 1_000
  ) throws -> [UInt32]? {
    try fixture.table.rows(
      from: AttributeTerm("size", number: range.lowerBound),
      through: AttributeTerm("size", number: range.upperBound), limit: limit, fixture.ranking
    )?.sorted()
  }

  @Test func `is found while it is waiting, written, merged and reopened, and not once removed`()
    throws
  {
    let fixture = try WordFixture()
    // More segments than are left alone.
    for row in 1...200 as ClosedRange<UInt32> {
      var document = WordFixture.document(row, "word \(row)")
      document.attributeTerms = [
        AttributeTerm("size", number: Double(row % 50)), AttributeTerm("sizes", number: 3),
        AttributeTerm("siz", word: "3"),
      ]
      try fixture.put(document)
      if row % 10 == 0 { try fixture.flush() }
    }
    #expect(try rows(fixture, 3...4) == [3, 4, 53, 54, 103, 104, 153, 154])
    try fixture.remove(53)
    try fixture.remove(3)
    #expect(try rows(fixture, 3...3) == [103, 153])
    try fixture.table.rewrite(fixture.ranking)
    try fixture.reopen()
    #expect(try rows(fixture, 3...3) == [103, 153])
    #expect(try rows(fixture, 60...100) == [])
    #expect(try rows(fixture, 0...100, limit: 197) == nil)
    #expect(try rows(fixture, 0...100, limit: 198)?.count == 198)
  }

  @Test func `is no word that anybody finds`() throws {
    let fixture = try WordFixture()
    var document = WordFixture.document(1, "title")
    document.attributeTerms = [
      AttributeTerm("size", word: "hidden"), AttributeTerm(manyOf: "size"),
    ]
    try fixture.put(document)
    for word in ["hidden", "size", "h*", "s*"] {
      #expect(try fixture.found(WordFixture.query(word)).isEmpty, "\(word)")
    }
    #expect(try fixture.found(WordFixture.query("t*")).count == 1)
  }
}
