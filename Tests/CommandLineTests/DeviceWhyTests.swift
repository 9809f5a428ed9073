#if Server
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  /// What `spotlog journal why` says of real devices beside what a real server's log has of them.
  @Suite("The command journal why of a device") struct DeviceWhyTests {
    private let program = Program.built
    private let server = try? RunningServer()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func engage(_ device: String, page: Int) throws {
      let id = "page-\(page)"
      let recorded = try program.run([
        "device", "activity", device, "--app", "com.example.films", "--id", id, "--type", "view",
        "--title", "A film", "--url", "https://example.com/\(page)", "--search", "--public",
      ])
      let engaged = try program.run([
        "device", "engage", device, "--app", "com.example.films", "--id", id, "--query", "film",
      ])
      #expect(recorded.status == 0 && engaged.status == 0, "\(recorded.errors)\(engaged.errors)")
    }

    private func sync(_ device: String, at server: RunningServer) throws {
      let outcome = try program.run(["device", "sync", device, "--url", "\(server.address)"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private func device(at server: RunningServer) throws -> String {
      let phone = folder.file("phone")
      #expect(try program.run(["device", "init", phone]).status == 0)
      try engage(phone, page: 1)
      try sync(phone, at: server)
      return phone
    }

    private func why(
      _ device: String, _ server: RunningServer
    ) throws -> (status: Int32, verdict: String, next: String) {
      let outcome = try program.run([
        "journal", "why", device, "--cloud", server.folder.file("cloud"),
      ])
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.count > 2, "\(outcome)")
      return (outcome.status, lines.first ?? "", lines.dropFirst().first ?? "")
    }

    @Test func `tells a copy from the device that continues`() throws {
      let server = try #require(server)
      let phone = try device(at: server)
      #expect(try why(phone, server).verdict.hasPrefix("device      fine: "))
      let copy = folder.file("copy")
      try FileManager.default.copyItem(atPath: phone, toPath: copy)
      try engage(copy, page: 2)
      let waiting = try why(copy, server)
      #expect(waiting.status == 0 && waiting.verdict.hasPrefix("device      waiting: "))
      #expect(waiting.next == "next step   `spotlog device sync \(copy)`.")
      try sync(copy, at: server)
      let behind = try why(phone, server)
      #expect(behind.status == 1)
      #expect(behind.verdict.hasPrefix("device      stuck: The cloud says behind: "), "\(behind)")
      #expect(behind.next.contains("in a new epoch by itself"))
      try engage(phone, page: 3)
      try sync(phone, at: server)
      #expect(try why(phone, server).status == 0)
      let fenced = try why(copy, server)
      #expect(fenced.status == 1)
      #expect(
        fenced.verdict.contains("The cloud says fenced: another device continues"), "\(fenced)")
    }

    @Test func `says by which entry of the log it was revoked, and takes that back`() throws {
      let server = try #require(server)
      let phone = try device(at: server)
      let json = try program.run(["journal", "why", phone, "--json"]).output
      let line = json.split(separator: "\n").first { $0.contains("\"lineage\"") } ?? ""
      let lineage = String(try #require(line.split(separator: "\"").last { $0.count == 32 }))
      #expect(
        try server.askAsOperator(
          "POST", "/v1/devices/\(lineage)/revoke", json: "{\"counts\":\"kept\"}"
        ).status == 200)
      let revoked = try why(phone, server)
      #expect(revoked.status == 1)
      #expect(revoked.verdict.contains("The cloud refuses the device since entry"), "\(revoked)")
      // The command that it names is one that there is.
      #expect(revoked.next.contains("`spotlog journal why CLOUD --device \(lineage)`"))
      let asked = try program.run([
        "journal", "why", server.folder.file("cloud"), "--device", lineage,
      ])
      #expect(asked.status == 0 && asked.output.contains("revoke"), "\(asked)")
      #expect(
        try server.askAsOperator("POST", "/v1/devices/\(lineage)/reinstate", json: "{}").status
          == 200)
      #expect(try why(phone, server).status == 0)
    }

    @Test func `keeps what the last sync failed of, also where no server was reached`() throws {
      let server = try #require(server)
      let phone = try device(at: server)
      try engage(phone, page: 2)
      let nobody = try ScriptedServer { _ in [] }
      let address = nobody.address
      nobody.stop()
      let failed = try program.run(["device", "sync", phone, "--url", address, "--wait", "0"])
      #expect(failed.status == 69)
      let outcome = try program.run(["journal", "why", phone])
      #expect(outcome.status == 1)
      #expect(
        outcome.output.hasPrefix("device      stuck: The last sync did not finish: "),
        "\(outcome.output)")
      #expect(outcome.output.contains("\nlast error  ") && outcome.output.contains("unfinished"))
      try sync(phone, at: server)
      #expect(try program.run(["journal", "why", phone]).status == 0)
    }

    /// The cloud tells a restored device the tags of what it endorses, and no app.
    @Test func `says which page of a lost life no deletion takes back, and how to`() throws {
      let server = try #require(server)
      let films = ["--app", "com.example.films"]
      func run(_ arguments: [String]) throws -> String {
        let outcome = try program.run(arguments)
        #expect(outcome.status == 0, "\(arguments): \(outcome)")
        return outcome.output
      }
      func record(_ device: String, _ id: String, page: Int) throws {
        _ = try run(
          ["device", "activity", device, "--id", id, "--type", "view", "--title", "A film"] + films
            + ["--url", "https://example.com/\(page)", "--search", "--public"])
      }
      let (phone, restored) = (folder.file("phone"), folder.file("restored"))
      try record(phone, "p", page: 1)
      try sync(phone, at: server)
      _ = try run(["snapshot", "create", phone, "--to", folder.file("backups")])
      // Of this the backup knows nothing.
      _ = try run(["device", "engage", phone, "--id", "p"] + films)
      try sync(phone, at: server)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
      let snapshot = try #require(names.first { $0.hasSuffix(".sqlar") })
      _ = try run([
        "snapshot", "restore", folder.file("backups/" + snapshot), "--to", restored,
      ])
      try record(restored, "p", page: 2)
      try sync(restored, at: server)
      _ = try run(["device", "delete", restored, "--all"] + films)
      try sync(restored, at: server)
      let said = "It still endorses 1 page that it engaged with only before a restore"
      let sentence = try run(["journal", "why", restored, "p"])
      #expect(sentence.contains(said))
      let tag = try #require(sentence.firstMatch(of: /address: ([0-9a-f]+)\. To take/)?.1)
      let why = ["cloud", "why", "--data", server.folder.file("cloud"), String(tag)]
      #expect(try run(why).contains(", 1 device endorses now"))
      // What the sentence says takes it back.
      try record(restored, "q", page: 1)
      _ = try run(["device", "delete", restored, "--id", "q"] + films)
      try sync(restored, at: server)
      #expect(try !run(["journal", "why", restored, "p"]).contains("still endorses"))
      #expect(try run(why).contains(", 0 devices endorse now"))
    }

    @Test func `has no past`() throws {
      let server = try #require(server)
      let phone = try device(at: server)
      let outcome = try program.run(["journal", "why", phone, "--until", "1"])
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--until cannot be combined"), "\(outcome.errors)")
    }
  }
#endif
