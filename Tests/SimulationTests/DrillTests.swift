import Simulation
import Synchronization
import TestSupport
import Testing

@Suite("Drills") struct DrillTests {
  /// A clock that says nothing about the machine.
  @Sendable private static func still() -> Double { 0 }

  private static func newDiskName() -> String { "drill-\(UInt64.random(in: 0...UInt64.max))" }

  static func run(_ name: String, seed: UInt64 = 1) throws -> DrillReport {
    var plan = DrillPlan()
    plan.seed = seed
    return try run(name, plan)
  }

  static func run(_ name: String, _ plan: DrillPlan) throws -> DrillReport {
    let drill = try #require(Drill.named(name), "there is no drill \(name)")
    let base = try DrillBase(plan, diskName: newDiskName())
    return drill.run(from: base, diskName: newDiskName(), clock: still)
  }

  static func results(of drills: [Drill], _ plan: DrillPlan, jobs: Int = 1) -> DrillResults {
    DrillResults(of: drills, plan, jobs: jobs, diskName: newDiskName(), clock: still)
  }

  @Test(arguments: Drill.all.map(\.name))
  func `end well`(name: String) throws {
    let report = try Self.report(name)
    #expect(report.verdict == .pass, "\(report.text)")
    #expect(report.digests.countsFound == report.digests.countsExpected)
    #expect(report.digests.itemsFound == report.digests.itemsExpected)
    #expect(report.digests.headsOnDevices == report.digests.headsInCloud)
    #expect(report.digests.itemsFound.count == 64 && report.digests.headsInCloud.count == 64)
    #expect(!report.notChecked.isEmpty && !report.timeline.isEmpty)
  }

  private static let reports = Mutex<[String: DrillReport]>([:])

  /// The report of a drill with the first seed, for tests that ask it about different things: run
  /// once.
  private static func report(_ name: String) throws -> DrillReport {
    if let known = reports.withLock({ $0[name] }) { return known }
    let report = try run(name)
    reports.withLock { $0[name] = report }
    return report
  }

  @Test(arguments: LongRun.some(16, of: Drill.all.map(\.name)))
  func `end well with other chances`(name: String) throws {
    let report = try Self.run(name, seed: 77)
    #expect(report.verdict == .pass, "\(report.text)")
  }

  @Test func `have names of their own`() {
    #expect(Set(Drill.all.map(\.name)).count == Drill.all.count)
  }

  @Test func `of one seed tell one story`() throws {
    #expect(try Self.run("clone-both-alive") == Self.run("clone-both-alive"))
  }

  @Test func `tell the same alone, after others and beside others`() {
    var plan = DrillPlan()
    plan.devices = 20
    func results(of drills: [Drill], jobs: Int) -> [DrillReport] {
      Self.results(of: drills, plan, jobs: jobs).drills
    }
    let drills = ["ping-pong", "twins", "cloud-lost", "witness-lost", "snapshot-empty"]
      .compactMap { Drill.named($0) }
    let inTurn = results(of: drills, jobs: 1)
    #expect(inTurn.count == 5)
    #expect(results(of: drills, jobs: 4) == inTurn)
    #expect(results(of: drills.reversed(), jobs: 1) == inTurn.reversed())
    #expect(results(of: [drills[1]], jobs: 1) == [inTurn[1]])
  }

  @Test func `hold with a crowd that has lived before`() {
    var plan = DrillPlan()
    plan.devices = 60
    let results = Self.results(of: LongRun.some(12, of: Drill.all), plan, jobs: 2)
    for report in results.drills { #expect(report.verdict == .pass, "\(report.text)") }
  }

  @Test func `make fifty copies of one device`() throws {
    let report = try Self.report("many-copies")
    #expect(report.timeline.count { $0.what.contains("is a copy of") } == 50)
  }

  @Test func `say what is gone for good`() throws {
    let report = try Self.report("restored-1-day")
    #expect(report.rpo.events == 1 && report.rpo.unacknowledged == 1)
    let gone = try #require(report.rpo.gone.first)
    #expect(report.rpo.gone.count == 1 && gone.count == 1 && !gone.isAcknowledged)
    #expect(gone.device == 0 && gone.app == "app" && gone.event == .engaged)
    #expect(gone.page == "unsent")
    #expect(report.text.contains("\n      GONE: device 0, app: opened page unsent"))
    let lost = try Self.report("cloud-lost")
    #expect(lost.rpo.acknowledged > 0)
    #expect(lost.rpo.gone.map(\.count).reduce(0, +) == lost.rpo.events)
    #expect(lost.rpo.gone.allSatisfy { $0.device == 1 && $0.isAcknowledged })
    #expect(lost.rpo.gone.contains { $0.page == "only here" })
  }

  /// Of what is gone: events, and the seconds from the oldest of them to its loss.
  @Test(arguments: [
    ("restored-1-minute", 1, 60), ("restored-1-day", 1, 300), ("restored-90-days", 1, 300),
    ("restored-witness-kept", 1, 420), ("index-survives", 2, 180),
    ("clone-original-dies", 1, 660), ("gap-with-loss", 1, 1_140),
    // Made three days before its device died, half an hour before the cloud did.
    ("cloud-lost", 7, 3 * 86_400 + 1_800), ("restored-older-schema", 3, 120),
  ])
  func `say how long before its loss it was made`(name: String, events: Int, seconds: Int) throws {
    let report = try Self.report(name)
    #expect(report.rpo.events == events && report.rpo.seconds == Double(seconds))
  }

  // The last one first: the others are run meanwhile, from the first one on.
  @Test(arguments: Drill.all.map(\.name).reversed())
  func `lose nothing in the moment in which it is made`(name: String) throws {
    let rpo = try Self.report(name).rpo
    #expect((rpo.events > 0) == (rpo.seconds > 0), "\(rpo)")
  }
}
