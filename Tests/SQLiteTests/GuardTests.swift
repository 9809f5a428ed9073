import SQLite
import TestSupport
import Testing

@Suite("What a statement may do") struct GuardTests {
  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(path: folder.file("a.db"), mode: .create)
    try connection.execute("CREATE TABLE things (value)")
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  @Test(arguments: [
    "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE things", "SELECT 1;;", "SELECT 1; -- more",
  ])
  func `is one statement`(sql: String) throws {
    #expect(
      refusal { _ = try connection.statement(sql) }.hasSuffix(": more than one statement"))
    #expect(try connection.hasTable("things"))
  }

  @Test func `is one statement with blanks behind it`() throws {
    #expect(try connection.integer("SELECT 7; \n") == 7)
  }

  @Test func `is not to open another file`() throws {
    for sql in ["ATTACH ':memory:' AS other", "ATTACH 'x.db' AS other", "DETACH main"] {
      #expect(refusal { try connection.execute(sql) }.contains("not authorized"), "\(sql)")
    }
    try connection.vacuum()
    try connection.vacuum(into: folder.file("it's a copy.db"))
    #expect(refusal { try connection.execute("ATTACH 'x.db' AS other") }.contains("not authorized"))
    #expect(
      try Connection(path: folder.file("it's a copy.db"), mode: .readOnly).hasTable("things"))
  }

  @Test func `is not to load code`() throws {
    #expect(
      refusal { try connection.execute("SELECT load_extension('x')") }
        .contains("not authorized"))
  }

  @Test func `is not to run what a file's views and triggers say`() throws {
    try connection.execute(
      """
      CREATE VIEW seen AS SELECT 1 AS a;
      CREATE TRIGGER more AFTER INSERT ON things BEGIN INSERT INTO things VALUES (2); END;
      INSERT INTO things VALUES (1);
      """)
    #expect(try connection.integer("SELECT count(*) FROM things") == 1)
    #expect(refusal { _ = try connection.integer("SELECT a FROM seen") }.contains("prohibited"))
    connection.allowTriggers()
    try connection.execute("INSERT INTO things VALUES (3)")
    #expect(try connection.integer("SELECT count(*) FROM things") == 3)
  }

  @Test(arguments: [
    "DROP TABLE things", "DELETE FROM things", "INSERT INTO things VALUES (2)", "SELECT 1",
    "PRAGMA user_version = 3",
    "CREATE VIEW v AS SELECT 1", "CREATE VIRTUAL TABLE f USING fts5(a)",
    "CREATE TABLE t AS SELECT 1 AS a", "CREATE TABLE t (a); DROP TABLE things",
    "CREATE TRIGGER r AFTER INSERT ON things BEGIN DELETE FROM things; END",
  ])
  func `that a file brings makes a table and nothing else`(sql: String) throws {
    try connection.execute("INSERT INTO things VALUES (1)")
    #expect(throws: SQLiteError.self) { try connection.make(sql) }
    #expect(try connection.integer("SELECT count(*) FROM things") == 1)
    #expect(try Schema(connection).objects.map(\.name) == ["things"])
  }

  @Test func `that a file brings makes tables of all kinds`() throws {
    try connection.make(
      "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, CHECK (b <> '')) STRICT")
    try connection.make("CREATE TABLE u (a TEXT PRIMARY KEY) WITHOUT ROWID")
    try connection.make("CREATE INDEX i ON t (b) WHERE b > 'a'")
    // A table without row numbers is its own index; a unique column has one of SQLite's.
    #expect(
      try Schema(connection).objects.map(\.name) == [
        "t", "things", "u", "i", "sqlite_autoindex_t_1",
      ])
  }

  /// More rows than any file of that size can hold.
  @Test(.timeLimit(.minutes(1)))
  func `that does not come to an end is ended where a file is a stranger's`() throws {
    connection.boundWork()
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
    let error = #expect(throws: SQLiteError.self) {
      try connection.integer(endless + "SELECT count(*) FROM c")
    }
    #expect(error?.code == .damaged)
    // What takes its time row by row continues.
    let select = try connection.statement(endless + "SELECT x FROM c LIMIT 3000000")
    var count = 0
    while try select.step() { count += 1 }
    #expect(count == 3_000_000)
  }
}
