internal import CCheckedPages
internal import CSQLite

/// One connection to one SQLite file, used by one thread at a time.
///
/// SQL given here is the program's own; values go in by binding only.
package final class Connection {
  /// How the file is opened.
  package enum Mode: Sendable {
    case readOnly
    /// Reads, and leaves nothing beside the file where it is closed: no log and no index of one.
    /// A writer that starts meanwhile is not noticed, so the result may be wrong then.
    case readAlone
    /// Reads the file as it lies there, and nothing that lies beside it. Only for what nobody
    /// writes, or to see what a log would change.
    case readFixed
    /// The file has to exist.
    case readWrite
    case create
  }

  /// Microseconds are not worth it below this: how long a reader waits for a lock.
  private static let busyTimeoutMilliseconds: Int32 = 5_000

  /// Done once, before anything else is asked of SQLite.
  package static let prepared: Void = {
    spotlog_sqlite_prepare()
    _ = spotlog_no_rollback_register()
  }()

  private static let systemName = String(cString: spotlog_no_rollback_name())

  /// More than a row of ours has: one of a snapshot holds 64 MiB, and what a cipher adds.
  private static let valueByteCountMax: Int32 = 96 << 20

  private static let checksumByteCount: Int32 = 8
  private static let checkedPagesName = String(cString: spotlog_checked_pages_name())
  private static let areCheckedPagesThere: Bool = {
    prepared
    return spotlog_checked_pages_register() == SQLITE_OK
  }()

  package let path: String
  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var logWatch: LogWatch?
  /// How often the statement that is stepped asked whether to continue. A place in memory, since
  /// every step of every statement sets it back.
  let work: UnsafeMutablePointer<Int>

  /// Opens the file at `path`, which may be ":memory:".
  ///
  /// - Parameters:
  ///   - vfs: the name of a registered SQLite VFS; nil takes the operating system's.
  ///   - hasCheckedPages: whether each page has a checksum, so that one that is read as another
  ///     than was written is `SQLiteError.Code.damaged`. Said when the file is made, and whenever
  ///     it is opened; only for the operating system's files. Nobody else can open such a file
  ///     meanwhile, and its log is brought into it by `checkpointFully` alone.
  package init(
    path: String, mode: Mode, vfs: String? = nil, hasCheckedPages: Bool = false
  ) throws(SQLiteError) {
    Self.prepared
    let flags = mode.flags
    if vfs == nil, path != ":memory:" {
      if flags & SQLITE_OPEN_READWRITE != 0 {
        try DatabaseFile.prepareForWriting(path, isMade: mode == .create)
      }
      try DatabaseFile.refuseSpecial(path)
    }
    var opened: OpaquePointer?
    // On a disk or in a folder that is read-only, SQLite cannot make what readers share.
    let isFixed =
      switch mode {
      case .readOnly: DatabaseFile.isFixed(path, vfs: vfs)
      case .readAlone: DatabaseFile.isClosed(path, vfs: vfs)
      case .readFixed: true
      case .readWrite, .create: false
      }
    // A connection never crosses threads at the same time, so SQLite needs no mutex of its own.
    let result = sqlite3_open_v2(
      isFixed ? DatabaseFile.immutableAddress(path) : path, &opened,
      flags | SQLITE_OPEN_NOMUTEX | (isFixed ? SQLITE_OPEN_URI : 0),
      vfs
        ?? (hasCheckedPages && Self.areCheckedPagesThere ? Self.checkedPagesName : Self.systemName))
    guard result == SQLITE_OK, let opened else {
      throw Self.failure(result, opening: path, opened)
    }
    self.path = path
    handle = opened
    work = .allocate(capacity: 1)
    work.initialize(to: 0)
    try configure(vfs: vfs, hasCheckedPages: hasCheckedPages)
    if vfs == nil, hasCheckedPages { checkPages(isMade: mode == .create) }
  }

  private func configure(vfs: String?, hasCheckedPages: Bool) throws(SQLiteError) {
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
    spotlog_sqlite_defend(handle, Self.valueByteCountMax)
    // What a cell says of itself is held against its page. An index has checksums instead.
    if vfs == nil, !hasCheckedPages { try checkCellSizes() }
    // A disk of our own has no memory to share with other processes, and what is shared has no
    // checksums. Said before anything is read, this makes SQLite keep the index of its write-ahead
    // log to itself.
    if vfs != nil || hasCheckedPages { try execute("PRAGMA locking_mode = EXCLUSIVE") }
  }

  /// Has SQLite hold what a cell says of itself against its page.
  package func checkCellSizes() throws(SQLiteError) { try execute("PRAGMA cell_size_check = ON") }

  private static func failure(
    _ result: Int32, opening path: String, _ opened: OpaquePointer?
  ) -> SQLiteError {
    defer { sqlite3_close_v2(opened) }
    // Said in full by the connection alone, which is told only later to say all results so.
    let code = opened.map { sqlite3_extended_errcode($0) } ?? result
    return SQLiteError(resultCode: code, doing: "opening \(path)", handle: opened)
  }

  /// Before the first page is written or read.
  private func checkPages(isMade: Bool) {
    setLogPersistence(true)
    guard isMade else { return }
    var reserved = Self.checksumByteCount
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
  }

  /// Whether the log stays beside the file, as it is, when this closes.
  package func setLogPersistence(_ isKept: Bool) { spotlog_sqlite_keep_log(handle, isKept ? 1 : 0) }

  deinit {
    closeHandle()
    work.deallocate()
  }

  private func closeHandle() {
    for statement in statements.values { statement.finalize() }
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Bytes of the write-ahead log, on a disk of the operating system's.
  package var logByteCount: Int { DatabaseFile.byteCount(path + "-wal") }

  /// Brings the write-ahead log into the file.
  ///
  /// - Parameter isLeft: whether the log stays beside it, also when there is nothing in it that the
  ///   file has not.
  package func checkpointFully(isLeft: Bool = false) throws(SQLiteError) {
    guard try !checkpointLog(isLeft ? "FULL" : "TRUNCATE") else { return }
    throw SQLiteError(code: .busy, message: "\(path) is being read by another program")
  }

  /// Has SQLite bring the write-ahead log into the file, in the way that it calls so.
  ///
  /// - Returns: whether nobody kept it from what this way promises.
  @discardableResult
  package func checkpointLog(_ way: String) throws(SQLiteError) -> Bool {
    logWatch?.mayBegin = true
    return try integer("PRAGMA wal_checkpoint(\(way))") == 0
  }

  /// Runs `statement` in the first transaction of each write-ahead log, before its end, and brings
  /// the log into the file once it has so many pages, as SQLite does by itself.
  package func markLogs(with statement: String, checkpointPageCount: Int) {
    let watch = LogWatch(statement: statement, pageCountMax: Int32(clamping: checkpointPageCount))
    logWatch = watch
    sqlite3_wal_hook(
      handle,
      { watch, connection, name, pageCount in
        guard let watch else { return SQLITE_OK }
        Unmanaged<LogWatch>.fromOpaque(watch).takeUnretainedValue()
          .committed(connection, name, pageCount)
        return SQLITE_OK
      }, Unmanaged.passUnretained(watch).toOpaque())
  }

  /// Marks the log, if the transaction may be its first and changed anything.
  private func markLog(changedBefore: Int64) throws(SQLiteError) {
    guard let logWatch, logWatch.mayBegin, sqlite3_total_changes64(handle) != changedBefore else {
      return
    }
    try statement(logWatch.statement).run()
    logWatch.isMarked = true
  }

  /// Ends a statement that takes more steps at once than reading all of the file could: its pages
  /// lead in circles.
  package func boundWork() {
    sqlite3_progress_handler(
      handle, Self.workStepCount,
      { connection in
        guard let connection else { return 0 }
        return Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue()
          .isWithinWorkBound() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static let workStepCount: Int32 = 100_000

  private func isWithinWorkBound() -> Bool {
    work.pointee += 1
    // A row takes some ten steps and eight bytes at least.
    let byteCount = path == ":memory:" ? Int(Self.valueByteCountMax) : fileByteCount + logByteCount
    return work.pointee < 100 + 4 * byteCount / Int(Self.workStepCount)
  }

  /// Runs one or more statements that take no values and give no rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else {
      throw SQLiteError(resultCode: result, doing: path, statement: sql, handle: handle)
    }
  }

  /// A compiled statement, kept for the life of the connection; ready to bind and step.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let cached = statements[sql] {
      cached.reset()
      return cached
    }
    let made = try Statement(connection: self, sql: sql)
    statements[sql] = made
    return made
  }

  /// Runs `body` inside a transaction, which is rolled back when `body` throws.
  package func transaction<Value, Failure: Error>(
    _ translate: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(SQLiteError) { try step("BEGIN IMMEDIATE") } catch { throw translate(error) }
    let value: Value
    let changed = sqlite3_total_changes64(handle)
    logWatch?.isMarked = false
    do throws(Failure) {
      value = try body()
    } catch {
      rollback()
      throw error
    }
    do throws(SQLiteError) {
      try markLog(changedBefore: changed)
      try step("COMMIT")
    } catch {
      // For this connection it has not happened. The disk may hold it nevertheless: after a failed
      // sync, anyone who opens the file again finds it or not.
      rollback()
      throw translate(error)
    }
    return value
  }

  private func step(_ sql: String) throws(SQLiteError) {
    let prepared = try statement(sql)
    _ = try prepared.step()
    prepared.reset()
  }

  private func rollback() {
    // SQLite rolls back by itself after some errors; a second one is harmless.
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Replaces all of this database by the pages of another one, in one transaction.
  package func overwrite(withPagesOf other: Connection) throws(SQLiteError) {
    let backup = sqlite3_backup_init(handle, "main", other.handle, "main")
    // What went wrong on the way is told again at the end.
    if backup != nil { sqlite3_backup_step(backup, -1) }
    let result = backup == nil ? sqlite3_errcode(handle) : sqlite3_backup_finish(backup)
    guard result == SQLITE_OK else {
      throw SQLiteError(resultCode: result, doing: "\(path): copying pages", handle: handle)
    }
  }

  package func hasTable(_ name: String) throws(SQLiteError) -> Bool {
    let select = try statement("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    defer { select.reset() }
    select.bind(1, name)
    return try select.step()
  }

  /// The value of a pragma or of any one-row, one-column query, as an integer.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64 {
    let prepared = try statement(sql)
    defer { prepared.reset() }
    return try prepared.step() ? prepared.integer(0) : 0
  }

  /// The values of a one-column query, as integers.
  package func integers(_ sql: String) throws(SQLiteError) -> [Int64] {
    let prepared = try statement(sql)
    defer { prepared.reset() }
    var values: [Int64] = []
    while try prepared.step() { values.append(prepared.integer(0)) }
    return values
  }

  /// The value of a one-row, one-column query, as text.
  package func text(_ sql: String) throws(SQLiteError) -> String? {
    let prepared = try statement(sql)
    defer { prepared.reset() }
    return try prepared.step() ? prepared.text(0) : nil
  }

  /// The rowid of the last insert.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Bytes of the database's file as they lie there, whatever its log says; nil past its end.
  package func fileBytes(from place: Int, count: Int) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    // Not by a descriptor of its own: to close that would let go of all of SQLite's locks.
    let result = bytes.withUnsafeMutableBytes {
      read(file, $0.baseAddress, Int32($0.count), Int64(place))
    }
    return result == SQLITE_OK ? bytes : nil
  }

  /// Bytes of the database's file.
  package var fileByteCount: Int { DatabaseFile.byteCount(path) }

  /// How many rows the last statement changed.
  package var changes: Int { Int(sqlite3_changes(handle)) }
}

extension Connection.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .readOnly, .readAlone, .readFixed: SQLITE_OPEN_READONLY
    case .readWrite: SQLITE_OPEN_READWRITE
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}

/// When a write-ahead log is begun.
private final class LogWatch {
  let statement: String
  let pageCountMax: Int32
  /// Whether the next transaction may be the first of a log: all of the last one is in the file, or
  /// may be.
  var mayBegin = true
  var isMarked = false

  init(statement: String, pageCountMax: Int32) {
    self.statement = statement
    self.pageCountMax = pageCountMax
  }

  /// After a commit, in which SQLite added to the log.
  func committed(
    _ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ pageCount: Int32
  ) {
    if isMarked { mayBegin = false }
    isMarked = false
    guard pageCount >= pageCountMax else { return }
    var found: Int32 = 0
    var done: Int32 = 0
    // One that fails is tried again after the next commit.
    let result = sqlite3_wal_checkpoint_v2(
      connection, name, SQLITE_CHECKPOINT_PASSIVE, &found, &done)
    if result == SQLITE_OK, found == done { mayBegin = true }
  }
}
