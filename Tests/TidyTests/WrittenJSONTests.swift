import Testing

/// One type encodes JSON, and escapes there what strangers wrote to turn or hide a line.
enum WrittenJSONRule {
  static let home = "Journal/Format/EscapedJSON.swift"
  private static let others = ["JSONEncoder(", "JSONSerialization.data("]
  /// Measurements compare encoders. A drill's lines are input, with whatever people may type.
  private static let excepted = ["tools/spotlog-bench", "tools/spotlog/Drills/ProcessDrills"]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.path != home, file.isUnder(anyOf: ["Sources", "Journal", "tools"]),
      !file.isUnder(anyOf: excepted)
    else { return [] }
    return file.code.enumerated().compactMap { index, line in
      others.first { line.contains($0) }.map {
        StyleFinding(
          path: file.path, line: index + 1, message: "`\($0)`: call `EscapedJSON.text` instead")
      }
    }
  }
}

@Suite("JSON that is written") struct WrittenJSONTests {
  @Test func `is encoded by one type`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(WrittenJSONRule.findings))
    #expect(SourceTree.repository.has(WrittenJSONRule.home))
  }

  @Test(arguments: [
    "let encoder = JSONEncoder()", "try JSONSerialization.data(withJSONObject: value)",
  ])
  func `that something else encodes is found`(line: String) {
    let own = SourceFile(path: "tools/a/A.swift", text: "import A\n\(line)\n")
    #expect(WrittenJSONRule.findings(in: own).map(\.line) == [2])
    let test = SourceFile(path: "Tests/A/A.swift", text: line)
    #expect(WrittenJSONRule.findings(in: test).isEmpty)
  }
}
