/// Runs of one seed and one source that differ in a few settings, and their figures side by side.
package struct Sweep {
  /// Runs of a sweep, at most.
  package static let runCountMax = 32

  /// The plan of all runs, but for what differs.
  private let plan: WorldPlan
  private let source: TraceSource
  private let thresholds: [UInt32]
  private let syncIntervals: [Int64]
  private let batchDelays: [Int64]

  /// - Parameters:
  ///   - plan: without losses.
  ///   - thresholds: each at least 1; at least one.
  ///   - syncIntervals: milliseconds, each at least 1; at least one.
  ///   - batchDelays: milliseconds, each in `WorldPlan.batchDelayRange`; nil: the plan's.
  package init(
    _ plan: WorldPlan, source: TraceSource, thresholds: [UInt32], syncIntervals: [Int64],
    batchDelays: [Int64]? = nil
  ) {
    precondition(plan.losses.isEmpty, "Nothing is lost in the runs of a sweep.")
    (self.plan, self.source) = (plan, source)
    (self.thresholds, self.syncIntervals) = (thresholds, syncIntervals)
    self.batchDelays = batchDelays ?? [plan.batchDelayMilliseconds]
  }

  package var runCount: Int { thresholds.count * syncIntervals.count * batchDelays.count }

  /// The plans of the runs: for each threshold every interval, and for each of those every delay.
  private var plans: [WorldPlan] {
    thresholds.flatMap { threshold in
      syncIntervals.flatMap { interval in
        batchDelays.map { delay in
          var plan = plan
          plan.threshold = threshold
          plan.syncIntervalMilliseconds = interval
          plan.batchDelayMilliseconds = delay
          plan.measuresWaits = true
          return plan
        }
      }
    }
  }

  /// Makes the runs one after another.
  ///
  /// - Parameter progress: called with the number of runs that are complete, and of the events that
  ///   the next one has read.
  package func perform(progress: (_ runs: Int, _ events: Int) -> Void = { _, _ in }) throws
    -> SweepReport
  {
    var report = SweepReport(seed: plan.seed, faults: plan.network.name)
    for plan in plans {
      let run = TraceRun(plan: plan, source: source)
      let count = report.rows.count
      let found = try run.perform { progress(count, $0) }
      guard let waits = run.waits else { continue }
      report.add(
        found, waits, syncIntervalMilliseconds: plan.syncIntervalMilliseconds,
        batchDelayMilliseconds: plan.batchDelayMilliseconds)
    }
    return report
  }
}

/// What a run measures for a sweep.
package struct RunWaits: Hashable, Sendable {
  /// Milliseconds from an item's k-th engagement until it was public.
  package var reveals: [Int64]
  /// Milliseconds from the first report that waited to the receipt for all of them, by sync.
  package var lags: [Int64]
  /// From the first event to the last one; a day at least.
  package var days: Double
}
