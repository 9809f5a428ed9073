/// A text of a query with its wildcards, and what differences it ignores.
public struct QueryPattern: Hashable, Sendable {
  /// A part of a pattern.
  public enum Piece: Hashable, Sendable {
    /// Not empty.
    case literal(String)
    /// `*`: any characters, or none.
    case any
    /// `?`: one character.
    case one
  }

  /// In the order of the text.
  public var pieces: [Piece]
  /// Which differences make no difference.
  public var modifiers: QueryModifiers

  /// - Parameter pieces: in the order of the text.
  public init(pieces: [Piece], modifiers: QueryModifiers = []) {
    (self.pieces, self.modifiers) = (pieces, modifiers)
  }

  /// The text itself: its stars and question marks are nothing but that.
  public init(literal text: String, modifiers: QueryModifiers = []) {
    self.init(pieces: text.isEmpty ? [] : [.literal(text)], modifiers: modifiers)
  }

  /// The text with wildcards and escapes, as between quotes in a query. A backslash at its end is
  /// itself.
  public init(_ text: String, modifiers: QueryModifiers = []) {
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    var isEscaped = false
    func end() {
      if !literal.isEmpty { pieces.append(.literal(String(literal))) }
      literal = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, scalar == "*" || scalar == "?" {
        end()
        pieces.append(scalar == "*" ? .any : .one)
      } else {
        literal.append(scalar)
      }
      isEscaped = false
    }
    // What stands at the end has nothing behind it that it could make literal.
    if isEscaped { literal.append("\\") }
    end()
    self.init(pieces: pieces, modifiers: modifiers)
  }

  /// Text as it has to stand between quotes to mean nothing but itself.
  public static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\\\"'*?".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}

/// Letters behind a text.
public struct QueryModifiers: OptionSet, Hashable, Sendable {
  /// A bit for each modifier.
  public let rawValue: UInt8

  /// - Parameter rawValue: a bit for each modifier.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`: case makes no difference.
  public static let ignoresCase = QueryModifiers(rawValue: 1)
  /// `d`: accents make no difference.
  public static let ignoresAccents = QueryModifiers(rawValue: 2)
  /// `w`: the text is looked for inside, from the beginning of a word to the end of one; several
  /// words have to follow each other.
  public static let words = QueryModifiers(rawValue: 4)
  /// `t`: each word is looked for by itself, in any order; all are required. Implies `w`.
  public static let eachWord = QueryModifiers(rawValue: 8)

  static let letters: [(letter: Character, modifier: QueryModifiers)] = [
    ("c", .ignoresCase), ("d", .ignoresAccents), ("w", .words), ("t", .eachWord),
  ]

  var text: String { String(Self.letters.filter { contains($0.modifier) }.map(\.letter)) }
}

extension QueryPattern {
  var text: String { "\"\(inside)\"\(modifiers.text)" }

  /// What stands between the quotes.
  var inside: String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): Self.escaped(text)
      case .any: "*"
      case .one: "?"
      }
    }.joined()
  }
}
