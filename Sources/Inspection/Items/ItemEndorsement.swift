package import CloudAggregator
package import DeviceIndex
package import JournalFormat
internal import JournalStore

/// Whether a device's last engagement with a page still endorses it. A copy of the device is the
/// same person to the cloud, and may have deleted the page without this folder knowing: in the same
/// epoch, which it continues, or in one of its own.
package struct ItemEndorsement: Hashable, Sendable {
  /// The private entry of the last engagement.
  package let engagement: UInt64
  package let epoch: EpochName
  package let lineage: LineageName
  package let standing: EpochEndorsement.Standing
  /// The epochs that began in this folder's private journal.
  private let ownEpochs: Set<EpochName>
  /// The reports of the epoch by which this folder withdrew the page, of those after the floor.
  private let ownWithdrawals: Set<UInt64>
  /// Reports of the epoch up to this one are pruned.
  private let floor: UInt64

  /// - Returns: nil where the device's own history says it, or the device did not engage with it.
  init?(_ history: ItemHistory, tags: [Tag], filtered: UInt64, _ shared: Journal, _ own: Journal)
    throws
  {
    let steps = history.steps
    guard let place = steps.lastIndex(where: { $0.effect == .engaged }),
      steps[place].number <= filtered, !tags.isEmpty,
      !steps[place...].contains(where: { $0.effect.isDeletion })
    else { return nil }
    engagement = steps[place].number
    (epoch, lineage) = (shared.identity.epoch, shared.identity.lineage)
    floor = shared.floor.number
    ownEpochs = Set(try SharedJournal.adoptedGrants(own).map(\.epoch))
    let found = try ReportTrail(shared).endorsements(of: Set(tags)).values
    ownWithdrawals = found.reduce(into: []) { $0.formUnion($1.withdrawals) }
    let known: [EpochEndorsement.Standing] = [.endorsed, .withdrawnElsewhere, .withdrawn]
    standing = known.first { standing in found.contains { $0.standing == standing } } ?? .none
  }

  /// What the folder shows of it; nil: nothing that the history does not say.
  ///
  /// - Parameter isCloudAsked: whether the cloud's log is asked as well, which knows the rest.
  package func sentence(isCloudAsked: Bool) -> String? {
    switch standing {
    case .withdrawnElsewhere:
      "The engagement of entry \(engagement) does not count for the page any more. A copy of this "
        + "device, or this device before a restore, deleted the page: the cloud said so at the "
        + "latest when epoch \(epoch) began. Engage with the page again to endorse it again."
    case .endorsed, .none:
      // A copy may continue the epoch itself, and the first one like any other.
      isCloudAsked
        ? nil
        : "This folder cannot tell whether a copy of this device has deleted the page since epoch "
          + "\(epoch) began: the cloud tells a device of such deletions only when its next epoch "
          + "begins. Ask the cloud: add --cloud DIR, or use `spotlog cloud why`."
    case .withdrawn:
      "The engagement of entry \(engagement) does not count for the page any more: this device "
        + "withdrew the page, under this identifier or another one. Engage with the page again to "
        + "endorse it again."
    }
  }

  /// What the cloud's log says of the same, from what contributes to the item; nil: nothing of
  /// this device.
  package func sentence(in contributions: [ContributionLedger.Contribution]) -> String? {
    let own = contributions.filter { contribution in
      guard contribution.lineage == lineage, case .engaged = contribution.effect else {
        return false
      }
      return true
    }
    if own.contains(where: { $0.standing == .counted }) {
      return "an engagement of this device endorses it"
    }
    for contribution in own.reversed() {
      guard case .withdrawn(let place) = contribution.standing else { continue }
      let origin =
        isOwn(place)
        ? "an epoch of this device"
        : place.epoch == epoch
          ? "which a copy of this device sent, or this device before a restore"
          : "an epoch of a copy of this device, or of one before a restore"
      return "the engagement \(contribution.place.number) of epoch \(contribution.place.epoch) was "
        + "withdrawn by report \(place.number) of epoch \(place.epoch), \(origin). Engage with the "
        + "page again to endorse it again"
    }
    return nil
  }

  /// Whether this folder made a withdrawal. A copy that continues the epoch makes others of it.
  private func isOwn(_ withdrawal: ContributionLedger.Place) -> Bool {
    guard withdrawal.epoch == epoch, withdrawal.number > floor else {
      return ownEpochs.contains(withdrawal.epoch)
    }
    return ownWithdrawals.contains(withdrawal.number)
  }
}
