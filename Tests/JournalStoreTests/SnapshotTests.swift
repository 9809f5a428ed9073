import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A snapshot") struct SnapshotTests {
  let fixture: SnapshotFixture

  init() throws { fixture = try SnapshotFixture() }

  @Test func `restores to the same journals and local tables`() throws {
    try fixture.append(40)
    let made = try fixture.snapshot()
    let target = fixture.folder.file("restored")
    let summary = try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
    #expect(summary.members.map(\.after) == [20, 40])
    #expect(summary.members.map(\.before) == [nil, nil])
    #expect(try fixture.contents(of: target) == fixture.contents(of: fixture.device))
    #expect(try fixture.files(in: target) == ["private.journal", "shared.journal"])
    let journals = try fixture.openAll(.write, in: target)
    #expect(journals.leader.verify().isWhole && journals.shared.verify().isWhole)
    try journals.leader.append([Fixture.draft(41)])
    let restored = try journals.leader.connection.text(
      "SELECT time || ' ' || snapshot || ' ' || log_number FROM local_restored")
    #expect(
      restored == "\(SnapshotFixture.now.milliseconds) \(made.manifest.name) 40")
  }

  @Test func `is a copy of one moment while a writer continues`() throws {
    try fixture.append(10)
    let journals = try fixture.openAll(.read)
    let writer = try Journal.open(at: fixture.path(.private), for: .write)
    var snapshot = Snapshot(
      of: [("shared.journal", journals.shared), ("private.journal", journals.leader)],
      kind: .device, to: fixture.backups)
    snapshot.progress = { _ in _ = try? writer.append([Fixture.draft(99)]) }
    var dice = Dice.seeded(1)
    let made = try snapshot.make(created: Sample.day.start, dice: &dice)
    #expect(try writer.head().number > 10)
    #expect(made.manifest.leader.head.number == 10)
    #expect(try SnapshotChain(path: made.path).verify().journals.map(\.entryCount) == [5, 10])
  }

  /// What a person searched for and gave up is in it.
  @Test func `is its owner's alone, and so are the folders that are made for it`() throws {
    try fixture.append(6)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let made = try fixture.snapshot()
    #expect(try mode(fixture.backups) == 0o700)
    #expect(try mode(made.path) == 0o600)
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
    #expect(try mode(target) == 0o700)
  }

  @Test func `is an SQLite archive of ordinary names`() throws {
    try fixture.append(6)
    let made = try fixture.snapshot()
    let archive = try Connection(path: made.path, mode: .readOnly)
    #expect(
      try archive.text("SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlar ORDER BY 1)")
        == "header.json manifest.json private.journal-entries-1-6.sqlite "
        + "shared.journal-entries-1-3.sqlite shared.journal-local-1.sqlite")
    #expect(try archive.integer("SELECT min(sz >= length(data)) FROM sqlar") == 1)
    #expect(try archive.integer("SELECT min(sz > length(data)) FROM sqlar WHERE sz > 999") == 1)
  }

  @Test func `is made of many segments when there is much`() throws {
    let journals = try fixture.openAll(.write)
    let payload = [UInt8](repeating: 7, count: 8 << 20)
    for _ in 0..<9 {
      try journals.leader.append([
        EntryDraft(kind: .event, time: Sample.day.start, payload: payload)
      ])
    }
    let made = try fixture.snapshot()
    #expect(made.manifest.leader.segments.count == 3)
    #expect(made.manifest.rows.allSatisfy { $0.bytes <= 64 << 20 })
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
    let restored = try fixture.openAll(.read, in: target).leader
    #expect(try restored.head() == journals.leader.head())
    #expect(restored.verify().isWhole)
  }

  @Test func `of a damaged journal is not made, and leaves nothing`() throws {
    try fixture.append(10)
    try Connection(path: fixture.path(.private), mode: .readWrite).execute(
      "UPDATE entries SET payload = x'00' WHERE number = 4")
    let error = #expect(throws: SnapshotError.self) { try fixture.snapshot() }
    #expect(error?.message.contains("Entry 4 of") == true)
    #expect(try fixture.files(in: fixture.backups) == [])
  }

  @Test func `of a journal with a local trigger is refused`() throws {
    try fixture.append(2)
    try Connection(path: fixture.path(.shared), mode: .readWrite).execute(
      "CREATE TRIGGER local_t AFTER INSERT ON local_origins BEGIN SELECT 1; END")
    let error = #expect(throws: (any Error).self) { try fixture.snapshot() }
    #expect(error.map { "\($0)" }?.contains(#"trigger "local_t""#) == true)
  }

  @Test func `that was interrupted is removed by the next one`() throws {
    try fixture.append(2)
    try fixture.snapshot()
    let rest = fixture.backups + "/snapshot-20260101T000000000Z-00000000.sqlar.new"
    try Data(count: 9).write(to: URL(fileURLWithPath: rest))
    try fixture.snapshot(at: 1)
    #expect(!FileManager.default.fileExists(atPath: rest))
    #expect(try SnapshotFolder(fixture.backups).items().count == 2)
  }
}

@Suite("An increment") struct SnapshotIncrementTests {
  let fixture: SnapshotFixture

  init() throws { fixture = try SnapshotFixture() }

