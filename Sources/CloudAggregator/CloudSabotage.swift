internal import JournalFormat
internal import Sync

#if Sabotage
  /// Breaks a promise of the cloud on purpose, so that a drill can show that it would notice. It is
  /// there with the trait `Sabotage` alone, which no release has.
  package enum CloudSabotage: Hashable, Sendable {
    /// A device is asked for what its own batch makes wanted, and never again.
    case asksOnce
    /// An unproven grant that is brought back moves the order of the next one.
    case believesOrders
    /// Each epoch counts as a lineage of its own, as every copy of a device is a device.
    case countsDevices
    /// Feedback counts however much of it a lineage reports on a day.
    case countsFloods
    /// A child epoch is called by the number after its parent's, not by chance.
    case countsUpEpochs
    /// Of a fork nothing is kept.
    case forgetsIncidents
    /// A lineage that is reinstated stays refused.
    case forgetsReinstatements
    /// What was taken down stays public.
    case forgetsTakeDowns
    /// An erasure leaves what a device reported in the log.
    case keepsErased
    /// What was retracted counts.
    case keepsRetracted
    /// An item is public as soon as one lineage endorses it, whatever the cloud says of itself.
    case publishesEarly
    /// Feedback that is reported again counts again.
    case repeatsFeedback
    /// Rebuilt projections count each epoch as a lineage.
    case rebuildsOtherwise
    /// The keys of a lineage that was revoked are accepted.
    case servesRevoked
    /// A search finds what opens in an app also for somebody who does not have it.
    case showsToEverybody
    /// No grant tells of withdrawals, and the witness does not bring them back.
    case skipsWithdrawals
    /// Whatever has a number that the log has is a duplicate.
    case trustsNumbers
    /// Who takes back what it never engaged with takes it back for the oldest lineage that endorses
    /// it.
    case withdrawsForOthers
  }
#endif

// What can be broken, as it is without the trait: nothing of it is decided elsewhere.

extension CloudConfiguration {
  /// The verdict on a device's place where numbers decide; nil: digests do.
  func verdictByNumber(_ locator: Locator, _ position: EpochPosition) -> OpenVerdict? {
    #if Sabotage
      if sabotage == .trustsNumbers, position.child == nil,
        let head = locator.head, head.number <= position.head.number
      {
        return .ok(cloudHead: position.head.number)
      }
    #endif
    return nil
  }

  /// The digest that a batch ends with, as if the log had it; nil: the log's own is looked up.
  func sameByNumber(_ last: Locator.Place) -> Digest? {
    #if Sabotage
      if sabotage == .trustsNumbers { return last.digest }
    #endif
    return nil
  }

  /// The name of a child of an epoch.
  func newEpoch(after parent: EpochName, using dice: inout Dice) -> EpochName {
    #if Sabotage
      if sabotage == .countsUpEpochs { return EpochName(bits: parent.bits &+ 1) }
    #endif
    return EpochName(using: &dice)
  }

  /// How many lineages have to endorse before an item is public.
  var effectiveThreshold: UInt32 {
    #if Sabotage
      if sabotage == .publishesEarly { return 1 }
    #endif
    return threshold
  }

  /// Whether grants and a restored log hear of what was withdrawn.
  var tellsWithdrawals: Bool {
    #if Sabotage
      return sabotage != .skipsWithdrawals
    #else
      return true
    #endif
  }

  /// Whether a device is asked for all that is wanted of it, and not for its last batch's alone.
  var asksForEverything: Bool {
    #if Sabotage
      return sabotage != .asksOnce
    #else
      return true
    #endif
  }

  /// Whether an erasure takes what a device reported out of the log.
  var redactsErased: Bool {
    #if Sabotage
      return sabotage != .keepsErased
    #else
      return true
    #endif
  }

  /// Whether a fork is kept and shown.
  var keepsIncidents: Bool {
    #if Sabotage
      return sabotage != .forgetsIncidents
    #else
      return true
    #endif
  }

