internal import JournalFormat
internal import SQLite

/// An open journal file whose identity was read and checked.
struct JournalFile {
  let path: String
  let connection: Connection
  let identity: JournalIdentity
  let created: Timestamp
  let floor: Journal.Position

  /// Makes the file. Its tables come first, as pages; all else, and what `fill` adds, in one
  /// transaction, without which it is no journal and may be made again.
  init(
    creatingAt path: String, identity: JournalIdentity, created: Timestamp,
    options: JournalOptions, localTables: String,
    fill: (Connection) throws(JournalError) -> Void
  ) throws(JournalError) {
    connection = try Self.freeFile(at: path, options: options)
    do throws(SQLiteError) {
      try Self.configureWriter(connection, options: options)
      try JournalTemplate.copy(
        to: connection, pageByteCount: options.pageByteCount, localTables: localTables)
    } catch {
      throw JournalError(error, path: path)
    }
    try connection.transaction({ JournalError($0, path: path) }) {
      [connection] () throws(JournalError) in
      do throws(SQLiteError) {
        try JournalSchema.insertIdentity(identity, created: created, in: connection)
      } catch {
        throw JournalError(error, path: path)
      }
      try fill(connection)
    }
    self.path = path
    self.identity = identity
    self.created = created
    floor = Journal.Position(number: 0, digest: identity.genesis)
  }

  /// A file that holds nothing, or what a making left that did not come to its end.
  private static func freeFile(
    at path: String, options: JournalOptions
  ) throws(JournalError) -> Connection {
    let connection: Connection
    let isFree: Bool
    do throws(SQLiteError) {
      let isNew = !DatabaseFile.exists(path, vfs: options.vfs)
      connection = try Connection(path: path, mode: .create, vfs: options.vfs)
      // Said before anything is read, for which SQLite sets up pages of the size that it knows.
      try connection.execute("PRAGMA page_size = \(options.pageByteCount)")
      // The writer's lock is held: what was not there is nobody's.
      isFree = isNew ? true : try isUnfinished(connection)
    } catch {
      switch error.code {
      case .damaged, .other: throw occupied(path)
      default: throw JournalError(error, path: path)
      }
    }
    guard isFree else { throw occupied(path) }
    return connection
  }

  /// Whether a making left the file that did not come to its end: empty, or with tables alone.
  ///
  /// That it says so is not enough, since one flipped bit makes `SLJ0` of `SLJ1`: whatever has an
  /// identity or an entry is no such file, and is never written over.
  private static func isUnfinished(_ connection: Connection) throws(SQLiteError) -> Bool {
    switch try connection.integer("PRAGMA application_id") {
    case JournalSchema.unfinishedIdentifier: try JournalSchema.hasNothing(connection)
    case 0: try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    default: false
    }
  }

  private static func occupied(_ path: String) -> JournalError {
    JournalError(
      .alreadyExists,
      "\(path) exists already. Open it, or choose another place for the new journal.")
  }

  init(
    openingAt path: String, access: Journal.Access, options: JournalOptions
  ) throws(JournalError) {
    self.path = path
    do throws(SQLiteError) {
      let reading: Connection.Mode = options.readsAlone ? .readAlone : .readOnly
      connection = try Connection(
        path: path, mode: access == .write ? .readWrite : reading, vfs: options.vfs)
    } catch {
      throw JournalError(error, path: path)
    }
    let version = try Self.checkVersion(connection, path: path)
    if access == .write {
      do throws(SQLiteError) {
        try Self.configureWriter(connection, options: options)
        if version < JournalSchema.version {
          try connection.transaction({ $0 }) { [connection] () throws(SQLiteError) in
            try JournalSchema.migrate(connection, from: version)
          }
        }
        // What a process wrote that ended before its sync, or whose sync failed, can be read and is
        // not durable. Nobody may act on it before it is: this syncs the write-ahead log.
        try connection.execute("PRAGMA wal_checkpoint(PASSIVE);")
      } catch {
        throw JournalError(error, path: path)
      }
    }
    (identity, created, floor) = try Self.readIdentity(connection, path: path)
  }

  /// Makes the `local_` tables that are not there.
  func addMissing(_ localTables: String) throws(JournalError) {
    do throws(SQLiteError) { try connection.execute(localTables) } catch {
      throw JournalError(error, path: path)
    }
  }

