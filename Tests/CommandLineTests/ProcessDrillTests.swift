#if Server
  import Foundation
  import TestSupport
  import Testing

  /// Drills with real files, real processes and a real server, as an operator runs them.
  @Suite("Drills with processes") struct ProcessDrillTests {
    private struct Results: Decodable { let drills: [Report] }

    private struct Report: Decodable {
      struct Loss: Decodable {
        let events: Int
        let acknowledged: Int
        let unacknowledged: Int
      }

      struct Digests: Decodable {
        let cloudMaintained: String
        let cloudRebuilt: String
        let countsExpected: String
        let countsFound: String
      }

      struct Phase: Decodable { let phase: String }
      struct Moment: Decodable { let what: String }

      let name: String
      let kind: String
      let verdict: String
      let rpo: Loss
      let rto: [Phase]
      let lost: Int
      let duplicated: Int
      let resurrected: Int
      let digests: Digests
      let findings: [String]
      let timeline: [Moment]
      let notChecked: [String]
      let again: String
    }

    private func run(
      _ name: String, _ options: String...
    ) throws -> (status: Int32, report: Report) {
      let outcome = try Program.built.run(["drill", "run", name, "--json"] + options)
      let results = try? JSONDecoder().decode(Results.self, from: Data(outcome.output.utf8))
      return (
        outcome.status, try #require(results?.drills.first, "\(outcome.output)\(outcome.errors)")
      )
    }

    @Test(
      arguments: [
        ("real-device-lost", "restored from a snapshot", 1), ("real-restored-twice", "restored", 0),
        ("real-clone", "device 3 is a copy of device 0", 0),
        ("real-witness-deleted", "witness of device 0 is deleted", 0),
        ("real-index-deleted", "index of device 0 is deleted", 0),
        ("real-delete-then-restore", "deletes page secret", 0),
        ("real-snapshot-refused", "of a newer format is refused", 0),
        ("real-restore-killed", "is killed at", 0),
        ("real-torn-copy", "without the log beside it", 3), ("real-disk-full", "", 0),
        ("real-cloud-killed", "that nobody has a receipt for", 0),
        ("real-cloud-from-yesterday", "data folder is restored", 0),
        ("real-cloud-lost", "everything of it but its keys", 4),
      ] as [(String, String, Int)])
    func `end well`(name: String, moment: String, gone: Int) throws {
      let (status, report) = try run(name)
      #expect(status == 0 && report.verdict == "pass", "\(report.findings)")
      #expect(report.kind == "processes" && !report.notChecked.isEmpty && !report.rto.isEmpty)
      #expect(report.digests.countsFound == report.digests.countsExpected)
      #expect(report.digests.cloudRebuilt == report.digests.cloudMaintained)
      #expect(report.digests.cloudRebuilt.count == 64)
      #expect(report.rpo.events == gone)
      #expect(report.rpo.acknowledged == (name == "real-cloud-lost" ? gone : 0))
      let isThere = moment.isEmpty || report.timeline.contains { $0.what.contains(moment) }
      #expect(isThere, "\(report.timeline)")
      #expect(report.again == "spotlog drill run \(name) --seed 1 --keep")
    }

    @Test(
      arguments: [
        ("rewinds-cloud", "real-witness-deleted", "lost"),
        ("rewinds-cloud", "real-delete-then-restore", "resurrected"),
        ("counts-twice", "real-index-deleted", "duplicated"),
        ("forgets-items", "real-index-deleted", "device 0 has the items"),
        ("damages-log", "real-index-deleted", "cloud.journal is not whole"),
        ("mends-snapshots", "real-snapshot-refused", "was taken: the status is 0"),
        ("leaves-restore", "real-restore-killed", "came to no end"),
      ] as [(String, String, String)])
    func `notice what is broken on purpose`(
      sabotage: String, name: String, sign: String
    ) throws {
      let (status, report) = try run(name, "--sabotage", sabotage)
      #expect(status == 1 && report.verdict == "fail")
      switch sign {
      case "lost": #expect(report.lost > 0)
      case "resurrected": #expect(report.resurrected > 0)
      case "duplicated": #expect(report.duplicated > 0)
      default: #expect(report.findings.contains { $0.contains(sign) }, "\(report.findings)")
      }
    }

    @Test func `leave their folder when they are told to, and no process`() throws {
      let folder = try TemporaryFolder()
      let (status, _) = try run(
        "real-index-deleted", "--work", folder.file("drill"), "--keep", "--seed", "7")
      #expect(status == 0)
      let drill = folder.file("drill/real-index-deleted")
      #expect(FileManager.default.fileExists(atPath: drill + "/device-0/private.journal"))
      // Whoever still held the log would keep this one from it.
      let rebuilt = try Program.built.run(["cloud", "rebuild", "--data", drill + "/cloud"])
      #expect(rebuilt.status == 0, "\(rebuilt.errors)")
      let again = try Program.built.run(
        ["drill", "run", "real-index-deleted", "--work", folder.file("drill")])
      #expect(again.status == 73 && again.errors.contains("is there already"))
    }

    @Test func `of no such name, or with no such sabotage, are refused`() throws {
      let name = try Program.built.run(["drill", "run", "real-nothing"])
      #expect(name.status == 64 && name.errors.contains("There is no drill real-nothing"))
      let sabotage = try Program.built.run(
        ["drill", "run", "real-clone", "--sabotage", "nothing"])
      #expect(sabotage.status == 64 && sabotage.errors.contains("no sabotage nothing"))
    }
  }
#endif
