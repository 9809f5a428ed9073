import CloudAggregator
import Foundation
import JournalFormat
import Simulation
import Sync
import TestSupport
import Testing
import TraceLines

/// A cloud elsewhere that replies only when somebody waits for it, one request at a time, and now
/// and then does what it was asked and says nothing.
private final class LateCloud: RemoteCloud {
  let deployment = CloudDeployment(
    tagSalt: Sample.tagSalt, keys: [Sample.cloudKey.publicKey], threshold: 3)
  private let cloud: Aggregator
  private let folder: TemporaryFolder
  private let failsEvery: Int
  private var open: [(reply: CloudReply, now: Timestamp)] = []
  private var count = 0
  private(set) var openMost = 0
  private(set) var aheadMostMilliseconds: Int64 = 0
  private(set) var failed = 0
  /// Its time is real, and another one than the devices'.
  private var time = Timestamp(milliseconds: 1_800_000_000_000)
  var isGone = false

  init(failsEvery: Int = .max) throws {
    self.failsEvery = failsEvery
    folder = try TemporaryFolder()
    let log = StrictCloudLog()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = deployment.threshold
    let projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    cloud = try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration, dice: .seeded(1), now: time)
  }

  func take(_ request: [UInt8], of device: Int, now: Timestamp) -> CloudTicket {
    count += 1
    time = time.advanced(byMilliseconds: 5)
    let ticket = CloudTicket(rawValue: count)
    let answer = cloud.handle(request, now: time)
    let fails = count.isMultiple(of: failsEvery)
    if fails { failed += 1 }
    let outcome = fails ? CloudReply.Outcome.failed("the connection was lost") : .answer(answer)
    open.append((CloudReply(ticket: ticket, outcome: outcome), now))
    openMost = max(openMost, open.count)
    aheadMostMilliseconds = max(
      aheadMostMilliseconds, now.milliseconds - open[0].now.milliseconds)
    return ticket
  }

  func replies(waiting: Bool) throws -> [CloudReply] {
    guard !isGone else { throw CocoaError(.fileNoSuchFile) }
    return waiting && !open.isEmpty ? [open.removeFirst().reply] : []
  }

  func publicState(until isRight: (PublicState) throws -> Bool) throws -> PublicState {
    let entries = try cloud.projections.publicEntries()
    let shown = Dictionary(uniqueKeysWithValues: entries.map { ($0.item.key, $0) })
    let counts = try cloud.projections.popularity().compactMap { row -> CloudTables.Count? in
      guard let entry = shown[row.key] else { return nil }
      var count = CloudTables.Count(row)
      count.tag = entry.tag.description
      // As a server publishes it: a device that endorses counts once a day.
      count.events = entry.events
      return count
    }
    return PublicState(counts: counts, items: entries.map { CloudTables.Line($0) })
  }
}

@Suite("A world whose cloud is elsewhere", .serialized) struct RemoteWorldTests {
  /// Some 20 devices that look at 6 films and delete some, over 20 days.
  private static func trace() throws -> [TraceEvent] {
    var random = SplitMix64(5)
    var lines: [String] = []
    for step in 0..<300 {
      let film = random.below(6)
      let start =
        "{\"time\":\(step * 5_000),\"device\":\"d\(random.below(20))\",\"app\":\"films\","
        + "\"id\":\"\(film)\""
      lines.append(
        start + ",\"kind\":\"activity\",\"type\":\"view\",\"title\":\"Film \(film)\","
          + "\"url\":\"https://example.com/\(film)\",\"search\":true,\"public\":true}")
      lines.append(start + ",\"kind\":\"engage\"}")
    }
    return try lines.map { try TraceEvent(json: Array($0.utf8)) }
  }

  private func world(
    _ name: String, _ cloud: LateCloud, network: NetworkProfile = .calm, openMax: Int = 64
  ) throws -> World {
    var plan = WorldPlan()
    plan.threshold = cloud.deployment.threshold
    plan.network = network
    plan.openRequestsMax = openMax
    return try World(plan, diskName: "remote-" + name, remote: cloud)
  }

  private func run(_ world: World) throws {
    let groups = try Self.trace().map { [$0] }
    for start in stride(from: 0, to: groups.count, by: 50) {
      let part = groups[start..<min(groups.count, start + 50)]
      world.foresee(Array(part))
      for group in part { try world.perform(group) }
    }
    try world.windDown()
  }

  @Test(arguments: [(Int.max, 64, "calm"), (7, 64, "failing"), (5, 2, "narrow")])
  func `comes to the same end, and waits for what takes its time`(
    failsEvery: Int, openMax: Int, name: String
  ) throws {
    let cloud = try LateCloud(failsEvery: failsEvery)
    let world = try world(name, cloud, openMax: openMax)
    try run(world)
    let shown = try cloud.publicState { _ in true }
    let checks = try world.check(shown)
    for check in checks { #expect(check.holds, "\(check.name): \(check.violation ?? "")") }
    #expect(shown.items.count == 6 && checks.count == 5)
    #expect(cloud.openMost <= openMax && cloud.openMost > 1)
    #expect(cloud.aheadMostMilliseconds <= 6 * 3_600_000)
    #expect((cloud.failed > 0) == (failsEvery < .max))
    let report = try RunReport(
      world, checks: checks, shown: shown, cpuSeconds: 0, wallSeconds: 0, peakMemoryMiB: 0)
    #expect(report.stateDigest == nil && report.notChecked?.isEmpty == false)
    #expect(report.reports >= 300 && report.publicItems == 6 && report.topItems.count == 6)
    #expect(world.cloud == nil)
  }

  @Test func `says what the cloud shows wrongly`() throws {
    let cloud = try LateCloud()
    let world = try world("wrong", cloud)
    try run(world)
    let right = try cloud.publicState { _ in true }
    let names = { (state: PublicState) in
      try world.check(state).filter { !$0.holds }.map(\.name)
    }
    #expect(try names(right).isEmpty)
    var wrong = right
    wrong.counts[0].events += 1
    let contradiction = "no check contradicts another"
    #expect(try names(wrong) == [CheckResult.publicCountedOnce, contradiction])
    wrong = right
    wrong.items[0].title = "Another"
    #expect(try names(wrong) == ["public wherever 3 devices endorse"])
    wrong = right
    wrong.items.removeFirst()
    wrong.counts.removeFirst()
    #expect(try names(wrong) == ["public wherever 3 devices endorse"])
    wrong = right
    wrong.counts[0].tag = "01" + String(repeating: "0", count: 32)
    #expect(
      try names(wrong) == [
        CheckResult.publicCountedOnce, "public only where 3 devices endorse", contradiction,
      ])
  }

  @Test func `ends with the cloud that is gone`() throws {
    let cloud = try LateCloud()
    let world = try world("gone", cloud)
    cloud.isGone = true
    #expect(throws: CocoaError.self) { try run(world) }
  }
}
