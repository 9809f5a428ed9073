internal import CUnicode

/// Where words begin and end in a text. Source: Unicode Standard Annex 29, version 15, rules WB1 to
/// WB999, without a tailoring.
struct WordBreaks {
  /// The property Word_Break, in the order of the tables.
  private enum Kind: UInt8 {
    case other, carriageReturn, lineFeed, newline, extend, joiner, format, katakana, hebrew, letter
    case singleQuote, doubleQuote, midNumLet, midLetter, midNum, numeric, extender, regional, space
  }

  /// What is remembered of the text before a place: X (Extend | Format | ZWJ)* counts as X.
  private var last: Kind?
  private var beforeLast: Kind?
  /// The scalar before, itself.
  private var previous: Kind?
  /// How many regional indicators there were in a row.
  private var regionalCount = 0

  init() {}

  /// Takes the next scalar of a text.
  ///
  /// - Parameter following: what comes after it, and only then what is looked at: a few rules
  ///   depend on the next letter.
  /// - Returns: whether a word begins before the scalar.
  mutating func isBoundary(
    before scalar: Unicode.Scalar, following: () -> Unicode.Scalar?
  ) -> Bool {
    let kind = Self.kind(scalar)
    let isBoundary = isBreak(before: kind, scalar, following)
    advance(over: kind)
    return isBoundary
  }

  /// Whether a letter comes next to another one, and so begins no word (WB5).
  var isBehindLetter: Bool { previous == .letter && last == .letter }

  /// Whether the scalar that was taken last follows a number.
  var isBehindNumber: Bool { beforeLast == .numeric }

  /// Takes letters behind one.
  mutating func passLetters() { beforeLast = .letter }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    Kind(rawValue: spotlog_word_break(scalar.value)) ?? .other
  }

  /// The first scalar of those that follow that does not only extend another.
  static func isExtending(_ scalar: Unicode.Scalar) -> Bool { isIgnored(kind(scalar)) }

  /// Whether it is part of the character before it. What only steers how a text is shown is not.
  static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    let kind = kind(scalar)
    return kind == .extend || kind == .joiner
  }

  /// Whether it is a letter of a script that has blanks between words, and no sign that joins.
  static func isSpacedLetter(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(kind(scalar)) && scalar.flags.isDisjoint(with: [.dense, .joint])
  }

  static func isNumber(_ scalar: Unicode.Scalar) -> Bool { kind(scalar) == .numeric }

  private static func isIgnored(_ kind: Kind) -> Bool {
    kind == .extend || kind == .format || kind == .joiner
  }

  private mutating func advance(over kind: Kind) {
    defer { previous = kind }
    // WB4: what extends is part of what it follows, except at the start of a line.
    if Self.isIgnored(kind), let previous, !Self.isLineEnd(previous) { return }
    beforeLast = last
    last = kind
    regionalCount = kind == .regional ? regionalCount + 1 : 0
  }

  private static func isLineEnd(_ kind: Kind) -> Bool {
    kind == .carriageReturn || kind == .lineFeed || kind == .newline
  }

  private static func isLetter(_ kind: Kind?) -> Bool { kind == .letter || kind == .hebrew }

  private func isBreak(
    before kind: Kind, _ scalar: Unicode.Scalar, _ following: () -> Unicode.Scalar?
  ) -> Bool {
    guard let previous, let last else { return true }
    // WB3 to WB3b.
    if previous == .carriageReturn, kind == .lineFeed { return false }
    if Self.isLineEnd(previous) || Self.isLineEnd(kind) { return true }
    // WB3c and WB3d.
    if previous == .joiner, scalar.flags.contains(.picture) { return false }
    if previous == .space, kind == .space { return false }
    if Self.isIgnored(kind) { return false }
    if isInWord(last, kind, following) { return false }
    // WB15 and WB16.
    return !(last == .regional && kind == .regional && regionalCount % 2 == 1)
  }

  /// WB5 to WB13b.
  private func isInWord(
    _ last: Kind, _ kind: Kind, _ following: () -> Unicode.Scalar?
  ) -> Bool {
    let isMiddle = kind == .midNumLet || kind == .singleQuote
    let wasMiddle = last == .midNumLet || last == .singleQuote
    if Self.isLetter(last) {
      if Self.isLetter(kind) || kind == .numeric || kind == .extender { return true }
      let joinsLetters = isMiddle || kind == .midLetter
      if joinsLetters, Self.isLetter(following().map(Self.kind)) { return true }
      if last == .hebrew, kind == .singleQuote { return true }
      if last == .hebrew, kind == .doubleQuote, following().map(Self.kind) == .hebrew {
        return true
      }
    }
    if wasMiddle || last == .midLetter, Self.isLetter(beforeLast), Self.isLetter(kind) {
      return true
    }
    if last == .doubleQuote, beforeLast == .hebrew, kind == .hebrew { return true }
    if last == .numeric {
      if kind == .numeric || Self.isLetter(kind) || kind == .extender { return true }
      if isMiddle || kind == .midNum { return following().map(Self.kind) == .numeric }
    }
    if wasMiddle || last == .midNum, beforeLast == .numeric, kind == .numeric { return true }
    if last == .katakana, kind == .katakana || kind == .extender { return true }
    return last == .extender
      && (Self.isLetter(kind) || kind == .numeric || kind == .katakana || kind == .extender)
  }
}

extension WordBreaks {
  /// The places in the text at which words begin, and its end: offsets of UTF-8.
  static func offsets(in text: String) -> [Int] {
    let scalars = Array(text.unicodeScalars)
    var breaks = WordBreaks()
    var offsets: [Int] = []
    var offset = 0
    for (place, scalar) in scalars.enumerated() {
      let isBoundary = breaks.isBoundary(before: scalar) {
        scalars[(place + 1)...].first { !isExtending($0) }
      }
      if isBoundary { offsets.append(offset) }
      offset += UTF8.width(scalar)
    }
    return offsets.isEmpty ? [] : offsets + [offset]
  }
}
