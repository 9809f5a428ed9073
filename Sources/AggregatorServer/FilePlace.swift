internal import Foundation

/// Where a file lies or would lie, whatever its path looks like: every link on the way followed,
/// as the system does it.
struct FilePlace: Hashable {
  /// Absolute, without links, dots and a slash at its end; "/" for the root.
  let path: String

  init(_ path: String) {
    let start = path.hasPrefix("/") ? "/" : FileManager.default.currentDirectoryPath + "/"
    var place = ""
    for part in (start + path).split(separator: "/") where part != "." {
      if part == ".." {
        // Above where a link leads, not above the link.
        place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
      } else {
        place = Self.followed(place + "/" + part)
      }
    }
    self.path = place.isEmpty ? "/" : place
  }

  /// Where a link leads; what is not there yet is itself.
  private static func followed(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    let followed = String(cString: found)
    return followed == "/" ? "" : followed
  }

  /// Whether it is the folder or lies in it, at any depth.
  func isIn(_ folder: FilePlace) -> Bool {
    path == folder.path || path.hasPrefix(folder.path == "/" ? "/" : folder.path + "/")
  }
}
