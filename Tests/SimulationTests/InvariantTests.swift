import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import Sync
import Testing

@testable import Simulation

/// Every checker of a world of faults can fail. Those that a broken promise has fail are here with
/// it; the others are shown a world that was made wrong by hand.
@Suite("The checkers of a world of faults") struct InvariantTests {
  // MARK: Worlds that are made wrong by hand

  /// What a world's devices and cloud said to each other.
  final class Spy: InvariantChecker {
    var receipts: [(receipt: Receipt, news: CloudNews)] = []
    var requests: [[UInt8]] = []

    func requestLeft(_ request: [UInt8], of device: FaultDevice, in world: FaultWorld) {
      requests.append(request)
    }

    func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
      guard case .received(let receipt, let news)? = exchange.answer else { return }
      receipts.append((receipt, news))
    }
  }

  let world: FaultWorld
  let spy = Spy()
  let rest: FaultRest
  var device: FaultDevice { world.devices[0] }
  var cloud: Aggregator { rest.cloud }

  /// A world in which nothing goes wrong: three people engage with a page, and two may do with
  /// another one; one takes back what he did; and everybody has an item of his own.
  init() throws {
    var knobs = FaultKnobs()
    knobs.devices = 3
    var steps: [FaultStep] = []
    for device in 0..<3 {
      for (place, page) in ["p1", "p2", "p1"].enumerated() where device < 2 || page == "p1" {
        var step = FaultStep(at: Int64(place * 3 + device) * 60_000, .engage, device: device)
        step.page = page
        steps.append(step)
      }
      var step = FaultStep(at: Int64(12 + device) * 60_000, .keep, device: device)
      step.page = "k\(device)"
      steps.append(step)
    }
    var deletion = FaultStep(at: 86_400_000, .delete, device: 1)
    deletion.page = "p2"
    steps.sort { $0.at < $1.at }
    var early = FaultStep(at: 0, .cloudSnapshot)
    early.name = "early"
    let plan = FaultPlan(seed: 1, knobs: knobs, steps: [early] + steps + [deletion])
    world = try FaultWorldTests.world(plan)
    world.checkers.append(spy)
    try world.run()
    let process = try #require(world.cloud.process)
    rest = FaultRest(
      cloud: process, figures: world.figures(of: process),
      shown: try world.publicPages(of: process), bounds: world.ledger.bounds())
    try #require(world.violations.isEmpty, "\(world.violations)")
    try #require(rest.shown == ["p1"] && rest.figures["p1"]?.people == 3)
    try #require(!spy.receipts.isEmpty && !spy.requests.isEmpty)
  }

  /// The control: the checker has nothing to say of the world as it is, and then it has.
  func expect(
    _ invariant: Invariant, _ words: String, of look: () throws -> Void,
    after breaking: () throws -> Void
  ) throws {
    let known = world.violations.count
    let before = world.checks[invariant]
    try look()
    try #require(world.violations.count == known, "\(world.violations)")
    #expect(world.checks[invariant] > before, "it did not look")
    try breaking()
    try look()
    let found = world.violations.dropFirst(known)
    #expect(found.contains { $0.invariant == invariant && $0.what.contains(words) }, "\(found)")
    #expect(found.allSatisfy { $0.invariant == invariant }, "\(found)")
  }

  private func changed(
    figures: [String: DrillFigures]? = nil, shown: Set<String>? = nil
  ) -> FaultRest {
    FaultRest(
      cloud: cloud, figures: figures ?? rest.figures, shown: shown ?? rest.shown,
      bounds: rest.bounds)
  }

  func exchange(
    _ answer: SyncResponse?, request: [UInt8] = [], before: CloudLoad? = nil
  ) -> FaultExchange {
    FaultExchange(
      device: 0, request: request, answerBytes: answer?.bytes ?? [], cloud: cloud,
      before: before ?? CloudLoad(cloud))
  }

  // MARK: Journals

  @Test func `durableCommits: an entry that was journaled is gone`() throws {
    let process = try #require(device.process)
    let head = try process.privateJournal.head()
    try expect(.durableCommits, "and \(head.number + 1) was journaled") {
      try DurableCommits().processBegan(process, of: device, in: world)
    } after: {
      device.committed = Journal.Position(number: head.number + 1, digest: head.digest)
    }
  }

  @Test func `exactPrefix: an entry is another one`() throws {
    let process = try #require(device.process)
    let head = try process.privateJournal.head()
    try expect(.exactPrefix, "is another one than was journaled") {
      try ExactPrefix().processBegan(process, of: device, in: world)
    } after: {
      device.committed = Journal.Position(number: head.number, digest: .zero)
    }
  }

  @Test func `wholeChains: a byte of a journal is another one`() throws {
    try expect(.wholeChains, "is not what the chain says") {
      try WholeChains().atRest(rest, in: world)
    } after: {
      device.end()
      let path = device.storage.privatePath
      var bytes = Data(try #require(device.disk.bytes(of: path)))
      let place = try #require(bytes.range(of: Data("zanzibarcanary".utf8)))
      bytes[place.lowerBound] ^= 1
      #expect(device.disk.put([UInt8](bytes), at: path))
      _ = try device.process(now: world.now)
    }
  }

  @Test func `rightIndexes: an app gave something that is not found`() throws {
    try expect(.rightIndexes, "does not find k9, which its app gave it") {
      try RightIndexes().atRest(rest, in: world)
    } after: {
      let item = PageActs.item("k9", title: "page")
      world.ledger.record([.given(item)], person: 0, device: 0, at: world.now)
    }
  }

  @Test func `privateStaysPrivate: the cloud keeps a private word`() throws {
    try expect(.privateStaysPrivate, "is in /kept") {
      try PrivateStaysPrivate().atRest(rest, in: world)
    } after: {
      #expect(world.cloud.disk.put(Array("a zanzibarcanary here".utf8), at: "/kept"))
    }
  }

  @Test func `openResults: a public item has a word that its app did not share`() throws {
    let checker = OpenResults()
    try expect(.openResults, "page p1 has in public what its app did not share") {
      try checker.atRest(rest, in: world)
    } after: {
      checker.canary = PageActs.title(of: "p1")
    }
  }

  // MARK: Counts

  @Test(arguments: ["p1", "p2"])
  func `noAcknowledgedLoss: an engagement does not count`(page: String) throws {
    var figures = rest.figures
    try expect(.noAcknowledgedLoss, "page \(page): ") {
      try NoAcknowledgedLoss().atRest(changed(figures: figures), in: world)
    } after: {
      figures[page]?.add(events: -1, people: 0)
    }
  }

  @Test func `noAcknowledgedLoss: a page is not public`() throws {
    var shown = rest.shown
    try expect(.noAcknowledgedLoss, "page p1 is not public, with 3 people") {
      try NoAcknowledgedLoss().atRest(changed(shown: shown), in: world)
    } after: {
      shown = []
    }
  }

  @Test func `nothingInvented: a page that nobody engaged with`() throws {
    var figures = rest.figures
    try expect(.nothingInvented, "has page p7, which nobody reported") {
      try NothingInvented().atRest(changed(figures: figures), in: world)
    } after: {
      figures["p7"] = DrillFigures(events: 1, people: 1)
    }
  }

  @Test func `nothingInvented: more counts on the way than happened`() throws {
    var before = CloudLoad(cloud)
    before.logNumber = 0
    try expect(.nothingInvented, ", expected at most 0 by 0 until then") {
      NothingInvented().cloudAnswered(exchange(nil, before: before), in: world)
    } after: {
      world.ledger = DrillLedger()
    }
  }

  @Test func `effectOnce: an engagement counts twice`() throws {
    var figures = rest.figures
    try expect(.effectOnce, "page p1: counted 7 engagements by 3 people, expected at most 6 by 3") {
      try EffectOnce().atRest(changed(figures: figures), in: world)
    } after: {
      figures["p1"]?.add(events: 1, people: 0)
    }
  }

  @Test func `deletesStayDeleted: who took it back endorses`() throws {
    var figures = rest.figures
    try expect(.deletesStayDeleted, "page p2: endorsed by 2 people, expected at most 1") {
      try DeletesStayDeleted().atRest(changed(figures: figures), in: world)
    } after: {
      figures["p2"]?.add(events: 0, people: 1)
    }
  }

  @Test func `deletesStayDeleted: a page is shown without enough people`() throws {
    var shown = rest.shown
    try expect(.deletesStayDeleted, "page p2 is public, with 1 person at most") {
      try DeletesStayDeleted().atRest(changed(shown: shown), in: world)
    } after: {
      shown.insert("p2")
    }
  }

  @Test(arguments: ["p1", "p2"])
  func `explained: what is shown is not what is explained`(page: String) throws {
    var shown = rest.shown
    try expect(.explained, "page \(page) is ") {
      try Explained().atRest(changed(shown: shown), in: world)
    } after: {
      shown.formSymmetricDifference([page])
    }
  }
}

