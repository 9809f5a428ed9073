import DeviceIndex
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing
import TraceLines

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
    for device in 0..<3 { try engage(device, at: 0, in: world) }
    try world.windDown()
    return world
  }

  /// - Parameter time: in seconds.
  private static func engage(_ device: Int, at time: Int, in world: World) throws {
    for line in [
      "\"kind\":\"activity\",\"type\":\"view\",\"search\":true,\"public\":true,"
        + "\"title\":\"A\",\"url\":\"\(page)\"", "\"kind\":\"engage\"",
    ] {
      let start = "{\"time\":\(time),\"device\":\"d\(device)\",\"app\":\"a\",\"id\":\"x\","
      try world.perform(try TraceEvent(json: Array((start + line + "}").utf8)))
    }
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
    #expect(try world.cloud?.projections.publicEntries().map(\.item.key) == [Self.page])
  }

  @Test func `of counts fails for an engagement that never happened`() throws {
    let world = try Self.world("invented")
    let item = Self.item(Self.page)
    let tag = Self.tag(item, in: world)
    try Self.send([Self.engaged(item, tag: tag, 1)], from: 1, to: world)
    #expect(
      try Self.failing(world) == [CheckResult.countedOnce, "no check contradicts another"])
  }

  @Test func `of counts fails for an item that nobody engaged with`() throws {
    let world = try Self.world("item")
    let item = Self.item(Self.page + "/other")
    let tag = Self.tag(item, in: world)
    try Self.send([Self.engaged(item, tag: tag, 1)], from: 1, to: world)
    let counts = try #require(try world.check().first { $0.promise == 5 })
    #expect(counts.violation == "tag \(tag) was counted and never happened")
  }

  /// Checks of a run, those that fail with a reason.
  private static func checks(_ fails: [String: Bool]) -> [CheckResult] {
    fails.sorted { $0.key < $1.key }.map { name, fails in
      CheckResult(
        promise: 5, name: name, severity: .correctness, violation: fails ? "tag 7: 1 of 2" : nil)
    }
  }

  /// Counts are wrong though all arrived, in a run that loses things and in one that does not.
  @Test(arguments: [
    [CheckResult.everythingArrived: false, CheckResult.countedOnce: true],
    [CheckResult.everythingArrived: false, CheckResult.publicCountedOnce: true],
    [
      CheckResult.everythingArrived: false, CheckResult.nothingAcknowledgedIsLost: false,
      CheckResult.countedOnce: true, "the log's chain is whole": true,
    ],
  ])
  func `of other checks fails where they contradict each other`(fails: [String: Bool]) throws {
    let agreement = CheckResult.agreement(of: Self.checks(fails))
    let violation = try #require(agreement.violation)
    #expect(agreement.severity == .correctness)
    for (name, fails) in fails where name != "the log's chain is whole" {
      #expect(violation.contains("\"\(name)\"" + (fails ? " does not (tag 7: 1 of 2)" : "")))
    }
    #expect(violation.contains(fails.count == 2 ? "\" holds, and" : "\" hold, and"))
  }

  @Test(arguments: [
    [:], [CheckResult.countedOnce: true], [CheckResult.everythingArrived: false],
    [CheckResult.everythingArrived: false, CheckResult.countedOnce: false],
    [CheckResult.everythingArrived: true, CheckResult.countedOnce: true],
    [CheckResult.everythingArrived: true, CheckResult.countedOnce: false],
    [
      CheckResult.everythingArrived: false, CheckResult.nothingAcknowledgedIsLost: true,
      CheckResult.countedOnce: true,
    ],
    [CheckResult.everythingArrived: false, "the log's chain is whole": true],
  ])
  func `of other checks holds where they can all be true`(fails: [String: Bool]) {
    #expect(CheckResult.agreement(of: Self.checks(fails)).holds)
  }

  /// One engagement less than happened, and one more: every device was told that all arrived.
  @Test(arguments: [-1, 1])
  func `of other checks fails for a cloud that counts otherwise than it acknowledges`(
    difference: Int
  ) throws {
    let world = try Self.world("miscounts \(difference)")
    let cloud = try #require(world.cloud)
    cloud.projections.state.items.tags[0].events = UInt64(
      Int(cloud.projections.state.items.tags[0].events) + difference)
    let failing = try world.check().filter { !$0.holds }
    #expect(RunChecks(world: world).lively().holds)
    #expect(
      failing.map(\.name) == [
        CheckResult.countedOnce, "a rebuild gives the same state", "no check contradicts another",
      ])
    let violation = try #require(failing.last?.violation)
    #expect(
      violation.hasPrefix(
        "\"everything arrived\" holds, and \"every engagement counted exactly once\" does not (tag "
      ))
    #expect(try Self.failing(world).isEmpty, "the rebuild put it right")
  }

  @Test func `of what is public fails for words of too few devices`() throws {
    let world = try Self.world("few")
    let item = Self.item(Self.page + "/other")
    let tag = Self.tag(item, in: world)
    for seed in 1...3 as ClosedRange<UInt64> {
      let reports: [Report] = [Self.engaged(item, tag: tag, seed), .content(item, salt: 1)]
      try Self.send(reports, from: seed, to: world)
    }
    try world.cloud?.projections.flush()
    #expect(try Self.failing(world).contains("public only where 3 devices endorse"))
  }

  @Test func `of what is public fails for other words than most endorse`() throws {
    let world = try Self.world("words")
    let item = Self.item(Self.page, title: "Another title")
    let tag = Self.tag(item, in: world)
    for seed in 1...4 as ClosedRange<UInt64> {
      let reports: [Report] = [Self.engaged(item, tag: tag, seed), .content(item, salt: 1)]
      try Self.send(reports, from: seed, to: world)
    }
    try world.cloud?.projections.flush()
    let failing = try Self.failing(world)
    #expect(failing.contains("public wherever 3 devices endorse"))
    #expect(failing.contains("public only where 3 devices endorse"))
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

  @Test func `of arrival fails for a device that has not asked the cloud again`() throws {
    let world = try Self.world("unasked")
    world.devices[1].agenda.beginsAnew = true
    #expect(RunChecks(world: world).lively().violation == "device d1 has not asked the cloud again")
  }

  /// Each device takes for acknowledged what the cloud has forgotten, until it asks.
  @Test func `of arrival fails for devices that an earlier life of the cloud acknowledged`() throws
  {
    var plan = WorldPlan()
    plan.threshold = 3
    plan.losses.cloudRestores = 1
    let world = try World(plan, diskName: "checks-earlier-life")
    let local = try #require(world.localCloud)
    // In four days each device has been acknowledged.
    for device in 0..<2 { try Self.engage(device, at: device * 4 * 86_400, in: world) }
    let snapshot = try local.makeSnapshot(now: world.now)
    try Self.engage(2, at: 8 * 86_400, in: world)
    try world.windDown()
    #expect(try Self.failing(world).isEmpty)
    try local.rewind(to: snapshot, now: world.now)
    let arrival = try #require(RunChecks(world: world).lively().violation)
    for device in 0..<3 {
      #expect(arrival.contains("device d\(device): "))
    }
    #expect(arrival.contains(" acknowledged before the cloud went back, and not confirmed"))
    let failing = try Self.failing(world)
    #expect(failing.contains(CheckResult.everythingArrived))
    #expect(failing.contains(CheckResult.countedOnce))
    #expect(!failing.contains("no check contradicts another"))
    world.everybodyBeginsAnew()
    try world.windDown()
    #expect(try Self.failing(world).isEmpty)
  }

  @Test func `of the log fails for one that was changed`() throws {
    let world = try Self.world("log")
    let cloud = try #require(world.cloud)
    let log = try #require(cloud.log as? JournalCloudLog)
    let file = try #require(log.journal?.connection)
    #expect(RunChecks(world: world).logIsWhole(cloud).holds)
    try file.execute("UPDATE entries SET time = time + 1 WHERE number = 3")
    #expect(file.changes == 1)
    #expect(!RunChecks(world: world).logIsWhole(cloud).holds)
  }

  @Test func `of a rebuild fails for a state that is not the log's`() throws {
    let world = try Self.world("rebuild")
    let cloud = try #require(world.cloud)
    cloud.projections.state.publication.logged.unused.insert(3)
    cloud.projections.state.items.tags[0].events += 1
    #expect(try !RunChecks(world: world).rebuildIsEqual(cloud).holds)
    #expect(try RunChecks(world: world).rebuildIsEqual(cloud).holds, "the rebuild put it right")
  }
}
