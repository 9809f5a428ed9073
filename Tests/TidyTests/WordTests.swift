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

/// Frames that hide who does what. Help, errors and findings of commands say subject, verb, object.
enum CommandWords {
  private static let frames = [
    "has to be", "have to be", "66 there is none", "not what it should be", "do not go together",
    "does not go with", "goes with", "goes on", "go on", "whoever", "of its own", "is no kind",
    "from 0 on", "from 1 on", "leave it out", "may be repeated", "time to come", "is of a",
    "is of the", "is of one", "is another one", "believe", "stands alone", "anew", "unless told",
    "let go of", "nobody can say", "look into", "is to be", "what there is",
  ]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.isUnder("tools/spotlog"), file.path.hasSuffix(".swift") else { return [] }
    let texts = file.lines.map { text(of: $0) }
    return texts.indices.flatMap { index in
      // A sentence may continue in the next line of its literal.
      let isEnd = !file.lines[index].hasSuffix("\\") && !file.lines[index].hasSuffix("\"")
      let next = isEnd || index + 1 == texts.count ? "" : texts[index + 1]
      let joined = texts[index] + next
      return frames.filter { joined.contains($0) && !next.contains($0) }.map {
        StyleFinding(
          path: file.path, line: index + 1, message: "says \"\($0)\"; see Words in docs/STYLE.md")
      }
    }
  }

  /// A line of code as the sentence that it is a part of continues; empty: a comment.
  private static func text(of line: Substring) -> String {
    var text = line.drop { $0 == " " }
    if text.hasPrefix("//") { return "" }
    if text.hasPrefix("+ \"") { text = text.dropFirst(3) }
    if text.hasSuffix("\\") || text.hasSuffix("\"") { text = text.dropLast() }
    return String(text)
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

  @Test func `of commands are plain`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(CommandWords.findings))
    #expect(SourceTree.repository.swiftFiles.contains { $0.isUnder("tools/spotlog") })
  }

  @Test(arguments: [
    "  throw Failure(.usage, \"--limit has to be 1.\")", "  66 there is none.",
    "  \"--a and --b do not go \"\n    + \"together.\"", "  What the device is \\\n  of a cloud.",
    "\n\n  A key; may be repeated.", "  help: \"Whom devices believe.\")",
  ])
  func `of commands cannot be these`(text: String) {
    let file = SourceFile(path: "tools/spotlog/Device/A.swift", text: text)
    #expect(CommandWords.findings(in: file).count == 1)
    #expect(CommandWords.findings(in: SourceFile(path: "Sources/A/A.swift", text: text)) == [])
  }

  @Test(arguments: [
    "  /// What has to be there.", "  // A key may be repeated.", "  --limit must be at least 1.",
    "  \"It has to\"\n  \"be\"",
  ])
  func `of commands can be these`(text: String) {
    let file = SourceFile(path: "tools/spotlog/Device/A.swift", text: text)
    #expect(CommandWords.findings(in: file) == [])
  }
}
