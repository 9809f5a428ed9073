import Testing

/// Time and dice are arguments below the edge: the same inputs give the same bytes.
///
/// Not checked here: iterating a `Dictionary` or `Set` in its own order. Whether a `for` runs over
/// one cannot be told from the text without false findings; the simulator's runs in two processes
/// with the same seed show it instead.
enum Purity {
  static let pureFolders = [
    "Journal/Format", "Sources/Sync", "Sources/Search", "Sources/DeviceIndex",
    "Sources/CloudAggregator", "Sources/TraceLines", "Sources/Simulation", "Sources/ResultCards",
    "Sources/WebAddress", "Sources/WebMarkup", "Sources/WebPreview", "Sources/WebFetch",
    "Sources/ContentEncoding",
  ]
  /// Files of these folders that are the edge: the actor that wraps a device for apps and what
  /// waits for it, their snapshots, the host of a cloud, and the measuring of a run, on which
  /// nothing depends.
  static let edgeFiles = [
    "Sources/DeviceIndex/API/DeviceHost.swift", "Sources/DeviceIndex/API/DeviceSnapshots.swift",
    "Sources/DeviceIndex/API/DeviceChange.swift", "Sources/DeviceIndex/API/PublicSearching.swift",
    "Sources/CloudAggregator/Host/CloudHost.swift",
    "Sources/Simulation/Kernel/ProcessClock.swift",
  ]
  /// The one place that asks the system for randomness.
  static let diceFile = "Journal/Format/Dice.swift"

  private static let hiddenClocks = [
    "ContinuousClock", "SuspendingClock", "DispatchTime", "CFAbsoluteTimeGetCurrent",
    "clock_gettime", "gettimeofday", "Task.sleep",
  ]
  private static let hiddenDice = ["SystemRandomNumberGenerator", "arc4random", "drand48"]
  private static let hiddenCalls = [
    "Date()", "UUID()", ".random()", ".shuffled()", ".shuffle()", ".randomElement()",
  ]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.isUnder(anyOf: pureFolders), !edgeFiles.contains(file.path) else { return [] }
    return file.code.indices.flatMap { index in
      hidden(in: file, at: index).map {
        StyleFinding(
          path: file.path, line: index + 1,
          message: "`\($0)` hides a clock or dice; take time and randomness as arguments")
      }
    }
  }

  private static func hidden(in file: SourceFile, at index: Int) -> [String] {
    let line = file.code[index]
    let dice = file.path == diceFile ? [] : hiddenDice
    var found = (hiddenClocks + dice + hiddenCalls).filter(line.has(word:))
    if hasHiddenNow(line) { found.append(".now") }
    for place in line.ranges(of: ".random(in:") {
      // The arguments may continue below.
      let rest = ([String(line[place.upperBound...])] + file.code[(index + 1)...].prefix(4))
        .joined(separator: " ")
      if !argumentsEnd(rest).contains("using:") { found.append(".random(in:") }
    }
    return found
  }

  /// What stands before the parenthesis that closes the call.
  private static func argumentsEnd(_ text: String) -> Substring {
    var depth = 1
    return text.prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
  }

  /// `.now` of a type, or with the type left out; the `now` of a value is somebody's argument.
  private static func hasHiddenNow(_ line: String) -> Bool {
    guard line.contains(".now") else { return false }
    return line.places(ofWord: ".now").contains { place in
      let subject = line[..<place].reversed().prefix {
        $0.isLetter || $0.isNumber || $0 == "_" || $0 == ")" || $0 == "]" || $0 == "?"
      }
      return subject.isEmpty || subject.last!.isUppercase
    }
  }
}

@Suite("Pure targets") struct PurityTests {
  @Test func `hold no hidden clock and no hidden dice`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Purity.findings))
  }

  @Test func `are where this test looks`() {
    for folder in Purity.pureFolders { #expect(SourceTree.repository.has(folder)) }
    for file in Purity.edgeFiles + [Purity.diceFile] { #expect(SourceTree.repository.has(file)) }
  }

  @Test(arguments: [
    "let a = Date()", "f(at: .now)", "let a = Date.now", "ContinuousClock().now", "id = UUID()",
    "Int.random(in: 1...6)", "Bool.random()", "a.shuffled()",
    "try await Task.sleep(for: a)", "var a = SystemRandomNumberGenerator()",
    "a(\"\\(Date())\")", "Int.random(in: f(1)...6) // using: a",
  ])
  func `cannot hide this`(text: String) {
    #expect(!Purity.findings(in: SourceFile(path: "Sources/Sync/A.swift", text: text)).isEmpty)
    #expect(Purity.findings(in: SourceFile(path: "tools/A.swift", text: text)) == [])
  }

  @Test(arguments: [
    "// Date() is not asked", "\"Date()\"", "world.now", "self.clock?.now + 1", "a.nowhere",
    "Int.random(in: 1...6, using: &dice)", "Int.random(in: f(1)...6,\n  using: &dice)",
    "a.shuffled(using: &dice)", "Date(timeIntervalSince1970: 1)", "UUID(uuid: a)",
  ])
  func `may say this`(text: String) {
    #expect(Purity.findings(in: SourceFile(path: "Sources/Sync/A.swift", text: text)) == [])
  }

  @Test func `only the dice ask the system for randomness`() {
    let text = "SystemRandomNumberGenerator()"
    #expect(Purity.findings(in: SourceFile(path: Purity.diceFile, text: text)) == [])
    #expect(Purity.findings(in: SourceFile(path: "Journal/Format/A.swift", text: text)).count == 1)
  }
}
