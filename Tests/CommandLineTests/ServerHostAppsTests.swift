#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Sync
  import TestSupport
  import Testing

  @Suite("A server whose hosts are apps'") struct ServerHostAppsTests {
    /// Two devices that engaged with the sample's page, so that it is public.
    private func publish(_ server: RunningServer) throws {
      let tag = Sample.item.tag(salt: try server.tagSalt())
      for seed in 1...2 as ClosedRange<UInt64> {
        var device = try server.device(seed)
        device.add(
          .engaged(
            Report.Engaged(
              tag: tag, content: Sample.item.digest, origin: Origin(rawValue: seed),
              isCarried: false)))
        if seed == 2 { device.add(.content(Sample.item, salt: 1)) }
        try server.exchange(.append(AppendRequest(batch: try device.batch())))
      }
    }

    private func list(_ app: String, in folder: TemporaryFolder) throws {
      try Data("museum.example \(app)\n".utf8).write(
        to: URL(fileURLWithPath: folder.file("hosts")))
    }

    private func shown(_ server: RunningServer) throws -> [String] {
      let tag = Sample.item.tag(salt: try server.tagSalt())
      let item = try server.get("/v1/items/\(tag)")
      let answers =
        [item.status == 200 ? item.text : ""]
        + (try ["/v1/search?q=lilies", "/v1/popularity"].map { try server.get($0).text })
      return answers.filter { $0.contains("museum.example") }
    }

    @Test func `shows a page of theirs alone, and keeps nothing of that in its log`() throws {
      let folder = try TemporaryFolder()
      try list("com.example.other", in: folder)
      let server = try RunningServer(in: folder, ["--host-apps-file": folder.file("hosts")])
      try publish(server)
      #expect(try shown(server).isEmpty)
      let metrics = try server.askAsOperator("GET", "/v1/metrics").text
      #expect(metrics.contains("spotlog_withheld_items 1\n"))
      #expect(metrics.contains("spotlog_public_items 0\n"))
      let before = try server.status()
      #expect(before.publicItems == 0)
      #expect(server.process.stop() == .exited(0))
      // Another list holds for what is there.
      try list("com.example.museum", in: folder)
      let again = try server.again(["--host-apps-file": folder.file("hosts")])
      let answers = try shown(again)
      #expect(answers.count == 3)
      #expect(answers.allSatisfy { $0.contains("\"app\":\"com.example.museum\"") })
      #expect(try again.status().stateDigest == before.stateDigest)
      #expect(again.process.stop() == .exited(0))
      let data = folder.file("cloud")
      #expect(
        try Program.built.run(["cloud", "rebuild", "--data", data]).output.contains("\nequal"))
      for command in [["search", "lilies"], ["popularity"], ["items"], ["why", Sample.item.key]] {
        let outcome = try Program.built.run(["cloud"] + command + ["--data", data])
        #expect(outcome.output.contains("com.example.museum"), "\(command): \(outcome.errors)")
      }
    }
  }
#endif
