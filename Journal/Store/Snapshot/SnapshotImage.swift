internal import JournalFormat
internal import SQLite

/// An SQLite file in memory: what a row of a snapshot's archive holds.
enum SnapshotImage {
  /// More is refused before there is room for it. SQLite has no blob of 10^9 bytes.
  static let byteCountMax = 64 << 20
  /// From here on the next row goes into another image: an entry may have 16 MiB.
  private static let byteCountFull: Int64 = 32 << 20
  /// Bytes that are added between two looks at the size.
  static let byteCountStep = 1 << 20

  /// An empty one, in which everything is one transaction.
  static func make(_ statements: [String]) throws(SQLiteError) -> Connection {
    let image = try Connection(path: ":memory:", mode: .create)
    // They may be texts of a journal that comes from somebody else.
    for statement in statements { try image.make(statement) }
    try image.execute("BEGIN")
    return image
  }

  static func isFull(_ image: Connection) throws(SQLiteError) -> Bool {
    try image.integer("PRAGMA page_count") * image.integer("PRAGMA page_size") >= byteCountFull
  }

  static func bytes(_ image: Connection) throws(SQLiteError) -> [UInt8] {
    try image.execute("COMMIT")
    return try image.image()
  }

  /// Opens what a row of a snapshot holds, which has to have these tables and nothing else.
  static func open(
    _ bytes: [UInt8], _ row: String, tables: [String]
  ) throws(SnapshotError) -> Connection {
    let image = try open(bytes, row)
    let found = try SnapshotError.reading(row) { () throws(SQLiteError) in
      try Schema(image).objects
    }
    guard found.allSatisfy({ $0.type == "table" }), found.map(\.sql) == tables else {
      throw .refused(row, "has other tables than it may")
    }
    return image
  }

  /// Opens what a row of a snapshot holds.
  static func open(_ bytes: [UInt8], _ row: String) throws(SnapshotError) -> Connection {
    try SnapshotError.reading(row) { () throws(SQLiteError) in
      let result: Result<Connection, SQLiteError> = bytes.withUnsafeBytes { bytes in
        do throws(SQLiteError) {
          return .success(try Connection(image: bytes))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
  }
}
