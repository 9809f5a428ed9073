internal import Foundation
internal import JournalFormat
internal import SQLite

/// What a restore is doing with a folder: a small file in it, replaced whole before each step, so
/// that a restore which was interrupted anywhere can be finished or undone.
package struct RestorePlan: Hashable, Sendable, Codable {
  package static let fileName = "restore.json"
  static let byteCountMax = 1 << 16
  /// What is made beside a journal, and what the journal is called until the new one is durable.
  static let newSuffix = ".restored"
  static let oldSuffix = ".replaced"

  package enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
    /// The new journals are being made: nothing of the old has changed.
    case building
    /// The new journals are whole and durable, and take the places of the old.
    case swapping
    /// The old journals take their places back.
    case undoing
    /// The new journals are in their places: what is left of the old goes.
    case finishing
  }

  package struct Member: Hashable, Sendable, Codable {
    package var file: String
    /// Whether there was one before.
    package var wasThere: Bool
    /// Whether the snapshot has one.
    package var isRestored: Bool
  }

  package var format = 1
  package var phase: Phase
  /// The snapshot's name and the place in it: the same restore can be continued.
  package var snapshot: String
  package var point: String
  package var members: [Member]
  package var derivedFiles: [String]

  /// Nil when no restore of the folder is under way.
  package static func read(
    in folder: String, files: some SnapshotFiles = SystemFiles()
  ) throws(SnapshotError) -> RestorePlan? {
    let path = folder + "/" + fileName
    let bytes = try SnapshotError.translating { try files.read(path, atMost: byteCountMax) }
    return try bytes.map { bytes throws(SnapshotError) in
      try RestorePlan(bytes: bytes, path: path)
    }
  }

  private var names: [String] { members.map(\.file) + derivedFiles }

  func write(to folder: String, files: some SnapshotFiles) throws(FileFailure) {
    try files.replace(folder + "/" + Self.fileName, with: bytes)
  }

  /// Refuses to write journals of which some may be of before a restore and some of after it.
  static func refuseUnfinished(
    beside journalPath: String, vfs: String?
  ) throws(JournalError) {
    guard journalPath != ":memory:" else { return }
    let folder = journalPath.folder
    guard DatabaseFile.exists(folder + "/" + fileName, vfs: vfs) else { return }
    let plan = vfs == nil ? try? read(in: folder) : nil
    throw JournalError(
      .restoreUnfinished, unfinished(folder, isToBeCleared: plan?.phase == .finishing))
  }

  /// Refuses to read a folder's journals together, of which some may be of before a restore and
  /// some of after it.
  package static func refuseUnfinished(in folder: String) throws(SnapshotError) {
    guard let plan = try read(in: folder) else { return }
    throw SnapshotError(
      .unfinished, unfinished(folder, isToBeCleared: plan.phase == .finishing))
  }

  private static func unfinished(_ folder: String, isToBeCleared: Bool) -> String {
    isToBeCleared
      ? "A restore of \(folder) is complete, and was interrupted while it removed the "
        + "replaced files. Run it again."
      : "A restore of \(folder) was interrupted. Run it again, or undo it: `spotlog snapshot "
        + "restore --to \(folder) --undo`."
  }
}

/// Beside the type, which keeps its own way of being made.
extension RestorePlan {
  package var bytes: [UInt8] { encoded(self) }

  /// Reads a plan: one of this format, with names of files that lie in the folder itself.
  package init(bytes: [UInt8], path: String) throws(SnapshotError) {
    guard let plan = try? JSONDecoder().decode(RestorePlan.self, from: Data(bytes)),
      plan.format == 1, plan.names.allSatisfy(SnapshotName.isPlain)
    else {
      throw SnapshotError(
        .unfinished,
        "\(path) cannot be read, or a newer spotlog made it. Finish or undo the restore with the "
          + "program that began it.")
    }
    self = plan
  }
}
