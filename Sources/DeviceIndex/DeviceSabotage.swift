internal import JournalFormat
internal import Search

/// Breaks a promise of the device on purpose, so that a drill can show that it would notice. Only
/// simulations can reach it.
package enum DeviceSabotage: Hashable, Sendable {
  /// Each epoch makes other origins of the same entries.
  case dropsOrigins
  /// What the cloud says of its backups counts only where it says more than before.
  case keepsLargerMark
  /// A compaction takes what the cloud has received for what is in its backups.
  case prunesWhatIsReceived
  /// An index is of the journal's past when the journal has its number.
  case checksNumbersAlone
}

extension DeviceConfiguration {
  /// What the origins of an epoch depend on besides the lineage's secret: nothing.
  func addition(toOriginsOf epoch: EpochName) -> [UInt8] {
    sabotage == .dropsOrigins ? epoch.bytes : []
  }

  /// Whether a mark that says less than the one before is not taken over.
  func ignores(_ mark: Witness.BackupMark, after known: Witness.BackupMark?) -> Bool {
    guard sabotage == .keepsLargerMark, let known else { return false }
    return mark.number < known.number
  }

  func limits(_ limits: CompactionLimits) -> CompactionLimits {
    guard sabotage == .prunesWhatIsReceived else { return limits }
    return CompactionLimits(backedUp: limits.acknowledged, acknowledged: limits.acknowledged)
  }

  /// Whether a checkpoint counts without its digest in a journal with that head.
  func believes(_ checkpoint: IndexFold.Checkpoint, head: UInt64) -> Bool {
    sabotage == .checksNumbersAlone && checkpoint.number <= head
  }
}
