import Testing

/// A type in many files is several types: it is split by its state, not by topics. What another
/// target adds to a type does not count.
enum TypeFiles {
  static let fileCountMax = 5

  /// Why a type lies in more files, by its name. A type that fits leaves the list.
  static let reasons: [String: String] = [
    "ByteReader": "each format reads its own values beside their definition",
    "DeviceHost": "what apps call lies beside the value that it takes or returns",
  ]

  static func findings(
    in files: [SourceFile], reasons: [String: String] = reasons
  ) -> [StyleFinding] {
    let product = files.filter { $0.isUnder(anyOf: ["Sources", "Journal", "tools"]) }
    var paths: [String: Set<String>] = [:]
    var declared: Set<String> = []
    for file in product {
      for type in TypeNames.declarations(in: file) where !type.name.contains(".") {
        declared.insert(key(type.name, file))
        paths[key(type.name, file), default: []].insert(file.path)
      }
      for line in file.code {
        guard let name = extended(by: line) else { continue }
        paths[key(name, file), default: []].insert(file.path)
      }
    }
    let spread = paths.filter { declared.contains($0.key) && $0.value.count > fileCountMax }
    let names = Set(spread.keys.map { name(of: $0) })
    return spread.filter { reasons[name(of: $0.key)] == nil }.map {
      StyleFinding(
        path: $0.value.sorted()[0],
        message: "`\(name(of: $0.key))` lies in \($0.value.count) files")
    }
      + reasons.keys.filter { !names.contains($0) }.map {
        StyleFinding(path: $0, message: "fits now: remove its reason")
      }
  }

  /// A name within a target.
  private static func key(_ name: String, _ file: SourceFile) -> String {
    file.path.split(separator: "/").prefix(2).joined(separator: "/") + " " + name
  }

  private static func name(of key: String) -> String {
    String(key.drop { $0 != " " }.dropFirst())
  }

  /// The outermost type that a line extends.
  private static func extended(by line: String) -> String? {
    let words = line.split(separator: " ").drop { ["public", "package", "private"].contains($0) }
    guard words.first == "extension", words.count > 1 else { return nil }
    return String(words[words.startIndex + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}

@Suite("Files of a type") struct TypeFileTests {
  @Test func `are five at most, or say why not`() {
    expectNone(TypeFiles.findings(in: SourceTree.repository.files))
  }

  @Test(arguments: [(4, 0), (5, 1)])
  func `are counted with its extensions`(extensions: Int, findings: Int) {
    let type = SourceFile(path: "Sources/A/T.swift", text: "struct T {\n}\n")
    let others = (0..<extensions).map {
      SourceFile(path: "Sources/A/T+\($0).swift", text: "package extension T.Part {\n}\n")
    }
    // Another target's do not count.
    let stranger = SourceFile(path: "Sources/B/T.swift", text: "extension T {\n}\n")
    #expect(TypeFiles.findings(in: [type, stranger] + others, reasons: [:]).count == findings)
  }

  @Test func `have no reason that is needed no more`() {
    let type = SourceFile(path: "Sources/A/T.swift", text: "struct T {\n}\n")
    #expect(TypeFiles.findings(in: [type], reasons: ["T": "a reason"]).count == 1)
  }
}
