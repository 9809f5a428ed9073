import Testing

/// A file fits in the eye.
enum Sizes {
  static let lineCountMax = 400
  static let functionLineCountMax = 40
  static let columnCountMax = 100

  /// Files that are longer, with the lines that they may have. Numbers here only ever fall, and a
  /// file that fits leaves the list.
  static let longFiles: [String: Int] = [:]

  /// Functions that are longer, as "path name".
  static let longFunctions: [String: Int] = [:]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.isSource else { return [] }
    return lineCount(of: file) + functions(of: file, longer: longFunctions) + columns(of: file)
  }

  static func lineCount(of file: SourceFile, longer: [String: Int] = longFiles) -> [StyleFinding] {
    // A text that ends as it should has an empty piece after its last newline.
    let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
    return compare(count, to: lineCountMax, exception: longer[file.path]).map {
      [StyleFinding(path: file.path, message: "has \(count) lines; \($0)")]
    } ?? []
  }

  static func functions(of file: SourceFile, longer: [String: Int]) -> [StyleFinding] {
    let sizes = FunctionSize.all(in: file.code)
    let tooLong = sizes.filter { $0.lineCount > functionLineCountMax }
    let findings = tooLong.compactMap { function in
      compare(
        function.lineCount, to: functionLineCountMax,
        exception: longer[file.path + " " + function.name]
      ).map {
        StyleFinding(
          path: file.path, line: function.line,
          message: "`\(function.name)` has \(function.lineCount) lines; \($0)")
      }
    }
    // Functions share a name: the exception goes when all of them fit.
    let fitting = longer.keys.sorted().filter { key in
      key.hasPrefix(file.path + " ") && !tooLong.contains { key == file.path + " " + $0.name }
    }
    return findings
      + fitting.map { StyleFinding(path: file.path, message: "\($0) fits now: \(takeOff)") }
  }

  static func columns(of file: SourceFile) -> [StyleFinding] {
    file.lines.enumerated().filter { $0.element.count > columnCountMax }.map {
      StyleFinding(
        path: file.path, line: $0.offset + 1,
        message: "has \($0.element.count) columns; \(columnCountMax) are allowed")
    }
  }

  private static let takeOff = "take it off the list of exceptions"

  /// What is wrong with a size; nil when nothing is.
  private static func compare(_ size: Int, to bound: Int, exception: Int?) -> String? {
    guard let exception else { return size > bound ? "\(bound) are allowed" : nil }
    if size <= bound { return "it fits now: \(takeOff)" }
    return size > exception ? "its exception says \(exception), which may only fall" : nil
  }
}

@Suite("Sizes") struct SizeTests {
  @Test func `files, functions and lines are short`() {
    expectNone(SourceTree.repository.files.flatMap(Sizes.findings))
  }

  @Test func `every exception names a file that is there`() {
    let paths = Set(SourceTree.repository.files.map(\.path))
    let named =
      Array(Sizes.longFiles.keys)
      + Sizes.longFunctions.keys.map {
        String($0.prefix { $0 != " " })
      }
    #expect(named.filter { !paths.contains($0) } == [])
  }

  @Test func `a file of 401 lines is found`() {
    let long = String(repeating: "\n", count: 401)
    #expect(Sizes.lineCount(of: SourceFile(path: "A.swift", text: long)).count == 1)
    let short = String(repeating: "\n", count: 400)
    #expect(Sizes.lineCount(of: SourceFile(path: "A.swift", text: short)) == [])
  }

  @Test(arguments: [(401, 1), (410, 0), (411, 1), (400, 1)])
  func `an exception may shrink and goes when the file fits`(lines: Int, findings: Int) {
    let file = SourceFile(path: "A.swift", text: String(repeating: "\n", count: lines))
    let exceptions = lines == 401 ? ["B.swift": 410] : ["A.swift": 410]
    #expect(Sizes.lineCount(of: file, longer: exceptions).count == findings)
  }

  @Test(arguments: [
    "func long(\n  a: Int = { 1 }()\n) where A == B {", "package var long: Int {",
    "@Test(arguments: [1]) func `long`(a: Int) {", "  private init<A>(a: A) throws(E) {",
  ])
  func `a function of 41 lines is found`(start: String) {
    let body = String(
      repeating: "  if a { b() }\n", count: 41 - start.split(separator: "\n").count - 1)
    let file = SourceFile(path: "A.swift", text: start + "\n" + body + "}\n")
    #expect(Sizes.functions(of: file, longer: [:]).count == 1)
    let shorter = SourceFile(path: "A.swift", text: start + "\n" + body.dropFirst(15) + "}\n")
    #expect(Sizes.functions(of: shorter, longer: [:]) == [])
  }

  @Test(arguments: [(41, 60, 1), (60, 41, 1), (41, 41, 0), (2, 3, 1), (50, 50, 2)])
  func `an exception holds for all functions of the name`(a: Int, b: Int, findings: Int) {
    let texts = [a, b].map { "func f() {\n" + String(repeating: "\n", count: $0 - 2) + "}\n" }
    let file = SourceFile(path: "A.swift", text: texts.joined())
    #expect(Sizes.functions(of: file, longer: ["A.swift f": 45]).count == findings)
  }

  @Test func `a requirement without a body is no function`() {
    let text = "protocol A {\n  func a()\n  func b()\n" + String(repeating: "\n", count: 60) + "}\n"
    #expect(Sizes.functions(of: SourceFile(path: "A.swift", text: text), longer: [:]) == [])
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
