internal import Foundation
internal import JournalStore

/// The folder of a device or of a cloud, for a command that only reads it: the folder itself, or a
/// temporary copy where reading would need a permission that this process lacks.
///
/// All commands that only read open a folder by this one rule. The copy may be written to like any
/// folder, and goes when this is let go. What of the folder cannot be read is left out of it.
package final class ReadableFolder {
  package enum Owner: Sendable {
    /// Opened for writing, also to read it.
    case device
    /// Read beside its server.
    case cloud
  }

  /// What a command can do without.
  package enum Part: Hashable, Sendable {
    /// A projection, which can be rebuilt from the journals.
    case projection
    /// How a device stands with its cloud.
    case sync
    /// The keys of protected items.
    case keyring
    case lastSync
  }

  /// What of the folder is not in the copy, since it cannot be read.
  package struct LeftOut: Sendable {
    package let part: Part
    fileprivate let file: String
    fileprivate let reason: String
  }

  /// Where to read.
  package var path: String { copy?.path ?? original }
  /// Whether that is a copy, so that nothing which is written there comes to the original.
  package var isCopy: Bool { copy != nil }
  /// The folder that people named.
  package let original: String
  package let leftOut: [LeftOut]
  private let copy: PrivateFolder?

  /// - Parameters:
  ///   - needed: what the command cannot do without, besides the journal.
  ///   - isInUse: whether another process has the folder open, so that it cannot be opened itself.
  ///   - notice: told what of the folder is not in the copy, for people.
  /// - Throws: `JournalError` where a file that is needed cannot be read, none can be copied, or
  ///   the folder was written meanwhile.
  package init(
    _ original: String, of owner: Owner, needing needed: Set<Part> = [], isInUse: Bool = false,
    notice: ((String) -> Void)? = nil
  ) throws {
    self.original = original
    guard isInUse || Self.needsCopy(original, owner) else {
      (copy, leftOut) = (nil, [])
      return
    }
    let copying = FolderCopy(of: original, owner.files, needed)
    let made = try copying.make()
    (copy, leftOut) = (made.folder, made.leftOut)
    for line in made.notices { notice?(line) }
    if let line = Self.sentence(leftOut) { notice?(line) }
  }

  private static func needsCopy(_ folder: String, _ owner: Owner) -> Bool {
    let files = owner.files
    func path(_ file: String) -> String { folder + "/" + file }
    guard FileSystem.isThere(path(files.truth)) else { return false }
    let isForbidden = files.parts.contains { part in
      part.files.contains { FileSystem.isForbidden(path($0)) }
    }
    guard !isForbidden else { return true }
    switch owner {
    case .cloud: return files.databases.contains { WriteAheadLog.needsCopy(path($0)) }
    case .device:
      // Other files are replaced whole, for which the folder has to be writable.
      let opened = files.databases.flatMap { file in
        ["", "-wal", "-shm", "-writer"].map { path(file + $0) }
      }
      return !FileSystem.isWritable(folder)
        || opened.contains { FileSystem.isThere($0) && !FileSystem.isWritable($0) }
    }
  }

  /// One line for all that is left out; nil for nothing.
  private static func sentence(_ leftOut: [LeftOut]) -> String? {
    guard !leftOut.isEmpty else { return nil }
    let names = leftOut.map(\.file).joined(separator: ", ")
    let reasons = Set(leftOut.map(\.reason)).sorted().joined(separator: ", ")
    return leftOut.count == 1
      ? "\(names) cannot be read (\(reasons)): the answer is made without it. Have its owner give "
        + "you permission to read it."
      : "\(names) cannot be read (\(reasons)): the answer is made without them. Have their owner "
        + "give you permission to read them."
  }
}

extension ReadableFolder {
  /// Whether a device or a cloud keeps a file under this name in its folder, or under one that
  /// begins with it: a log, a lock, or what was set aside. Case does not matter, as in some file
  /// systems.
  package static func owns(_ name: String) -> Bool {
    let name = name.lowercased()
    return owners.contains { $0.files.names.contains { name.hasPrefix($0) } }
  }

