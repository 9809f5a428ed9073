import DeviceIndex
import JournalFormat
import Sync
import Testing

@testable import Simulation

@Suite("In a world with an operator,") struct OperatorWorldTests {
  /// What happens after so many hours.
  private struct Act {
    let hour: Int64
    var step: FaultStep

    init(_ hour: Int64, _ kind: FaultStep.Kind, _ device: Int? = nil, _ page: String? = nil) {
      self.hour = hour
      step = FaultStep(at: hour * 3_600_000, kind, device: device)
      step.page = page
    }

    var undone: Act {
      var act = self
      act.step.isUndone = true
      return act
    }
  }

  /// Two people who share: each opens a page of his own, so that both are enrolled, then p1.
  private static let shared =
    ([0, 1] as [Int]).map { device in Act(1, .engage, device, "own\(device)") }
    + ([0, 1] as [Int]).map { device in Act(24, .engage, device, "p1") }

  /// - Parameter checker: one more that looks at it.
  private static func world(
    _ acts: [Act], _ checker: (any InvariantChecker)? = nil
  ) throws -> FaultWorld {
    var knobs = FaultKnobs()
    knobs.devices = 2
    let world = try FaultWorldTests.world(
      FaultPlan(seed: 1, knobs: knobs, steps: (shared + acts).map(\.step)))
    world.checkers += [checker].compactMap(\.self)
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
    return world
  }

  private static func rest(
    _ world: FaultWorld, figures: [String: DrillFigures]? = nil, shown: Set<String>? = nil
  ) throws -> FaultRest {
    let cloud = try #require(world.cloud.process)
    return FaultRest(
      cloud: cloud, figures: figures ?? world.figures(of: cloud),
      shown: try shown ?? world.publicPages(of: cloud), bounds: world.ledger.bounds())
  }

  private static func isTold(_ world: FaultWorld, _ device: Int) -> Bool {
    guard case .stopped(.notAllowed)? = world.devices[device].process?.openedMachine?.phase
    else { return false }
    return true
  }

  // MARK: Pages

  @Test func `a page that is taken down is not public, and counts as before`() throws {
    let takeDown = Act(48, .takeDown, nil, "p1")
    let world = try Self.world([takeDown])
    let rest = try Self.rest(world)
    #expect(rest.shown.isEmpty && rest.figures["p1"] == DrillFigures(events: 2, people: 2))
    try DeletesStayDeleted().atRest(Self.rest(world, shown: ["p1"]), in: world)
    #expect(world.violations.map(\.what) == ["page p1 is public, and was taken down"])
    let later = Act(60, .takeDown, nil, "p1").undone
    #expect(try Self.rest(Self.world([takeDown, later])).shown == ["p1"])
  }

  @Test func `nobody can take down what nobody reported`() throws {
    let world = try Self.world([Act(48, .takeDown, nil, "p7"), Act(60, .engage, 0, "p7")])
    #expect(world.ledger.operators.isTakenDown("p7") == .no)
  }

  // MARK: Devices

  @Test func `what is retracted does not count, and what is reported later does`() throws {
    let world = try Self.world([Act(48, .retract, 0)])
    let rest = try Self.rest(world)
    #expect(rest.figures["p1"] == DrillFigures(events: 1, people: 1) && rest.shown.isEmpty)
    #expect(rest.bounds["p1"]?.events == 1...1 && rest.bounds["p1"]?.people == 1...1)
    let later = try Self.rest(Self.world([Act(48, .retract, 0), Act(60, .engage, 0, "p1")]))
    #expect(later.figures["p1"] == DrillFigures(events: 2, people: 2) && later.shown == ["p1"])
    #expect(later.bounds["p1"]?.events == 2...2 && later.bounds["p1"]?.people == 2...2)
    let undone = try Self.rest(
      Self.world([Act(48, .retract, 0), Act(60, .retract, 0).undone]))
    #expect(undone.figures["p1"] == DrillFigures(events: 2, people: 2))
    #expect(undone.bounds["p1"]?.events == 2...2)
  }

  @Test func `a revoked device is told, and only what it reported before counts`() throws {
    let acts = [Act(48, .revoke, 0), Act(60, .engage, 0, "p2")]
    let world = try Self.world(acts)
    let rest = try Self.rest(world)
    #expect(rest.figures["p1"] == DrillFigures(events: 2, people: 2) && rest.shown == ["p1"])
    #expect(rest.figures["p2"] == nil && rest.bounds["p2"]?.events == 0...0)
    #expect(Self.isTold(world, 0) && !Self.isTold(world, 1))
    let back = try Self.world(acts + [Act(72, .revoke, 0).undone])
    #expect(try Self.rest(back).figures["p2"] == DrillFigures(events: 1, people: 1))
    #expect(!Self.isTold(back, 0) && back.ledger.operators.isRefused(0) == .no)
  }

  @Test func `what is erased never counts again`() throws {
    let world = try Self.world([
      Act(48, .erase, 0), Act(60, .engage, 0, "p2"), Act(61, .retract, 0).undone,
      Act(62, .revoke, 0).undone, Act(63, .revoke, 0),
    ])
    let rest = try Self.rest(world)
    #expect(rest.figures["p1"] == DrillFigures(events: 1, people: 1))
    #expect(rest.figures["own0"] == nil && rest.figures["p2"] == nil && rest.shown.isEmpty)
    #expect(rest.bounds["p1"]?.events == 1...1 && rest.bounds["own0"]?.events == 0...0)
    #expect(Self.isTold(world, 0))
  }

