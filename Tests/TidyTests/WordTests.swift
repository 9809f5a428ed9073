import Testing

/// Words that must not stand in the repository. They are written in two pieces here, so that this
/// file needs no exception.
enum Words {
  private static let promises = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
  private static let vaguePromises = ["will be " + "removed", "not " + "implemented"]
  private static let doubles = ["Mo" + "ck", "Fa" + "ke", "St" + "ub"]
  /// Where and how somebody worked is nobody's business here.
  private static let privatePaths = ["/wo" + "rk/", "/tmp/" + "wt", "/ro" + "ot/", "/ho" + "me/"]
  private static let privateWords = [
    "work" + "place", "Cla" + "ude", "Anth" + "ropic", "Open" + "AI", "Chat" + "GPT",
    "sub-" + "agent", "sub" + "agent", "language " + "model",
  ]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    let tests = file.isUnder("Tests")
    return file.lines.indices.flatMap { index in
      let line = String(file.lines[index])
      let code = index < file.code.count ? file.code[index] : ""
      let found = words(in: line) + (tests || code.isEmpty ? [] : testDoubles(in: code))
      return found.map { StyleFinding(path: file.path, line: index + 1, message: $0) }
    }
  }

  private static func words(in line: String) -> [String] {
    let low = line.lowercased()
    let found =
      promises.filter(line.has(word:)) + vaguePromises.filter(low.contains)
      + privateWords.filter { low.contains($0.lowercased()) }
      + privatePaths.filter { holdsPath($0, line) }
    return found.map { "says \"\($0)\"; open an issue, or say what is, not what was or may be" }
  }

  /// A path that begins there; "a/b/c" does not begin at "/b/".
  private static func holdsPath(_ path: String, _ line: String) -> Bool {
    line.ranges(of: path).contains { range in
      guard range.lowerBound > line.startIndex else { return true }
      let before = line[line.index(before: range.lowerBound)]
      return !(before.isLetter || before.isNumber || "._-}".contains(before))
    }
  }

  private static func testDoubles(in code: String) -> [String] {
    doubles.filter(code.contains).map { "says \"\($0)\"; doubles live under Tests" }
  }
}

@Suite("Words") struct WordTests {
  @Test func `are those of a finished repository`() {
    expectNone(SourceTree.repository.files.flatMap(Words.findings))
  }

  @Test(arguments: [
    "// TO" + "DO: later", "FIX" + "ME", "a XX" + "X b", "# This will be " + "removed soon.",
    "Not " + "implemented yet", "cat /wo" + "rk/main/a", "(/ro" + "ot/a)", "by Cla" + "ude",
    "in /tmp/" + "wt-a", "file:///ho" + "me/me/a", "a language " + "model says",
  ])
  func `cannot be these`(text: String) {
    #expect(Words.findings(in: SourceFile(path: "docs/A.md", text: text)).count == 1)
    #expect(Words.findings(in: SourceFile(path: "Tests/A.swift", text: "// " + text)).count == 1)
  }

  @Test(arguments: [
    "mktemp -d a.XXXXXX", "https://example.com/ho" + "me/a", "../wo" + "rk/a", "a todo list",
    "it is removed", "https://www.example.org/wo" + "rk/",
  ])
  func `can be these`(text: String) {
    #expect(Words.findings(in: SourceFile(path: "docs/A.md", text: text)) == [])
  }

  @Test(arguments: ["Mo" + "ck", "Fa" + "ke", "St" + "ub"])
  func `name doubles only under Tests`(word: String) {
    let text = "struct \(word)Clock {}"
    #expect(Words.findings(in: SourceFile(path: "Sources/Sync/A.swift", text: text)).count == 1)
    #expect(Words.findings(in: SourceFile(path: "Tests/Support/A.swift", text: text)) == [])
    let inString = "let a = \"\(word)\" // \(word)"
    #expect(Words.findings(in: SourceFile(path: "Sources/Sync/A.swift", text: inString)) == [])
  }
}
