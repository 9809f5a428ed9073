/// An escape in a text of JSON: a backslash and a letter, or the two escapes of a surrogate pair.
package struct JSONEscape {
  /// Nil: half of a surrogate pair.
  package let scalar: Unicode.Scalar?
  /// The place behind it.
  package let end: Int

  /// - Parameter start: the place of the backslash.
  package init(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) throws(JSONEscapeFault) {
    guard start + 1 < bytes.count else { throw .cutShort }
    let letter = bytes[start + 1]
    var end = start + 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      let unit = try Self.unit(in: bytes, at: end)
      end += 4
      guard (0xD800..<0xDC00).contains(unit), end + 1 < bytes.count,
        bytes[end] == UInt8(ascii: "\\"), bytes[end + 1] == UInt8(ascii: "u")
      else {
        scalar = Unicode.Scalar(unit)
        break
      }
      let second = try Self.unit(in: bytes, at: end + 2)
      let isPair = (0xDC00...0xDFFF).contains(second)
      scalar = isPair ? Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) : nil
      // Another one stands for itself.
      if isPair { end += 6 }
    default: throw .unknown
    }
    self.end = end
  }

  /// The value of four hexadecimal digits.
  private static func unit(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) throws(JSONEscapeFault) -> UInt32 {
    var value: UInt32 = 0
    for place in start..<start + 4 {
      guard place < bytes.count else { throw .cutShort }
      let byte = bytes[place]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw .noDigit(at: place)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

/// Why an escape is none.
package enum JSONEscapeFault: Error {
  /// No escape begins with that letter.
  case unknown
  /// Where a hexadecimal digit is missing.
  case noDigit(at: Int)
  /// The bytes end before it does.
  case cutShort
}
