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
        let itemsExpected: String
        let itemsFound: String
        let countsFound: String
      }

      struct Phase: Decodable { let phase: String }
      struct Moment: Decodable { let what: String }

      let name: String
      let kind: String
      let verdict: String
      let skipReason: String?
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
        ("real-torn-copy", "without the log beside it", 3),
        ("real-cloud-killed", "that nobody has a receipt for", 0),
        ("real-cloud-from-yesterday", "data folder is restored", 0),
        ("real-cloud-lost", "everything of it but its keys", 4),
        ("real-gap-below-floor", "the server asks whether the loss is accepted", 0),
        ("real-mark-lowered", "the log has a gap of ", 0),
      ] as [(String, String, Int)])
    func `end well`(name: String, moment: String, gone: Int) throws {
      let (status, report) = try run(name)
      #expect(status == 0 && report.verdict == "pass", "\(report.findings)")
      #expect(report.kind == "processes" && !report.notChecked.isEmpty && !report.rto.isEmpty)
      #expect(report.digests.countsFound == report.digests.countsExpected)
      #expect(report.digests.cloudRebuilt == report.digests.cloudMaintained)
      #expect(report.digests.cloudRebuilt.count == 64)
      #expect(report.digests.itemsFound == report.digests.itemsExpected)
      #expect(report.digests.itemsFound.count == 64)
      #expect(report.rpo.events == gone)
      #expect(report.rpo.acknowledged == (name == "real-cloud-lost" ? gone : 0))
      #expect(report.timeline.contains { $0.what.contains(moment) }, "\(report.timeline)")
      #expect(report.again == "spotlog drill run \(name) --seed 1 --keep")
    }

    @Test(
      .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"),
      arguments: [
        ("rewinds-cloud", "real-witness-deleted", "lost"),
        ("rewinds-cloud", "real-delete-then-restore", "resurrected"),
        ("counts-twice", "real-index-deleted", "duplicated"),
        ("invents-pages", "real-index-deleted", ", which nobody reported"),
        ("forgets-items", "real-index-deleted", "device 0 does not find "),
        ("damages-log", "real-index-deleted", "cloud.journal is not whole"),
        ("mends-snapshots", "real-snapshot-refused", "was taken: the status is 0"),
        ("leaves-restore", "real-restore-killed", "came to no end"),
        ("ends-writers", "real-torn-copy", "device index"),
        ("keeps-backups", "real-gap-below-floor", "nobody had agreed to the loss"),
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

    @Test(.enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
    func `that came to no end say nothing about what they did not look at`() throws {
      let (_, report) = try run("real-torn-copy", "--sabotage", "ends-writers")
      #expect(report.findings.count == 1 && report.findings[0].contains("came to no end"))
      #expect(report.lost == 0 && report.duplicated == 0 && report.resurrected == 0)
    }

    @Test(arguments: ["real-disk-full", "real-cloud-disk-full"])
    func `need a small disk to fill, or are skipped`(name: String) throws {
      let (status, report) = try run(name)
      #expect(status == 0 && report.findings.isEmpty, "\(report.findings)")
      #expect(report.verdict == (TinyDisk.canBeMade ? "pass" : "skipped"))
      #expect((report.skipReason == nil) == TinyDisk.canBeMade)
    }

    @Test func `need a program for other clocks, or are skipped`() throws {
      let (status, report) = try run("real-clock-off")
      #expect(status == 0 && report.findings.isEmpty, "\(report.findings)")
      #expect(report.verdict == (report.skipReason == nil ? "pass" : "skipped"))
      #expect(report.skipReason.map { $0.contains("faketime") } ?? true)
    }

    @Test(
      .enabled(if: TinyDisk.canBeMade),
      .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
    func `notice that a disk of the server's is not full`() throws {
      let (status, report) = try run("real-cloud-disk-full", "--sabotage", "leaves-room")
      #expect(status == 1 && report.verdict == "fail")
      #expect(
        report.findings.contains { $0.contains("on a disk that should be full") },
        "\(report.findings)")
    }

    @Test(.enabled(if: Nobody.canRun, Nobody.why))
    func `are skipped by somebody who may not mount a disk, and say why`() throws {
      let folder = try TemporaryFolder()
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
      let outcome = try Program.built.run(
        ["drill", "run", "real-disk-full", "--work", folder.file("drill")],
        launcher: Nobody.launcher)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("SKIPPED: Only root may mount"), "\(outcome.output)")
      #expect(outcome.output.contains("0 of 1 drill passed, 1 was skipped"))
    }

    @Test func `leave their folder when they are told to, and no process`() throws {
      let folder = try TemporaryFolder()
      let (status, _) = try run(
        "real-index-deleted", "--work", folder.file("drill"), "--keep", "--seed", "7")
      #expect(status == 0)
      let drill = folder.file("drill/real-index-deleted")
      #expect(FileManager.default.fileExists(atPath: drill + "/device-0/private.journal"))
      // Anyone who still held the log would keep this one from it.
      let rebuilt = try Program.built.run(["cloud", "rebuild", "--data", drill + "/cloud"])
      #expect(rebuilt.status == 0, "\(rebuilt.errors)")
      let again = try Program.built.run(
        ["drill", "run", "real-index-deleted", "--work", folder.file("drill")])
      #expect(again.status == 73 && again.errors.contains("is there already"))
    }

    @Test func `are printed where their files cannot be written`() throws {
      let folder = try TemporaryFolder()
      let out = folder.file("out")
      try FileManager.default.createDirectory(
        atPath: out + "/drills.json", withIntermediateDirectories: true)
      for options in [[], ["--json"]] {
        let outcome = try Program.built.run(
          ["drill", "run", "snapshot-empty", "--out", out] + options)
        #expect(outcome.status == 74, "\(outcome.status) \(outcome.errors)")
        #expect(outcome.errors.contains("drills.json"), "\(outcome.errors)")
        #expect(outcome.output.contains("snapshot-empty"))
        #expect(!outcome.output.contains("drills.html"))
      }
    }

    @Test func `of no such name are refused`() throws {
      let name = try Program.built.run(["drill", "run", "real-nothing"])
      #expect(name.status == 64 && name.errors.contains("There is no drill real-nothing"))
    }

    /// What cannot be done is said before what can be done was done in vain.
    @Test(
      arguments: [
        (["--work", "FOLDER"], 73, "FOLDER/real-clone is there already"),
        (["--work", "FOLDER/file"], 73, "FOLDER/file cannot be made or written"),
        (["--work", "/proc/drill"], 73, "/proc/drill cannot be made or written"),
      ] as [([String], Int32, String)])
    func `are refused before any of them runs`(
      options: [String], status: Int32, message: String
    ) throws {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.file("real-clone"), withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: folder.file("file")))
      func named(_ text: String) -> String { text.replacing("FOLDER", with: folder.path) }
      let outcome = try Program.built.run(
        ["drill", "run", "real-index-deleted", "real-clone", "index-deleted"]
          + options.map(named))
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.output)")
      #expect(outcome.errors.contains(named(message)), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("real-index-deleted")))
    }

    /// The second drill finds its folder there: anyone who made it came when the first one ran.
    @Test func `that cannot begin fail, and the others are reported`() throws {
      let folder = try TemporaryFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.built.path)
      process.arguments = [
        "drill", "run", "real-index-deleted", "real-clone", "--work", folder.file("drill"),
        "--out", folder.file("out"),
      ]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      try waitForFile(folder.file("drill/real-index-deleted/server.log"))
      try FileManager.default.createDirectory(
        atPath: folder.file("drill/real-clone"), withIntermediateDirectories: true)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      let json = try #require(FileManager.default.contents(atPath: folder.file("out/drills.json")))
      let reports = try JSONDecoder().decode(Results.self, from: json).drills
      #expect(reports.map(\.verdict) == ["pass", "fail"])
      #expect(reports[1].findings.first?.contains("did not begin") == true)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `leave nothing when they are asked to end`(signal: Int32) throws {
      let folder = try TemporaryFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.built.path)
      process.arguments = ["drill", "run", "real-restore-killed"]
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TMPDIR": folder.path]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      try waitForFile(folder.path, toHold: "server.log")
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationStatus == 128 + signal)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    private func waitForFile(_ path: String) throws {
      let deadline = Date.now.addingTimeInterval(60)
      while !FileManager.default.fileExists(atPath: path) {
        try #require(Date.now < deadline, "\(path) never was there")
        usleep(5_000)
      }
    }

    private func waitForFile(_ folder: String, toHold name: String) throws {
      let deadline = Date.now.addingTimeInterval(60)
      while FileManager.default.enumerator(atPath: folder)?.contains(where: {
        ($0 as? String)?.hasSuffix(name) == true
      }) != true {
        try #require(Date.now < deadline, "\(name) never was there")
        usleep(5_000)
      }
    }
  }
#endif
