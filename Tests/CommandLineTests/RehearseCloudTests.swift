#if Server
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  /// Ann's and Ben's phones have opened a film. Ann's is backed up, and goes on.
  @Suite("The rehearsal with a copy of the cloud") struct RehearseCloudTests {
    private let world: RehearsalWorld
    private let server: RunningServer
    private typealias World = RehearsalWorld
    private static let page = "https://example.com/dune"
    private var cloud: String { server.folder.file("cloud") }

    init() throws {
      world = try RehearsalWorld()
      server = try RunningServer()
      for phone in [world.phone, world.folder.file("ben")] {
        try record(on: phone)
        try engage(on: phone)
        try world.run("device", "sync", phone, "--url", "\(server.address)")
      }
      _ = try world.snapshot()
    }

    private func record(on phone: String) throws {
      try world.run(
        "device", "activity", phone, "--app", "films", "--id", "dune", "--type", "view", "--title",
        "Dune", "--url", Self.page, "--search", "--public")
    }

    private func engage(on phone: String) throws {
      try world.run("device", "engage", phone, "--app", "films", "--id", "dune")
    }

    private func sync() throws { try world.run("device", "sync", world.phone) }

    private func rehearse(status: Int32 = 0) throws -> World.Report.Snapshot.Cloud {
      let report = try world.report(["--cloud", cloud], status: status)
      return try #require(report.rehearsals.first?.cloud)
    }

    @Test func `tells what stays counted, and counts nothing twice`() throws {
      // One that the cloud has, and one that nobody but the phone knows of.
      try engage(on: world.phone)
      try sync()
      try engage(on: world.phone)
      let found = try rehearse()
      #expect(found.ending == "acknowledged")
      #expect(found.counted == 2 && found.stillCounted == 1 && found.neverReported == 1)
      #expect(found.added == 0 && found.countedTwice.isEmpty && found.missing.isEmpty)
      #expect(found.broughtBack.isEmpty)
      #expect(found.publicItems == 1 && found.newlyPublic.isEmpty && found.notPublic.isEmpty)
      let report = try world.report(["--cloud", cloud])
      #expect(report.rehearsals.first?.lost.engagements == 2)
      #expect(
        report.rehearsals.first?.phases.map(\.phase)
          == ["verify", "restore", "compare", "open", "index", "search", "copy cloud", "sync"])
      let words = try world.rehearse(["--cloud", cloud])
      for line in [
        "cloud       counts 2 engagements of the device, 1 of which the snapshot does not hold\n",
        "  never reported, and lost: 1 engagement in the outbox\n",
        "  nothing is counted twice\n", "  nothing that was taken back is endorsed again\n",
      ] {
        #expect(words.output.contains(line), "\(words.output)")
      }
    }

    @Test func `counts what the snapshot holds and the cloud has not heard of`() throws {
      try engage(on: world.phone)
      _ = try world.snapshot()
      let found = try rehearse()
      #expect(found.ending == "acknowledged" && found.added == 1)
      #expect(found.counted == 1 && found.stillCounted == 0 && found.neverReported == 0)
      #expect(found.countedTwice.isEmpty && found.missing.isEmpty)
    }

    /// The phone reported it after the snapshot was made, and the restored one reports it again.
    @Test func `counts once what the cloud heard of after the snapshot was made`() throws {
      try engage(on: world.phone)
      _ = try world.snapshot()
      try sync()
      let found = try rehearse()
      #expect(found.ending == "acknowledged" && found.counted == 2 && found.added == 0)
      #expect(found.stillCounted == 0 && found.countedTwice.isEmpty && found.missing.isEmpty)
    }

    @Test(
      .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"),
      arguments: ["counts-devices", "drops-origins"])
    func `finds an engagement that counts twice`(sabotage: String) throws {
      try engage(on: world.phone)
      _ = try world.snapshot()
      try sync()
      let report = try world.report(["--cloud", cloud, "--sabotage", sabotage], status: 1)
      #expect(report.rehearsals.first?.cloud?.countedTwice.count == 1)
      #expect(report.findings.count == 1)
      #expect(report.findings[0].contains("1 item counted twice by the cloud, such as tag:"))
    }

    @Test func `finds that what was taken back stays so`() throws {
      try world.run("device", "delete", world.phone, "--app", "films", "--id", "dune")
      try sync()
      let report = try world.report(["--cloud", cloud])
      let rehearsal = try #require(report.rehearsals.first)
      #expect(rehearsal.lost.kinds == ["items deleted": 1])
      let found = try #require(rehearsal.cloud)
      // Ben alone endorses it, whatever the restored phone says.
      #expect(found.ending == "acknowledged" && found.broughtBack.isEmpty)
      #expect(found.publicItems == 0 && found.newlyPublic.isEmpty)
      #expect(found.counted == 1 && found.added == 0 && found.countedTwice.isEmpty)
    }

    @Test func `changes no byte of the device, its snapshots and its cloud`() throws {
      try engage(on: world.phone)
      try sync()
      #expect(server.process.stop() == .exited(0))
      let before = try World.state(of: world.folder.path)
      let cloudBefore = try World.state(of: server.folder.path)
      _ = try rehearse()
      #expect(try World.state(of: world.folder.path) == before)
      #expect(try World.state(of: server.folder.path) == cloudBefore)
      // The same sync with the cloud itself is seen: in its log, and in the phone's witness.
      let again = try server.again()
      try engage(on: world.phone)
      try world.run("device", "sync", world.phone, "--url", "\(again.address)")
      #expect(again.process.stop() == .exited(0))
      let after = try World.state(of: world.folder.path)
      #expect(after.first { $0.hasPrefix("phone/witness ") } != nil && after != before)
      let log = { (state: [String]) in state.first { $0.hasPrefix("cloud/cloud.journal ") } }
      #expect(try log(World.state(of: server.folder.path)) != log(cloudBefore))
    }

    @Test func `refuses a cloud that is not there, or is another one`() throws {
      let none = try world.rehearse(["--cloud", world.folder.file("none")])
      #expect(none.status == 66 && none.errors.contains("There is no cloud in "), "\(none.errors)")
      let trace = try TraceLines.file(TraceLines.people(2).utf8, in: world.folder)
      let run = world.folder.file("run")
      try world.run("simulate", "--trace", trace, "--threshold", "2", "--out", run)
      let other = try world.rehearse(["--cloud", run + "/cloud"])
      #expect(other.status == 65 && other.output.isEmpty, "\(other.output)")
      #expect(
        other.errors.contains("belongs to a different deployment than the device"),
        "\(other.errors)")
    }

    @Test func `says that a revoked device comes to no end`() throws {
      let devices = try server.askAsOperator("GET", "/v1/devices")
      let lineages = devices.text.matches(of: /"lineage"\s*:\s*"([0-9a-f]{32})"/).map {
        String($0.output.1)
      }
      #expect(lineages.count == 2, "\(devices.text)")
      for lineage in lineages {
        let answer = try server.askAsOperator(
          "POST", "/v1/devices/\(lineage)/revoke", json: #"{"counts":"kept"}"#)
        #expect(answer.status == 200, "\(answer.text)")
      }
      let report = try world.report(["--cloud", cloud], status: 1)
      #expect(report.rehearsals.first?.cloud?.ending == "stopped")
      #expect(report.findings.count == 1)
      #expect(report.findings[0].contains("does not come to an end with its cloud: "))
    }
  }
#endif
