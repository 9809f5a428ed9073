internal import Dispatch
internal import Synchronization

/// Runs many worlds of faults, one for each seed.
package struct Swarm: Sendable, BreakablePlan {
  package var seeds: ClosedRange<UInt64>
  package var profile: FaultProfile
  /// Worlds that run at a time, each on a thread of its own; at least 1. What they report does not
  /// depend on it, except for times.
  package var jobs = 1
  #if Sabotage
    package var sabotage: Sabotage?
  #endif

  package init(seeds: ClosedRange<UInt64>, profile: FaultProfile) {
    self.seeds = seeds
    self.profile = profile
  }

  /// Runs all of them, whatever becomes of each.
  ///
  /// - Parameters:
  ///   - isOver: asked before each world: whether no more are to begin.
  ///   - progress: is told now and then how far it is, by any thread, one at a time.
  package func run(
    isOver: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (SwarmReport) -> Void = { _ in }
  ) -> SwarmReport {
    let start = ProcessClock()
    let report = Mutex(SwarmReport(self))
    let next = Atomic(UInt64(0))
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while !isOver() {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard place <= seeds.upperBound - seeds.lowerBound else { return }
        let outcome = outcome(of: seeds.lowerBound + place)
        report.withLock {
          $0.add(outcome)
          $0.took(since: start)
          progress($0)
        }
      }
    }
    return report.withLock {
      $0.settle()
      $0.took(since: start)
      return $0
    }
  }

  package func plan(_ seed: UInt64) -> FaultPlan {
    var plan = FaultPlan(seed: seed, profile: profile)
    plan.breakSame(as: self)
    return plan
  }

  private func outcome(of seed: UInt64) -> SeedOutcome {
    SeedOutcome(plan(seed), diskName: "swarm-\(seed)")
  }
}
