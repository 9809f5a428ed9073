import Foundation
import TestSupport
import Testing

@Suite("A simulation") struct SameSeedTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let trace: String

  init() throws {
    folder = try TemporaryFolder()
    trace = try TraceLines.file(TraceLines.people(12).utf8, in: folder)
  }

  /// Every file that a run leaves, by its path below the run's folder.
  private func outcome(seed: String, faults: String, name: String) throws -> [String: Data] {
    let out = folder.file(name)
    let run = try program.run([
      "simulate", "--trace", trace, "--threshold", "4", "--seed", seed, "--faults", faults,
      "--out", out, "--keep-devices",
    ])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: out) {
      let file = URL(fileURLWithPath: out + "/" + path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      files[path] = try Data(contentsOf: file)
    }
    return files
  }

  /// What a run measured of the machine and not of the world; it stands in the report alone.
  private static let measured: Set = ["cpuSeconds", "wallSeconds", "peakMemoryMiB"]

  private func report(_ files: [String: Data]) throws -> [String: Data] {
    let data = try #require(files["report.json"])
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Self.measured.isSubset(of: object.keys))
    return try object.filter { !Self.measured.contains($0.key) }.mapValues {
      try JSONSerialization.data(withJSONObject: [$0], options: .sortedKeys)
    }
  }

  private func withoutReports(_ files: [String: Data]) -> [String: Data] {
    files.filter { !$0.key.hasPrefix("report.") }
  }

  @Test(arguments: ["none", "lossy"])
  func `leaves the same bytes for the same seed in two processes`(faults: String) throws {
    let first = try outcome(seed: "7", faults: faults, name: "first")
    let second = try outcome(seed: "7", faults: faults, name: "second")
    #expect(first.keys.sorted() == second.keys.sorted())
    for (path, bytes) in withoutReports(first).sorted(by: { $0.key < $1.key }) {
      #expect(second[path] == bytes, "\(path)")
    }
    #expect(try report(first) == report(second))
    let expected = [
      "cloud/cloud.journal", "cloud/projections.sqlite", "devices/person%203/private.journal",
      "devices/person%203/shared.journal", "devices/person%203/witness", "plan.json",
      "popularity.tsv", "public-items.jsonl", "report.html", "report.json",
    ]
    for path in expected { #expect(first[path]?.isEmpty == false, "\(path)") }
  }

  @Test func `leaves others for another seed, and counts the same`() throws {
    let first = try outcome(seed: "7", faults: "lossy", name: "first")
    let other = try outcome(seed: "8", faults: "lossy", name: "other")
    for path in ["cloud/cloud.journal", "devices/person%203/private.journal", "plan.json"] {
      #expect(first[path] != other[path], "\(path)")
    }
    for path in ["popularity.tsv", "public-items.jsonl"] {
      #expect(first[path] == other[path], "\(path)")
    }
    #expect(try report(first)["traceHash"] != report(other)["traceHash"])
  }
}
