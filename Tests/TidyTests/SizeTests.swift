import Testing

/// What is longer than this needs a reason by name.
enum Sizes {
  static let lineCountMax = 500
  static let functionLineCountMax = 60
  static let columnCountMax = 100

  /// Why a file is longer, by its path. A file that fits leaves the list.
  static let longFiles: [String: String] = [:]

  /// Why a function is longer, by "path name".
  static let longFunctions: [String: String] = [:]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.isSource else { return [] }
    return lineCount(of: file) + functions(of: file) + columns(of: file)
  }

  static func lineCount(
    of file: SourceFile, reasons: [String: String] = longFiles
  ) -> [StyleFinding] {
    // A text that ends as it should has an empty piece after its last newline.
    let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
    let isLong = count > lineCountMax
    guard isLong == (reasons[file.path] == nil) else { return [] }
    return [StyleFinding(path: file.path, message: isLong ? "has \(count) lines" : fits)]
  }

  static func functions(
    of file: SourceFile, reasons: [String: String] = longFunctions
  ) -> [StyleFinding] {
    let long = FunctionSize.all(in: file.code).filter { $0.lineCount > functionLineCountMax }
    let keys = reasons.keys.sorted().filter { $0.hasPrefix(file.path + " ") }
    let names = Set(long.map { file.path + " " + $0.name })
    return long.filter { reasons[file.path + " " + $0.name] == nil }.map {
      StyleFinding(
        path: file.path, line: $0.line, message: "`\($0.name)` has \($0.lineCount) lines")
    } + keys.filter { !names.contains($0) }.map { StyleFinding(path: $0, message: fits) }
  }

  static func columns(of file: SourceFile) -> [StyleFinding] {
    file.lines.enumerated().filter { $0.element.count > columnCountMax }.map {
      StyleFinding(
        path: file.path, line: $0.offset + 1,
        message: "has \($0.element.count) columns; \(columnCountMax) are allowed")
    }
  }

  private static let fits = "fits now: remove its reason"
}

@Suite("Sizes") struct SizeTests {
  @Test func `files, functions and lines are short, or say why not`() {
    expectNone(SourceTree.repository.files.flatMap(Sizes.findings))
  }

  @Test func `every reason names a file that exists, and says something`() {
    let paths = Set(SourceTree.repository.files.map(\.path))
    let named = Sizes.longFiles.keys + Sizes.longFunctions.keys.map { $0.prefix { $0 != " " } + "" }
    #expect(named.filter { !paths.contains($0) } == [])
    let reasons = Array(Sizes.longFiles.values) + Array(Sizes.longFunctions.values)
    #expect(reasons.filter { $0.count < 20 } == [])
  }

  @Test(arguments: [(501, false, 1), (501, true, 0), (500, false, 0), (500, true, 1)])
  func `a file of more than 500 lines needs a reason`(lines: Int, hasReason: Bool, findings: Int) {
    let file = SourceFile(path: "A.swift", text: String(repeating: "\n", count: lines))
    let reasons = hasReason ? ["A.swift": "reason"] : ["B.swift": "reason"]
    #expect(Sizes.lineCount(of: file, reasons: reasons).count == findings)
  }

  @Test(arguments: [
    "func long(\n  a: Int = { 1 }()\n) where A == B {", "package var long: Int {",
    "@Test(arguments: [1]) func `long`(a: Int) {", "  private init<A>(a: A) throws(E) {",
  ])
  func `a function of 61 lines is found`(start: String) {
    let body = String(
      repeating: "  if a { b() }\n", count: 61 - start.split(separator: "\n").count - 1)
    let file = SourceFile(path: "A.swift", text: start + "\n" + body + "}\n")
    #expect(Sizes.functions(of: file).count == 1)
    let shorter = SourceFile(path: "A.swift", text: start + "\n" + body.dropFirst(15) + "}\n")
    #expect(Sizes.functions(of: shorter) == [])
  }

  @Test func `rows of a plain switch do not count, and a case with lines of its own does`() {
    let rows = String(repeating: "  case .a: 1\n", count: 70)
    let plain = SourceFile(path: "A.swift", text: "func f() {\n  switch a {\n\(rows)  }\n}\n")
    #expect(Sizes.functions(of: plain) == [])
    let blocks = String(repeating: "  case .a:\n    b()\n", count: 35)
    let long = SourceFile(path: "A.swift", text: "func f() {\n  switch a {\n\(blocks)  }\n}\n")
    #expect(Sizes.functions(of: long).count == 1)
  }

  @Test(arguments: [(61, 80, 0), (2, 3, 1)])
  func `a reason holds for all functions of the name`(a: Int, b: Int, findings: Int) {
    let texts = [a, b].map { "func f() {\n" + String(repeating: "\n", count: $0 - 2) + "}\n" }
    let file = SourceFile(path: "A.swift", text: texts.joined())
    #expect(Sizes.functions(of: file, reasons: ["A.swift f": "reason"]).count == findings)
  }

  @Test func `a requirement without a body is no function`() {
    let text = "protocol A {\n  func a()\n  func b()\n" + String(repeating: "\n", count: 80) + "}\n"
    #expect(Sizes.functions(of: SourceFile(path: "A.swift", text: text)) == [])
  }

  @Test func `a line of 101 columns is found`() {
    let file = SourceFile(path: "A.swift", text: String(repeating: "é", count: 101))
    #expect(Sizes.columns(of: file).count == 1)
  }
}

/// Says every finding, so that one run shows them all.
func expectNone(_ findings: [StyleFinding], sourceLocation: SourceLocation = #_sourceLocation) {
  for finding in findings {
    Issue.record(Comment(rawValue: finding.description), sourceLocation: sourceLocation)
  }
}
