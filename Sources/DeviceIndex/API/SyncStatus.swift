public import JournalFormat
internal import SQLite
internal import Sync

/// How far a device's cloud has its reports, as `spotlog device status` shows it.
///
///     if let status = try await host.syncStatus() {
///       print("\(status.acknowledgedReportCount) of \(status.reportCount) acknowledged")
///     }
public struct SyncStatus: Hashable, Sendable {
  /// Whether the cloud has enrolled the device.
  public let isEnrolled: Bool
  /// Reports that the cloud has acknowledged.
  public let acknowledgedReportCount: UInt64
  /// Reports of the device's current epoch, acknowledged ones too.
  public let reportCount: UInt64
  /// When reports that wait for a fuller batch are sent at the latest, by the first sync from then
  /// on; nil if none wait (`DeviceConfiguration.batchDelayMilliseconds`).
  public let batchDue: Timestamp?
  /// Whether events wait because the outbox is full until the cloud has made a backup.
  public let isOutboxFull: Bool
  /// Where the conversation is, in a few words for people.
  public let phase: String
  /// What is the matter and what happens next; nil if nothing is the matter.
  public let explanation: String?

  init(_ sync: DeviceSync) throws(DeviceError) {
    isEnrolled = sync.witness.grant != nil
    acknowledgedReportCount = sync.machine.acknowledged
    reportCount = sync.machine.head
    batchDue = sync.machine.batchDue
    isOutboxFull = try sync.isOutboxFull()
    phase = sync.machine.phase.name
    explanation = sync.machine.phase.explanation
  }
}

extension Device {
  /// The device's side of the conversation; nil if it has never spoken. Looking creates no file.
  package func startedSync(now: Timestamp) throws(DeviceError) -> DeviceSync? {
    let hasWitness = try DeviceError.translating(as: .witness) {
      try storage.witness.read() != nil
    } saying: {
      "The witness cannot be read (\($0)). \(Witness.makeReadable)"
    }
    guard hasWitness || DatabaseFile.exists(storage.sharedPath) else { return nil }
    return try sync(now: now)
  }
}
