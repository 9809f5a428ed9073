/// What the tokenizer has of a word that is not at its end.
struct WordPart {
  /// The part that is being read, folded.
  private(set) var part: [UInt8] = []
  private(set) var partRange = 0..<0
  /// All parts so far.
  private(set) var whole: [UInt8] = []
  /// Where each part is: in `whole`, among the words, in the text.
  private(set) var parts: [(bytes: Range<Int>, position: Int, range: Range<Int>)] = []
  private var previous: CharacterFlags = []
  /// The last scalars of the part are kept until nothing can be composed with them.
  private var folded = SearchFolding()

  /// Whether a part ends before a character: a capital after a small letter.
  func isSplit(before flags: CharacterFlags) -> Bool {
    flags.contains(.upper) && previous.contains(.lower) && !part.isEmpty
  }

  mutating func add(_ scalar: Unicode.Scalar, _ flags: CharacterFlags, at range: Range<Int>) {
    if part.isEmpty {
      partRange = range
      folded = SearchFolding()
    }
    partRange = partRange.lowerBound..<range.upperBound
    folded.append(scalar, to: &part)
    if !flags.contains(.mark) { previous = flags }
  }

  mutating func endPart(at position: Int) {
    parts.append((whole.count..<whole.count + part.count, position, partRange))
    whole += part
    part.removeAll(keepingCapacity: true)
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
  private(set) var last: [UInt8] = []
  private var leftStart = 0
  private(set) var lastRange = 0..<0
  /// What was to be told of when the next character came.
  private(set) var bytes: [UInt8] = []
  private(set) var range = 0..<0
  private var folded = SearchFolding()

  var isEmpty: Bool { last.isEmpty }

  /// - Returns: whether `bytes` and `range` are a pair now.
  mutating func add(_ scalar: Unicode.Scalar, at place: Range<Int>) -> Bool {
    // Marks, and letters that are parts of others, go with what is before them.
    var joined = last
    var folding = folded
    folding.append(scalar, to: &joined)
    if folding.isJoined, !last.isEmpty {
      (last, folded) = (joined, folding)
      lastRange = lastRange.lowerBound..<place.upperBound
      return false
    }
    let isPair = end()
    (left, leftStart) = (last, lastRange.lowerBound)
    (last, lastRange, folded) = ([], place, SearchFolding())
    folded.append(scalar, to: &last)
    return isPair
  }

  /// Whether there is a pair that was not told of, which is `bytes` then.
  mutating func end() -> Bool {
    guard !left.isEmpty else { return false }
    bytes = left + last
    range = leftStart..<lastRange.upperBound
    left = []
    return true
  }

  mutating func removeAll() { (left, last) = ([], []) }
}
