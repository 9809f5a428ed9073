import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A cloud that is started") struct CloudStartTests {
  private let folder: TemporaryFolder
  private var storage: CloudStorage { .folder(folder.path) }

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Aggregator {
    try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(1),
      now: Sample.day.start)
  }

  @Test func `is made where making its log did not come to its end`() throws {
    try UnfinishedJournal.leave(
      at: storage.logPath, identity: JournalIdentity(kind: .cloud, name: Sample.journalName))
    let looking = #expect(throws: CloudError.self) { try CloudProjections.read(at: storage) }
    #expect((looking?.cause as? JournalError)?.code == .notFound)
    let cloud = try open()
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: Sample.day.start)
    #expect(cloud.verifyLog()?.isWhole == true)
  }

  @Test func `is made where its log is an empty file`() throws {
    try Connection(path: storage.logPath, mode: .create).execute("PRAGMA journal_mode = WAL")
    #expect(try open().projections.status().logEntries == 2)
  }

  @Test(arguments: [false, true])
  func `is not made where only the end of a lost log is left`(isEmpty: Bool) throws {
    _ = try open()
    let left = URL(fileURLWithPath: storage.logPath + "-wal")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: storage.logPath))
    try FileManager.default.removeItem(atPath: storage.logPath)
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: storage.projectionsPath + suffix)
    }
    try bytes.write(to: left)
    if isEmpty { try Data().write(to: URL(fileURLWithPath: storage.logPath)) }
    let error = #expect(throws: CloudError.self) { try open() }
    #expect(error?.message.contains("move \(left.path) away to begin a new cloud") == true)
    #expect(try Data(contentsOf: left) == bytes)
    // The way out that the sentence names.
    try FileManager.default.removeItem(at: left)
    #expect(try open().projections.status().logEntries == 2)
  }

  @Test(arguments: [4..<5, 0..<32, 0..<200, 0..<4_096])
  func `is refused, and keeps its log, where the log's header is damaged`(
    damage: Range<Int>
  ) throws {
    let cloud = try open()
    let (file, log) = try withExtendedLifetime(cloud) {
      (
        try Data(contentsOf: URL(fileURLWithPath: storage.logPath)),
        try Data(contentsOf: URL(fileURLWithPath: storage.logPath + "-wal"))
      )
    }
    var damaged = log
    for place in damage { damaged[place] = damage.count == 1 ? log[place] ^ 1 : 0 }
    let other = try TemporaryFolder()
    let copy = CloudStorage.folder(other.path)
    try file.write(to: URL(fileURLWithPath: copy.logPath))
    try damaged.write(to: URL(fileURLWithPath: copy.logPath + "-wal"))
    let error = #expect(throws: CloudError.self) {
      try Aggregator.open(
        copy, keys: CloudKeys(signing: Sample.cloudKey),
        configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(1),
        now: Sample.day.start)
    }
    #expect((error?.cause as? JournalError)?.code == .damaged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.logPath)) == file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.logPath + "-wal")) == damaged)
  }
}
