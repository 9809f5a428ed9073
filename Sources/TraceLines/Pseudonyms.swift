internal import Crypto
internal import Foundation

/// Other letters for the letters of words, so that a journal can be shown to somebody who must not
/// read it and still behaves as it did.
///
/// A letter's place in its alphabet is changed by what the key makes of the letters before it in
/// the word. So two words have two pseudonyms, as long as they are, and with a common beginning
/// exactly where they had one: queries still find what they found. A digit stays a digit, a capital
/// a capital; what is neither letter nor digit stays as it is.
///
/// Without the key a pseudonym says how long a word is, where words begin alike, and how often each
/// occurs. Numbers and times are not changed.
package struct Pseudonyms: Sendable {
  /// Bytes of a key.
  package static let keyByteCount = 32

  private let key: SymmetricKey

  /// - Parameter key: 32 bytes; the same key makes the same pseudonyms.
  package init?(key: [UInt8]) {
    guard key.count == Self.keyByteCount else { return nil }
    self.key = SymmetricKey(data: key)
  }

  package func of(_ text: String) -> String { replace(text.unicodeScalars) }

  /// A web address, which stays one: its scheme, its port and what is escaped are not changed.
  package func ofAddress(_ text: String) -> String {
    guard let colon = text.firstIndex(of: ":"),
      ["http", "https"].contains(text[..<colon].lowercased())
    else { return of(text) }
    var result = text[...colon]
    var rest = text[colon...].dropFirst()
    if let port = Self.port(of: rest) {
      result += of(String(rest[..<port.lowerBound])) + rest[port]
      rest = rest[port.upperBound...]
    }
    while let escape = rest.firstIndex(of: "%") {
      result += of(String(rest[..<escape]))
      let end = rest.index(escape, offsetBy: 3, limitedBy: rest.endIndex) ?? rest.endIndex
      result += rest[escape..<end]
      rest = rest[end...]
    }
    return result + of(String(rest))
  }

  /// The digits behind the last colon of what stands before the path.
  private static func port(of rest: Substring) -> Range<Substring.Index>? {
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    guard let colon = authority.lastIndex(of: ":") else { return nil }
    let digits = authority[colon...].dropFirst()
    guard !digits.isEmpty, digits.allSatisfy(\.isASCII), digits.allSatisfy(\.isNumber)
    else { return nil }
    return digits.startIndex..<digits.endIndex
  }

  private func replace(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    var word = HMAC<SHA256>(key: key)
    var isInWord = false
    for scalar in scalars {
      guard let alphabet = Self.alphabet(of: scalar) else {
        if isInWord { word = HMAC<SHA256>(key: key) }
        isInWord = false
        result.append(scalar)
        continue
      }
      let place = scalar.value - alphabet.first
      let shift = word.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let other = (UInt64(place) + shift % UInt64(alphabet.count)) % UInt64(alphabet.count)
      result.append(Unicode.Scalar(alphabet.first + UInt32(other)) ?? scalar)
      // Capitals and small letters go the same way.
      withUnsafeBytes(of: (alphabet.folded + place).littleEndian) { word.update(data: $0) }
      isInWord = true
    }
    return String(result)
  }

  /// Letters that follow each other in Unicode, one for another.
  private struct Alphabet {
    let first: UInt32
    let count: UInt32
    /// Where the small letters begin.
    let folded: UInt32

    init(_ range: ClosedRange<UInt32>, folded: UInt32? = nil) {
      first = range.lowerBound
      count = range.upperBound - range.lowerBound + 1
      self.folded = folded ?? range.lowerBound
    }
  }

  private static let alphabets = [
    Alphabet(0x30...0x39), Alphabet(0x41...0x5a, folded: 0x61), Alphabet(0x61...0x7a),
    Alphabet(0xc0...0xd6, folded: 0xe0), Alphabet(0xd8...0xde, folded: 0xf8),
    Alphabet(0xe0...0xf6), Alphabet(0xf8...0xfe), Alphabet(0x100...0x17f),
    Alphabet(0x391...0x3a1, folded: 0x3b1), Alphabet(0x3b1...0x3c1), Alphabet(0x3c2...0x3c9),
    Alphabet(0x3a3...0x3a9, folded: 0x3c3), Alphabet(0x410...0x42f, folded: 0x430),
    Alphabet(0x430...0x44f), Alphabet(0x531...0x556, folded: 0x561), Alphabet(0x561...0x586),
    Alphabet(0x5d0...0x5ea), Alphabet(0x621...0x63a), Alphabet(0x641...0x64a),
    Alphabet(0x904...0x939), Alphabet(0xe01...0xe2e), Alphabet(0x10d0...0x10f0),
    Alphabet(0x3041...0x3096), Alphabet(0x30a1...0x30fa), Alphabet(0x3400...0x4dbf),
    Alphabet(0x4e00...0x9fff), Alphabet(0xac00...0xd7a3), Alphabet(0x20000...0x2a6df),
  ]

  /// Nil for what is not a letter or digit and stays. Letters of other scripts are taken together
  /// by 128 each, so that they do not stay either.
  private static func alphabet(of scalar: Unicode.Scalar) -> Alphabet? {
    let value = scalar.value
    if value < 0x80, !scalar.properties.isAlphabetic, !(0x30...0x39).contains(value) { return nil }
    let known = alphabets.first { ($0.first..<$0.first + $0.count).contains(value) }
    if let known { return known }
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return nil }
    let first = value & ~0x7f
    return Alphabet(first...first + 0x7f)
  }
}
