import CSQLite
import Testing

/// An SQLite file as somebody sees it who knows nothing of this program, and damages one value.
struct DamagedDatabase {
  struct Table {
    let name: String
    let columns: [String]
    /// What a row is found by.
    fileprivate let key: String
    let rowCount: Int

    /// A few rows of each column, a few places of each value, rows that are missing, and the table.
    ///
    /// - Parameters:
    ///   - hasCheckedPages: whether each page of the file has a checksum, to which all bits of it
    ///     are alike.
    ///   - isDropped: whether the table is also dropped as a whole.
    func damages(hasCheckedPages: Bool, isDropped: Bool) -> [Damage] {
      guard rowCount > 0 else { return [] }
      let lost =
        [Damage(.lost(.last), isContinued: true)]
        + (isDropped ? [Damage(.dropped, isContinued: false)] : [])
      guard !hasCheckedPages else {
        return columns.map { Damage(.flipped($0, .middle), isContinued: false) } + lost
      }
      let values = columns.enumerated().flatMap { index, column in
        Place.allCases.enumerated().map { place, found in
          // To continue takes its time: once for each column, from another place than of the last.
          Damage(.flipped(column, found), isContinued: place == index % Place.allCases.count)
        } + [Damage.Change.emptied(column), .filled(column)].map { Damage($0, isContinued: false) }
      }
      return values + (rowCount > 1 ? [Damage(.lost(.first), isContinued: true)] : []) + lost
    }
  }

  /// Which row of a table; and which byte or bit of its value, so that three changes of a column
  /// meet three rows in three places.
  enum Place: CaseIterable {
    case first, middle, last

    func index(among count: Int) -> Int {
      switch self {
      case .first: 0
      case .middle: (count - 1) / 2
      case .last: count - 1
      }
    }

    /// The lowest bit, the sign, and one between them.
    var bit: Int64 {
      switch self {
      case .first: 0
      case .middle: 63
      case .last: 40
      }
    }
  }

  struct Damage {
    enum Change {
      /// One bit of a value in a column.
      case flipped(String, Place)
      /// A value is NULL.
      case emptied(String)
      /// A NULL is a value.
      case filled(String)
      /// A row is gone.
      case lost(Place)
      /// The table is gone.
      case dropped
    }

    let change: Change
    /// Whether to see what the owner of the file makes of it.
    let isContinued: Bool

    fileprivate init(_ change: Change, isContinued: Bool) {
      self.change = change
      self.isContinued = isContinued
    }

    func name(in table: Table) -> String {
      switch change {
      case .flipped: column(in: table)
      case .emptied: column(in: table) + " removed"
      case .filled: column(in: table) + " added"
      case .lost(.last): "the last row of \(table.name)"
      case .lost: "a row of \(table.name)"
      case .dropped: "all of \(table.name)"
      }
    }

    /// The table's name where it is no damage of a column.
    func column(in table: Table) -> String {
      switch change {
      case .flipped(let column, _), .emptied(let column), .filled(let column):
        "\(table.name).\(column)"
      case .lost, .dropped: table.name
      }
    }
  }

  private let path: String

  init(_ path: String) { self.path = path }

  func tables() throws -> [Table] {
    // What SQLite keeps of its own has no row of ours.
    try rows(
      "SELECT name, sql LIKE '%WITHOUT ROWID' FROM sqlite_schema WHERE type = 'table' "
        + "AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).map { row in
      let name = row[0]
      let columns = try rows("SELECT name, pk FROM pragma_table_info('\(name)') ORDER BY cid")
      let keys = columns.filter { $0[1] != "0" }.map { $0[0] }
      return Table(
        name: name, columns: columns.map { $0[0] },
        key: row[1] == "1" ? keys.joined(separator: ", ") : "rowid",
        rowCount: Int(try rows("SELECT count(*) FROM \(name)")[0][0]) ?? 0)
    }
  }

