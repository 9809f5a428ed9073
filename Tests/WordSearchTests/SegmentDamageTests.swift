import JournalFormat
import SQLite
import Testing

@testable import WordSearch

@Suite("A damaged segment") struct SegmentDamageTests {
  private func fixture() throws -> WordFixture {
    let fixture = try WordFixture()
    var maker = DocumentMaker(seed: 3)
    for row in 1...300 as ClosedRange<UInt32> { try fixture.put(maker.document(row: row)) }
    try fixture.flush()
    try fixture.remove(7)
    return fixture
  }

  /// All that a search may read of it.
  private func readAll(_ fixture: WordFixture) throws {
    try fixture.reopen()
    for letter in "kolmistaréndo東京" {
      let text = String(letter)
      _ = try fixture.found(WordFixture.query("\(text)*"), limit: 1_000)
    }
    try fixture.table.rewrite(fixture.ranking)
  }

  @Test func `is noticed whichever byte of it was flipped`() throws {
    let byteCount = Int(
      try fixture().connection.integer("SELECT sum(length(bytes)) FROM word_chunks"))
    let layoutByteCount = Int(
      try fixture().connection.integer("SELECT sum(length(layout)) FROM word_segments"))
    let fixture = try fixture()
    for place in stride(from: 0, to: byteCount, by: 97) {
      try fixture.connection.execute("BEGIN")
      try flip(fixture, "word_chunks", "bytes", place)
      expectDamage(fixture, "has a part 0 that is not what was written")
      try fixture.connection.execute("ROLLBACK")
    }
    for place in 0..<layoutByteCount {
      try fixture.connection.execute("BEGIN")
      try flip(fixture, "word_segments", "layout", place)
      expectDamage(fixture, "is not what was written")
      try fixture.connection.execute("ROLLBACK")
    }
    try readAll(fixture)
  }

  private func flip(
    _ fixture: WordFixture, _ table: String, _ column: String, _ place: Int
  ) throws {
    let select = try fixture.connection.statement("SELECT \(column) FROM \(table)")
    #expect(try select.step())
    var bytes = select.bytes(0)
    select.reset()
    bytes[place] ^= 0x40
    let update = try fixture.connection.statement("UPDATE \(table) SET \(column) = ?")
    update.bind(1, bytes)
    try update.run()
  }

  private func expectDamage(
    _ fixture: WordFixture, _ message: String, at location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SQLiteError.self, sourceLocation: location) {
      try readAll(fixture)
    }
    #expect(error?.code == .damaged, sourceLocation: location)
    #expect(
      error?.message.contains(message) == true, "\(error?.message ?? "")",
      sourceLocation: location)
  }

  @Test(arguments: [
    ("DELETE FROM word_chunks", "has no part 0"),
    ("UPDATE word_chunks SET bytes = x''", "has a part 0 that is not what was written"),
    ("UPDATE word_chunks SET checksum = 0", "has a part 0 that is not what was written"),
    ("UPDATE word_segments SET checksum = 0", "is not what was written"),
    ("UPDATE word_segments SET layout = x''", "is not what was written"),
    ("UPDATE word_dead SET document = 300", "has a dead document that it has not"),
    ("UPDATE word_dead SET document = -1", "has a dead document that it has not"),
  ])
  func `says what is wrong with it`(sql: String, message: String) throws {
    let fixture = try fixture()
    try fixture.connection.execute(sql)
    expectDamage(fixture, message)
  }
}
