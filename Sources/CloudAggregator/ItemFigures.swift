package import JournalFormat

/// What is counted of an item.
package struct ItemFigures: Hashable, Sendable {
  package struct OnDay: Hashable, Sendable {
    package var events: UInt64 = 0
    /// Lineages that vouch for an engagement of this day.
    package var distinct: UInt64 = 0
  }

  package var events: UInt64 = 0
  /// Lineages that vouch for any content now.
  package var distinct: UInt64 = 0
  package var days: [Day: OnDay] = [:]
  /// Lineages that vouch for each content now.
  package var vouchers: [ContentDigest: UInt64] = [:]
  /// From feedback about the item as a public result.
  package var shown: UInt64 = 0
  package var engaged: UInt64 = 0

  init() {}

  /// What contributions to one item add up to.
  init(summing contributions: [ContributionLedger.Contribution]) {
    var vouching: Set<LineageName> = []
    var vouchingOnDays: [Day: Set<LineageName>] = [:]
    var vouchingFor: [ContentDigest: Set<LineageName>] = [:]
    for one in contributions where one.standing.isEvent {
      switch one.effect {
      case .withdrawn: continue
      case .feedback(let shown, let engaged):
        self.shown += UInt64(shown)
        self.engaged += UInt64(engaged)
      case .engaged(let content, _):
        guard let day = one.day else { continue }
        events += 1
        days[day, default: OnDay()].events += 1
        guard one.standing == .counted else { continue }
        vouching.insert(one.lineage)
        vouchingOnDays[day, default: []].insert(one.lineage)
        vouchingFor[content, default: []].insert(one.lineage)
      }
    }
    distinct = UInt64(vouching.count)
    for (day, lineages) in vouchingOnDays { days[day]?.distinct = UInt64(lineages.count) }
    vouchers = vouchingFor.mapValues { UInt64($0.count) }
  }
}

extension ContributionLedger.Standing {
  /// Whether it was counted as an event.
  package var isEvent: Bool {
    switch self {
    case .counted, .withdrawn: true
    case .duplicate, .retracted: false
    }
  }
}
