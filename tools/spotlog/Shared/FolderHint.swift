import Foundation
import JournalFormat
import JournalStore

/// What lies in a folder that is not what a command wants, for who named the wrong one.
struct FolderHint {
  /// A sentence; nil where there is nothing to say.
  let text: String?

  private static let namedMax = 3

  init(_ path: String) {
    let named = path.printable
    if FileSystem.holds(.cloud, in: path) {
      text =
        "It holds a cloud. Inspect it with `spotlog cloud status --data \(path.asShellWord)` or "
        + "`spotlog journal`."
    } else if FileSystem.holds(.private, in: path) {
      text = "It holds a device. Inspect it with `spotlog device` or `spotlog journal`."
    } else {
      let children = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let found = children.sorted().filter {
        let child = path + "/" + $0
        return FileSystem.holds(.private, in: child) || FileSystem.holds(.cloud, in: child)
      }
      let names = found.prefix(Self.namedMax).map { "\(named)/\($0.printable)" }
        .joined(separator: ", ")
      let more = found.count - Self.namedMax
      text =
        found.isEmpty
        ? nil : "Name a folder in it: \(names)" + (more > 0 ? ", or another." : ".")
    }
  }
}
