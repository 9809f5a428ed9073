internal import CHashes
internal import JournalFormat
package import SQLite

/// A small file beside an index that says what its file was settled as last, or what it is being
/// written to from.
///
/// SQLite reads a log that has lost its end up to the last valid checksum: the index as it was
/// before. But where the file had been written to meanwhile, old pages from the log would stand
/// among new ones of the file, and each of them would be whole; so they would if the file were one
/// of another time. So the file is written to only while this names the log from which it is, and
/// this says afterwards what the file begins with and the name that it bears: whatever else is
/// found there was cut short, or is of another time.
struct SettledMark {
  /// What it says.
  private enum State: Equatable {
    case settled(name: Int64, beginning: Int64)
    /// Of the log: its first bytes, in which the file has the name that it had before; behind them
    /// it gets the new one.
    case settling(from: Int64, to: Int64, logByteCount: Int64, logChecksum: Int64)
  }

  private let index: String
  private var path: String { index + IndexProjection.markSuffix }
  static let byteCountMax = 256
  /// Bytes of the file by which it is known. They change whenever it is settled, for the name is
  /// among them, and never in between.
  private static let beginningByteCount = 1 << 16

  init(besides index: String) { self.index = index }

  /// Durable, since the file is written to next.
  func markFlushing(from name: Int64, to next: Int64) throws(SQLiteError) {
    let log = index + "-wal"
    let byteCount = DatabaseFile.byteCount(log)
    try write(
      .settling(
        from: name, to: next, logByteCount: Int64(byteCount),
        logChecksum: Self.checksum(of: log, byteCount)),
      isDurable: true)
  }

  /// Called while the log still exists. Does not wait for the disk: if a power cut loses this, the
  /// index is rebuilt.
  func end(_ name: Int64) throws(SQLiteError) {
    try write(.settled(name: name, beginning: beginning), isDurable: false)
  }

  /// The names that the file may bear; empty where it was cut short, or is of another time.
  func names() -> Set<Int64> {
    switch read() {
    case .settled(let name, let beginning): beginning == self.beginning ? [name] : []
    case .settling(let name, let next, let byteCount, let checksum):
      // From a log that is whole it can be written to once more.
      Self.checksum(of: index + "-wal", Int(byteCount)) == checksum ? [name, next] : []
    case nil: []
    }
  }

  private var beginning: Int64 { Self.checksum(of: index, Self.beginningByteCount) }

  /// Of the first bytes of a file, or of as many as it has, and of how many these are.
  private static func checksum(of path: String, _ byteCount: Int) -> Int64 {
    var checksum: UInt32 = 0
    var found: Int64 = 0
    DatabaseFile.forEachPart(of: path, atMost: byteCount) { bytes in
      checksum = spotlog_crc32c(checksum, bytes.baseAddress, bytes.count)
      found += Int64(bytes.count)
    }
    return found << 32 ^ Int64(checksum)
  }

  // MARK: Writing

  private func write(_ state: State, isDurable: Bool) throws(SQLiteError) {
    let text =
      switch state {
      case .settled(let name, let beginning): "settled \(name) \(beginning)"
      case .settling(let name, let next, let byteCount, let checksum):
        "settling \(name) \(next) \(byteCount) \(checksum)"
      }
    try DatabaseFile.write(Array(text.utf8), to: path, isDurable: isDurable)
  }

  private func read() -> State? {
    guard let bytes = IndexProjection.mark(besides: index) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int64($0) }
    guard numbers.count == words.count - 1 else { return nil }
    return switch (words[0], numbers.count) {
    case ("settled", 2): .settled(name: numbers[0], beginning: numbers[1])
    case ("settling", 4) where numbers[2] >= 0:
      .settling(
        from: numbers[0], to: numbers[1], logByteCount: numbers[2], logChecksum: numbers[3])
    default: nil
    }
  }
}

extension IndexProjection {
  /// Of the file beside an index that says what it was settled as.
  package static let markSuffix = "-settled"

  /// What that says now: another thing once the index was written to.
  package static func mark(besides path: String) -> [UInt8]? {
    DatabaseFile.read(path + markSuffix, atMost: SettledMark.byteCountMax)
  }

  /// Bytes of the log after which it is taken over. What changes in a large index lies far apart:
  /// taking 4 MiB over, as SQLite does by itself, has one of thirty changes wait for it.
  private static let logByteCountMax = 64 << 20

  /// Returns once what the index has read is in its file, durably.
  package func flushWriteAheadLog() throws(SQLiteError) {
    guard let mark else { return try connection.checkpointFully() }
    guard connection.logByteCount > 0 else { return }
    var dice = Dice.system
    let name = Int64.random(in: 1...Int64.max, using: &dice)
    try mark.markFlushing(from: settledName, to: name)
    try connection.execute("UPDATE checkpoint SET settled = \(name)")
    settledName = name
    try connection.checkpointFully(isLeft: true)
    try mark.end(name)
    // Last: until the mark is there, the file can be made whole from the log again.
    try connection.checkpointFully()
  }

  /// After a transaction. One that fails is tried again after the next: nothing is lost by that.
  func flushWriteAheadLogIfLong() {
    guard mark != nil, connection.logByteCount > Self.logByteCountMax else { return }
    try? flushWriteAheadLog()
  }
}
