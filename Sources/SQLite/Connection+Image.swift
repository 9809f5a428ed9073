internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Connection {
  /// A database in memory from the bytes of a file: read-only.
  package convenience init(image: UnsafeRawBufferPointer) throws(SQLiteError) {
    try self.init(path: ":memory:", mode: .create)
    guard let start = image.baseAddress, let copy = sqlite3_malloc64(UInt64(image.count)) else {
      throw SQLiteError(resultCode: SQLITE_NOTADB, doing: "reading an image", handle: nil)
    }
    memcpy(copy, start, image.count)
    // SQLite attaches the image in place of the empty database.
    try guarded(spotlog_sqlite_unguarded) { () throws(SQLiteError) in
      let result = sqlite3_deserialize(
        handle, "main", copy.assumingMemoryBound(to: UInt8.self), Int64(image.count),
        Int64(image.count),
        UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
      guard result == SQLITE_OK else {
        throw SQLiteError(resultCode: result, doing: "reading an image", handle: handle)
      }
    }
    boundWork()
  }

  /// The bytes of the database's file as it would lie on a disk.
  package func image() throws(SQLiteError) -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw SQLiteError(resultCode: SQLITE_NOMEM, doing: "\(path): its image", handle: nil)
    }
    defer { sqlite3_free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }
}
