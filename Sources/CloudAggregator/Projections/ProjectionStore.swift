internal import JournalFormat
internal import JournalStore
internal import SQLite

/// The file of the cloud's projections: the state and its checkpoint, changed in one transaction.
/// Derived: if anything is wrong with it, it is deleted and rebuilt from the log.
final class ProjectionStore {
  /// Raised with every change of the tables or of what the projections do.
  static let formatVersion = 15 << 24
  /// "SLF1"
  private static let applicationIdentifier: Int64 = 0x534C_4631

  let connection: Connection
  /// Of all rows in the file: in each checkpoint, and compared when the state is read.
  var sum = RowSum()
  var writer = ByteWriter()

  /// Whether the file has not been written for the first time yet.
  private var isNew = false

  /// Opens the file; nil when it is not one of this version, or was not finished.
  init?(openingAt path: String, vfs: String?, mode: Connection.Mode) throws(SQLiteError) {
    connection = try Connection(path: path, mode: mode, vfs: vfs)
    guard try connection.integer("PRAGMA application_id") == Self.applicationIdentifier,
      try connection.integer("PRAGMA user_version") == Self.formatVersion
    else { return nil }
    // Whatever this program did not make would run when the projections are read or changed.
    guard try Schema(connection).firstUnknown(to: Self.schema.get()) == nil else { return nil }
    if mode == .readWrite { try Self.configure(connection) }
  }

  /// Creates a file that is invalid until `finish` is called: a rebuild writes straight into it,
  /// not through a write-ahead log.
  init(creatingAt path: String, vfs: String?) throws(SQLiteError) {
    connection = try Connection(path: path, mode: .create, vfs: vfs)
    isNew = true
    try connection.execute(
      """
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = \(Self.cacheSize);
      """)
    try Self.makeTables(connection)
  }

  private static let schema = Result { () throws(SQLiteError) in
    try Schema { connection throws(SQLiteError) in try makeTables(connection) }
  }

  private static func makeTables(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE TABLE checkpoint (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE tags (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE lineages (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE epochs (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE batches (
        epoch INTEGER, last INTEGER, row BLOB, PRIMARY KEY (epoch, last)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE items (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      """)
  }

  /// To be called after each transaction that wrote all that changed: the first finishes the file.
  func finish() throws(SQLiteError) {
    guard isNew else { return }
    try Self.configure(connection)
    // What was written before is on the disk: a commit without a write-ahead log synced it.
    try connection.execute(
      """
      BEGIN;
      PRAGMA user_version = \(Self.formatVersion);
      PRAGMA application_id = \(Self.applicationIdentifier);
      COMMIT;
      """)
    isNew = false
  }

  /// Negative: KiB.
  private static let cacheSize = -64_000

  private static func configure(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = \(cacheSize)")
  }

  // MARK: Rows by place

  /// Writes a row, whose bytes `body` adds.
  func put(
    _ table: ProjectionRow.Table, _ place: Int, _ body: (inout ByteWriter) -> Void
  ) throws(SQLiteError) {
    ProjectionRow.startRow(table, UInt32(place), in: &writer)
    body(&writer)
    sum.wrote(table, place, ProjectionRow.finishRow(&writer))
    let upsert = try connection.statement(table.upsert)
    upsert.bind(1, Int64(place))
    try upsert.run(binding: 2, to: writer.bytes)
  }

  /// Reads all rows of a table in the order of their places.
  func readRows<Value>(
    _ table: ProjectionRow.Table, _ read: (inout ByteReader) throws(FormatError) -> Value,
    _ body: (Int, Value) throws -> Void
  ) throws {
    let select = try connection.statement("SELECT place, row FROM \(table) ORDER BY place")
    defer { select.reset() }
    while try select.step() {
      guard let place = UInt32(exactly: select.integer(0)) else {
        throw ProjectionDamage("A row of \(table) has no place.")
      }
      let (value, checksum) = try ProjectionRow.read(select.bytes(1), table, place, read)
      if table != .checkpoint { sum.found(table, checksum) }
      try body(Int(place), value)
    }
  }

  // MARK: Items

  /// The content that the log brought.
  func item(_ content: UInt32) throws -> PublicItem {
    let select = try connection.statement("SELECT row FROM items WHERE place = ?")
    defer { select.reset() }
    select.bind(1, Int64(content))
    guard try select.step() else { throw ProjectionDamage("Content \(content) is missing.") }
    return try ProjectionRow.read(select.bytes(0), .items, content, Self.readItem).value
  }

  static func readItem(_ reader: inout ByteReader) throws(FormatError) -> PublicItem {
    try PublicItem(bytes: try reader.raw(reader.remaining))
  }

  func put(_ item: PublicItem, content: UInt32) throws(SQLiteError) {
    try put(.items, Int(content)) { $0.raw(item.bytes) }
  }

  /// Removes a content that was redacted, if it is there.
  func removeItem(_ content: UInt32) throws {
    let select = try connection.statement("SELECT row FROM items WHERE place = ?")
    select.bind(1, Int64(content))
    let bytes = try select.step() ? select.bytes(0) : nil
    select.reset()
    guard let bytes else { return }
    sum.removed(try ProjectionRow.read(bytes, .items, content, Self.readItem).checksum)
    let delete = try connection.statement("DELETE FROM items WHERE place = ?")
    delete.bind(1, Int64(content))
    try delete.run()
  }

  /// Rewrites the file with what it holds: what was removed is in no page or log of it.
  func reclaimSpace() throws(SQLiteError) {
    try connection.vacuum()
    try connection.checkpointFully()
  }

  // MARK: Batches

  func put(_ batch: BatchPlace, epoch: UInt32) throws(SQLiteError) {
    ProjectionRow.startRow(.batches, epoch, in: &writer)
    batch.write(to: &writer)
    sum.wrote(.batches, Int(epoch), ProjectionRow.finishRow(&writer))
    let insert = try connection.statement(ProjectionRow.Table.batches.upsert)
    insert.bind(1, Int64(epoch))
    insert.bind(2, Int64(batch.last))
    try insert.run(binding: 3, to: writer.bytes)
  }

  /// The batch that holds an entry of those that the log has.
  func batch(epoch: UInt32, holding number: UInt64) throws -> BatchPlace {
    let select = try connection.statement(
      "SELECT row FROM batches WHERE epoch = ? AND last >= ? ORDER BY last LIMIT 1")
    defer { select.reset() }
    select.bind(1, Int64(epoch))
    select.bind(2, Int64(clamping: number))
    guard try select.step() else {
      throw ProjectionDamage("The batch of entry \(number) is missing.")
    }
    let (batch, _) = try ProjectionRow.read(
      select.bytes(0), .batches, epoch, BatchPlace.init(from:))
    guard batch.first <= number, number <= batch.last else {
      throw ProjectionDamage("The batch of entry \(number) is another one.")
    }
    return batch
  }

  /// The last entry of an epoch that the log has up to one of its own entries; 0: none.
  func lastNumber(epoch: UInt32, upToLogNumber logNumber: UInt64) throws -> UInt64 {
    let select = try connection.statement(
      "SELECT row FROM batches WHERE epoch = ? ORDER BY last DESC")
    defer { select.reset() }
    select.bind(1, Int64(epoch))
    while try select.step() {
      let (batch, _) = try ProjectionRow.read(
        select.bytes(0), .batches, epoch, BatchPlace.init(from:))
      if batch.logNumber <= logNumber { return batch.last }
    }
    return 0
  }
}
