internal import Foundation
internal import JournalStore

/// The folder of a device or of a cloud, for a command that only reads it: the folder itself, or a
/// temporary copy where reading would need a permission that this process lacks.
///
/// All commands that only read open a folder by this one rule. The copy may be written to like any
/// folder, and goes when this is let go.
package final class ReadableFolder {
  package enum Owner: Sendable {
    /// Opened for writing, also to read it.
    case device
    /// Read beside its server.
    case cloud

    /// The first one is the truth.
    fileprivate var databases: [String] {
      switch self {
      case .device: ["private.journal", "shared.journal", "index.sqlite"]
      case .cloud: ["cloud.journal", "projections.sqlite"]
      }
    }

    fileprivate var otherFiles: [String] {
      switch self {
      case .device:
        [
          "index.sqlite-settled", "witness", "keyring", "cloud.json", "last-sync.json",
          RestorePlan.fileName,
        ]
      case .cloud: [RestorePlan.fileName]
      }
    }
  }

  /// Where to read.
  package var path: String { copy?.path ?? original }
  /// Whether that is a copy, so that nothing which is written there comes to the original.
  package var isCopy: Bool { copy != nil }
  private let original: String
  private let copy: PrivateFolder?

  /// - Throws: `JournalError` where a file cannot be copied, or was written meanwhile.
  package init(_ original: String, of owner: Owner) throws {
    self.original = original
    copy = Self.needsCopy(original, owner) ? try Self.copied(original, owner) : nil
  }

  private static func needsCopy(_ folder: String, _ owner: Owner) -> Bool {
    let databases = owner.databases.map { folder + "/" + $0 }
    guard FileSystem.isThere(databases[0]) else { return false }
    switch owner {
    case .cloud: return databases.contains(where: WriteAheadLog.needsCopy)
    case .device:
      // Other files are replaced whole, for which the folder has to be writable.
      let opened = databases.flatMap { file in
        ["", "-wal", "-shm", "-writer"].map { file + $0 }
      }
      return !FileSystem.isWritable(folder)
        || opened.contains { FileSystem.isThere($0) && !FileSystem.isWritable($0) }
    }
  }

  // MARK: Copying

  private static let attemptCount = 3

  private static func copied(_ original: String, _ owner: Owner) throws -> PrivateFolder {
    let folder = try PrivateFolder()
    let files = owner.databases.flatMap { [$0, $0 + "-wal"] } + owner.otherFiles
    for _ in 0..<attemptCount {
      let before = stamp(of: original, owner)
      for file in files { try folder.copy(original + "/" + file, to: file) }
      // A writer may have checkpointed a log meanwhile, before or after it was copied.
      if stamp(of: original, owner) == before { return folder }
    }
    throw JournalError(
      .secondWriter, "\(original) is being written, so no copy of it is of one moment. Try again.")
  }

  /// What a checkpoint of any database changes: an append does not.
  private static func stamp(of folder: String, _ owner: Owner) -> [[UInt8]?] {
    owner.databases.flatMap { file in
      let path = folder + "/" + file
      let values = try? FileManager.default.attributesOfItem(atPath: path)
      let time = (values?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return [Array("\(time)".utf8), WriteAheadLog.header(of: path)]
    }
  }
}
