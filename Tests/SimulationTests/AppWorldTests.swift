import DeviceIndex
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import Simulation

@Suite("A world in which apps do everything") struct AppWorldTests {
  private static func outcome(seed: UInt64) throws -> FaultWorld {
    let world = try FaultWorldTests.world(FaultPlan(seed: seed, profile: .apps))
    try world.run()
    return world
  }

  @Test(arguments: LongRun.seeds(8, of: 20))
  func `keeps every promise`(seed: UInt64) throws {
    let world = try Self.outcome(seed: seed)
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.eventCount > 100)
  }

  @Test func `is the same for the same seed`() throws {
    let (first, second) = (try Self.outcome(seed: 3), try Self.outcome(seed: 3))
    #expect(first.traceHash == second.traceHash && first.eventCount == second.eventCount)
  }

  @Test func `has a plan that is read as it was written`() throws {
    let plan = FaultPlan(seed: 5, profile: .apps)
    #expect(try FaultPlan(json: Array(plan.text().utf8)) == plan)
    #expect(plan.steps.contains { $0.kind == .stranger && $0.milliseconds != nil })
  }

  @Test func `has the same faults and pages as a small one of the same number of events`() {
    var small = FaultProfile.apps
    (small.appEvents, small.intruders) = (0, 0...0)
    for seed in 1...20 as ClosedRange<UInt64> {
      let steps = FaultPlan(seed: seed, profile: .apps).steps
      let first = steps.filter {
        !$0.kind.isOfApps && !$0.kind.isOfOperator && ![.stranger, .intruder].contains($0.kind)
      }
      #expect(first == FaultPlan(seed: seed, profile: small).steps)
    }
  }

  /// A world of two people, in which everything of a kind happens in an order that is known.
  static func world(_ steps: (inout [FaultStep]) -> Void) throws -> FaultWorld {
    var knobs = FaultKnobs()
    knobs.devices = 2
    var made: [FaultStep] = []
    steps(&made)
    for place in made.indices { made[place].at = Int64(place + 1) * 60_000 }
    let world = try FaultWorldTests.world(FaultPlan(seed: 1, knobs: knobs, steps: made))
    try world.run()
    return world
  }

  /// A compaction keeps sums, whatever becomes of items and files before and after it.
  @Test func `counts abandoned searches as people made them`() throws {
    func abandon(_ ids: String...) -> FaultStep {
      var step = Self.step(.abandon, 0)
      step.ids = ids
      return step
    }
    var bound = Self.step(.record, 0, "a1")
    bound.item = "i1"
    var steps = [
      Self.step(.engage, 0, "p1"), Self.step(.give, 0, "i1"), Self.step(.give, 0, "i2"), bound,
      abandon("i2", "i1"),
      abandon("i1", "i3"), Self.step(.compact, 0), abandon("i1"), Self.step(.give, 0, "i1"),
      Self.step(.indexLost, 0), Self.step(.restart, 0), abandon("i3", "i2"),
      Self.step(.compact, 0), Self.step(.indexLost, 0), Self.step(.restart, 0),
    ]
    // By the first compaction the device is enrolled: before, it has nothing to compact.
    for place in steps.indices { steps[place].at = Int64(place + 1) * 3 * 3_600_000 }
    let world = try FaultWorldTests.world(FaultPlan(seed: 1, knobs: FaultKnobs(), steps: steps))
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
    let process = try #require(world.devices[0].process)
    var counted: [String] = []
    try process.queries.forEachAbandoned { _, id, isActivity, lists, looks in
      counted.append("\(id)\(isActivity ? " a" : "") \(lists) \(looks)")
    }
    #expect(counted == ["a1 a 3 2500", "i1 3 2500", "i2 2 1500"])
    // The comparison of a world says what is otherwise.
    var model = world.ledger.apps(on: 0)
    #expect(try IndexComparison(model, with: process).difference == nil)
    _ = model.apply(.abandoned(app: "mail", ids: ["i2"]))
    #expect(
      try IndexComparison(model, with: process).difference
        == "counts 2 abandoned searches and 1500 looks of i2, and people made 3 and 2500")
    let lists = try process.privateJournal.entries(from: 1, atMost: .max).compactMap { entry in
      guard let payload = entry.payload, entry.header.kind == .event,
        case .resultsShown(let shown) = try JournalEvent(payload: payload).fact
      else { return nil as JournalResultsShown? }
      return shown
    }
    #expect(lists.map(\.sums.count) == [3] && lists.allSatisfy(\.results.isEmpty))
  }

  @Test(arguments: LongRun.seeds(8, of: 20))
  func `has searches that people abandon`(seed: UInt64) {
    let steps = FaultPlan(seed: seed, profile: .apps).steps.filter { $0.kind == .abandon }
    #expect(!steps.isEmpty)
    #expect(steps.allSatisfy { $0.ids?.isEmpty == false && $0.app != nil })
  }

  private static func step(
    _ kind: FaultStep.Kind, _ device: Int, _ page: String? = nil
  ) -> FaultStep {
    var step = FaultStep(at: 0, kind, device: device)
    step.page = page
    return step
  }

  /// Both index an item in a domain, record the page that is bound to it, and open the item.
  private static func shared(isLong: Bool = false) -> [FaultStep] {
    (0...1).flatMap { device in
      var given = step(.give, device, "i1")
      given.domain = "x.y"
      var recorded = step(.record, device, "a1")
      (recorded.address, recorded.item, recorded.isLong) = ("s1", "i1", isLong ? true : nil)
      return [given, recorded, step(.open, device, "i1")]
    }
  }

  @Test(arguments: [false, true])
  func `shows a page that enough people opened through its item`(isLong: Bool) throws {
    let world = try Self.world { $0 = Self.shared(isLong: isLong) }
    #expect(world.violations.isEmpty, "\(world.violations)")
    let cloud = try #require(world.cloud.process)
    #expect(try world.publicPages(of: cloud) == ["mail/s1"])
    #expect(world.figures(of: cloud)["mail/s1"] == DrillFigures(events: 2, people: 2))
  }

  @Test func `hides a page whose item went with its domain on one device`() throws {
    let world = try Self.world { steps in
      var deletion = Self.step(.deleteDomains, 1)
      deletion.domains = ["x"]
      steps = Self.shared() + [deletion]
    }
    #expect(world.violations.isEmpty, "\(world.violations)")
    let cloud = try #require(world.cloud.process)
    #expect(try world.publicPages(of: cloud).isEmpty)
    #expect(world.figures(of: cloud)["mail/s1"] == DrillFigures(events: 2, people: 1))
    #expect(world.ledger.apps(on: 1).items.isEmpty)
  }

  @Test func `has an item expire whose app was asked, and keeps its page`() throws {
    let world = try Self.world { steps in
      steps = Self.shared()
      // Odd: its app gives it no other date.
      steps[0].milliseconds = 120_000
      for _ in 0..<2 {
        var review = Self.step(.review, 0)
        review.answer = .right
        steps.append(review)
      }
    }
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.ledger.apps(on: 0).items.isEmpty && world.ledger.apps(on: 1).items.count == 1)
    let cloud = try #require(world.cloud.process)
    #expect(try world.publicPages(of: cloud) == ["mail/s1"])
  }

  @Test func `lets an app forget an item that it is asked for`() throws {
    let world = try Self.world { steps in
      var ask = Self.step(.ask, 0)
      ask.answer = .wrong
      steps = [Self.step(.give, 0, "i1"), Self.step(.give, 0, "i2"), ask]
    }
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.ledger.apps(on: 0).items.map(\.name.id) == ["i2"])
    #expect(world.counts[.wrongApp] == 1)
  }

  /// The checkers can fail: the ledger is told something that did not happen.
  @Test(arguments: [
    (AppAct.given(AppItem(name: AppName(app: "mail", id: "i9"), title: "Letter")), "of mail it"),
    (.given(AppItem(name: AppName(app: "mail", id: "i9"), title: "Letter")), "it lacks item i9"),
    (.deletedAll(app: "mail"), "of mail it finds"),
    (.deletedAll(app: "mail"), "it has activity a1, which no app gave it"),
    (
      .merged(AppItem(name: AppName(app: "mail", id: "i1"), note: "Other")),
      "it has item i1 with other attributes"
    ),
    (
      .batched([], index: AppName(app: "mail", id: "main"), state: "no"),
      "has another client state"
    ),
  ])
  func `fails where a device has something else`(act: AppAct, finding: String) throws {
    let world = try Self.world { $0 = Self.shared() }
    try #require(world.violations.isEmpty, "\(world.violations)")
    let cloud = try #require(world.cloud.process)
    let rest = FaultRest(
      cloud: cloud, figures: world.figures(of: cloud), shown: try world.publicPages(of: cloud),
      bounds: world.ledger.bounds())
    world.ledger.record([act], person: 0, device: 0, at: world.now)
    try RightIndexes().atRest(rest, in: world)
    #expect(world.violations.contains { $0.what.contains(finding) }, "\(world.violations)")
    #expect(world.violations.allSatisfy { $0.invariant == .rightIndexes })
  }
}

