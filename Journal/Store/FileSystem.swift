package import JournalFormat
internal import SQLite

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
    guard let status = FileStatus(path) else { return nil }
    return switch status.kind {
    case .ordinary: status.byteCount == 0 ? isEmpty : nil
    case .folder: isFolder
    case .link, .other: isSpecial
    }
  }

  package static let isEmpty = "is empty"
  static let isFolder = "is a folder"
  private static let isSpecial = "is not an ordinary file"

  /// What a file is that is neither an ordinary one nor a folder; nil otherwise.
  static func special(_ path: String) -> String? {
    FileStatus(path)?.kind == .other ? isSpecial : nil
  }

  /// Replaces a small file so that after a power cut it holds the old bytes or the new ones, whole.
  /// Nobody but its owner reads the new one; a link in its place is replaced, and not followed.
  ///
  /// Throws the reason, in the system's words, as `FileFailure`.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    try translating { () throws(FileRefusal) in
      try OpenFile.replace(path, with: bytes, isDurable: true)
    }
  }

  /// Opens an ordinary file. Whatever else lies there is refused, and nothing waits for who writes
  /// to a pipe.
  static func openOrdinary(
    _ path: String, for purpose: OpenFile.Purpose
  ) throws(FileFailure) -> OpenFile {
    // Opening a pipe, even for a moment, lets who waits for its other end go on.
    if special(path) != nil { throw FileFailure(path, reason: notOrdinary) }
    let file: OpenFile
    let kind: FileStatus.Kind
    do throws(FileRefusal) {
      file = try OpenFile(path, for: purpose)
      kind = try file.status().kind
    } catch {
      guard error.number == ELOOP, purpose.refusesLinks else { throw FileFailure(error) }
      throw FileFailure(path, reason: "a symbolic link")
    }
    switch kind {
    case .ordinary: return file
    case .folder: throw FileFailure(path, reason: folder)
    case .link, .other: throw FileFailure(path, reason: notOrdinary)
    }
  }

  static let notOrdinary = "not an ordinary file"
  static let folder = String(cString: strerror(EISDIR))

  private static func translating<Value>(
    _ body: () throws(FileRefusal) -> Value
  ) throws(FileFailure) -> Value {
    do throws(FileRefusal) { return try body() } catch { throw FileFailure(error) }
  }

  /// Opens a file that people name, for reading; anyone who calls closes it. Descriptors that this
  /// process was given, such as `/dev/fd/63` of a process substitution, may also be pipes, and are
  /// duplicated: opening them again would wait for a writer. A named pipe is refused.
  package static func openInput(_ path: String) throws(FileFailure) -> Int32 {
    try openNamed(path, for: .read).release()
  }

  /// Opens a file that people name, to append to it, or makes one for its owner alone. A link in
  /// its place is not followed; for the rest it is as `openInput`.
  package static func openAppending(_ path: String) throws(FileFailure) -> Int32 {
    try openNamed(path, for: .extend).release()
  }

  /// Replaces the contents of a file that people name; for the rest it is as `openAppending`.
  package static func replaceContents(of path: String, with bytes: [UInt8]) throws(FileFailure) {
    let file = try openNamed(path, for: .overwrite)
    try translating { () throws(FileRefusal) in try file.append(bytes) }
  }

  private static func openNamed(
    _ path: String, for purpose: OpenFile.Purpose
  ) throws(FileFailure) -> OpenFile {
    let given = givenDescriptor(path)
    // What is written there is discarded; nothing can be read from it.
    guard given != nil || path == "/dev/null" && purpose != .read else {
      return try openOrdinary(path, for: purpose)
    }
    return try translating { () throws(FileRefusal) in
      if let given { return try OpenFile(path, duplicating: given) }
      return try OpenFile(path, for: purpose)
    }
  }

  /// The descriptor of this process that a path names; nil for an ordinary path.
  private static func givenDescriptor(_ path: String) -> Int32? {
    let names = [
      "/dev/stdin": STDIN_FILENO, "/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO,
    ]
    if let descriptor = names[path] { return descriptor }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.utf8.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  /// Whether this process may write the file, or make files in the folder.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// The folder on the way to a name that may not be looked into, so that nobody can say whether
  /// anything has it, and the reason; nil where that can be said.
  static func obstacle(to path: String) -> FileFailure? {
    var found = stat()
    guard lstat(path, &found) != 0, errno != ENOENT, errno != ENOTDIR else { return nil }
    let reason = lastError
    var folder = path.folder
    while lstat(folder, &found) != 0, folder.folder != folder { folder = folder.folder }
    return FileFailure(folder, reason: reason)
  }

  /// What keeps this process from reading a file; nil where nothing does, or there is none.
  package static func refusal(toRead path: String) -> FileFailure? {
    guard access(path, R_OK) != 0, errno != ENOENT, errno != ENOTDIR else { return nil }
    return FileFailure(path)
  }

  /// Whether a file is there and this process may not read it.
  package static func isForbidden(_ path: String) -> Bool {
    access(path, R_OK) != 0 && errno == EACCES
  }

  /// Whether anything has this name, also a link to nothing. Where that cannot be looked up, as
  /// `JournalError.hidden` says, nothing seems to have it.
  package static func isThere(_ path: String) -> Bool {
    var found = stat()
    return lstat(path, &found) == 0
  }

  /// Whether a journal of the kind lies in the folder of a device or a cloud.
  package static func holds(_ kind: JournalKind, in folder: String) -> Bool {
    isThere(kind.path(in: folder))
  }

  /// What there is to say of a folder into which others of this machine may look; nil: nothing.
  package static func warning(ofFolder path: String) -> String? {
    guard FileStatus(path)?.isOpenToOthers == true else { return nil }
    return "\(path) is open to other users of this machine. If that is not intended: "
      + "chmod 700 \(path)"
  }

  /// Adds bytes at the end of a file that is there, and returns once they are durable. After a
  /// failure some of them may be there.
  package static func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    let file = try openOrdinary(path, for: .append)
    try translating { () throws(FileRefusal) in
      try file.append(bytes)
      try file.sync()
    }
  }

  /// Gives a file another name, in the place of what has it; durable once the folder is synced.
  package static func rename(_ path: String, to other: String) throws(FileFailure) {
    try translating { () throws(FileRefusal) in try OpenFile.move(path, to: other) }
  }

  /// Makes a file durable, or what was made, renamed and removed in a folder.
  package static func sync(_ path: String) throws(FileFailure) {
    try translating { () throws(FileRefusal) in try OpenFile(path, for: .read).sync() }
  }

  /// The bytes of a file of at most `bound` bytes, opened as `openInput` does; nil when there is
  /// none.
  package static func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]? {
    do throws(FileFailure) {
      let file = try openNamed(path, for: .read)
      var bytes: [UInt8] = []
      while bytes.count <= bound {
        // One more shows that there are too many.
        let room = min(max(bytes.count, 1 << 16), bound + 1 - bytes.count)
        let next = try translating { () throws(FileRefusal) in try file.next(atMost: room) }
        guard !next.isEmpty else { return bytes }
        bytes += next
      }
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    throw FileFailure(path, reason: "larger than \(bound) bytes")
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
    guard (try? OpenFile(made + "/", for: .folder)) != nil else { throw FileFailure(made) }
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
  /// Whether there is no such file.
  package let isMissing: Bool

  package init(_ path: String, reason: String) {
    self.path = path
    self.reason = reason
    (isDiskFull, isMissing) = (false, false)
  }

  /// Of the call that failed last.
  package init(_ path: String) { self.init(FileRefusal(path)) }

  init(_ refusal: FileRefusal) {
    path = refusal.path
    reason = refusal.reason
    (isDiskFull, isMissing) = (refusal.isDiskFull, refusal.isMissing)
  }

  /// Whether it is a pipe, a device or a socket, where an ordinary file is wanted.
  package var isSpecialFile: Bool { reason == FileSystem.notOrdinary }
  package var isFolder: Bool { reason == FileSystem.folder }

  /// The next step, as a sentence.
  package var advice: String {
    if isDiskFull { return "Make room, or choose another place." }
    return isMissing ? "Check the path." : "Check its permissions, or choose another place."
  }

  package var description: String { "\(path): \(reason)" }
}
