import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

/// SQLite brings in any rollback journal that has the right name and looks unfinished.
@Suite("A journal beside a rollback journal") struct RollbackJournalTests {
  private static let count: UInt64 = 30
  private let fixture: Fixture
  private let file: Data
  private let rollback: Data
  private var aside: String { fixture.path + "-journal" }

  init() throws {
    fixture = try Fixture()
    try fixture.make(Int(Self.count))
    file = try fixture.settled()
    rollback = try Self.unfinished(in: fixture.folder)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: fixture.path + suffix)
    }
    try rollback.write(to: URL(fileURLWithPath: fixture.path + "-journal"))
  }

  /// The rollback journal of a transaction that did not come to its end, some of it in the file.
  private static func unfinished(in folder: TemporaryFolder) throws -> Data {
    let path = folder.file("other.sqlite")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      PRAGMA page_size = 4096; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;
      CREATE TABLE other (a BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO other SELECT randomblob(3000) FROM n;
      PRAGMA cache_size = 2; PRAGMA cache_spill = 1;
      BEGIN; UPDATE other SET a = randomblob(3000);
      """)
    return try withExtendedLifetime(connection) {
      try Data(contentsOf: URL(fileURLWithPath: path + "-journal"))
    }
  }

  /// What the tests here are worth: the system's own VFS brings it in.
  @Test func `would be overwritten by SQLite alone`() throws {
    let copy = fixture.folder.file("copy.journal")
    try file.write(to: URL(fileURLWithPath: copy))
    try rollback.write(to: URL(fileURLWithPath: copy + "-journal"))
    do {
      let connection = try? Connection(path: copy, mode: .readWrite, vfs: "unix")
      _ = try? connection?.integer("SELECT count(*) FROM entries")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) != file)
  }

  @Test(arguments: [false, true]) func `is read without it`(readsAlone: Bool) throws {
    var options = JournalOptions()
    options.readsAlone = readsAlone
    let said = Said()
    options.notice = { said.add($0) }
    let journal = try Journal.open(at: fixture.path, for: .read, options: options)
    #expect(try journal.head().number == Self.count)
    #expect(journal.verify().isWhole)
    #expect(said.lines.count == 1)
    #expect(said.lines.first?.hasSuffix("since no journal has one: it was not read.") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == rollback)
    var recovered: UInt64 = 0
    try EntrySurvey(fixture.path).forEach { _ in recovered += 1 }
    #expect(recovered == Self.count)
  }

  @Test func `renames it when it is written`() throws {
    var options = JournalOptions()
    let said = Said()
    options.notice = { said.add($0) }
    let journal = try Journal.open(at: fixture.path, for: .write, options: options)
    #expect(said.lines.first?.hasSuffix("it was renamed to \(aside).foreign.") == true)
    #expect(try journal.head().number == Self.count)
    try journal.append([Fixture.draft(Int(Self.count) + 1)])
    #expect(journal.verify().isWhole)
    #expect(!FileManager.default.fileExists(atPath: aside))
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside + ".foreign")) == rollback)
  }

  @Test func `is made anew beside it`() throws {
    try FileManager.default.removeItem(atPath: fixture.path)
    let journal = try fixture.create()
    try journal.append([Fixture.draft(1)])
    #expect(journal.verify().isWhole)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside + ".foreign")) == rollback)
  }

  /// An index has checksums, and comes from the journal; nothing is brought into it either.
  @Test func `of a database with checked pages is passed over`() throws {
    let path = fixture.folder.file("index.sqlite")
    do {
      let made = try Connection(path: path, mode: .create, hasCheckedPages: true)
      try made.execute("PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (7)")
      try made.checkpointFully()
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    try rollback.write(to: URL(fileURLWithPath: path + "-journal"))
    do {
      let again = try Connection(path: path, mode: .readWrite, hasCheckedPages: true)
      #expect(try again.integer("SELECT b FROM a") == 7)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// Used by one thread at a time.
  private final class Said: @unchecked Sendable {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
  }
}
