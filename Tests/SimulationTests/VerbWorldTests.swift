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
