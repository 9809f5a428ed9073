internal import CloudAggregator
internal import DeviceIndex
internal import JournalStore
internal import Sync

/// Breaks one promise on purpose: a drill that does not notice is worth nothing.
package enum Sabotage: Hashable, Sendable, CaseIterable {
  /// A recovery that was interrupted is not run again.
  case abandonsRecoveries
  /// The cloud's mark counts backups that nobody has read again, rotten ones too.
  case believesBackups
  /// Devices are counted, not lineages: each epoch is one.
  case countsDevices
  /// An index is of the journal's past when the journal has its number.
  case checksNumbersAlone
  /// A new epoch is called by the next number, so those of two copies have one name.
  case countsUpEpochs
  /// The log of a cloud that begins again is no log any more.
  case damagesLog
  /// Every new epoch makes other origins of the same engagements.
  case dropsOrigins
  /// A device reports something that nobody did.
  case inventsReports
  /// Of two marks of the cloud's backups the device keeps the larger one.
  case keepsLargerMark
  /// A compaction prunes what the cloud has received, whatever of it is in a backup.
  case prunesWhatIsReceived
  /// A device that was restored goes on in its old epoch, and takes the cloud's numbers for its
  /// own.
  case reusesEpoch
  /// Nobody is told of withdrawals, and the cloud's witness does not bring them back.
  case skipsWithdrawals
  /// Journals are written with `synchronous = NORMAL`: commits return before they are on the disk.
  case syncsLate
  /// No cloud's process ever comes up.
  case startsNoCloud
  /// What has a number up to the mark that the cloud names is there, for the device.
  case trustsMark
  /// What has a number that the cloud has is a duplicate, for the cloud.
  case trustsNumbers

  func apply(to configuration: inout CloudConfiguration) {
    switch self {
    case .countsDevices: configuration.sabotage = .countsDevices
    case .countsUpEpochs: configuration.sabotage = .countsUpEpochs
    case .skipsWithdrawals: configuration.sabotage = .skipsWithdrawals
    case .trustsNumbers: configuration.sabotage = .trustsNumbers
    default: break
    }
  }

  func apply(to configuration: inout DeviceConfiguration) {
    switch self {
    case .checksNumbersAlone: configuration.sabotage = .checksNumbersAlone
    case .dropsOrigins: configuration.sabotage = .dropsOrigins
    case .keepsLargerMark: configuration.sabotage = .keepsLargerMark
    case .prunesWhatIsReceived: configuration.sabotage = .prunesWhatIsReceived
    case .reusesEpoch: configuration.policy.reusesEpoch = true
    case .trustsMark: configuration.policy.trustsMark = true
    default: break
    }
  }

  func apply(to options: inout JournalOptions) {
    if self == .syncsLate { options.syncsCommits = false }
  }
}
