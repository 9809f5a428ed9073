import Testing

/// What a class opens it closes in `deinit` alone.
///
/// Swift calls `deinit` also after an initialiser that fails once every property has its value. A
/// descriptor closed by both is somebody else's the second time: another thread's file or socket.
enum DescriptorRule {
  private static let closing = ["close", "Socket.end"]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    let functions = FunctionSize.all(in: file.code)
    guard functions.contains(where: { $0.name == "deinit" && closes($0, in: file) != nil }) else {
      return []
    }
    return functions.filter { $0.name == "init" }.compactMap { function in
      closes(function, in: file).map {
        StyleFinding(
          path: file.path, line: $0,
          message: "`init` closes what `deinit` closes too; leave it to `deinit`")
      }
    }
  }

  /// The first line of the function that closes something, counted from 1.
  private static func closes(_ function: FunctionSize, in file: SourceFile) -> Int? {
    (function.line..<function.line + function.lineCount).first { line in
      closing.contains { file.code[line - 1].contains($0 + "(") }
    }
  }
}

@Suite("Descriptors") struct DescriptorTests {
  @Test func `are closed once`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(DescriptorRule.findings))
  }

  @Test(arguments: ["close(made)", "if made >= 0 { close(made) }", "Socket.end(made)"])
  func `that an initialiser closes are found`(line: String) {
    let file = SourceFile(
      path: "Sources/A/B.swift",
      text: """
        final class Held {
          init?(_ made: Int32) {
            \(line)
            return nil
          }

          deinit { close(descriptor) }
        }
        """)
    #expect(DescriptorRule.findings(in: file).map(\.line) == [3])
  }

  @Test func `of a type without deinit may be closed anywhere`() {
    let file = SourceFile(
      path: "Sources/A/B.swift", text: "struct Free {\n  init() { close(1) }\n}\n")
    #expect(DescriptorRule.findings(in: file).isEmpty)
  }
}
