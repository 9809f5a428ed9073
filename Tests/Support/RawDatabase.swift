internal import CSQLite

/// An SQLite file as a program of somebody else's changes it, which refuses nothing.
package enum RawDatabase {
  package struct Failure: Error { package let message: String }

  /// Runs statements on the file, which is made if it is not there.
  package static func run(_ sql: String, on path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK,
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
  }

  /// The first column of the first row, as text.
  package static func text(_ sql: String, on path: String) throws -> String {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(handle)
    }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
    return String(cString: text)
  }
}

/// What a stranger may have written into a journal: a statement, and a word of the error.
package enum CraftedJournal {
  /// None of these may run, whatever is done with the file.
  package static let cases: [(sql: String, word: String)] = [
    (
      "CREATE TRIGGER gone AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
      #"trigger "gone""#
    ),
    (
      "CREATE VIEW seen AS SELECT 1 AS a; CREATE TRIGGER instead INSTEAD OF INSERT ON seen BEGIN "
        + "DELETE FROM entries; END", #"trigger "instead""#
    ),
    (
      withoutViews + "ALTER TABLE entries RENAME TO local_entries; "
        + "CREATE VIEW entries AS SELECT * FROM local_entries", #"view "entries""#
    ),
    (
      withoutViews
        + "ALTER TABLE entries ADD COLUMN more INTEGER GENERATED ALWAYS AS (kind + 1) VIRTUAL",
      #"another table "entries""#
    ),
    (
      "CREATE TABLE local_made (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1) VIRTUAL)",
      #"table "local_made""#
    ),
    ("CREATE TABLE local_a (a INTEGER); CREATE INDEX local_b ON local_a (abs(a))", "local_a"),
    ("CREATE TABLE local_a (a CHECK (a < length(hex(zeroblob(9)))))", #"table "local_a""#),
    ("CREATE TABLE local_a (a /* ' */ CHECK (a > 1) /* ' */)", #"table "local_a""#),
    ("CREATE TABLE local_a (\"\u{301}\" cHeCk (1), \"b\" INTEGER)", #"table "local_a""#),
    ("CREATE TABLE local_a (a DEFAULT (random()))", #"table "local_a""#),
    ("CREATE TABLE local_a (a REFERENCES entries ON DELETE CASCADE)", #"table "local_a""#),
    ("CREATE TABLE local_a (a); CREATE INDEX local_b ON local_a (a) WHERE a > 1", "local_a"),
    (
      "DROP VIEW IF EXISTS log; CREATE VIEW log AS WITH RECURSIVE c(x) AS "
        + "(SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c", #"another view "log""#
    ),
    (
      "CREATE VIEW local_endless AS WITH RECURSIVE c(x) AS "
        + "(SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c", #"view "local_endless""#
    ),
    (changed("CREATE TABLE local_a (a); DELETE FROM entries"), #"table "local_a""#),
    (changed("CREATE TABLE local_a (a); ATTACH 'beside.db' AS other"), #"table "local_a""#),
    (changed("CREATE TABLE local_other (a)"), "malformed database schema (local_a)"),
    (changed("CREATE TABLE local_a AS SELECT 1"), "malformed"),
    ("CREATE VIRTUAL TABLE local_words USING fts5(a)", #"virtual table "local_words""#),
    ("CREATE TABLE things (a)", #"table "things", which no journal has"#),
    ("CREATE INDEX by_kind ON entries (kind)", #"another index "by_kind""#),
    (
      withoutViews
        + """
        CREATE TABLE local_copy AS SELECT * FROM entries; DROP TABLE entries;
        CREATE TABLE entries (
          number INTEGER PRIMARY KEY,
          kind INTEGER NOT NULL,
          encryption INTEGER NOT NULL,
          time INTEGER NOT NULL,
          digest BLOB NOT NULL,
          payload BLOB,
          redacted_size INTEGER,
          redacted_digest BLOB
        ) STRICT, WITHOUT ROWID;
        INSERT INTO entries SELECT * FROM local_copy; DROP TABLE local_copy
        """, #"another table "entries""#
    ),
    (
      "CREATE TABLE local_a (a); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = "
        + "(SELECT rootpage FROM sqlite_schema WHERE name = 'entries') WHERE name = 'local_a'",
      "has pages of another"
    ),
    ("PRAGMA user_version = -1", "states the format -1"),
    ("PRAGMA user_version = 0", "states the format 0"),
    ("PRAGMA user_version = 2147483647", "format 2147483647; this program knows up to 1"),
  ]

  private static let withoutViews = "DROP VIEW log; DROP VIEW about; "

  private static func changed(_ text: String) -> String {
    "CREATE TABLE local_a (a); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
      + "'\(text.replacing("'", with: "''"))' WHERE name = 'local_a'"
  }
}
