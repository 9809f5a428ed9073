/// Patterns of characters and wildcards, folded as what they are compared with.
///
/// All of them are looked for in one way through a text: a set of the places up to which the
/// patterns were found takes one scalar after the other, 64 places at a time. So the time is at
/// most the product of both lengths, divided by 64, whatever they are.
struct Glob {
  /// Beyond every scalar.
  static let any = UInt32.max
  static let one = UInt32.max - 1

  /// A bit for each element of the patterns one after the other, and for the end of each.
  private struct Bits {
    var words: [UInt64]

    init(_ count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    mutating func set(_ place: Int) { words[place / 64] |= 1 << UInt64(place % 64) }
  }

  private var starts: Bits
  private var ends: Bits
  private var anys: Bits
  private var ones: Bits
  /// Behind a star, so that whatever follows leads to the same.
  private var afterAny: Bits
  /// Behind a question mark.
  private var afterOne: Bits
  private let hasWildcards: Bool
  /// Where a scalar stands in the patterns: words with their bits, from one place on to the next.
  private var literals: [(word: Int, bits: UInt64)] = []
  private var literalRanges: [UInt32: Range<Int>] = [:]
  private var endPlaces: [Int] = []
  /// With what the patterns begin; nil: one of them with anything.
  private let firsts: Set<UInt32>?

  /// - Parameter patterns: scalars, `any`, `one` and `FoldedText.separator`.
  init(_ patterns: [[UInt32]]) {
    let count = patterns.reduce(0) { $0 + $1.count + 1 }
    (starts, ends, anys) = (Bits(count), Bits(count), Bits(count))
    (ones, afterAny, afterOne) = (Bits(count), Bits(count), Bits(count))
    hasWildcards = patterns.contains { $0.contains { $0 >= Self.one } }
    let firsts = patterns.compactMap { $0.first.flatMap { $0 < Self.one ? $0 : nil } }
    self.firsts = firsts.count == patterns.count ? Set(firsts) : nil
    var standing: [UInt32: [Int]] = [:]
    var place = 0
    for pattern in patterns {
      starts.set(place)
      for element in pattern {
        switch element {
        case Self.any:
          anys.set(place)
          afterAny.set(place + 1)
        case Self.one:
          ones.set(place)
          afterOne.set(place + 1)
        default: standing[element, default: []].append(place)
        }
        place += 1
      }
      ends.set(place)
      endPlaces.append(place)
      place += 1
    }
    for (element, places) in standing.sorted(by: { $0.key < $1.key }) { add(element, places) }
  }

  private mutating func add(_ element: UInt32, _ places: [Int]) {
    let start = literals.count
    for place in places {
      let bit: UInt64 = 1 << UInt64(place % 64)
      if literals.count > start, literals[literals.count - 1].word == place / 64 {
        literals[literals.count - 1].bits |= bit
      } else {
        literals.append((place / 64, bit))
      }
    }
    literalRanges[element] = start..<literals.count
  }

  // MARK: Finding

  /// Which of the patterns stand in the text.
  ///
  /// - Parameter isWhole: as all of it; else from the beginning of a word to the end of one.
  func found(in text: FoldedText, isWhole: Bool) -> [Bool] {
    var run = Run(wordCount: starts.words.count)
    let count = text.scalars.count
    var place = 0
    while true {
      let what = text.places[place]
      if isWhole ? place == 0 : what.contains(.word) { run.add(starts.words) }
      if hasWildcards, what.contains(.split) { skipStars(&run) }
      if isWhole ? place == count : what.contains(.word), run.recordMatches(ends.words) { break }
      guard place < count, run.isActive || !isWhole else { break }
      if run.isActive { advance(over: text.scalars[place], what, &run) }
      place += 1
      // Nothing is begun: on to where a word begins like a pattern.
      if !run.isActive, !isWhole { place = nextStart(in: text, from: place) }
    }
    return endPlaces.map { run.found[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
  }

  private func nextStart(in text: FoldedText, from start: Int) -> Int {
    var place = start
    while place < text.scalars.count {
      if text.places[place].contains(.word), firsts?.contains(text.scalars[place]) ?? true { break }
      place += 1
    }
    return place
  }

  /// The places up to which patterns were found.
  private struct Run {
    var active: [UInt64]
    var next: [UInt64]
    var found: [UInt64]
    var isActive = false

    init(wordCount: Int) {
      active = [UInt64](repeating: 0, count: wordCount)
      (next, found) = (active, active)
    }

    mutating func add(_ starts: [UInt64]) {
      for word in active.indices { active[word] |= starts[word] }
      isActive = true
    }

    /// - Returns: whether all were found.
    mutating func recordMatches(_ ends: [UInt64]) -> Bool {
      var isAll = true
      for word in active.indices {
        found[word] |= active[word] & ends[word]
        if found[word] != ends[word] { isAll = false }
      }
      return isAll
    }

    /// Continues by one element.
    mutating func advance(_ word: Int, _ bits: UInt64) {
      guard bits != 0 else { return }
      next[word] |= bits << 1
      if bits >> 63 == 1 { next[word + 1] |= 1 }
      isActive = true
    }

    mutating func stay(_ word: Int, _ bits: UInt64) {
      guard bits != 0 else { return }
      next[word] |= bits
      isActive = true
    }
  }

  /// A star may stand for nothing.
  private func skipStars(_ run: inout Run) {
    var carry: UInt64 = 0
    for word in run.active.indices {
      let bits = run.active[word] & anys.words[word]
      run.active[word] |= bits << 1 | carry
      carry = bits >> 63
    }
  }

  private func advance(over scalar: UInt32, _ what: PatternPlace, _ run: inout Run) {
    run.isActive = false
    // No wildcard stands for what is between words.
    if hasWildcards, scalar != FoldedText.separator {
      for word in run.active.indices where run.active[word] != 0 {
        run.stay(word, run.active[word] & afterAny.words[word])
        if what.contains(.character) {
          run.advance(word, run.active[word] & ones.words[word])
        } else {
          run.stay(word, run.active[word] & afterOne.words[word])
        }
      }
    }
    if let range = literalRanges[scalar] {
      for (word, bits) in literals[range] {
        var from = run.active[word] & bits
        // Behind a wildcard the text continues with a character.
        if !what.contains(.character) { from &= ~afterOne.words[word] }
        if !what.contains(.split) { from &= ~afterAny.words[word] }
        run.advance(word, from)
      }
    }
    swap(&run.active, &run.next)
    for word in run.next.indices { run.next[word] = 0 }
  }
}
