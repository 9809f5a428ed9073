package import CloudAggregator
internal import JournalFormat
internal import JournalStore

/// What a cloud's folder holds, read without a change to it, also while its server runs.
package struct CloudReading {
  package let projections: CloudProjections
  package let log: JournalCloudLog
  private let folder: ReadableFolder

  /// - Parameters:
  ///   - path: the cloud's data folder.
  ///   - moment: the last entry of the log that counts; nil: all do.
  ///   - notice: told what lay beside the log's file and is not part of it.
  package init(
    _ path: String, until moment: Moment? = nil, notice: (@Sendable (String) -> Void)? = nil
  ) throws {
    folder = try ReadableFolder(path, of: .cloud)
    let storage = CloudStorage.folder(folder.path, notice: notice)
    let last = try moment.map { moment in
      try JournalReader.last(
        moment,
        in: Journal.open(at: storage.logPath, kind: .cloud, for: .read, options: .looking))
    }
    (projections, log) = try CloudProjections.look(at: storage, until: last)
  }
}
