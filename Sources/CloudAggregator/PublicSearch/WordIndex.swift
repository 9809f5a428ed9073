/// Which places hold which words. Words lie in the order of their bytes, so that those that begin
/// with something lie together.
///
/// Words are bytes of the tokenizer and have no zero among them.
struct WordIndex: Sendable {
  /// Some words that follow each other: a new one moves no more than a page.
  private var pages: [[Word]] = [[]]

  private struct Word {
    /// The first bytes: most words are told apart by them.
    let head: UInt64
    let bytes: [UInt8]
    /// In no order, each once.
    var places: [UInt32]

    func isBefore(_ other: UnsafeRawBufferPointer, head otherHead: UInt64) -> Bool {
      if head != otherHead { return head < otherHead }
      return bytes.lexicographicallyPrecedes(other)
    }

    func isBehind(_ other: UnsafeRawBufferPointer, head otherHead: UInt64) -> Bool {
      if head != otherHead { return head > otherHead }
      return other.lexicographicallyPrecedes(bytes)
    }
  }

  /// Where a word is, or would be.
  private struct Spot {
    var page: Int
    var index: Int
  }

  private static let pageCountMax = 512

  // MARK: Changing

  /// Adds words of a place; for each place once, and all its words together.
  mutating func add(_ words: MarkedWords, at place: UInt32) {
    words.forEach { bytes in
      let head = UInt64(headOf: bytes)
      let (spot, isKnown) = find(bytes, head: head)
      guard isKnown else {
        let word = Word(head: head, bytes: [UInt8](bytes), places: [place])
        return insert(word, at: spot)
      }
      // The same word again in one text: its place was added last.
      guard pages[spot.page][spot.index].places.last != place else { return }
      pages[spot.page][spot.index].places.append(place)
    }
  }

  mutating func remove(_ words: MarkedWords, at place: UInt32) {
    words.forEach { bytes in
      let (spot, isKnown) = find(bytes, head: UInt64(headOf: bytes))
      guard isKnown,
        let found = pages[spot.page][spot.index].places.firstIndex(of: place)
      else { return }
      let last = pages[spot.page][spot.index].places.removeLast()
      if found < pages[spot.page][spot.index].places.count {
        pages[spot.page][spot.index].places[found] = last
      }
      guard pages[spot.page][spot.index].places.isEmpty else { return }
      pages[spot.page].remove(at: spot.index)
      if pages[spot.page].isEmpty, pages.count > 1 { pages.remove(at: spot.page) }
    }
  }

  private mutating func insert(_ word: Word, at spot: Spot) {
    pages[spot.page].insert(word, at: spot.index)
    guard pages[spot.page].count > Self.pageCountMax else { return }
    let half = pages[spot.page].count / 2
    pages.insert(Array(pages[spot.page][half...]), at: spot.page + 1)
    pages[spot.page].removeSubrange(half...)
  }

  // MARK: Looking up

  /// Calls `body` with the places of each word that begins with `bytes`, until it says false.
  func forEach(
    beginningWith bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt32>) -> Bool
  ) {
    let start = bytes.withUnsafeBytes { find($0, head: UInt64(headOf: $0)).spot }
    let mask = UInt64(maskOfFirst: bytes.count)
    let head = bytes.withUnsafeBytes { UInt64(headOf: $0) }
    var index = start.index
    for page in pages[start.page...] {
      while index < page.count {
        guard page[index].head & mask == head,
          bytes.count <= 8 || page[index].bytes.starts(with: bytes),
          page[index].places.withUnsafeBufferPointer(body)
        else { return }
        index += 1
      }
      index = 0
    }
  }

  /// The places of exactly this word.
  func places(of bytes: [UInt8]) -> [UInt32] {
    let (spot, isKnown) = bytes.withUnsafeBytes { find($0, head: UInt64(headOf: $0)) }
    return isKnown ? pages[spot.page][spot.index].places : []
  }

  private func find(
    _ bytes: UnsafeRawBufferPointer, head: UInt64
  ) -> (spot: Spot, isKnown: Bool) {
    // The last page whose first word is not behind.
    var (low, high) = (0, pages.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pages[middle][0].isBehind(bytes, head: head) { high = middle - 1 } else { low = middle }
    }
    let page = low
    let words = pages[page]
    (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].isBefore(bytes, head: head) { low = middle + 1 } else { high = middle }
    }
    let isKnown = low < words.count && !words[low].isBehind(bytes, head: head)
    return (Spot(page: page, index: low), isKnown)
  }
}

/// The words of a text as the tokenizer gives them: each has a zero before it.
struct MarkedWords: Sendable {
  var bytes: [UInt8] = []

  /// Calls `body` with each word.
  func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var start = 1
      while start <= bytes.count {
        let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
        if end > start { body(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
        start = end + 1
      }
    }
  }
}

extension UInt64 {
  /// The first eight bytes, the first one uppermost; zeros where there are fewer.
  init(headOf bytes: UnsafeRawBufferPointer) {
    self = 0
    for byte in bytes.prefix(8) { self = self << 8 | UInt64(byte) }
    if bytes.count < 8 { self <<= UInt64(8 * (8 - bytes.count)) }
  }

  /// Ones for the bytes of a head of which there are `count`.
  init(maskOfFirst count: Int) { self = count >= 8 ? .max : ~(.max >> UInt64(8 * count)) }
}

/// A set of places: a bit for each.
struct PlaceSet {
  private var bits: [UInt64]

  init(capacity: Int) { bits = Array(repeating: 0, count: (capacity + 63) / 64) }

  @inline(__always)
  mutating func insert(_ place: UInt32) { bits[Int(place >> 6)] |= 1 << UInt64(place & 63) }

  @inline(__always)
  func contains(_ place: UInt32) -> Bool { bits[Int(place >> 6)] >> UInt64(place & 63) & 1 != 0 }

  /// Both sets are of one table.
  mutating func formIntersection(_ other: PlaceSet) {
    for index in bits.indices { bits[index] &= other.bits[index] }
  }

  var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  func forEach(_ body: (UInt32) -> Void) {
    for (index, word) in bits.enumerated() {
      var rest = word
      while rest != 0 {
        body(UInt32(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }
}
