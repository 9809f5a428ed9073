import Foundation
import JournalFormat

/// What lies in a folder that is not what a command wants, for who named the wrong one.
struct FolderHint {
  /// A sentence; nil where there is nothing to say.
  let text: String?

  private static let namedMax = 3

  init(_ path: String) {
    let named = path.printable
    func holds(_ file: String, in folder: String = "") -> Bool {
      FileManager.default.fileExists(atPath: path + "/" + folder + file)
    }
    if holds("cloud.journal") {
      text =
        "It holds a cloud. Inspect it with `spotlog cloud status --data \(path.asShellWord)` or "
        + "`spotlog journal`."
    } else if holds("private.journal") {
      text = "It holds a device. Inspect it with `spotlog device` or `spotlog journal`."
    } else {
      let children = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let found = children.sorted().filter {
        holds("private.journal", in: $0 + "/") || holds("cloud.journal", in: $0 + "/")
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
