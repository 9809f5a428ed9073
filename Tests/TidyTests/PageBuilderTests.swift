import Testing

/// All pages come from one builder, which has the policy, and all words of others go through its
/// escape.
enum PageBuilder {
  static let page = "Sources/HTMLPages/HTMLPage.swift"
  static let markup = "Sources/HTMLPages/HTML.swift"

  /// As they are written: `<HTML>` is a type of ours.
  private static let ofPages = [
    "<!doctype", "<!DOCTYPE", "<html", "<head", "<body", "<script",
  ]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    // What reads pages of others names their tags, and a bench makes such pages.
    let readers = ["Sources/WebMarkup", "tools/spotlog-bench"]
    guard file.isUnder(anyOf: ["Sources", "tools"]), !file.isUnder(anyOf: readers) else {
      return []
    }
    return file.lines.indices.flatMap { index -> [StyleFinding] in
      let line = file.lines[index]
      var found: [StyleFinding] = []
      if file.path != page, ofPages.contains(where: line.contains) {
        found.append(
          StyleFinding(path: file.path, line: index + 1, message: "make a page by HTMLPage"))
      }
      if file.path != markup, file.code[index].contains("HTML(stringLiteral") {
        found.append(
          StyleFinding(
            path: file.path, line: index + 1, message: "interpolate words, so that they are escaped"
          ))
      }
      return found
    }
  }
}

@Suite("Pages that the program writes") struct PageBuilderTests {
  @Test func `are made by one builder`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(PageBuilder.findings))
  }

  @Test func `are made where this test looks`() {
    for file in [PageBuilder.page, PageBuilder.markup] { #expect(SourceTree.repository.has(file)) }
  }

  @Test(arguments: [
    "let page = \"<!DOCTYPE html>\"", "\"<html lang=en>\"", "a += \"<script>\"",
    "HTML(stringLiteral: words)",
  ])
  func `cannot be made like this`(text: String) {
    #expect(
      PageBuilder.findings(in: SourceFile(path: "tools/spotlog/A.swift", text: text)).count == 1)
    #expect(PageBuilder.findings(in: SourceFile(path: "Tests/A.swift", text: text)) == [])
  }
}
