import Testing

/// A new event, report or control entry does not compile until every reader has decided about it:
/// no switch over their kinds has a `default`. The same holds for the enums that say how a device
/// and its cloud relate, for the codes of errors that are translated into others, and for the
/// steps, acts, faults and mutants of simulations.
///
/// The enum of a switch is recognized by its cases: half of them or more are cases of one enum.
/// Categories of characters share a name or two with these enums.
enum SilentDefaults {
  /// Why a switch over kinds may have a `default`, by its file.
  static let reasons: [String: String] = [:]

  /// The enums, with the file that declares them.
  static let enums = [
    ("OneOf_Fact", "Journal/Format/event.pb.swift"),
    ("Meaning", "Journal/Format/EntryKind.swift"),
    ("ReportKind", "Journal/Format/EntryKind.swift"),
    ("ControlKind", "Journal/Format/EntryKind.swift"),
    ("SyncResponse", "Sources/Sync/SyncResponse.swift"),
    ("OpenVerdict", "Sources/Sync/SyncResponse.swift"),
    ("Phase", "Sources/Sync/DeviceSyncMachine+Values.swift"),
    ("NewEpochReason", "Sources/Sync/DeviceSyncMachine+Values.swift"),
    ("Obstacle", "Sources/Inspection/Devices/DeviceState.swift"),
    ("CloudLogFailure", "Sources/CloudAggregator/Log/CloudLog.swift"),
    ("Code", "Journal/Store/JournalError.swift"),
    ("Code", "Journal/Store/Snapshot/SnapshotError.swift"),
    ("Kind", "Sources/Simulation/Faults/FaultPlan.swift"),
    ("Fault", "Sources/Simulation/Faults/Fault.swift"),
    ("AppAct", "Sources/Simulation/Rules/AppAct.swift"),
    ("Sabotage", "Sources/Simulation/Drills/Sabotage.swift"),
    ("SoakVerb", "tools/spotlog/Drills/Soak/SoakVerb.swift"),
  ]

  /// The cases of each enum.
  static func kinds(in files: [SourceFile]) -> [Set<String>] {
    enums.map { name, path in
      let file = files.first { $0.path == path }
      // Enums that are not in the list have an unknown case too.
      return Set(file.map { cases(ofEnum: name, in: $0) } ?? []).subtracting(["unknown"])
    }
  }

  static func cases(ofEnum name: String, in file: SourceFile) -> [String] {
    guard let start = file.code.firstIndex(where: { $0.has(word: "enum " + name) }) else {
      return []
    }
    let indent = indent(of: file.code[start])
    let body = file.code[(start + 1)...].prefix { $0.isEmpty || self.indent(of: $0) > indent }
    return body.filter { self.indent(of: $0) == indent + 2 }
      .map { $0.dropFirst(indent + 2) }.filter { $0.hasPrefix("case ") }
      // Labels of associated values are no cases.
      .map { $0.dropFirst("case ".count).replacing(/\([^)]*\)/, with: "") }
      .flatMap { $0.split(separator: ",") }
      .map { piece in
        String(piece.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber })
      }
  }

  static func findings(
    in file: SourceFile, kinds: [Set<String>], reasons: [String: String] = reasons
  ) -> [StyleFinding] {
    guard file.isUnder(anyOf: ["Sources", "Journal", "tools"]), !file.isGenerated else { return [] }
    let found = file.code.indices.filter { file.code[$0].trimmed.hasPrefix("default:") }
      .compactMap { line -> StyleFinding? in
        let labels = labels(ofSwitchWith: line, in: file.code)
        let named = kinds.map { labels.filter($0.contains) }.max { $0.count < $1.count } ?? []
        guard let first = named.first, named.count * 2 >= labels.count else { return nil }
        return StyleFinding(
          path: file.path, line: line + 1,
          message: "a `default` beside `.\(first)`: name the kinds that it stands for")
      }
    guard reasons[file.path] != nil else { return found }
    return found.isEmpty
      ? [StyleFinding(path: file.path, message: "has no such `default` now: remove its reason")]
      : []
  }

  /// The names that stand behind a point in the patterns above a `default`, which all begin in its
  /// column: `tools/check lint` sees to that.
  private static func labels(ofSwitchWith line: Int, in code: [String]) -> [String] {
    let column = indent(of: code[line])
    var names: [String] = []
    for index in code[..<line].indices.reversed() where !code[index].trimmed.isEmpty {
      guard indent(of: code[index]) <= column else { continue }
      let text = code[index].trimmed
      if indent(of: code[index]) == column, text.hasPrefix("case ") {
        names += self.names(inPattern: code[index..<line].joined(separator: " "))
      } else if !text.hasPrefix("#") {
        return names
      }
    }
    return names
  }

  /// - Parameter text: from `case` on; the pattern ends with its colon.
  private static func names(inPattern text: String) -> [String] {
    var depth = 0
    let pattern = text.prefix { character in
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      return character != ":" || depth > 0
    }
    return pattern.split { " ([,".contains($0) }.filter { $0.hasPrefix(".") }
      .map { String($0.dropFirst().prefix { $0.isLetter || $0.isNumber }) }
  }

  private static func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}

