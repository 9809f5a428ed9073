internal import CUnicode

/// Takes texts apart into the words of an index. The same for what is indexed and what is asked.
///
/// * Words are those of Unicode Standard Annex 29, split further at everything that is neither
///   letter nor number, and where a capital follows a small letter: "paris-france.jpg" is three,
///   "MyWindowClass" is three, "NSWindow" is one. What such a capital or an apostrophe split is
///   joined as well, from each part to the end, at the part's place: "mywindowclass",
///   "windowclass"; "dont". So whatever begins with a part begins a word.
/// * Runs of scripts without blanks (Han, kana, Thai...) and of Hangul are pairs of neighbours, and
///   their last character alone: any two characters of a run find it, and any one as a prefix.
/// * A pictograph is a word.
///
/// Used by one thread at a time; it keeps its buffers.
public struct Tokenizer {
  /// Raised when a text may come to other words: every index is made anew then.
  public static let version = 2
  /// Longer words are cut, between characters.
  public static let byteCountMax = 64

  /// - Parameters:
  ///   - bytes: the folded word, in UTF-8, valid during the call.
  ///   - position: its place among the words.
  ///   - range: where it stands in the text, in UTF-8.
  public typealias Body = (
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ range: Range<Int>
  ) -> Void

  var position = 0
  private var word = WordPart()
  private var pair = NeighbourPair()
  /// Whether the last character belongs to a word, so that what extends it does as well.
  private var isInWord = false

  public init() {}

  /// Calls `body` with each word of the text, in the order of their places.
  public mutating func forEachToken(in text: String, _ body: Body) {
    var text = text
    text.withUTF8 { forEachToken(in: $0, body) }
  }

  /// The same of bytes in UTF-8. What is no UTF-8 is no letter, and ends a word.
  public mutating func forEachToken(in bytes: UnsafeBufferPointer<UInt8>, _ body: Body) {
    position = 0
    word = WordPart()
    pair = NeighbourPair()
    isInWord = false
    var cursor = ScalarCursor(bytes)
    var breaks = WordBreaks()
    while true {
      // Most of most texts: nothing begins or ends inside of it.
      if breaks.isBehindLetter, !word.isPartEmpty, let letters = cursor.nextSmallLetters() {
        word.add(smallLetters: UnsafeBufferPointer(rebasing: bytes[letters]), to: cursor.offset)
        breaks.passLetters()
        continue
      }
      guard let (scalar, offset) = cursor.next() else { break }
      let ahead = cursor
      let isBoundary = breaks.isBoundary(before: scalar) { ahead.firstThatDoesNotExtend() }
      take(scalar, at: offset..<cursor.offset, isBoundary: isBoundary, body)
    }
    endWord(body)
    endPairs(body)
  }

  private mutating func take(
    _ scalar: Unicode.Scalar, at range: Range<Int>, isBoundary: Bool, _ body: Body
  ) {
    let flags = scalar.flags
    if flags.contains(.mark) || WordBreaks.isExtending(scalar) {
      // Without a letter to extend it is nothing, and what is not seen never is anything.
      if isInWord, flags.contains(.word) { extend(scalar, flags, at: range) }
      return
    }
    isInWord = flags.contains(.word)
    if flags.contains(.dense) {
      endWord(body)
      if pair.add(scalar, at: range) { emitPair(body) }
      return
    }
    endPairs(body)
    if isBoundary { endWord(body) }
    if flags.contains(.word) {
      if word.isSplit(before: flags) { endPart() }
      word.add(scalar, flags, at: range)
    } else if flags.contains(.picture) {
      endWord(body)
      word.add(scalar, flags, at: range)
      endWord(body)
    } else {
      // Inside of a word by the annex: an apostrophe joins, all else does not.
      endPart()
      if scalar != "'", scalar != "\u{2019}" { endWord(body) }
    }
  }

  private mutating func extend(
    _ scalar: Unicode.Scalar, _ flags: CharacterFlags, at range: Range<Int>
  ) {
    if pair.isEmpty {
      word.add(scalar, flags, at: range)
    } else {
      pair.join(scalar, at: range)
    }
  }

  // MARK: Words

  private mutating func endPart() {
    guard !word.isPartEmpty else { return }
    word.endPart(at: position)
    position += 1
  }

  /// What is joined follows the part with which it begins, so that places never fall.
  private mutating func endWord(_ body: Body) {
    endPart()
    guard let last = word.parts.indices.last else { return }
    word.whole.withUnsafeBufferPointer { whole in
      for (place, part) in word.parts.enumerated() {
        let bytes = UnsafeBufferPointer(rebasing: whole[part.bytes])
        emit(bytes, part.position, part.range, body)
        guard place < last else { return }
        let joined = UnsafeBufferPointer(rebasing: whole[part.bytes.lowerBound...])
        let range = part.range.lowerBound..<word.parts[last].range.upperBound
        emit(joined, part.position, range, body)
      }
    }
    word.endWord()
  }

  // MARK: Pairs

  private mutating func emitPair(_ body: Body) {
    emit(pair.bytes, position, pair.range, body)
    position += 1
  }

  private mutating func endPairs(_ body: Body) {
    guard !pair.isEmpty else { return }
    if pair.end() { emitPair(body) }
    emit(pair.lastBytes, position, pair.lastRange, body)
    position += 1
    pair.removeAll()
  }

  private func emit(
    _ bytes: [UInt8], _ position: Int, _ range: Range<Int>, _ body: Body
  ) {
    bytes.withUnsafeBufferPointer { emit($0, position, range, body) }
  }

  private func emit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ range: Range<Int>, _ body: Body
  ) {
    guard bytes.count > Self.byteCountMax else { return body(bytes, position, range) }
    var count = Self.byteCountMax
    while UTF8.isContinuation(bytes[count]) { count -= 1 }
    body(UnsafeBufferPointer(rebasing: bytes[..<count]), position, range)
  }
}
