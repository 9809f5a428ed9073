import Foundation
import TestSupport
import Testing

/// What `simulate` says of losses.
@Suite("Simulated losses") struct LossCommandTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Program.Outcome {
    let trace = try TraceLines.file(TraceLines.people(10).utf8, in: folder)
    return try Program.built.run(["simulate", "--trace", trace, "--threshold", "2"] + arguments)
  }

  @Test func `are in the report, the plan and a table`() throws {
    let folder = try TemporaryFolder()
    let out = folder.file("run")
    let outcome = try run(
      ["--restore-devices", "30%", "--clone-devices", "2", "--lost-at", "any", "--out", out],
      in: folder)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("3 devices restored, 2 copied, the cloud restored 0 times"))
    let lost = try String(contentsOfFile: out + "/lost.tsv", encoding: .utf8)
    #expect(lost.hasPrefix("line\tdevice\tapp\tkey\tday\twasAcknowledged\n"))
    let report = try String(contentsOfFile: out + "/report.json", encoding: .utf8)
    #expect(report.contains("\"restoredDevices\" : 3"))
    #expect(
      report.matches(of: /"wasAcknowledged"/).count == lost.split(separator: "\n").count - 1)
    let plan = try String(contentsOfFile: out + "/plan.json", encoding: .utf8)
    for line in [
      "\"restoredDevices\" : \"30%\"", "\"clonedDevices\" : \"2\"", "\"cloudRestores\" : 0",
      "\"lostAt\" : \"any\"",
    ] {
      #expect(plan.contains(line))
    }
  }

  @Test(arguments: [
    (["--restore-devices", "8", "--clone-devices", "3"], "names 10 devices, and 11 are to be"),
    (["--restore-cloud", "100"], "is too short for the cloud to go back 100 times"),
  ])
  func `have to have room in the trace`(arguments: [String], reason: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try run(arguments, in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(reason))
    #expect(outcome.errors.contains("Have fewer lost, or take a longer trace."))
  }

  @Test func `are in no plan of a run that loses nothing`() throws {
    let folder = try TemporaryFolder()
    let out = folder.file("run")
    #expect(try run(["--out", out], in: folder).status == 0)
    #expect(!FileManager.default.fileExists(atPath: out + "/lost.tsv"))
    let plan = try String(contentsOfFile: out + "/plan.json", encoding: .utf8)
    #expect(!plan.contains("losses"))
  }
}
