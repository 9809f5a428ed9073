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
      try expect(["erase", lineage], lineage, 3, 1)
      try expect(["erase", lineage], lineage, 0, 0)
      try expect(range, lineage, 0, 0)
      #expect(
        try run(["erase", lineage]).output
          == "controlEntries 0  redactedBatches 0  subject \(lineage)\n")
    }
  }
#endif
