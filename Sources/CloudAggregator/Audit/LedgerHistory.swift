internal import JournalFormat

/// What one lineage said of one item in all its epochs, and which withdrawals took back what, by
/// the rule of docs/decisions/0026 as it stands there.
struct LedgerHistory {
  struct Name: Hashable {
    var tag: Tag
    var lineage: LineageName
  }

  private typealias Kind = ContributionLedger.WithdrawalKind

  private struct Engagement {
    var epoch: EpochName
    var number: UInt64
    var isCarried: Bool
    /// Its place among the item's contributions.
    var index: Int
  }

  private struct Withdrawal {
    var kind: Kind
    var origin: Origin
    /// Nil: the log has forgotten the epoch, which may continue from any other.
    var epoch: EpochName?
    var place: ContributionLedger.Place
    /// It stands behind what its epoch has up to here.
    var number: UInt64
  }

  private var engagements: [Engagement] = []
  private var withdrawals: [Withdrawal] = []
  /// Where each withdrawal was heard: of one epoch, the first.
  private var heard: [Origin: [EpochName?: Withdrawal]] = [:]

  /// Where a withdrawal was heard in an epoch before.
  func withdrawal(of origin: Origin, in epoch: EpochName?) -> ContributionLedger.Place? {
    heard[origin]?[epoch]?.place
  }

  /// - Parameter number: behind which entry of its epoch it stands; its own where that is earlier.
  mutating func add(
    _ contribution: ContributionLedger.Contribution, in epoch: EpochName?, at index: Int,
    behind number: UInt64
  ) {
    switch contribution.effect {
    case .engaged(_, let isCarried):
      engagements.append(
        Engagement(
          epoch: contribution.place.epoch, number: contribution.place.number,
          isCarried: isCarried, index: index))
    case .withdrawn(let kind):
      let withdrawal = Withdrawal(
        kind: kind, origin: contribution.origin, epoch: epoch, place: contribution.place,
        number: max(contribution.place.number, number))
      withdrawals.append(withdrawal)
      heard[contribution.origin, default: [:]][epoch] = withdrawal
    case .feedback: return
    }
  }

  /// Engagements that were taken back, by their places, each with the first withdrawal that did.
  func ends(
    parents: [EpochName: EpochName]
  ) -> [(index: Int, withdrawal: ContributionLedger.Place)] {
    guard !withdrawals.isEmpty else { return [] }
    var ancestors: [EpochName: Set<EpochName>] = [:]
    for epoch in Set(withdrawals.compactMap(\.epoch) + engagements.map(\.epoch)) {
      ancestors[epoch] = Self.ancestors(of: epoch, parents)
    }
    return engagements.compactMap { engagement in
      withdrawals.first { withdraws($0, engagement, ancestors) }
        .map { (engagement.index, $0.place) }
    }
  }

  private static func ancestors(
    of epoch: EpochName, _ parents: [EpochName: EpochName]
  ) -> Set<EpochName> {
    var found: Set<EpochName> = []
    var next = parents[epoch]
    while let parent = next {
      found.insert(parent)
      next = parents[parent]
    }
    return found
  }

  /// Whether any withdrawal was heard otherwise than as an epoch was told of it.
  private var isSaid: Bool { withdrawals.contains { !$0.kind.isTold } }

  private func withdraws(
    _ withdrawal: Withdrawal, _ engagement: Engagement, _ ancestors: [EpochName: Set<EpochName>]
  ) -> Bool {
    let isOwn = withdrawal.epoch == engagement.epoch
    let own = heard[withdrawal.origin]?[engagement.epoch]
    let isOwnBefore = own.map { $0.number < engagement.number } ?? false
    if engagement.isCarried {
      if withdrawal.kind.isTold, !isOwn {
        return !isSaid && !(isOwnBefore && own?.kind == .carried)
      }
      if withdrawal.kind == .toldBefore { return withdrawal.number > engagement.number }
      // What its own epoch carries in front of it was made before it.
      return !(isOwnBefore && own?.kind == .carried)
    }
    if isOwn { return withdrawal.number > engagement.number }
    let isBelow = withdrawal.epoch.map { ancestors[$0]?.contains(engagement.epoch) ?? false }
    // Once its own epoch says it again, it is known where it stands.
    let isPlaced = heard[withdrawal.origin]?.contains { $0.key != nil && $0.value.kind == .made }
    guard !(withdrawal.kind.isTold && isSaid), isBelow ?? (isPlaced != true)
    else { return false }
    // A descendant may only carry on what was withdrawn before.
    let isAbove = ancestors[engagement.epoch]?.contains { heard[withdrawal.origin]?[$0] != nil }
    return !isOwnBefore && isAbove != true
  }
}
