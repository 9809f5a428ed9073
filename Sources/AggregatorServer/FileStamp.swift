internal import Foundation

/// What shows that a file was replaced or written again: of where its path leads now, since in a
/// mounted secret a link of a folder on the way moves, and the last one stays what it was.
struct FileStamp: Hashable {
  /// Without any link.
  private let path: String
  private let inode: Int?
  private let byteCount: Int?
  private let modified: Date?

  /// Nil where there is none, or none that may be seen.
  init?(_ path: String) {
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let found = try? FileManager.default.attributesOfItem(atPath: self.path) else {
      return nil
    }
    inode = found[.systemFileNumber] as? Int
    byteCount = found[.size] as? Int
    modified = found[.modificationDate] as? Date
  }
}
