import Simulation
import TestSupport
import Testing

/// A clock that says nothing about the machine.
@Sendable private func still() -> Double { 0 }

private func newDiskName() -> String { "drill-\(UInt64.random(in: 0...UInt64.max))" }

@Suite("Drills", .serialized) struct DrillTests {
  static func run(_ name: String, seed: UInt64 = 1, sabotage: Sabotage? = nil) throws -> DrillReport
  {
    var plan = DrillPlan()
    plan.seed = seed
    plan.sabotage = sabotage
    let drill = try #require(Drill.named(name), "there is no drill \(name)")
    let base = try DrillBase(plan, diskName: newDiskName())
    return drill.run(from: base, diskName: newDiskName(), clock: still)
  }

  @Test(arguments: Drill.all.map(\.name))
  func `end well`(name: String) throws {
    let report = try Self.run(name)
    #expect(report.verdict == .pass, "\(report.text)")
    #expect(report.digests.countsFound == report.digests.countsExpected)
    #expect(report.digests.itemsFound == report.digests.itemsExpected)
    #expect(report.digests.headsOnDevices == report.digests.headsInCloud)
    #expect(report.digests.itemsFound.count == 64 && report.digests.headsInCloud.count == 64)
    #expect(!report.notChecked.isEmpty && !report.timeline.isEmpty)
  }

  @Test(arguments: Drill.all.map(\.name))
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
      DrillResults(of: drills, plan, jobs: jobs, diskName: newDiskName(), clock: still).drills
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
    let results = DrillResults(
      of: Drill.all, plan, jobs: 2, diskName: newDiskName(), clock: still)
    for report in results.drills { #expect(report.verdict == .pass, "\(report.text)") }
  }

  @Test func `make fifty copies of one device`() throws {
    let report = try Self.run("many-copies")
    #expect(report.timeline.count { $0.what.contains("is a copy of") } == 50)
  }

  @Test func `say what is gone for good`() throws {
    let report = try Self.run("restored-1-day")
    #expect(report.rpo.events == 1 && report.rpo.unacknowledged == 1)
    let gone = try #require(report.rpo.gone.first)
    #expect(report.rpo.gone.count == 1 && gone.count == 1 && !gone.isAcknowledged)
    #expect(gone.device == 0 && gone.app == "app" && gone.event == .engaged)
    #expect(gone.page == "unsent")
    #expect(report.text.contains("\n      GONE: device 0, app: opened page unsent"))
    let lost = try Self.run("cloud-lost")
    #expect(lost.rpo.acknowledged > 0)
    #expect(lost.rpo.gone.map(\.count).reduce(0, +) == lost.rpo.events)
    #expect(lost.rpo.gone.allSatisfy { $0.device == 1 && $0.isAcknowledged })
    #expect(lost.rpo.gone.contains { $0.page == "only here" })
  }

