internal import Foundation

/// What a page says that a command prints.
package struct PageText: Sendable {
  /// What is another one in each run.
  package enum Varying: String, CaseIterable, Sendable {
    /// Names, keys and digests: 16 hexadecimal digits or more.
    case id
    /// Moments and days.
    case time
    /// What a run took: seconds, milliseconds, MiB.
    case cost
  }

  private let block: Page.Block
  private let lines: [String]

  package init(_ lines: [String], in block: Page.Block) {
    (self.lines, self.block) = (lines, block)
  }

  package var text: String { lines.joined(separator: "\n") }

  /// Whether this is what was printed.
  package func holds(of printed: String) -> Bool {
    let printed = masked(printed)
    guard block.isAbridged else { return printed == masked(text) }
    let pattern = (lines.isEmpty ? [""] : lines).map { line -> String in
      if line.trimmingCharacters(in: .whitespaces) == "..." { return "(?:[^\n]*\n)+?" }
      let pieces = masked(line).components(separatedBy: "...")
      return pieces.map(NSRegularExpression.escapedPattern).joined(separator: "[^\n]*") + "\n"
    }
    let text = printed + "\n"
    return text.range(of: "\\A" + pattern.joined() + "\\z", options: .regularExpression) != nil
  }

  private func masked(_ text: String) -> String {
    var text = text
    if block.varies.contains(.time) {
      text.replace(/\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?/, with: "TIME")
      text.replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/, with: "TIME")
    }
    if block.varies.contains(.id) { text.replace(/[0-9a-f]{16,}/, with: "ID") }
    if block.varies.contains(.cost) { text.replace(/\d+(\.\d+)? (ms|s|MiB)\b/, with: "COST") }
    return text
  }
}
