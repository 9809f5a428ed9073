internal import Dispatch
internal import Foundation

/// What shows that a file was replaced or written again: of where its path leads now, since in a
/// mounted secret a link of a folder on the way moves, and the last one stays what it was.
struct FileStamp: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Nil where there is none, or none that may be seen.
  init?(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: found.st_dev)
    inode = UInt64(truncatingIfNeeded: found.st_ino)
    byteCount = Int64(found.st_size)
    #if canImport(Darwin)
      let modified = found.st_mtimespec
    #else
      let modified = found.st_mtim
    #endif
    seconds = Int64(modified.tv_sec)
    nanoseconds = Int64(modified.tv_nsec)
  }
}
