internal import CUnicode

/// Takes texts apart into the words of an index. The same for what is indexed and what is asked.
///
/// * Words are those of Unicode Standard Annex 29, split further at everything that is neither
///   letter nor number, where a capital follows a small letter, before the last capital of several
///   that two small letters follow, and before three letters behind a digit: "paris-france.jpg" is
///   three, "MyXMLParser" is three, "MP3Player" is two, "URLs" is one.
/// * What such a letter, an apostrophe, a hyphen, a low line, an ampersand, a dot between letters,
///   " 'n' " or a zero-width non-joiner behind an Arabic letter splits is a *compound*, and joined
///   as well, from each part to the end, at the part's place:
///   "mywindowclass", "windowclass"; "dont"; "fdroid"; "nodejs". So whatever begins with a part
///   begins a word, and each way of writing it has a word in common with each other. All kinds of
///   hyphens and apostrophes are the same. A number is not joined over its dots and commas.
/// * A word that signs make another name ("C#", "C++", ".NET") is there with them as well, at the
///   place of the word: the only words with such signs.
/// * Runs of scripts without blanks (Han, kana, Thai...) and of Hangul are pairs of neighbours, and
///   their last character alone: any two characters of a run find it, and any one as a prefix. The
///   dot between parts of a name in kana is nothing in a run.
/// * A pictograph is a word.
///
/// Used by one thread at a time; it keeps its buffers.
public struct Tokenizer {
  /// Raised when a text may come to other words: every index is rebuilt then.
  public static let version = 5
  /// Longer words are cut, between characters.
  public static let byteCountMax = 64
  /// A compound of more parts, as of a text that is nothing but hyphens and letters, is several.
  private static let partsMax = 16

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
  private var opening = NameOpening.open
  /// What is before it in the text was taken already.
  private var takenEnd = 0

  /// A tokenizer without a text; one can be used for many texts, one after another.
  public init() {}

  /// Calls `body` with each word of the text, in the order of their places.
  public mutating func forEachToken(in text: String, _ body: Body) {
    var text = text
    text.withUTF8 { forEachToken(in: $0, body) }
  }

