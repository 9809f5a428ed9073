import Foundation
import TestSupport
import Testing

@testable import TextAnalysis

@Suite("Word boundaries") struct WordBreaksTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let text: String
    /// Offsets of UTF-8.
    let breaks: [Int]

    var testDescription: String { line }

    /// Reads `÷ 0061 × 0027 ÷`, with a comment or without.
    init?(_ line: Substring) {
      let rule = line.prefix { $0 != "#" }.split(separator: " ").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard rule.count > 2 else { return nil }
      var view = String.UnicodeScalarView()
      var breaks: [Int] = []
      var offset = 0
      for part in rule where !part.isEmpty {
        if part == "÷" { breaks.append(offset) }
        guard let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) else { continue }
        view.append(scalar)
        offset += UTF8.width(scalar)
      }
      (self.line, text, self.breaks) = (String(line), String(view), breaks)
    }
  }

  /// A few of each rule, for who has no more.
  @Test(
    arguments: [
      "÷ 000D × 000A ÷ 0061 ÷ 000A ÷ 0308 ÷", "÷ 0061 × 0308 × 0061 ÷ 0020 × 0020 ÷ 0061 ÷",
      "÷ 0061 × 002E × 0061 ÷ 002E ÷ 0031 ÷", "÷ 0061 × 0027 × 2060 × 0061 ÷ 0027 ÷",
      "÷ 05D0 × 0022 × 05D0 ÷ 0022 ÷", "÷ 0031 × 002C × 0031 ÷ 002C ÷ 0061 × 005F × 0031 ÷",
      "÷ 30A2 × 30FC × 005F ÷ 3042 ÷ 6771 ÷ 4EAC ÷", "÷ 1F1E6 × 1F1E7 ÷ 1F1E8 × 1F1E9 ÷",
      "÷ 1F476 × 1F3FF ÷ 1F476 ÷", "÷ 2701 × 200D × 2701 ÷", "÷ 0061 × 003A × 0061 ÷",
    ].compactMap { Case($0[...]) })
  func `are where the annex has them`(example: Case) {
    #expect(WordBreaks.offsets(in: example.text) == example.breaks)
  }

  @Test(.enabled(if: RealData.path(file) != nil, "\(RealData.howToGet)"))
  func `are where all of Unicode's own cases have them`() throws {
    let path = try #require(RealData.path(Self.file))
    let outcome = try Program(path: "/bin/sh").run(["-c", "zcat < \"$0\"", path])
    let cases = outcome.output.split(separator: "\n").compactMap { Case($0) }
    #expect(cases.count == 1_823)
    for example in cases where WordBreaks.offsets(in: example.text) != example.breaks {
      Issue.record("\(example.line)")
    }
  }

  private static let file = "WordBreakTest-14.0.0.txt.gz"

  @Test func `of no text are none`() {
    #expect(WordBreaks.offsets(in: "").isEmpty)
    #expect(WordBreaks.offsets(in: "a") == [0, 1])
  }
}
