import Foundation
import Testing

/// Names of code on a page.
enum NamedCode {
  /// Names between backquotes that no source file has: `Type`, `Type.member`,
  /// `Type.member(label:)`.
  static func findings(in page: SourceFile, sources: String) -> [StyleFinding] {
    page.lines.enumerated().flatMap { index, line -> [StyleFinding] in
      let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
      return pieces.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        .flatMap { unknown(in: String($0), sources) }.map {
          StyleFinding(path: page.path, line: index + 1, message: "\($0) is in no source file")
        }
    }
  }

  private static func unknown(in code: String, _ sources: String) -> [String] {
    // What is not a path of names is an example or a command.
    let path = code.prefix { $0 != "(" }
    let isPath = path.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    guard isPath, let first = path.first, first.isLetter else { return [] }
    let labels = code.dropFirst(path.count).split { !$0.isLetter }.map { "\($0)" }
    let names = path.split(separator: ".").map { "\($0)" }
    return (names + labels).filter { name in
      name != "swift" && name != "tsv" && sources.range(of: name) == nil
    }
  }
}

@Suite("Code that a page names") struct NamedCodeTests {
  @Test func `is there, of Apple's names and ours`() throws {
    let tree = SourceTree.repository
    let page = try #require(tree.files.first { $0.path == "docs/API.md" })
    let folders = ["Sources/", "Tests/"]
    let sources = tree.swiftFiles.filter { file in folders.contains { file.path.hasPrefix($0) } }
      .map { $0.lines.joined(separator: "\n") }.joined(separator: "\n")
    // Its first column of names is Apple's, of which not all have a counterpart.
    let ours = page.lines.map { line in
      line.hasPrefix("| ") ? String(line.split(separator: "|").dropFirst(2).joined()) : String(line)
    }
    expectNone(
      NamedCode.findings(
        in: SourceFile(path: page.path, text: ours.joined(separator: "\n")), sources: sources))
  }

  @Test(arguments: [
    ("`Missing`", 1), ("`There.missing`", 1), ("`There.there(missing:)`", 1),
    ("`There.there(label:)` and `a == b`", 0), ("There and `there`", 0), ("`spotlog x --y`", 0),
  ])
  func `is looked for by each of its names`(text: String, count: Int) {
    let page = SourceFile(path: "docs/A.md", text: text)
    let found = NamedCode.findings(in: page, sources: "struct There { func there(label: Int) }")
    #expect(found.count == count)
  }
}
