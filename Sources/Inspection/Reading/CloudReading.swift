public import CloudAggregator
public import DeviceIndex
internal import JournalFormat
internal import JournalStore

extension CloudReader {
  /// Opens a cloud's folder also where reading it would need a permission that this process lacks:
  /// then a temporary copy is read.
  ///
  ///     let cloud = try CloudReader(reading: "run/cloud", until: .init(parsing: "2026-01-31"))
  ///
  /// - Parameters:
  ///   - path: the path of the cloud's data folder.
  ///   - moment: the last entry of the log that counts; nil: all do.
  ///   - notice: receives a sentence for people about what beside the log was not read.
  /// - Throws: `InspectionError.Code.notFound` if the folder holds no cloud; `damaged`;
  ///   `cannotRead`; `outOfRange` if the log has no entry at the moment.
  public convenience init(
    reading path: String, until moment: Moment? = nil, notice: (@Sendable (String) -> Void)? = nil
  ) throws(InspectionError) {
    let (folder, storage, last) = try InspectionError.translating {
      let folder = try ReadableFolder(path, of: .cloud, notice: notice)
      let storage = CloudStorage.folder(folder.path, notice: notice)
      let last = try moment.map { moment in
        try JournalReader.last(
          moment,
          in: Journal.open(at: storage.logPath, kind: .cloud, for: .read, options: .looking))
      }
      return (folder, storage, last)
    }
    do throws(CloudError) {
      try self.init(storage, until: last, keeping: folder)
    } catch {
      throw InspectionError(error)
    }
  }
}

extension PublicResult {
  /// What a cloud found, to be ranked among a device's own results.
  ///
  ///     let found = try cloud.search("dune", limit: 100).map { PublicResult($0) }
  ///     let results = try phone.search("dune", blending: found)
  public init(_ entry: PublicEntry) {
    let item = entry.item
    self.init(
      bundleIdentifier: item.app, uniqueIdentifier: item.key, title: item.title,
      contentDescription: item.contentDescription, keywords: item.keywords,
      engagedCount: entry.events)
    if case .url(let page) = item.identity { url = page }
    activityType = item.activityType
    thumbnailURL = item.thumbnailURL
    tag = entry.tag
    details = item.details
    feedback = entry.feedback
  }
}
