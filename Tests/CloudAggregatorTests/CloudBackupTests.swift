import Foundation
import JournalFormat
import JournalStore
import SQLite
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("The backups of a running aggregator") struct CloudBackupTests {
  static let minute: Int64 = 60_000
  static let hour: Int64 = 60 * minute

  func world(
    _ folder: TemporaryFolder, _ change: (inout CloudBackups) -> Void = { _ in }
  ) throws -> HostWorld {
    var backups = CloudBackups(folder: folder.file("backups"))
    change(&backups)
    return try HostWorld(in: folder, backups: backups)
  }

  func marked(_ world: HostWorld) async throws -> UInt64 {
    try await world.host.ask { cloud, _ in cloud.projections.state.backedUpLogNumber }
  }

  func snapshots(_ folder: TemporaryFolder) throws -> [SnapshotFolder.Item] {
    try SnapshotFolder(folder.file("backups")).items()
  }

  @Test func `are made when their time has come, and move the mark`() async throws {
    let folder = try TemporaryFolder()
    let world = try world(folder)
    try await world.host.open()
    #expect(await world.enrol(1)?.isEnrolled == true)
    try await world.host.backUpIfDue()
    #expect(!FileManager.default.fileExists(atPath: folder.file("backups")))
    world.clock.goOn(byMilliseconds: Self.minute)
    let head = try await world.host.ask { cloud, _ in cloud.projections.position.number }
    try await world.host.backUpIfDue()
    #expect(try await marked(world) == head)
    #expect(try snapshots(folder).count == 1)
    // Not again before the hour is over; then one that continues from it.
    try await world.host.backUpIfDue()
    #expect(try snapshots(folder).count == 1)
    #expect(await world.enrol(2)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    #expect(try snapshots(folder).count == 2)
    // What the oldest holds counts, since it may be the one that is restored.
    #expect(try await marked(world) == head)
    try await world.host.close()
  }

  /// One of a clock that was a year ahead held up every other one until that time.
  @Test(arguments: [false, true])
  func `are made though the newest one claims to be of a later time`(isRestarted: Bool) async throws
  {
    let folder = try TemporaryFolder()
    let first = try self.world(folder)
    try await first.host.open()
    let year: Int64 = 365 * 24 * Self.hour
    first.clock.goOn(byMilliseconds: year)
    try await first.host.backUpIfDue()
    #expect(try snapshots(folder).count == 1)
    var world = first
    if isRestarted {
      try await first.host.close()
      world = try self.world(folder)
      try await world.host.open()
    } else {
      first.clock.goOn(byMilliseconds: -year)
    }
    #expect(await world.enrol(1)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.minute)
    try await world.host.backUpIfDue()
    #expect(try snapshots(folder).count == 2)
    // And no oftener than any other.
    try await world.host.backUpIfDue()
    #expect(await world.enrol(2)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.hour / 2)
    try await world.host.backUpIfDue()
    #expect(try snapshots(folder).count == 2)
    world.clock.goOn(byMilliseconds: Self.hour / 2)
    try await world.host.backUpIfDue()
    #expect(try snapshots(folder).count == 3)
    try await world.host.close()
  }

  @Test(
    arguments: [
      // When the newest backup was made, what the clock says, whether one is due; in minutes.
      (nil, 0, false), (nil, 1, true), (-120, 1, true), (-10, 1, false), (-10, 49, false),
      (-10, 50, true), (0, 59, false), (0, 60, true), (600, 1, true), (Int64.max, 1, true),
      (nil, -600, true), (-10, -600, true),
    ] as [(Int64?, Int64, Bool)])
  func `have a time that no clock puts off`(made: Int64?, now: Int64, isDue: Bool) {
    let start = Sample.day.start
    func time(_ minutes: Int64) -> Timestamp {
      Timestamp(milliseconds: minutes == .max ? .max : start.milliseconds + minutes * Self.minute)
    }
    var turns = BackupSchedule(started: start)
    var held = Held()
    held.newest = made.map { BackupFigures.Made(file: "a", time: time($0)) }
    turns.plan(held, now: start, intervalMilliseconds: Self.hour)
    let begins = turns.startIfDue(now: time(now), intervalMilliseconds: Self.hour)
    #expect(begins == isDue)
    let again = turns.startIfDue(now: time(now), intervalMilliseconds: Self.hour)
    #expect(!again, "one at a time, and then an interval later")
  }

  @Test func `lower the mark when the newest ones are lost, and when all are`() async throws {
    let folder = try TemporaryFolder()
    let world = try world(folder) { $0.retention = SnapshotRetention(last: 1) }
    try await world.host.open()
    world.clock.goOn(byMilliseconds: Self.minute)
    try await world.host.backUpIfDue()
    let first = try await marked(world)
    #expect(first > 0)
    for file in try snapshots(folder) {
      try FileManager.default.removeItem(atPath: folder.file("backups/" + file.file))
    }
    #expect(await world.enrol(1)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    // A whole one, as there is nothing to continue from.
    #expect(try snapshots(folder).count == 1)
    #expect(try await marked(world) > first)
    try await world.host.ask { cloud, now throws(CloudError) in
      try cloud.recordBackup(nil, now: now)
    }
    #expect(try await marked(world) == 0)
    try await world.host.close()
  }

  /// A log that rots under projections that are whole: nothing but its own chain shows it.
  @Test(arguments: ["payload = x'02000000'", "time = time + 1", "digest = zeroblob(32)"])
  func `are not made of a log that is damaged, and none that is whole is removed`(
    change: String
  ) async throws {
    let folder = try TemporaryFolder()
    let world = try world(folder) { $0.retention = SnapshotRetention(last: 1) }
    try await world.host.open()
    #expect(await world.enrol(1)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.minute)
    try await world.host.backUpIfDue()
    await world.host.checkLog()
    #expect(world.host.health == CloudHealth(.ready))
    let (mark, whole) = (try await marked(world), try snapshots(folder).map(\.file))
    #expect(await world.enrol(2)?.isEnrolled == true)
    do {
      let file = try Connection(path: world.storage.logPath, mode: .readWrite)
      try file.execute("UPDATE entries SET \(change) WHERE number = 2")
    }
    await world.host.checkLog()
    #expect(world.host.health.status == .degraded)
    #expect(world.host.health.reasons.first?.hasPrefix("The log is damaged: ") == true)
    for _ in 0..<3 {
      world.clock.goOn(byMilliseconds: Self.hour)
      let error = await #expect(throws: CloudError.self) { try await world.host.backUpIfDue() }
      #expect(error?.code == .log && error?.message == world.host.health.reasons.first)
    }
    #expect(try snapshots(folder).map(\.file) == whole)
    #expect(try await marked(world) == mark)
    #expect(world.host.health.reasons.count == 1)
    try await world.host.close()
  }

  @Test func `that cannot be made leave the mark, and say so`() async throws {
    let folder = try TemporaryFolder()
    let world = try world(folder)
    try await world.host.open()
    // Its name is taken by a file.
    try Data().write(to: URL(fileURLWithPath: folder.file("backups")))
    world.clock.goOn(byMilliseconds: Self.minute)
    let error = await #expect(throws: CloudError.self) { try await world.host.backUpIfDue() }
    #expect(error?.code == .configuration)
    #expect(error?.message.hasPrefix("No backup could be made in") == true)
    #expect(try await marked(world) == 0)
    #expect(await world.enrol(1)?.isEnrolled == true)
    try await world.host.close()
  }
}

