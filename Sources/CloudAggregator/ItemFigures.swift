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

extension CloudFolds {
  /// What the folds count of an item, whether it is public or not.
  package func figures(of tag: Tag) -> ItemFigures {
    var figures = ItemFigures()
    guard let place = state.items.tagTable.place(of: tag) else { return figures }
    figures.events = state.items.tags[place].events
    figures.distinct = UInt64(state.items.tags[place].distinct)
    figures.shown = state.items.tags[place].shown
    figures.engaged = state.items.tags[place].engaged
    for day in state.items.days(of: place) where day.events > 0 || day.distinct > 0 {
      figures.days[Day(day.day)] = ItemFigures.OnDay(
        events: UInt64(day.events), distinct: UInt64(day.distinct))
    }
    for content in state.items.contents(of: place).map({ state.items.contents[Int($0)] })
    where content.vouchers > 0 {
      figures.vouchers[content.digest] = UInt64(content.vouchers)
    }
    return figures
  }
}
