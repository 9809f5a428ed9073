internal import JournalFormat
internal import JournalStore
internal import SQLite

/// The file of the cloud's projections: the state and its checkpoint, changed in one transaction.
/// Derived: if anything is wrong with it, it is deleted and rebuilt from the log.
final class ProjectionStore {
  /// Raised with every change of the tables or of what the projections do.
  static let formatVersion = 17 << 24
  /// "SLF1"
  private static let applicationIdentifier: Int64 = 0x534C_4631

  let connection: Connection
  /// Of all rows in the file: in each checkpoint, and compared when the state is read.
  var sum = RowSum()
  /// Rows that changed and are not in their tables.
  var redo = RedoLog()
  var writer = ByteWriter()
  /// Where the next row of news goes.
  var newsCount: UInt64 = 0
  /// Rows that were written so far, and the bytes of them.
  private(set) var written = WrittenRows()

  /// Whether the file has not been written for the first time yet.
  private(set) var isNew = false

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
      CREATE TABLE contents (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE days (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE histories (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE news (place INTEGER PRIMARY KEY, row BLOB) STRICT;
      CREATE TABLE redo (place INTEGER PRIMARY KEY, row BLOB) STRICT;
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

  /// How much was written: what tests count.
  struct WrittenRows: Hashable {
    /// Rows in the place of their table or at its end.
    var placed = 0
    /// Rows at the end of the redo log.
    var logged = 0
    var byteCount = 0
  }

  /// Writes a row, whose bytes `body` adds.
  func put(
    _ table: ProjectionRow.Table, _ place: UInt64, _ body: (inout ByteWriter) -> Void
  ) throws(SQLiteError) {
    ProjectionRow.startRow(table, place, in: &writer)
    body(&writer)
    let checksum = ProjectionRow.finishRow(&writer)
    written.byteCount += writer.bytes.count
    // A new file has nothing that could be read before it is finished: its rows need no redo log.
    if table.isRewritten, !isNew {
      sum.wrote(table, place, checksum, record: redo.recordNumber)
      try redo.append(writer.bytes, to: connection)
      written.logged += 1
      return
    }
    if table != .checkpoint { sum.wrote(table, place, checksum) }
    let upsert = try connection.statement(table.upsert)
    upsert.bind(1, Int64(bitPattern: place))
    try upsert.run(binding: 2, to: writer.bytes)
    written.placed += 1
  }

  func put(
    _ table: ProjectionRow.Table, _ changed: ChangedPlaces,
    _ body: (Int, inout ByteWriter) -> Void
  ) throws(SQLiteError) {
    // A table that is filled in the order of its places has fewer pages to divide.
    let places = isNew ? changed.places.sorted() : changed.places
    for place in places { try put(table, UInt64(place)) { body(Int(place), &$0) } }
  }

  /// Runs `body` in one transaction, and forgets what it wrote when it fails.
  func transaction(_ body: () throws -> Void) throws {
    do {
      try connection.transaction({ $0 as any Error }) { () throws(any Error) in
        try body()
        try redo.endRecord(in: connection)
      }
    } catch {
      sum.rolledBack()
      redo.rolledBack()
      throw error
    }
    sum.committed()
    redo.committed()
  }

  /// Moves a bounded number of rows from the redo log into their tables, where it is longer.
  func shortenRedo(to byteCount: Int = RedoLog.keptByteCount) throws {
    guard redo.byteCount > byteCount else { return }
    var shorter = redo
    var count = 0
    try connection.transaction({ $0 as any Error }) { () throws(any Error) in
      count = try shorter.moveRows(in: connection) { sum.isNewest($0, $1, inRecord: $2) }
    }
    redo = shorter
    written.placed += count
  }

  /// Reads all rows of a table in the order of their places, the newest of each.
  ///
  /// - Parameter newest: what the redo log has of it.
  func readRows<Value>(
    _ table: ProjectionRow.Table, _ read: (inout ByteReader) throws(FormatError) -> Value,
    under newest: RedoLog.Newest = RedoLog.Newest(),
    _ body: (UInt64, Value) throws -> Void
  ) throws {
    var logged = newest.ascending(in: table)[...]
    func addRow(_ bytes: [UInt8], _ place: UInt64, record: UInt32) throws {
      let (value, checksum) = try ProjectionRow.read(bytes, table, place, read)
      try body(place, value)
      if table != .checkpoint { sum.found(table, place, checksum, record: record) }
    }
    let select = try connection.statement("SELECT place, row FROM \(table) ORDER BY place")
    defer { select.reset() }
    while try select.step() {
      guard let place = UInt64(exactly: select.integer(0)) else {
        throw ProjectionDamage("A row of \(table) has no place.")
      }
      while let row = logged.first, row.place < place {
        try addRow(row.bytes, row.place, record: row.record)
        logged.removeFirst()
      }
      if let row = logged.first, row.place == place {
        try addRow(row.bytes, place, record: row.record)
        logged.removeFirst()
      } else {
        try addRow(select.bytes(1), place, record: 0)
      }
    }
    for row in logged { try addRow(row.bytes, row.place, record: row.record) }
  }

  // MARK: Items

  /// The content that the log brought.
  func item(_ content: UInt32) throws -> PublicItem {
    let select = try connection.statement("SELECT row FROM items WHERE place = ?")
    defer { select.reset() }
    select.bind(1, Int64(content))
    guard try select.step() else { throw ProjectionDamage("Content \(content) is missing.") }
    return try ProjectionRow.read(
      select.bytes(0), .items, UInt64(content), Self.readItem
    ).value
  }

  static func readItem(_ reader: inout ByteReader) throws(FormatError) -> PublicItem {
    try PublicItem(bytes: try reader.raw(reader.remaining))
  }

  func put(_ item: PublicItem, content: UInt32) throws(SQLiteError) {
    try put(.items, UInt64(content)) { $0.raw(item.bytes) }
  }

  /// Removes a content that was redacted, if it is there.
  func removeItem(_ content: UInt32) throws {
    let select = try connection.statement("SELECT row FROM items WHERE place = ?")
    select.bind(1, Int64(content))
    let bytes = try select.step() ? select.bytes(0) : nil
    select.reset()
    guard let bytes else { return }
    sum.removed(
      try ProjectionRow.read(bytes, .items, UInt64(content), Self.readItem).checksum)
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
    ProjectionRow.startRow(.batches, UInt64(epoch), in: &writer)
    batch.write(to: &writer)
    sum.wrote(.batches, UInt64(epoch), ProjectionRow.finishRow(&writer))
    written.byteCount += writer.bytes.count
    written.placed += 1
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
      select.bytes(0), .batches, UInt64(epoch), BatchPlace.init(from:))
    guard batch.first <= number, number <= batch.last else {
      throw ProjectionDamage("The batch of entry \(number) differs.")
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
        select.bytes(0), .batches, UInt64(epoch), BatchPlace.init(from:))
      if batch.logNumber <= logNumber { return batch.last }
    }
    return 0
  }
}
