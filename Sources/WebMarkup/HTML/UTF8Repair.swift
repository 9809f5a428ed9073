/// Checks and mends UTF-8 as the WHATWG Encoding Standard decodes it.
enum UTF8Repair {
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var at = 0
      while true {
        at = asciiEnd(bytes, from: at)
        guard at < bytes.count else { return true }
        let (length, isCharacter) = sequence(bytes, at: at)
        guard isCharacter else { return false }
        at += length
      }
    }
  }

  /// Each longest beginning of a character that does not go on, and each byte that begins none,
  /// becomes U+FFFD.
  static func repaired(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], replacements: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      var replacements = 0
      var (start, at) = (0, 0)
      while at < bytes.count {
        at = asciiEnd(bytes, from: at)
        guard at < bytes.count else { break }
        let (length, isCharacter) = sequence(bytes, at: at)
        if !isCharacter {
          text += bytes[start..<at]
          text.appendReplacement()
          replacements += 1
          start = at + length
        }
        at += length
      }
      text += bytes[start..<at]
      return (text, replacements)
    }
  }

  /// Eight bytes at a time: most pages are mostly ASCII.
  private static func asciiEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    let raw = UnsafeRawBufferPointer(bytes)
    while at + 8 <= bytes.count,
      raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      at += 8
    }
    while at < bytes.count, bytes[at] < 0x80 { at += 1 }
    return at
  }

  /// The length of the character at a byte of 0x80 or more, or of what is none.
  private static func sequence(
    _ bytes: UnsafeBufferPointer<UInt8>, at: Int
  ) -> (length: Int, isCharacter: Bool) {
    let first = bytes[at]
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: count = 2
    case 0xE0...0xEF:
      count = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      count = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return (1, false)
    }
    guard at + 1 < bytes.count, second.contains(bytes[at + 1]) else { return (1, false) }
    for place in 2..<max(2, count) {
      guard at + place < bytes.count, bytes[at + place] & 0xC0 == 0x80 else {
        return (place, false)
      }
    }
    return (count, true)
  }
}
