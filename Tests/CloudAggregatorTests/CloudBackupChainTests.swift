import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@testable import CloudAggregator

/// Backups whose files were lost one by one.
extension CloudBackupTests {
  private func isWhole(_ item: SnapshotFolder.Item) -> Bool {
    (try? item.manifest.get())?.depth == 0
  }

  @Test func `do not count, nor go on, when what they stand on is lost`() async throws {
    let folder = try TemporaryFolder()
    let world = try world(folder)
    try await world.host.open()
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(await world.enrol(seed)?.isEnrolled == true)
      world.clock.goOn(byMilliseconds: Self.hour)
      try await world.host.backUpIfDue()
    }
    let made = try snapshots(folder)
    #expect(made.count == 3 && made.count(where: isWhole) == 1)
    let whole = try #require(made.first(where: isWhole))
    try FileManager.default.removeItem(atPath: folder.file("backups/" + whole.file))
    #expect(await world.enrol(4)?.isEnrolled == true)
    let head = try await world.host.ask { cloud, _ in cloud.projections.position.number }
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    // A whole one again, and it alone can be restored.
    #expect(try snapshots(folder).count(where: isWhole) == 1)
    #expect(try await marked(world) >= head)
    try await world.host.close()
  }

  /// Changes bytes of a part of the log in the file, and neither its manifest nor its length.
  private func damage(_ item: SnapshotFolder.Item, in folder: TemporaryFolder) throws {
    let row = try #require(try item.manifest.get().leader.segments.first).row.name
    let path = folder.file("backups/" + item.file)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      UPDATE sqlar SET data = CAST(substr(data, 1, length(data) / 2) || x'00112233'
        || substr(data, length(data) / 2 + 5) AS BLOB) WHERE name = '\(row)'
      """)
  }

  /// A world with three backups, each of which but the first continues from another.
  private func threeBackups(
    _ folder: TemporaryFolder, verifiedEach milliseconds: Int64
  ) async throws -> HostWorld {
    let world = try world(folder) { $0.verifyIntervalMilliseconds = milliseconds }
    try await world.host.open()
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(await world.enrol(seed)?.isEnrolled == true)
      world.clock.goOn(byMilliseconds: Self.hour)
      try await world.host.backUpIfDue()
    }
    #expect(try snapshots(folder).map { try $0.manifest.get().depth } == [0, 1, 2])
    return world
  }

  @Test(arguments: [0, 1, 2])
  func `that rotted are found when all are read again`(depth: Int) async throws {
    let folder = try TemporaryFolder()
    let world = try await threeBackups(folder, verifiedEach: 1)
    let before = try await marked(world)
    let made = try snapshots(folder)
    try damage(made[depth], in: folder)
    #expect(await world.enrol(4)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.hour)
    let head = try await world.host.ask { cloud, _ in cloud.projections.position.number }
    try await world.host.backUpIfDue()
    let figures = try #require(world.host.backupFigures)
    #expect(
      figures.damages.map(\.file) == [made[depth].file], "what continues from it is not named")
    #expect(try snapshots(folder).count(where: isWhole) == 2, "a whole one is made at once")
    // Of the old ones those below the damaged one can still be restored.
    #expect(try await marked(world) >= (depth == 0 ? head : before))
    if depth > 0 { #expect(try await marked(world) == before) }
    var status = try await world.host.ask { cloud, _ throws(CloudError) in try cloud.status() }
    status.add(figures)
    #expect(status.damagedBackups.count == 1 && status.lastBackup?.file == figures.last?.file)
    #expect(status.backedUpEntry == (try await marked(world)))
    #expect(world.host.statistics.backups?.damages.count == 1)
    // Nothing is made whole again for what is known.
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    #expect(try snapshots(folder).count(where: isWhole) == 2)
    try await world.host.close()
  }

  /// The mark moved on over the damage where nobody read the old ones again.
  @Test func `that rotted are believed until all are read again`() async throws {
    let folder = try TemporaryFolder()
    let world = try await threeBackups(folder, verifiedEach: 10 * Self.hour)
    try damage(try snapshots(folder)[0], in: folder)
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    #expect(world.host.backupFigures?.damages == [])
    world.clock.goOn(byMilliseconds: 10 * Self.hour)
    try await world.host.backUpIfDue()
    #expect(world.host.backupFigures?.damages.count == 1)
    try await world.host.close()
  }

  @Test func `that rotted lower the mark even where no new one can be made`() async throws {
    let folder = try TemporaryFolder()
    let world = try await threeBackups(folder, verifiedEach: 1)
    #expect(try await marked(world) > 0)
    for item in try snapshots(folder) { try damage(item, in: folder) }
    // Nobody can write there: a folder has the name of the lock's file.
    try? FileManager.default.removeItem(atPath: folder.file("backups/snapshots-writer"))
    try FileManager.default.createDirectory(
      atPath: folder.file("backups/snapshots-writer"), withIntermediateDirectories: true)
    world.clock.goOn(byMilliseconds: Self.hour)
    await #expect(throws: CloudError.self) { try await world.host.backUpIfDue() }
    #expect(try await marked(world) == 0)
    try await world.host.close()
  }

  @Test func `are named after a start, and their age is told`() async throws {
    let folder = try TemporaryFolder()
    let world = try await threeBackups(folder, verifiedEach: Self.hour)
    let last = try #require(world.host.backupFigures?.last)
    #expect(last.file == (try snapshots(folder).last?.file))
    try await world.host.close()
    let again = try self.world(folder)
    try await again.host.open()
    try await again.host.backUpIfDue()
    #expect(again.host.backupFigures?.last == last)
    #expect(again.host.statistics.backups?.last == last)
    try await again.host.close()
  }

  @Test func `that no key sealed count for nothing once there is a key`() async throws {
    let folder = try TemporaryFolder()
    let key = try SnapshotKey(bytes: [UInt8](repeating: 7, count: 32), path: "key")
    let world = try world(folder)
    try await world.host.open()
    #expect(await world.enrol(1)?.isEnrolled == true)
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    #expect(try await marked(world) > 0)
    try await world.host.close()
    let bare = try #require(try snapshots(folder).last?.file)
    let again = try self.world(folder) { $0.key = key }
    again.clock.goOn(byMilliseconds: 10 * Self.hour)
    try await again.host.open()
    try await again.host.backUpIfDue()
    let figures = try #require(again.host.backupFigures)
    #expect(figures.held?.unreadable == [bare])
    #expect(figures.problems.count == 1 && figures.problems[0].contains("or without one"))
    let made = try #require(figures.last?.file)
    let chain = try SnapshotChain(path: folder.file("backups/" + made), key: key)
    #expect(chain.archives.count == 1 && chain.newest.isEncrypted)
    try await again.host.close()
  }

  @Test func `are encrypted when there is a key, and need it`() async throws {
    let folder = try TemporaryFolder()
    let key = try SnapshotKey(bytes: [UInt8](repeating: 7, count: 32), path: "key")
    let other = try SnapshotKey(bytes: [UInt8](repeating: 8, count: 32), path: "other")
    let world = try world(folder) { $0.key = key }
    try await world.host.open()
    for seed in 1...2 as ClosedRange<UInt64> {
      #expect(await world.enrol(seed)?.isEnrolled == true)
      world.clock.goOn(byMilliseconds: Self.hour)
      try await world.host.backUpIfDue()
    }
    #expect(try await marked(world) > 0)
    try await world.host.close()
    let file = try #require(try snapshots(folder).last?.file)
    let path = folder.file("backups/" + file)
    for wrong in [nil, other] {
      #expect(throws: SnapshotError.self) { try SnapshotChain(path: path, key: wrong) }
    }
    let chain = try SnapshotChain(path: path, key: key)
    #expect(chain.archives.allSatisfy { $0.isEncrypted })
    _ = try SnapshotRestore(chain, .cloud, to: folder.file("restored")).run(now: Sample.day.start)
    #expect(FileManager.default.fileExists(atPath: folder.file("restored/cloud.journal")))
    // With another key they count for nothing, are named, and a whole one is made.
    let again = try self.world(folder) { $0.key = other }
    again.clock.goOn(byMilliseconds: 10 * Self.hour)
    try await again.host.open()
    try await again.host.backUpIfDue()
    let figures = try #require(again.host.backupFigures)
    #expect(figures.held?.unreadable.count == 2 && figures.held?.left == [])
    #expect(figures.problems.allSatisfy { $0.contains("was made with another key") })
    #expect(figures.last.map { !figures.problems.joined().contains($0.file) } == true)
    try await again.host.close()
  }
}
