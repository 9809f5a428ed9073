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
    Connection.prepared
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

  /// Makes a database's file where there is none, for its owner alone: SQLite gives the files that
  /// it makes beside it the same mode. An empty file becomes a database too, and its owner's alone.
  ///
  /// - Parameter isMade: whether one is made where nothing has the name.
  static func prepareForWriting(_ path: String, isMade: Bool) throws(SQLiteError) {
    // Only a file that nobody has open may be closed: that lets go of SQLite's locks on it.
    if isMade { _ = try? OpenFile(path, for: .make) }
    guard let found = FileStatus(path, followsLink: false) else { return }
    if found.kind == .link {
      throw SQLiteError(
        code: .cannotOpen,
        message: "opening \(path): it is a symbolic link; give the file that it leads to")
    }
    guard isMade, found.kind == .ordinary, found.byteCount == 0, found.isOpenToOthers else {
      return
    }
    do throws(FileRefusal) { try OpenFile(path, for: .append).makePrivate() } catch {
      throw SQLiteError(
        code: .cannotOpen,
        message: "opening \(path): it is an empty file that others can read, and its mode cannot "
          + "be changed (\(error.reason)); remove it")
    }
  }

  /// SQLite would wait for who writes to a pipe.
  static func refuseSpecial(_ path: String) throws(SQLiteError) {
    switch FileStatus(path)?.kind {
    case nil, .ordinary, .folder, .link: return
    case .other: throw SQLiteError(code: .damaged, message: "\(path) is not an ordinary file")
    }
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
    FileStatus(path)?.byteCount ?? 0
  }

  /// Replaces a small file of the operating system's as `OpenFile.replace` does.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(SQLiteError) {
    do throws(FileRefusal) {
      try OpenFile.replace(path, with: bytes, isDurable: isDurable)
    } catch {
      throw SQLiteError(
        code: error.isDiskFull ? .full : .inputOutput, message: "\(error.path): \(error.reason)")
    }
  }

  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
  }

  /// Calls `body` with the first bytes of a file of the operating system's, a part at a time, and
  /// with fewer where there are no more.
  package static func forEachPart(
    of path: String, atMost count: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard let file = try? OpenFile(path, for: .read) else { return }
    var part = [UInt8](repeating: 0, count: min(count, partByteCount))
    var done = 0
    while done < count {
      let found = part.withUnsafeMutableBytes { bytes in
        let found = pread(
          file.descriptor, bytes.baseAddress, min(bytes.count, count - done), off_t(done))
        if found > 0 { body(UnsafeRawBufferPointer(rebasing: bytes[..<found])) }
        return found
      }
      guard found > 0 else { return }
      done += found
    }
  }

  private static let partByteCount = 1 << 20

  /// The first bytes of a file of the operating system's; nil where none can be read. Not for a
  /// database that this process may have open: to close it would let go of SQLite's locks.
  package static func read(_ path: String, atMost count: Int) -> [UInt8]? {
    try? OpenFile(path, for: .read).bytes(at: 0, count: count)
  }

  /// Where a damaged database is put.
  package static func asidePath(_ path: String) -> String { path + ".damaged" }

  /// Puts a damaged database, or whatever lies in its place, where anyone who wants to know can
  /// look at it, with its log, in place of an earlier one. On a disk that is not the operating
  /// system's it is removed.
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
