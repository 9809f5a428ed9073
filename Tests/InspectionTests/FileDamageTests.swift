import CSQLite
import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Testing

/// Everything that lies on the disk of a device and its cloud, damaged value by value: a table or
/// column that comes to a schema is damaged here without a change to this test.
@Suite("Damage to any value of any file") struct FileDamageTests {
  /// What may change unnoticed, and why that leads to nothing wrong.
  private static let harmless: [String: String] = [
    "journal.created": "a date for people, on which nothing depends",
    "entries.redacted_size": besidePayload, "entries.redacted_digest": besidePayload,
    "local_log_mark.row": unmarked, "local_log_mark.mark": unmarked,
    "a row of local_log_mark": unmarked,
  ]

  private static let besidePayload =
    "read by nobody beside a payload; of a redacted entry the chain covers it"
  private static let unmarked =
    "what is compared with a log beside the file: a closed one has none, and the next takes it up"

  /// Tables that have no row, since being there is all they say.
  private static let empty: Set = ["local_protection"]

  private static func paths(areDatabases: Bool) throws -> [String] {
    try LivedWorld.files.get().filter {
      $0.value.starts(with: Data("SQLite format 3".utf8)) == areDatabases
    }
    .map(\.key).sorted()
  }

  @Test func `begins with a world in which nothing is wrong`() throws {
    let world = try LivedWorld()
    #expect(try world.findings() == [])
    let state = try world.goOn()
    #expect(state.isAcknowledged && !state.popularity.isEmpty && !state.publicItems.isEmpty)
    #expect(state == (try LivedWorld().goOn()))
    #expect(
      try Self.paths(areDatabases: true).map { $0.split(separator: "/").first ?? "" }
        == ["backups", "cloud", "cloud", "device", "device", "device"])
  }

  @Test func `has a row in each table of a journal`() throws {
    let world = try LivedWorld()
    var (filled, found): (Set<String>, Set<String>) = ([], [])
    for path in try Self.paths(areDatabases: true) where path.hasSuffix(".journal") {
      let tables = try Database(world.file(path)).tables()
      found.formUnion(tables.map(\.name))
      filled.formUnion(tables.filter { $0.rowCount > 0 }.map(\.name))
    }
    #expect(found.subtracting(filled) == Self.empty, "let the world fill what is empty")
    #expect(
      filled.isSuperset(of: [
        "local_compaction", "local_remnants", "local_restored", "local_reindexed",
        "local_redactions", "local_receipts", "local_vouched", "local_origins",
      ]))
  }

  private static let databases = (try? paths(areDatabases: true)) ?? []

  @Test(arguments: databases)
  func `is named or mended in each table and column`(path: String) throws {
    let expected = try LivedWorld().goOn()
    let whole = try LivedWorld()
    let tables = try Database(whole.file(path)).tables()
    #expect(tables.contains { !$0.columns.isEmpty })
    for table in tables where table.rowCount > 0 {
      for damage in table.damages {
        let world = try LivedWorld()
        guard try Database(world.file(path)).apply(damage, to: table) else {
          Issue.record("\(path): \(damage.name(in: table)) cannot be damaged")
          continue
        }
        expect(world, expected, path, damage.name(in: table))
      }
    }
  }

  @Test func `is named or mended in files that are no databases`() throws {
    let expected = try LivedWorld().goOn()
    let paths = try Self.paths(areDatabases: false).filter { !$0.hasSuffix("-writer") }
    #expect(paths.contains("device/witness") && paths.contains("cloud.witness"))
    for path in paths {
      let bytes = try #require(try LivedWorld.files.get()[path])
      var changes: [(String, Data?)] = [("removed", nil), ("emptied", Data())]
      changes.append(("cut", bytes.prefix(bytes.count / 2)))
      for place in stride(from: 0, to: bytes.count, by: max(bytes.count / 6, 1)) {
        var changed = bytes
        changed[place] ^= 1 << UInt8(place % 8)
        changes.append(("bit of byte \(place)", changed))
      }
      for (name, changed) in changes {
        let world = try LivedWorld()
        let url = URL(fileURLWithPath: world.file(path))
        if let changed {
          try changed.write(to: url)
        } else {
          try FileManager.default.removeItem(at: url)
        }
        expect(world, expected, path, name)
      }
    }
  }

  @Test(arguments: [true, false])
  func `begins no new cloud beside the projections of one whose log is gone`(isEmpty: Bool) throws {
    let world = try LivedWorld("cloud/")
    let log = URL(fileURLWithPath: world.file("cloud/cloud.journal"))
    try FileManager.default.removeItem(at: log)
    if isEmpty { try Data().write(to: log) }
    let error = #expect(throws: CloudError.self) { try world.goOn() }
    #expect(
      error?.message.contains("Restore the log from a backup") == true, "\(error?.message ?? "")")
    #expect((try? Data(contentsOf: log))?.isEmpty ?? true)
  }

  /// Somebody says that something is wrong, or all ends as without the damage.
  private func expect(
    _ world: LivedWorld, _ expected: LivedWorld.State, _ path: String, _ value: String
  ) {
    let damage = "\(path): \(value)"
    do {
      let found = try world.findings(of: path)
      guard found.isEmpty else {
        #expect(found.allSatisfy { $0.hasSuffix(".") && $0.contains(" ") }, "\(damage): \(found)")
        return
      }
      let state = try world.goOn()
      #expect(state == expected, "\(damage) changed what comes out, and nobody noticed")
      let isListed = Self.harmless[value] != nil
      // What is derived is made again when it is opened.
      let isLeft = path.hasSuffix(".journal") || path.hasSuffix(".sqlar")
      #expect(isListed || !isLeft, "\(damage) was not noticed")
    } catch {
      #expect("\(error)".count > 20, "\(damage): \(error)")
    }
  }
}

