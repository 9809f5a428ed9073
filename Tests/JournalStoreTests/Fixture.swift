import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport

/// A place for one journal, and what is put into it.
struct Fixture {
  let folder: TemporaryFolder
  let path: String
  let identity: JournalIdentity

  init(_ identity: JournalIdentity = JournalIdentity(kind: .private, name: Sample.journalName))
    throws
  {
    folder = try TemporaryFolder()
    path = folder.file("a.journal")
    self.identity = identity
  }

  /// How each error about damage ends.
  static let adviceOnDamage =
    "to see what is whole. Restore it from a snapshot, or write what can still be read to a new "
    + "file with `spotlog journal salvage`."

  /// An event whose payload says its number.
  static func draft(_ number: Int, kind: EntryKind = .event) -> EntryDraft {
    EntryDraft(
      kind: kind, time: Timestamp(milliseconds: Int64(number) * 1_000),
      payload: Array("the payload of entry \(number)".utf8))
  }

  static func drafts(_ numbers: ClosedRange<Int>) -> [EntryDraft] { numbers.map { draft($0) } }

  /// Makes the journal with so many entries and closes it.
  @discardableResult
  func make(_ count: Int) throws -> [Entry] {
    let journal = try create()
    if count > 0 { try journal.append(Self.drafts(1...count)) }
    return try journal.entries(from: 1, atMost: count)
  }

  func create(
    first: (inout Appender) throws(JournalError) -> Void = { _ in }
  ) throws(JournalError) -> Journal {
    try Journal.create(
      at: path, identity: identity, created: Sample.day.start, first: first)
  }

  func open(_ access: Journal.Access = .write) throws(JournalError) -> Journal {
    try Journal.open(at: path, for: access)
  }

  /// Changes the file behind the journal's back.
  func change(_ sql: String) throws {
    try Connection(path: path, mode: .readWrite).execute(sql)
  }

  /// Changes the file's bytes.
  func changeBytes(_ body: (inout [UInt8]) throws -> Void) throws {
    let url = URL(fileURLWithPath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    try body(&bytes)
    try Data(bytes).write(to: url)
  }

  /// The bytes of the file alone, all that it holds taken over from its log.
  func settled() throws -> Data {
    try open().flushWriteAheadLog()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// All bytes of all files in the folder.
  func allBytes() throws -> [UInt8] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file($0))))
    }
  }
}

extension [UInt8] {
  func contains(text: String) -> Bool { firstIndex(ofText: text) != nil }

  func firstIndex(ofText text: String) -> Int? {
    let wanted = Array(text.utf8)
    // Only where the first byte fits is it worth to look further.
    return indices.first { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
  }
}
