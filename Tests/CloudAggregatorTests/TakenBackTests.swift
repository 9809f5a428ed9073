import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import CloudAggregator

/// What an operator took down stays down, whatever backup of whatever branch the cloud is restored
/// from, and whatever became of its witness.
@Suite("What was taken down stays down") struct TakenBackTests {
  /// A cloud with one public item, of which snapshots are taken and to which it is restored.
  private final class Story {
    let home: RestoredCloud
    var device = TestDevice(1)
    private var snapshotCount = 0
    private let tag = Sample.item.tag(salt: Sample.tagSalt)

    init() throws {
      home = try RestoredCloud()
      try run { cloud in
        try device.enrol(with: cloud, now: home.now)
        device.add(engaged(1))
        device.add(.content(Sample.item, salt: 1))
        _ = try home.send(device, to: cloud)
        #expect(try cloud.projections.publicEntries().count == 1)
      }
    }

    /// One process of the cloud, which ends in good order.
    func run(threshold: UInt32 = 1, _ body: (Aggregator) throws -> Void) throws {
      let cloud = try home.open(threshold: threshold)
      try body(cloud)
      try cloud.close()
    }

    func takeDown(_ cloud: Aggregator, isUndone: Bool = false) throws {
      _ = try cloud.takeDown(tag, isUndone: isUndone, now: home.now)
    }

    /// Entries that change nothing.
    func goOn(_ cloud: Aggregator) throws {
      for _ in 0..<12 { try takeDown(cloud, isUndone: true) }
    }

    func snapshot() throws -> String {
      snapshotCount += 1
      let journal = try Journal.open(at: home.storage.logPath, kind: .cloud, for: .read)
      var dice = Dice.system
      return try Snapshot(
        of: [(file: "cloud.journal", journal: journal)], kind: .cloud,
        to: home.folder.file("snapshots-\(snapshotCount)")
      ).make(created: home.now, dice: &dice).path
    }

    func restore(_ path: String) throws {
      _ = try SnapshotRestore(SnapshotChain(path: path), .cloud, to: home.data).run(now: home.now)
    }

    var witness: URL { URL(fileURLWithPath: home.folder.file("witness")) }

    func expectDown(threshold: UInt32 = 1, _ comment: Comment) throws {
      try run(threshold: threshold) { cloud in
        #expect(!cloud.projections.state.isRecovering, comment)
        let shown = try cloud.projections.publicEntries().count
        #expect(shown == 0, comment)
      }
    }
  }

  /// The witness started over beside a log that had taken the item down.
  @Test func `where the witness alone was lost before`() throws {
    let story = try Story()
    let before = try story.snapshot()
    try story.run { try story.takeDown($0) }
    try FileManager.default.removeItem(at: story.witness)
    try story.expectDown("the log has it")
    try story.restore(before)
    try story.expectDown("the new witness has it")
  }

  /// The act stands in another branch of the log, under a number that this one has as well.
  @Test func `where it was taken down in another branch of the log`() throws {
    let story = try Story()
    let short = try story.snapshot()
    try story.run { try story.goOn($0) }
    let long = try story.snapshot()
    try story.restore(short)
    try story.run { try story.takeDown($0) }
    try story.restore(long)
    try story.expectDown("the act is done again")
  }

  /// What is done again has other numbers than the witness knew.
  @Test func `where a witness came back after a backup`() throws {
    let story = try Story()
    let before = try story.snapshot()
    try story.run { try story.takeDown($0) }
    let bytes = try Data(contentsOf: story.witness)
    try FileManager.default.removeItem(at: story.witness)
    try story.restore(before)
    var hidden = ""
    try story.run { cloud in
      #expect(cloud.projections.state.isRecovering)
      try story.goOn(cloud)
      hidden = try story.snapshot()
      try bytes.write(to: story.witness)
      try cloud.recovery.recover(
        from: try #require(story.home.storage.witness), now: story.home.now)
      #expect(try cloud.projections.publicEntries().isEmpty)
    }
    try story.restore(hidden)
    try story.expectDown("the witness knows it under its new number")
  }

  /// Somebody copied the folder back, so that nothing says that it is a restore.
  @Test func `where the threshold changes as the log goes back`() throws {
    let story = try Story()
    let copy = try Data(contentsOf: URL(fileURLWithPath: story.home.storage.logPath))
    try story.run { try story.takeDown($0) }
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: story.home.storage.logPath + suffix)
    }
    try copy.write(to: URL(fileURLWithPath: story.home.storage.logPath))
    try story.run(threshold: 2) { _ in }
    try story.expectDown("the act is done again")
  }

  /// Done again is what was done last.
  @Test func `but for what the operator gave back`() throws {
    let story = try Story()
    let before = try story.snapshot()
    try story.run { cloud in
      try story.takeDown(cloud)
      try story.takeDown(cloud, isUndone: true)
    }
    for _ in 0..<2 {
      try story.restore(before)
      try story.run { cloud in
        let shown = try cloud.projections.publicEntries().count
        #expect(shown == 1)
      }
    }
  }
}
