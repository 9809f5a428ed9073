import Foundation
import JournalFormat
import JournalStore
import JournalVectors
import SQLite
import TestSupport
import Testing

private let isWriting = ProcessInfo.processInfo.environment["SPOTLOG_WRITE_VECTORS"] == "1"

@Suite("The journals among the vectors") struct JournalVectorTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy, since opening a journal makes files beside it.
  private func copy(of vector: JournalVector) throws -> String {
    let path = folder.file("copy.journal")
    try Data(Vector(.journals, vector.name).bytes()).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(
    .enabled(if: isWriting, "SPOTLOG_WRITE_VECTORS=1 writes the files"),
    arguments: JournalVector.all)
  func `are written when the environment asks for it`(vector: JournalVector) throws {
    let path = folder.file("made.journal")
    try vector.make(at: path)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    try Vector(.journals, vector.name).write([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  @Test(arguments: JournalVector.all)
  func `are read, or refused, as their table says`(vector: JournalVector) throws {
    let path = try copy(of: vector)
    switch vector.outcome {
    case .refused(let code):
      for access in [Journal.Access.read, .write] {
        let error = #expect(throws: JournalError.self) { try Journal.open(at: path, for: access) }
        #expect(error?.code == code)
      }
    case .read(let findings):
      let journal = try Journal.open(at: path, for: .read)
      let found = journal.verify(checksPayloads: true).findings
      #expect(found.map { "\($0.kind) \($0.number ?? 0)" } == findings)
    }
  }

  @Test(arguments: JournalVector.all)
  func `that are whole take another entry`(vector: JournalVector) throws {
    guard case .read([]) = vector.outcome else { return }
    let journal = try Journal.open(at: try copy(of: vector), for: .write)
    #expect(try journal.head().number == UInt64(vector.drafts.count))
    try journal.append([Fixture.draft(9)])
    #expect(journal.verify().isWhole)
  }

  @Test(arguments: JournalVector.all)
  func `hold what today's program writes`(vector: JournalVector) throws {
    let path = folder.file("made.journal")
    try vector.make(at: path)
    let kept = try Self.contents(of: try copy(of: vector))
    #expect(try kept == Self.contents(of: path))
    #expect(!kept.isEmpty)
  }

  /// Everything in the file that is not SQLite's own affair.
  private static func contents(of path: String) throws -> [String] {
    let raw = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard let connection = try? Connection(path: path, mode: .readWrite),
      let version = try? connection.integer("PRAGMA user_version")
    else {
      // Not for SQLite; and what is left of one that was is the same only under one version of it.
      return raw.starts(with: Array(repeating: 0, count: 100)) ? ["no first page"] : [raw.hex]
    }
    var contents = ["\(version) \(try connection.integer("PRAGMA application_id"))"]
    for query in [
      // Local tables are not part of the format, and views are for people alone.
      "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'local%' AND type <> 'view' ORDER BY name",
      "SELECT quote(kind) || quote(name) || "
        + "quote(lineage) || quote(parent) || quote(created) || quote(floor_number) || "
        + "quote(floor_digest) FROM journal",
      "SELECT quote(number) || ' ' || quote(kind) || quote(encryption) || quote(time) || "
        + "quote(digest) || quote(payload) || quote(redacted_size) || quote(redacted_digest) "
        + "FROM entries ORDER BY number",
    ] {
      let select = try connection.statement(query)
      defer { select.reset() }
      while try select.step() { contents.append(select.text(0)) }
    }
    return contents
  }

  @Test func `have no file that no table names, and no name without a file`() throws {
    #expect(
      try Vector.all(in: .journals).map(\.name) == JournalVector.all.map(\.name).sorted())
  }
}
