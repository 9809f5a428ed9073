import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A way to be refused: what is done with a fresh place, and what is said about PATH.
struct RefusedJournal: Sendable, CustomStringConvertible {
  let description: String
  let code: JournalError.Code
  let message: String
  let attempt: @Sendable (Fixture) throws -> Void

  init(
    _ description: String, _ code: JournalError.Code, _ message: String,
    attempt: @escaping @Sendable (Fixture) throws -> Void
  ) {
    self.description = description
    self.code = code
    self.message = message
    self.attempt = attempt
  }

  static let all: [RefusedJournal] = [
    RefusedJournal("no file", .notFound, "There is no journal at PATH. Check the path.") {
      _ = try $0.open()
    },
    RefusedJournal(
      "an empty file", .notFound,
      "PATH is empty: nothing of a journal is in it. If it was one, restore it from a snapshot."
    ) {
      try Data().write(to: URL(fileURLWithPath: $0.path))
      _ = try $0.open(.read)
    },
    RefusedJournal(
      "no such entry", .notFound, "PATH has no entry 1 to redact.",
      attempt: { try $0.create().redact(.first) }),
    RefusedJournal(
      "a journal where one is to be made", .alreadyExists,
      "PATH exists already. Open it, or choose another place for the new journal."
    ) { fixture in
      try fixture.make(0)
      _ = try fixture.create()
    },
    RefusedJournal(
      "an empty database", .notFound,
      "There is no journal at PATH: its creation was interrupted. Check the path, or make "
        + "the journal again."
    ) {
      try Connection(path: $0.path, mode: .create).execute("PRAGMA journal_mode = WAL")
      _ = try $0.open(.read)
    },
    RefusedJournal(
      "a folder", .notAJournal,
      "PATH is a folder, and no journal. Check the path; if it was a journal, restore it from a "
        + "snapshot."
    ) {
      try FileManager.default.createDirectory(atPath: $0.path, withIntermediateDirectories: true)
      _ = try $0.open()
    },
    RefusedJournal(
      "a file that was cut short", .notAJournal,
      "PATH was cut short: it has 8192 bytes, and its header says 20480. Look for a whole copy, or "
        + "restore it from a snapshot; " + remains
    ) {
      try $0.make(1)
      try $0.settled().prefix(8_192).write(to: URL(fileURLWithPath: $0.path))
      _ = try $0.open()
    },
    cut(to: 2, "2 bytes"), cut(to: 15, "15 bytes"), cut(to: 16, "16 bytes"),
    cut(to: 99, "99 bytes"),
    RefusedJournal(
      "text", .notAJournal,
      "PATH is not a journal, or its first page was overwritten: it does not begin as an SQLite "
        + "file. Check the path; if it was a journal, " + remains
    ) {
      try Data(String(repeating: "words ", count: 200).utf8)
        .write(to: URL(fileURLWithPath: $0.path))
      _ = try $0.open()
    },
    RefusedJournal(
      "a short text", .notAJournal,
      "PATH is not a journal, or its first page was overwritten: it does not begin as an SQLite "
        + "file. Check the path; if it was a journal, " + remains
    ) {
      try Data("SQLite format 2".utf8).write(to: URL(fileURLWithPath: $0.path))
      _ = try $0.open()
    },
    RefusedJournal(
      "another program's database", .notAJournal,
      "PATH is not a journal, or its first page is damaged: it is an SQLite file that does not say "
        + "that it is one. Check the path; if it was a journal, " + remains
    ) {
      try Connection(path: $0.path, mode: .create).execute("CREATE TABLE things (value)")
      _ = try $0.open(.read)
    },
    RefusedJournal(
      "another kind", .wrongKind,
      "PATH is a private journal, not a shared one. Give the other file."
    ) {
      try $0.make(1)
      _ = try Journal.open(at: $0.path, kind: .shared, for: .read)
    },
    RefusedJournal(
      "a later version", .newerFormat(2),
      "PATH has format 2; this program knows up to 1. Use a newer spotlog."
    ) {
      try $0.make(1)
      try $0.change("PRAGMA user_version = 2")
      _ = try $0.open()
    },
    RefusedJournal(
      "no identity", .damaged,
      "PATH does not say whose journal it is. Restore it from a snapshot."
    ) {
      try $0.make(1)
      try $0.change("DELETE FROM journal")
      _ = try $0.open(.read)
    },
    RefusedJournal(
      "an identity of no kind", .damaged,
      "PATH does not say whose journal it is. Restore it from a snapshot."
    ) {
      try $0.make(1)
      try $0.change("UPDATE journal SET kind = 9")
      _ = try $0.open()
    },
    RefusedJournal(
      "a parent that ends too soon", .format,
      "PATH: PATH ends after 10 bytes, in the middle of a field at byte 0. "
        + "Fetch it again from where it came."
    ) {
      try $0.make(1)
      try $0.change("UPDATE journal SET parent = zeroblob(10)")
      _ = try $0.open()
    },
    RefusedJournal(
      "a payload that is too large", .entryTooLarge,
      "An entry of 17 MB (16,777,217 bytes) is too large for PATH: at most 17 MB (16,777,216 "
        + "bytes) are allowed. Split it."
    ) {
      var draft = Fixture.draft(1)
      draft.payload = [UInt8](repeating: 0, count: FormatLimits.payloadByteCount + 1)
      try $0.create().append([draft])
    },
    RefusedJournal(
      "a folder that is not there", .noPermission,
      "PATH/none/a.journal-writer cannot be opened: No such file or directory. Check that the "
        + "folder exists and that you may write in it."
    ) { try makeJournal(in: $0.path + "/none") },
    RefusedJournal(
      "a file in the place of the folder", .noPermission,
      "PATH/a.journal-writer cannot be opened: Not a directory. Check that the folder exists and "
        + "that you may write in it."
    ) {
      try $0.make(1)
      try makeJournal(in: $0.path)
    },
  ]

