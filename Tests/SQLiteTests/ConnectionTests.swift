import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A connection") struct ConnectionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Refusal: Error, Equatable {}

  @Test func `keeps what a transaction did when its body returns`() throws {
    let connection = try Connection(path: folder.file("a.db"), mode: .create)
    try connection.execute("CREATE TABLE things (value)")
    let value = try connection.transaction({ $0 }) { () throws(SQLiteError) in
      try connection.execute("INSERT INTO things VALUES (7)")
      return connection.lastInsertedRow
    }
    #expect(value == 1)
    let other = try Connection(path: folder.file("a.db"), mode: .readOnly)
    #expect(try other.integer("SELECT value FROM things") == 7)
  }

  @Test func `takes back what a transaction did when its body throws`() throws {
    let connection = try Connection(path: folder.file("a.db"), mode: .create)
    try connection.execute("CREATE TABLE things (value)")
    let failing = { () throws(any Error) in
      try connection.execute("INSERT INTO things VALUES (7)")
      throw Refusal()
    }
    #expect(throws: Refusal()) { try connection.transaction({ $0 }, failing) }
    #expect(try connection.integer("SELECT count(*) FROM things") == 0)
    try connection.transaction({ $0 }) { () throws(SQLiteError) in
      try connection.execute("INSERT INTO things VALUES (8)")
    }
    #expect(try connection.integer("SELECT count(*) FROM things") == 1)
  }

  @Test func `takes back a transaction whose commit is refused`() throws {
    let connection = try Connection(path: folder.file("a.db"), mode: .create)
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parents (id INTEGER PRIMARY KEY);
      CREATE TABLE children (
        parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction({ $0 }) { () throws(SQLiteError) in
        try connection.execute("INSERT INTO children VALUES (1)")
      }
    }
    #expect(error?.code == .constraint)
    #expect(
      error?.debugDescription.hasSuffix("FOREIGN KEY constraint failed (COMMIT)") == true)
    #expect(try connection.integer("SELECT count(*) FROM children") == 0)
  }

  @Test(arguments: [Connection.Mode.readOnly, .readWrite])
  func `does not make a file unless it is told to`(mode: Connection.Mode) throws {
    let path = folder.file("none.db")
    let error = #expect(throws: SQLiteError.self) { try Connection(path: path, mode: mode) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message == "opening \(path): unable to open database file")
    #expect(error?.description == error?.message)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `for reading does not write`() throws {
    let path = folder.file("a.db")
    try Connection(path: path, mode: .create).execute("CREATE TABLE things (value)")
    let reader = try Connection(path: path, mode: .readOnly)
    let error = #expect(throws: SQLiteError.self) {
      try reader.execute("INSERT INTO things VALUES (1)")
    }
    #expect(error?.code == .readOnly)
    #expect(error?.message.hasSuffix("attempt to write a readonly database") == true)
  }

  @Test func `calls a file that is not a database damaged`() throws {
    let path = folder.file("a.db")
    try Data(repeating: 0x41, count: 2_000).write(to: URL(fileURLWithPath: path))
    let connection = try Connection(path: path, mode: .readWrite)
    let error = #expect(throws: SQLiteError.self) {
      try connection.integer("PRAGMA user_version")
    }
    #expect(error?.code == .damaged)
    #expect(error?.message == "\(path): file is not a database")
    #expect(error?.reason == "file is not a database")
  }

  @Test func `says busy when another one holds the lock`() throws {
    let path = folder.file("a.db")
    let first = try Connection(path: path, mode: .create)
    try first.execute("CREATE TABLE things (value)")
    let second = try Connection(path: path, mode: .readWrite)
    try second.execute("PRAGMA busy_timeout = 20")
    try first.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: SQLiteError.self) {
      try second.transaction({ $0 }) { () throws(SQLiteError) in }
    }
    #expect(error?.code == .busy)
    #expect(error?.message.hasSuffix(": database is locked") == true)
    try first.execute("COMMIT")
    try second.transaction({ $0 }) { () throws(SQLiteError) in }
  }

  @Test func `says full when no page is left`() throws {
    let connection = try Connection(path: folder.file("a.db"), mode: .create)
    try connection.execute("CREATE TABLE things (value); PRAGMA max_page_count = 3")
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO things VALUES (zeroblob(100000))")
    }
    #expect(error?.code == .full)
    #expect(error?.message.hasSuffix("database or disk is full") == true)
  }

  @Test func `does not let a file's schema call functions that do things`() throws {
    let connection = try Connection(path: folder.file("a.db"), mode: .create)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x'; "
          + "CREATE TABLE t (v); UPDATE sqlite_schema SET sql = 'x'")
    }
    #expect(error?.message.hasSuffix("table sqlite_master may not be modified") == true)
  }

  @Test func `gives nothing for a query without rows`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE things (value)")
    #expect(try connection.integer("SELECT value FROM things") == 0)
    #expect(try connection.text("SELECT value FROM things") == nil)
  }
}

@Suite("SQLite's result code") struct ResultCodeTests {
  @Test(
    arguments: [
      (13, .full), (11, .damaged), (26, .damaged), (5, .busy), (6, .busy), (517, .busy),
      (14, .cannotOpen), (3, .cannotOpen), (23, .cannotOpen), (8, .readOnly), (1032, .readOnly),
      (10, .inputOutput), (1034, .inputOutput), (19, .constraint), (2067, .constraint),
      (1, .other(1)), (21, .other(21)), (257, .other(257)),
    ] as [(Int32, SQLiteError.Code)])
  func `is one of the kinds that callers act on`(resultCode: Int32, code: SQLiteError.Code) {
    let error = SQLiteError(resultCode: resultCode, doing: "testing", handle: nil)
    #expect(error.code == code)
    #expect(error.message.hasPrefix("testing: "))
  }
}

@Suite("A database file") struct DatabaseFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `exists once it has bytes`() throws {
    let path = folder.file("a.db")
    #expect(!DatabaseFile.exists(path))
    _ = FileManager.default.createFile(atPath: path, contents: Data())
    // What a crash may leave before the first page is written.
    #expect(!DatabaseFile.exists(path))
    try Connection(path: path, mode: .readWrite).execute("CREATE TABLE things (value)")
    #expect(DatabaseFile.exists(path))
  }

  @Test func `goes with the files that SQLite keeps beside it`() throws {
    let path = folder.file("a.db")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE things (value)")
    try Data([1]).write(to: URL(fileURLWithPath: folder.file("a.db.other")))
    try Data([1]).write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
    DatabaseFile.remove(path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.db.other"])
    DatabaseFile.remove(path)
  }

  @Test func `is on no disk that is not registered`() {
    #expect(!DatabaseFile.exists("/", vfs: "no such disk"))
    #expect(throws: SQLiteError.self) {
      try Connection(path: ":memory:", mode: .create, vfs: "no such disk")
    }
  }
}
