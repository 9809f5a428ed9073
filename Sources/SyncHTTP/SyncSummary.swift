public import JournalFormat

/// What a sync did, and where it left the device.
public struct SyncSummary: Hashable, Sendable {
  /// How a sync ended.
  public enum Ending: String, Hashable, Sendable, Encodable {
    /// The cloud has acknowledged all reports.
    case acknowledged
    /// The cloud has acknowledged all reports, and no more are made until it has made a backup of
    /// earlier ones.
    case outboxFull
    /// The cloud has acknowledged all reports but those that wait for a fuller batch
    /// (`DeviceConfiguration.batchDelayMilliseconds`); `nextAttempt` says how long.
    case collecting
    /// The device sends nothing until somebody acts; `explanation` says why.
    case stopped
    /// The time was over, or the task was cancelled; a later sync continues.
    case unfinished
  }

  /// How it ended.
  public var ending = Ending.unfinished
  /// Requests that were made.
  public var requests = 0
  /// Bytes of their bodies.
  public var bytes = 0
  /// Reports that the cloud has acknowledged, over all syncs.
  public var acknowledged: UInt64 = 0
  /// Reports of the device, over all syncs.
  public var reports: UInt64 = 0
  /// As `spotlog device status` calls it.
  public var phase = ""
  /// Why the last request failed, when it did, or what was not believed.
  public var lastError: String?
  /// Why the device is stopped, and what to do.
  public var explanation: String?
  /// When the device would try again, or send what waits for a fuller batch; nil: at any time.
  public var nextAttempt: Timestamp?
  /// Entries that the cloud could not take even alone: they travelled without their words. A device
  /// that is reopened sends them whole once more, if they are still not acknowledged.
  public var parked: [UInt64] = []
}
