package import JournalFormat
package import SQLite

/// Makes a journal's file again from a snapshot's shares in it, under a temporary name.
struct JournalRebuild {
  let parts: [SnapshotChain.Part]
  let path: String
  let files: any SnapshotFiles
  let phase: (SnapshotPhase) -> Void

  private var newest: SnapshotManifest.JournalPart { parts[parts.count - 1].journal }
  private var floor: Journal.Position {
    // It was checked when the manifest was read.
    parts[0].journal.since.position!
  }
  private var identity: JournalIdentity { newest.identity! }

  /// The leading journal, up to the entry `last`.
  func lead(
    to last: UInt64, _ profile: SnapshotProfile, mark: RestoreMark
  ) throws(SnapshotError) -> SnapshotCut {
    let connection = try createDatabase()
    let last = try copyEntries(to: connection, last)
    let cut = SnapshotCut(
      leader: identity, floor: floor, last: last, isHead: last == newest.head.number)
    try copyLocal(to: connection, last)
    try finish(connection) { () throws(SQLiteError) in
      if !cut.isHead { try profile.rewind(identity.kind, last, connection, cut) }
      try mark.write(last, to: connection)
    }
    return cut
  }

  /// The journal as the snapshot has it.
  ///
  /// - Returns: the number of its last entry.
  @discardableResult
  func copy() throws(SnapshotError) -> UInt64 {
    let connection = try createDatabase()
    let last = try copyEntries(to: connection, newest.head.number)
    try copyLocal(to: connection, last)
    try finish(connection) { () throws(SQLiteError) in }
    return last
  }

  /// A journal that follows the leading one.
  ///
  /// - Returns: the number of its last entry.
  func follow(
    _ cut: SnapshotCut, _ profile: SnapshotProfile
  ) throws(SnapshotError) -> UInt64 {
    guard !cut.isHead else { return try copy() }
    let connection = try createDatabase()
    try copyLocal(to: connection, nil)
    let inside = try SnapshotError.writing(path) { () throws(SQLiteError) in
      try profile.follow(connection, cut)
    }
    let last = try copyEntries(
      to: connection, min(max(inside, floor.number), newest.head.number))
    try copyRedactions(to: connection, last)
    try finish(connection) { () throws(SQLiteError) in
      try profile.rewind(identity.kind, last, connection, cut)
    }
    return last
  }

  /// The file with a journal's tables and identity, in one transaction.
  private func createDatabase() throws(SnapshotError) -> Connection {
    let identity = identity
    let floor = floor
    return try SnapshotError.writing(path) { () throws(SQLiteError) in
      let connection = try Connection(path: path, mode: .create, vfs: files.vfs)
      // Nobody opens the file before it was synced whole and got its name.
      try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try connection.execute("BEGIN")
      try JournalSchema.migrate(connection, from: 0)
      try JournalSchema.insertIdentity(
        identity, created: Timestamp(milliseconds: newest.created), in: connection)
      let update = try connection.statement(
        "UPDATE journal SET floor_number = ?, floor_digest = ?")
      update.bind(1, Int64(clamping: floor.number))
      update.bind(2, floor.digest.bytes)
      try update.run()
      return connection
    }
  }

  private func finish(
    _ connection: Connection, _ body: () throws(SQLiteError) -> Void
  ) throws(SnapshotError) {
    try SnapshotError.writing(path) { () throws(SQLiteError) in
      try body()
      try connection.execute("COMMIT")
    }
  }

  /// Copies the entries up to `end`; those that were redacted since come without payload.
  ///
  /// - Returns: the number of the last one.
  private func copyEntries(
    to connection: Connection, _ end: UInt64
  ) throws(SnapshotError) -> UInt64 {
    let redacted = Set(try SnapshotChain.redactions(parts))
    let insert = try SnapshotError.writing(path) { () throws(SQLiteError) in
      try connection.statement(EntryCopy.insertion)
    }
    var last = floor.number
    if last == end { return last }
    let phase = phase
    try SnapshotChain.forEachEntry(parts, phase: { phase($0 == .reading ? .writing : $0) }) {
      row, select throws(SnapshotError) in
      do throws(SQLiteError) {
        insert.bindRow(of: select)
        if redacted.contains(row.number.rawValue), row.payload != nil {
          bindRedacted(row.header, to: insert)
        }
        try insert.run()
      } catch {
        throw SnapshotError(writing: path, error)
      }
      last = row.number.rawValue
      return last == end ? .stop : .next
    }
    return last
  }

  private func bindRedacted(_ header: EntryHeader, to insert: Statement) {
    insert.bindNull(6)
    insert.bind(7, Int64(header.payloadByteCount))
    insert.bind(8, header.payloadDigest.bytes)
  }

  /// Makes the local tables as they were, and the list of redactions, up to `last` if it is given.
  private func copyLocal(
    to connection: Connection, _ last: UInt64?
  ) throws(SnapshotError) {
    var isFirst = true
    try SnapshotChain.forEachLocalImage(parts[parts.count - 1]) {
      image, tables throws(SnapshotError) in
      if isFirst {
        try SnapshotError.writing(path) { () throws(SQLiteError) in
          for case let sql? in tables.map(\.sql) { try connection.make(sql) }
        }
      }
      isFirst = false
      for table in tables where table.type == "table" {
        try SnapshotError.writing(path) { () throws(SQLiteError) in
          let select = try image.statement("SELECT * FROM \"\(table.name)\"")
          let insert = try connection.statement(
            LocalCopy.insertion(into: table.name, select.columnCount))
          while try select.step() {
            insert.bindRow(of: select)
            try insert.run()
          }
        }
      }
    }
    if let last { try copyRedactions(to: connection, last) }
  }

  /// The redactions of entries up to `last`: numbers after it will be given again.
  private func copyRedactions(
    to connection: Connection, _ last: UInt64
  ) throws(SnapshotError) {
    let numbers = try SnapshotChain.redactions(parts)
    try SnapshotError.writing(path) { () throws(SQLiteError) in
      for number in numbers where number <= last {
        try RedactionMark.add(number, in: connection)
      }
    }
  }
}

/// The trace that a restore leaves in the leading journal, in the table `local_restored`, for its
/// owner to find at the next open.
package struct RestoreMark {
  private let time: Timestamp
  private let snapshot: String

  package init(time: Timestamp, snapshot: String) {
    self.time = time
    self.snapshot = snapshot
  }

  static let statement = """
    CREATE TABLE IF NOT EXISTS local_restored (
      row INTEGER PRIMARY KEY, time INTEGER, snapshot TEXT, log_number INTEGER, checksum INTEGER
    ) STRICT;

    """
  /// One row a restore, the last one last.
  package static let table = CheckedTable(
    "local_restored", key: 1,
    ["row": .integer, "time": .integer, "snapshot": .text, "log_number": .integer],
    remedy: "It is taken for restored: a device asks all apps to give everything again with the "
      + "next `spotlog device` command, and writes the table again; a server compares the log with "
      + "its witness when it starts.")

  /// - Parameter last: the last entry that was restored.
  package func write(_ last: UInt64, to connection: Connection) throws(SQLiteError) {
    try connection.execute(Self.statement + CheckedTable.sumsTable)
    var row = try connection.integer("SELECT max(row) FROM local_restored")
    // After the largest row none can come: no restore wrote it, so nothing is lost with it.
    if row == .max {
      try Self.table.clear(in: connection)
      row = 0
    }
    try Self.table.insert(
      [.integer(row + 1), .integer(time.milliseconds), .text(snapshot), .number(last)],
      in: connection)
  }
}
