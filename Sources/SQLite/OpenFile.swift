#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file of the operating system's while it is open. It is closed once, with its last owner.
///
/// Not for a database that this process may have open: a close lets go of SQLite's locks on it.
package final class OpenFile {
  /// What it is opened for. Whatever lies there, nothing waits for who writes to a pipe.
  package enum Purpose {
    case read
    /// Names in a folder.
    case folder
    /// Bytes at the end of a file that is there.
    case append
    /// The same, made for its owner alone where it is missing.
    case extend
    /// Other contents of a file, made for its owner alone where it is missing.
    case overwrite
    /// A file of its owner's alone, where nothing has the name.
    case make
    /// A lock of its owner's alone, made where it is missing.
    case lock

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .folder: O_RDONLY | O_DIRECTORY
      case .append: O_WRONLY | O_APPEND | O_NOFOLLOW
      case .extend: O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW
      case .overwrite: O_WRONLY | O_TRUNC | O_CREAT | O_NOFOLLOW
      case .make: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      case .lock: O_RDWR | O_CREAT | O_NOFOLLOW
      }
    }

    /// Whether a link in the place of the file is refused.
    package var refusesLinks: Bool { flags & O_NOFOLLOW != 0 }
  }

  package let path: String
  package private(set) var descriptor: Int32

  /// A descriptor of its own for what this process was given.
  package init(_ path: String, duplicating given: Int32) throws(FileRefusal) {
    self.path = path
    descriptor = dup(given)
    guard descriptor >= 0 else { throw FileRefusal(path) }
  }

  package init(_ path: String, for purpose: Purpose) throws(FileRefusal) {
    self.path = path
    descriptor = open(path, purpose.flags | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileRefusal(path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func status() throws(FileRefusal) -> FileStatus {
    guard let status = FileStatus(descriptor: descriptor) else { throw FileRefusal(path) }
    return status
  }

  /// Lets nobody but its owner read and write it.
  package func makePrivate() throws(FileRefusal) {
    guard fchmod(descriptor, 0o600) == 0 else { throw FileRefusal(path) }
  }

  /// The bytes from a place on, at most `count`: fewer at the end of the file, none behind it.
  package func bytes(at place: Int, count: Int) throws(FileRefusal) -> [UInt8] {
    var found = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      found = pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
      filled = max(0, found)
    }
    guard found >= 0 else { throw FileRefusal(path) }
    return bytes
  }

  /// The next bytes, at most `count`; none at the end. Those of a pipe are waited for.
  package func next(atMost count: Int) throws(FileRefusal) -> [UInt8] {
    var found = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      found = read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, found)
    }
    guard found >= 0 else { throw FileRefusal(path) }
    return bytes
  }

  /// Writes at the end of what was written, and returns when the system has the bytes.
  package func append(_ bytes: [UInt8]) throws(FileRefusal) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw FileRefusal(path) }
      written += count
    }
  }

  /// Returns when the file is durable, or a folder's names.
  package func sync() throws(FileRefusal) {
    guard fsync(descriptor) == 0 else { throw FileRefusal(path) }
  }

  /// Hands the descriptor over to somebody who closes it.
  package func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }

  /// Closes it before its owner goes, to hear of what the system could not write.
  package func finish() throws(FileRefusal) {
    let open = descriptor
    descriptor = -1
    guard close(open) == 0 else { throw FileRefusal(path) }
  }

  /// Replaces a small file so that after a power cut it holds the old bytes or the new ones, whole.
  /// Nobody but its owner reads the new one; a link in its place is replaced, and not followed.
  ///
  /// - Parameter isDurable: whether to return only when it is on the disk.
  package static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool
  ) throws(FileRefusal) {
    let temporary = path + ".new"
    // Whatever a process that was ended left under this name.
    guard unlink(temporary) == 0 || errno == ENOENT else { throw FileRefusal(temporary) }
    let file = try OpenFile(temporary, for: .make)
    do throws(FileRefusal) {
      try file.append(bytes)
      if isDurable { try file.sync() }
      try file.finish()
      try move(temporary, to: path)
    } catch {
      // On a full disk it would hold the room that is missing.
      unlink(temporary)
      throw error
    }
    // The name is durable with its folder.
    if isDurable { try OpenFile(DatabaseFile.folder(of: path), for: .read).sync() }
  }

  /// Gives a file another name, in the place of what has it; durable when the folder is synced.
  package static func move(_ path: String, to other: String) throws(FileRefusal) {
    guard rename(path, other) == 0 else { throw FileRefusal(other) }
  }
}

/// What a file is, as the system says.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case ordinary, folder, link, other
  }

  /// By what the system knows a file, whatever path leads to it.
  package struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  package let identity: Identity
  package let kind: Kind
  package let byteCount: Int
  /// How many names it has.
  package let nameCount: Int
  /// Whether others than its owner may do anything with it.
  package let isOpenToOthers: Bool

  private init(_ found: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: found.st_dev),
      inode: UInt64(truncatingIfNeeded: found.st_ino))
    kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .ordinary
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    byteCount = Int(found.st_size)
    nameCount = Int(found.st_nlink)
    isOpenToOthers = found.st_mode & 0o077 != 0
  }

  /// Nil where nothing has the name, or it cannot be seen.
  ///
  /// - Parameter followsLink: whether it is of what a link leads to.
  package init?(_ path: String, followsLink: Bool = true) {
    var found = stat()
    guard (followsLink ? stat(path, &found) : lstat(path, &found)) == 0 else { return nil }
    self.init(found)
  }

  /// Nil where nothing is open.
  package init?(descriptor: Int32) {
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { return nil }
    self.init(found)
  }
}

/// What the system refused to do with a file.
package struct FileRefusal: Error, Hashable, Sendable {
  package let path: String
  /// The system's number of the reason.
  package let number: Int32

  /// Of the call that failed last.
  package init(_ path: String) {
    self.path = path
    number = errno
  }

  package var reason: String { String(cString: strerror(number)) }
  /// Whether there was no room, on the disk or in the quota.
  package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }
  package var isMissing: Bool { number == ENOENT }
}
