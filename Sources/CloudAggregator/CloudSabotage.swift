internal import JournalFormat
internal import Sync

/// Breaks a promise of the cloud on purpose, so that a drill can show that it would notice. Only
/// simulations can reach it.
package enum CloudSabotage: Hashable, Sendable {
  /// Each epoch counts as a lineage of its own, as every copy of a device is a device.
  case countsDevices
  /// A child epoch is called by the number after its parent's, not by chance.
  case countsUpEpochs
  /// Of a fork nothing is kept.
  case forgetsIncidents
  /// An item is public as soon as one lineage vouches for it, whatever the cloud says of itself.
  case publishesEarly
  /// Folds that are made anew count each epoch as a lineage.
  case rebuildsOtherwise
  /// No grant tells of withdrawals, and the witness does not bring them back.
  case skipsWithdrawals
  /// Whatever has a number that the log has is a duplicate.
  case trustsNumbers
}

extension Aggregator {
  /// What a device at a place is told when nobody looks at digests; nil: digests decide.
  func verdictByNumber(_ locator: Locator, _ position: EpochPosition) -> OpenVerdict? {
    guard configuration.sabotage == .trustsNumbers, position.child == nil,
      let head = locator.head, head.number <= position.head.number
    else { return nil }
    return .ok(cloudHead: position.head.number)
  }

  /// The digest that a batch ends with, as if the log had it; nil: the log's own is looked up.
  func sameByNumber(_ last: Locator.Place) -> Digest? {
    configuration.sabotage == .trustsNumbers ? last.digest : nil
  }

  /// The name of a child of an epoch.
  func newEpoch(after parent: EpochName) -> EpochName {
    guard configuration.sabotage == .countsUpEpochs else { return EpochName(using: &dice) }
    return EpochName(bits: parent.bits &+ 1)
  }

  /// How many lineages have to vouch before an item is public.
  var effectiveThreshold: UInt32 {
    configuration.sabotage == .publishesEarly ? 1 : configuration.threshold
  }

  var skipsWithdrawals: Bool { configuration.sabotage == .skipsWithdrawals }
}
