internal import JournalFormat
internal import SQLite

/// Whether the write-ahead log beside a journal belongs to it, decided before SQLite opens either.
///
/// SQLite takes any log whose checksums hold. One that is left beside a copy of another time
/// replaces pages of it by pages that do not fit, and the next checkpoint makes that final.
struct LogCheck {
  enum Standing: Hashable {
    /// There is none, or none with a commit in it.
    case none
    case own
    case foreign
    /// The log lost its end after some of it was written to the file.
    case cut
    /// The log is the file's own, and entries that were acknowledged lie behind damage in it.
    case broken
    /// The log's header is lost, and what lies behind it is not all in the file. SQLite would take
    /// the log for an empty one, and remove it.
    case unreadable
  }

  let path: String
  private static let attemptCount = 5

  var standing: Standing {
    get throws(JournalError) {
      for _ in 0..<Self.attemptCount {
        let file = FileAlone(path)
        guard let log = LogFile(besides: path) else { return standingWithoutFrames }
        guard !log.frames.isEmpty || log.isBroken else { return .none }
        // A writer may begin its log again at any time, the header first: what was read is of two
        // logs then.
        guard log.header == LogFile.header(besides: path) else { continue }
        if log.isHeaderLost { return standing(ofRemains: log, beside: file) }
        if log.frames.isEmpty { return .broken }
        let standing = try standing(of: log, beside: file)
        return standing == .own && log.isBroken ? .broken : standing
      }
      // Only a writer at work changes it so often, and a writer has checked it.
      return .own
    }
  }

  private func standing(
    of log: LogFile, beside file: FileAlone?
  ) throws(JournalError) -> Standing {
    if let file, let (mark, page) = file.mark(besides: log) {
      let marks = log.images(of: page).compactMap { LogMark(page: $0) }
      if let isOwn = mark.isContinued(by: marks) {
        guard isOwn else { return .foreign }
        return try isCut(log, file) ? .cut : .own
      }
    }
    return isTried(log, on: file) ? .own : .foreign
  }

  /// Of what lies there and has no frame that can be read. SQLite would overwrite it without a
  /// word. Zeros alone are nothing: a power cut leaves them of a log that was just begun.
  private var standingWithoutFrames: Standing {
    guard let bytes = LogFile.bytes(besides: path), bytes.count >= LogFrames.headerByteCount else {
      return .none
    }
    let magic = bytes.bigEndian32(at: 0) & ~1
    let isZero = bytes[..<LogFrames.headerByteCount].allSatisfy { $0 == 0 }
    guard isZero || magic == LogFrames.magic else { return .foreign }
    let isFrameThere =
      bytes.count >= LogFrames.byteCountMin
      && bytes[LogFrames.headerByteCount...].contains { $0 != 0 }
    return isFrameThere ? .unreadable : .none
  }

  /// Of a log without its header. One of which the file has all is of no more use.
  private func standing(ofRemains log: LogFile, beside file: FileAlone?) -> Standing {
    if !log.isBroken, let file, let (mark, page) = file.mark(besides: log),
      mark.isContinued(by: log.images(of: page).compactMap { LogMark(page: $0) }) == false
    {
      return .foreign
    }
    let isInFile =
      !log.frames.isEmpty
      && log.lastImages.allSatisfy { file?.has($0.bytes, at: $0.page) ?? false }
    return isInFile ? .foreign : .unreadable
  }

  /// Whether the file has entries that its log, which was written before it, does not have.
  private func isCut(_ log: LogFile, _ file: FileAlone) throws(JournalError) -> Bool {
    guard let head = file.lastEntry(nil), let found = file.lastEntry(log), found < head else {
      return false
    }
    guard WholeJournal(file.connection, passing: nil) != nil else {
      throw JournalError(
        .damaged,
        "The write-ahead log of \(path) lost its end, and the file is not whole without it. "
          + "Nothing was changed. Restore the journal from a snapshot.")
    }
    return true
  }

  /// Tries a log that does not say what it continues, in memory.
  private func isTried(_ log: LogFile, on file: FileAlone?) -> Bool {
    let database = file?.bytes ?? []
    let alone = WholeJournal(database: database, passing: nil)
    let both = WholeJournal(database: log.overlaid(on: database), passing: alone?.head)
    // Where neither makes a whole journal, nothing speaks against the log: the damage is another.
    guard let both else { return alone == nil }
    return alone.map { $0.identity == both.identity && both.hasPassed } ?? true
  }

  /// Why nothing is written beside such a log, nor made in place of its file.
  static func refusal(of path: String) -> JournalError {
    let problem = damage(of: path)
    return JournalError(.damaged, problem.meaning, nextStep: problem.nextStep)
  }

  /// What there is to say of a log behind whose damage acknowledged entries lie.
  static func damage(of path: String) -> Finding {
    Finding(
      .damagedPages, at: nil,
      meaning: "The write-ahead log of \(path) is damaged, and entries that were acknowledged lie "
        + "behind the damage.",
      nextStep: "Nothing was changed, and nothing is written before it is put right: `spotlog "
        + "journal salvage` writes what can be read into a new file, or restore a snapshot.")
  }

  /// Renames the log, which is not read by anybody then.
  ///
  /// - Returns: its new name.
  func setAside() throws(JournalError) -> String {
    let aside = try Self.setAside(
      path + LogFile.suffix, "belongs to another journal, or to another time of this one,")
    // It is the index of that log.
    FileSystem.remove(path + "-shm")
    return aside
  }

