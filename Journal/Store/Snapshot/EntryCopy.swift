internal import JournalFormat
internal import SQLite

/// Entries of one journal as segments: SQLite files with one table, in the order of their numbers.
enum EntryCopy {
  static let insertion =
    "INSERT INTO entries (\(EntryRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

  /// Gives the segments of the entries after `since` one by one; each entry is checked against the
  /// chain on its way, so that no snapshot is made of a damaged journal.
  static func run(
    _ source: SnapshotSource, after since: Journal.Position,
    segment: (_ first: UInt64, _ last: UInt64, [UInt8]) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    let path = source.journal.path
    let select = try SnapshotError.writing(path) { () throws(SQLiteError) in
      try source.journal.connection.statement(
        "SELECT \(EntryRow.columns) FROM entries WHERE number > ? ORDER BY number")
    }
    select.bind(1, Int64(clamping: since.number))
    defer { select.reset() }
    var reached = since
    while reached.number < source.head.number {
      let first = reached.number + 1
      let image = try SnapshotError.writing(path) { () throws(SQLiteError) in
        try fill(select, after: &reached)
      }
      guard reached.number >= first else {
        throw SnapshotError(
          JournalError.damage(
            "Entry \(first)", of: path, "is missing, or is not what the chain says"))
      }
      try segment(first, reached.number, image)
    }
    guard reached == source.head else {
      throw SnapshotError(
        JournalError.damage("The last entry", of: path, "is not what the chain says"))
    }
  }

  /// The next segment: up to what fits into it, or to an entry that does not follow.
  private static func fill(
    _ select: Statement, after reached: inout Journal.Position
  ) throws(SQLiteError) -> [UInt8] {
    let image = try SnapshotImage.make([JournalSchema.entriesTable])
    let insert = try image.statement(insertion)
    var unseen = 0
    while try select.step() {
      guard let row = EntryRow(select), reached.isFollowed(by: row) else { break }
      insert.bindRow(of: select)
      try insert.run()
      reached = Journal.Position(number: row.number.rawValue, digest: row.digest)
      unseen += 64 + (row.payload?.count ?? 0)
      guard unseen >= SnapshotImage.byteCountStep else { continue }
      unseen = 0
      if try SnapshotImage.isFull(image) { break }
    }
    return try SnapshotImage.bytes(image)
  }
}

extension Journal.Position {
  /// Whether the entry is the next one of the chain.
  @inline(__always)
  func isFollowed(by row: EntryRow) -> Bool {
    row.number.rawValue == number + 1 && row.header.digest(after: digest) == row.digest
  }
}
