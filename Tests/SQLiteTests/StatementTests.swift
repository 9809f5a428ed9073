import SQLite
import TestSupport
import Testing

@Suite("A statement") struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE things (value)")
  }

  /// The type that SQLite gives to what `bind` bound, and how many bytes it has.
  private func stored(_ bind: (Statement) -> Void) throws -> String {
    try connection.execute("DELETE FROM things")
    let insert = try connection.statement("INSERT INTO things VALUES (?)")
    bind(insert)
    try insert.run()
    return try #require(
      try connection.text("SELECT typeof(value) || ' ' || ifnull(length(value), 0) FROM things"))
  }

  @Test func `binds a value of no bytes as that, and not as NULL`() throws {
    #expect(try stored { $0.bind(1, "") } == "text 0")
    #expect(try stored { $0.bind(1, [UInt8]()) } == "blob 0")
    #expect(
      try stored { $0.bindWithoutCopy(1, UnsafeRawBufferPointer(start: nil, count: 0)) }
        == "blob 0")
    #expect(try stored { $0.bindNull(1) } == "null 0")
    #expect(try stored { _ in } == "null 0")
  }

  @Test(arguments: [0, 1, -1, .max, .min] as [Int64])
  func `gives back an integer`(value: Int64) throws {
    #expect(try stored { $0.bind(1, value) }.hasPrefix("integer"))
    #expect(try connection.integer("SELECT value FROM things") == value)
  }

  @Test(arguments: [0.5, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func `gives back a number`(value: Double) throws {
    #expect(try stored { $0.bind(1, value) }.hasPrefix("real"))
    let select = try connection.statement("SELECT value FROM things")
    defer { select.reset() }
    #expect(try select.step())
    #expect(select.double(0) == value)
  }

  @Test(arguments: ["", "a", "nymph\u{E9}as", "with\0zero", "\u{1F50D}", "'; DROP TABLE things"])
  func `gives back a text, whatever is in it`(text: String) throws {
    _ = try stored { $0.bind(1, text) }
    #expect(try connection.text("SELECT value FROM things") == text)
  }

  @Test(arguments: [0, 1, 255, 70_000])
  func `gives back bytes, copied and in place`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    _ = try stored { $0.bind(1, bytes) }
    let select = try connection.statement("SELECT value FROM things")
    defer { select.reset() }
    #expect(try select.step())
    #expect(select.bytes(0) == bytes)
    #expect(select.withBytes(0) { Array($0) } == bytes)
    #expect(Array(select.bytesInPlace(0)) == bytes)
    #expect(!select.isNull(0))
    #expect(try !select.step())
  }

  @Test func `reads NULL as nothing`() throws {
    _ = try stored { $0.bindNull(1) }
    let select = try connection.statement("SELECT value FROM things")
    defer { select.reset() }
    #expect(try select.step())
    #expect(select.isNull(0))
    #expect(select.integer(0) == 0)
    #expect(select.text(0) == "")
    #expect(select.bytes(0) == [])
  }

  @Test func `is kept by its connection and starts over when it is asked for`() throws {
    try connection.execute("INSERT INTO things VALUES (1), (2)")
    let first = try connection.statement("SELECT value FROM things ORDER BY value")
    #expect(try first.step())
    let second = try connection.statement("SELECT value FROM things ORDER BY value")
    #expect(first === second)
    #expect(try second.step())
    #expect(second.integer(0) == 1)
    second.reset()
  }

  @Test func `says why SQLite refused, and names the statement only to who debugs`() {
    let error = #expect(throws: SQLiteError.self) { try connection.statement("SELEC 1") }
    #expect(error?.code == .other(1))
    #expect(error?.message == ":memory:: near \"SELEC\": syntax error")
    #expect(error?.description == error?.message)
    #expect(error?.debugDescription == ":memory:: near \"SELEC\": syntax error (SELEC 1)")
  }

  @Test func `can be used again after a constraint refused it`() throws {
    try connection.execute("CREATE TABLE once (value PRIMARY KEY)")
    let insert = try connection.statement("INSERT INTO once VALUES (?)")
    insert.bind(1, 1 as Int64)
    try insert.run()
    let error = #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(error?.code == .constraint)
    #expect(error?.message == ":memory:: UNIQUE constraint failed: once.value")
    insert.bind(1, 2 as Int64)
    try insert.run()
    #expect(connection.changes == 1)
    #expect(try connection.integer("SELECT count(*) FROM once") == 2)
  }
}
