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

  /// Line feeds between two places, which are in the text.
  static func count(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    guard start < end, let base = bytes.baseAddress else { return 0 }
    var count = 0
    // Without checks, so that the compiler can look at many at once.
    for place in start..<end { count &+= base[place] == 0x0A ? 1 : 0 }
    return count
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
