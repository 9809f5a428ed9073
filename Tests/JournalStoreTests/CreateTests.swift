import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("Making a journal") struct CreateTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private var url: URL { URL(fileURLWithPath: fixture.path) }

  @Test(arguments: [
    JournalIdentity(kind: .private, name: Sample.journalName),
    JournalIdentity(kind: .cloud, name: Sample.journalName), Sample.identity,
    .shared(epoch: Sample.childEpoch, lineage: Sample.lineage, parent: Sample.head),
  ])
  func `keeps its identity`(identity: JournalIdentity) throws {
    let fixture = try Fixture(identity)
    _ = try fixture.create()
    let journal = try Journal.open(at: fixture.path, kind: identity.kind, for: .read)
    #expect(journal.identity == identity)
    #expect(journal.floor == Journal.Position(number: 0, digest: identity.genesis))
  }

  @Test func `has its first entries from the beginning`() throws {
    let journal = try fixture.create { appender throws(JournalError) in
      try appender.append(Fixture.draft(1))
      try appender.append(Fixture.draft(2))
    }
    #expect(try journal.head().number == 2)
    #expect(try fixture.open(.read).entries(from: 1, atMost: 9).count == 2)
  }

  @Test func `that fails half-way leaves nothing that is taken for a journal`() throws {
    let error = #expect(throws: JournalError.self) {
      try fixture.create { appender throws(JournalError) in
        try appender.append(Fixture.draft(1))
        throw JournalError(.storage, "enough")
      }
    }
    #expect(error?.message == "enough")
    let opening = #expect(throws: JournalError.self) { try fixture.open() }
    #expect(opening?.code == .notFound)
    let journal = try fixture.create { appender throws(JournalError) in
      try appender.append(Fixture.draft(7))
    }
    #expect(try journal.entries(from: 1, atMost: 9).map(\.payload) == [Fixture.draft(7).payload])
    #expect(journal.verify().isWhole)
  }

  @Test func `that a crash ended half-way can be done again`() throws {
    let crashed = try Fixture()
    _ = try fixture.create { appender throws(JournalError) in
      try appender.append(Fixture.draft(1))
      // What the disk holds at this moment is what a crash would leave.
      for suffix in ["", "-wal"] {
        try? FileManager.default.copyItem(
          atPath: fixture.path + suffix, toPath: crashed.path + suffix)
      }
    }
    #expect(FileManager.default.fileExists(atPath: crashed.path))
    let journal = try crashed.create()
    #expect(try journal.head().number == 0)
    #expect(try fixture.open(.read).head().number == 1)
  }

  @Test func `does not touch a journal that is there`() throws {
    let entries = try fixture.make(2)
    let error = #expect(throws: JournalError.self) { try fixture.create() }
    #expect(error?.code == .alreadyExists)
    #expect(try fixture.open().entries(from: 1, atMost: 9) == entries)
  }

  @Test func `does not touch another file that is there`() throws {
    let data = Data("somebody's letters, which are no database and longer than its head".utf8)
    try data.write(to: url)
    let error = #expect(throws: JournalError.self) { try fixture.create() }
    #expect(error?.code == .alreadyExists)
    #expect(
      error?.message
        == "\(fixture.path) exists already. Open it, or choose another place for the new journal.")
    #expect(try Data(contentsOf: url) == data)
  }

  @Test func `does not touch another database that is there`() throws {
    try Connection(path: fixture.path, mode: .create).execute("CREATE TABLE things (value)")
    let error = #expect(throws: JournalError.self) { try fixture.create() }
    #expect(error?.code == .alreadyExists)
  }

  @Test func `takes an empty file that a crash left`() throws {
    try Data().write(to: url)
    #expect(try fixture.create().verify().isWhole)
  }

  @Test(arguments: [
    JournalIdentity(kind: .private, name: Sample.journalName),
    JournalIdentity(kind: .cloud, name: Sample.journalName), Sample.identity,
  ])
  func `is none before it says whose it is, and is made then where it lies`(
    identity: JournalIdentity
  ) throws {
    let fixture = try Fixture(identity)
    try UnfinishedJournal.leave(
      at: fixture.path, identity: identity, localTables: "CREATE TABLE local_a (value)")
    for access in [Journal.Access.read, .write] {
      let error = #expect(throws: JournalError.self) { try fixture.open(access) }
      #expect(error?.code == .notFound)
      #expect(error?.message.contains("its creation was interrupted") == true)
    }
    let journal = try fixture.create()
    #expect(journal.identity == identity)
    #expect(try journal.head().number == 0)
    #expect(journal.verify().isWhole)
  }

  // One bit of byte 71 makes the one of the other.
  @Test func `never goes over a journal that says by a flipped bit that it is unfinished`() throws {
    let entries = try fixture.make(2)
    try fixture.changeBytes { $0[71] ^= 1 }
    let opening = #expect(throws: JournalError.self) { try fixture.open() }
    #expect(opening?.code == .notAJournal)
    let making = #expect(throws: JournalError.self) { try fixture.create() }
    #expect(making?.code == .alreadyExists)
    try fixture.changeBytes { $0[71] ^= 1 }
    #expect(try fixture.open().entries(from: 1, atMost: 9) == entries)
  }

  @Test func `does not touch a database that only says it is unfinished`() throws {
    try Connection(path: fixture.path, mode: .create)
      .execute("CREATE TABLE things (value); PRAGMA application_id = 0x534C4A30")
    let making = #expect(throws: JournalError.self) { try fixture.create() }
    #expect(making?.code == .alreadyExists)
    let opening = #expect(throws: JournalError.self) { try fixture.open() }
    #expect(opening?.code == .notAJournal)
  }

  @Test func `has its owner's tables from the beginning`() throws {
    for table in ["local_a", "local_b"] {
      let journal = try Journal.create(
        at: ":memory:", identity: fixture.identity, created: Sample.day.start,
        localTables: "CREATE TABLE \(table) (value)")
      #expect(try journal.connection.integer("SELECT count(*) FROM \(table)") == 0)
      #expect(try journal.connection.integer("SELECT count(*) FROM sqlite_schema") == 4)
    }
  }

  @Test func `has the page size that was asked for`() throws {
    var options = JournalOptions()
    options.pageByteCount = 512
    let journal = try Journal.create(
      at: fixture.path, identity: fixture.identity, created: Sample.day.start, options: options)
    #expect(try journal.connection.integer("PRAGMA page_size") == 512)
  }

  @Test func `has the tables of FORMAT.md`() throws {
    let document = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Journal/FORMAT.md"), encoding: .utf8)
    let block = try #require(
      document.split(separator: "```sql\n").last?.split(separator: "```").first)
    let journal = try fixture.create()
    let select = try journal.connection.statement(
      "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'local%' AND type = 'table' "
        + "ORDER BY rootpage")
    defer { select.reset() }
    var tables: [String] = []
    while try select.step() { tables.append(select.text(0)) }
    // To the character: a file whose statements differ is refused.
    #expect(String(block) == tables.map { $0 + ";\n" }.joined())
  }
}