  /// - Returns: false where the table has no such value, or its schema allows no such change.
  func apply(_ damage: Damage, to table: Table) throws -> Bool {
    switch damage.change {
    case .dropped:
      _ = try rows("DROP TABLE \(table.name)")
      return true
    case .lost(let place):
      let row = row(place.index(among: table.rowCount), of: table)
      return try count("DELETE FROM \(table.name) WHERE \(row)") == 1
    case .emptied(let column):
      let found = try filledCount(column, of: table)
      guard found > 0 else { return false }
      let row = row(found - 1, of: table, where: "\(column) IS NOT NULL")
      return isDone("UPDATE \(table.name) SET \(column) = NULL WHERE \(row)")
    case .filled(let column):
      guard try filledCount(column, of: table) < table.rowCount else { return false }
      let row = row(0, of: table, where: "\(column) IS NULL")
      return ["1", "x'01'", "'a'"].contains {
        isDone("UPDATE \(table.name) SET \(column) = \($0) WHERE \(row)")
      }
    case .flipped(let column, let place):
      let found = try filledCount(column, of: table)
      guard found > 0 else { return false }
      let row = row(place.index(among: found), of: table, where: "\(column) IS NOT NULL")
      let value = try rows(
        "SELECT typeof(\(column)), hex(\(column)), \(column) FROM \(table.name) WHERE \(row)")[0]
      // A bit that gives a value which another row has already is no damage to this one.
      return try (0..<4).contains { more in
        let changed = try #require(flip(value, place, more))
        return isDone("UPDATE \(table.name) SET \(column) = \(changed) WHERE \(row)")
      }
    }
  }

  private func filledCount(_ column: String, of table: Table) throws -> Int {
    Int(try rows("SELECT count(\(column)) FROM \(table.name)")[0][0]) ?? 0
  }

  private func row(_ index: Int, of table: Table, where condition: String = "1") -> String {
    "(\(table.key)) = (SELECT \(table.key) FROM \(table.name) WHERE \(condition) "
      + "ORDER BY \(table.key) LIMIT 1 OFFSET \(index))"
  }

  private func flip(_ value: [String], _ place: Place, _ more: Int) -> String? {
    switch value[0] {
    case "integer":
      guard let number = Int64(value[2]) else { return nil }
      let changed = number ^ (1 << ((place.bit + Int64(more)) % 64))
      return changed == .min ? "(-9223372036854775807 - 1)" : "\(changed)"
    case "real": return "\(value[2]) + 1"
    default:
      var digits = Array(value[1])
      guard !digits.isEmpty else { return value[0] == "text" ? "'\u{1}'" : "x'01'" }
      let index = 2 * place.index(among: digits.count / 2) + 1
      digits[index] = Character(
        String((digits[index].hexDigitValue ?? 0) ^ (1 << (more % 4)), radix: 16))
      let literal = "x'\(String(digits))'"
      return value[0] == "text" ? "CAST(\(literal) AS TEXT)" : literal
    }
  }

  // MARK: SQLite

  private struct Failure: Error { let message: String }

  private func isDone(_ sql: String) -> Bool { (try? count(sql)) == 1 }

  /// Runs a statement: how many rows it changed.
  private func count(_ sql: String) throws -> Int {
    try using { handle in
      _ = try Self.rows(sql, handle)
      return Int(sqlite3_changes(handle))
    }
  }

  private func rows(_ sql: String) throws -> [[String]] {
    try using { try Self.rows(sql, $0) }
  }

  private func using<Value>(_ body: (OpaquePointer?) throws -> Value) throws -> Value {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    return try body(handle)
  }

  private static func rows(_ sql: String, _ handle: OpaquePointer?) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    var found: [[String]] = []
    var result = sqlite3_step(statement)
    while result == SQLITE_ROW {
      found.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
      result = sqlite3_step(statement)
    }
    guard result == SQLITE_DONE else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    return found
  }
}
