internal import JournalFormat
internal import Search

/// A query of the public index: what each of its words has to begin.
struct PublicQuery: Sendable {
  /// What is asked for more than this is not a search of a person's.
  static let byteCountMax = 256
  static let wordsMax = 16

  private(set) var words: [Word] = []

  /// What one word of the query asks for. The tokenizer may make several of it, which have to
  /// follow each other; the last one is the beginning of a word.
  struct Word: Hashable, Sendable {
    /// All of them, each with the mark before it.
    let pattern: [UInt8]
    let parts: [[UInt8]]
    /// Of a compound what may be there in its place, all of it: "f droid" for "f-droid".
    let pieces: [Word]
    private let head: UInt64
    private let mask: UInt64

    init?(_ word: QueryWord) {
      self.init(word.parts, pieces: word.pieces.compactMap { Word([$0], pieces: []) })
    }

    private init?(_ texts: [String], pieces: [Word]) {
      var marked = MarkedWords()
      for text in texts { marked.bytes += [MarkingTokenizer.mark] + text.utf8 }
      guard !marked.bytes.isEmpty else { return nil }
      pattern = marked.bytes
      var parts: [[UInt8]] = []
      marked.forEach { parts.append([UInt8]($0)) }
      self.parts = parts
      self.pieces = pieces
      head = parts[0].withUnsafeBytes { UInt64(headOf: $0) }
      // A word that others follow is whole, and a head has zeros behind the end of its word.
      mask = parts.count > 1 ? .max : UInt64(maskOfFirst: parts[0].count)
    }

    var isPhrase: Bool { parts.count > 1 }

    /// Whether the item has it.
    @inline(__always)
    func matches(_ row: PublicRow) -> Bool {
      hasParts(row) || (!pieces.isEmpty && pieces.allSatisfy { $0.hasParts(row) })
    }

    @inline(__always)
    private func hasParts(_ row: PublicRow) -> Bool {
      guard row.heads.contains(where: { $0 & mask == head }) else { return false }
      return (!isPhrase && parts[0].count <= 8) || row.words.has(pattern)
    }
  }

  init(_ text: String) throws(CloudError) {
    guard text.utf8.count <= Self.byteCountMax else {
      throw CloudError(
        .query,
        "A query of \(text.utf8.count) bytes; at most \(Self.byteCountMax) are accepted. Ask for "
          + "fewer words."
      )
    }
    let asked = QueryWord.all(in: text)
    guard asked.count <= Self.wordsMax else {
      throw CloudError(
        .query,
        "A query of \(asked.count) words; at most \(Self.wordsMax) are accepted. Ask for fewer.")
    }
    for word in asked {
      if let word = Word(word), !words.contains(word) { words.append(word) }
    }
  }
}

/// An item as it is shown and as it is found: made once for each content.
final class PublicRow: Sendable {
  let tag: Tag
  let item: PublicItem
  let key: ByteOrdered
  /// Title, keywords, then everything else, with a mark more between them: nothing begins in the
  /// one and continues in the other.
  let words: MarkedWords
  /// The head of each word.
  let heads: [UInt64]

  init(tag: Tag, item: PublicItem, _ tokenizer: inout MarkingTokenizer) {
    self.tag = tag
    self.item = item
    key = item.key.bytes
    let document = SearchDocument(item)
    var words = MarkedWords()
    for text in document.searchedTexts {
      tokenizer.append(text, to: &words.bytes)
      words.bytes.append(MarkingTokenizer.mark)
    }
    var heads: [UInt64] = []
    words.forEach { heads.append(UInt64(headOf: $0)) }
    self.words = words
    self.heads = heads
  }
}

extension PublicRow {
  /// - Parameter installed: nil: of somebody who has every app.
  func opens(with installed: InstalledApps?) -> Bool { installed.map(item.opens) ?? true }
}

extension MarkedWords {
  /// Whether the bytes are there: whole words, and the beginning of the last one.
  func has(_ pattern: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      pattern.withUnsafeBytes { pattern in
        guard pattern.count <= bytes.count else { return false }
        return (0...(bytes.count - pattern.count)).contains { start in
          bytes[start] == pattern[0]
            && UnsafeRawBufferPointer(rebasing: bytes[start..<(start + pattern.count)])
              .elementsEqual(pattern)
        }
      }
    }
  }
}
