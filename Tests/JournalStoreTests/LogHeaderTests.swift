import Foundation
import JournalFormat
import SQLite
import TestSupport
import Testing

@testable import JournalStore

/// SQLite takes a log whose header does not hold for an empty one, and removes it.
@Suite("A write-ahead log whose first bytes are damaged") struct LogHeaderTests {
  /// What the file has of the entries: some, or not even a schema.
  enum File: CaseIterable { case checkpointed, unfinished }

  private static let count = 41
  private let folder: TemporaryFolder
  private var path: String { folder.file("b.journal") }

  init() throws { folder = try TemporaryFolder() }

  /// The file and its log, as a kill leaves them.
  private func files(_ file: File) throws -> (file: Data, log: Data) {
    let fixture = try Fixture()
    let journal = try fixture.create()
    for number in 1...Self.count {
      try journal.append([Fixture.draft(number)])
      if file == .checkpointed, number == 22 { try journal.flushWriteAheadLog() }
    }
    return try withExtendedLifetime(journal) {
      (
        try Data(contentsOf: URL(fileURLWithPath: fixture.path)),
        try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal"))
      )
    }
  }

  private func place(_ file: Data, beside log: Data) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    try file.write(to: URL(fileURLWithPath: path))
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
  }

  private func recovered() throws -> [UInt64] {
    var numbers: [UInt64] = []
    try EntrySurvey(path).forEach { numbers.append($0.header.number.rawValue) }
    return numbers
  }

  private func expectRefusal(_ comment: String, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("Nothing was refused: \(comment)")
    } catch let error as JournalError {
      #expect(error.code == .damaged, "\(comment): \(error)")
      #expect("\(error)".contains("journal salvage"), "\(comment)")
    } catch {
      Issue.record("\(comment): \(error)")
    }
  }

  /// All that is done beside a log which has what the file lacks, and that none of it is lost.
  private func checkUnreadable(_ files: (file: Data, log: Data), _ log: Data, _ comment: String)
    throws
  {
    try place(files.file, beside: log)
    #expect(try LogCheck(path: path).standing == .unreadable, "\(comment)")
    expectRefusal(comment) { _ = try Journal.open(at: path, for: .write) }
    expectRefusal(comment) {
      _ = try Journal.create(
        at: path, identity: JournalIdentity(kind: .private, name: Sample.journalName),
        created: Sample.day.start)
    }
    do {
      let found = try Journal.open(at: path, for: .read).verify().findings
      #expect(found.contains { $0.meaning.contains("is damaged, and entries") }, "\(comment)")
    } catch {
      #expect(error.code == .damaged, "\(comment)")
    }
    #expect(try recovered() == Array(1...UInt64(Self.count)), "\(comment)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == files.file, "\(comment)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log, "\(comment)")
  }

  @Test(arguments: File.allCases) func `loses nothing to a flipped byte`(file: File) throws {
    let files = try files(file)
    for place in 0..<32 {
      var log = files.log
      log[place] ^= 16
      try checkUnreadable(files, log, "byte \(place)")
    }
  }

  @Test(arguments: File.allCases) func `loses nothing to zeros`(file: File) throws {
    let files = try files(file)
    for count in [32, 200, 4_096] {
      var log = files.log
      log.replaceSubrange(..<count, with: Data(count: count))
      try checkUnreadable(files, log, "\(count) zeros")
    }
  }

  /// Also where it has one frame, which no other continues.
  @Test func `is read from its first frame`() throws {
    let (_, log) = try files(.checkpointed)
    let frame = 24 + 4_096
    let whole = try #require(LogFile(bytes: [UInt8](log.prefix(32 + frame))))
    #expect(!whole.isHeaderLost)
    var damaged = [UInt8](log.prefix(32 + frame))
    damaged.replaceSubrange(..<32, with: [UInt8](repeating: 0, count: 32))
    let bytes = damaged
    var frames = try #require(LogFrames { bytes[min($0, bytes.count)...].prefix($1) })
    #expect(frames.isHeaderLost)
    #expect(frames.next()?.isWhole == true)
    damaged[100] ^= 1
    #expect(LogFile(bytes: damaged) == nil)
  }

  @Test func `is renamed where the file has all of it`() throws {
    let fixture = try Fixture()
    let journal = try fixture.create()
    try journal.append(Fixture.drafts(1...Self.count))
    try journal.connection.checkpointLog("PASSIVE")
    let (file, whole) = try withExtendedLifetime(journal) {
      (
        try Data(contentsOf: URL(fileURLWithPath: fixture.path)),
        try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal"))
      )
    }
    for count in [8, 32, 200] {
      var log = whole
      log.replaceSubrange(4..<count, with: Data(count: count - 4))
      try place(file, beside: log)
      let opened = try Journal.open(at: path, for: .write)
      #expect(try opened.head().number == UInt64(Self.count))
      #expect(opened.foreignLog?.aside == path + "-wal.foreign")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal.foreign")) == log)
    }
  }

  @Test func `is none where nothing or no whole frame is in it`() throws {
    let files = try files(.checkpointed)
    for log in [Data(), Data(count: 32), Data(count: 40_000), files.log.prefix(500)] {
      try place(files.file, beside: log)
      #expect(try LogCheck(path: path).standing == .none, "\(log.count)")
    }
  }

  /// The file alone has entries that lie in a page of which the log has a newer image.
  @Test func `of which any frame is damaged takes nothing that the file has`() throws {
    let files = try files(.checkpointed)
    for place in stride(from: 32, to: files.log.count - 4_119, by: 4_120) {
      for byte in [9, 17, 24, 2_000, 4_100] {
        var log = files.log
        log[place + byte] ^= 16
        try self.place(files.file, beside: log)
        let found = try recovered()
        #expect(found.starts(with: 1...22), "byte \(byte) of the frame at \(place): \(found)")
      }
    }
  }

  @Test func `of which any frame is damaged brings no redacted words back`() throws {
    let fixture = try Fixture()
    let journal = try fixture.create()
    try journal.append(Fixture.drafts(1...40))
    try journal.flushWriteAheadLog()
    try journal.redact([SequenceNumber(7)!])
    try journal.append([Fixture.draft(41)])
    try journal.append([Fixture.draft(42)])
    let (file, whole) = try withExtendedLifetime(journal) {
      (
        try Data(contentsOf: URL(fileURLWithPath: fixture.path)),
        try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal"))
      )
    }
    for place in stride(from: 32, to: whole.count - 4_119, by: 4_120) {
      var log = whole
      log[place + 2_000] ^= 16
      try self.place(file, beside: log)
      var payload: [UInt8]? = []
      try EntrySurvey(path).forEach { if $0.header.number.rawValue == 7 { payload = $0.payload } }
      #expect(payload == nil, "the frame at \(place)")
    }
  }
}
