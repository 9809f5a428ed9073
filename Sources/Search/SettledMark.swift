internal import JournalFormat
package import SQLite

/// A small file beside an index that says what its file was settled as last, or that it is being
/// written to.
///
/// SQLite takes a log that has lost its end as far as its checksums hold: the index as it was
/// before. But where the file had been written to meanwhile, old pages from the log would stand
/// among new ones of the file, and each of them would be whole. So the file is written to only
/// while this says so, and bears the name that this says afterwards: whatever else is found there
/// was cut short, or is a log of another time.
struct SettledMark {
  private let path: String
  private static let settling: [UInt8] = Array("settling".utf8)
  private static let byteCountMax = 32

  init(besides index: String) { path = index + "-settled" }

  /// Durable, since the file is written to next.
  func begin() throws(SQLiteError) {
    try DatabaseFile.write(Self.settling, to: path, isDurable: true)
  }

  /// Where this gets lost, the index is made anew: nothing is waited for.
  func end(_ name: Int64) throws(SQLiteError) {
    try DatabaseFile.write(Array("\(name)".utf8), to: path, isDurable: false)
  }

  /// Whether the file that bears the name was settled, and is not being written to.
  func isSettled(as name: Int64) -> Bool {
    DatabaseFile.read(path, atMost: Self.byteCountMax) == Array("\(name)".utf8)
  }
}

extension IndexFold {
  /// Bytes of the log after which it is taken over. What changes in a large index lies far apart:
  /// taking 4 MiB over, as SQLite does by itself, has one of thirty changes wait for it.
  private static let logByteCountMax = 32 << 20

  func isSettled() throws(SQLiteError) -> Bool {
    guard let mark else { return true }
    return mark.isSettled(as: settledName)
  }

  /// Returns once what the index has read is in its file, durably.
  package func settleFile() throws(SQLiteError) {
    guard let mark else { return try takeOverLog() }
    guard connection.logByteCount > 0 else { return }
    try mark.begin()
    var dice = Dice.system
    settledName = Int64.random(in: 1...Int64.max, using: &dice)
    try connection.execute("UPDATE checkpoint SET settled = \(settledName)")
    try takeOverLog()
    try mark.end(settledName)
  }

  private func takeOverLog() throws(SQLiteError) {
    guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0 else { return }
    throw SQLiteError(
      code: .busy,
      message: "\(connection.path) is being read by another program")
  }

  /// After a transaction. One that fails is tried again after the next: nothing is lost by that.
  func settleIfLong() {
    guard mark != nil, connection.logByteCount > Self.logByteCountMax else { return }
    try? settleFile()
  }
}
