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

  /// Whether nothing is being read.
  var isPartEmpty: Bool { part.isEmpty }

  /// Whether a part ends before a character: a capital after a small letter.
  func isSplit(before flags: CharacterFlags) -> Bool {
    flags.contains(.upper) && previous.contains(.lower) && !part.isEmpty
  }

  mutating func add(_ scalar: Unicode.Scalar, _ flags: CharacterFlags, at range: Range<Int>) {
    partRange = (part.isEmpty ? range.lowerBound : partRange.lowerBound)..<range.upperBound
    part.append(scalar)
    if !flags.contains(.mark) { previous = flags }
  }

  /// Goes on with letters from "a" to "z".
  mutating func add(smallLetters letters: UnsafeBufferPointer<UInt8>, to end: Int) {
    partRange = partRange.lowerBound..<end
    part.append(smallLetters: letters)
    previous = Self.smallLetter
  }

  private static let smallLetter = ("a" as Unicode.Scalar).flags

  mutating func endPart(at position: Int) {
    part.end()
    parts.append((whole.count..<whole.count + part.bytes.count, position, partRange))
    whole += part.bytes
    part.removeAll()
    previous = []
  }

  mutating func endWord() {
    parts.removeAll(keepingCapacity: true)
    whole.removeAll(keepingCapacity: true)
  }
}

/// The last two characters of a run without blanks, each with its marks.
struct NeighbourPair {
  private var left: [UInt8] = []
  private var last = SearchFolding()
  private var leftStart = 0
  private(set) var lastRange = 0..<0
  /// What was to be told of when the next character came.
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
