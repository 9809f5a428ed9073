/// What of a character decides where words begin and end inside of a text.
package struct WordCharacter {
  private let flags: CharacterFlags

  /// Whether it is not part of what people read, such as a soft hyphen: words go on over it.
  package let isInvisible: Bool

  /// Whether it is part of the character before it: a mark, and what is not seen.
  package let extends: Bool

  package init(_ scalar: Unicode.Scalar) {
    flags = scalar.flags
    extends = flags.contains(.mark) || WordBreaks.isExtending(scalar)
    isInvisible = !flags.contains(.word) && extends
  }

  /// A letter, a number, or a mark on one.
  package var isWord: Bool { flags.contains(.word) }
  package var isUpper: Bool { flags.contains(.upper) }
  package var isLower: Bool { flags.contains(.lower) }
  /// Of a script that puts nothing between words, or of Hangul.
  package var isDense: Bool { flags.contains(.dense) }
}
