/// The ASCII bytes that a part of an address may not hold as they are. Every byte from 0x80 on is
/// in each set. Source: URL Standard, section 1.3.
struct PercentEncodeSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// - Parameter characters: beside controls, ASCII.
  private init(_ characters: String) {
    // Controls: 0x00 to 0x1F, and 0x7F.
    var (low, high) = (0xFFFF_FFFF as UInt64, 1 << 63 as UInt64)
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    (self.low, self.high) = (low, high)
  }

  func contains(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }

  static let fragment = PercentEncodeSet(" \"<>`")
  /// Of http and https.
  static let query = PercentEncodeSet(" \"#<>'")
  static let path = PercentEncodeSet(" \"#<>?^`{}")
  static let userinfo = PercentEncodeSet(" \"#<>?^`{}/:;=@[\\]|")
  /// What no domain holds, under its own name: "forbidden domain code points".
  static let forbiddenInDomain = PercentEncodeSet(" #/:<>?@[\\]^|%")
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// ASCII alone.
  var lowered: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// Nil for what is no hexadecimal digit.
  var hexValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// - Parameter value: below 16.
  static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}

extension [UInt8] {
  mutating func appendEscape(of byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(.hexDigit(byte >> 4))
    append(.hexDigit(byte & 15))
  }

  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, encoding set: PercentEncodeSet) {
    var start = bytes.startIndex
    for place in bytes.startIndex..<bytes.endIndex where set.contains(bytes[place]) {
      append(contentsOf: bytes[start..<place])
      appendEscape(of: bytes[place])
      start = place + 1
    }
    append(contentsOf: bytes[start..<bytes.endIndex])
  }

  /// The bytes with every escape decoded; what is no escape stays.
  init(decodingEscapesOf bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    self = []
    reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.endIndex,
        let high = bytes[place + 1].hexValue, let low = bytes[place + 2].hexValue
      {
        append(high << 4 | low)
        place += 3
      } else {
        append(bytes[place])
        place += 1
      }
    }
  }
}
