import CloudAggregator
import Testing

@testable import Simulation

@Suite("An intruder in a world of faults") struct IntruderTests {
  /// Three people open the page p1, and two of them p2. Then intruders do what is said, one after
  /// the other, an hour apart.
  private static func world(
    intruders: Int = 1, _ acts: [(act: IntruderAct, choice: Int)], with faults: [FaultStep] = [],
    threshold: UInt32 = 2
  ) throws -> FaultWorld {
    var knobs = FaultKnobs()
    knobs.threshold = threshold
    knobs.devices = 3
    knobs.syncIntervalMilliseconds = 60_000
    var steps = [("p1", 0), ("p1", 1), ("p1", 2), ("p2", 0), ("p2", 1)].map { page, device in
      var step = FaultStep(at: 1_000, .engage, device: device)
      step.page = page
      return step
    }
    for (number, (act, choice)) in acts.enumerated() {
      var step = FaultStep(
        at: hour * Int64(number + 1), .intruder, device: number % intruders)
      (step.act, step.count, step.page) = (act, choice, "p1")
      steps.append(step)
    }
    steps = (steps + faults).enumerated().sorted { ($0.1.at, $0.0) < ($1.1.at, $1.0) }.map(\.1)
    let world = try FaultWorldTests.world(FaultPlan(seed: 1, knobs: knobs, steps: steps))
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
    return world
  }

  private static let hour: Int64 = 3_600_000

  /// What is counted in the end: of the two pages, and of all others together.
  private static func figures(_ world: FaultWorld) throws -> [String: DrillFigures] {
    var figures: [String: DrillFigures] = [:]
    for (page, one) in world.figures(of: try #require(world.cloud.process)) {
      figures[page.hasPrefix("tag:") ? "others" : page, default: DrillFigures()]
        .add(events: one.events, people: one.people)
    }
    return figures
  }

  private static func shown(_ world: FaultWorld) throws -> Set<String> {
    try world.publicPages(of: try #require(world.cloud.process))
  }

  /// The pages as people left them, and one engagement with which the intruder began.
  private static let untouched = [
    "p1": DrillFigures(events: 3, people: 3), "p2": DrillFigures(events: 2, people: 2),
    "others": DrillFigures(events: 1, people: 1),
  ]

  @Test func `forges every forbidden request, and changes nothing`() throws {
    let world = try Self.world(HostileRequest.all.indices.map { (.forge, $0) })
    #expect(try Self.figures(world) == Self.untouched)
    #expect(try Self.shown(world) == ["p1", "p2"])
    #expect(try #require(world.cloud.process).status().lineages == 4)
  }

  @Test func `reports numbers at their bounds, and each origin counts once`() throws {
    let world = try Self.world([(.bound, 0), (.bound, 1)])
    var expected = Self.untouched
    expected["others"] = DrillFigures(events: 6, people: 4)
    #expect(try Self.figures(world) == expected)
  }

  @Test func `reports the origins of others, and takes none of their reports`() throws {
    let world = try Self.world([(.collide, 0)])
    #expect(
      try Self.figures(world) == [
        "p1": DrillFigures(events: 6, people: 4), "p2": DrillFigures(events: 4, people: 3),
        "others": DrillFigures(events: 2, people: 2),
      ])
    #expect(try Self.shown(world) == ["p1", "p2"])
  }

  /// Each engagement counts, and the lineage endorses what it did not take back.
  @Test(arguments: [
    (0, DrillFigures(events: 104, people: 4), DrillFigures(events: 1, people: 1)),
    (3, DrillFigures(events: 103, people: 3), DrillFigures(events: 1, people: 1)),
    (1, DrillFigures(events: 3, people: 3), DrillFigures(events: 145, people: 13)),
    (2, DrillFigures(events: 63, people: 3), DrillFigures(events: 1, people: 1)),
  ])
  func `floods a page, and stays one lineage`(
    choice: Int, page: DrillFigures, others: DrillFigures
  ) throws {
    let world = try Self.world([(.flood, choice)])
    var expected = Self.untouched
    (expected["p1"], expected["others"]) = (page, others)
    #expect(try Self.figures(world) == expected)
    #expect(try Self.shown(world) == ["p1", "p2"])
  }

  @Test(arguments: 0..<4)
  func `takes back pages of others, which stay`(choice: Int) throws {
    let world = try Self.world([(.withdraw, choice)])
    #expect(try Self.figures(world) == Self.untouched)
    #expect(try Self.shown(world) == ["p1", "p2"])
  }

  @Test func `repeats what devices sent, and nothing counts twice`() throws {
    let world = try Self.world([(.replay, 0), (.replay, 1)])
    var expected = Self.untouched
    expected["others"] = nil
    #expect(try Self.figures(world) == expected)
    #expect(world.intruders.heard.count > 6)
  }

  @Test func `sends bombs, and they are refused`() throws {
    let world = try Self.world([(.bomb, 0)])
    #expect(try Self.figures(world) == Self.untouched)
  }