  /// Whether a device or a cloud lies in the folder.
  package static func holdsJournal(_ folder: String) -> Bool {
    owners.contains { FileSystem.isThere("\(folder)/\($0.files.truth)") }
  }

  private static let owners = [Owner.device, .cloud]
}

/// The files of a folder, by what they are for.
private struct FolderFiles {
  /// The journal without which there is nothing to read.
  let truth: String
  /// What SQLite keeps a log beside.
  let databases: [String]
  /// The files of each part belong together: none is read where one cannot be.
  let parts: [(part: ReadableFolder.Part, files: [String])]

  /// What says that a restore is unfinished must be read, or the journal cannot be believed.
  var needed: [String] { [truth, truth + "-wal", RestorePlan.fileName] }
  var journals: [String] { databases.filter { $0.hasSuffix(".journal") } }
  var names: [String] { databases + needed + parts.flatMap(\.files) }
}

extension ReadableFolder.Owner {
  fileprivate var files: FolderFiles {
    switch self {
    case .device:
      FolderFiles(
        truth: "private.journal", databases: ["private.journal", "shared.journal", "index.sqlite"],
        parts: [
          (.projection, ["index.sqlite", "index.sqlite-wal", "index.sqlite-settled"]),
          (.sync, ["shared.journal", "shared.journal-wal", "witness", "cloud.json"]),
          (.keyring, ["keyring"]), (.lastSync, ["last-sync.json"]),
        ])
    case .cloud:
      FolderFiles(
        truth: "cloud.journal", databases: ["cloud.journal", "projections.sqlite"],
        parts: [(.projection, ["projections.sqlite", "projections.sqlite-wal"])])
    }
  }
}

/// Makes a copy of a folder as it was at one moment.
private struct FolderCopy {
  typealias Made = (folder: PrivateFolder, leftOut: [ReadableFolder.LeftOut], notices: [String])

  private let original: String
  private let files: FolderFiles
  private let needed: Set<ReadableFolder.Part>

  private static let attemptCount = 3

  init(of original: String, _ files: FolderFiles, _ needed: Set<ReadableFolder.Part>) {
    (self.original, self.files, self.needed) = (original, files, needed)
  }

  func make() throws -> Made {
    let folder = try PrivateFolder()
    CopiedPlaces.add(folder.path, of: original)
    for _ in 0..<Self.attemptCount {
      let before = stamp
      for file in files.needed { try folder.copy(path(file), to: file) }
      let leftOut = try copyParts(to: folder)
      // A writer may have checkpointed a log meanwhile, before or after it was copied.
      guard stamp == before else { continue }
      let foreign = try files.journals.compactMap { file in
        try ForeignLog.remove(besideCopy: folder.path + "/" + file, of: path(file))?.message
      }
      return (folder, leftOut, foreign)
    }
    throw JournalError(
      .secondWriter, "\(original) is being written, so no copy of it is of one moment. Try again.")
  }

  private func path(_ file: String) -> String { original + "/" + file }

  private func copyParts(to folder: PrivateFolder) throws -> [ReadableFolder.LeftOut] {
    var leftOut: [ReadableFolder.LeftOut] = []
    for (part, files) in files.parts {
      for file in files {
        guard let unread = try folder.copyIfReadable(path(file), to: file) else { continue }
        guard !needed.contains(part) else { throw unread.error }
        for file in files { folder.remove(file) }
        leftOut.append(
          ReadableFolder.LeftOut(part: part, file: unread.path, reason: unread.reason))
        break
      }
    }
    return leftOut
  }

  /// What a checkpoint of any database changes: an append does not.
  private var stamp: [[UInt8]?] {
    files.databases.flatMap { file in
      let values = try? FileManager.default.attributesOfItem(atPath: path(file))
      let time = (values?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return [Array("\(time)".utf8), WriteAheadLog.header(of: path(file))]
    }
  }
}
