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

extension Journal {
  /// The entries that were redacted in this file, or in what it was copied from, as far as the list
  /// of redactions goes: one that an earlier version made may not be among them.
  package func listedRedactions() throws(JournalError) -> [UInt64] {
    try JournalError.translating(path) {
      guard try RedactionMark.isThere(connection) else { return [] }
      return try connection.integers("SELECT number FROM local_redactions ORDER BY sequence")
        .map { UInt64(clamping: $0) }
    }
  }

  /// What is wrong with the list of redactions, in words; nil: it is what was written.
  ///
  /// - Parameter comparesEntries: whether all entries are looked through for those whose payload
  ///   is gone.
  package func redactionListProblem(
    comparesEntries: Bool = true
  ) throws(JournalError) -> String? {
    do throws(SQLiteError) {
      guard try RedactionMark.isThere(connection) else { return nil }
      guard try RedactionMark.isChained(connection) else {
        return "local_redactions is not what was written"
      }
      guard comparesEntries else { return nil }
      return try difference(fromEntries: connection)
    } catch {
      if error.code == .damaged { return "local_redactions cannot be read" }
      throw JournalError(error, path: path)
    }
  }

  /// What the list and the entries say of each other; nothing where entries cannot be read, which
  /// is a finding of its own.
  private func difference(fromEntries connection: Connection) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      let wrong = try connection.integer(
        """
        SELECT count(*) FROM local_redactions AS list
          WHERE number > (SELECT floor_number FROM journal) AND NOT EXISTS
            (SELECT 1 FROM entries WHERE number = list.number AND payload IS NULL)
        """)
      guard wrong == 0 else {
        return "local_redactions names \(wrong) entries that were not redacted"
      }
      let missing = try connection.integer(
        """
        SELECT count(*) FROM entries
          WHERE \(RedactionMark.isRedacted) AND number NOT IN (SELECT number FROM local_redactions)
        """)
      return missing == 0 ? nil : "local_redactions lacks \(missing) redacted entries"
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  /// Makes the list of redactions again, from the entries, where it is not what was written. The
  /// next snapshot is whole then: it continues from no earlier list.
  ///
  /// - Returns: what was wrong; nil: nothing, and nothing was changed.
  @discardableResult
  package func mendRedactionList(comparingEntries: Bool) throws(JournalError) -> String? {
    guard let problem = try redactionListProblem(comparesEntries: comparingEntries) else {
      return nil
    }
    try write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        let numbers = try connection.integers(
          "SELECT number FROM entries WHERE \(RedactionMark.isRedacted) ORDER BY number")
        try connection.execute("DELETE FROM local_redactions")
        for number in numbers { try RedactionMark.add(UInt64(clamping: number), in: connection) }
      }
    }
    return problem
  }

  /// The last entry whose payload is gone; 0: none is. Looks through all entries.
  package func lastRedactedNumber() throws(JournalError) -> UInt64 {
    try JournalError.translating(path) {
      UInt64(
        clamping: try connection.integer(
          "SELECT max(number) FROM entries WHERE \(RedactionMark.isRedacted)"))
    }
  }
}
