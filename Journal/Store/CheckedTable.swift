internal import JournalFormat
package import SQLite

/// A value of a column of a `CheckedTable`.
package enum LocalValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])

  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

  /// The number of an entry.
  package static func number(_ value: UInt64) -> LocalValue { .integer(Int64(clamping: value)) }
}

/// A local table whose rows decide something: each row ends with a checksum, and `local_sums` says
/// how many rows there are and what their checksums add up to.
///
/// So a row that is not what was written, one that is missing and an old one in a new one's place
/// are noticed. Rows are read with a check of each; `problem` checks the table as a whole.
package struct CheckedTable: Sendable {
  package enum Kind: Sendable { case integer, text, bytes }
  package typealias Row = [LocalValue]

  /// How many rows a table has, and the sum of their checksums, each below 2^32. Both are counted
  /// around the end of `Int64`: a crafted sum differs from the rows, and that is all it does.
  package struct Sum: Hashable, Sendable {
    package var count: Int64 = 0
    package var total: Int64 = 0

    package init() {}

    package mutating func add(_ checksum: UInt32) {
      count &+= 1
      total &+= Int64(checksum)
    }

    mutating func remove(_ checksum: UInt32) {
      count &-= 1
      total &-= Int64(checksum)
    }
  }

  /// The rows of a damaged table that are what was written.
  package struct Survivors: Sendable {
    package var rows: [Row] = []
    /// What the table should add up to; nil: that is damaged itself.
    package var recorded: Sum?
    /// Whether each row that was found is what was written.
    package var areAllWhole = true

    package init() {}
  }

  /// Makes the table of the sums.
  package static let sumsTable = """
    CREATE TABLE IF NOT EXISTS local_sums (
      name TEXT PRIMARY KEY, count INTEGER, total INTEGER, checksum INTEGER
    ) STRICT, WITHOUT ROWID;

    """

  package let name: String
  /// What to do where it is damaged; sentences.
  package let remedy: String
  private let columns: [(name: String, kind: Kind)]
  private let keyCount: Int
  private let selection: String
  private let insertion: String
  private let keyCondition: String

  /// - Parameters:
  ///   - columns: all but `checksum`, which is the last; those of the primary key first.
  ///   - keyCount: how many columns the primary key has.
  ///   - remedy: what to do where it is damaged; sentences.
  package init(
    _ name: String, key keyCount: Int, _ columns: KeyValuePairs<String, Kind>, remedy: String
  ) {
    self.name = name
    self.remedy = remedy
    self.keyCount = keyCount
    self.columns = columns.map { (name: $0.key, kind: $0.value) }
    let names = columns.map(\.key).joined(separator: ", ")
    selection = "SELECT \(names), checksum FROM \(name) "
    insertion =
      "INSERT INTO \(name) VALUES ("
      + repeatElement("?", count: columns.count + 1).joined(separator: ", ") + ")"
    keyCondition =
      "WHERE " + columns.prefix(keyCount).map { "\($0.key) = ?" }.joined(separator: " AND ")
  }

  /// Of all values and the table's name, so that no row stands for one of another table.
  package func checksum(_ row: Row) -> UInt32 { Checksum(of: encoded(row[...])).value }

  /// The row's primary key: two rows have the same one exactly if these bytes are the same.
  package func key(of row: Row) -> [UInt8] { encoded(row.prefix(keyCount)) }

  private func encoded(_ values: ArraySlice<LocalValue>) -> [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.block(Array(name.utf8))
    for value in values {
      switch value {
      case .null: writer.integer(UInt8(0))
      case .integer(let value):
        writer.integer(UInt8(1))
        writer.integer(value)
      case .text(let value):
        writer.integer(UInt8(2))
        writer.block(Array(value.utf8))
      case .bytes(let value):
        writer.integer(UInt8(3))
        writer.block(value)
      }
    }
    return writer.bytes
  }

  package func sum(of rows: some Sequence<Row>) -> Sum {
    var sum = Sum()
    for row in rows { sum.add(checksum(row)) }
    return sum
  }

  // MARK: Reading

  /// The rows that `tail` asks for, which begins with `WHERE` or `ORDER BY`, or is empty.
  ///
  /// - Throws: `SQLiteError.Code.damaged` for a row that is not what was written.
  package func rows(
    _ tail: String = "", _ values: LocalValue..., in connection: Connection
  ) throws(SQLiteError) -> [Row] {
    try rows(tail, values: values, in: connection)
  }

  package func rows(
    _ tail: String, values: [LocalValue], in connection: Connection
  ) throws(SQLiteError) -> [Row] {
    var found: [Row] = []
    try forEach(tail, values, in: connection) { row, isWhole throws(SQLiteError) in
      guard isWhole else { throw damage("a row is not what was written", in: connection) }
      found.append(row)
    }
    return found
  }

  private func forEach(
    _ tail: String, _ values: [LocalValue], in connection: Connection,
    _ body: (Row, _ isWhole: Bool) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let select = try connection.statement(selection + tail)
    defer { select.reset() }
    for (place, value) in values.enumerated() { select.bind(Int32(place + 1), value) }
    while try select.step() {
      var row: Row = []
      row.reserveCapacity(columns.count)
      for (place, column) in columns.enumerated() {
        row.append(select.value(Int32(place), column.kind))
      }
      let checksum = select.integer(Int32(columns.count))
      try body(row, checksum == Int64(self.checksum(row)))
    }
  }

  // MARK: Writing

  package func insert(_ row: Row, in connection: Connection) throws(SQLiteError) {
    let checksum = checksum(row)
    try changeSum(in: connection) { $0.add(checksum) }
    let insert = try connection.statement(insertion)
    for (place, value) in row.enumerated() { insert.bind(Int32(place + 1), value) }
    insert.bind(Int32(row.count + 1), Int64(checksum))
    try insert.run()
  }

  /// Puts the row in the place of the one with the same key, if there is one.
  package func replace(_ row: Row, in connection: Connection) throws(SQLiteError) {
    try remove(keyCondition, values: Array(row.prefix(keyCount)), in: connection)
    try insert(row, in: connection)
  }

  /// Removes the rows that the condition, which begins with `WHERE`, asks for.
  ///
  /// - Returns: the rows that were removed.
  @discardableResult
  package func remove(
    _ condition: String, _ values: LocalValue..., in connection: Connection
  ) throws(SQLiteError) -> [Row] {
    try remove(condition, values: values, in: connection)
  }

  @discardableResult
  private func remove(
    _ condition: String, values: [LocalValue], in connection: Connection
  ) throws(SQLiteError) -> [Row] {
    let rows = try rows(condition, values: values, in: connection)
    guard !rows.isEmpty else { return [] }
    try changeSum(in: connection) { sum in
      for row in rows { sum.remove(checksum(row)) }
    }
    let delete = try connection.statement("DELETE FROM \(name) " + condition)
    for (place, value) in values.enumerated() { delete.bind(Int32(place + 1), value) }
    try delete.run()
    return rows
  }

  /// Removes all rows, whole or not. A table that is missing is empty.
  package func clear(in connection: Connection) throws(SQLiteError) {
    if try connection.hasTable(name) { try connection.statement("DELETE FROM \(name)").run() }
    try connection.execute(Self.sumsTable)
    let delete = try connection.statement("DELETE FROM local_sums WHERE name = ?")
    delete.bind(1, name)
    try delete.run()
  }

  // MARK: The sum

  private func changeSum(
    in connection: Connection, _ change: (inout Sum) -> Void
  ) throws(SQLiteError) {
    guard var sum = try recordedSum(in: connection) else {
      throw damage("its sum is not what was written", in: connection)
    }
    change(&sum)
    let upsert = try connection.statement("INSERT OR REPLACE INTO local_sums VALUES (?, ?, ?, ?)")
    upsert.bind(1, name)
    upsert.bind(2, sum.count)
    upsert.bind(3, sum.total)
    upsert.bind(4, Int64(checksum([.integer(sum.count), .integer(sum.total)])))
    try upsert.run()
  }

  /// Zero for a table that nothing was put into; nil where the sum is damaged.
  private func recordedSum(in connection: Connection) throws(SQLiteError) -> Sum? {
    let select = try connection.statement(
      "SELECT count, total, checksum FROM local_sums WHERE name = ?")
    defer { select.reset() }
    select.bind(1, name)
    var sum = Sum()
    guard try select.step() else { return sum }
    (sum.count, sum.total) = (select.integer(0), select.integer(1))
    let expected = Int64(checksum([.integer(sum.count), .integer(sum.total)]))
    return select.integer(2) == expected ? sum : nil
  }

  /// How many rows were put into the table; 0 where that is damaged or not known.
  package func count(in connection: Connection) throws(SQLiteError) -> Int64 {
    guard try connection.hasTable("local_sums") else { return 0 }
    return try recordedSum(in: connection)?.count ?? 0
  }

  // MARK: Damage

  /// Whether the table is there, or its sum says that it was; sums that cannot be read say nothing.
  package func isExpected(in connection: Connection) throws(SQLiteError) -> Bool {
    if try connection.hasTable(name) { return true }
    guard try connection.hasTable("local_sums") else { return false }
    do throws(SQLiteError) {
      let select = try connection.statement("SELECT 1 FROM local_sums WHERE name = ?")
      defer { select.reset() }
      select.bind(1, name)
      return try select.step()
    } catch {
      guard error.code == .damaged else { throw error }
      return false
    }
  }

  /// What is wrong with the table, in words; nil: it is what was written.
  ///
  /// Reads all of it twice, once in the order of its indexes: a few milliseconds for 10,000 rows.
  package func problem(in connection: Connection) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      guard try connection.hasTable(name) else { return "\(name) is missing" }
      guard try connection.hasTable("local_sums"), let recorded = try recordedSum(in: connection)
      else { return "the sum of \(name) is not what was written" }
      var (sum, changed) = (Sum(), 0)
      try forEach("", [], in: connection) { row, isWhole throws(SQLiteError) in
        sum.add(checksum(row))
        if !isWhole { changed += 1 }
      }
      if changed > 0 {
        return Figure.count(changed, "row of \(name) is", "rows of \(name) are")
          + " not what was written"
      }
      if sum.count != recorded.count {
        return "\(name) has \(Figure.count(sum.count, "row")) instead of \(recorded.count)"
      }
      if sum.total != recorded.total { return "\(name) has rows of an older state" }
      let result = try connection.text("PRAGMA integrity_check(\(name))")
      return result == "ok" ? nil : "\(name): \(result ?? "it cannot be checked")"
    } catch {
      guard error.code == .damaged else { throw error }
      return "\(name) cannot be read"
    }
  }

  /// What can still be read of the table and is what was written. One that was never made is whole
  /// and empty.
  package func survivors(in connection: Connection) throws(SQLiteError) -> Survivors {
    var found = Survivors()
    do throws(SQLiteError) {
      guard try isExpected(in: connection) else {
        found.recorded = Sum()
        return found
      }
      if try connection.hasTable("local_sums") {
        found.recorded = try recordedSum(in: connection)
      }
      guard try connection.hasTable(name) else { return found }
      try forEach("", [], in: connection) { row, isWhole throws(SQLiteError) in
        if isWhole { found.rows.append(row) } else { found.areAllWhole = false }
      }
    } catch {
      guard error.code == .damaged else { throw error }
      found.areAllWhole = false
    }
    // Of a table that has rows, the sum is lost and not zero.
    if found.recorded == Sum(), !found.rows.isEmpty { found.recorded = nil }
    return found
  }

  /// All rows of a small table; nil where one is not what was written, or they are missing.
  ///
  /// Cheaper than `problem`, and enough for who reads all rows: indexes are not compared.
  package func wholeRows(in connection: Connection) throws(SQLiteError) -> [Row]? {
    let found = try survivors(in: connection)
    return found.areAllWhole && found.recorded == sum(of: found.rows) ? found.rows : nil
  }

  private func damage(_ what: String, in connection: Connection) -> SQLiteError {
    SQLiteError(
      code: .damaged, message: "\(connection.path): \(name) is damaged: \(what)",
      nextStep: remedy)
  }
}

extension Statement {
  fileprivate func bind(_ index: Int32, _ value: LocalValue) {
    switch value {
    case .null: bindNull(index)
    case .integer(let value): bind(index, value)
    case .text(let value): bind(index, value)
    case .bytes(let value): bind(index, value)
    }
  }

  /// What a damaged row has instead of the kind is read as one, and fails the checksum.
  fileprivate func value(_ column: Int32, _ kind: CheckedTable.Kind) -> LocalValue {
    if isNull(column) { return .null }
    switch kind {
    case .integer: return .integer(integer(column))
    case .text: return .text(text(column))
    case .bytes: return .bytes(bytes(column))
    }
  }
}
