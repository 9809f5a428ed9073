#if Server
  import Foundation
  import JournalFormat
  import Sync
  import TestSupport
  import Testing

  @Suite("An operator's commands") struct OperatorCommandTests {
    private let server: RunningServer
    private let lineage: String
    private let epoch: String
    private let tag: String

    /// A server with a device that engaged with the sample's item.
    init() throws {
      server = try RunningServer()
      var device = try server.device(1)
      device.add(Sample.engaged)
      try server.exchange(.append(AppendRequest(batch: try device.batch())))
      let grant = try #require(device.grant)
      (lineage, epoch) = ("\(grant.lineage)", "\(grant.epoch)")
      tag = "\(Sample.tag)"
    }

    private func run(_ arguments: [String]) throws -> Program.Outcome {
      let outcome = try Program.built.run(
        ["cloud"] + arguments
          + ["--url", "\(server.address)", "--token-file", server.folder.file("token")])
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      return outcome
    }

    private func expect(
      _ arguments: [String], _ subject: String, _ entries: Int, _ batches: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let output = try run(arguments + ["--json"]).output
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      let section = try #require(JSONKeysTests.sections["cloud revoke"])
      #expect(Set(answer.keys) == section.required, sourceLocation: sourceLocation)
      #expect(answer["subject"] as? String == subject, sourceLocation: sourceLocation)
      #expect(answer["controlEntries"] as? Int == entries, sourceLocation: sourceLocation)
      #expect(answer["redactedBatches"] as? Int == batches, sourceLocation: sourceLocation)
    }

    @Test func `erase nothing before somebody has agreed`() throws {
      let before = try server.status()
      let outcome = try Program.built.run(
        [
          "cloud", "erase", lineage, "--url", "\(server.address)", "--token-file",
          server.folder.file("token"),
        ], input: "yes\n")
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(
        outcome.errors == "spotlog: Erase what device \(lineage) said? This cannot be undone. "
          + "Confirm it with --yes.\n")
      #expect(try server.status() == before)
    }

    /// Anyone who lists processes reads arguments.
    @Test(arguments: [
      ["device", "sync", "phone"], ["cloud", "status", "--url", "http://127.0.0.1:9"],
      ["cloud", "devices", "--url", "http://127.0.0.1:9"],
    ])
    func `take no token as an argument`(command: [String]) throws {
      for option in ["--token", "--operator-token", "--enrol-token"] {
        let outcome = try Program.built.run(command + [option, "a-secret-of-some-length"])
        #expect(outcome.status == 64 && outcome.errors.contains("Unknown option '\(option)'"))
      }
    }

    @Test func `list devices in columns that fit a terminal, under names that commands take`()
      throws
    {
      let lines = try run(["devices"]).output.split(separator: "\n").map(String.init)
      #expect(lines.count == 2)
      #expect(lines[0] == "DEVICE    ENROLLED  LAST BATCH  EPOCHS  NEWEST  STATE")
      #expect(
        lines[1] == "\(lineage.prefix(8))  just now  just now         1       1  active",
        "\(lines[1])")
      _ = try run(["revoke", String(lineage.prefix(8)).uppercased()])
      #expect(try run(["devices"]).output.contains("  revoked\n"))
      _ = try run(["erase", String(lineage.prefix(12)), "--yes"])
      #expect(try run(["devices"]).output.hasSuffix("  erased\n"))
      let json = try run(["devices", "--json"]).output
      #expect(json.contains("\"lineage\" : \"\(lineage)\""))
      for list in ["incidents", "candidates"] {
        let outcome = try run([list])
        #expect(outcome.output == "" && outcome.errors == "spotlog: no \(list)\n")
      }
      for (digits, status, message) in [
        ("00000000", Int32(65), "No device begins with 00000000."),
        ("1234567", 64, "Give 32 hexadecimal digits, or the first 8 or more"),
        ("zzzzzzzz", 64, "Give 32 hexadecimal digits, or the first 8 or more"),
      ] {
        let outcome = try Program.built.run([
          "cloud", "reinstate", digits, "--url", "\(server.address)", "--token-file",
          server.folder.file("token"),
        ])
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
      }
    }

    /// The answer as it came and what is printed of it, in the words of docs/JSON.md.
    @Test func `print what changed, and that nothing did when it was so before`() throws {
      for isFirst in [true, false] {
        try expect(["take-down", tag], tag, isFirst ? 1 : 0, 0)
      }
      try expect(["restore", tag], tag, 1, 0)
      try expect(["revoke", lineage], lineage, 1, 0)
      // Retracted as well, which is one entry for its one epoch.
      try expect(["revoke", lineage, "--counts", "retracted"], lineage, 1, 0)
      try expect(["reinstate", lineage], lineage, 2, 0)
      let range = ["retract", lineage, "--epoch", epoch, "--first", "1", "--last", "1"]
      for isFirst in [true, false] { try expect(range, lineage, isFirst ? 1 : 0, 0) }
      for isFirst in [true, false] { try expect(range + ["--undo"], lineage, isFirst ? 1 : 0, 0) }
      try expect(["erase", lineage, "--yes"], lineage, 3, 1)
      try expect(["erase", lineage, "--yes"], lineage, 0, 0)
      try expect(range, lineage, 0, 0)
      #expect(
        try run(["erase", lineage, "--yes"]).output
          == "controlEntries 0  redactedBatches 0  subject \(lineage)\n")
    }
  }
#endif