  /// The same of bytes in UTF-8. What is not UTF-8 is not a letter, and ends a word.
  public mutating func forEachToken(in bytes: UnsafeBufferPointer<UInt8>, _ body: Body) {
    position = 0
    word = WordPart()
    pair = NeighbourPair()
    isInWord = false
    opening = .open
    takenEnd = 0
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
      if offset >= takenEnd {
        let place = Place(
          range: offset..<cursor.offset, isBoundary: isBoundary,
          isBehindNumber: breaks.isBehindNumber, ahead: ahead)
        process(scalar, at: place, body)
      }
      opening.pass(scalar)
    }
    endWord(body)
    endPairs(body)
  }

  /// Where a scalar stands.
  private struct Place {
    let range: Range<Int>
    /// Whether a word of the annex begins there.
    let isBoundary: Bool
    let isBehindNumber: Bool
    /// What follows.
    let ahead: ScalarCursor
  }

  private mutating func process(_ scalar: Unicode.Scalar, at place: Place, _ body: Body) {
    let flags = scalar.flags
    let range = place.range
    if isPersianJoint(scalar) { return endPart(ofCompound: true, body) }
    if flags.contains(.joint) || Self.isAmpersand(scalar) {
      if !pair.isEmpty, Self.isKanaJoint(scalar) {
        // The run continues as if it were not there.
        isInWord = false
        return
      }
      let isFull = word.parts.count + 1 >= Self.partsMax && !flags.contains(.word)
      return endPart(ofCompound: !isFull, body)
    }
    if flags.contains(.mark) || WordBreaks.isExtending(scalar) {
      // Without a letter to extend it is nothing, and what is not seen never is anything.
      if isInWord, flags.contains(.word) { extend(scalar, flags, at: range) }
      return
    }
    if consumeSign(scalar, at: place, body) { return }
    isInWord = flags.contains(.word)
    if flags.contains(.dense) {
      endWord(body)
      if pair.add(scalar, at: range) { emitPair(body) }
      return
    }
    endPairs(body)
    if place.isBoundary, !word.isBehindJoint { endWord(body) }
    if flags.contains(.word) {
      addLetter(scalar, flags, at: place)
    } else if flags.contains(.picture) {
      endWord(body)
      word.add(scalar, flags, at: range)
      endWord(body)
    } else {
      // A dot between letters, and what else the annex knows inside of words.
      endPart(ofCompound: !place.isBoundary && !place.isBehindNumber, body)
    }
  }

  /// Adds a letter or a number to the word, as the first of a part where one begins.
  private mutating func addLetter(
    _ scalar: Unicode.Scalar, _ flags: CharacterFlags, at place: Place
  ) {
    let isSplit = word.isSplit(
      before: scalar, flags, isBehindNumber: place.isBehindNumber, ahead: place.ahead)
    if isSplit { endPart() }
    if word.isEmpty { word.isDotted = opening == .dot && WordBreaks.isSpacedLetter(scalar) }
    word.add(scalar, flags, at: place.range)
  }

  /// Whether the scalar begins signs that belong to the word before it, which are taken then.
  private mutating func consumeSign(
    _ scalar: Unicode.Scalar, at place: Place, _ body: Body
  ) -> Bool {
    guard !word.isPartEmpty, !scalar.flags.contains(.word) else { return false }
    var ahead = place.ahead
    if isInWord, !place.isBehindNumber,
      let suffix = NameSuffix(scalar, behindOneLetter: word.isOneLetter, ahead: &ahead)
    {
      takenEnd = ahead.offset
      word.suffix = (suffix, takenEnd)
      endWord(body)
    } else if word.parts.count + 3 < Self.partsMax,
      let and = ElidedAnd(blank: scalar, ahead: place.ahead)
    {
      endPart()
      word.add(and.letter, and.letter.flags, at: and.range)
      endPart()
      takenEnd = and.end
    } else {
      return false
    }
    isInWord = false
    return true
  }

  /// Between the parts of a Persian word, where many type a blank or nothing. In other scripts, and
  /// behind as many parts as are joined, a zero-width non-joiner only says how letters look.
  private func isPersianJoint(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" && word.isBehindArabic && word.parts.count + 1 < Self.partsMax
  }

  /// "AT&T" is "ATT" to many.
  private static func isAmpersand(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "&" || scalar == "\u{FF06}"
  }

  /// What stands between parts of a name in kana, where many write nothing.
  private static func isKanaJoint(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{30A0}" || scalar == "\u{30FB}" || scalar == "\u{FF65}"
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

  /// - Parameter ofCompound: whether the word may continue behind what stands here.
  private mutating func endPart(ofCompound: Bool, _ body: Body) {
    isInWord = false
    endPairs(body)
    // Two of them in a row join nothing.
    if ofCompound, !word.isPartEmpty { endPart() } else { endWord(body) }
  }

  /// What is joined follows the part with which it begins, so that places never fall; so does the
  /// part with its signs.
  private mutating func endWord(_ body: Body) {
    endPart()
    guard let last = word.parts.indices.last else { return }
    word.whole.withUnsafeBufferPointer { whole in
      for (place, part) in word.parts.enumerated() {
        let bytes = UnsafeBufferPointer(rebasing: whole[part.bytes])
        emit(bytes, part.position, part.range, body)
        // One letter behind a dot is how a file ends.
        if word.isDotted, place == 0, bytes.count > 1 {
          emit(signed: [UInt8(ascii: ".")] + bytes, part.position, part.range, body)
        }
        if place == last, let (sign, end) = word.suffix {
          let signed = bytes + Array(sign.rawValue.utf8)
          emit(signed: signed, part.position, part.range.lowerBound..<end, body)
        }
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

  /// A name that is cut would be without its signs.
  private func emit(
    signed bytes: [UInt8], _ position: Int, _ range: Range<Int>, _ body: Body
  ) {
    if bytes.count <= Self.byteCountMax { emit(bytes, position, range, body) }
  }

  /// The signs of a name that has some: of "c++" those at the end, of ".net" the dot; nil: the word
  /// has letters and numbers alone.
  public static func sign(
    of word: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    if word.first == UInt8(ascii: ".") { return UnsafeBufferPointer(rebasing: word[..<1]) }
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") }
    guard word.last.map(isSign) ?? false, let first = word.firstIndex(where: isSign) else {
      return nil
    }
    return UnsafeBufferPointer(rebasing: word[first...])
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
