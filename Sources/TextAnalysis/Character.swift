internal import CUnicode

/// What is known of a character, by Unicode's database.
struct CharacterFlags: OptionSet {
  let rawValue: UInt8

  /// A letter, a number or a mark on one.
  static let word = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_WORD))
  static let upper = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_UPPER))
  static let lower = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_LOWER))
  /// Of a script that puts nothing between words, such as Han, kana and Thai, or of Hangul.
  static let dense = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_DENSE))
  /// A mark that makes no other letter of the one before it.
  static let accent = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_ACCENT))
  static let mark = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_MARK))
  static let picture = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_PICTURE))
  /// A hyphen, a low line or an apostrophe: what it joins is one word to many.
  static let joint = CharacterFlags(rawValue: UInt8(SPOTLOG_IS_JOINT))
}

extension Unicode.Scalar {
  var flags: CharacterFlags { CharacterFlags(rawValue: spotlog_character_flags(value)) }

  var combiningClass: UInt8 { spotlog_combining_class(value) }
}
