internal import CSQLite
internal import Synchronization

/// What a database's schema names: a table, an index, a view or a trigger.
package struct SchemaObject: Hashable, Sendable {
  /// As SQLite says it, but for a table without pages, which is virtual.
  package let type: String
  package let name: String
  /// The table that it belongs to; a table's own name.
  package let table: String
  /// The statement that made it, as SQLite keeps it; nil for an index that SQLite made by itself.
  package let sql: String?

  package init(type: String, name: String, table: String, sql: String?) {
    (self.type, self.name, self.table, self.sql) = (type, name, table, sql)
  }

  package static let virtualTable = "virtual table"
}

/// All that a database's schema names, in which no two things share a page.
package struct Schema: Sendable {
  package let objects: [SchemaObject]

  /// Reads the schema, tables first, and runs nothing of it.
  package init(_ connection: Connection) throws(SQLiteError) {
    let select = try connection.statement(
      """
      SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema
        ORDER BY type = 'table' DESC, name
      """)
    defer { select.reset() }
    var objects: [SchemaObject] = []
    var pages: Set<Int64> = []
    while try select.step() {
      let page = select.integer(4)
      let hasPages = ["table", "index"].contains(select.text(0))
      let isVirtual = select.text(0) == "table" && page == 0
      objects.append(
        SchemaObject(
          type: isVirtual ? SchemaObject.virtualTable : select.text(0), name: select.text(1),
          table: select.text(2), sql: select.isNull(3) ? nil : select.text(3)))
      // The first page is the schema's own.
      guard hasPages, !isVirtual else { continue }
      guard page > 1, pages.insert(page).inserted else {
        throw SQLiteError(
          code: .damaged,
          message: "\(connection.path): \(select.text(1).debugDescription) has pages of another")
      }
    }
    self.objects = objects
  }

  /// What the statements would make of an empty database.
  package init(madeBy body: (Connection) throws(SQLiteError) -> Void) throws(SQLiteError) {
    let connection = try Connection(path: ":memory:", mode: .create)
    try body(connection)
    try self.init(connection)
  }

  /// The first thing that is in this and not in the other, to the last sign.
  package func firstUnknown(to other: Schema) -> SchemaObject? {
    let known = Set(other.objects)
    return objects.first { !known.contains($0) }
  }

  private static let plain: Mutex<Set<[SchemaObject]>> = Mutex([])
  private static let plainCountMax = 4_096
  /// Words after which a table's or an index's text says what SQLite has to compute or look up.
  private static let computing: Set = [
    "CHECK", "DEFAULT", "WHERE", "REFERENCES", "FOREIGN", "GENERATED", "AS", "COLLATE",
    SQLWords.comment,
  ]

  /// Whether a table and its indexes are what their texts say, one statement each, and hold what
  /// was written to them alone: nothing of them is computed when a row is read, written or checked.
  ///
  /// - Parameter objects: the table, then its indexes; all in this schema.
  package static func isPlain(_ objects: [SchemaObject]) -> Bool {
    if plain.withLock({ $0.contains(objects) }) { return true }
    guard (try? isMadePlain(objects)) == true else { return false }
    plain.withLock { if $0.count < plainCountMax { _ = $0.insert(objects) } }
    return true
  }

  /// Makes them once more, in memory.
  private static func isMadePlain(_ objects: [SchemaObject]) throws(SQLiteError) -> Bool {
    let scratch = try Connection(path: ":memory:", mode: .create)
    for object in objects {
      guard let sql = object.sql else { continue }
      guard !SQLWords(sql).contains(where: Self.computing.contains) else { return false }
      try scratch.make(sql)
    }
    guard try Set(Schema(scratch).objects) == Set(objects) else { return false }
    for object in objects {
      let computed = try scratch.statement(
        object.type == "table"
          ? "SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden <> 0"
          : "SELECT 1 FROM pragma_index_xinfo(?) WHERE cid = -2")
      defer { computed.reset() }
      computed.bind(1, object.name)
      if try computed.step() { return false }
    }
    return true
  }
}

/// The words of a statement outside of quotes, in capitals. They end at the first comment, in which
/// a quote would be none.
struct SQLWords: Sequence, IteratorProtocol {
  /// What stands for a comment, and is not a word.
  static let comment = "--"

  /// Bytes, as SQLite reads them: a mark behind a quote makes another character of it for people.
  private var rest: ArraySlice<UInt8>

  init(_ sql: String) { rest = ArraySlice(sql.utf8) }

  mutating func next() -> String? {
    while let first = rest.first {
      switch first {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip(past: first)
      case UInt8(ascii: "["): skip(past: UInt8(ascii: "]"))
      case _ where rest.starts(with: "--".utf8) || rest.starts(with: "/*".utf8):
        rest = []
        return Self.comment
      case _ where Self.isOfWord(first):
        let word = rest.prefix(while: Self.isOfWord)
        rest = rest[word.endIndex...]
        return String(decoding: word, as: UTF8.self).uppercased()
      default: rest.removeFirst()
      }
    }
    return nil
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Goes past a quoted name or text. A quote that is written twice in one ends it and begins
  /// another, which leaves out as much.
  private mutating func skip(past quote: UInt8) {
    let inside = rest.dropFirst()
    rest = inside.firstIndex(of: quote).map { inside[inside.index(after: $0)...] } ?? []
  }
}

extension Connection {
  /// Makes one table or index by a text that comes from a file: whatever else it says is an error,
  /// and is not done.
  package func make(_ sql: String) throws(SQLiteError) {
    try guarded(spotlog_sqlite_making) { () throws(SQLiteError) in
      try Statement.runOnce(sql, on: self)
    }
  }

  /// Rewrites the file without what was removed from it, which takes another file for as long.
  package func vacuum() throws(SQLiteError) {
    try guarded(spotlog_sqlite_unguarded) { () throws(SQLiteError) in
      try Statement.runOnce("VACUUM", on: self)
    }
  }

  /// Writes a copy of the database to a file that is not there.
  package func vacuum(into path: String) throws(SQLiteError) {
    let text = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    try guarded(spotlog_sqlite_unguarded) { () throws(SQLiteError) in
      try Statement.runOnce("VACUUM INTO '\(text)'", on: self)
    }
  }

  /// Runs `body` under another guard than the connection's own.
  func guarded(
    _ mode: Int, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    spotlog_sqlite_guard(handle, Int32(mode))
    defer { spotlog_sqlite_guard(handle, Int32(spotlog_sqlite_guarded)) }
    try body()
  }

  /// Lets triggers run: for a file whose schema was compared with what the program makes.
  package func allowTriggers() { spotlog_sqlite_allow_triggers(handle) }
}
