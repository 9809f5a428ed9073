import Foundation
import JournalVectors

/// FORMAT.md, as far as a program can read it.
struct FormatDocument: Sendable {
  private let lines: [String]

  init() throws {
    let path = URL(fileURLWithPath: Vector.folder).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("FORMAT.md")
    lines = try String(contentsOf: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The bytes of each hexadecimal example, by name.
  var examples: [String: [UInt8]] {
    var examples: [String: [UInt8]] = [:]
    for (start, line) in lines.enumerated() where line.hasPrefix("```hex ") {
      let name = String(line.dropFirst("```hex ".count))
      let text = lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
      // A broken or repeated example is one of no bytes, which no test expects.
      examples[name] = examples[name] == nil ? HexText.bytes(of: text) ?? [] : []
    }
    return examples
  }

  /// The rows of the table whose first line begins with `head`.
  func table(_ head: String) -> [[String]] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return [] }
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map(Self.cells)
  }

  /// The rows of the first table of a section.
  func table(after section: String, _ head: String) -> [[String]] {
    guard let start = lines.firstIndex(of: section) else { return [] }
    return FormatDocument(lines: Array(lines[start...])).table(head)
  }

  private init(lines: [String]) { self.lines = lines }

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  private static func cells(_ line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
  }
}