  @Test func `a cloud that goes back decides the same again`() throws {
    var (copy, back) = (Act(40, .cloudSnapshot), Act(60, .cloudRestore))
    (copy.step.name, back.step.name) = ("early", "early")
    let world = try Self.world([
      copy, Act(48, .revoke, 0), Act(49, .takeDown, nil, "p1"), back, Act(61, .engage, 0, "p2"),
    ])
    let rest = try Self.rest(world)
    #expect(rest.figures["p2"] == nil && rest.shown.isEmpty && Self.isTold(world, 0))
    #expect(world.ledger.operators.isRefused(0) == .yes)
    #expect(world.ledger.operators.isTakenDown("p1") == .yes)
  }

  // MARK: What is wrong

  @Test(arguments: [
    (FaultStep.Kind.retract, "p1", DrillFigures(events: 2, people: 1)),
    (.revoke, "p2", DrillFigures(events: 1, people: 1)),
    (.erase, "own0", DrillFigures(events: 1, people: 1)),
  ])
  func `a count that should have gone is found`(
    kind: FaultStep.Kind, page: String, wrong: DrillFigures
  ) throws {
    let world = try Self.world([Act(48, kind, 0), Act(60, .engage, 0, "p2")])
    var figures = try Self.rest(world).figures
    try EffectOnce().atRest(Self.rest(world), in: world)
    try #require(world.violations.isEmpty, "\(world.violations)")
    figures[page] = wrong
    try EffectOnce().atRest(Self.rest(world, figures: figures), in: world)
    #expect(world.violations.map(\.invariant) == [.effectOnce], "\(world.violations)")
    #expect(world.violations.first?.what.contains("page \(page): counted ") == true)
  }

  @Test func `a count that should have stayed is missed`() throws {
    let world = try Self.world([Act(48, .revoke, 0)])
    var figures = try Self.rest(world).figures
    figures["p1"] = DrillFigures(events: 1, people: 1)
    try NoAcknowledgedLoss().atRest(Self.rest(world, figures: figures), in: world)
    #expect(world.violations.map(\.invariant) == [.noAcknowledgedLoss], "\(world.violations)")
  }

  @Test func `what was erased and is in a file of the cloud is found`() throws {
    let spy = InvariantTests.Spy()
    let world = try Self.world([Act(48, .erase, 0)], spy)
    #expect(world.ledger.operators.isGone(0) && !world.ledger.operators.isGone(1))
    let batches = spy.requests.compactMap { (try? SyncRequest(bytes: $0))?.batch }
    let erased = try #require(
      try batches.first { try BatchHeader(startOf: $0).lineage == world.lineages[0] })
    #expect(world.cloud.disk.put(erased, at: "/copy"))
    for checker in world.checkers { checker.operatorErased(0, in: world) }
    #expect(
      world.violations.map(\.what) == ["what device 0 reported was erased, and is in /copy"])
  }

  @Test func `a device that was revoked and is served does not come to rest`() throws {
    let world = try Self.world([])
    world.ledger.operators.revoked(1)
    try world.comeToRest()
    #expect(world.violations.map(\.what) == ["its person is not told that it was revoked"])
  }
}

@Suite("The ledger of an operator") struct OperatorLedgerTests {
  @Test func `is sure of a decision after a restore where the log knew the device`() {
    var ledger = OperatorLedger()
    ledger.revoked(1)
    ledger.cloudWentBack(knowing: [0, 1])
    #expect(ledger.isRefused(1) == .yes && ledger.isRefused(0) == .no)
    ledger.cloudWentBack(knowing: [0])
    #expect(ledger.isRefused(1) == .perhaps && !ledger.isHeard(1))
    ledger.reinstated(1)
    #expect(ledger.isRefused(1) == .perhaps)
  }

  @Test func `excuses all that is unclear, and excludes nothing of it`() {
    var ledger = OperatorLedger()
    ledger.retracted([1, 2], gone: [2], of: 0, factCount: 4)
    func expect(excused: FactSet, gone: FactSet) {
      let found = ledger.consequences({ _ in [1, 2, 3] }, inCloud: [1, 2], perhaps: [])
      #expect(found.excused == excused && found.gone == gone)
    }
    expect(excused: [1, 2], gone: [2])
    ledger.reportsAgain([2], factCount: 4)
    expect(excused: [1, 2], gone: [])
    ledger.countsAgain(0)
    expect(excused: [], gone: [])
    ledger.revoked(0)
    expect(excused: [3], gone: [3])
    ledger.isUnclear(0)
    expect(excused: [1, 2, 3], gone: [])
  }

  /// A withdrawal has a place as long as its first report counts, and again for what is made after
  /// it was reported once more.
  @Test func `knows which withdrawals have lost their place, and for whom`() {
    var ledger = OperatorLedger()
    func lost(before engagement: Int, of person: Int = 0) -> Bool {
      ledger.consequences({ _ in [1, 2, 3] }, inCloud: [1, 2, 3], perhaps: [])
        .hasLostItsPlace(1, before: engagement, of: person)
    }
    #expect(!lost(before: 2))
    ledger.retracted([1], gone: [1], of: 0, factCount: 2)
    #expect(!lost(before: 1), "nobody reports it any more, so it hides nothing")
    ledger.reportsAgain([0], factCount: 3)
    #expect(!lost(before: 2), "another fact was reported again")
    ledger.reportsAgain([1], factCount: 3)
    #expect(lost(before: 2))
    #expect(!lost(before: 3), "who made it has the withdrawal in front of it")
    #expect(!lost(before: 2, of: 1))
    ledger.countsAgain(0)
    #expect(!lost(before: 2))
  }

  @Test func `does not rely on a page about which a request failed`() {
    var ledger = OperatorLedger()
    ledger.tookDown("p1", isUndone: false)
    ledger.isUnclear(page: "p1")
    ledger.tookDown("p1", isUndone: true)
    #expect(ledger.isTakenDown("p1") == .perhaps && ledger.isTakenDown("p2") == .no)
  }
}
