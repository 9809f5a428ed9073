package import JournalFormat
package import SQLite

/// One SQLite file of entries: append-only, gapless, chained by digests. Used by one thread at a
/// time.
package final class Journal {
  package enum Access: Sendable {
    /// The one writer. A second one is refused.
    case write
    /// Reads beside a writer in another process, and never changes a byte.
    case read
  }

  package let path: String
  package let identity: JournalIdentity
  package let created: Timestamp
  /// For tables of the owner's own, named `local_...`, in the same transaction as an append.
  package let connection: Connection
  private let lock: AnyObject?
  private var writerHead: Position
  /// A reader's is what it was when the journal was opened.
  var knownFloor: Position
  let access: Access
  /// Whether it was opened for writing.
  package var isWriter: Bool { access == .write }
  /// A log that lay beside the file when it was opened, and does not belong to it.
  package let foreignLog: ForeignLog?
  /// Whether entries that were acknowledged lie behind damage in its log. Only readers get as far.
  let isLogBroken: Bool
  private var isStopped = false
  /// Whether every reader comes to its end, as `requireReadable` found.
  var isKnownReadable: Bool
  private let insert: Statement?

  /// A place in the chain: the number of an entry and its digest. 0: before the first.
  package struct Position: Hashable, Sendable {
    package var number: UInt64
    package var digest: Digest

    package init(number: UInt64, digest: Digest) {
      self.number = number
      self.digest = digest
    }

    /// The floor as the table `journal` states it; nil where no journal can have such a one.
    init?(floorNumber: Int64, digest: [UInt8]) {
      guard let number = UInt64(exactly: floorNumber), SequenceNumber.places.contains(number),
        let digest = Digest(bytes: digest)
      else { return nil }
      self.init(number: number, digest: digest)
    }
  }

  private init(
    file: JournalFile, head: Position, access: Access, isKnownReadable: Bool, insert: Statement?,
    lock: AnyObject?
  ) {
    path = file.path
    identity = file.identity
    created = file.created
    connection = file.connection
    foreignLog = file.foreignLog
    isLogBroken = file.isLogBroken
    knownFloor = file.floor
    writerHead = head
    self.access = access
    self.isKnownReadable = isKnownReadable
    self.insert = insert
    self.lock = lock
  }

  /// Makes a new journal, whole or not at all.
  ///
  /// `path` must not exist, unless it is ":memory:" or an empty file that a crash left.
  ///
  /// - Parameters:
  ///   - localTables: statements that make the owner's `local_` tables.
  ///   - first: appends the first entries, and fills `local_` tables.
  package static func create(
    at path: String, identity: JournalIdentity, created: Timestamp,
    options: JournalOptions = JournalOptions(), localTables: String = "",
    first: (inout Appender) throws(JournalError) -> Void = { _ in }
  ) throws(JournalError) -> Journal {
    let lock = try options.writerLock(of: path)
    try RestorePlan.refuseUnfinished(beside: path, vfs: options.vfs)
    if options.isForPeople(path), let line = try RollbackJournal.pass(path, isWriter: true) {
      options.notice?(line)
    }
    var head = Position(number: 0, digest: identity.genesis)
    let file = try JournalFile(
      creatingAt: path, identity: identity, created: created, options: options,
      localTables: options.ownTables(path) + localTables
    ) { connection throws(JournalError) in
      var appender = Appender(
        path: path, connection: connection, head: head,
        insert: try insertStatement(connection, path: path))
      try first(&appender)
      head = appender.head
    }
    return Journal(
      file: file, head: head, access: .write, isKnownReadable: true,
      insert: try insertStatement(file.connection, path: path), lock: lock)
  }

  /// The log beside a journal whose file is missing or empty. It may hold the last entries, and
  /// SQLite removes it when a file is made there. Nil where there is none, and for a journal whose
  /// making did not come to its end: that has its file first.
  package static func orphanedLog(of path: String, vfs: String? = nil) -> String? {
    let log = path + LogFile.suffix
    return !DatabaseFile.exists(path, vfs: vfs) && DatabaseFile.exists(log, vfs: vfs) ? log : nil
  }

  /// Removes a journal with all that lies beside it; one that somebody writes is refused.
  package static func remove(at path: String) throws(JournalError) {
    guard DatabaseFile.exists(path) else { return }
    let lock = try WriterLock(journalPath: path)
    withExtendedLifetime(lock) { DatabaseFile.remove(path) }
  }

  /// Opens a journal, of `kind` if one is given.
  ///
  /// - Parameter localTables: statements that make those of the owner's `local_` tables which an
  ///   older file lacks (`IF NOT EXISTS`); run when it is opened for writing.
  package static func open(
    at path: String, kind: JournalKind? = nil, for access: Access,
    options: JournalOptions = JournalOptions(), localTables: String = ""
  ) throws(JournalError) -> Journal {
    if options.isForPeople(path), let error = JournalError.unreadable(path) { throw error }
    guard DatabaseFile.exists(path, vfs: options.vfs) else {
      let empty = options.isForPeople(path) ? UnopenedFile.empty(path) : nil
      throw JournalError(.notFound, empty ?? "There is no journal at \(path). Check the path.")
    }
    if options.isForPeople(path) { try JournalFile.refuseSpecial(path) }
    let lock = try access == .write ? options.writerLock(of: path) : nil
    if access == .write {
      try RestorePlan.refuseUnfinished(beside: path, vfs: options.vfs)
    }
    if options.isForPeople(path),
      let line = try RollbackJournal.pass(path, isWriter: access == .write)
    {
      options.notice?(line)
    }
    let file = try JournalFile(openingAt: path, access: access, options: options)
    if let log = file.foreignLog { options.notice?(log.message) }
    guard kind == nil || file.identity.kind == kind else {
      throw JournalError(
        .wrongKind,
        "\(path) is a \(file.identity.kind) journal, not a \(kind?.description ?? "") one. "
          + "Give the other file.")
    }
    // A reader looks for the head when it is asked: a journal with a damaged end can be verified.
    let head =
      access == .read
      ? file.floor : try JournalFile.readHead(file.connection, floor: file.floor, path: path)
    // Where nobody but this program has the files, nobody changed what they say of themselves.
    if access == .write, options.looksForDamage(path), file.floor.number > 0,
      let finding = Finding.ofBeginning(file.connection, floor: file.floor)
    {
      throw JournalError(
        .damaged, "\(path): \(finding.meaning)", nextStep: finding.nextStep)
    }
    if access == .write {
      try file.addMissing(JournalSchema.localTables + options.ownTables(path) + localTables)
    }
    return Journal(
      file: file, head: head, access: access, isKnownReadable: !options.looksForDamage(path),
      insert: access == .write ? try insertStatement(file.connection, path: path) : nil,
      lock: lock)
  }

  private static func insertStatement(
    _ connection: Connection, path: String
  ) throws(JournalError) -> Statement {
    try JournalError.translating(path) {
      try connection.statement(
        "INSERT INTO entries (\(EntryRow.columns)) VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)")
    }
  }

  /// The last entry. A reader looks it up again each time, so it sees what a writer added.
  package func head() throws(JournalError) -> Position {
    if access == .write { return writerHead }
    return try viewing({ JournalError($0, path: path) }) { floor throws(JournalError) in
      try JournalFile.readHead(connection, floor: floor, path: path)
    }
  }

  // MARK: Appending

  /// Appends the drafts in one transaction and returns once they are durable.
  ///
  /// - Returns: the new head.
  @discardableResult
  package func append(_ drafts: [EntryDraft]) throws(JournalError) -> Position {
    try write { appender throws(JournalError) in
      for draft in drafts { try appender.append(draft) }
    }
  }

  /// Runs `body` in one transaction: it may append entries and change `local_` tables of the same
  /// file. Returns once all of it is durable; when `body` throws, nothing has happened.
  @discardableResult
  package func write(
    _ body: (inout Appender) throws(JournalError) -> Void
  ) throws(JournalError) -> Position {
    let insert = try writingStatement()
    var appender = Appender(path: path, connection: connection, head: writerHead, insert: insert)
    try connection.transaction({ self.failed($0) }) { () throws(JournalError) in
      try body(&appender)
    }
    writerHead = appender.head
    return writerHead
  }

  /// Makes another journal of the file in one transaction: `fill` appends what it begins with, and
  /// changes `local_` tables, which stay. Anyone who reads beside sees the one or the other.
  ///
  /// This object is of no use afterwards: open the file again.
  package func replaceContents(
    _ identity: JournalIdentity, created: Timestamp,
    fill: (inout Appender) throws(JournalError) -> Void
  ) throws(JournalError) {
    let insert = try writingStatement()
    var appender = Appender(
      path: path, connection: connection,
      head: Position(number: 0, digest: identity.genesis), insert: insert)
    try connection.transaction({ self.failed($0) }) { () throws(JournalError) in
      try JournalError.translating(path) {
        try connection.execute("DELETE FROM entries; DELETE FROM journal;")
        try JournalSchema.insertIdentity(identity, created: created, in: connection)
      }
      try fill(&appender)
    }
    isStopped = true
  }

  /// The statement that appends, for as long as something may be written.
  @discardableResult
  func writingStatement() throws(JournalError) -> Statement {
    guard let insert, !isStopped else {
      throw JournalError(
        .stopped,
        access == .read
          ? "\(path) was opened for reading only."
          : "\(path) failed to sync before. Open it again: it is verified then.")
    }
    return insert
  }

  func failed(_ error: SQLiteError) -> JournalError {
    // After a failed sync the kernel may have dropped the pages: nothing more is acknowledged.
    if error.code == .inputOutput { isStopped = true }
    return JournalError(error, path: path)
  }

  /// Empties the write-ahead log into the file, so that the file alone is the journal.
  package func flushWriteAheadLog() throws(JournalError) {
    let isBusy = try JournalError.translating(path) { try !connection.checkpointLog("TRUNCATE") }
    guard !isBusy else {
      throw JournalError(
        .secondWriter,
        "\(path) is being read by another program, so its log cannot be emptied. Try again later.")
    }
  }
}

extension Journal {
  /// Gives a file that nobody has open the views that every journal has which was made as a file.
  package static func addViews(at path: String) throws(JournalError) {
    try JournalError.translating(path) {
      try Connection(path: path, mode: .readWrite).execute(ReadableViews.statements)
    }
  }
}

extension JournalOptions {
  /// The lock of the one writer; nil where there are none.
  func writerLock(of path: String) throws(JournalError) -> AnyObject? {
    if isForPeople(path) { return try WriterLock(journalPath: path) }
    guard let lock else { return nil }
    if let held = lock(path) { return held }
    #if Sabotage
      if admitsWriters { return nil }
    #endif
    throw WriterLock.isHeld(path, by: "another process")
  }

  /// Whether it is a file that somebody may open with a program of another's.
  func isForPeople(_ path: String) -> Bool { vfs == nil && path != ":memory:" }

  func looksForDamage(_ path: String) -> Bool { looksForDamage ?? isForPeople(path) }

  /// What a file has beside the tables of a journal.
  func ownTables(_ path: String) -> String {
    isForPeople(path) ? LogMark.tableIfMissing + ReadableViews.statements : ""
  }
}