/// A cloud on real files, with a witness, that is restored from snapshots.
struct RestoredCloud {
  let folder: TemporaryFolder
  let now = Sample.day.start
  var data: String { folder.file("data") }
  var storage: CloudStorage { .folder(data, witnessPath: folder.file("witness")) }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
  }

  func open(acceptsLoss: Bool = false, threshold: UInt32 = 1) throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = threshold
    configuration.acceptsLoss = acceptsLoss
    return try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration,
      dice: .system, now: now)
  }

  func snapshot() throws {
    let journal = try Journal.open(at: storage.logPath, kind: .cloud, for: .read)
    let snapshot = Snapshot(
      of: [(file: "cloud.journal", journal: journal)], kind: .cloud, to: folder.file("backups"))
    var dice = Dice.system
    _ = try SnapshotFolder(folder.file("backups")).add(
      snapshot, isIncrement: false, retention: SnapshotRetention(), created: now, dice: &dice)
  }

  func restore() throws {
    let file = try #require(try SnapshotFolder(folder.file("backups")).items().first?.file)
    let chain = try SnapshotChain(path: folder.file("backups/" + file))
    _ = try SnapshotRestore(chain, .cloud, to: data).run(now: now)
  }

  func send(_ device: TestDevice, _ first: Int = 1, to cloud: Aggregator) throws -> SyncResponse {
    try SyncResponse(bytes: cloud.handle(try device.request(first), now: now))
  }
}

@Suite("A cloud that is restored from its snapshot") struct CloudRestoreTests {
  private let item = Sample.item

