internal import JournalFormat
internal import SQLite

/// An open journal file whose identity was read and checked.
struct JournalFile {
  let path: String
  let connection: Connection
  let identity: JournalIdentity
  let created: Timestamp
  let floor: Journal.Position
  /// What lay beside it as its log, and is another's.
  let foreignLog: ForeignLog?
  /// Whether acknowledged entries lie behind damage in its log. Only readers get as far.
  let isLogBroken: Bool

  /// Makes the file. Its tables come first, as pages; all else, and what `fill` adds, in one
  /// transaction, without which it is not a journal and may be replaced.
  init(
    creatingAt path: String, identity: JournalIdentity, created: Timestamp,
    options: JournalOptions, localTables: String,
    fill: (Connection) throws(JournalError) -> Void
  ) throws(JournalError) {
    if options.isForPeople(path), try LogCheck(path: path).standing == .unreadable {
      throw LogCheck.refusal(of: path)
    }
    connection = try Self.freeFile(at: path, options: options)
    try JournalError.translating(path) { [connection] in
      try Self.configureWriter(connection, options: options)
      try JournalTemplate.copy(
        to: connection, pageByteCount: options.pageByteCount, localTables: localTables)
    }
    try connection.transaction({ JournalError($0, path: path) }) {
      [connection] () throws(JournalError) in
      try JournalError.translating(path) {
        try JournalSchema.insertIdentity(identity, created: created, in: connection)
      }
      try fill(connection)
    }
    self.path = path
    self.identity = identity
    self.created = created
    foreignLog = nil
    isLogBroken = false
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
      case .full, .busy, .cannotOpen, .readOnly, .inputOutput, .constraint:
        throw JournalError(error, path: path)
      }
    }
    guard isFree else { throw occupied(path) }
    return connection
  }

  /// Whether a making left the file that did not come to its end: empty, or with tables alone.
  ///
  /// That it says so is not enough, since one flipped bit makes `SLJ0` of `SLJ1`: a file
  /// with an identity or an entry is not unfinished, and is never overwritten.
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

  /// Refuses folders, pipes and the like, in place of the file or of what SQLite keeps beside it.
  static func refuseSpecial(_ path: String) throws(JournalError) {
    if FileSystem.problem(ofOrdinaryFile: path) == FileSystem.isFolder {
      throw JournalError(.notAJournal, UnopenedFile(path).message)
    }
    for suffix in ["", LogFile.suffix, "-shm", "-journal"] {
      guard let problem = FileSystem.special(path + suffix) else { continue }
      throw JournalError(
        .notAJournal,
        suffix.isEmpty
          ? "\(path) \(problem), and no journal. Check the path."
          : "\(path)\(suffix) \(problem): SQLite would take it for its own. Move it away.")
    }
  }

  init(
    openingAt path: String, access: Journal.Access, options: JournalOptions
  ) throws(JournalError) {
    self.path = path
    let mode: Connection.Mode
    let standing = try options.isForPeople(path) ? LogCheck(path: path).standing : nil
    isLogBroken = standing == .broken || standing == .unreadable
    (foreignLog, mode) = try Self.checkLog(standing, of: path, for: access, options: options)
    connection = try JournalError.translating(path) {
      try Connection(path: path, mode: mode, vfs: options.vfs)
    }
    if options.vfs != nil, options.looksForDamage(path) {
      try JournalError.translating(path) { [connection] in try connection.checkCellSizes() }
    }
    if access == .read { connection.boundWork() }
    let version: Int
    do throws(JournalError) {
      version = try Self.checkVersion(connection, path: path)
    } catch {
      // All of it may lie in the log: the file alone looks as one whose making was interrupted.
      throw isLogBroken && error.code == .notFound ? LogCheck.refusal(of: path) : error
    }
    try JournalSchema.check(connection, path: path)
    if access == .write {
      try JournalError.translating(path) { [connection] in
        try Self.configureWriter(connection, options: options)
        if version < JournalSchema.version {
          try connection.transaction({ $0 }) { [connection] () throws(SQLiteError) in
            try JournalSchema.migrate(connection, from: version)
          }
        }
        // What a process wrote that ended before its sync, or whose sync failed, can be read and is
        // not durable. Nobody may act on it before it is: this syncs the write-ahead log.
        try connection.checkpointLog("PASSIVE")
      }
    }
    (identity, created, floor) = try Self.readIdentity(connection, path: path)
  }

  /// A log that does not belong to the file, which a writer renames; and how the file is opened.
  ///
  /// - Parameter standing: nil where nobody but this program has the files.
  private static func checkLog(
    _ standing: LogCheck.Standing?, of path: String,
    for access: Journal.Access, options: JournalOptions
  ) throws(JournalError) -> (ForeignLog?, Connection.Mode) {
    let isWriter = access == .write
    let reading: Connection.Mode = options.readsAlone ? .readAlone : .readOnly
    guard let standing else { return (nil, isWriter ? .readWrite : reading) }
    switch standing {
    case .none, .own:
      // Where nothing may be made beside a file, SQLite does not even pass over an empty log.
      let isFixed = standing == .none && !FileSystem.isWritable(path.folder)
      return (nil, isWriter ? .readWrite : isFixed ? .readFixed : reading)
    case .broken, .unreadable:
      if isWriter { throw LogCheck.refusal(of: path) }
      return (nil, standing == .broken ? reading : .readFixed)
    case .foreign, .cut:
      let aside = isWriter ? try LogCheck(path: path).setAside() : nil
      return (
        ForeignLog(path: path, isCut: standing == .cut, aside: aside),
        isWriter ? .readWrite : .readFixed
      )
    }
  }

  /// Makes the `local_` tables that are not there.
  func addMissing(_ localTables: String) throws(JournalError) {
    try JournalError.translating(path) {
      let isMarked = try connection.hasTable(LogMark.tableName)
      try connection.execute(localTables)
      // From here on a log that continues the file can be told from others.
      if !isMarked { try connection.checkpointLog("PASSIVE") }
    }
  }

  private static func configureWriter(
    _ connection: Connection, options: JournalOptions
  ) throws(SQLiteError) {
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = \(options.synchronous);
      PRAGMA wal_autocheckpoint = \(options.checkpointPageCount);
      PRAGMA secure_delete = ON;
      """)
    guard options.isForPeople(connection.path) else { return }
    connection.markLogs(with: LogMark.change, checkpointPageCount: options.checkpointPageCount)
  }

  /// Refuses what is not a journal and what a later version made, before anything is changed.
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
      // A file without a journal's tables is not a journal; a failing disk proves nothing.
      switch error.code {
      case .damaged, .other:
        throw JournalError(.notAJournal, UnopenedFile(path).message, cause: error)
      case .full, .busy, .cannotOpen, .readOnly, .inputOutput, .constraint:
        throw JournalError(error, path: path)
      }
    }
    guard isJournal else {
      throw isUnfinished
        ? unmade(path) : JournalError(.notAJournal, UnopenedFile(path).message)
    }
    guard version > 0 else {
      throw JournalError(
        .notAJournal,
        "\(path) states the format \(version), which no journal has.",
        nextStep: "Restore it from a snapshot.")
    }
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
      "There is no journal at \(path): its creation was interrupted. Check the path, or make "
        + "the journal again.")
  }

  static func readIdentity(
    _ connection: Connection, path: String
  ) throws(JournalError) -> (JournalIdentity, Timestamp, Journal.Position) {
    let row = try JournalError.translating(path) { try IdentityRow(connection) }
    guard let row, let kind = JournalKind(rawValue: row.kind),
      let name = JournalName(hex: row.name.hex), let lineage = LineageName(hex: row.lineage.hex)
    else {
      throw JournalError(
        .damaged,
        "\(path) does not say whose journal it is.", nextStep: "Restore it from a snapshot.")
    }
    guard let floor = Journal.Position(floorNumber: row.floorNumber, digest: row.floorDigest) else {
      throw .damage("The floor \(row.floorNumber)", of: path, "is none that a journal can have")
    }
    return try JournalError.translating(path) {
      let parent = try row.parent.map { bytes throws(FormatError) in
        try bytes.reading(subject: "\(path)") { reader throws(FormatError) in try reader.head() }
      }
      return (
        JournalIdentity(kind: kind, name: name, lineage: lineage, parent: parent),
        Timestamp(milliseconds: row.created), floor
      )
    }
  }

  /// The last entry, after a check that it is chained to the one before it: a constant cost.
  static func readHead(
    _ connection: Connection, floor: Journal.Position, path: String
  ) throws(JournalError) -> Journal.Position {
    let rows = try JournalError.translating(path) { try lastRows(connection, floor: floor) }
    guard let rows else { return floor }
    guard let last = rows.last, let previous = rows.previous,
      last.header.digest(after: previous) == last.digest
    else {
      throw .damage("The last entry", of: path, "is damaged")
    }
    let number = last.header.number.rawValue
    guard SequenceNumber.places.contains(number) else {
      throw .damage(
        "The last entry", of: path, "has the number \(number), which leaves none for the next")
    }
    return Journal.Position(number: number, digest: last.digest)
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

/// A log that lay beside a journal and does not continue it.
package struct ForeignLog: Hashable, Sendable {
  let path: String
  let isCut: Bool
  /// Where it lies now; nil where it was only passed over.
  package let aside: String?

  /// Takes away a log that does not continue the copy of a journal beside which it lies, so that
  /// the copy can be written to.
  ///
  /// - Parameter original: the journal that was copied, with its log.
  /// - Returns: what to say of the original; nil where the log belongs to the journal.
  package static func remove(
    besideCopy path: String, of original: String
  ) throws(JournalError) -> ForeignLog? {
    guard let found = try beside(path) else { return nil }
    FileSystem.remove(path + LogFile.suffix)
    return ForeignLog(path: original, isCut: found.isCut, aside: nil)
  }

  /// The log that lies beside a journal and does not continue it, for who reads past it.
  ///
  /// - Returns: nil where there is none, or it belongs to the journal.
  static func beside(_ path: String) throws(JournalError) -> ForeignLog? {
    let standing = try LogCheck(path: path).standing
    switch standing {
    case .none, .own, .broken, .unreadable: return nil
    case .foreign, .cut: return ForeignLog(path: path, isCut: standing == .cut, aside: nil)
    }
  }

  package static func passedOver(_ path: String) -> String {
    ForeignLog(path: path, isCut: false, aside: nil).message
  }

  /// A sentence for people.
  package var message: String {
    let what =
      isCut
      ? "The write-ahead log of \(path) lost its end, and the file is whole without it"
      : "The write-ahead log beside \(path) belongs to another file, or to another time of this one"
    return what + (aside.map { ": it was renamed to \($0)." } ?? ": it was not read.")
  }
}

/// The one row that says whose journal a file is.
private struct IdentityRow {
  let kind: UInt8
  let name: [UInt8]
  let lineage: [UInt8]
  let parent: [UInt8]?
  let created: Int64
  let floorNumber: Int64
  let floorDigest: [UInt8]

  init?(_ connection: Connection) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT kind, name, lineage, parent, created, floor_number, floor_digest FROM journal")
    defer { select.reset() }
    guard try select.step() else { return nil }
    // No kind is 0.
    kind = UInt8(exactly: select.integer(0)) ?? 0
    name = select.bytes(1)
    lineage = select.bytes(2)
    parent = select.isNull(3) ? nil : select.bytes(3)
    created = select.integer(4)
    floorNumber = select.integer(5)
    floorDigest = select.bytes(6)
  }
}
