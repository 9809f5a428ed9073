internal import CSQLite

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Files as a VFS sees them, so that a simulated disk answers for its own.
package enum DatabaseFile {
  /// - Parameter vfs: the name of a registered VFS; nil takes the operating system's.
  package static func exists(_ path: String, vfs: String? = nil) -> Bool {
    Connection.prepared
    guard let found = sqlite3_vfs_find(vfs), let access = found.pointee.xAccess else {
      return false
    }
    var result: Int32 = 0
    return access(found, path, SQLITE_ACCESS_EXISTS, &result) == SQLITE_OK && result != 0
  }

  /// Whether no writer has a database open: one that writes ahead has its log beside it.
  package static func isClosed(_ path: String, vfs: String? = nil) -> Bool {
    exists(path, vfs: vfs) && !exists(path + "-wal", vfs: vfs)
  }

  /// Whether nothing can change a database while it is read: nobody may write in its folder, and
  /// nothing is left beside it that a writer has not brought in yet.
  static func isFixed(_ path: String, vfs: String?) -> Bool {
    guard isClosed(path, vfs: vfs), let found = sqlite3_vfs_find(vfs),
      let access = found.pointee.xAccess
    else { return false }
    var result: Int32 = 0
    return access(found, folder(of: path), SQLITE_ACCESS_READWRITE, &result) == SQLITE_OK
      && result == 0
  }

  /// The address under which SQLite reads a file without anything beside it.
  static func immutableAddress(_ path: String) -> String {
    let escaped = path.map { character in
      switch character {
      case "%": "%25"
      case "?": "%3F"
      case "#": "%23"
      default: String(character)
      }
    }
    return "file:" + escaped.joined() + "?immutable=1"
  }

  /// Removes one file, and nothing that lies beside it; false when it cannot be removed.
  package static func removeAlone(_ path: String, vfs: String? = nil) -> Bool {
    Connection.prepared
    guard let found = sqlite3_vfs_find(vfs), let delete = found.pointee.xDelete else {
      return false
    }
    return delete(found, path, 0) == SQLITE_OK
  }

  /// Bytes of a file of the operating system's; 0 where there is none.
  package static func byteCount(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Puts a small file of the operating system's in place of another, whole: only its owner may
  /// read it.
  ///
  /// - Parameter isDurable: whether to return only once it is on the disk.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(SQLiteError) {
    let new = path + newSuffix
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(new) }
    let isWritten =
      bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count
      && (!isDurable || fsync(file) == 0)
    guard isWritten else {
      let error = failure(new)
      close(file)
      unlink(new)
      throw error
    }
    close(file)
    guard rename(new, path) == 0 else { throw failure(path) }
    guard isDurable else { return }
    // The name is durable with its folder.
    let folder = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw failure(path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure(path) }
  }

  private static let newSuffix = ".new"

  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
  }

  private static func failure(_ path: String) -> SQLiteError {
    let number = errno
    return SQLiteError(
      code: number == ENOSPC || number == EDQUOT ? .full : .inputOutput,
      message: "\(path): \(String(cString: strerror(number)))")
  }

  /// Calls `body` with the first bytes of a file of the operating system's, a part at a time, and
  /// with fewer where there are no more.
  package static func forEachPart(
    of path: String, atMost count: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var part = [UInt8](repeating: 0, count: min(count, partByteCount))
    var done = 0
    while done < count {
      let found = part.withUnsafeMutableBytes { bytes in
        let found = pread(file, bytes.baseAddress, min(bytes.count, count - done), off_t(done))
        if found > 0 { body(UnsafeRawBufferPointer(rebasing: bytes[..<found])) }
        return found
      }
      guard found > 0 else { return }
      done += found
    }
  }

  private static let partByteCount = 1 << 20

  /// The first bytes of a file of the operating system's; nil where none can be read.
  package static func read(_ path: String, atMost count: Int) -> [UInt8]? {
    // Whatever lies there, nothing is waited for.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    return found < 0 ? nil : Array(bytes.prefix(found))
  }

  /// Where a damaged database is put.
  package static func asidePath(_ path: String) -> String { path + ".damaged" }

  /// Puts a damaged database, or whatever lies in its place, where whoever wants to know can look
  /// at it, with its log, in place of an earlier one. On a disk that is not the operating system's
  /// it is removed.
  ///
  /// - Returns: whether it lies there.
  @discardableResult
  package static func setAside(_ path: String, vfs: String? = nil) -> Bool {
    guard vfs == nil else {
      remove(path, vfs: vfs)
      return false
    }
    removeAside(path)
    let isAside = rename(path, asidePath(path)) == 0
    _ = rename(path + "-wal", asidePath(path) + "-wal")
    remove(path)
    return isAside
  }

  /// Removes what was put aside of a database of the operating system's.
  package static func removeAside(_ path: String) { remove(asidePath(path)) }

  /// Removes a database with the files that SQLite keeps beside it, and the mark of an index.
  package static func remove(_ path: String, vfs: String? = nil) {
    Connection.prepared
    guard let found = sqlite3_vfs_find(vfs), let delete = found.pointee.xDelete else { return }
    for suffix in ["", "-wal", "-shm", "-journal", "-settled", "-settled.new"]
    where delete(found, path + suffix, 0) != 0 {
      // A folder is in the way as well, if it is empty.
      if vfs == nil { _ = rmdir(path + suffix) }
    }
  }
}
