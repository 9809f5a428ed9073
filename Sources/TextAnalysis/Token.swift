/// A word of a text, as an index holds it.
public struct Token: Hashable, Sendable {
  /// Folded: without case, accents and widths.
  public let text: String
  /// Its place among the words of the text, from 0 on. What is joined of several words has the
  /// place of the first of them, a name with its signs the place of the word.
  public let position: Int
  /// Where it stands in the text, without a dot before it: offsets of UTF-8.
  public let range: Range<Int>

  /// Whether it is a name with its signs, as "c++" and ".net" are: it stands at the place of the
  /// word without them.
  package var isSigned: Bool {
    var text = text
    return text.withUTF8 { Tokenizer.sign(of: $0) != nil }
  }
}

extension Token {
  /// All tokens of a text.
  public static func all(in text: String) -> [Token] {
    var tokenizer = Tokenizer()
    var tokens: [Token] = []
    tokenizer.forEachToken(in: text) { bytes, position, range in
      tokens.append(
        Token(text: String(decoding: bytes, as: UTF8.self), position: position, range: range))
    }
    return tokens
  }
}
