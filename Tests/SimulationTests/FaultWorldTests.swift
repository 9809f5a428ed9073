import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Simulation

@Suite("A world of faults") struct FaultWorldTests {
  static func world(_ plan: FaultPlan) throws -> FaultWorld {
    try FaultWorld(plan, diskName: "faults-\(UUID().uuidString)")
  }

  /// What the world does that comes of a seed.
  private static func outcome(seed: UInt64) throws -> FaultWorld {
    let world = try world(FaultPlan(seed: seed, profile: .small))
    try world.run()
    return world
  }

  @Test(arguments: LongRun.seeds(16, of: 150))
  func `keeps every promise`(seed: UInt64) throws {
    let world = try Self.seen(seed: seed)
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.eventCount > 100)
  }

  /// What tests ask about the world of a seed.
  private struct Seen: Sendable {
    let violations: [FaultViolation]
    let eventCount: Int
    let traceHash: UInt64
    let counts: FaultCounts
  }

  private static let known = Mutex<[UInt64: Seen]>([:])

  /// What was seen in the world of a seed, which is run once for all tests that ask.
  private static func seen(seed: UInt64) throws -> Seen {
    if let known = known.withLock({ $0[seed] }) { return known }
    let world = try outcome(seed: seed)
    let seen = Seen(
      violations: world.violations, eventCount: world.eventCount, traceHash: world.traceHash,
      counts: world.counts)
    known.withLock { $0[seed] = seen }
    return seen
  }

  @Test(arguments: [7, 71, 121] as [UInt64])
  func `is the same for the same seed, and another one for another`(seed: UInt64) throws {
    let first = try Self.seen(seed: seed)
    let second = try Self.outcome(seed: seed)
    #expect(first.traceHash == second.traceHash && first.eventCount == second.eventCount)
    #expect(first.counts == second.counts && first.counts.total > 0)
    #expect(try Self.seen(seed: seed + 1).traceHash != first.traceHash)
  }

  @Test func `meets every fault in a few hundred seeds`() throws {
    var counts = FaultCounts()
    // The last one first: the others are run meanwhile, from the first one on.
    for seed in (1...200 as ClosedRange<UInt64>).reversed() {
      counts.add(try Self.seen(seed: seed).counts)
    }
    let missing = counts.missing.filter { !$0.isOfDamage }
    #expect(missing.isEmpty, "\(missing)")
  }

  /// Each plan is the smallest that showed a defect, and is named for it.
  @Test(arguments: try FaultPlans.all())
  func `keeps what was mended`(plan: FaultPlans.File) throws {
    let world = try Self.world(try FaultPlan(json: plan.bytes))
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
  }

  /// A smaller plan often has one thing where the larger one had several.
  @Test func `says of several things what it says of one`() {
    func kind(_ what: String) -> String {
      FaultViolation(invariant: .effectOnce, what: what, device: nil, time: FaultWorld.start).kind
    }
    let several = kind("page p1: counted 3 engagements by 2 people, expected at most 2 by 2")
    #expect(
      several == kind("page p4: counted 2 engagements by 1 person, expected at most 1 by 1"))
    #expect(several == "effectOnce page p#: counted # by # expected at most # #")
    #expect(several != kind("page p1: counted 3 engagements by 2 people, expected at least 2 by 2"))
  }

  @Test(
    arguments: [
      (["a"], ["a"], nil), (["a", "b"], ["a"], "finds b, which no app gave it"),
      ([], ["a"], "does not find a, which its app gave it"),
      (
        ["b"], ["a"], "finds b, which no app gave it, and does not find a, which its app gave it"
      ),
      (
        (0...9).map { "i\($0)" }, [],
        "finds i0, i1, i2, i3, i4, i5, i6, i7 and 2 more, which no app gave it"
      ),
    ] as [([String], [String], String?)])
  func `says what is found and should not be, and the other way`(
    found: [String], expected: [String], words: String?
  ) {
    #expect(SetDifference(Set(found), from: Set(expected))?.description == words)
  }

  @Test func `has no smaller plan of one that does not fail`() {
    #expect(FaultShrinker(FaultPlan(seed: 1, profile: .small), run: { _ in nil }) == nil)
  }
}

