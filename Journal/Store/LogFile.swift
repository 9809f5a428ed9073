internal import SQLite

/// A database's write-ahead log, read without SQLite: the frames that SQLite would take, which end
/// with the last commit that is whole.
struct LogFile {
  static let suffix = "-wal"

  let header: [UInt8]
  let pageByteCount: Int
  private(set) var frames: [LogFrames.Frame] = []
  /// Pages of the database after the last commit.
  private(set) var pageCount = 0
  /// Whether a commit that was durable lies behind a frame that is not what was written. SQLite
  /// begins no transaction before the one before it is durable, so frames behind a commit say that
  /// nothing of it is a torn end. Where the header is lost: whether any frame is damaged.
  private(set) var isBroken = false
  /// Whether its header does not hold. SQLite takes nothing of such a log, and removes it: the
  /// frames are those of every whole commit then, and what can be read of the damaged ones.
  let isHeaderLost: Bool
  private let bytes: [UInt8]

  /// Nil where nothing lies beside the database of which a frame can be read.
  init?(besides path: String) {
    guard let bytes = Self.bytes(besides: path) else { return nil }
    self.init(bytes: bytes)
  }

  static func bytes(besides path: String) -> [UInt8]? {
    let place = path + suffix
    return DatabaseFile.read(place, atMost: DatabaseFile.byteCount(place))
  }

  init?(bytes: [UInt8]) {
    let all = LogFrames { place, count in
      bytes[min(place, bytes.count)..<min(place + count, bytes.count)]
    }
    guard let all else { return nil }
    (header, pageByteCount, self.bytes) = (all.header, all.pageByteCount, bytes)
    isHeaderLost = all.isHeaderLost
    isHeaderLost ? collectRemains(LogCommits(all)) : collectFrames(all)
  }

  /// The first bytes of the log as they are now: others once SQLite begins it again.
  static func header(besides path: String) -> [UInt8]? {
    DatabaseFile.read(path + suffix, atMost: LogFrames.headerByteCount)
  }

  private mutating func collectFrames(_ all: LogFrames) {
    var open: [LogFrames.Frame] = []
    var isDamaged = false
    var isCommitted = false
    for frame in all {
      if !isDamaged, frame.isWhole {
        open.append(frame)
        guard frame.pageCount > 0 else { continue }
        frames += open
        pageCount = frame.pageCount
        open = []
      } else if isCommitted, frame.isWhole {
        isBroken = true
        return
      } else {
        // The damaged frame itself may have ended a commit.
        if !isDamaged || frame.isWhole, frame.pageCount > 0 { isCommitted = true }
        isDamaged = true
      }
    }
  }

  private mutating func collectRemains(_ all: LogCommits) {
    frames = all.commits.flatMap(\.frames)
    pageCount = all.commits.last?.pageCount ?? 0
    isBroken = all.isDamaged
  }

  /// Every image of a page, the oldest first.
  func images(of page: Int) -> [[UInt8]] {
    frames.lazy.filter { $0.page == page }.map { image($0) }
  }

  func lastImage(of page: Int) -> [UInt8]? {
    frames.last { $0.page == page }.map { image($0) }
  }

  /// Pages of which the log has an image that is one of those, in order.
  func pages(where isWanted: ([UInt8]) -> Bool) -> [Int] {
    Set(frames.filter { $0.page > 0 && isWanted(image($0)) }.map(\.page)).sorted()
  }

  /// The newest image of every page that the log has.
  var lastImages: [(page: Int, bytes: [UInt8])] {
    let last = Dictionary(frames.map { ($0.page, $0) }) { $1 }
    return last.values.map { ($0.page, image($0)) }
  }

  private func image(_ frame: LogFrames.Frame) -> [UInt8] {
    Array(bytes[frame.place..<(frame.place + pageByteCount)])
  }

  /// The database's bytes with all frames in them: as SQLite would read both together.
  func overlaid(on database: [UInt8]) -> [UInt8] {
    var whole = Array(database.prefix(pageCount * pageByteCount))
    whole += [UInt8](repeating: 0, count: pageCount * pageByteCount - whole.count)
    for frame in frames where frame.page >= 1 && frame.page <= pageCount {
      let start = (frame.page - 1) * pageByteCount
      whole.replaceSubrange(
        start..<(start + pageByteCount), with: bytes[frame.place..<(frame.place + pageByteCount)])
    }
    return whole
  }
}
