import Testing

/// The list of decisions against their pages.
enum DecisionList {
  /// - Parameter pages: of decisions, whose names begin with four digits.
  static func findings(in list: SourceFile, pages: [SourceFile]) -> [StyleFinding] {
    let pages = pages.sorted { $0.name < $1.name }
    let rows = list.lines.filter { $0.hasPrefix("| [") }.map(String.init)
    let links = list.lines.filter { $0.hasPrefix("[") }.map(String.init)
    return compare(rows, pages.map(row), list) + compare(links, pages.map(link), list)
  }

  private static func compare(_ found: [String], _ expected: [String], _ list: SourceFile)
    -> [StyleFinding]
  {
    let wrong = found.difference(from: expected)
    return wrong.map { change in
      switch change {
      case .insert(_, let line, _): StyleFinding(path: list.path, message: "has too much: \(line)")
      case .remove(_, let line, _): StyleFinding(path: list.path, message: "lacks: \(line)")
      }
    }
  }

  private static func row(of page: SourceFile) -> String {
    let title = page.lines.first ?? ""
    let status = page.lines.first { $0.hasPrefix("Status: ") }?.dropFirst("Status: ".count)
    return "| [\(page.name.prefix(4))] | \(title.dropFirst("# 0000: ".count))"
      + " | \(status?.prefix { $0.isLetter } ?? "") |"
  }

  private static func link(of page: SourceFile) -> String {
    "[\(page.name.prefix(4))]: \(page.name)"
  }
}

@Suite("The list of decisions") struct DecisionListTests {
  @Test func `has every page once, in order, with its title and status`() throws {
    let files = SourceTree.repository.files.filter { $0.isUnder("docs/decisions") }
    let list = try #require(files.first { $0.name == "README.md" })
    let pages = files.filter { $0.name != "README.md" }
    #expect(pages.count > 50)
    expectNone(DecisionList.findings(in: list, pages: pages))
  }

  @Test(arguments: [
    ("| [0001] | A | accepted |\n\n[0001]: 0001-a.md", 0),
    ("| [0001] | B | accepted |\n\n[0001]: 0001-a.md", 2),
    ("| [0001] | A | proposed |\n\n[0001]: 0001-a.md", 2),
    ("| [0001] | A | accepted |\n| [0001] | A | accepted |\n\n[0001]: 0001-a.md", 1),
    ("| [0001] | A | accepted |", 1), ("", 2),
  ])
  func `is compared line by line`(text: String, count: Int) {
    let page = SourceFile(path: "docs/decisions/0001-a.md", text: "# 0001: A\n\nStatus: accepted\n")
    let list = SourceFile(path: "docs/decisions/README.md", text: text)
    #expect(DecisionList.findings(in: list, pages: [page]).count == count)
  }
}
