/// The encoding windows-1252, which is total: every byte is a character.
enum Windows1252 {
  /// The characters of the bytes 0x80 to 0x9F. The others are those of Latin-1.
  static let high: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// As UTF-8.
  static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      switch byte {
      case ..<0x80: text.append(byte)
      case 0x80...0x9F: text.append(point: UInt32(high[Int(byte) - 0x80]))
      default: text.append(point: UInt32(byte))
      }
    }
    return text
  }
}

extension [UInt8] {
  /// Appends a scalar value as UTF-8.
  mutating func append(point: UInt32) {
    switch point {
    case ..<0x80: append(UInt8(point))
    case ..<0x800:
      append(UInt8(0xC0 | point >> 6))
      append(UInt8(0x80 | point & 0x3F))
    case ..<0x10000:
      append(UInt8(0xE0 | point >> 12))
      append(UInt8(0x80 | point >> 6 & 0x3F))
      append(UInt8(0x80 | point & 0x3F))
    default:
      append(UInt8(0xF0 | point >> 18))
      append(UInt8(0x80 | point >> 12 & 0x3F))
      append(UInt8(0x80 | point >> 6 & 0x3F))
      append(UInt8(0x80 | point & 0x3F))
    }
  }

  /// Appends U+FFFD, which stands for what could not be read.
  mutating func appendReplacement() { append(point: 0xFFFD) }
}
