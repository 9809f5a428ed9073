/// Signs behind a word that are part of a name: those of "C#", "Notepad++" and "Disney+".
enum NameSuffix: String {
  case sharp = "#"
  case plus = "+"
  case plusPlus = "++"

  /// - Parameters:
  ///   - scalar: what follows a letter.
  ///   - isOneLetter: whether that letter is a word by itself.
  ///   - ahead: what follows the scalar; behind the signs afterwards, where they are some.
  /// - Returns: nil where the sign does something else, as in "a+b", "page#part" and "x += 1".
  init?(_ scalar: Unicode.Scalar, behindOneLetter isOneLetter: Bool, ahead: inout ScalarCursor) {
    var cursor = ahead
    switch scalar {
    case "#", "\u{FF03}", "\u{266F}": self = .sharp
    case "+", "\u{FF0B}":
      var second = cursor
      let isTwo = second.next().map { $0.scalar == scalar } ?? false
      if isTwo { cursor = second }
      self = isTwo ? .plusPlus : .plus
    default: return nil
    }
    var following = cursor
    if let next = following.next()?.scalar {
      // A version may follow: "C++17", "C#12". "issue#12" is not a name.
      let isVersion =
        WordBreaks.isNumber(next) && (self == .plusPlus || (self == .sharp && isOneLetter))
      guard isVersion || !Self.isOperand(next) else { return nil }
    }
    ahead = cursor
  }

  /// What an operator or the mark of an anchor stands before.
  private static func isOperand(_ scalar: Unicode.Scalar) -> Bool {
    if !scalar.flags.isDisjoint(with: [.word, .picture]) { return true }
    switch scalar {
    case "#", "+", "=", "(", "[", "{", "<", "$", "\\": return true
    default: return false
    }
  }
}

/// Whether a name may begin with a dot, as in ".NET": behind a blank or what opens something, and
/// behind one dot alone.
enum NameOpening {
  case none
  case open
  case dot

  mutating func pass(_ scalar: Unicode.Scalar) {
    switch scalar {
    case ".": self = self == .open ? .dot : .none
    case " ", "\t", "\n", "\r", "\u{A0}", "(", "[", "{", "/", ",", "\"", "'", "\u{AB}", "\u{201C}",
      "\u{201E}":
      self = .open
    default: self = .none
    }
  }
}

/// An "and" of which one letter is left, between two words: "Rock 'n' Roll", "Guns N' Roses". What
/// it joins is a compound, as it is without the blanks.
struct ElidedAnd {
  /// Where the letter is.
  let range: Range<Int>
  let letter: Unicode.Scalar
  /// Where the next word begins.
  let end: Int

  /// - Parameter ahead: what follows the scalar, which stands behind a word.
  init?(blank scalar: Unicode.Scalar, ahead: ScalarCursor) {
    guard Self.isBlank(scalar) else { return nil }
    var cursor = ahead
    guard var (letter, start) = cursor.next() else { return nil }
    if Self.isApostrophe(letter) {
      guard let next = cursor.next() else { return nil }
      (letter, start) = next
    }
    guard letter == "n" || letter == "N" else { return nil }
    range = start..<cursor.offset
    self.letter = letter
    guard let apostrophe = cursor.next()?.scalar, Self.isApostrophe(apostrophe),
      let blank = cursor.next()?.scalar, Self.isBlank(blank), cursor.hasLetters(1)
    else { return nil }
    end = cursor.offset
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}"
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "`", "\u{B4}", "\u{2BB}", "\u{2BC}", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2032}",
      "\u{FF07}":
      true
    default: false
    }
  }
}
