import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Redacting an entry") struct RedactTests {
  let fixture: Fixture
  let entries: [Entry]

  init() throws {
    fixture = try Fixture()
    entries = try fixture.make(5)
  }

  @Test func `takes the payload and leaves number, header and chain`() throws {
    let journal = try fixture.open()
    try journal.redact(SequenceNumber(3)!)
    var expected = entries
    expected[2].payload = nil
    #expect(try journal.entries(from: 1, atMost: 9) == expected)
    let verification = journal.verify()
    #expect(verification.isWhole)
    #expect(verification.redactedCount == 1)
    #expect(verification.entryCount == 5)
  }

  @Test(arguments: [1, 5] as [UInt64])
  func `lets the journal be opened and appended to`(number: UInt64) throws {
    try fixture.open().redact(SequenceNumber(number)!)
    let journal = try fixture.open()
    #expect(try journal.head().digest == entries[4].digest)
    try journal.append([Fixture.draft(6)])
    #expect(journal.verify().isWhole)
  }

  @Test func `leaves no byte of the words in any file once the journal is closed`() throws {
    let words = "the payload of entry 3"
    #expect(try fixture.allBytes().contains(text: words))
    try fixture.open().redact(SequenceNumber(3)!)
    #expect(try !fixture.allBytes().contains(text: words))
    #expect(try fixture.allBytes().contains(text: "the payload of entry 4"))
  }

  @Test func `again changes nothing`() throws {
    let journal = try fixture.open()
    try journal.redact(.first)
    let redacted = try journal.entries(from: 1, atMost: 9)
    try journal.redact(.first)
    #expect(try journal.entries(from: 1, atMost: 9) == redacted)
  }

  @Test func `that is not there is refused`() throws {
    let journal = try fixture.open()
    let error = #expect(throws: JournalError.self) { try journal.redact(SequenceNumber(6)!) }
    #expect(error?.code == .notFound)
    #expect(error?.message == "\(fixture.path) has no entry 6 to redact.")
  }

  @Test func `does not hide a later change`() throws {
    try fixture.open().redact(SequenceNumber(3)!)
    try fixture.change("UPDATE entries SET redacted_size = 7 WHERE number = 3")
    #expect(try fixture.open(.read).verify().findings.map(\.kind) == [.brokenChain])
    try fixture.change("UPDATE entries SET redacted_digest = zeroblob(32) WHERE number = 3")
    #expect(try fixture.open(.read).verify().findings.map(\.kind) == [.brokenChain])
  }
}
