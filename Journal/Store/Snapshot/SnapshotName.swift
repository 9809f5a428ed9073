internal import JournalFormat

/// The names of snapshots' files: the time first, so that they sort as they were made, and the
/// snapshot's own 128 random bits, so that no two are called alike.
package enum SnapshotName {
  package static let prefix = "snapshot-"
  package static let suffix = ".sqlar"
  /// What is being written, or was when its writer ended.
  static let unfinishedSuffix = ".sqlar.new"

  static func file(created: Timestamp, name: String) -> String {
    let time = created.text.filter { $0 != ":" && $0 != "-" && $0 != "." }
    return prefix + time + "-" + name + suffix
  }

  package static func isSnapshot(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix) && isPlain(name)
  }

  static func isUnfinished(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(unfinishedSuffix) && isPlain(name)
  }

  /// Whether a name can only mean a file of one folder: letters, digits, dots and lines, and no
  /// dot in front.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
