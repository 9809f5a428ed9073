internal import JournalFormat
internal import SQLite

/// Rows of the projections' file that changed and are not in their tables yet, one after another in
/// the table `redo`.
///
/// A flush that wrote each row into its place would touch as many pages as rows, wherever a
/// stranger's reports lie. So it appends all of them here, in the transaction of its checkpoint,
/// and later a bounded number of rows at a time goes on into the tables, from the oldest record to
/// the newest. The newest row of a place counts, wherever it is: a reader lays the records over the
/// tables.
struct RedoLog {
  private struct Record {
    let number: UInt32
    let byteCount: Int
  }

  /// A record is written once it has so many bytes.
  private static let recordByteCount = 256 << 10
  /// Records stay until there are so many bytes: many of their rows were written again by then.
  static let keptByteCount = 32 << 20
  /// What one call of `moveRows` writes into tables, and reads of records, at most.
  static let movedRowsMax = 512
  private static let readByteCountMax = 1 << 20

  /// In the file, the oldest first.
  private var records: [Record] = []
  private var next: UInt32 = 1
  /// Bytes of the records in the file.
  private(set) var byteCount = 0
  /// How far into the oldest record its rows are in their tables.
  private var offset = 0
  /// Of the transaction that is open.
  private var written: [Record] = []
  private var writer = ByteWriter()
  private var isStarted = false

  // MARK: Writing

  /// The record that the next row goes into.
  var recordNumber: UInt32 { next }

  /// Appends a whole row.
  mutating func append(_ row: [UInt8], to connection: Connection) throws(SQLiteError) {
    if !isStarted {
      isStarted = true
      ProjectionRow.startRow(.redo, UInt64(next), in: &writer)
    }
    writer.block(row)
    if writer.bytes.count >= Self.recordByteCount { try endRecord(in: connection) }
  }

  /// Writes the record that was begun.
  mutating func endRecord(in connection: Connection) throws(SQLiteError) {
    guard isStarted else { return }
    isStarted = false
    _ = ProjectionRow.finishRow(&writer)
    let insert = try connection.statement(ProjectionRow.Table.redo.upsert)
    insert.bind(1, Int64(next))
    try insert.run(binding: 2, to: writer.bytes)
    written.append(Record(number: next, byteCount: writer.bytes.count))
    next += 1
  }

  mutating func committed() {
    records += written
    byteCount += written.reduce(0) { $0 + $1.byteCount }
    written = []
  }

  mutating func rolledBack() {
    if let first = written.first { next = first.number }
    written = []
    isStarted = false
  }

  // MARK: Moving rows into tables

  /// Moves rows from the oldest records into their tables; inside a transaction.
  ///
  /// - Parameter isNewest: whether a record has the newest row of a place. Others are left out.
  /// - Returns: how many rows it wrote.
  mutating func moveRows(
    in connection: Connection,
    where isNewest: (ProjectionRow.Table, _ place: UInt64, _ record: UInt32) -> Bool
  ) throws -> Int {
    var (count, readByteCount) = (0, 0)
    while count < Self.movedRowsMax, readByteCount < Self.readByteCountMax,
      let record = records.first
    {
      let rows = try Self.rows(ofRecord: record.number, in: connection)
      readByteCount += record.byteCount
      var index = offset
      while index < rows.count, count < Self.movedRowsMax {
        let row = rows[index]
        index += 1
        guard isNewest(row.table, row.place, record.number) else { continue }
        let upsert = try connection.statement(row.table.upsert)
        upsert.bind(1, Int64(bitPattern: row.place))
        try upsert.run(binding: 2, to: row.bytes)
        count += 1
      }
      offset = index
      guard index == rows.count else { break }
      let delete = try connection.statement("DELETE FROM redo WHERE place = ?")
      delete.bind(1, Int64(record.number))
      try delete.run()
      records.removeFirst()
      byteCount -= record.byteCount
      offset = 0
    }
    return count
  }

  // MARK: Reading

  /// A row with the place that it says of itself.
  struct Row {
    let table: ProjectionRow.Table
    let place: UInt64
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(FormatError) {
      guard let (table, place) = ProjectionRow.start(of: bytes), table.isRewritten else {
        throw FormatError(.malformed, "it has a row of no table.")
      }
      (self.table, self.place, self.bytes) = (table, place, bytes)
    }
  }

  /// Rows of a record, as its row in the file has them.
  static func readRows(_ reader: inout ByteReader) throws(FormatError) -> [Row] {
    var rows: [Row] = []
    while reader.remaining > 0 { rows.append(try Row(reader.block(atMost: reader.remaining))) }
    return rows
  }

  private static func rows(ofRecord number: UInt32, in connection: Connection) throws -> [Row] {
    let select = try connection.statement("SELECT row FROM redo WHERE place = ?")
    defer { select.reset() }
    select.bind(1, Int64(number))
    guard try select.step() else { throw ProjectionDamage("Record \(number) is missing.") }
    return try ProjectionRow.read(select.bytes(0), .redo, UInt64(number), readRows).value
  }

  /// The newest rows that records have, by table and place, and which records these are.
  struct Newest {
    private var rows: [ProjectionRow.Table: [UInt64: (bytes: [UInt8], record: UInt32)]] = [:]

    fileprivate mutating func add(_ row: Row, record: UInt32) {
      rows[row.table, default: [:]][row.place] = (row.bytes, record)
    }

    func ascending(
      in table: ProjectionRow.Table
    ) -> [(place: UInt64, bytes: [UInt8], record: UInt32)] {
      (rows[table] ?? [:]).map { ($0.key, $0.value.bytes, $0.value.record) }
        .sorted { $0.0 < $1.0 }
    }
  }

  /// Reads all records of a file.
  mutating func read(from connection: Connection) throws -> Newest {
    self = RedoLog()
    var newest = Newest()
    let select = try connection.statement("SELECT place, row FROM redo ORDER BY place")
    defer { select.reset() }
    while try select.step() {
      guard let number = UInt32(exactly: select.integer(0)), number < .max else {
        throw ProjectionDamage("A record has no number.")
      }
      let bytes = select.bytes(1)
      for row in try ProjectionRow.read(bytes, .redo, UInt64(number), Self.readRows).value {
        newest.add(row, record: number)
      }
      records.append(Record(number: number, byteCount: bytes.count))
      byteCount += bytes.count
      next = number + 1
    }
    return newest
  }
}
