import Testing

/// No two types of the package share a name: read alone, in a log or a review, it says which is
/// meant.
///
/// A type in another one is named with that. What is private may have any name, and so may a type
/// within a function. Of parts that are compiled instead of each other the first one counts.
enum TypeNames {
  struct Declaration: Hashable {
    var name: String
    var path: String
    var line: Int
  }

  static func findings(in files: [SourceFile]) -> [StyleFinding] {
    // An example is a package of its own.
    let all = files.filter { !$0.isUnder("Examples") }.flatMap(declarations)
    return Dictionary(grouping: all, by: \.name).values.filter { $0.count > 1 }
      .flatMap { same in
        same.dropFirst().map {
          StyleFinding(
            path: $0.path, line: $0.line,
            message: "`\($0.name)` is a type of \(same[0].path) too; name one of them otherwise")
        }
      }
      .sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  static func declarations(in file: SourceFile) -> [Declaration] {
    var scanner = TypeScanner()
    return file.code.enumerated().compactMap { index, line in
      scanner.read(line).map { Declaration(name: $0, path: file.path, line: index + 1) }
    }
  }
}

/// Reads code line by line, and knows in which types it is.
private struct TypeScanner {
  /// What an open brace belongs to; no name: something else than a type.
  private struct Scope {
    var name: String?
    var isPrivate = false
  }

  private var scopes: [Scope] = []
  /// A type whose brace has not come yet.
  private var pending: Scope?
  /// In how many `#if` within the part that does not count.
  private var ignoredDepth = 0

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "extension",
  ]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
    "open",
  ]

  /// - Returns: the full name of the type that the line declares for others than its file.
  mutating func read(_ line: String) -> String? {
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard let first = words.first else { return nil }
    if ignoredDepth > 0 || first == "#else" || first == "#elseif" {
      if first == "#if" || ignoredDepth == 0 { ignoredDepth += 1 }
      if first == "#endif" { ignoredDepth -= 1 }
      return nil
    }
    let declared = declaration(words)
    let name = declared.flatMap { $0.isPrivate || isHidden ? nil : fullName($0) }
    let kind = words.first { Self.kinds.contains($0) }
    if let declared, kind != "typealias" { pending = declared }
    for character in line {
      if character == "{" {
        scopes.append(pending ?? Scope())
        pending = nil
      } else if character == "}" {
        _ = scopes.popLast()
      }
    }
    return kind == "extension" ? nil : name
  }

  private var isHidden: Bool { scopes.contains { $0.name == nil || $0.isPrivate } }

  private func fullName(_ scope: Scope) -> String {
    (scopes + [scope]).compactMap(\.name).joined(separator: ".")
  }

  private func declaration(_ words: [Substring]) -> Scope? {
    let before = words.prefix { Self.modifiers.contains($0) || $0.hasPrefix("@") }
    let rest = words.dropFirst(before.count)
    guard let kind = rest.first, Self.kinds.contains(kind), let word = rest.dropFirst().first else {
      return nil
    }
    let name = word.prefix { $0.isLetter || $0.isNumber || "_.[]".contains($0) }
    guard !name.isEmpty, !["func", "var", "let"].contains(name) else { return nil }
    let isPrivate = before.contains("private") || before.contains("fileprivate")
    return Scope(name: String(name), isPrivate: isPrivate)
  }
}

@Suite("Type names") struct TypeNameTests {
  @Test func `are not shared by two types of the package`() {
    expectNone(TypeNames.findings(in: SourceTree.repository.swiftFiles))
  }

  @Test func `are all seen`() {
    let names = Set(
      SourceTree.repository.swiftFiles.flatMap(TypeNames.declarations).map(\.name))
    #expect(names.isSuperset(of: ["TypeNames.Declaration", "DeviceSyncMachine.Phase", "Journal"]))
  }

  @Test func `of examples are theirs alone`() {
    let files = ["Sources/A.swift", "Examples/A.swift"].map {
      SourceFile(path: $0, text: "struct A {}")
    }
    #expect(TypeNames.findings(in: files) == [])
  }

  private func findings(_ texts: String...) -> [Int] {
    let files = texts.enumerated().map { SourceFile(path: "\($0.offset).swift", text: $0.element) }
    return TypeNames.findings(in: files).map(\.line)
  }

  @Test(arguments: [
    "package struct A: B {\n}", "@MainActor final class A {}", "enum A<B>: C where D {\n}",
    "typealias A = B", "struct C {\n  var d: D { e() }\n}\nprotocol A\n{\n}",
    "#if B\nactor A {}\n#else\n#if C\n#endif\nstruct D {}\n#endif",
  ])
  func `are found where two are the same`(text: String) {
    #expect(findings("struct A {}", text).count == 1)
    #expect(findings(text, "\n\nstruct A {}") == [3])
  }

  @Test(arguments: [
    "private struct A {}", "fileprivate enum A {}", "struct B {\n  struct A {}\n}",
    "extension A {}",
    "private enum B {\n  struct A {}\n}", "func b() {\n  struct A {}\n}", "// struct A {}",
    "#if B\nstruct C {}\n#else\nstruct A {}\n#endif", "class func A() {}",
  ])
  func `may be like this`(text: String) {
    #expect(findings("struct A {}", text) == [])
  }

  @Test func `of a type in an extension begin with what it extends`() {
    #expect(findings("struct B {\n  struct A {}\n}", "extension B {\n  enum A {}\n}") == [2])
  }
}