  private static func configureWriter(
    _ connection: Connection, options: JournalOptions
  ) throws(SQLiteError) {
    // What an append acknowledged has to survive a power cut, and only FULL gives that in WAL mode.
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = \(options.syncsCommits ? "FULL" : "NORMAL");
      PRAGMA wal_autocheckpoint = \(options.checkpointPageCount);
      PRAGMA secure_delete = ON;
      """)
  }

  /// Refuses what is no journal and what a later version made, before anything is changed.
  private static func checkVersion(
    _ connection: Connection, path: String
  ) throws(JournalError) -> Int {
    let isJournal: Bool
    let isUnfinished: Bool
    let version: Int
    do throws(SQLiteError) {
      isJournal =
        try connection.integer("PRAGMA application_id") == JournalSchema.applicationIdentifier
      version = Int(try connection.integer("PRAGMA user_version"))
      isUnfinished = isJournal ? false : try Self.isUnfinished(connection)
    } catch {
      // What lacks the tables of a journal is none; a disk that fails says nothing about the file.
      switch error.code {
      case .damaged, .other: throw notAJournal(path, cause: error)
      default: throw JournalError(error, path: path)
      }
    }
    guard isJournal else { throw isUnfinished ? unmade(path) : notAJournal(path, cause: nil) }
    guard version <= JournalSchema.version else {
      throw JournalError(
        .newerFormat(version),
        "\(path) has format \(version); this program knows up to \(JournalSchema.version). "
          + "Use a newer spotlog.")
    }
    return version
  }

  private static func unmade(_ path: String) -> JournalError {
    JournalError(
      .notFound,
      "There is no journal at \(path): making it did not come to its end. Check the path, or make "
        + "the journal again.")
  }

  private static func notAJournal(_ path: String, cause: SQLiteError?) -> JournalError {
    JournalError(
      .notAJournal,
      "\(path) is no journal, or its first page is damaged. Check the path; if it was a journal, "
        + "restore it from a snapshot.",
      cause: cause)
  }

  private static func readIdentity(
    _ connection: Connection, path: String
  ) throws(JournalError) -> (JournalIdentity, Timestamp, Journal.Position) {
    let row: IdentityRow?
    do throws(SQLiteError) {
      row = try IdentityRow(connection)
    } catch {
      throw JournalError(error, path: path)
    }
    guard let row, let kind = JournalKind(rawValue: row.kind),
      let name = JournalName(hex: row.name.hex), let lineage = LineageName(hex: row.lineage.hex),
      let floorDigest = Digest(bytes: row.floorDigest)
    else {
      throw JournalError(
        .damaged,
        "\(path) does not say whose journal it is. Restore it from a snapshot.")
    }
    do throws(FormatError) {
      let parent = try row.parent.map { bytes throws(FormatError) in
        try bytes.reading(subject: "\(path)") { reader throws(FormatError) in try reader.head() }
      }
      return (
        JournalIdentity(kind: kind, name: name, lineage: lineage, parent: parent),
        Timestamp(milliseconds: row.created),
        Journal.Position(number: row.floorNumber, digest: floorDigest)
      )
    } catch {
      throw JournalError(error, path: path)
    }
  }

  /// The last entry, after a check that it is chained to the one before it: a constant cost.
  static func readHead(
    _ connection: Connection, floor: Journal.Position, path: String
  ) throws(JournalError) -> Journal.Position {
    let rows: (last: Entry?, previous: Digest?)?
    do throws(SQLiteError) {
      rows = try lastRows(connection, floor: floor)
    } catch {
      throw JournalError(error, path: path)
    }
    guard let rows else { return floor }
    guard let last = rows.last, let previous = rows.previous,
      last.header.digest(after: previous) == last.digest
    else {
      throw .damage("The last entry", of: path, "is damaged")
    }
    return Journal.Position(number: last.header.number.rawValue, digest: last.digest)
  }

  /// The last entry and the digest before it; nil when there is no entry.
  private static func lastRows(
    _ connection: Connection, floor: Journal.Position
  ) throws(SQLiteError) -> (last: Entry?, previous: Digest?)? {
    let select = try connection.statement(
      "SELECT \(EntryRow.columns) FROM entries ORDER BY number DESC LIMIT 2")
    defer { select.reset() }
    guard try select.step() else { return nil }
    let last = EntryRow(select)?.entry
    let previous = try select.step() ? EntryRow(select)?.digest : floor.digest
    return (last, previous)
  }
}

/// The one row that says whose journal a file is.
private struct IdentityRow {
  let kind: UInt8
  let name: [UInt8]
  let lineage: [UInt8]
  let parent: [UInt8]?
  let created: Int64
  let floorNumber: UInt64
  let floorDigest: [UInt8]

  init?(_ connection: Connection) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT kind, name, lineage, parent, created, floor_number, floor_digest FROM journal")
    defer { select.reset() }
    guard try select.step() else { return nil }
    kind = UInt8(truncatingIfNeeded: select.integer(0))
    name = select.bytes(1)
    lineage = select.bytes(2)
    parent = select.isNull(3) ? nil : select.bytes(3)
    created = select.integer(4)
    floorNumber = UInt64(clamping: select.integer(5))
    floorDigest = select.bytes(6)
  }
}
