import Foundation
import TestSupport
import Testing

/// Traces in which films change their titles over time, made by `tools/convert-trace` of the sample
/// in the repository.
@Suite("A trace whose titles change", .serialized) struct ChangedTitlesTests {
  static let losses = [
    "--restore-devices", "10%", "--clone-devices", "3%", "--restore-cloud", "2", "--lost-at",
    "receipt", "--faults", "lossy", "--seed", "9",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func sample(_ file: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/samples/movietweetings.\(file).tsv.gz")
      .standardizedFileURL.path
  }

  private func trace(_ options: String...) throws -> (path: String, lines: [Line]) {
    let path = try RealTraces.trace(
      ["movietweetings", Self.sample("ratings"), Self.sample("movies")] + options, in: folder)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = try text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    return (path, lines)
  }

  private struct Line: Decodable {
    let time: Int64
    let device: String
    let id: String
    let kind: String
    let title: String?
  }

  @Test func `has as many engagements as are asked for, in the order of time`() throws {
    for count in [1, 700, 5_000, 5_001, 12_000] {
      let lines = try trace("--engagements", "\(count)").lines
      #expect(lines.count == 2 * count && lines.count { $0.kind == "engage" } == count)
      #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.time <= $1.time })
      #expect(Set(lines.map(\.device)).count <= 2_363, "the same people come again")
    }
  }

  @Test func `gives each film another title every so many days, and not all at once`() throws {
    let day: Int64 = 86_400
    let lines = try trace("--titles-change", "2").lines.filter { $0.kind == "activity" }
    let start = lines[0].time
    var changes: Set<Int64> = []
    for (_, seen) in Dictionary(grouping: lines, by: \.id) {
      for (before, after) in zip(seen, seen.dropFirst()) {
        let days = (after.time - start) / day - (before.time - start) / day
        if before.title != after.title { changes.insert((after.time - start) / day) }
        #expect(before.title != after.title || days <= 2)
        #expect(before.title == after.title || days >= 1)
      }
    }
    #expect(changes.count > 4)
    let plain = try trace().lines.filter { $0.kind == "activity" }
    let named = Dictionary(grouping: plain, by: \.id)
    #expect(named.values.allSatisfy { Set($0.map(\.title)).count == 1 })
    #expect(plain.map(\.id) == lines.map(\.id) && plain.map(\.time) == lines.map(\.time))
  }

  /// Two of these engagements were counted nowhere, while everything was said to have arrived.
  @Test func `counts every engagement once, whatever is lost right after its receipt`() throws {
    let trace = try trace("--titles-change", "1", "--engagements", "700")
    let titles = Dictionary(grouping: trace.lines.filter { $0.kind == "activity" }, by: \.id)
    #expect(titles.values.count { Set($0.map(\.title)).count > 1 } > 10)
    let outcome = try Program.built.run(["simulate", "--trace", trace.path] + Self.losses)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    for check in [
      "12. everything arrived", "5. every engagement counted exactly once",
      "4. nothing that was acknowledged is lost", "12. everything that was to be lost was lost",
      "5. no check contradicts another",
    ] {
      #expect(outcome.output.contains("holds       " + check), "\(outcome.output)")
    }
  }
}