/// An SQLite file as somebody sees it who knows nothing of this program.
private struct Database {
  struct Table {
    let name: String
    let columns: [String]
    /// What a row is found by.
    let key: String
    let rowCount: Int

    var damages: [Damage] { columns.map(Damage.value) + [.lostRow] }
  }

  enum Damage {
    /// One bit of a value in a column.
    case value(String)
    case lostRow

    func name(in table: Table) -> String {
      switch self {
      case .value(let column): "\(table.name).\(column)"
      case .lostRow: "a row of \(table.name)"
      }
    }
  }

  private let path: String

  init(_ path: String) { self.path = path }

  func tables() throws -> [Table] {
    try rows(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
        + "AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).map { row in
      let name = row[0]
      let columns = try rows("SELECT name, pk FROM pragma_table_info('\(name)')")
      let keys = columns.filter { $0[1] != "0" }.map { $0[0] }
      return Table(
        name: name, columns: columns.map { $0[0] },
        key: row[1] == "1" ? "(" + keys.joined(separator: ", ") + ")" : "rowid",
        rowCount: Int(try rows("SELECT count(*) FROM \(name)")[0][0]) ?? 0)
    }
  }

  /// - Returns: false where there is no row to damage.
  func apply(_ damage: Damage, to table: Table) throws -> Bool {
    switch damage {
    case .lostRow:
      guard table.rowCount > 0 else { return false }
      try run("DELETE FROM \(table.name) WHERE \(first(of: table))")
      return true
    case .value(let column):
      let value = try rows(
        "SELECT typeof(\(column)), hex(\(column)), \(column) FROM \(table.name) "
          + "WHERE \(first(of: table, having: column))"
      ).first
      guard let value else { return false }
      // A bit that gives a value which another row has already is no damage to this one.
      let changes =
        value[0] == "null"
        ? ["1", "x'01'", "'a'"] : try [2, 5, 9, 0].map { try #require(flip(value, bit: $0)) }
      return changes.contains { changed in
        let update =
          "UPDATE \(table.name) SET \(column) = \(changed) WHERE "
          + first(of: table, having: column)
        return (try? run(update)) != nil
      }
    }
  }

  private func first(of table: Table, having column: String? = nil) -> String {
    let key = table.key.trimmingCharacters(in: CharacterSet(charactersIn: "()"))
    let order = column.map { " ORDER BY \($0) IS NULL" } ?? ""
    return "\(table.key) = (SELECT \(key) FROM \(table.name)\(order) LIMIT 1)"
  }

  private func flip(_ value: [String], bit: Int) -> String? {
    switch value[0] {
    case "integer": return Int64(value[2]).map { "\($0 ^ (1 << Int64(bit)))" }
    case "real": return "\(value[2]) + 1"
    default:
      let bytes = value[1]
      guard !bytes.isEmpty else { return value[0] == "text" ? "'\u{1}'" : "x'01'" }
      var digits = Array(bytes)
      let place = digits.count / 2 | 1
      digits[place] = Character(
        String((digits[place].hexDigitValue ?? 0) ^ (1 << (bit % 4)), radix: 16))
      let literal = "x'\(String(digits))'"
      return value[0] == "text" ? "CAST(\(literal) AS TEXT)" : literal
    }
  }

  private struct Failure: Error { let message: String }

  private func run(_ sql: String) throws { _ = try rows(sql) }

  private func rows(_ sql: String) throws -> [[String]] {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(handle)
    }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
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
