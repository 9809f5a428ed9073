/// Ends of lines.
enum LineFeeds {
  /// A text in which CR LF and CR are LF; the same array where it has none.
  static func normalized(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { bytes in
      guard var next = firstReturn(in: bytes) else { return nil as [UInt8]? }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var start = 0
      while next < bytes.count {
        result += bytes[start..<next]
        result.append(0x0A)
        start = next + 1
        if start < bytes.count, bytes[start] == 0x0A { start += 1 }
        next = start
        while next < bytes.count, bytes[next] != 0x0D { next += 1 }
      }
      result += bytes[start...]
      return result
    } ?? text
  }

  /// Where the line feeds of a text are, in order.
  static func places(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    let raw = UnsafeRawBufferPointer(bytes)
    var places: [UInt32] = []
    var at = 0
    while at + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // The highest bit of each byte that is 0, which was a line feed; no carry leaves its byte.
      let low = (word & 0x7F7F_7F7F_7F7F_7F7F) + 0x7F7F_7F7F_7F7F_7F7F
      var found = UInt64(littleEndian: ~(low | word) & 0x8080_8080_8080_8080)
      while found != 0 {
        places.append(UInt32(at + found.trailingZeroBitCount / 8))
        found &= found - 1
      }
      at += 8
    }
    for place in at..<bytes.count where bytes[place] == 0x0A { places.append(UInt32(place)) }
    return places
  }

  /// Eight bytes at a time: most texts have none.
  private static func firstReturn(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = 0
    while at + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) ^ 0x0D0D_0D0D_0D0D_0D0D
      // A byte that was CR is 0 now, and gives its highest bit here.
      if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
      at += 8
    }
    return bytes[at...].firstIndex(of: 0x0D)
  }
}
