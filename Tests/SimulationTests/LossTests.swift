import DeviceIndex
import Foundation
import JournalFormat
import TestSupport
import Testing
import TraceLines

@testable import Simulation

/// Runs of small traces in which devices and the cloud are lost.
@Suite("A run that loses things", .serialized) struct LossTests {
  /// People of 30 days who see films: of each an activity, and an engagement with it.
  ///
  /// - Parameter deletes: whether they take some of it back.
  static func trace(deletes: Bool = false) throws -> [[TraceEvent]] {
    var random = SplitMix64(7)
    return try (0..<600).map { step in
      let film = random.below(9)
      let start =
        "{\"time\":\(step * 4_321),\"device\":\"d\(random.below(20))\",\"app\":\"films\","
      var lines = [
        "\"id\":\"\(film)\",\"kind\":\"activity\",\"type\":\"view\",\"title\":\"Film \(film)\","
          + "\"url\":\"https://example.com/\(film)\",\"search\":true,\"public\":true}",
        "\"id\":\"\(film)\",\"kind\":\"engage\"}",
        "\"id\":\"note \(random.below(5))\",\"kind\":\"index\",\"domain\":\"notes\","
          + "\"attributes\":{\"title\":\"Note \(step)\"}}",
      ]
      if deletes, random.below(6) == 0 {
        lines.append("\"kind\":\"delete\",\"ids\":[\"\(film)\"]}")
      }
      if random.below(9) == 0 { lines.append("\"kind\":\"delete\",\"domains\":[\"notes\"]}") }
      return try lines.enumerated().map { place, line in
        var event = try TraceEvent(json: Array((start + line).utf8))
        event.line = step * 10 + place
        return event
      }
    }
  }

  static func plan(_ seed: UInt64, _ lostAt: LossPlan.Moment) -> WorldPlan {
    var plan = WorldPlan()
    plan.seed = seed
    plan.threshold = 4
    plan.losses.restoredDevices = .percent(40)
    plan.losses.clonedDevices = .percent(20)
    plan.losses.cloudRestores = 2
    plan.losses.lostAt = lostAt
    return plan
  }

  static func run(_ plan: WorldPlan, _ name: String, _ groups: [[TraceEvent]]) throws -> RunReport {
    var shape = TraceShape()
    shape.add(groups)
    let world = try World(
      plan, diskName: "losses-\(name)-\(plan.seed)",
      shape: plan.losses.isEmpty ? nil : shape)
    world.foresee(groups)
    for group in groups { try world.perform(group) }
    try world.windDown()
    return try RunReport(
      world, checks: try world.check(), cpuSeconds: 0, wallSeconds: 0, peakMemoryMiB: 0)
  }

  static func failing(_ report: RunReport) -> [String] {
    report.checks.filter { !$0.holds }.map { "\($0.name): \($0.violation ?? "")" }
  }

  /// A message that came twice was answered twice, and the second answer was lost: a device that
  /// waited for nothing but that never asked the cloud again after it had gone back, and what the
  /// cloud had forgotten of it counted nowhere.
  @Test func `has every device ask a cloud that went back, whatever is on its way`() throws {
    let groups = try Self.trace()
    let world = try World(Self.plan(1, .receipt), diskName: "losses-on-its-way", shape: nil)
    for group in groups.prefix(60) { try world.perform(group) }
    // Days later all of them are quiet.
    let last = try #require(groups.last)
    try world.perform(last)
    let quiet = world.devices.filter { $0.agenda.nextWake == nil && !$0.agenda.hasNews }
    #expect(quiet.count > 5)
    for device in quiet { device.agenda.expects(world.now.advanced(byMilliseconds: 1_000)) }
    world.everybodyBeginsAnew()
    for device in quiet {
      device.agenda.expectsNoMore(world.now.advanced(byMilliseconds: 1_000))
    }
    try world.windDown()
    #expect(world.devices.allSatisfy { !$0.agenda.beginsAnew })
    #expect(RunChecks(world: world).lively().holds)
  }

  @Test(arguments: [NetworkProfile.calm, .lossy], 1...4 as ClosedRange<UInt64>)
  func `right after receipts ends with the counts of a run that loses nothing`(
    network: NetworkProfile, seed: UInt64
  ) throws {
    var plan = Self.plan(seed, .receipt)
    plan.network = network
    let lossy = try Self.run(plan, "receipt-\(network.name)", try Self.trace())
    #expect(Self.failing(lossy) == [])
    let losses = try #require(lossy.losses)
    #expect(losses.restoredDevices == 8 && losses.clonedDevices == 4 && losses.cloudRestores == 2)
    #expect(losses.lostReports.isEmpty && losses.looks > 60)
    plan.losses = LossPlan()
    let calm = try Self.run(plan, "nothing-\(network.name)", try Self.trace())
    #expect(calm.losses == nil && calm.publicItems == 9)
    #expect(lossy.topItems.map(\.described) == calm.topItems.map(\.described))
    #expect(lossy.days.map(\.events) == calm.days.map(\.events))
  }

