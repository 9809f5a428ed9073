import Testing

/// One function writes to standard error: a call that is interrupted or takes a part is continued
/// there, and a closed one ends no process.
enum StandardErrorRule {
  static let home = "Journal/Store/StandardError.swift"
  private static let others = ["FileHandle.standardError", "write(STDERR_FILENO", "fputs("]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.path != home, file.isUnder(anyOf: ["Sources", "Journal", "tools"]) else {
      return []
    }
    return file.code.enumerated().compactMap { index, line in
      others.first { line.contains($0) }.map {
        StyleFinding(
          path: file.path, line: index + 1, message: "`\($0)`: call `StandardError.send` instead")
      }
    }
  }
}

@Suite("Standard error") struct StandardErrorTests {
  @Test func `is written to by one function`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(StandardErrorRule.findings))
    #expect(SourceTree.repository.has(StandardErrorRule.home))
  }

  @Test(arguments: [
    "FileHandle.standardError.write(bytes)", "_ = write(STDERR_FILENO, bytes, 1)",
    "fputs(text, stderr)",
  ])
  func `that something else writes to is found`(line: String) {
    let own = SourceFile(path: "tools/a/A.swift", text: "import A\n\(line)\n")
    #expect(StandardErrorRule.findings(in: own).map(\.line) == [2])
    let test = SourceFile(path: "Tests/A/A.swift", text: line)
    #expect(StandardErrorRule.findings(in: test).isEmpty)
  }
}
