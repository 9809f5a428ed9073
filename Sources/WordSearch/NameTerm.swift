internal import TextAnalysis

/// That a document is called exactly so, in its title, a keyword or another name: a term among the
/// words of a segment, three bytes made of all words of the name.
///
/// It begins with a byte with which no word does. It is asked of documents alone that have all
/// words of a query, so that another name with the same bytes is not met.
package struct NameTerm: Hashable, Sendable {
  let bytes: [UInt8]

  private static let mark: UInt8 = 2
  /// Names of a document that are kept; it may have more keywords.
  static let countMax = 64

  init(_ hash: NameHash) {
    let value = hash.value
    bytes = [
      Self.mark, UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value >> 16),
    ]
  }

  /// The term of a name, or of a query that may be one; nil: it has no word.
  package init?(_ name: String) {
    var tokenizer = Tokenizer()
    self.init(name, &tokenizer)
  }

  init?(_ name: String, _ tokenizer: inout Tokenizer) {
    var hash = NameHash()
    var last = -1
    tokenizer.forEachToken(in: name) { word, position, _ in
      hash.append(word, isNext: position != last)
      last = position
    }
    guard last >= 0 else { return nil }
    self.init(hash)
  }

  static func isOne(_ word: UnsafeBufferPointer<UInt8>) -> Bool { word.first == mark }
}

/// FNV-1a of 64 bits, over the bytes of words as if nothing stood between them: "Wi-Fi" is "wifi",
/// and "C" is not "C++".
struct NameHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Appends the next token of a name.
  ///
  /// - Parameter isNext: whether its position differs from that of the token before.
  mutating func append(_ token: UnsafeBufferPointer<UInt8>, isNext: Bool) {
    if isNext {
      add(token)
    } else if let sign = Tokenizer.sign(of: token) {
      // What is joined of several words is said by these, a name with its signs by both.
      add(sign)
    }
  }

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
