import DeviceIndex
import JournalFormat
import Search
import Testing

@testable import Simulation

@Suite("In a world, a protected item") struct ProtectedWorldTests {
  private static func step(
    _ kind: FaultStep.Kind, _ page: String? = nil, _ protection: AppItem.Protection? = nil
  ) -> FaultStep {
    var step = FaultStep(at: 0, kind, device: 0)
    (step.page, step.protection) = (page, protection)
    return step
  }

  private static func world(_ steps: [FaultStep]) throws -> FaultWorld {
    try AppWorldTests.world { $0 = steps }
  }

  private static func name(_ id: String) -> AppName { AppName(app: "mail", id: id) }

  @Test func `is found while its class is unlocked`() throws {
    let world = try Self.world([
      Self.step(.unlock), Self.step(.give, "i1", .complete),
      Self.step(.give, "i2", .untilFirstUnlock), Self.step(.give, "i3"),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    let model = world.ledger.apps(on: 0)
    #expect(model.items.map(\.protection) == [.complete, .untilFirstUnlock, nil])
    let device = world.devices[0]
    let process = try #require(device.process)
    // The last look at rest was at a locked device.
    #expect(process.protectionState == .locked && device.unlockedClass == .untilFirstUnlock)
    func found() throws -> [String] {
      try process.queries.search(AppDice.word, app: "mail", now: world.now)
        .map(\.uniqueIdentifier).sorted()
    }
    #expect(try found() == ["i2", "i3"])
    try device.unlock(process)
    #expect(try found() == ["i1", "i2", "i3"])
  }

  @Test func `is refused while the device is locked, and may be given unprotected`() throws {
    let world = try Self.world([
      Self.step(.give, "i1", .complete), Self.step(.unlock), Self.step(.give, "i1", .complete),
      Self.step(.lock), Self.step(.give, "i2", .untilFirstUnlock),
      Self.step(.give, "i3", .complete), Self.step(.merge, "i1"), Self.step(.restart),
      Self.step(.give, "i4", .untilFirstUnlock), Self.step(.give, "i5", .unprotected),
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.ledger.apps(on: 0).items.map(\.name.id) == ["i1", "i2", "i5"])
  }

  @Test func `is reached by deletions of a locked batch, which is taken whole`() throws {
    var batch = Self.step(.batch, nil, .unprotected)
    (batch.ids, batch.deletedIDs, batch.domains) = (["i2", "i3"], ["i1", "i3"], ["x"])
    var given = Self.step(.give, "i4", .complete)
    given.domain = "x.y"
    let world = try Self.world([
      Self.step(.unlock), Self.step(.give, "i1", .complete), given, Self.step(.lock), batch,
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.ledger.apps(on: 0).items.map(\.name.id) == ["i2"])
    var everything = Self.step(.batch)
    (everything.ids, everything.deletesAll) = (["i5"], true)
    let emptied = try Self.world([Self.step(.give, "i1"), everything])
    #expect(emptied.violations.isEmpty && emptied.ledger.apps(on: 0).items.isEmpty)
    #expect(emptied.ledger.apps(on: 0).apps["mail"]?.states == ["main": "state 1"])
  }

  @Test func `is kept while an app cannot give it, and asked for again`() throws {
    var ask = Self.step(.ask)
    ask.answer = .right
    let world = try Self.world([
      Self.step(.unlock), Self.step(.give, "i1", .complete), Self.step(.give, "i2"),
      Self.step(.lock), ask,
    ])
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.ledger.apps(on: 0).items.map(\.name.id) == ["i1", "i2"])
    let open = try #require(world.devices[0].process).reindex.openRequests()
    #expect(open.map(\.scope) == [.identifiers(["i1"])])
  }

  @Test func `is compared by its words, and not only by its name`() throws {
    let world = try Self.world([Self.step(.unlock), Self.step(.give, "i1", .complete)])
    let cloud = try #require(world.cloud.process)
    let rest = FaultRest(
      cloud: cloud, figures: world.figures(of: cloud), shown: [], bounds: world.ledger.bounds())
    try RightIndexes().atRest(rest, in: world)
    try #require(world.violations.isEmpty, "\(world.violations)")
    var item = AppItem(name: Self.name("i1"), title: "Letter")
    item.protection = .complete
    world.ledger.record([.given(item)], person: 0, device: 0, at: world.now)
    try RightIndexes().atRest(rest, in: world)
    #expect(
      world.violations.map(\.what) == ["it has item i1 with other attributes than its app gave it"])
    item.protection = .unprotected
    world.ledger.record([.given(item)], person: 0, device: 0, at: world.now)
    try RightIndexes().atRest(rest, in: world)
    #expect(world.violations.contains { $0.what == "it lacks item i1" })
  }
}

@Suite("In a world, a device") struct KeptDeviceWorldTests {
  /// Two people open p1 after a day on which both enrolled; then what the test does.
  private static func world(_ later: [FaultStep]) throws -> FaultWorld {
    var steps: [FaultStep] = []
    for (hour, prefix) in [(1, "own"), (24, "p")] as [(Int64, String)] {
      for device in 0...1 {
        var step = FaultStep(at: hour * 3_600_000, .engage, device: device)
        step.page = prefix == "p" ? "p1" : prefix + String(device)
        steps.append(step)
      }
    }
    var knobs = FaultKnobs()
    knobs.devices = 2
    let world = try FaultWorldTests.world(FaultPlan(seed: 1, knobs: knobs, steps: steps + later))
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
    return world
  }

  private static func step(
    _ kind: FaultStep.Kind, _ hour: Int64, name: String? = nil, page: String? = nil
  ) -> FaultStep {
    var step = FaultStep(at: hour * 3_600_000, kind, device: 0)
    (step.name, step.page) = (name, page)
    return step
  }

  private static func key(_ world: FaultWorld) throws -> PublicKey {
    let device = try #require(world.devices[0].process)
    return try #require(try device.sync(now: world.now).witness.grant).deviceKey
  }

  @Test func `continues with another key, and all that it reports counts`() throws {
    let rotated = try Self.world([
      Self.step(.rotateKey, 48), Self.step(.engage, 60, page: "p2"),
    ])
    let cloud = try #require(rotated.cloud.process)
    #expect(rotated.figures(of: cloud)["p1"] == DrillFigures(events: 2, people: 2))
    #expect(rotated.figures(of: cloud)["p2"] == DrillFigures(events: 1, people: 1))
    #expect(try Self.key(rotated) != Self.key(Self.world([])))
  }

  @Test func `continues with another key also when it has nothing more to report`() throws {
    let world = try Self.world([])
    let before = try Self.key(world)
    try #require(world.devices[0].process).sync(now: world.now).requestRotation()
    try world.comeToRest()
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(try Self.key(world) != before)
  }

  @Test func `does not come to rest with the key that it was to replace`() throws {
    let world = try Self.world([Self.step(.rotateKey, 48)])
    #expect(world.devices[0].keyToReplace != nil && world.devices[1].keyToReplace == nil)
    world.devices[0].keyToReplace = try Self.key(world)
    try world.comeToRest()
    #expect(world.violations.map(\.what) == ["it was to have another key, and has the same"])
  }

  @Test func `is restored from a snapshot that was made while it was in use`() throws {
    let world = try Self.world([
      Self.step(.keep, 40, page: "k1"), Self.step(.createSnapshot, 48, name: "made"),
      Self.step(.keep, 50, page: "k2"), Self.step(.engage, 50, page: "p2"),
      Self.step(.restoreSnapshot, 72, name: "made"), Self.step(.engage, 80, page: "p1"),
    ])
    let items = world.ledger.apps(on: 0).items.map(\.name.id)
    #expect(items == ["k1"] && world.counts[.restore] == 1)
    let cloud = try #require(world.cloud.process)
    // What the cloud has of the time that the device forgot still counts.
    #expect(world.figures(of: cloud)["p2"] == DrillFigures(events: 1, people: 1))
    #expect(world.figures(of: cloud)["p1"] == DrillFigures(events: 3, people: 2))
  }

  @Test func `is not restored from a snapshot that was never made`() throws {
    let world = try Self.world([Self.step(.restoreSnapshot, 72, name: "made")])
    #expect(world.counts[.restore] == 0)
  }
}
