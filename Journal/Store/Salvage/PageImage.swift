internal import SQLite

/// The pages of an SQLite file as they lie on the disk, with what is committed in the write-ahead
/// log that belongs to it: read without SQLite, which gives up at the first page that it cannot
/// make sense of.
final class PageImage {
  static let headerByteCount = 100
  /// Stands for the last commit.
  static let newest = UInt32.max

  private let file: OpenFile
  private let log: OpenFile?
  /// A log that does not continue the file: its pages are of another one, and are left out.
  let foreignLog: ForeignLog?
  /// The committed images of each page in the log, the oldest first.
  private var logged: [UInt32: [LoggedPage]] = [:]
  /// Whether SQLite takes nothing of the log.
  private(set) var isLogHeaderLost = false
  /// Whether a frame of the log is not what was written: an older image of its page may have what
  /// is lost with it.
  private(set) var isLogDamaged = false
  let pageByteCount: Int
  /// Bytes of a page that b-trees use.
  let usableByteCount: Int
  let fileByteCount: UInt64
  /// Bytes that the file should have by its header; nil: the header does not say.
  let expectedByteCount: UInt64?
  let pageCount: UInt32
  /// Whether it begins as an SQLite file does.
  let isDatabase: Bool
  /// Whether it begins so and ends before its header does.
  let isHeaderCut: Bool
  /// Whether its header says that it is a journal.
  let isMarked: Bool
  /// Rows of one page are read one after the other.
  private var last: (number: UInt32, commit: UInt32, bytes: [UInt8]) = (0, 0, [])

  /// - Throws: why the file cannot be read.
  init(_ path: String) throws(FileFailure) {
    file = try FileSystem.openOrdinary(path, for: .read)
    let byteCount: Int
    let header: [UInt8]
    do throws(FileRefusal) {
      byteCount = try file.status().byteCount
      header = try file.bytes(at: 0, count: Self.headerByteCount)
    } catch {
      throw FileFailure(error)
    }
    let magic = Array("SQLite format 3\0".utf8)
    let isHeader = header.count == Self.headerByteCount && header.starts(with: magic)
    pageByteCount = Self.pageByteCount(header)
    usableByteCount = pageByteCount - (isHeader ? min(Int(header[20]), 255) : 0)
    isDatabase = isHeader
    isHeaderCut =
      (1..<Self.headerByteCount).contains(header.count)
      && magic.starts(with: header.prefix(magic.count))
    fileByteCount = UInt64(byteCount)
    isMarked =
      isHeader && Int64(header.bigEndian32(at: 68)) == JournalSchema.applicationIdentifier
    let stated = isHeader ? UInt64(header.bigEndian32(at: 28)) : 0
    // The header's count is right only where the change counter is that of the last writer.
    let isStatedNow = isHeader && header.bigEndian32(at: 24) == header.bigEndian32(at: 92)
    var count = (byteCount + pageByteCount - 1) / pageByteCount
    // Where a check cannot tell, since the file is damaged, the log may have what the file lacks.
    foreignLog = try? ForeignLog.beside(path)
    log =
      foreignLog == nil ? try? FileSystem.openOrdinary(path + LogFile.suffix, for: .read) : nil
    if let log, let frames = LogFrames({ [UInt8](log, $0, $1)[...] }),
      frames.pageByteCount == pageByteCount
    {
      isLogHeaderLost = frames.isHeaderLost
      let found = LogCommits(frames)
      isLogDamaged = found.isDamaged
      for (place, commit) in found.commits.enumerated() {
        for frame in commit.frames {
          logged[UInt32(frame.page), default: []].append(
            LoggedPage(commit: UInt32(place + 1), place: frame.place))
        }
      }
      count = max(count, found.commits.last?.pageCount ?? 0)
    }
    expectedByteCount =
      isStatedNow && stated > 0 && logged.isEmpty ? stated * UInt64(pageByteCount) : nil
    pageCount = UInt32(clamping: count)
  }

  /// Whether bytes are missing at the end of the file.
  var isCut: Bool { expectedByteCount.map { fileByteCount < $0 } ?? false }

  /// A page, counted from 1, as it was after a commit of the log; what is missing of it is zero.
  func page(_ number: UInt32, asOf commit: UInt32 = newest) -> [UInt8] {
    guard number > 0, number <= pageCount else { return [] }
    if number == last.number, commit == last.commit { return last.bytes }
    var bytes: [UInt8]
    if let log, let logged = logged[number]?.last(where: { $0.commit <= commit }) {
      bytes = [UInt8](log, logged.place, pageByteCount)
    } else {
      bytes = [UInt8](file, Int(number - 1) * pageByteCount, pageByteCount)
    }
    if bytes.count < pageByteCount {
      bytes.append(contentsOf: repeatElement(0, count: pageByteCount - bytes.count))
    }
    last = (number, commit, bytes)
    return bytes
  }

  /// The images of pages that newer ones have replaced, the newest first: of the log, then those of
  /// the file.
  var olderPages: [(number: UInt32, commit: UInt32)] {
    var older: [(number: UInt32, commit: UInt32)] = []
    for (number, images) in logged {
      older += ([0] + images.dropLast().map(\.commit)).map { (number, $0) }
    }
    return older.sorted { ($0.commit, $0.number) > ($1.commit, $1.number) }
  }

  /// Of a header that says none that can be, the one that journals have.
  private static func pageByteCount(_ header: [UInt8]) -> Int {
    guard header.count == headerByteCount else { return 4_096 }
    let stated = Int(header[16]) << 8 | Int(header[17])
    let count = stated == 1 ? 65_536 : stated
    return count >= 512 && count.nonzeroBitCount == 1 ? count : 4_096
  }
}

/// An image of a page in a log.
private struct LoggedPage {
  /// The commit that it belongs to, counted from 1; 0 is the file.
  let commit: UInt32
  /// Where it begins in the log.
  let place: Int
}

extension [UInt8] {
  /// As many bytes of a file as can be read from a place on, at most `count`.
  fileprivate init(_ file: OpenFile, _ place: Int, _ count: Int) {
    self = (try? file.bytes(at: place, count: count)) ?? []
  }
}
