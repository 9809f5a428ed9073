package import CloudAggregator
internal import JournalFormat
internal import JournalStore

extension CloudReader {
  /// Opens a cloud's folder by the rule of all commands that only read: as a temporary copy where
  /// reading the folder itself would need a permission that this process lacks.
  ///
  /// - Parameters:
  ///   - path: the cloud's data folder.
  ///   - moment: the last entry of the log that counts; nil: all do.
  ///   - notice: told what lay beside the log's file and is not part of it.
  package convenience init(
    reading path: String, until moment: Moment? = nil, notice: (@Sendable (String) -> Void)? = nil
  ) throws {
    let folder = try ReadableFolder(path, of: .cloud, notice: notice)
    let storage = CloudStorage.folder(folder.path, notice: notice)
    let last = try moment.map { moment in
      try JournalReader.last(
        moment,
        in: Journal.open(at: storage.logPath, kind: .cloud, for: .read, options: .looking))
    }
    try self.init(storage, until: last, keeping: folder)
  }
}
