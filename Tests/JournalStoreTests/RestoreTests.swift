import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A restore") struct RestoreTests {
  let fixture: SnapshotFixture
  let made: Snapshot.Made

  init() throws {
    fixture = try SnapshotFixture()
    try fixture.append(20)
    made = try fixture.snapshot()
    try fixture.append(10)
    try Data("derived".utf8).write(to: URL(fileURLWithPath: fixture.device + "/index.sqlite"))
  }

  @Test(arguments: [
    (RestorePoint.head, 20, 10), (.entry(20), 20, 10), (.entry(7), 7, 3), (.entry(1), 1, 0),
    (.time(Timestamp(milliseconds: 7_500)), 7, 3), (.time(Timestamp(milliseconds: .max)), 20, 10),
  ])
  func `ends where it is told to`(point: RestorePoint, last: UInt64, reports: UInt64) throws {
    let target = fixture.folder.file("restored")
    let restore = try fixture.restore(made.path, to: target, point: point)
    let rehearsed = try restore.rehearse()
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(rehearsed.members[1].after == last)
    #expect(try restore.run(now: SnapshotFixture.now).members.map(\.after) == [reports, last])
    let journals = try fixture.openAll(.write, in: target)
    #expect(try journals.leader.head().number == last)
    #expect(try journals.shared.head().number == reports)
    #expect(
      try journals.shared.connection.integer("SELECT count(*) FROM local_origins") == reports)
    #expect(journals.leader.verify().isWhole && journals.shared.verify().isWhole)
  }

  @Test(arguments: [
    RestorePoint.entry(0), .entry(21), .time(Timestamp(milliseconds: 10)),
    .time(Timestamp(milliseconds: .min)),
  ])
  func `to a place outside changes nothing`(point: RestorePoint) throws {
    let before = try fixture.contents(of: fixture.device)
    let restore = try fixture.restore(made.path, to: fixture.device, point: point)
    for error in [
      #expect(throws: SnapshotError.self) { try restore.run(now: SnapshotFixture.now) },
      #expect(throws: SnapshotError.self) { try restore.rehearse() },
    ] {
      #expect(error?.code == .outOfRange)
      #expect(error?.message.contains("entries 1 to 20") == true)
    }
    #expect(try fixture.contents(of: fixture.device) == before)
  }

  @Test func `takes the place of what is there, without what was derived from it`() throws {
    let summary = try fixture.restore(made.path, to: fixture.device).run(now: SnapshotFixture.now)
    #expect(summary.members.map(\.before) == [15, 30])
    #expect(try fixture.openAll(.read).leader.head().number == 20)
    #expect(try fixture.files(in: fixture.device) == ["private.journal", "shared.journal"])
  }

  @Test func `over a journal that somebody writes is refused`() throws {
    let writer = try Journal.open(at: fixture.path(.shared), for: .write)
    let restore = try fixture.restore(made.path, to: fixture.device)
    for error in [
      #expect(throws: SnapshotError.self) { try restore.run(now: SnapshotFixture.now) },
      #expect(throws: SnapshotError.self) { try restore.rehearse() },
    ] { #expect(error?.code == .inUse) }
    #expect(try writer.head().number == 15)
  }

  @Test(arguments: [JournalKind.private, .shared])
  func `over another journal is refused`(kind: JournalKind) throws {
    let target = fixture.folder.file("other")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let identity =
      kind == .shared
      ? JournalIdentity.shared(epoch: Sample.epoch, lineage: .zero, parent: nil)
      : JournalIdentity(kind: kind, name: JournalName(bits: 9))
    _ = try Journal.create(
      at: fixture.path(kind, in: target), identity: identity, created: Sample.day.start)
    let error = #expect(throws: SnapshotError.self) {
      try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
    }
    #expect(error?.code == .otherJournal)
    #expect(try fixture.files(in: target) == ["\(kind).journal"])
  }

  @Test func `over a file that is not a journal is refused`() throws {
    let target = fixture.folder.file("other")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    try Data("a diary".utf8).write(to: URL(fileURLWithPath: target + "/private.journal"))
    let error = #expect(throws: SnapshotError.self) {
      try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
    }
    #expect(error?.code == .otherJournal)
    #expect(try fixture.bytes(in: target).contains(text: "a diary"))
  }

  @Test func `of a cloud's folder from a device's snapshot is refused`() throws {
    let cloud = SnapshotProfile(
      kind: .cloud, journals: [.init("cloud.journal", .cloud)], derivedFiles: [])
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotRestore(
        try SnapshotChain(path: made.path), cloud, to: fixture.folder.file("x")
      ).run(now: SnapshotFixture.now)
    }
    #expect(error?.code == .otherJournal)
  }

  // MARK: Interrupted

  private enum State: Equatable { case before, after }

  /// Whether the folder is as before or as after; anything else is an error.
  private func state(_ before: [String]) throws -> State {
    let now = try fixture.contents(of: fixture.device)
    if now == before { return .before }
    #expect(try fixture.openAll(.read).leader.head().number == 20)
    #expect(try fixture.openAll(.read).shared.head().number == 10)
    return .after
  }

  @Test(arguments: [false, true])
  func `that ends at any step can be run again or undone`(isUndone: Bool) throws {
    // A log beside the journal has to move with it.
    let held = try Journal.open(at: fixture.path(.private), for: .read)
    _ = try held.head()
    try fixture.append(2)
    let before = try fixture.contents(of: fixture.device)
    var states: [State] = []
    for changes in 0..<200 {
      let files = EndingFiles(changes: changes)
      let run = try fixture.restore(made.path, to: fixture.device, files: files)
      let isComplete = (try? run.run(now: SnapshotFixture.now)) != nil
      if isComplete { break }
      let plan = try RestorePlan.read(in: fixture.device)
      if plan != nil {
        let refused = #expect(throws: JournalError.self) {
          try Journal.open(at: fixture.path(.private), for: .write)
        }
        #expect(refused?.code == .restoreUnfinished || refused?.code == .notFound)
      }
      if isUndone, let plan, plan.phase != .finishing {
        try undoUntilDone(interruptedAt: changes % 7)
        #expect(try state(before) == .before)
        states.append(.before)
        continue
      }
      _ = try fixture.restore(made.path, to: fixture.device).run(now: SnapshotFixture.now)
      #expect(try state(before) == .after)
      #expect(try fixture.files(in: fixture.device) == ["private.journal", "shared.journal"])
      states.append(.after)
      try fixture.append(12)
    }
    #expect(states.count > 15)
    #expect(states.contains(isUndone ? .before : .after))
  }

  /// The undoing itself may be interrupted.
  private func undoUntilDone(interruptedAt changes: Int) throws {
    try? SnapshotRestore.undo(
      in: fixture.device, SnapshotFixture.profile, files: EndingFiles(changes: changes))
    guard try RestorePlan.read(in: fixture.device) != nil else { return }
    try SnapshotRestore.undo(in: fixture.device, SnapshotFixture.profile)
  }

  @Test func `from another snapshot does not continue with an interrupted one`() throws {
    try fixture.append(2)
    let other = try fixture.snapshot(at: 5)
    var changes = 0
    while try RestorePlan.read(in: fixture.device)?.phase != .swapping {
      changes += 1
      _ = try? fixture.restore(
        made.path, to: fixture.device, files: EndingFiles(changes: changes)
      ).run(now: SnapshotFixture.now)
    }
    let error = #expect(throws: SnapshotError.self) {
      try fixture.restore(other.path, to: fixture.device).run(now: SnapshotFixture.now)
    }
    #expect(error?.code == .unfinished)
    try SnapshotRestore.undo(in: fixture.device, SnapshotFixture.profile)
    let nothing = #expect(throws: SnapshotError.self) {
      try SnapshotRestore.undo(in: fixture.device, SnapshotFixture.profile)
    }
    #expect(nothing?.code == .notFound)
  }

  #if canImport(Glibc)
    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `on a full disk leaves what was there`() throws {
      let disk = try #require(TinyDisk())
      let target = disk.folder.file("device")
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      for kind in [JournalKind.private, .shared] {
        _ = try Journal.create(
          at: fixture.path(kind, in: target), identity: fixture.identity(kind),
          created: Sample.day.start)
      }
      try disk.fillUp()
      let error = #expect(throws: SnapshotError.self) {
        try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
      }
      #expect(error?.code == .diskFull || error?.code == .storage, "\(error?.message ?? "")")
      #expect(try fixture.files(in: target) == ["private.journal", "shared.journal"])
      try disk.makeRoom()
      _ = try fixture.restore(made.path, to: target).run(now: SnapshotFixture.now)
      #expect(try fixture.openAll(.read, in: target).leader.head().number == 20)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `has a snapshot, or none, when the disk is full`() throws {
      let disk = try #require(TinyDisk())
      try disk.fill(leaving: 16_384)
      let journals = try fixture.openAll(.read)
      let snapshot = Snapshot(
        of: [("shared.journal", journals.shared), ("private.journal", journals.leader)],
        kind: .device, to: disk.folder.file("backups"))
      var dice = Dice.seeded(1)
      let error = #expect(throws: SnapshotError.self) {
        try snapshot.make(created: Sample.day.start, dice: &dice)
      }
      #expect(error?.code == .diskFull)
      #expect(try fixture.files(in: disk.folder.file("backups")) == [])
    }
  #endif
}
