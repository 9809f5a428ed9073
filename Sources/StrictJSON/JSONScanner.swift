/// Goes through the bytes of a JSON text: space, names, texts and numbers.
struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0
  /// Whether a whole number from 2^63 on is one, and not out of range.
  let takesNaturals: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, takesNaturals: Bool = false) {
    (self.bytes, self.takesNaturals) = (bytes, takesNaturals)
  }

  /// Nil at the end.
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skip(_ count: Int) { offset += count }

  /// Continues behind the byte if it stands here.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  mutating func readTextStart() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
    skipSpace()
    if offset == bytes.count { throw error(.empty) }
  }

  mutating func readTextEnd() throws(JSONError) {
    skipSpace()
    guard offset == bytes.count else { throw error(.trailingContent) }
  }

  func error(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
    let place = place ?? offset
    return JSONError(
      reason: reason, offset: place, place: TextPlace(offset: place, in: bytes))
  }

  func expected(_ what: String) -> JSONError {
    error(offset == bytes.count ? .endsTooEarly : .expected(what))
  }

  /// A value that is neither a container nor a number.
  mutating func scalar() throws(JSONError) -> JSONValue.Kind {
    guard let first = peek else { throw error(.endsTooEarly) }
    switch first {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try name("true", .boolean(true))
    case UInt8(ascii: "f"): return try name("false", .boolean(false))
    case UInt8(ascii: "n"): return try name("null", .null)
    default: throw expected("a value")
    }
  }

  private mutating func name(
    _ name: StaticString, _ value: JSONValue.Kind
  ) throws(JSONError) -> JSONValue.Kind {
    let spelled = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    for (place, byte) in spelled.enumerated() {
      guard offset + place < bytes.count else { throw error(.endsTooEarly, at: bytes.count) }
      guard bytes[offset + place] == byte else { throw expected("a value") }
    }
    offset += spelled.count
    return value
  }

  // MARK: Texts

  /// The text whose first quote stands here.
  mutating func string() throws(JSONError) -> String {
    let start = offset + 1
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        offset = end + 1
        return try text(start..<end)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start, escape: end) }
      if byte < 0x20 { throw error(.controlCharacter, at: end) }
      end += 1
    }
    throw error(.endsTooEarly, at: end)
  }

  /// What is known to be UTF-8, as it stands there.
  func text(from start: Int, to end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  private func text(_ range: Range<Int>) throws(JSONError) -> String {
    if let place = firstInvalid(in: range) { throw error(.notUTF8, at: place) }
    return text(from: range.lowerBound, to: range.upperBound)
  }

  /// Where bytes begin that are no scalar in UTF-8; nil when there are none. `String(validating:)`
  /// takes a third of the time of all reading, since it is not specialised for bytes.
  private func firstInvalid(in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = bytes[place]
      if byte < 0x80 {
        place += 1
        continue
      }
      // As table 3-7 of the Unicode Standard has it: only the second byte has other bounds.
      let following: Int
      var bounds: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: following = 1
      case 0xE0: (following, bounds) = (2, 0xA0...0xBF)
      case 0xED: (following, bounds) = (2, 0x80...0x9F)
      case 0xE1...0xEF: following = 2
      case 0xF0: (following, bounds) = (3, 0x90...0xBF)
      case 0xF4: (following, bounds) = (3, 0x80...0x8F)
      case 0xF1...0xF3: following = 3
      default: return place
      }
      guard place + following < range.upperBound, bounds.contains(bytes[place + 1]) else {
        return place
      }
      for next in bytes[place + 1...place + following] where next & 0xC0 != 0x80 { return place }
      place += following + 1
    }
    return nil
  }

  private mutating func escapedString(from start: Int, escape: Int) throws(JSONError) -> String {
    var decoded: [UInt8] = []
    var pieceStart = start
    offset = escape
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        // Piece by piece, so that no escape makes two halves of a scalar one.
        if let place = firstInvalid(in: pieceStart..<offset) { throw error(.notUTF8, at: place) }
        decoded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[pieceStart..<offset]))
        guard byte == UInt8(ascii: "\\") else {
          offset += 1
          return String(decoding: decoded, as: UTF8.self)
        }
        decoded.append(contentsOf: UTF8.encode(try escapedScalar())!)
        pieceStart = offset
      } else if byte < 0x20 {
        throw error(.controlCharacter)
      } else {
        offset += 1
      }
    }
    throw error(.endsTooEarly)
  }

  /// The scalar of the escape, or of the pair of escapes, that begins here.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    do {
      let escape = try JSONEscape(in: bytes, at: start)
      offset = escape.end
      if let scalar = escape.scalar { return scalar }
    } catch {
      switch error {
      case .unknown: throw self.error(.unknownEscape, at: start)
      case .cutShort: throw self.error(.endsTooEarly, at: bytes.count)
      case .noDigit(let place):
        offset = place
        throw expected("a hexadecimal digit")
      }
    }
    throw error(.loneSurrogate, at: start)
  }
}
