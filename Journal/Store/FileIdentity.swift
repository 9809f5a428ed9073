#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// By what the system knows a file, whatever path leads to it.
package struct FileIdentity: Equatable {
  private let device: UInt64
  private let inode: UInt64
  package let isOrdinary: Bool

  /// Nil where there is no file.
  package init?(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    self.init(found)
  }

  /// Nil where nothing is open.
  package init?(descriptor: Int32) {
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { return nil }
    self.init(found)
  }

  private init(_ found: stat) {
    device = UInt64(truncatingIfNeeded: found.st_dev)
    inode = UInt64(truncatingIfNeeded: found.st_ino)
    isOrdinary = found.st_mode & S_IFMT == S_IFREG
  }
}
