import Foundation
import JournalStore
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
    let head = try await world.host.ask { cloud, _ in cloud.folds.position.number }
    world.clock.goOn(byMilliseconds: Self.hour)
    try await world.host.backUpIfDue()
    // A whole one again, and it alone can be restored.
    #expect(try snapshots(folder).count(where: isWhole) == 1)
    #expect(try await marked(world) >= head)
    try await world.host.close()
  }
}
