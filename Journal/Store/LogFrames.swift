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
  static let magic: UInt32 = 0x377F_0682
  fileprivate static let frameHeaderByteCount = 24
  /// A shorter log has no frame.
  static let byteCountMin = headerByteCount + frameHeaderByteCount + 512

  /// As it lies there.
  let header: [UInt8]
  /// Whether SQLite, which goes by the header alone, takes nothing of the log.
  let isHeaderLost: Bool
  let pageByteCount: Int
  private let salts: [UInt8]
  private let source: Source
  private var sum: LogChecksum
  private var place = headerByteCount

  /// Nil where neither the header nor the frames are those of a log.
  init?(_ source: @escaping Source) {
    let header = Array(source(0, Self.headerByteCount))
    let stated = LogBeginning(header: header)
    guard let beginning = stated ?? LogBeginning(framesOf: source) else { return nil }
    (self.header, isHeaderLost, self.source) = (header, stated == nil, source)
    (pageByteCount, salts, sum) = (beginning.pageByteCount, beginning.salts, beginning.sum)
  }

  /// Whether the first bytes of a file are the header of a log, and hold.
  package static func isHeader(_ bytes: [UInt8]) -> Bool { LogBeginning(header: bytes) != nil }

  package mutating func next() -> Frame? {
    let bytes = source(place, Self.frameHeaderByteCount + pageByteCount)
    guard bytes.count == Self.frameHeaderByteCount + pageByteCount else { return nil }
    let start = bytes.startIndex
    let page = start + Self.frameHeaderByteCount
    let isOfThisLog = bytes[(start + 8)..<(start + 16)].elementsEqual(salts)
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

/// The commits of a log whose last frame is there. A damaged frame is left out of its commit, and
/// what comes behind it is not.
struct LogCommits {
  struct Commit {
    /// Those that are what was written, the oldest first.
    let frames: [LogFrames.Frame]
    /// Pages of the database after it.
    let pageCount: Int
  }

  private(set) var commits: [Commit] = []
  /// Whether a frame of the log is not what was written.
  private(set) var isDamaged = false

  init(_ all: LogFrames) {
    var open: [LogFrames.Frame] = []
    var isBroken = false
    for frame in all {
      if frame.isWhole {
        open.append(frame)
        if isBroken { isDamaged = true }
      } else {
        // Behind the log, frames of an earlier one may lie.
        isBroken = true
        if frame.isOfThisLog { isDamaged = true }
      }
      guard frame.isOfThisLog, frame.pageCount > 0 else { continue }
      commits.append(Commit(frames: open, pageCount: frame.pageCount))
      open = []
    }
  }
}

/// What the frames of a log go on from: its header, or what they say of it where that is lost.
private struct LogBeginning {
  let pageByteCount: Int
  /// Which every frame of the log repeats.
  let salts: [UInt8]
  /// At the header's end.
  let sum: LogChecksum

  private static let pageByteCounts = (9...16).map { 1 << $0 }

  /// Nil where it is not one, or does not hold.
  init?(header: [UInt8]) {
    let pageByteCount = Int(header.bigEndian32(at: 8))
    guard header.count == LogFrames.headerByteCount,
      header.bigEndian32(at: 0) & ~1 == LogFrames.magic,
      Self.pageByteCounts.contains(pageByteCount)
    else { return nil }
    var sum = LogChecksum(isBigEndian: header[3] & 1 == 1)
    sum.add(header[..<24])
    guard sum.isSame(as: header[24...]) else { return nil }
    (self.pageByteCount, salts, self.sum) = (pageByteCount, Array(header[16..<24]), sum)
  }

  /// Nil where no frame continues the one before it, and the first continues no header.
  init?(framesOf source: LogFrames.Source) {
    for pageByteCount in Self.pageByteCounts {
      var place = LogFrames.headerByteCount
      var before: ArraySlice<UInt8>?
      while true {
        let frame = source(place, LogFrames.frameHeaderByteCount)
        guard frame.count == LogFrames.frameHeaderByteCount else { break }
        place += frame.count
        // There is no page 0: zeros are no frame.
        if frame.bigEndian32(at: frame.startIndex) > 0,
          before.map({ $0.dropFirst(8).prefix(8) == frame.dropFirst(8).prefix(8) }) ?? true
        {
          let page = source(place, pageByteCount)
          guard page.count == pageByteCount else { break }
          let sum = [false, true].lazy.compactMap { isBigEndian in
            LogChecksum.beforeFirst(
              frame, page, after: before, pageByteCount, isBigEndian: isBigEndian)
          }.first
          if let sum {
            salts = Array(frame.dropFirst(8).prefix(8))
            (self.pageByteCount, self.sum) = (pageByteCount, sum)
            return
          }
        }
        before = frame
        place += pageByteCount
      }
    }
    return nil
  }
}

/// The checksum of a log, which runs over its header and all frames.
private struct LogChecksum {
  private static let version: UInt32 = 3_007_000

  private let isBigEndian: Bool
  private var halves: (UInt32, UInt32) = (0, 0)

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// The sum with which the log of a frame begins, as far as it is known: of one behind another
  /// frame it is not, and the first frame of its log counts as damaged then.
  ///
  /// - Parameters:
  ///   - frame: its header.
  ///   - before: the header of the frame before it; nil: it is the first.
  /// - Returns: nil for what does not continue that frame; a first one, the header that SQLite
  ///   writes.
  static func beforeFirst(
    _ frame: ArraySlice<UInt8>, _ page: ArraySlice<UInt8>, after before: ArraySlice<UInt8>?,
    _ pageByteCount: Int, isBigEndian: Bool
  ) -> LogChecksum? {
    var sum = LogChecksum(isBigEndian: isBigEndian)
    if let before {
      sum.resume(from: before.dropFirst(16))
      sum.add(frame.prefix(8))
      sum.add(page)
      return sum.isSame(as: frame.dropFirst(16)) ? LogChecksum(isBigEndian: isBigEndian) : nil
    }
    sum.resume(from: frame.dropFirst(16))
    sum.remove(page)
    sum.remove(frame.prefix(8))
    let beginning = sum
    sum.remove(frame.dropFirst(8).prefix(8))
    // How often the log was begun, which nobody knows, is not in the first half of the sum yet.
    var expected = LogChecksum(isBigEndian: isBigEndian)
    let words = [LogFrames.magic | (isBigEndian ? 1 : 0), version, UInt32(pageByteCount), 0]
    expected.add(words.flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * $0) & 0xFF) } }[...])
    return expected.halves.0 == sum.halves.0 ? beginning : nil
  }

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

  /// Takes back what `add` did.
  mutating func remove(_ bytes: ArraySlice<UInt8>) {
    var (first, second) = halves
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8).reversed() {
        second &-= word(bytes, place + 4) &+ first
        first &-= word(bytes, place) &+ second
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
