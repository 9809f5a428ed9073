internal import SQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What snapshots and restores do with files besides reading and writing them through SQLite.
package protocol SnapshotFiles {
  /// The VFS under which SQLite finds the same files; nil: the operating system's.
  var vfs: String? { get }

  /// The names of a folder's files, in the order of their bytes; none where there is no folder.
  func names(in folder: String) throws(FileFailure) -> [String]
  /// Makes the folder where there is none, which nobody but its owner may look into.
  func makeFolder(_ path: String) throws(FileFailure)
  /// Lets nobody but its owner read a file that was just made.
  func makePrivate(_ path: String) throws(FileFailure)
  /// The bytes of a small file; nil when there is none.
  func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]?
  /// Replaces a small file whole, durably.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure)
  /// Gives a file another name; durable once the folder is.
  func rename(_ path: String, to other: String) throws(FileFailure)
  /// Removes a file if it is there; durable once the folder is.
  func remove(_ path: String) throws(FileFailure)
  /// Makes the bytes of a file durable.
  func sync(_ path: String) throws(FileFailure)
  /// Makes what was made, renamed and removed in a folder durable.
  func syncFolder(_ path: String) throws(FileFailure)
}

extension SnapshotFiles {
  func exists(_ path: String) -> Bool { DatabaseFile.exists(path, vfs: vfs) }

  package var journalOptions: JournalOptions {
    var options = JournalOptions()
    options.vfs = vfs
    return options
  }
}

/// The operating system's files.
package struct SystemFiles: SnapshotFiles {
  package init() {}

  package var vfs: String? { nil }

  package func names(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw FileFailure(folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  package func makeFolder(_ path: String) throws(FileFailure) {
    try FileSystem.makeFolder(path, isPrivate: true)
  }

  package func makePrivate(_ path: String) throws(FileFailure) {
    try FileSystem.makePrivate(path)
  }

  package func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]? {
    try FileSystem.read(path, atMost: bound)
  }

  package func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.replace(path, with: bytes)
  }

  package func rename(_ path: String, to other: String) throws(FileFailure) {
    try FileSystem.rename(path, to: other)
  }

  package func remove(_ path: String) throws(FileFailure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure(path) }
  }

  package func sync(_ path: String) throws(FileFailure) { try FileSystem.sync(path) }

  package func syncFolder(_ path: String) throws(FileFailure) { try FileSystem.sync(path) }
}
