import Foundation
import Testing

/// Links from one page of the repository to another.
enum Links {
  /// - Parameter exists: whether there is a file or folder with this path from the root.
  static func findings(in file: SourceFile, exists: (String) -> Bool) -> [StyleFinding] {
    guard file.path.hasSuffix(".md") else { return [] }
    var isCode = false
    return file.lines.enumerated().flatMap { index, line -> [StyleFinding] in
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      guard !isCode else { return [] }
      return targets(in: String(line)).filter { !exists(resolve($0, from: file.path)) }.map {
        StyleFinding(
          path: file.path, line: index + 1, message: "links to \($0), which is not there")
      }
    }
  }

  /// Relative targets: `[text](target)` and `[name]: target`, outside of `code`.
  private static func targets(in line: String) -> [String] {
    let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
    // A link's text may be code, so what stands between backquotes is emptied, not cut.
    let text = pieces.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }
      .joined(separator: "`")
    var targets = text.ranges(of: "](").map { text[$0.upperBound...].prefix { $0 != ")" } }
    if text.hasPrefix("["), let colon = text.firstRange(of: "]: ") {
      targets.append(text[colon.upperBound...])
    }
    return targets.compactMap { target in
      // A title may follow after a space, and a place in the page after "#".
      let path = target.prefix { $0 != " " && $0 != "#" }
      return path.isEmpty || path.contains(":") ? nil : String(path)
    }
  }

  private static func resolve(_ target: String, from path: String) -> String {
    var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
    for part in target.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return (parts.joined(separator: "/")).removingPercentEncoding ?? target
  }
}

@Suite("Links") struct LinkTests {
  @Test func `between pages lead to something`() {
    let tree = SourceTree.repository
    expectNone(tree.files.flatMap { Links.findings(in: $0, exists: tree.has) })
  }

  @Test(arguments: [
    "See [a](b.md).", "[a](../b.md#place)", "[`a`](b.md)", "![a](b.png \"A title\")",
    "[a]: b.md", "[a](https://example.org) and [b](c.md)", "[a](./b/c.md)", "[a](/b.md)",
  ])
  func `to nothing are found`(text: String) {
    let file = SourceFile(path: "docs/A.md", text: text)
    #expect(Links.findings(in: file) { _ in false }.count == 1)
    #expect(Links.findings(in: file) { _ in true } == [])
  }

  @Test(arguments: [
    "[a](https://example.org/b)", "[a](#place)", "`[a](b.md)`", "```\n[a](b.md)\n```",
    "[a](mailto:a@example.org)", "f[a] (b)",
  ])
  func `to elsewhere and code are left alone`(text: String) {
    #expect(Links.findings(in: SourceFile(path: "A.md", text: text)) { _ in false } == [])
  }

  @Test(arguments: [
    ("docs/A.md", "B.md", "docs/B.md"), ("docs/A.md", "../B.md", "B.md"),
    ("A.md", "docs/decisions/", "docs/decisions"), ("docs/d/A.md", "./../x%20y.md", "docs/x y.md"),
  ])
  func `are read from where they stand`(path: String, target: String, resolved: String) {
    let file = SourceFile(path: path, text: "[a](\(target))")
    #expect(Links.findings(in: file) { $0 == resolved } == [])
  }
}
