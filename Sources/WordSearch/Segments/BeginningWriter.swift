/// Gathers, for beginnings of words that very many words share, in which documents any of them is:
/// one list in place of thousands, for people who have typed one character or two.
struct BeginningWriter {
  /// Beginnings of so many characters have a list.
  static let lengths = [1, 2]
  /// Shorter lists together are read as fast as one would be.
  private static let postingCountMin = 1_024
  /// A list is kept where it has a posting for one of so many documents.
  private static let documentShare = 8

  struct Beginning {
    var text: [UInt8]
    var postings: [PackedPosting]
  }

  private let length: Int
  private var text: [UInt8] = []
  private var wordCount = 0
  private var postingCount = 0
  /// For each document where the words stand.
  private var places: [UInt8]

  init(length: Int, documentCount: Int) {
    self.length = length
    places = [UInt8](repeating: 0, count: documentCount)
  }

  /// - Returns: what ended with this word, where it gets a list.
  mutating func add(
    _ word: UnsafeBufferPointer<UInt8>, _ postings: UnsafeBufferPointer<PackedPosting>
  ) -> Beginning? {
    guard let count = Self.byteCount(of: length, in: word) else { return end() }
    let beginning = word[..<count]
    var ended: Beginning?
    if !text.elementsEqual(beginning) {
      ended = end()
      text = Array(beginning)
    }
    wordCount += 1
    postingCount += postings.count
    places.withUnsafeMutableBufferPointer { places in
      for posting in postings { places[Int(posting.document)] |= posting.places.rawValue }
    }
    return ended
  }

  mutating func end() -> Beginning? {
    guard wordCount > 0 else { return nil }
    defer {
      (wordCount, postingCount) = (0, 0)
      places.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
    guard wordCount > 1, postingCount >= Self.postingCountMin,
      postingCount * Self.documentShare >= places.count
    else { return nil }
    var postings: [PackedPosting] = []
    for (document, places) in places.enumerated() where places != 0 {
      postings.append(
        PackedPosting(document: UInt32(document), places: WordPlaces(rawValue: places)))
    }
    return Beginning(text: text, postings: postings)
  }

  /// How many bytes so many characters take at a word's beginning; nil where it has not as many.
  static func byteCount(of length: Int, in word: UnsafeBufferPointer<UInt8>) -> Int? {
    var count = 0
    for _ in 0..<length {
      guard count < word.count else { return nil }
      let byte = word[count]
      count += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
    return min(count, word.count)
  }
}