  /// Two intruders are as many as it takes, and one is not.
  @Test(arguments: [1, 2])
  func `publishes odd words where enough endorse them`(intruders: Int) throws {
    let world = try Self.world(intruders: intruders, (0..<20).map { (.publish, $0) })
    #expect(world.intruders.delivered.count == 20)
    let shown = try Self.shown(world).subtracting(["p1", "p2"])
    #expect(shown == (intruders == 2 ? Set(world.intruders.delivered.keys) : []))
  }

  @Test func `recovers grants of its own making, and moves no order`() throws {
    let world = try Self.world((0..<6).map { (.recover, $0) } + [(.hole, 0)])
    var expected = Self.untouched
    expected["others"] = DrillFigures(events: 7, people: 7)
    #expect(try Self.figures(world) == expected)
    #expect(world.checks[.countedOrders] > 3)
  }

  @Test func `continues behind holes of all numbers`() throws {
    let world = try Self.world((0..<4).map { (.hole, $0) })
    var expected = Self.untouched
    expected["others"] = DrillFigures(events: 4, people: 4)
    #expect(try Self.figures(world) == expected)
    #expect(try #require(world.cloud.process).status().missingNumbers > 1 << 62)
  }

  @Test func `says two things under one number, and one is an incident`() throws {
    let world = try Self.world([(.fork, 0)])
    #expect(try Self.figures(world) == Self.untouched)
    #expect(try #require(world.cloud.process).status().incidents == 1)
  }

  @Test func `begins again as another one where the cloud went back`() throws {
    var copy = FaultStep(at: 5 * Self.hour / 2, .cloudSnapshot)
    var back = FaultStep(at: 9 * Self.hour / 2, .cloudRestore)
    (copy.name, back.name) = ("early", "early")
    // Two before the copy, two that are forgotten, and one afterwards.
    let world = try Self.world(
      [(.flood, 0), (.flood, 1), (.flood, 0), (.flood, 1), (.flood, 3)], with: [copy, back])
    #expect(world.counts[.cloudRestore] == 1)
    // The witness remembers what was taken back.
    #expect(
      try Self.figures(world) == [
        "p1": DrillFigures(events: 3 + 101 + 100, people: 3),
        "p2": DrillFigures(events: 2, people: 2),
        "others": DrillFigures(events: 1 + 144 + 1, people: 1 + 12 + 1),
      ])
  }

  @Test func `is in worlds of apps, apart from all else in them`() throws {
    var without = FaultProfile.apps
    without.intruders = 0...0
    var counts: Set<Int> = []
    var acts: Set<IntruderAct> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      let plan = FaultPlan(seed: seed, profile: .apps)
      counts.insert(plan.intruderCount)
      acts.formUnion(plan.steps.compactMap(\.act))
      #expect(
        plan.steps.filter { $0.kind != .intruder }
          == FaultPlan(seed: seed, profile: without).steps)
      #expect(try FaultPlan(json: Array(plan.text().utf8)) == plan)
      #expect(FaultPlan(seed: seed, profile: .small).intruderCount == 0)
    }
    #expect(counts == [0, 1, 2, 3])
    #expect(acts == Set(IntruderAct.besideApps))
  }

  /// Of five engagements that devices reported it repeats each, as its own.
  @Test func `endorses pages of others, and counts like everybody else`() throws {
    let world = try Self.world((0..<5).map { (.endorse, $0) }, threshold: 3)
    #expect(
      try Self.figures(world) == [
        "p1": DrillFigures(events: 6, people: 4), "p2": DrillFigures(events: 4, people: 3),
        "others": DrillFigures(events: 1, people: 1),
      ])
    #expect(try Self.shown(world) == ["p1", "p2"])
    #expect(try Self.shown(Self.world([(.fork, 0)], threshold: 3)) == ["p1"])
    #expect(Set(world.intruders.endorsed.values) == ["Page p1", "Page p2"])
  }

  @Test func `does not endorse what it took back`() throws {
    let acts = (0..<5).map { (act: IntruderAct.endorse, choice: $0) }
    let world = try Self.world(
      acts + [(.withdraw, 0), (.withdraw, 1)], threshold: 3)
    #expect(try Self.figures(world)["p2"] == DrillFigures(events: 4, people: 2))
    #expect(try Self.shown(world) == ["p1"])
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `endorses in worlds in which every promise is kept`(seed: UInt64) throws {
    let plan = FaultPlan(seed: seed, profile: .intruders)
    #expect(
      plan.steps.filter { $0.kind != .intruder }
        == FaultPlan(seed: seed, profile: .small).steps)
    let world = try FaultWorldTests.world(plan)
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
  }

  /// The world judges by itself: it is told of something that did not happen.
  @Test func `fails where the cloud has something else than the ledger says`() throws {
    let world = try Self.world([(.flood, 0)])
    let cloud = try #require(world.cloud.process)
    let person = try #require(world.intruders[0]).person
    world.ledger.record(.engaged, page: "p1", title: nil, client: person, at: world.now)
    world.ledger.acknowledged(by: person, person: person, wasTold: false)
    let rest = FaultRest(
      cloud: cloud, figures: world.figures(of: cloud), shown: try world.publicPages(of: cloud),
      bounds: world.ledger.bounds())
    try NoAcknowledgedLoss().atRest(rest, in: world)
    #expect(world.violations.map(\.invariant) == [.noAcknowledgedLoss], "\(world.violations)")
  }
}
