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
