import CloudAggregator
import Foundation
import JournalFormat
import Simulation
import TestSupport
import Testing
import TraceLines

/// A small trace with a bit of everything.
private func trace() -> [TraceEvent] {
  var random = SplitMix64(11)
  var lines: [String] = []
  for step in 0..<400 {
    let device = "d\(random.below(12))"
    let film = random.below(8)
    let start =
      "{\"time\":\(step * 5_000),\"device\":\"\(device)\",\"app\":\"films\",\"id\":\"\(film)\""
    let isPublic = film != 7
    lines.append(
      start + ",\"kind\":\"activity\",\"type\":\"view\",\"title\":\"Film \(film)\","
        + "\"url\":\"https://example.com/\(film)\",\"search\":true,\"public\":\(isPublic)}")
    lines.append(start + ",\"kind\":\"engage\"}")
    if random.below(15) == 0 {
      lines.append(
        "{\"time\":\(step * 5_000),\"device\":\"\(device)\",\"app\":\"films\",\"kind\":\"delete\","
          + "\"ids\":[\"\(film)\"]}")
    }
  }
  // Lines of the test's own are traces.
  return lines.map { try! TraceEvent(json: Array($0.utf8)) }
}

@Suite("A simulated world", .serialized) struct WorldTests {
  /// - Parameter foreseen: groups of events that the world knows before it performs the first.
  private func run(
    seed: UInt64, network: NetworkProfile, openDevices: Int = 100, foreseen: Int = 0,
    checksOwnSignatures: Bool = false
  ) throws -> RunReport {
    var plan = WorldPlan()
    plan.seed = seed
    plan.threshold = 4
    plan.network = network
    plan.openDevicesMax = openDevices
    plan.checksOwnSignatures = checksOwnSignatures
    let world = try World(plan, diskName: "test-\(seed)-\(network.name)-\(openDevices)-\(foreseen)")
    let groups = trace().map { [$0] }
    for start in stride(from: 0, to: groups.count, by: max(1, foreseen)) {
      let part = groups[start..<min(groups.count, start + max(1, foreseen))]
      if foreseen > 0 { world.foresee(Array(part)) }
      for group in part { try world.perform(group) }
    }
    try world.windDown()
    return try RunReport(
      world, checks: try world.check(), cpuSeconds: 0, wallSeconds: 0, peakMemoryMiB: 0)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `holds every promise that it checks, also when messages are lost`(seed: UInt64) throws {
    for network in NetworkProfile.all {
      let report = try run(seed: seed, network: network)
      for check in report.checks { #expect(check.holds, "\(check.name): \(check.violation ?? "")") }
      #expect(report.checks.count == 7)
      #expect(report.publicItems > 0 && report.publicItems < 8)
      #expect(report.reports > 300)
    }
  }

  @Test func `counts the same whatever the network does`() throws {
    let calm = try run(seed: 1, network: .calm)
    let lossy = try run(seed: 1, network: .lossy)
    #expect(lossy.messages.lost > 0 && lossy.messages.duplicated > 0 && lossy.messages.late > 0)
    #expect(calm.topItems.map(\.key).sorted() == lossy.topItems.map(\.key).sorted())
    #expect(calm.days.map(\.events) == lossy.days.map(\.events))
  }

  @Test
  func `is the same for the same seed, also when devices are parked, and another for another`()
    throws
  {
    let first = try run(seed: 1, network: .lossy)
    let parked = try run(seed: 1, network: .lossy, openDevices: 2)
    let other = try run(seed: 2, network: .lossy)
    #expect(first.traceHash == parked.traceHash)
    #expect(first.stateDigest == parked.stateDigest)
    #expect(first.traceHash != other.traceHash)
  }

  @Test(arguments: [1, 7, 200, 10_000])
  func `is the same however much of the trace devices work ahead`(foreseen: Int) throws {
    for network in NetworkProfile.all {
      let one = try run(seed: 3, network: network)
      let other = try run(seed: 3, network: network, openDevices: 4, foreseen: foreseen)
      #expect(one.traceHash == other.traceHash)
      #expect(one.stateDigest == other.stateDigest)
    }
  }

  @Test func `comes to the same end when every signature is checked`() throws {
    for network in NetworkProfile.all {
      let knowing = try run(seed: 4, network: network)
      let checking = try run(seed: 4, network: network, checksOwnSignatures: true)
      #expect(knowing.traceHash == checking.traceHash)
      #expect(knowing.stateDigest == checking.stateDigest)
    }
  }

  /// Runs lines of three devices "d0" to "d2", each given as what follows the device.
  private func run(_ name: String, days: [[String]]) throws -> World {
    var plan = WorldPlan()
    plan.threshold = 3
    let world = try World(plan, diskName: "test-\(name)")
    for (day, lines) in days.enumerated() {
      for device in 0..<3 {
        for line in lines {
          let start = "{\"time\":\(day * 400_000),\"device\":\"d\(device)\",\"app\":\"a\","
          try world.perform(try TraceEvent(json: Array((start + line + "}").utf8)))
        }
      }
    }
    try world.windDown()
    return world
  }

  private func activity(_ page: String) -> String {
    "\"kind\":\"activity\",\"type\":\"view\",\"id\":\"x\",\"search\":true,\"public\":true,"
      + "\"title\":\"Secret \(page)\",\"url\":\"https://example.com/\(page)\""
  }

  private let engage = "\"kind\":\"engage\",\"id\":\"x\""

  @Test(arguments: ["\"all\":true", "\"ids\":[\"x\"]"])
  func `hides what was deleted also where its address had changed`(deletion: String) throws {
    let delete = "\"kind\":\"delete\",\(deletion)"
    // At once, before the cloud knows of it, and after it was public.
    for days in [
      [[activity("A"), engage, activity("B"), delete]],
      [[activity("A"), engage], [activity("B"), engage], [delete]],
    ] {
      let world = try run("deleted-\(deletion.count)-\(days.count)", days: days)
      for check in try world.check() {
        #expect(check.holds, "\(check.name): \(check.violation ?? "")")
      }
      #expect(try world.cloud?.projections.publicEntries().isEmpty == true)
    }
  }

  @Test(arguments: [
    ([], 1), (["\"kind\":\"delete\",\"domains\":[\"\"]"], 1),
    (["\"kind\":\"delete\",\"all\":true"], 0),
  ])
  func `keeps public what nothing deleted`(last: [String], publicItems: Int) throws {
    let world = try run(
      "kept-\(last.joined().count)", days: [[activity("A"), engage], [activity("B")], last])
    for check in try world.check() {
      #expect(check.holds, "\(check.name): \(check.violation ?? "")")
    }
    #expect(try world.cloud?.projections.publicEntries().count == publicItems)
  }

  @Test func `notices a count that is off`() throws {
    var plan = WorldPlan()
    plan.threshold = 4
    let world = try World(plan, diskName: "test-off")
    for event in trace() { try world.perform(event) }
    // What never reached the cloud: the run stops before devices speak, so both kinds fail.
    let checks = try world.check()
    #expect(checks.contains { $0.promise == 5 && !$0.holds && $0.severity == .correctness })
    #expect(checks.contains { $0.promise == 12 && !$0.holds && $0.severity == .liveness })
  }
}
