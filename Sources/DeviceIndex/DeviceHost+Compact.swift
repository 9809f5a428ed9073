internal import JournalFormat
internal import JournalStore

/// What a compaction took out of a device's files.
public struct CompactionSummary: Hashable, Sendable {
  /// Entries of the private journal that lost their payloads: what was superseded, had expired or
  /// was deleted.
  public let redactedEntryCount: Int
  /// What those payloads took, in bytes.
  public let redactedByteCount: Int
  /// Items and activities that were journaled as expired first.
  public let expiredItemCount: Int
  /// Reports whose words had not left yet and were taken back.
  public let withdrawnContentCount: Int
  /// Reports that every backup of the cloud's holds, and that left the outbox.
  public let prunedReportCount: UInt64

  init(_ plan: CompactionPlan) {
    redactedEntryCount = plan.redactions.count
    redactedByteCount = plan.redactions.reduce(0) { $0 + $1.payloadByteCount }
    expiredItemCount = plan.expiries.reduce(0) { $0 + $1.ids.count }
    withdrawnContentCount = plan.withdrawnContents.count
    prunedReportCount = plan.prunedCount
  }
}

extension DeviceHost {
  /// Takes the words that nothing needs any more out of the journals and the index: out of the
  /// files, their free pages and their logs. The chains still verify.
  ///
  /// What was superseded, has expired or was deleted goes, and of the outbox what every backup of
  /// the cloud's holds. No item is taken as expired about which its app was not asked: it is asked
  /// now. A sync that is on its way goes on, and programs that read the journals read on.
  /// The host does nothing else meanwhile: about a second for each 100,000 entries of the private
  /// journal, and longer while the index has not read them. The disk needs as much room again as
  /// the largest of the files takes.
  ///
  /// - Throws: `DeviceError` when there is no room, when the disk fails, or while another program
  ///   reads the index. Nothing is lost then: compact again.
  @discardableResult
  public func compact() throws(DeviceError) -> CompactionSummary {
    let now = clock()
    return CompactionSummary(try device.compact(try device.compactionLimits(now: now), now: now))
  }
}

extension Device {
  /// What the last receipt says, and what the cloud last said of its backups.
  func compactionLimits(now: Timestamp) throws(DeviceError) -> CompactionLimits {
    guard hasShared else { return CompactionLimits() }
    let sync = try sync(now: now)
    guard let shared = sync.shared else { return CompactionLimits() }
    return CompactionLimits(sync.witness, epoch: shared.identity.epoch)
  }
}