#if Sabotage
  extension FaultWorldTests {
    static func world(_ plan: FaultPlan, _ sabotage: Sabotage) throws -> FaultWorld {
      var plan = plan
      plan.sabotage = sabotage
      return try world(plan)
    }

    private static func outcome(seed: UInt64, _ sabotage: Sabotage) throws -> FaultWorld {
      let world = try world(FaultPlan(seed: seed, profile: .small), sabotage)
      try world.run()
      return world
    }

    /// Negative controls: a promise that is broken on purpose is found, by so many seeds at most.
    @Test(arguments: [
      (Sabotage.countsDevices, 50, [5]), (.dropsOrigins, 50, [5]), (.reusesEpoch, 50, [4, 5, 12]),
      (.skipsWithdrawals, 200, [5, 7]), (.syncsLate, 200, [1, 2]), (.trustsMark, 200, [4, 5, 12]),
      (.trustsNumbers, 300, [4, 5, 6, 12]),
    ])
    func `finds a promise that is broken`(
      sabotage: Sabotage, seeds: Int, promises: [Int]
    ) throws {
      for seed in 1...UInt64(seeds) {
        guard let found = try Self.outcome(seed: seed, sabotage).violations.first else { continue }
        #expect(promises.contains(found.promise), "\(found)")
        return
      }
      Issue.record("\(seeds) seeds do not find it")
    }

    @Test func `makes a failing plan small`() throws {
      var plan: FaultPlan?
      for seed in 1...50 as ClosedRange<UInt64> where plan == nil {
        let world = try Self.outcome(seed: seed, .dropsOrigins)
        if !world.violations.isEmpty { plan = world.plan }
      }
      let failing = try #require(plan)
      let run = { (plan: FaultPlan) -> String? in
        let world = try? Self.world(plan, .dropsOrigins)
        try? world?.run()
        return world?.violations.first?.kind
      }
      var shrinker = try #require(FaultShrinker(failing, run: run))
      let small = shrinker.shrink()
      #expect(small.steps.count <= 20 && small.steps.count < failing.steps.count)
      #expect(run(small) == run(failing))
    }
  }
#endif

@Suite("A plan of faults") struct FaultPlanTests {
  @Test func `is read as it was written`() throws {
    let plan = FaultPlan(seed: 5, profile: .small)
    #expect(try FaultPlan(json: Array(try plan.text().utf8)) == plan)
  }

  @Test(arguments: [
    ("", "It is not a plan: at line 1, column 1 it is not JSON: it is empty."),
    (
      "{\n\"format\": 1, \"format\": 2}",
      "It is not a plan: at line 2, column 14 it has the key \"format\" twice."
    ),
    ("{}", "It is not a plan: the file has no \"format\"."),
    (plan(format: 2), "It has format 2, and this program reads 1."),
    (
      plan(devices: 0),
      "It needs 1 to 10000 devices, a threshold and a window of at least 1."
    ),
    (
      plan(steps: "{\"at\":5,\"kind\":\"kill\"},{\"at\":4,\"kind\":\"kill\"}"),
      "Step 2 is earlier than the one before it, or after 100 years."
    ),
    (
      plan(steps: "{\"at\":-1,\"kind\":\"kill\"}"),
      "Step 1 is earlier than the one before it, or after 100 years."
    ),
    (
      plan(steps: "{\"at\":1,\"kind\":\"explode\"}"),
      "It is not a plan: steps[0].kind cannot be what it is."
    ),
  ])
  func `is refused when it is none`(text: String, message: String) {
    #expect(throws: FaultPlanError(description: message)) {
      _ = try FaultPlan(json: Array(text.utf8))
    }
  }

  fileprivate static func plan(format: Int = 1, devices: Int = 2, steps: String = "") -> String {
    """
    {"format": \(format), "seed": 1, "knobs": {"answerLost":0,"batchEntryCount":0,"cutShort":0,\
    "devices":\(devices),"duplicated":0,"flipped":0,"late":0,"requestLost":0,\
    "syncIntervalMilliseconds":1,"threshold":1,"window":1}, "steps": [\(steps)]}
    """
  }
}

/// The plans that are kept.
enum FaultPlans {
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }
  }

  static func all() throws -> [File] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Plans")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.map {
      File(name: $0, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }
}
