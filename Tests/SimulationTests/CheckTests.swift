import DeviceIndex
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@testable import CloudAggregator
@testable import Simulation

/// Each check of a run, in worlds that are wrong in exactly what it looks for.
@Suite("A check", .serialized) struct CheckTests {
  static let page = "https://example.com/a"

  /// A world at rest in which three devices engaged with one page, which is public.
  static func world(_ name: String) throws -> World {
    var plan = WorldPlan()
    plan.threshold = 3
    let world = try World(plan, diskName: "checks-\(name)")
    for device in 0..<3 {
      for line in [
        "\"kind\":\"activity\",\"type\":\"view\",\"search\":true,\"public\":true,"
          + "\"title\":\"A\",\"url\":\"\(page)\"", "\"kind\":\"engage\"",
      ] {
        let start = "{\"time\":0,\"device\":\"d\(device)\",\"app\":\"a\",\"id\":\"x\","
        try world.perform(try TraceEvent(json: Array((start + line + "}").utf8)))
      }
    }
    try world.windDown()
    return world
  }

  /// Names of the checks that fail.
  static func failing(_ world: World) throws -> Set<String> {
    Set(try world.check().filter { !$0.holds }.map(\.name))
  }

  /// Sends reports that no device of the world made.
  static func send(_ reports: [Report], from seed: UInt64, to world: World) throws {
    var stranger = TestDevice(seed)
    let cloud = try #require(world.cloud)
    try stranger.enrol(with: cloud, now: world.now)
    for report in reports { stranger.add(report, on: Day(0)) }
    _ = cloud.handle(try stranger.request(), now: world.now)
  }

  static func item(_ url: String, title: String = "A") -> PublicItem {
    PublicItem(
      app: "a", activityType: "view", identity: .url(url), title: title, contentDescription: "",
      keywords: [], thumbnailURL: "")
  }

  static func engaged(_ item: PublicItem, tag: JournalFormat.Tag, _ origin: UInt64) -> Report {
    .engaged(
      .init(
        tag: tag, content: item.digest, origin: Origin(rawValue: origin), isCarried: false))
  }

  static func tag(_ item: PublicItem, in world: World) -> JournalFormat.Tag {
    item.tag(salt: world.configuration.tagSalt)
  }

  @Test func `holds in a world that is right`() throws {
    let world = try Self.world("right")
    #expect(try Self.failing(world).isEmpty)
    #expect(try world.cloud?.folds.publicEntries().map(\.item.key) == [Self.page])
  }

  @Test func `of counts fails for an engagement that never happened`() throws {
    let world = try Self.world("invented")
    let item = Self.item(Self.page)
    let tag = Self.tag(item, in: world)
    try Self.send([Self.engaged(item, tag: tag, 1)], from: 1, to: world)
    #expect(try Self.failing(world) == ["every engagement counted exactly once"])
  }

  @Test func `of counts fails for an item that nobody engaged with`() throws {
    let world = try Self.world("item")
    let item = Self.item(Self.page + "/other")
    let tag = Self.tag(item, in: world)
    try Self.send([Self.engaged(item, tag: tag, 1)], from: 1, to: world)
    let counts = try #require(try world.check().first { $0.promise == 5 })
    #expect(counts.violation == "tag \(tag) was counted and never happened")
  }

  @Test func `of what is public fails for words of too few devices`() throws {
    let world = try Self.world("few")
    let item = Self.item(Self.page + "/other")
    let tag = Self.tag(item, in: world)
    for seed in 1...3 as ClosedRange<UInt64> {
      let reports: [Report] = [Self.engaged(item, tag: tag, seed), .content(item, salt: 1)]
      try Self.send(reports, from: seed, to: world)
    }
    try world.cloud?.folds.flush()
    #expect(try Self.failing(world).contains("public only where 3 devices vouch"))
  }

  @Test func `of what is public fails for other words than most vouch for`() throws {
    let world = try Self.world("words")
    let item = Self.item(Self.page, title: "Another title")
    let tag = Self.tag(item, in: world)
    for seed in 1...4 as ClosedRange<UInt64> {
      let reports: [Report] = [Self.engaged(item, tag: tag, seed), .content(item, salt: 1)]
      try Self.send(reports, from: seed, to: world)
    }
    try world.cloud?.folds.flush()
    let failing = try Self.failing(world)
    #expect(failing.contains("public wherever 3 devices vouch"))
    #expect(failing.contains("public only where 3 devices vouch"))
  }

  @Test func `of arrival fails for a content that was asked for and never came`() throws {
    let world = try Self.world("asked")
    let item = Self.item(Self.page + "/other")
    let tag = Self.tag(item, in: world)
    for seed in 1...3 as ClosedRange<UInt64> {
      try Self.send([Self.engaged(item, tag: tag, seed)], from: seed, to: world)
    }
    #expect(try Self.failing(world).contains("everything arrived"))
  }

  @Test func `of the log fails for one that was changed`() throws {
    let world = try Self.world("log")
    let cloud = try #require(world.cloud)
    let log = try #require(cloud.log as? JournalCloudLog)
    let file = try #require(log.journal?.connection)
    #expect(world.logIsWhole(cloud).holds)
    try file.execute("UPDATE entries SET time = time + 1 WHERE number = 3")
    #expect(file.changes == 1)
    #expect(!world.logIsWhole(cloud).holds)
  }

  @Test func `of a rebuild fails for a state that is not the log's`() throws {
    let world = try Self.world("rebuild")
    let cloud = try #require(world.cloud)
    cloud.folds.state.logged.unused.insert(3)
    cloud.folds.state.tags[0].events += 1
    #expect(try !world.rebuildIsEqual(cloud).holds)
    #expect(try world.rebuildIsEqual(cloud).holds, "the rebuild put it right")
  }
}
