internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// A small world for drills: devices and one cloud on a simulated disk, which hear each other at
/// once. Every device's process ends after each thing that it does, so each of its conversations
/// begins with what its files say.
final class DrillFleet {
  let plan: DrillPlan
  let disk: SimulatedDisk
  let cloud: DrillCloud
  let configuration: DeviceConfiguration
  let clock: () -> Double
  var dice: Dice
  var devices: [DrillDevice] = []
  var ledger = DrillLedger()
  var now = Day(20_000).start
  private(set) var findings: [String] = []
  private var timeline: [DrillReport.Moment] = []
  private var phases: [DrillReport.Phase] = []

  init(_ plan: DrillPlan, diskName: String, clock: @escaping () -> Double) throws {
    self.plan = plan
    self.clock = clock
    dice = .seeded(plan.seed)
    disk = SimulatedDisk(name: diskName, seed: dice.next())
    cloud = try DrillCloud(plan, on: disk, dice: .seeded(dice.next()), now: now)
    configuration = cloud.deviceConfiguration(plan)
    for _ in 0..<plan.devices { try addDevice() }
  }

  var files: SimulatedFiles { SimulatedFiles(disk) }
  var living: [DrillDevice] { devices.filter(\.isAlive) }

  // MARK: Time

  func wait(minutes: Int64 = 0, days: Int64 = 0) {
    now = now.advanced(byMilliseconds: (minutes + days * 1_440) * 60_000)
    disk.setTime(now)
  }

  func wait(until time: Timestamp) { if time > now { now = time } }

  // MARK: What people see

  func note(_ what: String) {
    timeline.append(DrillReport.Moment(time: now.text, what: what))
  }

  func find(_ finding: String) {
    if !findings.contains(finding) { findings.append(finding) }
    note("FINDING: \(finding)")
  }

  /// Measures a part of a recovery, which is so long as the same parts before and this one.
  func measure<Value>(_ phase: String, _ body: () throws -> Value) rethrows -> Value {
    let start = clock()
    defer {
      let spent = clock() - start
      if let place = phases.firstIndex(where: { $0.phase == phase }) {
        phases[place].milliseconds += spent
      } else {
        phases.append(DrillReport.Phase(phase: phase, milliseconds: spent))
      }
    }
    return try body()
  }

  // MARK: Coming to rest

  /// Lets everything that is left speak until nobody has anything more to say.
  func converge() throws {
    try measure("converge") {
      for _ in 0..<8 {
        try settle()
        // Whoever was asked for words and is gone is waited for no longer than a day.
        wait(minutes: 1_500)
        if cloud.aggregator.folds.wantedCount == 0 { break }
      }
      // What became public last came after others had spoken.
      try settle()
    }
    note("everything that is left has spoken")
  }

  /// Every living device speaks once.
  func settle() throws {
    for device in living { try sync(device) }
    try DrillJudge(fleet: self).expectNothingTooHigh()
  }

  func judge(into report: inout DrillReport) throws {
    report.rto = phases.map {
      DrillReport.Phase(phase: $0.phase, milliseconds: ($0.milliseconds * 10).rounded() / 10)
    }
    try DrillJudge(fleet: self).judge(into: &report)
    report.timeline = timeline
    report.findings = findings
    report.rpo = ledger.loss
    report.cameBack = ledger.cameBack
    let isGood =
      findings.isEmpty && report.lost + report.duplicated + report.resurrected == 0
    report.verdict = isGood ? .pass : .fail
  }
}
