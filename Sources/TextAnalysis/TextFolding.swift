/// Which differences between texts make none: of case, of accents.
///
/// Texts that are canonically equivalent fold to the same scalars under every choice: canonical
/// decomposition, marks in their order, syllables of Hangul and voiced kana composed. Source:
/// Unicode 15, chapters 3.11 to 3.13.
public struct TextFolding: OptionSet, Hashable, Sendable {
  /// A bit for each difference that is ignored.
  public let rawValue: UInt8

  /// - Parameter rawValue: a bit for each difference that is ignored.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Full case folding, the same in every language: "ß" is "ss", and Turkish "I" is "i".
  public static let ignoresCase = TextFolding(rawValue: 1)
  /// Accents go, and marks that make another letter stay: "é" is "e", "が" is not "か".
  public static let ignoresAccents = TextFolding(rawValue: 2)

  /// The text as scalars that are equal where the texts make no difference.
  public func folded(_ text: String) -> [Unicode.Scalar] {
    var result = FoldedScalars(self)
    for scalar in text.unicodeScalars { result.append(scalar) }
    result.end()
    return result.scalars
  }
}

/// Syllables of Hangul are composed by arithmetic. Source: Unicode 15, chapter 3.12.
enum HangulSyllable {
  private static let (base, leading, vowel, trailing): (UInt32, UInt32, UInt32, UInt32) = (
    0xAC00, 0x1100, 0x1161, 0x11A7
  )
  private static let (vowelCount, trailingCount): (UInt32, UInt32) = (21, 28)
  private static let count: UInt32 = 11_172

  /// The syllable of a leading consonant and a vowel, or of such a one and a trailing consonant.
  static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let isVowel = (vowel..<vowel + vowelCount).contains(second.value)
    if isVowel, (leading..<leading + 19).contains(first.value) {
      let place = (first.value - leading) * vowelCount + second.value - vowel
      return Unicode.Scalar(base + place * trailingCount)
    }
    let isTrailing = (trailing + 1..<trailing + trailingCount).contains(second.value)
    guard isTrailing, (base..<base + count).contains(first.value),
      (first.value - base) % trailingCount == 0
    else { return nil }
    return Unicode.Scalar(first.value + second.value - trailing)
  }
}
