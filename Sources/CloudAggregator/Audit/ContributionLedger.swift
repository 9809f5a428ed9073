package import JournalFormat

/// From what the figures of items are made: each report of them, and what it counts for.
///
/// Made from the log alone, by a program of its own: nothing of `CloudState` is asked, so that one
/// can be held against the other. It is made when somebody asks, and takes memory for each report
/// of the items that were asked about and for each epoch of the log, for nothing else.
package struct ContributionLedger: Hashable, Sendable {
  /// An entry of an epoch: how a report travelled.
  package struct Place: Hashable, Sendable {
    package var epoch: EpochName
    package var number: UInt64
  }

  /// What a report counts for.
  package enum Standing: Hashable, Sendable {
    case counted
    /// It was counted as an event, and its lineage does not endorse it any more.
    case withdrawn(by: Place)
    /// What it is about was counted before, with another report.
    case duplicate(of: Place)
    /// It has no effect by this entry of the log, until another one gives it back.
    case retracted(byLogEntry: UInt64)
  }

  package enum WithdrawalKind: Hashable, Sendable {
    /// The person did it in this epoch.
    case made
    /// It was done in an epoch before.
    case carried
    /// Repeats what the epoch's grant told.
    case told
    /// Repeats what the grant of an epoch before told.
    case toldBefore

    init(_ report: ReportRecord) {
      switch (report.isTold, report.isCarried) {
      case (true, false): self = .told
      case (true, true): self = .toldBefore
      case (false, true): self = .carried
      case (false, false): self = .made
      }
    }

    /// Whether it was said to the device, and not on it.
    var isTold: Bool { self == .told || self == .toldBefore }
  }

  package enum Effect: Hashable, Sendable {
    case engaged(ContentDigest, isCarried: Bool)
    case withdrawn(WithdrawalKind)
    case feedback(shown: UInt32, engaged: UInt32)
  }

  package struct Contribution: Hashable, Sendable {
    package var lineage: LineageName
    package var origin: Origin
    package var place: Place
    /// Nil: the cloud's witness remembered it, and not when it was.
    package var day: Day?
    package var effect: Effect
    package var standing: Standing
  }

  /// Of each item, in the order of the log. What a lineage reported that was erased is not there.
  package internal(set) var contributions: [Tag: [Contribution]] = [:]

  /// What the contributions to an item add up to.
  package func figures(of tag: Tag) -> ItemFigures {
    ItemFigures(summing: contributions[tag] ?? [])
  }
}

/// What is counted of an item.
package struct ItemFigures: Hashable, Sendable {
  package struct OnDay: Hashable, Sendable {
    package var events: UInt64 = 0
    /// Lineages that endorse an engagement of this day.
    package var distinct: UInt64 = 0
  }

  package var events: UInt64 = 0
  /// Lineages that endorse any content now.
  package var distinct: UInt64 = 0
  package var days: [Day: OnDay] = [:]
  /// Lineages that endorse each content now.
  package var endorsers: [ContentDigest: UInt64] = [:]
  /// From feedback about the item as a public result.
  package var shown: UInt64 = 0
  package var engaged: UInt64 = 0

  init() {}

  /// What contributions to one item add up to.
  init(summing contributions: [ContributionLedger.Contribution]) {
    var endorsing: Set<LineageName> = []
    var endorsingOnDays: [Day: Set<LineageName>] = [:]
    var endorsingContent: [ContentDigest: Set<LineageName>] = [:]
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
        endorsing.insert(one.lineage)
        endorsingOnDays[day, default: []].insert(one.lineage)
        endorsingContent[content, default: []].insert(one.lineage)
      }
    }
    distinct = UInt64(endorsing.count)
    for (day, lineages) in endorsingOnDays { days[day]?.distinct = UInt64(lineages.count) }
    endorsers = endorsingContent.mapValues { UInt64($0.count) }
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
