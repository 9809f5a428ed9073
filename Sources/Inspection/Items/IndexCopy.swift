internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// A copy of the index that lies beside a private journal, whether or not somebody has it open.
enum IndexCopy {
  /// The index was changed while it was copied, again and again.
  struct IsBusy: Error {}

  private static let attemptCount = 3

  /// - Returns: nil where there is none, or one of another version or another past.
  /// - Throws: `IsBusy`, `JournalError` for one that cannot be read, and `SQLiteError` for one that
  ///   is damaged.
  static func open(of source: JournalSource, in folder: PrivateFolder) throws -> IndexProjection? {
    guard let beside = source.folder, DatabaseFile.exists(path(in: beside)) else { return nil }
    for _ in 0..<attemptCount {
      guard try copy(from: path(in: beside), to: folder) else { continue }
      let journal = source.journal
      let found = try IndexProjection(openingAt: path(in: folder.path), vfs: nil) { checkpoint in
        checkpoint.journal == journal.identity.name
          && (try? journal.digest(at: checkpoint.number)) == checkpoint.digest
      }
      // Goes with its folder.
      found?.abandon()
      return found
    }
    throw IsBusy()
  }

  private static let name = "index.sqlite"

  static func path(in folder: String) -> String { folder + "/" + name }

  /// - Returns: false where the file was written to from its log meanwhile; what only comes to the
  ///   log is of no matter.
  private static func copy(
    from own: String, to folder: PrivateFolder
  ) throws(JournalError) -> Bool {
    let before = IndexProjection.mark(besides: own)
    DatabaseFile.remove(path(in: folder.path))
    for suffix in ["", "-wal", IndexProjection.markSuffix] {
      try folder.copy(own + suffix, to: name + suffix)
    }
    return IndexProjection.mark(besides: own) == before
  }
}
