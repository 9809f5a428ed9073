internal import JournalFormat
internal import Search

/// What a device's index holds, as `spotlog device status` shows it.
///
///     let summary = try await host.indexSummary()
///     print("\(summary.itemCount) items, \(summary.unconfirmedItemCount) unconfirmed")
public struct IndexSummary: Hashable, Sendable {
  /// Items of all apps, locked ones too.
  public let itemCount: Int
  /// Activities of all apps.
  public let activityCount: Int
  /// Items whose apps were asked to give them again, and have not.
  public let unconfirmedItemCount: Int
  /// Reindex requests that are not acknowledged.
  public let openReindexRequestCount: Int
  /// Activities that are eligible for public indexing and cannot become public, each in words for
  /// people that begin with its identifier.
  public let publicIndexingProblems: [String]
  /// Entries of the journal that cannot be read: the index lacks what they record.
  public let unreadableEntryCount: Int
  /// A sentence about the unreadable entries; nil if there are none.
  public let unreadableSentence: String?
}

extension Device {
  package func indexSummary() throws(DeviceError) -> IndexSummary {
    try index.withoutReading { () throws(DeviceError) in
      var unconfirmed = 0
      try reindex.forEachUnconfirmedItem { _, _ in unconfirmed += 1 }
      let unreadable = try index.unreadableEntries()
      return IndexSummary(
        itemCount: try queries.itemCount(), activityCount: try queries.activityCount(),
        unconfirmedItemCount: unconfirmed,
        openReindexRequestCount: try reindex.openRequests().count,
        publicIndexingProblems: try index.publicProblems().map { "\($0.id) \($0.problem)" },
        unreadableEntryCount: unreadable.count, unreadableSentence: unreadable.sentence)
    }
  }
}
