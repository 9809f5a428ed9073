import Foundation
import TestSupport
import Testing

/// What the benchmark prints. Which figures it prints depends on the machine, and no test of its.
@Suite("The benchmark") struct BenchTests {
  private let program = Program.built

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
    let outcome = try program.run(["bench"] + parts + ["--json"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return try JSONDecoder().decode([Measurement].self, from: Data(outcome.output.utf8))
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
    let outcome = try program.run(["bench", "wire"])
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
