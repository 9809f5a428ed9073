import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A journal that a stranger wrote into", .timeLimit(.minutes(1)))
struct CraftedFileTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.make(5)
  }

  @Test(arguments: CraftedJournal.cases)
  func `is refused by name, and is as it was`(sql: String, word: String) throws {
    try RawDatabase.run(sql, on: fixture.path)
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for access in [Journal.Access.read, .write] {
      let error = #expect(throws: JournalError.self) { try fixture.open(access) }
      #expect(error?.message.contains(word) == true, "\(String(describing: error))")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        .filter { $0.hasPrefix("beside") }.isEmpty)
  }

  @Test(arguments: [
    "CREATE TABLE local_a (a INTEGER, [check] TEXT, \"where\" INT, UNIQUE (a)); "
      + "CREATE INDEX local_b ON local_a (a, [check])",
    "CREATE TABLE local_a (a TEXT PRIMARY KEY) STRICT, WITHOUT ROWID", "ANALYZE",
  ])
  func `is read where the owner has tables of its own`(sql: String) throws {
    try RawDatabase.run(sql, on: fixture.path)
    for access in [Journal.Access.read, .write] {
      #expect(try fixture.open(access).verify().isWhole)
    }
  }

  @Test(arguments: [-5, -1, .min, .max] as [Int64], [false, true])
  func `with a floor that no journal has is refused`(floor: Int64, isEmpty: Bool) throws {
    try RawDatabase.run("UPDATE journal SET floor_number = \(floor)", on: fixture.path)
    if isEmpty { try RawDatabase.run("DELETE FROM entries", on: fixture.path) }
    for access in [Journal.Access.read, .write] {
      let error = #expect(throws: JournalError.self) { try fixture.open(access) }
      #expect(error?.code == .damaged && error?.message.contains("The floor \(floor)") == true)
    }
    // The entries are those of the same journal.
    guard !isEmpty else { return }
    let survey = try EntrySurvey(fixture.path)
    #expect(survey.identity == fixture.identity)
    #expect(DamagedJournal(survey).verify().entryCount == 5)
  }

  @Test func `with a payload that is larger than any is damaged, and no SQL is told`() throws {
    try RawDatabase.run(
      "UPDATE entries SET payload = zeroblob(\(97 << 20)) WHERE number = 3", on: fixture.path)
    let journal = try fixture.open(.read)
    let error = #expect(throws: JournalError.self) { try journal.entry(SequenceNumber(3)!) }
    #expect(error?.code == .damaged)
    #expect(error?.meaning == "\(fixture.path) is damaged (SQLite: string or blob too big).")
    let findings = journal.verify().findings.map(\.meaning)
    #expect(!findings.isEmpty && !findings.contains { $0.contains("SELECT") }, "\(findings)")
  }

  @Test func `takes entries up to the last number that leaves one, and no more`() throws {
    try RawDatabase.run(
      "DELETE FROM entries; UPDATE journal SET floor_number = \(Int64.max - 2)", on: fixture.path)
    let journal = try fixture.open()
    try journal.append([Fixture.draft(1)])
    let error = #expect(throws: JournalError.self) { try journal.append([Fixture.draft(2)]) }
    #expect(error?.code == .damaged && error?.message.contains("the largest there is") == true)
    #expect(try journal.head().number == UInt64(Int64.max - 1))
    #expect(journal.verify(checksPages: false).isWhole)
  }

  @Test func `with a redaction that none can follow takes no other until it is mended`() throws {
    try fixture.open().redact(SequenceNumber(2)!)
    try RawDatabase.run("UPDATE local_redactions SET sequence = \(Int64.max)", on: fixture.path)
    let error = #expect(throws: JournalError.self) {
      try fixture.open().redact(SequenceNumber(3)!)
    }
    #expect(error?.message.contains("local_redactions") == true)
    let journal = try fixture.open()
    #expect(try RedactionList(journal).mend(comparingEntries: true) != nil)
    try journal.redact(SequenceNumber(3)!)
    #expect(try RedactionList(journal).numbers() == [2, 3])
  }

  /// Numbers below the first were read as 0, which is listed and found by nobody.
  @Test(arguments: [0, -1, -5, .min] as [Int64])
  func `with a redacted entry of a number that none has lists no such redaction`(
    number: Int64
  ) throws {
    try fixture.open().redact(SequenceNumber(2)!)
    try RawDatabase.run(
      "INSERT INTO entries SELECT \(number), kind, encryption, time, digest, payload, "
        + "redacted_size, redacted_digest FROM entries WHERE number = 2", on: fixture.path)
    let journal = try fixture.open()
    #expect(try RedactionList(journal).lastNumber() == 2)
    #expect(try RedactionList(journal).problem() == nil, "there is nothing to mend")
    #expect(try RedactionList(journal).mend(comparingEntries: true) == nil)
    #expect(try RedactionList(journal).numbers() == [2])
    try RawDatabase.run("DELETE FROM entries WHERE number = 2", on: fixture.path)
    #expect(try RedactionList(fixture.open(.read)).lastNumber() == 0)
  }

  @Test func `with a restore that none can follow has the next one begin again`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let mark = RestoreMark(time: Sample.day.start, snapshot: "a")
    try mark.write(5, to: connection)
    try RestoreMark.table.insert(
      [.integer(.max), .integer(0), .text("b"), .number(7)], in: connection)
    try mark.write(6, to: connection)
    try mark.write(7, to: connection)
    #expect(try connection.integers("SELECT row FROM local_restored ORDER BY row") == [1, 2])
    #expect(try RestoreMark.table.problem(in: connection) == nil)
  }

  @Test func `with the largest count of rows counts on`() {
    var sum = CheckedTable.Sum()
    sum.count = .max
    sum.add(7)
    #expect(sum.count == .min && sum.total == 7)
  }

  @Test func `with a value that no journal holds reads none of it`() throws {
    try RawDatabase.run(
      "UPDATE entries SET payload = zeroblob(\(110 << 20)) WHERE number = 3", on: fixture.path)
    let journal = try fixture.open(.read)
    #expect(!journal.verify(checksPages: false).isWhole)
    #expect(throws: JournalError.self) { try journal.entries(from: 1, atMost: 9) }
  }
}
