#if Sabotage
  import Simulation
  import TestSupport
  import Testing

  /// Drills that are to fail: one that does not notice is worth nothing.
  @Suite("Drills of broken promises") struct BrokenPromiseTests {
    private static func run(_ name: String, sabotage: Sabotage) throws -> DrillReport {
      var plan = DrillPlan()
      plan.sabotage = sabotage
      return try DrillTests.run(name, plan)
    }

    /// Every switch that breaks a promise in a long run, by the finding of that promise.
    @Test(arguments: LongRun.some(17, of: Sabotage.signs))
    func `notice a broken promise, and say so`(sign: SabotageSign) throws {
      let drill = try #require(Drill.named(sign.drill))
      var plan = DrillPlan()
      plan.sabotage = sign.sabotage
      let report = try #require(
        DrillTests.results(of: [drill], plan).drills.first)
      #expect(report.verdict == .fail, "\(report.text)")
      #expect(report.findings.contains { $0.contains(sign.finding) }, "\(report.text)")
      #expect(report.again.hasSuffix(" --sabotage \(sign.sabotage.rawValue)"))
    }

    @Test func `have a switch for each promise, and a drill for each switch`() {
      let ofDrills = Set(Sabotage.signs.map(\.sabotage))
      #expect(ofDrills.union(Sabotage.ofWorlds) == Set(Sabotage.allCases))
      #expect(ofDrills.isDisjoint(with: Sabotage.ofWorlds))
      // One run says nothing about another: `of one seed tell one story` compares two.
      #expect(Set(Sabotage.signs.map(\.promise)) == Set(1...14))
      #expect(Sabotage.signs.allSatisfy { Drill.named($0.drill) != nil })
      #expect(Sabotage.failing("filter-lagging") == [.dropsOrigins])
      #expect(Sabotage.failing("snapshot-empty").isEmpty)
    }

    @Test(arguments: [
      (Sabotage.countsDevices, "clone-both-alive"), (.countsDevices, "many-copies"),
      (.dropsOrigins, "filter-lagging"), (.reusesEpoch, "restored-witness-kept"),
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
      #expect(try DrillTests.run("backup-base-lost").verdict == .pass)
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
      let results = DrillTests.results(of: drills, plan)
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
      let results = DrillTests.results(of: drills, plan)
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
      #expect(
        report.findings.contains {
          $0.contains("counted 1 engagement by 1 person, expected at most 0 by 0")
        })
      #expect(report.digests.countsFound != report.digests.countsExpected)
    }

    @Test func `notice an index that is broken on purpose`() throws {
      let report = try Self.run("index-survives", sabotage: .checksNumbersAlone)
      #expect(report.verdict == .fail, "\(report.text)")
      #expect(report.findings.contains { $0.contains("app gave it") }, "\(report.text)")
      #expect(report.digests.itemsFound != report.digests.itemsExpected)
    }
  }
#endif
