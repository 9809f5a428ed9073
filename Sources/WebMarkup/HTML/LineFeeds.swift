/// Ends of lines.
enum LineFeeds {
  /// A text in which CR LF and CR are LF; the same array where it has none.
  static func normalized(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { bytes in
      guard var next = bytes.firstIndex(of: 0x0D) else { return nil as [UInt8]? }
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
}
