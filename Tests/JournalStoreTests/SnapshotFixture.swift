import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport

/// A device's folder with two journals that hang together by a local table, and a folder of
/// snapshots.
struct SnapshotFixture {
  let folder: TemporaryFolder
  var device: String { folder.file("device") }
  var backups: String { folder.file("backups") }

  static let profile: SnapshotProfile = {
    var profile = SnapshotProfile(
      kind: .device,
      journals: [.init("shared.journal", .shared), .init("private.journal", .private)],
      derivedFiles: ["index.sqlite"])
    profile.follow = { connection, cut throws(SQLiteError) in
      UInt64(
        try connection.integer(
          "SELECT count(*) FROM local_origins WHERE private_number <= \(cut.last)"))
    }
    profile.rewind = { kind, last, connection, _ throws(SQLiteError) in
      guard kind == .shared else { return }
      try connection.execute("DELETE FROM local_origins WHERE number > \(last)")
    }
    return profile
  }()

  static let origins =
    "CREATE TABLE local_origins (number INTEGER PRIMARY KEY, private_number INTEGER) STRICT; "
    + "CREATE INDEX local_by_cause ON local_origins (private_number)"

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("device"), withIntermediateDirectories: true)
  }

  func path(_ kind: JournalKind, in directory: String? = nil) -> String {
    (directory ?? device) + "/\(kind).journal"
  }

  func identity(_ kind: JournalKind, name: JournalName = Sample.journalName) -> JournalIdentity {
    kind == .shared
      ? .shared(epoch: Sample.epoch, lineage: Sample.lineage, parent: nil)
      : JournalIdentity(kind: kind, name: name)
  }

  /// Appends so many private entries; every second makes a report.
  func append(_ count: Int) throws {
    let journals = try openAll(.write)
    let start = Int(try journals.leader.head().number)
    try journals.leader.append(Fixture.drafts((start + 1)...(start + count)))
    for number in (start + 1)...(start + count) where number.isMultiple(of: 2) {
      try journals.shared.write { appender throws(JournalError) in
        try appender.append(Fixture.draft(number, kind: .report(.engaged)))
        let report = appender.head.number
        try appender.local { connection throws(SQLiteError) in
          try connection.execute("INSERT INTO local_origins VALUES (\(report), \(number))")
        }
      }
    }
  }

  func openAll(
    _ access: Journal.Access, in directory: String? = nil
  ) throws -> (shared: Journal, leader: Journal) {
    func open(_ kind: JournalKind) throws -> Journal {
      let path = path(kind, in: directory)
      if access == .write, !FileManager.default.fileExists(atPath: path) {
        return try Journal.create(
          at: path, identity: identity(kind), created: Sample.day.start,
          localTables: kind == .shared ? Self.origins : "")
      }
      return try Journal.open(at: path, for: access)
    }
    return (try open(.shared), try open(.private))
  }

  static let hour: Int64 = 3_600_000

  /// Makes a snapshot, so many hours after the first that can be.
  @discardableResult
  func snapshot(
    at hour: Int64 = 0, isIncrement: Bool = false, key: SnapshotKey? = nil,
    retention: SnapshotRetention = SnapshotRetention()
  ) throws -> Snapshot.Made {
    let journals = try openAll(.read)
    var snapshot = Snapshot(
      of: [("shared.journal", journals.shared), ("private.journal", journals.leader)],
      kind: .device, to: backups)
    snapshot.key = key
    var dice = Dice.seeded(UInt64(hour + 1))
    return try SnapshotFolder(backups, key: key).add(
      snapshot, isIncrement: isIncrement, retention: retention,
      created: Sample.day.start.advanced(byMilliseconds: hour * Self.hour), dice: &dice
    ).made
  }

  func restore(
    _ path: String, to directory: String, point: RestorePoint = .head, key: SnapshotKey? = nil,
    files: any SnapshotFiles = SystemFiles()
  ) throws -> SnapshotRestore {
    var restore = SnapshotRestore(
      try SnapshotChain(path: path, key: key), Self.profile, to: directory)
    restore.point = point
    restore.files = files
    return restore
  }

  static let now = Sample.day.start.advanced(byMilliseconds: 99 * hour)

  /// All that two folders' journals hold, as texts that can be compared.
  func contents(of directory: String) throws -> [String] {
    let journals = try openAll(.read, in: directory)
    var lines: [String] = []
    for journal in [journals.shared, journals.leader] {
      lines.append("\(journal.identity) \(journal.created) \(journal.floor)")
      lines += try journal.entries(from: 1, atMost: .max).map { "\($0)" }
    }
    let select = try journals.shared.connection.statement("SELECT * FROM local_origins")
    defer { select.reset() }
    while try select.step() { lines.append("\(select.integer(0)) \(select.integer(1))") }
    return lines
  }

  func files(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { !$0.hasSuffix("-writer") && !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
      .sorted()
  }

  func bytes(in directory: String) throws -> [UInt8] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted().flatMap {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/" + $0)))
    }
  }
}

/// The system's files until the n-th change, from which on everything fails, as when the process
/// ended there.
final class EndingFiles: SnapshotFiles, @unchecked Sendable {
  private let system = SystemFiles()
  private var left: Int
  private(set) var count = 0

  init(changes: Int) { left = changes }

  private func change() throws(FileFailure) {
    guard left > 0 else { throw FileFailure("disk", reason: "the process ended") }
    left -= 1
    count += 1
  }

  var vfs: String? { nil }
  func names(in folder: String) throws(FileFailure) -> [String] { try system.names(in: folder) }
  func makeFolder(_ path: String) throws(FileFailure) { try system.makeFolder(path) }
  func makePrivate(_ path: String) throws(FileFailure) { try system.makePrivate(path) }
  func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]? {
    try system.read(path, atMost: bound)
  }
  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    try change()
    try system.replace(path, with: bytes)
  }
  func rename(_ path: String, to other: String) throws(FileFailure) {
    try change()
    try system.rename(path, to: other)
  }
  func remove(_ path: String) throws(FileFailure) {
    try change()
    try system.remove(path)
  }
  func sync(_ path: String) throws(FileFailure) {
    try change()
    try system.sync(path)
  }
  func syncFolder(_ path: String) throws(FileFailure) {
    try change()
    try system.syncFolder(path)
  }
}
