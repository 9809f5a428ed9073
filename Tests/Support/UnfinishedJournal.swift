internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite

/// What a crash leaves between the two commits that make a journal: its tables, and no identity.
package enum UnfinishedJournal {
  /// Puts the files that lie on a disk at that moment to `path`, in the place of what is there.
  package static func leave(
    at path: String, identity: JournalIdentity, localTables: String = ""
  ) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    let folder = try TemporaryFolder()
    let source = folder.file("source.journal")
    var hasCopied = false
    _ = try Journal.create(
      at: source, identity: identity, created: Sample.day.start, localTables: localTables
    ) { _ in
      // The first commit has happened, the second one has not.
      hasCopied = ["", "-wal"].allSatisfy { suffix in
        (try? FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix)) != nil
      }
    }
    guard hasCopied, try identifier(ofCopyOf: path, in: folder) == 0x534C_4A30 else {
      throw JournalError(.storage, "The files at \(path) are not those of an unfinished journal.")
    }
  }

  /// Looked up in a copy: to open a file is to change what lies beside it.
  private static func identifier(
    ofCopyOf path: String, in folder: TemporaryFolder
  ) throws -> Int64 {
    let copy = folder.file("copy.journal")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return try Connection(path: copy, mode: .readWrite).integer("PRAGMA application_id")
  }
}
