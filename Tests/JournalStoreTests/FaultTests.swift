import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A journal on a failing disk") struct FaultTests {
  let fixture: Fixture
  let journal: Journal
  let entries: [Entry]

  init() throws {
    fixture = try Fixture()
    journal = try fixture.create()
    try journal.append(Fixture.drafts(1...3))
    entries = try journal.entries(from: 1, atMost: 9)
  }

  /// Nothing that was acknowledged is lost, in this connection or in one that comes later.
  private func expectNothingLost() throws {
    #expect(try journal.head().number == 3)
    #expect(try fixture.open(.read).entries(from: 1, atMost: 9) == entries)
    #expect(try fixture.open(.read).verify().isWhole)
  }

  private func expectDiskFull(_ body: () throws(JournalError) -> Void) {
    let error = #expect(throws: JournalError.self) { try body() }
    #expect(error?.code == .diskFull)
    #expect(
      error?.message.hasSuffix(
        "database or disk is full. The disk is full: make room and try again; "
          + "what was acknowledged is safe.") == true)
  }

  @Test func `that may not grow says so, loses nothing, and continues when there is room`() throws {
    let pages = try journal.connection.integer("PRAGMA page_count")
    try journal.connection.execute("PRAGMA max_page_count = \(pages)")
    var large = Fixture.draft(4)
    large.payload = [UInt8](repeating: 7, count: 100_000)
    expectDiskFull { () throws(JournalError) in
      _ = try journal.append([Fixture.draft(4), large])
    }
    try expectNothingLost()
    try journal.connection.execute("PRAGMA max_page_count = 1000000")
    try journal.append([large])
    #expect(try journal.head().number == 4)
    #expect(journal.verify().isWhole)
  }

  #if canImport(Glibc)
    private func log() throws -> RedirectedFile {
      try #require(RedirectedFile(path: fixture.path + "-wal"), "SQLite has no log open")
    }

    // What is read from there is not what was written, so each connection fails once only.
    @Test(arguments: [true, false])
    func `that is full at the commit says so, and loses nothing`(isAppend: Bool) throws {
      let other = try Fixture()
      let entries = try other.make(3)
      do {
        let journal = try other.open()
        try journal.append([Fixture.draft(4)])
        let log = try #require(RedirectedFile(path: other.path + "-wal"))
        log.redirect(to: "/dev/full")
        expectDiskFull { () throws(JournalError) in
          if isAppend {
            try journal.append([Fixture.draft(5)])
          } else {
            try journal.redact(.first)
          }
        }
      }
      let again = try other.open()
      #expect(try again.entries(from: 1, atMost: 3) == entries)
      #expect(try again.head().number == 4)
      try again.append([Fixture.draft(5)])
      try again.redact(.first)
      #expect(again.verify().isWhole)
    }

    // Nothing can be written; and what is written cannot be synced.
    @Test(arguments: [("/dev/null", O_RDONLY), ("/dev/null", O_RDWR)])
    func `that fails to write or sync acknowledges nothing more until it is reopened`(
      path: String, flags: Int32
    ) throws {
      let log = try log()
      log.redirect(to: path, flags: flags)
      let error = #expect(throws: JournalError.self) { try journal.append([Fixture.draft(4)]) }
      #expect(error?.code == .storage)
      #expect(
        error?.message.hasSuffix(
          "The system could not read or write: check the disk, then open it again.") == true)
      #expect((error?.cause as? SQLiteError)?.code == .inputOutput)
      log.restore()
      let appending = #expect(throws: JournalError.self) {
        try journal.append([Fixture.draft(4)])
      }
      let redacting = #expect(throws: JournalError.self) { try journal.redact(.first) }
      for error in [appending, redacting] {
        #expect(error?.code == .stopped)
        #expect(
          error?.message
            == "\(fixture.path) failed to sync before. Open it again: it is verified then.")
      }
      try expectNothingLost()
    }

    @Test func `that fails while it redacts is stopped too`() throws {
      let log = try log()
      log.redirect(to: "/dev/null")
      let error = #expect(throws: JournalError.self) { try journal.redact(.first) }
      #expect(error?.code == .storage)
      log.restore()
      let stopped = #expect(throws: JournalError.self) { try journal.append([Fixture.draft(4)]) }
      #expect(stopped?.code == .stopped)
      try expectNothingLost()
    }

    @Test func `that failed can be reopened, with everything acknowledged`() throws {
      // The journal of the suite holds its lock, so this is another one.
      let copy = try Fixture()
      try copy.make(3)
      do {
        let journal = try copy.open()
        try journal.append([Fixture.draft(4)])
        let log = try #require(RedirectedFile(path: copy.path + "-wal"))
        log.redirect(to: "/dev/null")
        #expect(throws: JournalError.self) { try journal.append([Fixture.draft(5)]) }
      }
      let again = try copy.open()
      #expect(try again.head().number == 4)
      #expect(try again.entries(from: 1, atMost: 3) == entries)
      try again.append([Fixture.draft(5)])
      #expect(again.verify().isWhole)
    }
  #endif
}
