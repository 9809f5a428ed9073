internal import CSQLite

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

  /// Removes a database with the files that SQLite keeps beside it.
  package static func remove(_ path: String, vfs: String? = nil) {
    Connection.prepared
    guard let found = sqlite3_vfs_find(vfs), let delete = found.pointee.xDelete else { return }
    for suffix in ["", "-wal", "-shm", "-journal"] { _ = delete(found, path + suffix, 0) }
  }
}
