/// The frames of a write-ahead log from its beginning, whatever holds its bytes.
///
/// The layout is SQLite's, https://www.sqlite.org/fileformat2.html#walformat.
package struct LogFrames: Sequence, IteratorProtocol {
  package struct Frame {
    /// The page that it has, counted from 1.
    let page: Int
    /// Where the page's bytes begin in the log.
    let place: Int
    /// Pages of the database after the commit that it ends; 0: it ends none.
    let pageCount: Int
    /// Whether it was written since SQLite last began the log again.
    let isOfThisLog: Bool
    /// Whether it is of this log, and what was written behind the frame before it, as that says.
    let isWhole: Bool
  }

  /// As many bytes as the log has from a place on, at most `count`.
  typealias Source = (_ place: Int, _ count: Int) -> ArraySlice<UInt8>

  package static let headerByteCount = 32
  private static let frameHeaderByteCount = 24
  private static let pageByteCounts = 512...65_536

  let header: [UInt8]
  let pageByteCount: Int
  private let source: Source
  private var sum: LogChecksum
  private var place = headerByteCount

  /// Nil for what SQLite would not take for a log.
  init?(_ source: @escaping Source) {
    let header = Array(source(0, Self.headerByteCount))
    let pageByteCount = Int(header.bigEndian32(at: 8))
    guard Self.isHeader(header), Self.pageByteCounts.contains(pageByteCount),
      pageByteCount.nonzeroBitCount == 1
    else { return nil }
    var sum = LogChecksum(isBigEndian: header[3] & 1 == 1)
    sum.add(header[..<24])
    guard sum.isSame(as: header[24...]) else { return nil }
    (self.header, self.pageByteCount, self.source, self.sum) = (header, pageByteCount, source, sum)
  }

  /// Whether the first bytes of a file are those of a log.
  package static func isHeader(_ bytes: [UInt8]) -> Bool {
    bytes.count == headerByteCount && bytes.bigEndian32(at: 0) & ~1 == 0x377F_0682
  }

  package mutating func next() -> Frame? {
    let bytes = source(place, Self.frameHeaderByteCount + pageByteCount)
    guard bytes.count == Self.frameHeaderByteCount + pageByteCount else { return nil }
    let start = bytes.startIndex
    let page = start + Self.frameHeaderByteCount
    let isOfThisLog = bytes[(start + 8)..<(start + 16)].elementsEqual(header[16..<24])
    sum.add(bytes[start..<(start + 8)])
    sum.add(bytes[page...])
    let isWhole = isOfThisLog && sum.isSame(as: bytes[(start + 16)...])
    // Each frame says what the sum was at its end: those behind a damaged one can be checked.
    if !isWhole { sum.resume(from: bytes[(start + 16)...]) }
    defer { place += bytes.count }
    return Frame(
      page: Int(bytes.bigEndian32(at: start)), place: place + Self.frameHeaderByteCount,
      pageCount: Int(bytes.bigEndian32(at: start + 4)), isOfThisLog: isOfThisLog, isWhole: isWhole)
  }
}

/// The checksum of a log, which runs over its header and all frames.
private struct LogChecksum {
  private let isBigEndian: Bool
  private var halves: (UInt32, UInt32) = (0, 0)

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Continues from the sum that the bytes begin with.
  mutating func resume(from bytes: ArraySlice<UInt8>) { halves = Self.stated(bytes) }

  /// - Parameter bytes: a multiple of 8.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var (first, second) = halves
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        first &+= word(bytes, place) &+ second
        second &+= word(bytes, place + 4) &+ first
      }
    }
    halves = (first, second)
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  func isSame(as bytes: ArraySlice<UInt8>) -> Bool { Self.stated(bytes) == halves }

  private static func stated(_ bytes: ArraySlice<UInt8>) -> (UInt32, UInt32) {
    (bytes.bigEndian32(at: bytes.startIndex), bytes.bigEndian32(at: bytes.startIndex + 4))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// 0 where there are no four bytes.
  func bigEndian32(at place: Int) -> UInt32 {
    guard place >= startIndex, place <= endIndex - 4 else { return 0 }
    return self[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