  /// A cloud whose only device endorses an item, with its words; then a snapshot; then what
  /// `afterwards` does.
  private func play(
    _ home: RestoredCloud, _ afterwards: (Aggregator, inout TestDevice) throws -> Void
  ) throws -> (device: TestDevice, life: CloudLife) {
    let cloud = try home.open()
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: home.now)
    device.add(engaged(1))
    device.add(.content(item, salt: 1))
    _ = try home.send(device, to: cloud)
    #expect(try cloud.projections.publicEntries().count == 1)
    try home.snapshot()
    try afterwards(cloud, &device)
    try cloud.close()
    return (device, cloud.projections.life)
  }

  @Test func `begins another life, and does not bring back what was withdrawn since`() throws {
    let home = try RestoredCloud()
    let (device, life) = try play(home) { cloud, device in
      device.add(withdrawn(2))
      guard case .received = try home.send(device, 3, to: cloud) else {
        Issue.record("the withdrawal is received")
        return
      }
      #expect(try cloud.projections.publicEntries().isEmpty)
    }
    try home.restore()
    let cloud = try home.open()
    #expect(cloud.projections.life != life)
    #expect(try cloud.projections.publicEntries().isEmpty, "the witness remembers the withdrawal")
    // The device sends it again, with its receipt or without: nothing changes.
    _ = try home.send(device, 3, to: cloud)
    #expect(try cloud.projections.publicEntries().isEmpty)
    #expect(cloud.projections.counts()[item.tag(salt: Sample.tagSalt)]?.events == 1)
    let digest = try cloud.projections.stateDigest()
    try cloud.rebuild()
    #expect(try cloud.projections.stateDigest() == digest)
  }

  /// Every backup held the withdrawal, so the witness forgot it.
  @Test func `knows again what every backup held, when an older one turns up`() throws {
    let home = try RestoredCloud()
    let tag = item.tag(salt: Sample.tagSalt)
    _ = try play(home) { cloud, device in
      let first = cloud.projections.position
      device.add(withdrawn(2))
      _ = try home.send(device, 3, to: cloud)
      _ = try cloud.takeDown(tag, isUndone: false, now: home.now)
      try cloud.recordBackup(cloud.projections.position, now: home.now)
      #expect(cloud.committer.witness.keeper?.witness.withdrawals == [])
      try cloud.recordBackup(first, now: home.now)
      #expect(
        cloud.committer.witness.keeper?.witness.withdrawals.map(\.logNumber) == [first.number + 1])
      #expect(cloud.committer.witness.keeper?.witness.acts.map(\.logNumber) == [first.number + 2])
    }
    try home.restore()
    let cloud = try home.open()
    #expect(try cloud.projections.publicEntries().isEmpty)
    #expect(cloud.projections.counts()[tag]?.distinct == 0)
  }

  @Test func `does not show what was taken down since, nor admit who was removed`() throws {
    let home = try RestoredCloud()
    let tag = item.tag(salt: Sample.tagSalt)
    let (device, _) = try play(home) { cloud, device in
      _ = try cloud.takeDown(tag, isUndone: false, now: home.now)
      _ = try cloud.revoke(try #require(device.grant).lineage, counts: .kept, now: home.now)
    }
    try home.restore()
    let cloud = try home.open()
    #expect(try cloud.projections.publicEntries().isEmpty)
    var other = device
    other.add(engaged(9))
    guard case .refused(let refusal) = try home.send(other, 3, to: cloud) else {
      Issue.record("the device was removed")
      return
    }
    #expect(refusal.code == .notAllowed)
  }

  @Test func `without its witness shows nothing until that is there`() throws {
    let home = try RestoredCloud()
    _ = try play(home) { cloud, device in
      device.add(withdrawn(2))
      _ = try home.send(device, 3, to: cloud)
    }
    try home.restore()
    let witness = URL(fileURLWithPath: home.folder.file("witness"))
    let bytes = try Data(contentsOf: witness)
    try FileManager.default.removeItem(at: witness)
    do {
      let cloud = try home.open()
      #expect(cloud.projections.state.isRecovering)
      #expect(try cloud.projections.publicEntries().isEmpty)
      #expect(cloud.health.status == .degraded)
      #expect(cloud.health.reasons.first?.hasPrefix("Nothing is public: ") == true)
      // It is not rebuilt: the right one is waited for.
      #expect(!FileManager.default.fileExists(atPath: witness.path))
      try bytes.write(to: witness)
      let store = try #require(home.storage.witness)
      try cloud.recovery.recover(from: store, now: home.now)
      #expect(!cloud.projections.state.isRecovering)
      #expect(cloud.health == CloudHealth(.ready))
      #expect(try cloud.projections.publicEntries().isEmpty, "it was withdrawn")
      try cloud.close()
    }
    #expect(try home.open().projections.publicEntries().isEmpty)
  }

  @Test func `without its witness continues when the operator accepts the loss`() throws {
    let home = try RestoredCloud()
    _ = try play(home) { _, _ in }
    try home.restore()
    try FileManager.default.removeItem(atPath: home.folder.file("witness"))
    let cloud = try home.open(acceptsLoss: true)
    #expect(try cloud.projections.publicEntries().count == 1)
  }

  @Test func `is refused when it is older than what the backups were to hold`() throws {
    let home = try RestoredCloud()
    _ = try play(home) { cloud, device in
      device.add(engaged(3))
      _ = try home.send(device, 3, to: cloud)
      // Devices were told that everything is safe up to here.
      let head = cloud.projections.position
      try cloud.recordBackup(head, now: home.now)
    }
    try home.restore()
    let error = #expect(throws: CloudError.self) { try home.open() }
    #expect(error?.code == .log)
    #expect(error?.message.contains("could be lost forever") == true)
    #expect(error?.message.hasSuffix("start with --accept-loss yes.") == true)
    #expect(try home.open(acceptsLoss: true).projections.counts().count == 1)
  }
}
