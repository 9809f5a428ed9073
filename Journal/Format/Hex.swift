extension Collection<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two a byte.
  package var hex: String {
    String(unsafeUninitializedCapacity: count * 2) { text in
      var place = 0
      for byte in self {
        text[place] = Self.hexDigit(byte >> 4)
        text[place + 1] = Self.hexDigit(byte & 15)
        place += 2
      }
      return place
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}

extension [UInt8] {
  /// Reads hexadecimal digits, two a byte; nil if there is anything else.
  package init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexDigitValue, let low = digits[index + 1].hexDigitValue
      else { return nil }
      append(high << 4 | low)
    }
  }
}

extension UInt8 {
  /// What this byte stands for as a hexadecimal digit: 0 to 15; nil for any other byte.
  package var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
