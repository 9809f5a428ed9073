internal import Foundation
internal import JournalStore

/// What SQLite's write-ahead log beside a file is, seen from outside.
package enum WriteAheadLog: String, Hashable, Sendable {
  /// There is none, or it holds nothing.
  case none
  /// SQLite makes nothing of it: it is no log.
  case unreadable
  /// It was read together with the file.
  case read

  /// A header: magic number, version, page size, checkpoint, two salts and a checksum.
  private static let headerByteCount = 32
  private static let magic: [UInt8] = [0x37, 0x7F, 0x06]

  static func path(of file: String) -> String { file + "-wal" }

  init(of file: String) {
    guard let handle = FileHandle(forReadingAtPath: Self.path(of: file)),
      let header = try? handle.read(upToCount: Self.headerByteCount), !header.isEmpty
    else {
      self = .none
      return
    }
    let isLog =
      header.count == Self.headerByteCount && header.starts(with: Self.magic)
      && (header[3] == 0x82 || header[3] == 0x83)
    self = isLog ? .read : .unreadable
  }

  /// Whether SQLite would have to make a file beside this one to read its log: then both are read
  /// as copies.
  static func needsCopy(_ file: String) -> Bool {
    WriteAheadLog(of: file) == .read && !FileManager.default.fileExists(atPath: file + "-shm")
  }

  /// The file with its log, in a folder of this process alone.
  static func copied(_ file: String) throws -> (folder: PrivateFolder, path: String) {
    let folder = try PrivateFolder()
    let copy = folder.path + "/copy.journal"
    for suffix in ["", "-wal"] {
      do {
        try FileManager.default.copyItem(atPath: file + suffix, toPath: copy + suffix)
      } catch {
        throw JournalError(
          .storage,
          "\(file)\(suffix) cannot be copied to \(folder.path), where it could be read without a "
            + "change. Make room there, or set TMPDIR.")
      }
    }
    return (folder, copy)
  }
}
