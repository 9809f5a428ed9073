internal import CSQLite

/// A compiled statement of one connection, which must outlive it.
///
/// Columns count from 0 and parameters from 1, as SQLite counts them. Bytes that are bound without
/// a copy have to stay where they are until the statement was stepped.
package final class Statement {
  /// The connection keeps its statements, so this is not counted: a count would be a cycle.
  private unowned(unsafe) let connection: Connection
  private let sql: String
  /// Never changes, so that no access to it is tracked: every column of every row asks for it.
  private let handle: OpaquePointer?
  /// Of the connection: how long the step lasts that is being made.
  private let work: UnsafeMutablePointer<Int>

  init(connection: Connection, sql: String) throws(SQLiteError) {
    self.connection = connection
    work = connection.work
    self.sql = sql
    let (prepared, result, isOne) = Self.prepare(sql, connection.handle)
    handle = prepared
    guard result == SQLITE_OK else { throw failure(result) }
    guard isOne else {
      sqlite3_finalize(prepared)
      throw SQLiteError(
        code: .other(SQLITE_MISUSE),
        message: "\(connection.path): more than one statement")
    }
  }

  private static func prepare(
    _ sql: String, _ connection: OpaquePointer
  ) -> (OpaquePointer?, result: Int32, isOne: Bool) {
    sql.withCString { text in
      var prepared: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v3(
        connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
      // What is left over would never be run; anyone who wrote it meant something by it.
      let isOne = tail.map { String(cString: $0).allSatisfy(\.isWhitespace) } ?? true
      return (prepared, result, isOne)
    }
  }

  /// Runs a statement that takes no values, and keeps nothing of it.
  static func runOnce(_ sql: String, on connection: Connection) throws(SQLiteError) {
    let statement = try Statement(connection: connection, sql: sql)
    defer { statement.finalize() }
    while try statement.step() {}
  }

  /// Ends the statement's life: called once, by the connection that closes, which forgets it.
  func finalize() { sqlite3_finalize(handle) }

  private func failure(_ result: Int32) -> SQLiteError {
    SQLiteError(
      resultCode: result, doing: connection.path, statement: sql, handle: connection.handle)
  }

  /// Forgets the rows, so that the statement can be bound and stepped again.
  @inline(__always)
  package func reset() { sqlite3_reset(handle) }

  /// Moves to the next row; false when there is none.
  @inline(__always)
  package func step() throws(SQLiteError) -> Bool {
    work.pointee = 0
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    let error = failure(result)
    sqlite3_reset(handle)
    throw error
  }

  /// Steps a statement that gives no rows, and resets it.
  @inline(__always)
  package func run() throws(SQLiteError) {
    _ = try step()
    sqlite3_reset(handle)
  }

  /// Binds bytes without a copy, steps a statement that gives no rows, and resets it.
  package func run(binding index: Int32, to bytes: [UInt8]) throws(SQLiteError) {
    let result: Result<Void, SQLiteError> = bytes.withUnsafeBytes { bytes in
      bindWithoutCopy(index, bytes)
      do throws(SQLiteError) { return .success(try run()) } catch { return .failure(error) }
    }
    bindNull(index)
    try result.get()
  }

  // MARK: Binding

  @inline(__always)
  package func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

  @inline(__always)
  package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  package func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

  /// Binds a copy of the text.
  package func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      // SQLite reads a nil pointer as NULL: an empty text needs an address.
      let base = UnsafeRawPointer(bytes.baseAddress) ?? Self.somewhere
      sqlite3_bind_text(
        handle, index, base.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        Self.transient)
    }
  }

  /// Binds a copy of the bytes.
  package func bind(_ index: Int32, _ value: [UInt8]) {
    value.withUnsafeBytes { bindBytes(index, $0, Self.transient) }
  }

  /// Binds the bytes where they are: they have to stay there until the statement was stepped.
  @inline(__always)
  package func bindWithoutCopy(_ index: Int32, _ value: UnsafeRawBufferPointer) {
    bindBytes(index, value, nil)
  }

  @inline(__always)
  private func bindBytes(
    _ index: Int32, _ value: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?
  ) {
    sqlite3_bind_blob(
      handle, index, value.baseAddress ?? Self.somewhere, Int32(value.count), destructor)
  }

  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Any address that is not nil, for a value of no bytes.
  private static var somewhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1)! }

  /// Binds the columns of the row that another statement stands on, from the first on.
  @inline(__always)
  package func bindRow(of other: Statement) {
    for column in 0..<other.columnCount {
      sqlite3_bind_value(handle, column + 1, sqlite3_column_value(other.handle, column))
    }
  }

  // MARK: Columns

  /// How many columns a row has.
  package var columnCount: Int32 { sqlite3_column_count(handle) }

  @inline(__always)
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { [UInt8]($0) } }

  /// The bytes of a column in place: valid until the next step or reset.
  @inline(__always)
  package func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value
  {
    body(bytesInPlace(column))
  }

  /// The bytes of a column in place: valid until the next step or reset.
  @inline(__always)
  package func bytesInPlace(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
