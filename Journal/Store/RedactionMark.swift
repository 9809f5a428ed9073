internal import JournalFormat
internal import SQLite

/// How far the list of a journal's redactions has come.
///
/// Each redaction adds a row in the transaction that makes it, so that anyone who holds an older
/// copy finds what was redacted since without reading the entries. The digest runs over all numbers
/// before, so two lists that agree in their last row agree in all.
struct RedactionMark: Hashable, Sendable {
  static let byteCount = 8
  static let none = RedactionMark(count: 0, digest: [UInt8](repeating: 0, count: byteCount))
  static let tableName = "local_redactions"
  /// Of a row of `entries`. One that lost its payload to damage has no digest of it either, and one
  /// with a number that no entry can have was put there by somebody else.
  static let isRedacted =
    "number >= \(SequenceNumber.first) "
    + "AND payload IS NULL AND redacted_size IS NOT NULL "
    + "AND length(redacted_digest) = \(Digest.byteCount)"
  static let table = "CREATE TABLE " + definition
  /// For a journal that may have the table already.
  static let tableIfMissing = "CREATE TABLE IF NOT EXISTS " + definition + ";\n"
  private static let definition = """
    local_redactions (
      sequence INTEGER PRIMARY KEY, number INTEGER NOT NULL, digest BLOB NOT NULL
    ) STRICT
    """

  var count: UInt64
  var digest: [UInt8]

  /// The mark after one more redaction.
  func adding(_ number: UInt64) -> RedactionMark {
    var writer = ByteWriter()
    writer.raw(digest)
    writer.integer(number)
    return RedactionMark(
      count: count + 1, digest: Array(Digest(of: writer.bytes).bytes.prefix(Self.byteCount)))
  }

  /// Whether each row of the list follows from the one before it.
  static func isChained(_ connection: Connection) throws(SQLiteError) -> Bool {
    guard try isThere(connection) else { return true }
    let select = try connection.statement(
      "SELECT sequence, number, digest FROM local_redactions ORDER BY sequence")
    defer { select.reset() }
    var mark = none
    while try select.step() {
      mark = mark.adding(UInt64(clamping: select.integer(1)))
      guard select.integer(0) == Int64(mark.count), select.bytes(2) == mark.digest else {
        return false
      }
    }
    return true
  }

  /// The last row, or the one of that count; nil when there is none.
  static func read(
    _ connection: Connection, at count: UInt64? = nil
  ) throws(SQLiteError) -> RedactionMark? {
    if count == 0 { return Self.none }
    guard try isThere(connection) else { return count == nil ? Self.none : nil }
    let select = try connection.statement(
      "SELECT sequence, digest FROM local_redactions WHERE sequence = "
        + (count == nil ? "(SELECT max(sequence) FROM local_redactions)" : "?"))
    defer { select.reset() }
    if let count { select.bind(1, Int64(clamping: count)) }
    guard try select.step() else { return count == nil ? Self.none : nil }
    return RedactionMark(
      count: UInt64(clamping: select.integer(0)), digest: select.bytes(1))
  }

  static func isThere(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.hasTable("local_redactions")
  }

  /// Notes a redaction; inside the transaction that makes it.
  static func add(_ number: UInt64, in connection: Connection) throws(SQLiteError) {
    if try !isThere(connection) { try connection.execute(table) }
    let last = try read(connection) ?? none
    // Rows are counted as entries are: each place leaves room for the next.
    guard last.count < SequenceNumber.places.upperBound else {
      throw SQLiteError(
        code: .damaged, message: "local_redactions has a row \(last.count), the last there can be")
    }
    let mark = last.adding(number)
    let insert = try connection.statement("INSERT INTO local_redactions VALUES (?, ?, ?)")
    insert.bind(1, Int64(mark.count))
    insert.bind(2, Int64(number))
    insert.bind(3, mark.digest)
    try insert.run()
  }
}
