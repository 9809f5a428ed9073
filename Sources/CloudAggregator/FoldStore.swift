internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// The file of the cloud's folds: state, public index and the checkpoint of both, changed in one
/// transaction. Derived: whatever is wrong with it, it is thrown away and folded anew.
final class FoldStore {
  /// Raised with every change of the tables or of what the folds do.
  static let formatVersion: Int64 = 2
  /// "SLF1"
  private static let applicationIdentifier: Int64 = 0x534C_4631

  let connection: Connection
  let documents: DocumentTable

  /// Opens the file; nil when it is not one of this version.
  init?(openingAt path: String, vfs: String?, isReadOnly: Bool) throws(SQLiteError) {
    connection = try Connection(
      path: path, mode: isReadOnly ? .readOnly : .readWrite, vfs: vfs)
    guard try connection.integer("PRAGMA application_id") == Self.applicationIdentifier,
      try connection.integer("PRAGMA user_version") == Self.formatVersion
    else { return nil }
    if !isReadOnly { try Self.configure(connection) }
    documents = try DocumentTable(connection)
  }

  init(creatingAt path: String, vfs: String?) throws(SQLiteError) {
    connection = try Connection(path: path, mode: .create, vfs: vfs)
    try Self.configure(connection)
    try connection.execute(
      """
      PRAGMA application_id = \(Self.applicationIdentifier);
      PRAGMA user_version = \(Self.formatVersion);
      CREATE TABLE checkpoint (
        life BLOB, number INTEGER, digest BLOB, threshold INTEGER, salt BLOB, grants INTEGER,
        backed_up INTEGER, unasked INTEGER, reports INTEGER
      ) STRICT;
      CREATE TABLE tags (
        place INTEGER PRIMARY KEY, tag BLOB, events INTEGER, distinct_lineages INTEGER,
        first_day INTEGER, last_day INTEGER, shown INTEGER, engaged INTEGER, taken_down INTEGER,
        contents BLOB, days BLOB
      ) STRICT;
      CREATE TABLE lineages (place INTEGER PRIMARY KEY, name BLOB, state BLOB) STRICT;
      CREATE TABLE epochs (
        place INTEGER PRIMARY KEY, grant_bytes BLOB, lineage INTEGER, parent INTEGER,
        head INTEGER, digest BLOB, child BLOB, incidents INTEGER
      ) STRICT;
      CREATE TABLE batches (
        epoch INTEGER, last INTEGER, first INTEGER, digest BLOB, log_number INTEGER, time INTEGER,
        PRIMARY KEY (epoch, last)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE items (content INTEGER PRIMARY KEY, item BLOB) STRICT;
      """)
    documents = try DocumentTable(connection)
  }

  private static func configure(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -64000")
  }

  // MARK: Items

  func item(_ content: UInt32) throws(SQLiteError) -> PublicItem? {
    let select = try connection.statement("SELECT item FROM items WHERE content = ?")
    defer { select.reset() }
    select.bind(1, Int64(content))
    // Bytes that the fold wrote after reading them as an item.
    return try select.step() ? try? PublicItem(bytes: select.bytes(0)) : nil
  }

  func put(_ item: PublicItem, content: UInt32) throws(SQLiteError) {
    let insert = try connection.statement("INSERT OR REPLACE INTO items VALUES (?, ?)")
    insert.bind(1, Int64(content))
    insert.bind(2, item.bytes)
    try insert.run()
  }

  // MARK: Batches

  func put(_ batch: BatchPlace, epoch: UInt32) throws(SQLiteError) {
    let insert = try connection.statement(
      "INSERT OR REPLACE INTO batches VALUES (?, ?, ?, ?, ?, ?)")
    insert.bind(1, Int64(epoch))
    insert.bind(2, Int64(batch.last))
    insert.bind(3, Int64(batch.first))
    insert.bind(4, batch.digest.bytes)
    insert.bind(5, Int64(batch.logNumber))
    insert.bind(6, batch.receivedTime.milliseconds)
    try insert.run()
  }

  /// The batch that holds an entry.
  func batch(epoch: UInt32, holding number: UInt64) throws(SQLiteError) -> BatchPlace? {
    let select = try connection.statement(
      """
      SELECT first, last, digest, log_number, time FROM batches
      WHERE epoch = ? AND last >= ? ORDER BY last LIMIT 1
      """)
    defer { select.reset() }
    select.bind(1, Int64(epoch))
    select.bind(2, Int64(clamping: number))
    guard try select.step(), UInt64(clamping: select.integer(0)) <= number,
      let digest = Digest(bytes: select.bytes(2))
    else { return nil }
    return BatchPlace(
      first: UInt64(clamping: select.integer(0)), last: UInt64(clamping: select.integer(1)),
      digest: digest, logNumber: UInt64(clamping: select.integer(3)),
      receivedTime: Timestamp(milliseconds: select.integer(4)))
  }

  /// The last entry of an epoch that the log has up to one of its own entries; 0: none.
  func lastNumber(epoch: UInt32, upToLogNumber logNumber: UInt64) throws(SQLiteError) -> UInt64 {
    let select = try connection.statement(
      "SELECT last FROM batches WHERE epoch = ? AND log_number <= ? ORDER BY last DESC LIMIT 1")
    defer { select.reset() }
    select.bind(1, Int64(epoch))
    select.bind(2, Int64(clamping: logNumber))
    return try select.step() ? UInt64(clamping: select.integer(0)) : 0
  }
}
