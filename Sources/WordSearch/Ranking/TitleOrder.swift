/// In which order words stand in a title: a byte for each of the first eight, made of the first two
/// characters of the word, so that the beginning of a word has the byte as well.
///
/// It is asked of words alone that are known to be in the title; another word with the same byte is
/// taken for one of them once in 255 times.
package struct TitleOrder: Hashable, Sendable {
  private(set) var bits: UInt64 = 0

  static let wordsMax = 8

  init() {}

  init(bits: UInt64) { self.bits = bits }

  /// - Parameter place: among the words of the title; only the first eight are kept.
  mutating func insert(_ word: UnsafeBufferPointer<UInt8>, at place: Int) {
    guard place < Self.wordsMax else { return }
    bits |= UInt64(Self.mark(of: word)) << UInt64(8 * place)
  }

  /// At which of the places a word with the mark is, as bits; nil is any word.
  func places(of mark: UInt8?) -> UInt8 {
    var places: UInt8 = 0
    for place in 0..<Self.wordsMax {
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))
      if byte != 0, mark ?? byte == byte { places |= 1 << UInt8(place) }
    }
    return places
  }

  /// 1 to 255.
  static func mark(of word: UnsafeBufferPointer<UInt8>) -> UInt8 {
    let count = BeginningWriter.byteCount(of: 2, in: word) ?? word.count
    var hash = NameHash()
    hash.add(UnsafeBufferPointer(rebasing: word[..<count]))
    return UInt8(1 + hash.value % 255)
  }

  /// The mark of a term of a query; nil: it may begin any word.
  static func mark(of term: WordQuery.Term) -> UInt8? {
    guard !term.isPrefix || term.text.unicodeScalars.count > 1 else { return nil }
    var text = term.text
    return text.withUTF8 { mark(of: $0) }
  }
}