  @Test(arguments: [NetworkProfile.calm, .lossy], 1...4 as ClosedRange<UInt64>)
  func `at any moment lacks what it lists, and nothing else`(
    network: NetworkProfile, seed: UInt64
  ) throws {
    var plan = Self.plan(seed, .any)
    plan.network = network
    let lossy = try Self.run(plan, "any-\(network.name)", try Self.trace())
    #expect(Self.failing(lossy) == [])
    let lost = try #require(lossy.losses?.lostReports)
    #expect(!lost.isEmpty)
    // The same trace without the lines that are listed, in a run that loses nothing.
    let lines = Set(lost.map(\.line))
    plan.losses = LossPlan()
    let calm = try Self.run(
      plan, "listed-\(network.name)",
      try Self.trace().map { $0.filter { !lines.contains($0.line) } })
    #expect(lossy.topItems.map(\.described) == calm.topItems.map(\.described))
    #expect(lossy.days.filter { $0.events > 0 }.map(\.events) == calm.days.map(\.events))
  }

  @Test(arguments: LossPlan.Moment.allCases, 1...6 as ClosedRange<UInt64>)
  func `holds where people take things back`(lostAt: LossPlan.Moment, seed: UInt64) throws {
    let report = try Self.run(
      Self.plan(seed, lostAt), "deletes-\(lostAt)", try Self.trace(deletes: true))
    #expect(Self.failing(report) == [])
  }

  @Test func `is the same for the same seed, and another for another`() throws {
    let reports = try [1, 1, 2].map {
      try Self.run(Self.plan($0, .any), "same", try Self.trace())
    }
    #expect(reports[0].traceHash == reports[1].traceHash)
    #expect(reports[0].stateDigest == reports[1].stateDigest)
    #expect(reports[0].losses?.lostReports == reports[1].losses?.lostReports)
    #expect(reports[0].traceHash != reports[2].traceHash)
  }

  #if Sabotage
    @Test(arguments: [Sabotage.countsDevices, .dropsOrigins, .reusesEpoch, .trustsNumbers])
    func `fails where a promise is broken on purpose`(sabotage: Sabotage) throws {
      let failed = try (1...3 as ClosedRange<UInt64>).contains { seed in
        var plan = Self.plan(seed, .any)
        plan.sabotage = sabotage
        let report = try Self.run(plan, "sabotage-\(sabotage)", try Self.trace())
        return report.checks.contains { !$0.holds && $0.severity == .correctness }
      }
      #expect(failed)
    }

    /// Indexes are looked at, and looked at closely.
    @Test func `fails where an index keeps old titles, and counts what it compared`() throws {
      var plan = Self.plan(1, .any)
      let sound = try #require(try Self.run(plan, "titles", try Self.trace()).losses)
      #expect(sound.indexesCompared == 16 && sound.indexesLeftOut == 8)
      plan.sabotage = .keepsOldTitles
      let report = try Self.run(plan, "old-titles", try Self.trace())
      #expect(report.losses?.indexesCompared == 16)
      let failing = Self.failing(report)
      #expect(failing.count == 1)
      let name = "restored devices find what their apps gave them: device "
      #expect(failing.first?.hasPrefix(name) == true)
      #expect(failing.first?.contains("with other attributes than its app gave it") == true)
    }
  #endif

  @Test(arguments: [
    ("0", LossPlan.Share.count(0)), ("12", .count(12)), ("0%", .percent(0)), ("10%", .percent(10)),
    ("100%", .percent(100)), ("101%", nil), ("-1", nil), ("-1%", nil), ("%", nil), ("", nil),
    ("1.5%", nil), ("ten", nil),
  ])
  func `takes a number of devices or a part of a hundred`(text: String, share: LossPlan.Share?) {
    #expect(LossPlan.Share(rawValue: text) == share)
  }

  @Test func `loses exactly as many as it was told, whatever the trace is like`() throws {
    var shape = TraceShape()
    shape.add(try Self.trace())
    for seed in 1...20 as ClosedRange<UInt64> {
      let schedule = LossSchedule(Self.plan(seed, .any), shape)
      let fates = schedule.fates.values
      #expect(fates.count { $0.loss != nil } == 8 && fates.count { $0.loss == nil } == 4)
      for fate in schedule.cloudFates { #expect(0 < fate.copy && fate.copy < fate.restore) }
      #expect(schedule.cloudFates.count == 2 && schedule.cloudFates[1].restore <= 600)
      #expect(schedule.cloudFates[0].restore < schedule.cloudFates[1].copy)
    }
  }
}

extension RunReport.Item {
  fileprivate var described: String { "\(key) \(title) \(events) \(distinctDevices)" }
}
