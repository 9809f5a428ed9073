import Foundation
import TestSupport
import Testing

/// Losses on real data: the undisturbed counts are those of the file, taken without any code of the
/// project's. Needs an optimised build.
@Suite(
  "Losses on real data", .serialized, .enabled(if: RealDataRuns.arePossible, RealDataRuns.why))
struct RealLossTests {
  private let program = Program.optimised ?? .built

  static let losses = ["--restore-devices", "10%", "--clone-devices", "2%", "--restore-cloud", "2"]

  private func run(_ path: String, _ lostAt: String, to out: String) throws -> [Substring] {
    let outcome = try program.run(
      ["simulate", "--trace", path, "--lost-at", lostAt, "--out", out] + Self.losses)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let lost = try String(contentsOfFile: out + "/lost.tsv", encoding: .utf8)
    return Array(lost.split(separator: "\n").dropFirst())
  }

  private func text(_ out: String, _ name: String) throws -> String {
    try String(contentsOfFile: out + "/" + name, encoding: .utf8)
  }

  @Test func `right after receipts leave every count as if nothing had been lost`() throws {
    let folder = try TemporaryFolder()
    let path = try RealTraces.films(in: folder)
    let out = folder.file("run")
    #expect(try run(path, "receipt", to: out).isEmpty)
    #expect(try text(out, "public-items.jsonl").split(separator: "\n").count == 425)
    let expected = try IndependentCount(tracePath: path).table(threshold: 50)
    #expect(try text(out, "popularity.tsv") == expected)
    let report = try text(out, "report.json")
    #expect(report.contains("\"restoredDevices\" : 2108"))
    #expect(report.contains("\"clonedDevices\" : 422") && report.contains("\"cloudRestores\" : 2"))
  }

  @Test func `at any moment leave every count less the lines that are listed`() throws {
    let folder = try TemporaryFolder()
    let path = try RealTraces.films(in: folder)
    let out = folder.file("run")
    let lost = try run(path, "any", to: out)
    let lines = lost.compactMap { $0.split(separator: "\t").first.flatMap { Int($0) } }
    #expect(!lines.isEmpty && lines.count == lost.count && Set(lines).count == lines.count)
    try expectFew(lost)
    // What is left of the trace without them, counted by other means.
    let trace = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let gone = Set(lines)
    let left = trace.enumerated().filter { !gone.contains($0.offset + 1) }.map(\.element)
    let leftPath = folder.file("left.jsonl")
    try Data(left.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: leftPath))
    let expected = try IndependentCount(tracePath: leftPath).table(threshold: 50)
    #expect(try text(out, "popularity.tsv") == expected)
  }

  /// A run that lost half the trace and listed it would add up as well. A device loses what it had
  /// not sent yet, once; what was acknowledged is lost only with the cloud's last fiftieths.
  private func expectFew(_ lost: [Substring]) throws {
    let rows = lost.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let devices = Dictionary(grouping: rows) { $0[1] }
    #expect(devices.count <= 2_108 + 422)
    #expect(rows.count < 142_000 / 100, "\(rows.count) of 142,000 reports are lost")
    // Most people rate a film or two at a time.
    #expect(rows.count < 2 * devices.count, "\(rows.count) of \(devices.count) devices")
    #expect(rows.count { $0[5] == "true" } < rows.count / 10)
  }

  /// 400,000 engagements with films whose titles change.
  @Test func `right after receipts, of a large trace whose titles change, leave every count`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try RealTraces.trace(
      [
        "movietweetings", try #require(RealData.path("movietweetings.ratings.tsv.gz")),
        try #require(RealData.path("movietweetings.movies.tsv.gz")), "--titles-change", "30",
        "--engagements", "400000",
      ], in: folder)
    let outcome = try program.run(
      ["simulate", "--trace", path, "--out", folder.file("run")] + ChangedTitlesTests.losses)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("800,000 events"))
    #expect(outcome.output.contains("holds       5. no check contradicts another"))
    #expect(try text(folder.file("run"), "lost.tsv").split(separator: "\n").count == 1)
  }

  @Test(arguments: ["receipt", "any"])
  func `leave each author of a project the files of the history`(lostAt: String) throws {
    let folder = try TemporaryFolder()
    let path = try RealTraces.trace(
      ["tldr", try #require(RealData.path("tldr.events.tsv.gz")), "--devices"], in: folder)
    let outcome = try program.run(
      ["simulate", "--trace", path, "--lost-at", lostAt] + Self.losses)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("holds       11. restored devices find what their apps gave"))
    #expect(outcome.output.contains("313 devices restored, 63 copied, the cloud restored 2 times"))
  }
}
