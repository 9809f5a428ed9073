/// A function, initialiser or computed property and how many lines it takes.
struct FunctionSize: Hashable {
  var name: String
  /// The line of its `func`, counted from 1.
  var line: Int
  /// From that line to the one of its closing brace, both counted. A `case` with its one statement
  /// in the same line does not count: a plain switch over many cases is not a long function.
  var lineCount: Int

  /// All that a file declares, also those inside others.
  static func all(in code: [String]) -> [FunctionSize] {
    code.indices.compactMap { index in
      guard let declaration = Declaration(line: code[index]) else { return nil }
      var finder = BodyFinder(isProperty: declaration.keyword == "var")
      guard let last = finder.lastLine(of: code, from: index) else { return nil }
      let lineCount = code[index...last].count { !isPlainCase($0) }
      return FunctionSize(name: declaration.name, line: index + 1, lineCount: lineCount)
    }
  }
}

private func isPlainCase(_ line: String) -> Bool {
  line.drop { $0 == " " }.hasPrefix("case ") && line.contains(": ")
}

private struct Declaration {
  var keyword: String
  var name: String

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "static", "final", "class",
    "mutating", "nonisolated", "isolated", "override", "convenience", "required", "borrowing",
    "consuming", "indirect", "unowned", "weak", "lazy", "private(set)", "fileprivate(set)",
    "package(set)", "internal(set)",
  ]

  /// Nil when the line begins no declaration that could have a body.
  init?(line: String) {
    let line = String(line.drop { $0 == " " })
    for keyword in ["func", "var", "init", "deinit", "subscript"] where line.contains(keyword) {
      guard let place = line.places(ofWord: keyword).first else { continue }
      let words = line[..<place].split(separator: " ")
      guard line.hasPrefix("@") || words.allSatisfy(Self.modifiers.contains) else { continue }
      self.keyword = keyword
      let rest = line[place...].dropFirst(keyword.count).drop { $0 == " " }
      let isNamed = keyword == "func" || keyword == "var"
      let name =
        rest.first == "`"
        ? rest.dropFirst().prefix { $0 != "`" } : rest.prefix { !"(<: ".contains($0) }
      self.name = isNamed ? String(name) : keyword
      return
    }
    return nil
  }
}

/// Finds where the body that belongs to a declaration ends.
private struct BodyFinder {
  let isProperty: Bool
  private var parentheses = 0
  private var braces = 0
  private var isInBody = false

  init(isProperty: Bool) { self.isProperty = isProperty }

  /// The index of the line of the closing brace; nil when the declaration has no body.
  mutating func lastLine(of code: [String], from first: Int) -> Int? {
    for index in first..<code.count {
      for character in code[index] {
        // A property with a value is stored.
        if isProperty, !isInBody, parentheses == 0, character == "=" { return nil }
        if take(character) { return index }
      }
      if !isInBody, parentheses == 0, !continues(code, after: index) { return nil }
    }
    return nil
  }

  /// Whether the character closes the body.
  private mutating func take(_ character: Character) -> Bool {
    switch character {
    case "(", "[": parentheses += 1
    case ")", "]": parentheses -= 1
    case "{" where isInBody || parentheses == 0:
      isInBody = true
      braces += 1
    case "}" where isInBody:
      braces -= 1
      return braces == 0
    default: break
    }
    return false
  }

  /// Whether the next line still belongs to the signature.
  private func continues(_ code: [String], after index: Int) -> Bool {
    guard index + 1 < code.count else { return false }
    let next = code[index + 1].drop { $0 == " " }
    return ["{", "where", "->", "throws", "async", ")"].contains { next.hasPrefix($0) }
  }
}
