import Foundation
import Testing

@testable import Simulation

@Suite("A world in which reports wait for a fuller batch") struct BatchDelayWorldTests {
  private static let day: Int64 = 86_400_000

  @Test func `is every third one, and has all else as it was`() throws {
    var without = FaultProfile.swarm
    without.collectsReports = false
    var count = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      let plan = FaultPlan(seed: seed, profile: .swarm)
      var plain = FaultPlan(seed: seed, profile: without)
      #expect(plain.knobs.batchDelayMilliseconds == nil && plain.steps == plan.steps)
      plain.knobs.batchDelayMilliseconds = plan.knobs.batchDelayMilliseconds
      #expect(plain.knobs == plan.knobs)
      count += plan.knobs.batchDelayMilliseconds == nil ? 0 : 1
      // These find defects soonest, and are compared with earlier ones.
      #expect(FaultPlan(seed: seed, profile: .small).knobs.batchDelayMilliseconds == nil)
    }
    #expect((10...30).contains(count), "\(count)")
  }

  @Test func `gives its devices different delays, the same ones again`() {
    var knobs = FaultKnobs()
    #expect((0..<20).allSatisfy { knobs.batchDelay(of: $0, seed: 1) == 0 })
    knobs.batchDelayMilliseconds = Self.day
    let delays = (0..<20).map { knobs.batchDelay(of: $0, seed: 1) }
    #expect(Set(delays) == [0, Self.day / 4, Self.day])
    #expect(delays == (0..<20).map { knobs.batchDelay(of: $0, seed: 1) })
    #expect(delays != (0..<20).map { knobs.batchDelay(of: $0, seed: 2) })
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `keeps every promise, and comes to rest`(seed: UInt64) throws {
    var plan = FaultPlan(seed: seed, profile: .small)
    plan.knobs.batchDelayMilliseconds = seed.isMultiple(of: 2) ? Self.day : 7 * Self.day
    let world = try FaultWorldTests.world(plan)
    try world.run()
    #expect(world.violations.isEmpty, "\(world.violations)")
    let again = try FaultWorldTests.world(plan)
    try again.run()
    #expect(again.traceHash == world.traceHash)
  }

  @Test(arguments: [(-1, false), (0, true), (604_800_000, true), (604_800_001, false)])
  func `has delays of seven days at most`(milliseconds: Int64, isPossible: Bool) throws {
    let text = """
      {"format": 1, "seed": 1, "knobs": {"answerLost":0,"batchDelayMilliseconds":\(milliseconds),\
      "batchEntryCount":0,"cutShort":0,"devices":1,"duplicated":0,"flipped":0,"late":0,\
      "requestLost":0,"syncIntervalMilliseconds":1,"threshold":1,"window":1}, "steps": []}
      """
    guard !isPossible else {
      let plan = try FaultPlan(json: Array(text.utf8))
      #expect(plan.knobs.batchDelayMilliseconds == milliseconds)
      return
    }
    let error = #expect(throws: FaultPlanError.self) { try FaultPlan(json: Array(text.utf8)) }
    #expect(error?.description.contains("seven days") == true)
  }
}