  /// Every switch that breaks a promise, by the finding of that promise.
  @Test(arguments: Sabotage.signs)
  func `notice a broken promise, and say so`(sign: SabotageSign) throws {
    let drill = try #require(Drill.named(sign.drill))
    var plan = DrillPlan()
    plan.sabotage = sign.sabotage
    let report = try #require(
      DrillResults(of: [drill], plan, diskName: newDiskName(), clock: still).drills.first)
    #expect(report.verdict == .fail, "\(report.text)")
    #expect(report.findings.contains { $0.contains(sign.finding) }, "\(report.text)")
    #expect(report.again.hasSuffix(" --sabotage \(sign.sabotage.rawValue)"))
  }

  @Test func `have a switch for each promise, and a drill for each switch`() {
    #expect(Set(Sabotage.signs.map(\.sabotage)) == Set(Sabotage.allCases))
    // One run says nothing about another: `of one seed tell one story` compares two.
    #expect(Set(Sabotage.signs.map(\.promise)) == Set(1...14))
    #expect(Sabotage.signs.allSatisfy { Drill.named($0.drill) != nil })
    #expect(Sabotage.failing("gate-lagging") == [.dropsOrigins])
    #expect(Sabotage.failing("snapshot-empty").isEmpty)
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
    let report = try Self.run(name)
    #expect(report.rpo.events == events && report.rpo.seconds == Double(seconds))
  }

  @Test(arguments: Drill.all.map(\.name))
  func `lose nothing in the moment in which it is made`(name: String) throws {
    let rpo = try Self.run(name).rpo
    #expect((rpo.events > 0) == (rpo.seconds > 0), "\(rpo)")
  }

  @Test(arguments: [
    (Sabotage.countsDevices, "clone-both-alive"), (.countsDevices, "many-copies"),
    (.dropsOrigins, "gate-lagging"), (.reusesEpoch, "restored-witness-kept"),
    (.skipsWithdrawals, "delete-then-restore-both"), (.trustsNumbers, "twins"),
    (.keepsLargerMark, "mark-lowered-then-compact"),
    (.prunesWhatIsReceived, "compact-then-cloud-restored"), (.syncsLate, "power-cut"),
    (.trustsMark, "twins"),
  ])
  func `notice an effect that is broken on purpose`(sabotage: Sabotage, name: String) throws {
    let report = try Self.run(name, sabotage: sabotage)
    #expect(report.verdict == .fail, "\(report.text)")
    #expect(report.lost + report.duplicated + report.resurrected > 0, "\(report.text)")
  }

  @Test(arguments: [
    ("restore-crash-at-each-step", "the restore"), ("epoch-crash-at-each-step", "the new epoch"),
    ("epoch-crash-at-each-torn-step", "the new epoch"),
  ])
  func `notice a recovery that nobody runs again`(name: String, recovery: String) throws {
    let report = try Self.run(name, sabotage: .abandonsRecoveries)
    #expect(report.verdict == .fail, "\(report.text)")
    #expect(
      report.findings.contains { $0.contains("changes of \(recovery): ") }, "\(report.text)")
    // The run in which nothing failed is judged in the end, whatever the others were like.
    #expect(report.timeline.contains { $0.what.hasPrefix("\(recovery) has ended at ") })
    #expect(report.digests.cloudRebuilt.count == 64)
  }

  /// Where all are whole, a mark that believes them does no harm.
  @Test func `restore a cloud from backups of its own`() throws {
    let report = try Self.run("cloud-from-own-backups", sabotage: .believesBackups)
    #expect(report.verdict == .pass, "\(report.text)")
    #expect(try Self.run("backup-base-lost").verdict == .pass)
  }

  @Test func `notice a fork of which no incident is kept`() throws {
    let report = try Self.run("twins", sabotage: .trustsNumbers)
    #expect(
      report.findings.contains { $0.hasPrefix("the cloud keeps no incident of report ") },
      "\(report.text)")
  }

  /// A cloud that does not come up any more is a finding, and no end of the others' reports.
  @Test(arguments: ["cloud-killed-before-receipt", "cloud-from-yesterday", "power-cut"])
  func `report a cloud that does not come up`(name: String) throws {
    var plan = DrillPlan()
    plan.sabotage = .damagesLog
    let drills = ["ping-pong", name, "twins"].compactMap { Drill.named($0) }
    let results = DrillResults(of: drills, plan, diskName: newDiskName(), clock: still)
    #expect(results.drills.map(\.name) == ["ping-pong", name, "twins"])
    #expect(results.drills.map(\.verdict) == [.pass, .fail, .pass])
    let report = results.drills[1]
    #expect(report.findings.count == 2 && report.findings[0].contains("came to no end: "))
    #expect(report.findings[1] == "what there is cannot be judged: the cloud is down")
    #expect(!report.timeline.isEmpty && report.text.contains("again: spotlog drill run \(name)"))
  }

  @Test func `report a fleet that cannot be made for any of them`() throws {
    var plan = DrillPlan()
    plan.sabotage = .startsNoCloud
    let drills = Array(Drill.all.prefix(2))
    let results = DrillResults(of: drills, plan, diskName: newDiskName(), clock: still)
    #expect(results.drills.map(\.verdict) == [.fail, .fail])
    #expect(
      results.drills.allSatisfy {
        $0.findings == ["the fleet that all drills begin with cannot be made: the cloud is down"]
      })
  }

  /// Where the cloud has more than the ledger ever heard of, it is looked at too.
  @Test func `notice what nobody did`() throws {
    let report = try Self.run("index-deleted", sabotage: .inventsReports)
    let tag = "tag:01"
    #expect(report.verdict == .fail && report.duplicated == 2, "\(report.text)")
    #expect(report.findings.contains { $0.hasPrefix("the cloud has page \(tag)") })
    #expect(report.findings.contains { $0.contains("counted 1 of 1 on the way, and only 0 of 0") })
    #expect(report.digests.countsFound != report.digests.countsExpected)
  }

  @Test func `notice an index that is broken on purpose`() throws {
    let report = try Self.run("index-survives", sabotage: .checksNumbersAlone)
    #expect(report.verdict == .fail, "\(report.text)")
    #expect(report.findings.contains { $0.contains("its apps gave it") }, "\(report.text)")
    #expect(report.digests.itemsFound != report.digests.itemsExpected)
  }
}