  /// Renames a file beside a journal, and never over another file.
  static func setAside(
    _ file: String, _ reason: String
  ) throws(JournalError) -> String {
    var aside = file + ".foreign"
    var count = 1
    while FileSystem.isThere(aside) {
      count += 1
      aside = file + ".foreign-\(count)"
    }
    do throws(FileFailure) {
      try FileSystem.rename(file, to: aside)
      try FileSystem.sync(file.folder)
    } catch {
      throw JournalError(
        .noPermission,
        "\(file) \(reason) and cannot be renamed (\(error.reason)). Move it away.")
    }
    return aside
  }
}

/// A journal's file as it would be without its log.
private struct FileAlone {
  let connection: Connection
  private let pageByteCount: Int
  /// Whether SQLite can read its tables' names; not so without the first page.
  private let isReadable: Bool
  /// Nil in a file without one, as before its first checkpoint.
  private let mark: LogMark?
  private let markPage: Int
  private let entriesPage: Int

  init?(_ path: String) {
    guard let connection = try? Connection(path: path, mode: .readFixed) else { return nil }
    self.connection = connection
    connection.boundWork()
    pageByteCount = (try? Int(connection.integer("PRAGMA page_size"))) ?? 0
    isReadable = (try? connection.hasTable(LogMark.tableName)) != nil
    mark = try? LogMark.read(connection)
    markPage = (try? Self.root(of: LogMark.tableName, connection)) ?? 0
    entriesPage = (try? Self.root(of: "entries", connection)) ?? 0
  }

  private static func root(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> Int {
    let select = try connection.statement(
      "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?")
    defer { select.reset() }
    select.bind(1, table)
    return try select.step() ? Int(select.integer(0)) : 0
  }

  /// The file's mark and its page, to compare with those of a log.
  ///
  /// Without its first page, the file does not say where the mark lies. The log does: the table
  /// never moves.
  ///
  /// - Returns: nil where the file has no mark that can be read.
  func mark(besides log: LogFile) -> (mark: LogMark, page: Int)? {
    if let mark { return log.pageByteCount == pageByteCount ? (mark, markPage) : nil }
    guard !isReadable else { return nil }
    let pages = log.pages { LogMark(page: $0) != nil }
    for page in pages {
      let bytes = connection.fileBytes(
        from: (page - 1) * log.pageByteCount, count: log.pageByteCount)
      if let mark = bytes.flatMap({ LogMark(page: $0) }) { return (mark, page) }
    }
    return nil
  }

  func has(_ page: [UInt8], at number: Int) -> Bool {
    connection.fileBytes(from: (number - 1) * page.count, count: page.count) == page
  }

  var bytes: [UInt8]? { connection.fileBytes(from: 0, count: connection.fileByteCount) }

  /// The largest number of the table of entries: what its last leaf ends with.
  ///
  /// - Parameter log: whose pages come first.
  /// - Returns: nil for a table without entries, or one that cannot be read.
  func lastEntry(_ log: LogFile?) -> UInt64? {
    var page = entriesPage
    // A tree of more levels would hold more than any disk.
    for _ in 0..<20 {
      guard page > 1, let bytes = log?.lastImage(of: page) ?? read(page) else { return nil }
      switch bytes[0] {
      case 5: page = Int(bytes.bigEndian32(at: 8))
      case 13: return TableLeaf.lastRow(bytes)
      default: return nil
      }
    }
    return nil
  }

  private func read(_ page: Int) -> [UInt8]? {
    connection.fileBytes(from: (page - 1) * pageByteCount, count: pageByteCount)
  }
}

/// A journal of which SQLite finds no page wrong, and whose chain holds to its end.
private struct WholeJournal {
  let identity: JournalIdentity
  let head: Journal.Position
  /// Whether the chain came by the place that was asked for, or begins behind it.
  let hasPassed: Bool

  init?(database: [UInt8], passing place: Journal.Position?) {
    guard database.count >= 512 else { return nil }
    var database = database
    // Write and read version 1: there is no log in memory.
    (database[18], database[19]) = (1, 1)
    guard let connection = database.withUnsafeBytes({ try? Connection(image: $0) }) else {
      return nil
    }
    self.init(connection, passing: place)
  }

  init?(_ connection: Connection, passing place: Journal.Position?) {
    do {
      try JournalSchema.check(connection, path: "")
      guard try connection.text("PRAGMA quick_check(1)") == "ok" else { return nil }
      let (identity, _, floor) = try JournalFile.readIdentity(connection, path: "")
      var reached = floor
      var hasPassed = place.map { $0 == floor || $0.number < floor.number } ?? true
      let select = try connection.statement(
        "SELECT \(EntryRow.columns) FROM entries ORDER BY number")
      defer { select.reset() }
      while try select.step() {
        guard let row = EntryRow(select), reached.isFollowed(by: row) else { return nil }
        reached = Journal.Position(number: row.number.rawValue, digest: row.digest)
        if reached == place { hasPassed = true }
      }
      (self.identity, head, self.hasPassed) = (identity, reached, hasPassed)
    } catch {
      return nil
    }
  }
}

/// A leaf of a table's tree.
private enum TableLeaf {
  static func lastRow(_ page: [UInt8]) -> UInt64? {
    let count = Int(page[3]) << 8 | Int(page[4])
    let pointer = 8 + 2 * (count - 1)
    guard count > 0, pointer + 1 < page.count else { return nil }
    var place = Int(page[pointer]) << 8 | Int(page[pointer + 1])
    guard variableInteger(page, &place) != nil else { return nil }
    return variableInteger(page, &place)
  }

  private static func variableInteger(_ bytes: [UInt8], _ place: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      if index == 8 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return value
  }
}