@Suite("Switches over kinds of entries") struct SilentDefaultTests {
  private let kinds: [Set<String>] = [
    ["itemIndexed", "journalBegun", "retract"], ["fork", "gap"],
  ]

  @Test func `decide about every kind`() {
    let files = SourceTree.repository.swiftFiles
    let kinds = SilentDefaults.kinds(in: files)
    expectNone(files.flatMap { SilentDefaults.findings(in: $0, kinds: kinds) })
  }

  @Test func `are known by the cases of the enums`() {
    let kinds = SilentDefaults.kinds(in: SourceTree.repository.swiftFiles)
    #expect(kinds.map(\.count) == [13, 4, 4, 17, 7, 8, 6, 9, 12, 5, 16, 15, 69, 46, 13, 54, 26])
    #expect(kinds[0].isSuperset(of: ["itemIndexed", "itemsExpired"]))
    #expect(kinds[5].isSuperset(of: ["ok", "fork", "lineageKnown"]))
  }

  @Test(arguments: [
    ("case .itemIndexed: 1\n  default: 2", 1), ("case .other: 1\n  default: 2", 0),
    ("case .itemIndexed(let item) where item.isThere: 1\n  case .other: 3\n  default: 2", 1),
    ("case .other,\n    .journalBegun:\n    a()\n  default: 2", 1),
    ("case (.retract, 2, .bytes(let a)): 1\n  default: 2", 1),
    ("case .itemIndexed: 1\n  case .journalBegun: 2", 0),
    ("case .other(let a, isIt: true): a.retract\n  default: 2", 0),
    ("case .other, .another: 1\n  case .retract: 2\n  default: 3", 0),
    ("case .fork(let head): 1\n  case .gap where head == nil: 2\n  default: 3", 1),
    ("case .fork, .retract, .other, .another: 1\n  default: 2", 0),
    ("case .itemIndexed:\n    switch b {\n    case .other: 1\n    default: 2\n    }", 0),
    ("#if Sabotage\n  case .retract: 1\n  #endif\n  default: 2", 1),
  ])
  func `are found with a default`(cases: String, findings: Int) {
    let text = "func f() -> Int {\n  switch a {\n  \(cases)\n  }\n}\n"
    let file = SourceFile(path: "Sources/Sync/A.swift", text: text)
    #expect(SilentDefaults.findings(in: file, kinds: kinds).count == findings)
    let other = SourceFile(path: "Tests/SyncTests/A.swift", text: text)
    #expect(SilentDefaults.findings(in: other, kinds: kinds) == [])
  }

  @Test(arguments: [("retract", 0), ("other", 1)])
  func `have one for a reason that is still there`(name: String, findings: Int) {
    let text = "switch a {\ncase .\(name): 1\ndefault: 2\n}\n"
    let file = SourceFile(path: "Sources/Sync/A.swift", text: text)
    let reasons = [file.path: "reason"]
    #expect(
      SilentDefaults.findings(in: file, kinds: kinds, reasons: reasons).count == findings)
  }
}
