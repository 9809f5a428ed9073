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
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "."
    var result: Int32 = 0
    return access(found, String(folder), SQLITE_ACCESS_READWRITE, &result) == SQLITE_OK
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

  /// Where a damaged database is put.
  package static func asidePath(_ path: String) -> String { path + ".damaged" }

  /// Puts a damaged database where whoever wants to know can look at it, in place of an earlier
  /// one; its log goes. On a disk that is not the operating system's it is removed.
  package static func setAside(_ path: String, vfs: String? = nil) {
    if vfs == nil { _ = rename(path, asidePath(path)) }
    remove(path, vfs: vfs)
  }

  /// Removes a database with the files that SQLite keeps beside it.
  package static func remove(_ path: String, vfs: String? = nil) {
    Connection.prepared
    guard let found = sqlite3_vfs_find(vfs), let delete = found.pointee.xDelete else { return }
    for suffix in ["", "-wal", "-shm", "-journal"] { _ = delete(found, path + suffix, 0) }
  }
}
