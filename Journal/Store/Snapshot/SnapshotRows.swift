internal import JournalFormat
internal import SQLite

/// The rows of an archive's file, which may come from anyone: nothing is made room for before its
/// size was checked, and every row is known by name.
final class SnapshotRows {
  static let table =
    "CREATE TABLE sqlar(name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB)"
  /// An ordinary file that nobody but its owner reads.
  static let mode: Int64 = 0o100600
  private static let symbolicLink: Int64 = 0o120000
  private static let fileType: Int64 = 0o170000
  /// More than any manifest can name.
  private static let countMax = 65_536

  private let path: String
  private let connection: Connection
  /// Each row's time, by its name.
  private let times: [String: Int64]

  init(path: String, vfs: String?) throws(SnapshotError) {
    // SQLite would wait for ever for who writes a pipe.
    if vfs == nil, let problem = FileSystem.problem(ofOrdinaryFile: path) {
      let advice =
        problem == FileSystem.isFolder
        ? "`spotlog snapshot list \(path.asShellWord)` lists those in it: give one of these."
        : "Check the path."
      throw SnapshotError(.notASnapshot, "\(path) \(problem), and no snapshot. \(advice)")
    }
    if vfs == nil, let hidden = JournalError.hidden(path) {
      throw SnapshotError(hidden as any Error)
    }
    guard DatabaseFile.exists(path, vfs: vfs) else {
      throw SnapshotError(.notFound, "There is no snapshot at \(path). Check the path.")
    }
    self.path = path
    do throws(SQLiteError) {
      connection = try Connection(path: path, mode: .readOnly, vfs: vfs)
      connection.boundWork()
      guard try Self.isArchive(connection) else { throw Self.noArchive }
    } catch {
      guard error.code == .damaged else { throw SnapshotError(reading: path, error) }
      throw SnapshotError(
        .notASnapshot,
        "\(path) is not a snapshot, or its first page is damaged. Check the path.", cause: error)
    }
    times = try Self.times(connection, path)
  }

  private static let noArchive = SQLiteError(
    code: .damaged, message: "there is no table of an archive, or there is more than one")

  /// Whether the file has the one table, which is not a view and no virtual table.
  private static func isArchive(_ connection: Connection) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      "SELECT type, name, sql, rootpage FROM sqlite_schema ORDER BY type DESC, name")
    defer { select.reset() }
    guard try select.step(), select.text(0) == "table", select.text(1) == "sqlar",
      select.text(2) == table, select.integer(3) > 1
    else { return false }
    guard try select.step(), select.text(1) == "sqlite_autoindex_sqlar_1" else { return false }
    return try !select.step()
  }

  private static func times(
    _ connection: Connection, _ path: String
  ) throws(SnapshotError) -> [String: Int64] {
    var times: [String: Int64] = [:]
    let rows = try SnapshotError.reading(path) { () throws(SQLiteError) in
      try Self.rows(connection)
    }
    guard rows.count <= countMax else {
      throw .refused(path, "has more than \(countMax) rows")
    }
    for row in rows {
      guard SnapshotName.isPlain(row.name) else {
        throw .refused(
          path, "has a row \(row.name.debugDescription), whose name could leave the folder")
      }
      guard row.mode & fileType != symbolicLink else {
        throw .refused(path, "has a row \(row.name) that is a symbolic link")
      }
      guard row.mode == mode else {
        throw .refused(path, "has a row \(row.name) that is not an ordinary file")
      }
      guard times.updateValue(row.time, forKey: row.name) == nil else {
        throw .refused(path, "has two rows \(row.name)")
      }
    }
    return times
  }

  private static func rows(
    _ connection: Connection
  ) throws(SQLiteError) -> [(name: String, mode: Int64, time: Int64)] {
    var rows: [(name: String, mode: Int64, time: Int64)] = []
    // By their place, so that two rows of one name are two.
    let select = try connection.statement(
      "SELECT substr(name, 1, 300), mode, mtime FROM sqlar ORDER BY rowid LIMIT \(countMax + 1)")
    defer { select.reset() }
    while try select.step() {
      rows.append((select.text(0), select.integer(1), select.integer(2)))
    }
    return rows
  }

  /// Whether the rows are those of the manifest, and of its time.
  func check(_ manifest: SnapshotManifest) throws(SnapshotError) {
    let named = [SnapshotHeader.rowName, SnapshotManifest.rowName] + manifest.rows.map(\.name)
    guard Set(named).count == named.count else {
      throw .refused(path, "has a manifest that names a row twice")
    }
    for name in named {
      guard let time = times[name] else { throw .damaged(path, "lacks the row \(name)") }
      guard time == manifest.created / 1_000 else {
        throw .damaged(path, "has a row \(name) of another time")
      }
    }
    if let unknown = times.keys.filter({ !named.contains($0) }).min() {
      throw .refused(path, "has a row \(unknown) that its manifest does not name")
    }
  }

  /// The bytes of a row, decrypted and inflated: at most `bound`.
  func bytes(
    _ name: String, atMost bound: Int, seal: RowSeal? = nil
  ) throws(SnapshotError) -> [UInt8] {
    let select = try SnapshotError.reading(path) { () throws(SQLiteError) in
      try connection.statement("SELECT sz, length(data), data FROM sqlar WHERE name = ?")
    }
    defer { select.reset() }
    select.bind(1, name)
    let isThere = try SnapshotError.reading(path) { () throws(SQLiteError) in
      try select.step()
    }
    guard isThere else { throw .damaged(path, "lacks the row \(name)") }
    let roomMax = bound + (seal == nil ? 0 : RowSeal.overhead)
    let claimed = select.integer(0)
    let held = select.integer(1)
    guard claimed >= 0, claimed <= roomMax, held <= claimed else {
      throw .refused(path, "has a row \(name) of \(max(claimed, held)) bytes, more than it may")
    }
    var stored = select.bytes(2)
    var byteCount = Int(claimed)
    if let seal {
      guard let opened = seal.open(stored, row: name), opened.byteCount <= bound else {
        throw .damaged(path, "has a row \(name) that the key does not open")
      }
      (stored, byteCount) = opened
    }
    guard let bytes = ZlibStream.inflate(stored, byteCount: byteCount) else {
      throw .damaged(
        path, "has a row \(name) that does not inflate to the \(byteCount) bytes that it states")
    }
    return bytes
  }
}

extension SnapshotError {
  /// Runs what reads a snapshot.
  static func reading<Value>(
    _ subject: String, _ body: () throws(SQLiteError) -> Value
  ) throws(SnapshotError) -> Value {
    do throws(SQLiteError) { return try body() } catch {
      throw SnapshotError(reading: subject, error)
    }
  }

  /// Runs what writes a file.
  static func writing<Value>(
    _ path: String, _ body: () throws(SQLiteError) -> Value
  ) throws(SnapshotError) -> Value {
    do throws(SQLiteError) { return try body() } catch {
      throw SnapshotError(writing: path, error)
    }
  }
}
