/// That a word stands in a document.
///
/// The postings of a word are written one after the other: how far the document's number is from
/// the one before, times eight, as bytes of seven bits each, and in the lowest three bits of it the
/// places. Seven sets of places are frequent and have a number; others stand in a byte behind it.
struct Posting: Hashable, Sendable {
  var document: UInt32
  var places: WordPlaces

  /// Seven bits of 35 each, and the places.
  static let byteCountMax = 6

  static let frequent: [UInt8] = [16, 2, 3, 48, 8, 18, 112]
  static let unusual: UInt64 = 7

  /// For each set of places its three bits.
  static let short: [UInt8] = (0..<256).map { places in
    UInt8(frequent.firstIndex(of: UInt8(places)) ?? Int(unusual))
  }
  /// For each three bits the places, in one number: read without a look into memory.
  static let placesOfShort: UInt64 = frequent.enumerated().reduce(0) { word, entry in
    word | UInt64(entry.element) << UInt64(8 * entry.offset)
  }
}

/// Reads the postings of one word. Their checksum was looked at, so nothing is checked again.
struct PostingReader {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private var document: UInt32 = 0
  private let placesOfShort = Posting.placesOfShort

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    next = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!
    end = next + bytes.count
  }

  @inline(__always)
  mutating func read() -> Posting? {
    guard next < end else { return nil }
    let word = next.readVarint()
    document &+= UInt32(truncatingIfNeeded: word >> 3)
    let short = word & 7
    if short != Posting.unusual {
      let places = UInt8(truncatingIfNeeded: placesOfShort >> (short &* 8))
      return Posting(document: document, places: WordPlaces(rawValue: places))
    }
    let places = next[0]
    next += 1
    return Posting(document: document, places: WordPlaces(rawValue: places))
  }
}

extension UnsafePointer<UInt8> {
  /// Reads a number that `appendVarint` wrote and moves behind it.
  @inline(__always)
  mutating func readVarint() -> UInt64 {
    var number = UInt64(self[0])
    self += 1
    guard number >= 0x80 else { return number }
    number &= 0x7F
    var shift: UInt64 = 7
    while true {
      let byte = UInt64(self[0])
      self += 1
      number |= (byte & 0x7F) &<< shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
  }
}

extension [UInt8] {
  /// Appends a number in bytes of seven bits each, the lowest first.
  @inline(__always)
  mutating func appendVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// - Parameter distance: from the document of the posting before it; for the first, from 0.
  @inline(__always)
  mutating func append(distance: UInt32, _ places: WordPlaces, _ short: UnsafePointer<UInt8>) {
    let bits = UInt64(short[Int(places.rawValue)])
    appendVarint(UInt64(distance) << 3 | bits)
    if bits == Posting.unusual { append(places.rawValue) }
  }
}
