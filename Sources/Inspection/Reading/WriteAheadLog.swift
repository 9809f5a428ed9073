internal import Foundation
package import JournalStore

/// What SQLite's write-ahead log beside a file is, seen from outside.
package enum WriteAheadLog: String, Hashable, Sendable {
  /// There is none, or it holds nothing.
  case none
  /// SQLite makes nothing of it: it is not a log, or one whose header is damaged.
  case unreadable
  /// It belongs to another file, or to another time of this one, and was not read.
  case foreign
  /// It was read together with the file.
  case read

  static func path(of file: String) -> String { file + "-wal" }

  /// The first bytes; nil where there are none.
  static func header(of file: String) -> [UInt8]? {
    guard FileSystem.problem(ofOrdinaryFile: path(of: file)) == nil,
      let handle = FileHandle(forReadingAtPath: path(of: file)),
      let header = try? handle.read(upToCount: LogFrames.headerByteCount), !header.isEmpty
    else { return nil }
    return [UInt8](header)
  }

  package init(of file: String) {
    guard let header = Self.header(of: file) else {
      self = .none
      return
    }
    self = LogFrames.isHeader(header) ? .read : .unreadable
  }

  /// What it is after the check whether it belongs to the file.
  ///
  /// - Parameter log: what that check found; nil: it belongs to the file, or there is none.
  package func passing(over log: ForeignLog?) -> WriteAheadLog {
    log == nil || self == .unreadable ? self : .foreign
  }

  /// Whether SQLite would have to make or write a file beside this one to read its log, which it
  /// should not, or may not: then both are read as copies.
  static func needsCopy(_ file: String) -> Bool {
    WriteAheadLog(of: file) == .read
      && !(FileSystem.isWritable(file.folder) && FileSystem.isWritable(file + "-shm"))
  }

  /// The file with its log, in a folder of this process alone.
  static func copied(_ file: String) throws -> (folder: PrivateFolder, path: String) {
    let folder = try PrivateFolder()
    let copy = "copy.journal"
    for suffix in ["", "-wal"] { try folder.copy(file + suffix, to: copy + suffix) }
    return (folder, folder.path + "/" + copy)
  }
}
