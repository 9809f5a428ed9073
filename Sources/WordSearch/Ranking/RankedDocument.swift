/// A document on its way into a segment, where the best stand first.
struct RankedDocument {
  var record: DocumentRecord
  var titleOrder: TitleOrder
  /// Its score without a query when its segment was written, in thousandths. Never below its later
  /// score, which time alone only lowers.
  var staticRank: Int32

  func precedes(_ other: RankedDocument) -> Bool {
    (other.staticRank, record.tieBreaker, record.row) < (
      staticRank, other.record.tieBreaker, other.record.row
    )
  }
}

/// A posting in a number that is sorted as postings are: by document.
struct PackedPosting: Comparable {
  private let bits: UInt64

  @inline(__always)
  init(document: UInt32, places: WordPlaces) {
    bits = UInt64(document) << 8 | UInt64(places.rawValue)
  }

  var document: UInt32 { UInt32(truncatingIfNeeded: bits >> 8) }
  var places: WordPlaces { WordPlaces(rawValue: UInt8(truncatingIfNeeded: bits)) }

  @inline(__always)
  static func < (left: PackedPosting, right: PackedPosting) -> Bool { left.bits < right.bits }
}