#if Sabotage
  extension InvariantTests {
    /// What is broken on purpose, a seed of the small profile that shows it, and by what.
    @Test(
      arguments: [
        (.syncsLate, 4, .durableCommits), (.dropsOrigins, 9, .nothingInvented),
        (.dropsOrigins, 103, .effectOnce), (.skipsWithdrawals, 23, .deletesStayDeleted),
        (.restsUnheard, 8, .comesToRest), (.trustsNumbers, 16, .forksAreSeen),
        (.reusesEpoch, 6, .boundedReceipts), (.trustsMark, 14, .noAcknowledgedLoss),
        (.publishesEarly, 1, .deletesStayDeleted),
      ] as [(Sabotage, UInt64, Invariant)])
    func `find what is broken on purpose`(
      sabotage: Sabotage, seed: UInt64, invariant: Invariant
    ) throws {
      let plan = FaultPlan(seed: seed, profile: .small)
      let sound = try FaultWorldTests.world(plan)
      try sound.run()
      #expect(sound.violations.isEmpty, "\(sound.violations)")
      let broken = try FaultWorldTests.world(plan, sabotage)
      try broken.run()
      #expect(broken.violations.first?.invariant == invariant, "\(broken.violations)")
    }

    /// A world with a copied device, whose cloud counts otherwise once it makes its state again.
    private func forgetful() throws -> (FaultWorld, FaultRest) {
      let plan = world.plan.with(copyOf: 0, at: 3_600_000)
      let broken = try FaultWorldTests.world(plan, .rebuildsOtherwise)
      broken.checkers = [NothingInvented(), NoAcknowledgedLoss(), EffectOnce()]
      try broken.run()
      try #require(broken.violations.isEmpty, "\(broken.violations)")
      let process = try #require(broken.cloud.process)
      let rest = FaultRest(
        cloud: process, figures: broken.figures(of: process),
        shown: try broken.publicPages(of: process), bounds: broken.ledger.bounds())
      return (broken, rest)
    }

    @Test func `soundSums: a count is not what contributes to it`() throws {
      let (broken, rest) = try forgetful()
      try SoundSums().atRest(rest, in: broken)
      try #require(broken.violations.isEmpty, "\(broken.violations)")
      try rest.cloud.rebuild()
      try SoundSums().atRest(rest, in: broken)
      #expect(broken.violations.first?.invariant == .soundSums)
      #expect(broken.violations.first?.what.contains("do not add up") == true)
    }

    @Test func `equalRebuild: the log gives another state`() throws {
      try EqualRebuild().atRest(rest, in: world)
      #expect(world.violations.isEmpty && world.checks[.equalRebuild] == 2)
      let (broken, rest) = try forgetful()
      try EqualRebuild().atRest(rest, in: broken)
      #expect(broken.violations.first?.invariant == .equalRebuild)
      #expect(broken.violations.first?.what.contains("rebuilt from its log is") == true)
    }
  }

  extension FaultPlan {
    /// The plan with a copy of a device, and both engage with the first page.
    fileprivate func with(copyOf device: Int, at time: Int64) -> FaultPlan {
      var plan = self
      var steps = [FaultStep(at: time, .clone, device: device)]
      for (place, user) in [device, knobs.devices].enumerated() {
        var step = FaultStep(at: time + Int64(1 + place) * 3_600_000, .engage, device: user)
        step.page = "p1"
        steps.append(step)
      }
      plan.steps = (plan.steps + steps).sorted { $0.at < $1.at }
      return plan
    }
  }
#endif
