internal import Foundation
internal import JournalFormat

/// What became of one world of faults.
package struct SeedOutcome: Sendable {
  package let seed: UInt64
  /// Equal runs have equal ones.
  package let traceHash: UInt64
  /// Things that were chosen, one after the other.
  package let events: Int
  package let counts: FaultCounts
  package let steps: StepCounts
  package let acts: Tallies<IntruderAct>
  package let checks: CheckCounts
  package let measures: FaultMeasures
  /// What did not hold; nil: everything held.
  package let violation: FaultViolation?
  /// Why the world could not go on at all.
  package let error: String?
  package let milliseconds: Double

  /// Runs the world of a seed.
  ///
  /// - Parameter diskName: worlds that run at a time need different ones.
  package init(
    _ plan: FaultPlan, diskName: String, listener: ((FaultMoment) -> Void)? = nil
  ) {
    let start = ProcessClock()
    var world: FaultWorld?
    var error: String?
    do {
      let made = try FaultWorld(plan, diskName: diskName)
      world = made
      made.listener = listener
      try made.run()
    } catch let failure {
      error = "\(failure)"
    }
    seed = plan.seed
    traceHash = world?.traceHash ?? 0
    events = world?.eventCount ?? 0
    counts = world?.counts ?? FaultCounts()
    steps = world?.steps ?? StepCounts()
    acts = world?.acts ?? Tallies()
    checks = world?.checks ?? CheckCounts()
    measures = world?.measures ?? FaultMeasures()
    violation = world?.violations.first
    self.error = error
    milliseconds = (ProcessClock().wallSeconds - start.wallSeconds) * 1_000
  }

  package var isGood: Bool { violation == nil && error == nil }
}
