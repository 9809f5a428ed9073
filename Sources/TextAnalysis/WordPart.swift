/// What the tokenizer has of a word that is not at its end.
struct WordPart {
  /// The part that is being read.
  private var part = SearchFolding()
  private var partRange = 0..<0
  /// All parts so far.
  private(set) var whole: [UInt8] = []
  /// Where each part is: in `whole`, among the words, in the text.
  private(set) var parts: [(bytes: Range<Int>, position: Int, range: Range<Int>)] = []
  private var previous: CharacterFlags = []
  /// Whether the last letter of the part is one of the Arabic script.
  private(set) var isBehindArabic = false

  /// Whether nothing is being read.
  var isPartEmpty: Bool { part.isEmpty }

  /// Whether a part is at its end and no other has begun.
  var isBehindJoint: Bool { part.isEmpty && !parts.isEmpty }

  /// The word begins with a dot that is part of its name, as in ".NET".
  var isDotted = false
  /// The signs behind the last letter that are part of the name, as in "C++", and where they end.
  var suffix: (sign: NameSuffix, end: Int)?

  /// Whether nothing of the word was read.
  var isEmpty: Bool { part.isEmpty && parts.isEmpty }

  /// Whether the part that is being read is one letter.
  var isOneLetter: Bool { part.bytes.count { !UTF8.isContinuation($0) } == 1 }

  /// Whether a part ends before a letter: before a capital after a small letter ("MyWindow"),
  /// before the last capital of several that small letters follow ("XMLParser", not "URLs"), and
  /// before three letters after a digit ("MP3Player", "2048game", not "10km").
  ///
  /// - Parameter ahead: what follows the letter.
  func isSplit(
    before letter: Unicode.Scalar, _ flags: CharacterFlags, isBehindNumber: Bool,
    ahead: ScalarCursor
  ) -> Bool {
    guard !part.isEmpty else { return false }
    if isBehindNumber { return WordBreaks.isSpacedLetter(letter) && ahead.hasLetters(2) }
    guard flags.contains(.upper) else { return false }
    return previous.contains(.lower)
      || (previous.contains(.upper) && ahead.hasLetters(2, that: .lower))
  }

  mutating func add(_ scalar: Unicode.Scalar, _ flags: CharacterFlags, at range: Range<Int>) {
    partRange = (part.isEmpty ? range.lowerBound : partRange.lowerBound)..<range.upperBound
    part.append(scalar)
    guard !flags.contains(.mark) else { return }
    previous = flags
    isBehindArabic = Self.arabic.contains { $0.contains(scalar.value) }
  }

  /// Continues with letters from "a" to "z".
  mutating func add(smallLetters letters: UnsafeBufferPointer<UInt8>, to end: Int) {
    partRange = partRange.lowerBound..<end
    part.append(smallLetters: letters)
    previous = Self.smallLetter
    isBehindArabic = false
  }

  /// The blocks of Arabic letters, and of their forms.
  private static let arabic: [ClosedRange<UInt32>] = [
    0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
  ]

  private static let smallLetter = ("a" as Unicode.Scalar).flags

  mutating func endPart(at position: Int) {
    part.end()
    parts.append((whole.count..<whole.count + part.bytes.count, position, partRange))
    whole += part.bytes
    part.removeAll()
    previous = []
    isBehindArabic = false
  }

  mutating func endWord() {
    parts.removeAll(keepingCapacity: true)
    whole.removeAll(keepingCapacity: true)
    (isDotted, suffix) = (false, nil)
  }
}

/// The last two characters of a run without blanks, each with its marks.
struct NeighbourPair {
  private var left: [UInt8] = []
  private var last = SearchFolding()
  private var leftStart = 0
  private(set) var lastRange = 0..<0
  /// What to report when the next character comes.
  private(set) var bytes: [UInt8] = []
  private(set) var range = 0..<0

  var isEmpty: Bool { last.isEmpty }
  /// The last character. Called at its end.
  var lastBytes: [UInt8] { last.bytes }

  /// - Returns: whether `bytes` and `range` are a pair now.
  mutating func add(_ scalar: Unicode.Scalar, at place: Range<Int>) -> Bool {
    // Letters that are parts of syllables go with what is before them.
    if last.isContinued(by: scalar) {
      join(scalar, at: place)
      return false
    }
    let isPair = end()
    (left, leftStart) = (last.bytes, lastRange.lowerBound)
    last.removeAll()
    last.append(scalar)
    lastRange = place
    return isPair
  }

  /// Takes what extends the last character.
  mutating func join(_ scalar: Unicode.Scalar, at place: Range<Int>) {
    last.append(scalar)
    lastRange = lastRange.lowerBound..<place.upperBound
  }

  /// Ends the last character.
  ///
  /// - Returns: whether there is a pair that was not told of, which is `bytes` then.
  mutating func end() -> Bool {
    last.end()
    guard !left.isEmpty else { return false }
    bytes = left + last.bytes
    range = leftStart..<lastRange.upperBound
    left = []
    return true
  }

  mutating func removeAll() {
    left = []
    last.removeAll()
  }
}
