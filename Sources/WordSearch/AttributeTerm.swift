package import SQLite

/// What a document says in one of its attributes, kept among the words of a segment: so it is
/// merged, checked and left out like them, and the terms of one attribute stand next to each other
/// in an order that ranges are looked up by.
///
/// They begin with a byte with which no word does.
package struct AttributeTerm: Hashable, Sendable {
  package let bytes: [UInt8]

  private enum Kind: UInt8 {
    case number = 1
    case word
    case many
  }

  private static let mark: UInt8 = 1
  /// Of longer names the rest makes no difference: what is looked up may be too much.
  private static let nameByteCountMax = 40
  /// The exponent and twelve more bits: whole numbers are apart up to 8,191, days in seconds by
  /// one or two.
  private static let numberByteCount = 3

  private init(_ attribute: String, _ kind: Kind, _ value: some Sequence<UInt8>) {
    bytes = [Self.mark] + attribute.utf8.prefix(Self.nameByteCountMax) + [0, kind.rawValue] + value
  }

  /// Greater numbers have greater terms, near ones the same.
  package init(_ attribute: String, number: Double) {
    let order = Self.order(number)
    let value = (0..<Self.numberByteCount).map { UInt8(truncatingIfNeeded: order >> (56 - 8 * $0)) }
    self.init(attribute, .number, value)
  }

  /// A word as the tokenizer gives it, or the beginning of one.
  package init(_ attribute: String, word: String) { self.init(attribute, .word, word.utf8) }

  /// The document says more in it than is kept here.
  package init(manyOf attribute: String) { self.init(attribute, .many, []) }

  static func isOne(_ word: UnsafeBufferPointer<UInt8>) -> Bool { word.first == mark }

  /// Numbers in the order of the numbers: a negative one has all bits turned, another its first.
  private static func order(_ number: Double) -> UInt64 {
    // There are two zeros, which are equal.
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

extension WordTable {
  /// The rows of documents that have one of the terms; nil where there are more of them.
  ///
  /// - Parameters:
  ///   - isPrefix: what begins with `last` is looked for as well.
  ///   - limit: documents at most, those that are dead among them.
  package func rows(
    from first: AttributeTerm, through last: AttributeTerm, isPrefix: Bool = false, limit: Int,
    _ ranking: Ranking
  ) throws(SQLiteError) -> Set<UInt32>? {
    var found: [(segment: Segment, word: SegmentWord)] = []
    var count = 0
    for segment in try flushedSegments(ranking) {
      var cursor = try WordCursor(segment, near: first.bytes)
      while try cursor.step() {
        guard !cursor.word.lexicographicallyPrecedes(first.bytes) else { continue }
        guard
          !last.bytes.lexicographicallyPrecedes(cursor.word)
            || (isPrefix && cursor.word.starts(with: last.bytes))
        else { break }
        count += cursor.documentCount
        guard count <= limit else { return nil }
        found.append((segment, cursor.segmentWord))
      }
    }
    var rows: Set<UInt32> = []
    for (segment, word) in found {
      var reader = try segment.postings(of: word)
      while let posting = reader.read() {
        guard !segment.isDead(posting.document) else { continue }
        rows.insert(try segment.record(posting.document).row)
      }
    }
    return rows
  }
}
