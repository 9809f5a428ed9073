#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The few things about files that SQLite does not do for us.
package enum FileSystem {
  /// Why the last call failed, in the system's words.
  package static var lastError: String { String(cString: strerror(errno)) }

  /// What keeps a file that is there from being read as an ordinary one; nil: nothing is known of.
  package static func problem(ofOrdinaryFile path: String) -> String? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return switch found.st_mode & S_IFMT {
    case S_IFREG: found.st_size == 0 ? "is empty" : nil
    case S_IFDIR: "is a folder"
    default: "is no ordinary file"
    }
  }

  /// Replaces a small file so that after a power cut it holds the old bytes or the new ones, whole.
  ///
  /// Throws the reason, in the system's words, as `FileFailure`.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(temporary) }
    guard isPrivate(descriptor), isWritten(bytes, to: descriptor), fsync(descriptor) == 0 else {
      let failure = FileFailure(temporary)
      close(descriptor)
      // On a full disk it would hold the room that is missing.
      unlink(temporary)
      throw failure
    }
    guard close(descriptor) == 0 else {
      let failure = FileFailure(path)
      unlink(temporary)
      throw failure
    }
    do throws(FileFailure) { try rename(temporary, to: path) } catch {
      unlink(temporary)
      throw error
    }
    try sync(path.folder)
  }

  /// Adds bytes at the end of a file that is there, and returns once they are durable. After a
  /// failure some of them may be there.
  package static func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(path) }
    defer { close(descriptor) }
    guard isWritten(bytes, to: descriptor), fsync(descriptor) == 0 else { throw FileFailure(path) }
  }

  /// A file that was left there before keeps the permissions that it had, unless they are set.
  private static func isPrivate(_ descriptor: Int32) -> Bool {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return false }
    guard information.st_mode & S_IFMT == S_IFREG else { return true }
    return fchmod(descriptor, 0o600) == 0
  }

  private static func isWritten(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Gives a file another name, in the place of what has it; durable once the folder is synced.
  package static func rename(_ path: String, to other: String) throws(FileFailure) {
    #if canImport(Glibc)
      let result = Glibc.rename(path, other)
    #elseif canImport(Musl)
      let result = Musl.rename(path, other)
    #else
      let result = Darwin.rename(path, other)
    #endif
    guard result == 0 else { throw FileFailure(other) }
  }

  /// Makes a file durable, or what was made, renamed and removed in a folder.
  package static func sync(_ path: String) throws(FileFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(path) }
  }

  /// The bytes of a file of at most `bound` bytes; nil when there is none.
  package static func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileFailure(path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: bound + 1)
    var count = 0
    while count < bytes.count {
      let step = bytes[count...].withUnsafeMutableBytes {
        #if canImport(Glibc)
          Glibc.read(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          Musl.read(descriptor, $0.baseAddress, $0.count)
        #else
          Darwin.read(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      guard step >= 0 else { throw FileFailure(path) }
      if step == 0 { break }
      count += step
    }
    guard count <= bound else { throw FileFailure(path, reason: "larger than \(bound) bytes") }
    return Array(bytes[..<count])
  }

  /// Makes the folder and those above it; one that is there already is fine, and stays as it is.
  ///
  /// - Parameter isPrivate: whether nobody but its owner may look into it.
  package static func makeFolder(
    _ path: String, isPrivate: Bool = false
  ) throws(FileFailure) {
    var made = path.hasPrefix("/") ? "" : "."
    let parts = path.split(separator: "/")
    for (place, part) in parts.enumerated() {
      made += "/" + part
      let mode: mode_t = isPrivate && place == parts.count - 1 ? 0o700 : 0o755
      guard mkdir(made, mode) == 0 || errno == EEXIST else { throw FileFailure(made) }
    }
    // What is there already may be a file.
    let descriptor = open(made + "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(made) }
    close(descriptor)
  }

  /// Lets nobody but its owner read and write the file.
  package static func makePrivate(_ path: String) throws(FileFailure) {
    guard chmod(path, 0o600) == 0 else { throw FileFailure(path) }
  }

  /// Removes the file if it is there.
  package static func remove(_ path: String) { unlink(path) }
}

/// What the system refused to do with a file.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let reason: String
  /// Whether there was no room, on the disk or in the quota.
  package let isDiskFull: Bool

  package init(_ path: String, reason: String? = nil) {
    self.path = path
    isDiskFull = reason == nil && (errno == ENOSPC || errno == EDQUOT)
    self.reason = reason ?? FileSystem.lastError
  }

  package var description: String { "\(path): \(reason)" }
}