#if Sabotage
  extension AppWorldTests {
    /// What is broken on purpose, by which promise that is found, and by a seed not long before the
    /// one that finds it. A page that is dropped also gives its engagement to another activity of
    /// its item, which then counts too much.
    private static let broken: [Broken] = [
      Broken(.asksOnce, [4, 12], from: 10), Broken(.believesOrders, [13], from: 4),
      Broken(.believesStrangers, [4, 5, 12], from: 1), Broken(.dropsLargePages, [4, 5], from: 1),
      Broken(.expiresEarly, [7, 11], from: 1), Broken(.findsLocked, [11], from: 1),
      Broken(.keepsDeletedActivities, [5, 7], from: 1), Broken(.sweepsNothing, [11], from: 1),
      Broken(.forgetsBoundPages, [7], from: 29), Broken(.forgetsLists, [11], from: 1),
      Broken(.forgetsReinstatements, [12], from: 1), Broken(.forgetsRotations, [12], from: 1),
      Broken(.forgetsSynonyms, [11], from: 1), Broken(.forgetsTakeDowns, [7], from: 1),
      Broken(.keepsErased, [10], from: 1), Broken(.keepsRetracted, [5, 7], from: 1),
      Broken(.countsFloods, [5], from: 1), Broken(.repeatsFeedback, [5], from: 1),
      Broken(.sharesUserInfo, [10], from: 1), Broken(.showsToEverybody, [10], from: 1),
      Broken(.losesStates, [11], from: 1), Broken(.servesRevoked, [5, 12], from: 1),
      Broken(.withdrawsForOthers, [4], from: 1),
    ]

    /// A part of them: tools/mutants tries all, in an optimised build.
    @Test(arguments: LongRun.some(18, of: broken))
    func `finds what is broken on purpose`(broken: Broken) throws {
      for seed in broken.seeds {
        let plan = FaultPlan(seed: seed, profile: .apps)
        let world = try FaultWorldTests.world(plan, broken.sabotage)
        try world.run()
        guard let found = world.violations.first else { continue }
        #expect(broken.promises.contains(found.promise), "\(found)")
        return
      }
      Issue.record("\(broken.seeds.count) seeds do not find it")
    }

    struct Broken: Sendable {
      let sabotage: Sabotage
      let promises: [Int]
      let seeds: ClosedRange<UInt64>

      init(_ sabotage: Sabotage, _ promises: [Int], from seed: UInt64) {
        (self.sabotage, self.promises, seeds) = (sabotage, promises, seed...seed + 100)
      }
    }
  }
#endif
