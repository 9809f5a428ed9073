import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A take-down") struct TakeDownTests {
  private func takeDown(
    _ number: UInt64, of world: FleetCloud, isUndone: Bool = false
  ) throws -> Int {
    try world.cloud.takeDown(Fleet.tag(number), isUndone: isUndone, now: Fleet.now).controlEntries
  }

  @Test func `hides an item at once, and shows it again when it is undone`() throws {
    let world = try FleetCloud()
    let (digest, before) = (try world.projections.stateDigest(), try Facts(world.projections))
    #expect(try takeDown(1, of: world) == 1)
    #expect(try world.projections.search("word1", limit: 5).isEmpty)
    #expect(try Facts(world.projections).titles == before.titles.filter { $0 != "Page word1" })
    // What was counted stays counted.
    #expect(world.projections.counts() == before.counts)
    #expect(try takeDown(1, of: world, isUndone: true) == 1)
    #expect(try world.projections.stateDigest() == digest)
    #expect(try Facts(world.projections) == before)
  }

  @Test func `is in the log once`() throws {
    let world = try FleetCloud()
    #expect(try takeDown(1, of: world, isUndone: true) == 0)
    for expected in [1, 0] { #expect(try takeDown(1, of: world) == expected) }
    for expected in [1, 0] { #expect(try takeDown(1, of: world, isUndone: true) == expected) }
  }

  @Test func `outlives new endorsers, new words, a retraction and a rebuild`() throws {
    let world = try FleetCloud()
    #expect(try takeDown(2, of: world) == 1)
    var other = TestDevice(30)
    try other.enrol(with: world.cloud, now: Fleet.now)
    other.add(engaged(1, item: Fleet.item(2)))
    other.add(.content(Fleet.item(2), salt: 1))
    _ = world.cloud.handle(try other.request(), now: Fleet.now)
    try world.revoke(.retracted)
    let digest = try world.projections.stateDigest()
    #expect(try Facts(world.projections).titles == ["Page word3"])
    try world.cloud.rebuild()
    #expect(try world.projections.stateDigest() == digest)
    #expect(try world.opened("new.sqlite").publicEntries().map(\.item.title) == ["Page word3"])
  }

  @Test func `is of an item that somebody reported`() throws {
    let world = try FleetCloud()
    let length = world.log.entries.count
    let error = #expect(throws: CloudError.self) { try takeDown(99, of: world) }
    #expect(error?.code == .notFound)
    #expect(
      error?.message == "Nobody has reported the item \(Fleet.tag(99)). List what is public, or "
        + "what was counted, and take the item's tag from there.")
    #expect(world.log.entries.count == length)
  }
}
