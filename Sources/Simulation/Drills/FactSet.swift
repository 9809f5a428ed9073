/// A set of facts by their places, which are small numbers one after the other: a bit for each. The
/// sets of a ledger are united and compared with each message of a world.
package struct FactSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  private var words: [UInt64] = []

  init() {}

  init(_ places: some Sequence<Int>) { for place in places { insert(place) } }

  package init(arrayLiteral places: Int...) { self.init(places) }

  // Equal sets may have had larger members, and so more words.
  package static func == (one: FactSet, other: FactSet) -> Bool {
    let common = Swift.min(one.words.count, other.words.count)
    return one.words[..<common] == other.words[..<common]
      && one.words[common...].allSatisfy { $0 == 0 }
      && other.words[common...].allSatisfy { $0 == 0 }
  }

  package func hash(into hasher: inout Hasher) { for place in self { hasher.combine(place) } }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The largest place.
  func max() -> Int? {
    guard let last = words.lastIndex(where: { $0 != 0 }) else { return nil }
    return last << 6 + 63 - words[last].leadingZeroBitCount
  }

  func contains(_ place: Int) -> Bool {
    let word = place >> 6
    return word < words.count && words[word] & (1 << UInt64(place & 63)) != 0
  }

  mutating func insert(_ place: Int) {
    let word = place >> 6
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(place & 63)
  }

  mutating func formUnion(_ other: FactSet) {
    if words.count < other.words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for word in other.words.indices { words[word] |= other.words[word] }
  }

  mutating func subtract(_ other: FactSet) {
    for word in 0..<Swift.min(words.count, other.words.count) { words[word] &= ~other.words[word] }
  }

  func union(_ other: FactSet) -> FactSet {
    var set = self
    set.formUnion(other)
    return set
  }

  func subtracting(_ other: FactSet) -> FactSet {
    var set = self
    set.subtract(other)
    return set
  }

  func intersection(_ other: FactSet) -> FactSet {
    var set = self
    for word in set.words.indices {
      set.words[word] &= word < other.words.count ? other.words[word] : 0
    }
    return set
  }

  func filter(_ isIncluded: (Int) -> Bool) -> FactSet {
    var set = FactSet()
    for place in self where isIncluded(place) { set.insert(place) }
    return set
  }

  /// In the order of the places.
  package func makeIterator() -> Iterator { Iterator(words: words) }

  package struct Iterator: IteratorProtocol {
    fileprivate let words: [UInt64]
    private var word = -1
    private var left: UInt64 = 0

    fileprivate init(words: [UInt64]) { self.words = words }

    package mutating func next() -> Int? {
      while left == 0 {
        word += 1
        guard word < words.count else { return nil }
        left = words[word]
      }
      defer { left &= left - 1 }
      return word << 6 + left.trailingZeroBitCount
    }
  }
}