  @Test func `has what is new, and restores with what it stands on`() throws {
    try fixture.append(20)
    try fixture.snapshot()
    try fixture.append(3)
    let second = try fixture.snapshot(at: 1, isIncrement: true)
    try fixture.append(5)
    let third = try fixture.snapshot(at: 2, isIncrement: true)
    #expect(second.manifest.leader.segments.map(\.first) == [21])
    #expect(third.manifest.leader.segments.map(\.first) == [24])
    #expect(third.manifest.depth == 2)
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(third.path, to: target).run(now: SnapshotFixture.now)
    #expect(try fixture.contents(of: target) == fixture.contents(of: fixture.device))
    #expect(try SnapshotChain(path: third.path).verify().archiveCount == 3)
  }

  @Test func `does not bring deleted words back`() throws {
    try fixture.append(20)
    try fixture.snapshot()
    let leader = try fixture.openAll(.write).leader
    try leader.redact(SequenceNumber(7)!)
    let increment = try fixture.snapshot(at: 1, isIncrement: true)
    #expect(increment.manifest.leader.segments == [])
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(increment.path, to: target).run(now: SnapshotFixture.now)
    #expect(try !fixture.bytes(in: target).contains(text: "the payload of entry 7\u{0}"))
    let restored = try fixture.openAll(.write, in: target).leader
    #expect(try restored.entry(SequenceNumber(7)!)?.payload == nil)
    #expect(restored.verify().redactedCount == 1 && restored.verify().isWhole)
    // And the restored one knows what was redacted, so that its increments say it again.
    try restored.redact(SequenceNumber(8)!)
    #expect(try restored.connection.integer("SELECT count(*) FROM local_redactions") == 2)
  }

  /// What the list lacks, an increment would not know: a restore would take the words of its base.
  @Test(arguments: [
    "DROP TABLE local_redactions", "DELETE FROM local_redactions",
    "DELETE FROM local_redactions WHERE sequence = 2",
  ])
  func `is refused where the list of redactions is lost`(loss: String) throws {
    try fixture.append(20)
    try fixture.snapshot()
    try fixture.openAll(.write).leader.redact([SequenceNumber(7)!, SequenceNumber(8)!])
    try fixture.append(2)
    let path = fixture.path(.private)
    try Connection(path: path, mode: .readWrite).execute(loss)
    let refused = #expect(throws: SnapshotError.self) {
      try fixture.snapshot(at: 1, isIncrement: true)
    }
    #expect(refused?.code == .storage && refused?.message.contains("local_redactions") == true)
    // One that is whole has nothing of the base.
    let whole = try fixture.snapshot(at: 2)
    #expect(whole.manifest.leader.isWhole)
    try FileManager.default.removeItem(atPath: whole.path)
    // The way out that the sentence names.
    let leader = try fixture.openAll(.write).leader
    #expect(try RedactionList(leader).mend(comparingEntries: true) != nil)
    let increment = try fixture.snapshot(at: 3, isIncrement: true)
    let target = fixture.folder.file("restored")
    _ = try fixture.restore(increment.path, to: target).run(now: SnapshotFixture.now)
    let restored = try fixture.openAll(.read, in: target).leader
    for number in [7, 8] as [UInt64] {
      #expect(try restored.entry(SequenceNumber(number)!)?.payload == nil)
      #expect(try !fixture.bytes(in: target).contains(text: "the payload of entry \(number)\u{0}"))
    }
    #expect(try RedactionList(restored).problem() == nil)
  }

  /// And not from what it left, though that is newer and longer.
  @Test func `continues from the past that a journal went back to`() throws {
    try fixture.append(20)
    let early = try fixture.snapshot()
    try fixture.append(10)
    let left = try fixture.snapshot(at: 1, isIncrement: true)
    _ = try fixture.restore(early.path, to: fixture.device).run(now: SnapshotFixture.now)
    try fixture.append(4)
    let late = try fixture.snapshot(at: 2, isIncrement: true)
    #expect(late.manifest.base?.name == early.manifest.name)
    #expect(try SnapshotChain(path: late.path).verify().journals.map(\.entryCount) == [12, 24])
    // Where nothing else is left, it is copied whole.
    for made in [early, late] { try FileManager.default.removeItem(atPath: made.path) }
    let alone = try fixture.snapshot(at: 3, isIncrement: true)
    #expect(alone.manifest.base == nil && alone.manifest.journals.allSatisfy(\.isWhole))
    #expect(FileManager.default.fileExists(atPath: left.path))
  }

  @Test func `copies a journal whole when its redactions are others than the base knows`() throws {
    try fixture.append(20)
    let early = try fixture.snapshot()
    try fixture.openAll(.write).leader.redact(SequenceNumber(7)!)
    try fixture.snapshot(at: 1, isIncrement: true)
    _ = try fixture.restore(early.path, to: fixture.device).run(now: SnapshotFixture.now)
    try fixture.openAll(.write).leader.redact(SequenceNumber(8)!)
    let late = try fixture.snapshot(at: 2, isIncrement: true)
    #expect(late.manifest.leader.isWhole)
    #expect(late.manifest.journals[0].isWhole == false)
  }

  @Test func `without its base is refused by the base's name`() throws {
    try fixture.append(4)
    let base = try fixture.snapshot()
    try fixture.append(4)
    let increment = try fixture.snapshot(at: 1, isIncrement: true)
    try FileManager.default.removeItem(atPath: base.path)
    let missing = #expect(throws: SnapshotError.self) { try SnapshotChain(path: increment.path) }
    #expect(missing?.code == .incomplete)
    #expect(missing?.message.contains(base.manifest.name.prefix(8)) == true)
    // Another snapshot under the base's name.
    try FileManager.default.copyItem(atPath: increment.path, toPath: base.path)
    let other = #expect(throws: SnapshotError.self) { try SnapshotChain(path: increment.path) }
    #expect(other?.code == .incomplete)
  }
}
