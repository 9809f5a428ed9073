import Testing

/// Each public declaration of the products has a doc comment: DocC shows nothing else.
///
/// Requirements of public protocols and cases of public enums do not say that they are public, and
/// are not looked at.
enum DocComments {
  /// Declarations whose protocol or superclass says what they do.
  static let inherited: Set<String> = [
    "==", "<", "~=", "hash", "description", "errorDescription", "errorDomain", "errorCode",
    "rawValue", "init(rawValue", "id", "startIndex", "endIndex", "makeAsyncIterator", "next",
    "Element", "Failure", "copy",
  ]
  /// Constants of Apple's, and why they need no comment of ours.
  static let constants = [
    "Sources/CoreSpotlightCompat/UTType.swift": "Apple documents each type by its identifier",
    "Sources/CoreSpotlightCompat/CSErrors.swift": "they repeat the cases of the enums of codes",
  ]

  static func findings(in file: SourceFile) -> [StyleFinding] {
    guard file.isUnder(anyOf: Imports.publicFolders), !file.isUnder("Tests"), !file.isGenerated
    else { return [] }
    return file.code.indices.compactMap { line -> StyleFinding? in
      let code = file.code[line]
      guard Imports.isPublic(code), !hasComment(above: line, in: file), let name = name(in: code),
        !inherited.contains(name), !isConstant(name, code, of: file), !code.has(word: "override")
      else { return nil }
      return StyleFinding(
        path: file.path, line: line + 1, message: "`\(name)` is public and has no doc comment")
    }
  }

  /// Apple's global constants begin with a "k".
  private static func isConstant(_ name: String, _ code: String, of file: SourceFile) -> Bool {
    constants[file.path] != nil && (code.has(word: "static") || name.hasPrefix("k"))
  }

  /// Attributes may stand between a comment and its declaration.
  private static func hasComment(above line: Int, in file: SourceFile) -> Bool {
    let above = file.lines[..<line].last { !$0.drop { $0 == " " }.hasPrefix("@") }
    return above?.drop { $0 == " " }.hasPrefix("///") == true
  }

  /// What the line declares; nil for imports, extensions and macros of the compiler's.
  private static func name(in code: String) -> String? {
    let words = code.split { " :".contains($0) }
    let kinds: Set<Substring> = [
      "let", "var", "func", "struct", "class", "enum", "actor", "protocol", "typealias",
    ]
    for (index, word) in words.enumerated() {
      if word.hasPrefix("init") && !word.dropFirst(4).prefix(1).contains(where: \.isLetter) {
        return word.hasPrefix("init(rawValue") ? "init(rawValue" : "init"
      }
      if word.hasPrefix("subscript") { return "subscript" }
      guard kinds.contains(word), index + 1 < words.count else { continue }
      // `class func` declares a function.
      if word == "class", kinds.contains(words[index + 1]) { continue }
      let name = words[index + 1]
      return name.first?.isLetter == true
        ? String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) : String(name)
    }
    return nil
  }
}

@Suite("Public declarations") struct DocCommentTests {
  @Test func `have doc comments`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(DocComments.findings))
  }

  @Test(arguments: [
    ("public struct A {}", "A"), ("  public private(set) var a: Int", "a"),
    ("  public init?(a: Int) {", "init"), ("  public static func a()", "a"),
    ("open class A {}", "A"), ("  @discardableResult public func a()", "a"),
    ("// A comment.\npublic let a = 1", "a"), ("/// Of b.\nlet b = 1\npublic let a = 1", "a"),
    ("public static prefix func ! (a: A) -> A { a }", "!"), ("  open class func a() {}", "a"),
  ])
  func `are found without one`(text: String, name: String) {
    let file = SourceFile(path: "Sources/SyncHTTP/A.swift", text: text)
    #expect(
      DocComments.findings(in: file).map(\.message)
        == ["`\(name)` is public and has no doc comment"])
    let other = SourceFile(path: "Sources/Sync/A.swift", text: text)
    #expect(DocComments.findings(in: other) == [])
  }

  @Test(arguments: [
    "/// It is.\npublic struct A {}", "/// It is.\n  @inlinable\n  public func a()",
    "public import Foundation", "public extension A {}", "package struct A {}",
    "public static func == (a: A, b: A) -> Bool { true }", "public init(rawValue: Int) {}",
    "public func hash(into hasher: inout Hasher) {}", "public override init() {}",
    "public mutating func next() async throws -> A? { nil }",
  ])
  func `need none`(text: String) {
    let file = SourceFile(path: "Sources/SyncHTTP/A.swift", text: text)
    #expect(DocComments.findings(in: file) == [])
  }

  @Test func `of Apple's constants need none`() throws {
    let text = "public static let a = 1\npublic let b = 2\npublic let kC = 3\n"
    let path = try #require(DocComments.constants.keys.first)
    #expect(DocComments.findings(in: SourceFile(path: path, text: text)).map(\.line) == [2])
  }
}
