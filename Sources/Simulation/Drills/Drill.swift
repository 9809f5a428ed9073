internal import JournalFormat

/// A scripted loss and recovery, with a report and a verdict.
package struct Drill: Sendable {
  package let name: String
  /// What happens, in one sentence.
  package let summary: String
  /// Numbers of the design's promises that it shows.
  package let promises: [Int]
  /// What its verdict says nothing about, each a sentence.
  package let notChecked: [String]
  /// What names it in the command that runs it again.
  let arguments: String
  let script: @Sendable (DrillFleet) throws -> Void

  init(
    _ name: String, _ summary: String, promises: [Int], notChecked: [String] = [],
    repeating arguments: String? = nil,
    script: @escaping @Sendable (DrillFleet) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.promises = promises
    self.notChecked = notChecked
    self.arguments = arguments ?? name
    self.script = script
  }

  /// Every drill, in the order in which they are listed.
  package static let all: [Drill] =
    devices + copies + deletions + apps + clouds + compactions + backups + files

  /// A drill of the user's own.
  package init(_ scenario: Scenario, path: String) {
    self.init(
      scenario.name, scenario.summary, promises: scenario.promises,
      repeating: "--file \(path.asShellWord)"
    ) { fleet in
      var run = ScenarioRun(fleet: fleet)
      for line in scenario.lines { try run.perform(line) }
    }
  }

  package static func named(_ name: String) -> Drill? { all.first { $0.name == name } }

  /// Of all simulated drills.
  static let simulationLimits = [
    "The disk is simulated: file systems, drives and power cuts are not.",
    "Devices and cloud are in one process and hear each other at once.",
  ]

  /// Runs it, from a base of which nothing changes. Whatever keeps it from its beginning or its
  /// end, it has a report.
  ///
  /// - Parameter clock: milliseconds of a clock that only continues, for the times of the report.
  package func run(
    from base: DrillBase, diskName: String, clock: @escaping () -> Double
  ) -> DrillReport {
    var report = report(base.plan)
    do {
      try DrillFleet(base, diskName: diskName, clock: clock).run(script, into: &report)
    } catch {
      report.fail("the drill did not begin: \(error)")
    }
    return report
  }

  /// The same, of a base that may not have come to be: then no drill begins.
  func run(
    from base: Result<DrillBase, any Error>, _ plan: DrillPlan, diskName: String,
    clock: @escaping () -> Double
  ) -> DrillReport {
    switch base {
    case .success(let base): return run(from: base, diskName: diskName, clock: clock)
    case .failure(let error):
      var report = report(plan)
      report.fail("the fleet that all drills begin with cannot be made: \(error)")
      return report
    }
  }

  /// A report of nothing yet.
  func report(_ plan: DrillPlan) -> DrillReport {
    DrillReport(
      name: name, summary: summary, promises: promises, seed: plan.seed, devices: plan.devices,
      notChecked: notChecked + Self.simulationLimits,
      again: "spotlog drill run \(arguments) --seed \(plan.seed) --devices \(plan.devices)"
        + plan.brokenOption)
  }
}

/// What a drill is run with.
package struct DrillPlan: Hashable, Sendable, BreakablePlan {
  package var seed: UInt64 = 1
  /// Devices of the fleet, besides copies.
  package var devices = 12
  package var threshold: UInt32 = 3
  #if Sabotage
    package var sabotage: Sabotage?
  #endif

  package init() {}

  /// Devices that a drill is about: of a large fleet the hundredth part.
  var castCount: Int { min(devices, max(12, devices / 100)) }
}
