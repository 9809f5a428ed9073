/// What of a character decides where words begin and end inside of a text.
package struct WordCharacter {
  private let flags: CharacterFlags

  /// Whether it is no part of what people read, such as a soft hyphen: words go on over it.
  package let isInvisible: Bool

  package init(_ scalar: Unicode.Scalar) {
    flags = scalar.flags
    isInvisible = !flags.contains(.word) && WordBreaks.isExtending(scalar)
  }

  /// A letter, a number, or a mark on one.
  package var isWord: Bool { flags.contains(.word) }
  package var isMark: Bool { flags.contains(.mark) }
  package var isUpper: Bool { flags.contains(.upper) }
  package var isLower: Bool { flags.contains(.lower) }
  /// Of a script that puts nothing between words, or of Hangul.
  package var isDense: Bool { flags.contains(.dense) }
}