  /// How a log is counted.
  var counting: LineageCounting {
    #if Sabotage
      return LineageCounting(
        countsDevices: sabotage == .countsDevices, believesOrders: sabotage == .believesOrders,
        withdrawsForOthers: sabotage == .withdrawsForOthers,
        forgetsReinstatements: sabotage == .forgetsReinstatements,
        forgetsTakeDowns: sabotage == .forgetsTakeDowns,
        keepsRetracted: sabotage == .keepsRetracted, servesRevoked: sabotage == .servesRevoked,
        countsFloods: sabotage == .countsFloods, repeatsFeedback: sabotage == .repeatsFeedback,
        showsToEverybody: sabotage == .showsToEverybody)
    #else
      return LineageCounting()
    #endif
  }

  /// The same, where it is counted again.
  func rebuiltCounting(_ before: LineageCounting) -> LineageCounting {
    #if Sabotage
      if sabotage == .rebuildsOtherwise { return LineageCounting(countsDevices: true) }
    #endif
    return before
  }
}

extension CloudStorage {
  /// Whether a check of the log says what it finds.
  var checksLog: Bool {
    #if Sabotage
      return !believesLog
    #else
      return true
    #endif
  }
}

/// For whom grants and withdrawals count: for their lineages, unless that is broken on purpose.
struct LineageCounting: Hashable {
  #if Sabotage
    var countsDevices = false
    var believesOrders = false
    var withdrawsForOthers = false
    var forgetsReinstatements = false
    var forgetsTakeDowns = false
    var keepsRetracted = false
    var servesRevoked = false
    var countsFloods = false
    var repeatsFeedback = false
    var showsToEverybody = false
  #endif

  /// What a search is for that names these apps; nil: for somebody who has every app.
  func readers(_ installed: InstalledApps?) -> InstalledApps? {
    #if Sabotage
      if showsToEverybody { return nil }
    #endif
    return installed
  }

  /// The lineage that a grant's epoch counts for.
  func lineage(of grant: Grant) -> LineageName {
    #if Sabotage
      if countsDevices { return LineageName(bits: grant.epoch.bits) }
    #endif
    return grant.lineage
  }

  /// Whether what is taken down is not public.
  var takesDown: Bool {
    #if Sabotage
      return !forgetsTakeDowns
    #else
      return true
    #endif
  }

  /// Whether the keys of a lineage that was revoked are refused.
  var refusesRevoked: Bool {
    #if Sabotage
      return !servesRevoked
    #else
      return true
    #endif
  }

  /// Whether a lineage that is reinstated is served again.
  var servesReinstated: Bool {
    #if Sabotage
      return !forgetsReinstatements
    #else
      return true
    #endif
  }

  /// What does not count of what was retracted: all of it.
  @inline(__always)
  func removed(_ retracted: RangeSet<UInt64>) -> RangeSet<UInt64> {
    #if Sabotage
      if keepsRetracted { return RangeSet() }
    #endif
    return retracted
  }

  /// Whether feedback of a lineage, an item and a day has a bound.
  var boundsFeedback: Bool {
    #if Sabotage
      return !countsFloods
    #else
      return true
    #endif
  }

  /// Whether feedback that was counted counts again.
  var countsRepeats: Bool {
    #if Sabotage
      return repeatsFeedback
    #else
      return false
    #endif
  }

  /// Whether a grant that was brought back moves the order of the next one.
  func movesOrder(isProven: Bool) -> Bool {
    #if Sabotage
      if believesOrders { return true }
    #endif
    return isProven
  }
}

#if Sabotage
  extension CloudState {
    /// Withdraws an item for the oldest lineage that endorses one of its contents, other than the
    /// one that says so, whose state is taken out.
    mutating func withdrawForAnother(_ record: ReportRecord, than lineage: UInt32) {
      guard counting.withdrawsForOthers else { return }
      let oldest =
        items.contents(of: items.tagPlace(of: record))
        .map { items.contents[Int($0)].oldestEndorser }.min() ?? .max
      guard oldest != .max, oldest != lineage else { return }
      let other = lineages[Int(oldest)]
      withdraw(
        CloudWitness.Withdrawal(
          lineage: other.name, epoch: epochs[Int(other.rootEpoch)].grant.epoch,
          number: SequenceNumber.largest.rawValue, tag: record.tag, origin: record.origin))
    }
  }
#endif