  private static let remains = "`spotlog journal verify PATH` says what is left of it."

  private static func cut(to byteCount: Int, _ bytes: String) -> RefusedJournal {
    RefusedJournal(
      "a file of which \(bytes) are left", .notAJournal,
      "PATH was cut short: it has \(bytes), and the header of an SQLite file has 100. Look for a "
        + "whole copy, or restore it from a snapshot; " + remains
    ) {
      try $0.make(1)
      try $0.settled().prefix(byteCount).write(to: URL(fileURLWithPath: $0.path))
      _ = try $0.open()
    }
  }

  private static func makeJournal(in folder: String) throws {
    _ = try Journal.create(
      at: folder + "/a.journal",
      identity: JournalIdentity(kind: .private, name: Sample.journalName),
      created: Sample.day.start)
  }
}

@Suite("A journal's error") struct JournalErrorTests {
  @Test(arguments: RefusedJournal.all)
  func `names the file and the next step`(refusal: RefusedJournal) throws {
    let fixture = try Fixture()
    let error = #expect(throws: JournalError.self) { try refusal.attempt(fixture) }
    #expect(error?.code == refusal.code)
    #expect(
      error?.message == refusal.message.replacingOccurrences(of: "PATH", with: fixture.path))
    #expect(error?.description == error?.message)
  }

  @Test(
    arguments: [
      (
        .full, .diskFull,
        "The disk is full: make room and try again; what was acknowledged is safe."
      ),
      (
        .damaged, .damaged,
        "Run `spotlog journal verify /a.journal` to see what is whole. Restore it from a snapshot, "
          + "or write what can still be read to a new file with `spotlog journal salvage`."
      ),
      (.cannotOpen, .noPermission, "Check that the folder exists and that you may write in it."),
      (.readOnly, .noPermission, "Check that the folder exists and that you may write in it."),
      (.busy, .secondWriter, "Another program holds the file locked: wait for it, or end it."),
      (
        .inputOutput, .storage,
        "The system could not read or write: check the disk, then open it again."
      ),
      (.constraint, .storage, "Run `spotlog journal verify /a.journal`."),
      (.other(1), .storage, "Run `spotlog journal verify /a.journal`."),
    ] as [(SQLiteError.Code, JournalError.Code, String)])
  func `says what SQLite said, and what to do`(
    cause: SQLiteError.Code, code: JournalError.Code, advice: String
  ) {
    let error = JournalError(
      SQLiteError(code: cause, message: "something went wrong"), path: "/a.journal")
    #expect(error.code == code)
    #expect(error.message == "something went wrong. \(advice)")
    #expect((error.cause as? SQLiteError)?.code == cause)
  }

  @Test func `names a damaged file and what SQLite said of it`() {
    let cause = SQLiteError(
      code: .damaged, message: "/a.journal: malformed", reason: "malformed")
    let error = JournalError(cause, path: "/a.journal")
    #expect(error.meaning == "/a.journal is damaged (SQLite: malformed).")
    #expect(error.code == .damaged && error.cause is SQLiteError)
  }

  @Test func `translates what lower layers refuse, and passes on its own`() {
    func translated(_ lower: any Error) -> JournalError? {
      #expect(throws: JournalError.self) {
        try JournalError.translating("/a.journal") { throw lower }
      }
    }
    let format = translated(FormatError(.checksum, "The bytes were changed."))
    #expect(format == JournalError(.format, "/a.journal: The bytes were changed."))
    #expect(format?.cause is FormatError)
    #expect(translated(SQLiteError(code: .full, message: "no room"))?.code == .diskFull)
    let own = JournalError(.stopped, "Open it again.")
    #expect(translated(own) == own)
  }

  @Test func `becomes an error of a snapshot that keeps its sentence`() {
    func translated(_ lower: any Error) -> SnapshotError? {
      #expect(throws: SnapshotError.self) { try SnapshotError.translating { throw lower } }
    }
    let own = SnapshotError(.key, "Give its key.")
    #expect(translated(own) == own)
    let busy = JournalError(.secondWriter, "Wait for it.")
    #expect(translated(busy) == SnapshotError(.inUse, "Wait for it."))
    let missing = FileFailure("/a", reason: "no such file")
    #expect(translated(missing)?.code == .storage)
  }

  @Test func `changes nothing in a file of a later version`() throws {
    let fixture = try Fixture()
    try fixture.make(2)
    try fixture.change("PRAGMA user_version = 2")
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for access in [Journal.Access.read, .write] {
      #expect(throws: JournalError.self) { try fixture.open(access) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
  }

  @Test(.disabled(if: geteuid() == 0, "root may write in every folder"))
  func `names a folder in which nobody may write`() throws {
    let fixture = try Fixture()
    chmod(fixture.folder.path, 0o555)
    defer { chmod(fixture.folder.path, 0o755) }
    let error = #expect(throws: JournalError.self) { try fixture.create() }
    #expect(error?.code == .noPermission)
    #expect(error?.message.contains("Permission denied") == true)
  }
}
