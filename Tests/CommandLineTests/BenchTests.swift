import Foundation
import TestSupport
import Testing

/// What the benchmark prints. Which figures it prints depends on the machine, and no test of its.
@Suite("The benchmark") struct BenchTests {
  private let program = Program.bench

  private struct Measurement: Decodable {
    let name: String
    let ours: Double
    let unit: String
    let limitName: String?
    let limit: Double?
    let target: Double
    let targetIsRatio: Bool
    let smallerIsBetter: Bool
  }

  private func measure(_ parts: [String]) throws -> [Measurement] {
    let outcome = try program.run(parts + ["--json"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return try JSONDecoder().decode([Measurement].self, from: Data(outcome.output.utf8))
  }

  @Test func `says how it is used`() throws {
    let help = try program.run(["--help"])
    #expect(help.status == 0 && help.errors.isEmpty)
    for part in ["OVERVIEW: ", "USAGE: spotlog-bench", "aggregator", "SPOTLOG_PROGRAM", "--json"] {
      #expect(help.output.contains(part), "\(help.output)")
    }
    let wrong = try program.run(["nothing"])
    #expect(wrong.status == 64 && wrong.output.isEmpty && wrong.errors.contains("nothing"))
  }

  @Test func `says which program it measures where that is not there`() throws {
    let outcome = try Program(path: "/usr/bin/env").run(
      ["SPOTLOG_PROGRAM=/none/spotlog", program.path, "start"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("There is no program /none/spotlog to measure."))
  }

  /// Every page that shows how a figure was measured.
  @Test func `has the parts that pages name`() throws {
    let help = try program.run(["--help"]).output
    var count = 0
    for page in try Page.paths.map({ try Page($0) }) {
      for command in page.inlineCommands where command.hasPrefix("spotlog-bench ") {
        for part in command.split(separator: " ").dropFirst() {
          count += 1
          #expect(help.contains(" \(part)"), "\(page.path): \(command)")
        }
      }
    }
    #expect(count > 10)
  }

  @Test func `prints what its page says, key by key`() throws {
    let section = try #require(JSONKeysTests.sections["spotlog-bench"])
    let output = Data(try program.run(["start", "--json"]).output.utf8)
    let figures = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    #expect(!figures.isEmpty)
    for figure in figures {
      let keys = Set(figure.keys)
      #expect(section.required.isSubset(of: keys))
      #expect(keys.isSubset(of: section.required.union(section.optional)))
    }
  }

  @Test func `gives every figure with its target, and with its limit where there is one`() throws {
    let measured = try measure(["start", "wire"])
    #expect(measured.count == 7)
    for figure in measured {
      #expect(figure.ours > 0 && figure.ours.isFinite && figure.target > 0)
      #expect(!figure.name.isEmpty && !figure.unit.isEmpty)
      #expect((figure.limit == nil) == (figure.limitName == nil))
      #expect(figure.limit.map { $0 > 0 && $0.isFinite } ?? !figure.targetIsRatio)
    }
    #expect(Set(measured.map(\.name)).count == measured.count)
    let start = try #require(measured.first)
    #expect(start.name == "start of spotlog --help" && start.unit == "ms")
    #expect(start.smallerIsBetter && start.target == 50)
    // Sizes are the same on every machine.
    let batch = try #require(measured.first { $0.name.contains("in a batch of 256") })
    #expect(batch.limit == 40 && batch.ours > 39 && batch.ours < 44)
  }

  @Test func `prints a line for each figure, with the verdict that the figures give`() throws {
    let outcome = try program.run(["wire"])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    let measured = try measure(["wire"])
    #expect(lines.count == measured.count)
    for (line, figure) in zip(lines, measured) {
      #expect(line.hasPrefix(figure.name + ": "), "\(line)")
      #expect(figure.limitName.map(line.contains) ?? true, "\(line)")
      #expect(line.hasSuffix(")"))
      #expect(line.contains(figure.smallerIsBetter ? "(≤ " : "(≥ "))
      // Bytes are counted, so both runs have the same; what is timed may differ between them.
      guard let limit = figure.limit, figure.unit.hasPrefix("bytes") else { continue }
      let isMet = figure.ours / limit <= figure.target
      #expect(line.hasSuffix(", MISSED)") == !isMet, "\(line)")
      let percent = (figure.ours / limit * 1_000).rounded() / 10
      #expect(line.contains(": \(percent) %"), "\(line)")
    }
  }
}
