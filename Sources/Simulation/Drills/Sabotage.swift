internal import CloudAggregator
internal import DeviceIndex
internal import Sync

/// Breaks one promise on purpose: a drill that does not notice is worth nothing.
package enum Sabotage: Hashable, Sendable, CaseIterable {
  /// Each epoch counts as a device of its own.
  case countsEpochs
  /// Every new epoch makes other origins of the same engagements.
  case dropsOrigins
  /// A device that was restored goes on in its old epoch, and takes the cloud's numbers for its
  /// own.
  case reusesEpoch
  /// Nobody is told of withdrawals, and the cloud's witness does not bring them back.
  case skipsWithdrawals
  /// What has a number that the cloud has is a duplicate.
  case trustsNumbers

  func apply(to configuration: inout CloudConfiguration) {
    switch self {
    case .countsEpochs: configuration.sabotage = .countsEpochs
    case .skipsWithdrawals: configuration.sabotage = .skipsWithdrawals
    case .trustsNumbers: configuration.sabotage = .trustsNumbers
    case .dropsOrigins, .reusesEpoch: break
    }
  }

  func apply(to configuration: inout DeviceConfiguration) {
    switch self {
    case .dropsOrigins: configuration.dropsOrigins = true
    case .reusesEpoch: configuration.policy.reusesEpoch = true
    case .countsEpochs, .skipsWithdrawals, .trustsNumbers: break
    }
  }
}
