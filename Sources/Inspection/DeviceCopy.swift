internal import Foundation
internal import JournalStore

/// A copy of a device's files in a folder of this process alone: for who may read a device and not
/// write to it. The copy may be written to like any device, and goes when this is let go.
package final class DeviceCopy {
  package var path: String { folder.path }
  private let folder: PrivateFolder

  private static let journals = ["private.journal", "shared.journal"]
  private static let others = [
    "index.sqlite", "index.sqlite-wal", "index.sqlite-settled", "witness", "keyring", "cloud.json",
    "last-sync.json", RestorePlan.fileName,
  ]
  private static let attemptCount = 3

  /// Whether a device can be opened only as a copy: its folder, or a journal in it, may be read and
  /// not written.
  package static func isNeeded(of folder: String) -> Bool {
    guard FileManager.default.fileExists(atPath: folder + "/" + journals[0]) else { return false }
    return !FileSystem.isWritable(folder)
      || journals.contains { file in
        FileSystem.isThere(folder + "/" + file) && !FileSystem.isWritable(folder + "/" + file)
      }
  }

  package init(of original: String) throws {
    folder = try PrivateFolder()
    for _ in 0..<Self.attemptCount {
      let before = Self.stamp(of: original)
      for file in Self.journals.flatMap({ [$0, $0 + "-wal"] }) + Self.others {
        try Self.copy(file, from: original, to: folder.path)
      }
      // A writer may have checkpointed a log meanwhile, before or after it was copied.
      if Self.stamp(of: original) == before { return }
    }
    throw JournalError(
      .secondWriter, "\(original) is being written, so no copy of it is of one moment. Try again.")
  }

  /// What a checkpoint of any journal changes: an append does not.
  private static func stamp(of folder: String) -> [[UInt8]?] {
    journals.flatMap { file in
      let path = folder + "/" + file
      let values = try? FileManager.default.attributesOfItem(atPath: path)
      let time = (values?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return [Array("\(time)".utf8), WriteAheadLog.header(of: path)]
    }
  }

  private static func copy(_ file: String, from original: String, to folder: String) throws {
    let source = original + "/" + file
    let copy = folder + "/" + file
    try? FileManager.default.removeItem(atPath: copy)
    guard FileManager.default.fileExists(atPath: source) else { return }
    do {
      try FileManager.default.copyItem(atPath: source, toPath: copy)
      // It has the mode of what it was copied from.
      try FileSystem.makePrivate(copy)
    } catch {
      throw JournalError(
        .noPermission,
        "\(source) may be read and not written, and cannot be copied to \(folder). Check that you "
          + "may read it; make room there, or set TMPDIR.", cause: error)
    }
  }
}
