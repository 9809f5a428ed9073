internal import SQLite

/// What ties a write-ahead log to its database: a row that the first transaction of each log
/// changes, from the mark of the log before to one of its own.
///
/// A log that is brought into the file takes its mark there, so a file has the mark of the last log
/// that it has seen, and the log that continues it begins from that mark. A file of another time
/// has another one.
struct LogMark: Hashable {
  static let tableName = "local_log_mark"
  private static let byteCount = 16
  /// Sets the table up where it is missing.
  static let tableIfMissing = """
    CREATE TABLE IF NOT EXISTS \(tableName) (
      row INTEGER PRIMARY KEY, mark BLOB NOT NULL
    ) STRICT;
    INSERT OR IGNORE INTO \(tableName)
      VALUES (1, CAST(zeroblob(\(byteCount)) || randomblob(\(byteCount)) AS BLOB));

    """
  /// For the first transaction of a log.
  static let change = """
    UPDATE \(tableName)
      SET mark = CAST(substr(mark, \(byteCount + 1)) || randomblob(\(byteCount)) AS BLOB)
    """

  let previous: [UInt8]
  let own: [UInt8]

  private init?(_ bytes: [UInt8]) {
    guard bytes.count == 2 * Self.byteCount else { return nil }
    previous = Array(bytes[..<Self.byteCount])
    own = Array(bytes[Self.byteCount...])
  }

  /// Reads the mark from the page of a log that holds the table; nil for any other page.
  init?(page: [UInt8]) {
    // The head of a table's leaf with one cell, and that cell: its length, the row's number, and a
    // record of a NULL and a blob.
    guard page.count >= 512, page[0] == 13, page[3] == 0, page[4] == 1 else { return nil }
    let cell = Int(page[5]) << 8 | Int(page[6])
    let record: [UInt8] = [
      UInt8(3 + 2 * Self.byteCount), 1, 3, 0, UInt8(4 * Self.byteCount + 12),
    ]
    guard cell + record.count + 2 * Self.byteCount <= page.count,
      page[cell...].starts(with: record)
    else { return nil }
    self.init(Array(page[(cell + record.count)..<(cell + record.count + 2 * Self.byteCount)]))
  }

  /// Nil in a file that has none.
  static func read(_ connection: Connection) throws(SQLiteError) -> LogMark? {
    guard try connection.hasTable(tableName) else { return nil }
    let select = try connection.statement("SELECT mark FROM \(tableName) WHERE row = 1")
    defer { select.reset() }
    return try select.step() ? LogMark(select.bytes(0)) : nil
  }

  /// Whether a log with these marks, the oldest first, continues a file that has this one. Some of
  /// the log may be in the file already. Nil where the log says nothing.
  func isContinued(by marks: [LogMark]) -> Bool? {
    guard let first = marks.first else { return nil }
    return own == first.previous || marks.contains { $0.own == own }
  }
}
