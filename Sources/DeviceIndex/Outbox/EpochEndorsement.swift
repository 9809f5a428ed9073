internal import JournalFormat

/// What the reports of one epoch say of a device's endorsement of an item: as much of decision
/// 0026 as a device can apply, since it does not know the other epochs of its lineage.
package struct EpochEndorsement: Hashable, Sendable {
  package enum Standing: Hashable, Sendable {
    /// The device said nothing of the item, or its reports are pruned.
    case none
    case endorsed
    case withdrawn
    /// The cloud told that the lineage withdrew it in another epoch.
    case withdrawnElsewhere
  }

  private struct Last: Hashable {
    var carriedEngagement: UInt64 = 0
    var engagement: UInt64 = 0
    var withdrawal: UInt64 = 0
    /// Whether the last withdrawal is one that the cloud told.
    var isTold = false
  }

  private var last = Last()
  /// Whether the epoch began with a withdrawal that the cloud told. It acts on everything that is
  /// carried into the epoch, wherever that stands.
  private var beganWithdrawn = false
  /// The reports that withdrew it.
  package private(set) var withdrawals: Set<UInt64> = []

  package init() {}

  package var standing: Standing {
    let isCarriedAlive = !beganWithdrawn && last.carriedEngagement > last.withdrawal
    if last.engagement > last.withdrawal || isCarriedAlive { return .endorsed }
    if last.withdrawal == 0 { return .none }
    return last.isTold ? .withdrawnElsewhere : .withdrawn
  }

  /// Reads the next report of the item.
  mutating func read(_ report: Report, number: UInt64) {
    switch report {
    case .engaged(let engagement) where engagement.isCarried: last.carriedEngagement = number
    case .engaged: last.engagement = number
    case .withdrawn(let withdrawal):
      (last.withdrawal, last.isTold) = (number, withdrawal.isTold)
      withdrawals.insert(number)
      if withdrawal.isTold, !withdrawal.isCarried { beganWithdrawn = true }
    case .feedback, .content: break
    }
  }
}
