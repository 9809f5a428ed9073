public import JournalFormat

/// From what the figures of items are made: each report of them, and what it counts for.
///
/// Made from the log alone, by a program of its own: nothing of `CloudState` is asked, so that one
/// can be held against the other. It is made when somebody asks, and takes memory for each report
/// of the items that were asked about and for each epoch of the log, for nothing else.
public struct ContributionLedger: Hashable, Sendable {
  /// An entry of an epoch: how a report travelled.
  public struct Place: Hashable, Sendable {
    /// The epoch that the device reported in.
    public let epoch: EpochName
    /// The entry of the epoch, from 1 on.
    public let number: UInt64
  }

  /// What a report counts for.
  public enum Standing: Hashable, Sendable {
    /// It has its effect.
    case counted
    /// It was counted as an event, and its lineage does not endorse it any more.
    case withdrawn(by: Place)
    /// What it is about was counted before, with another report.
    case duplicate(of: Place)
    /// It has no effect by this entry of the log, until another one gives it back.
    case retracted(byLogEntry: UInt64)
    /// Feedback that is more than what counts of a device, an item and a day.
    case overBound
  }

  /// How a withdrawal came about.
  public enum WithdrawalKind: Hashable, Sendable {
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

  /// What a report says.
  public enum Effect: Hashable, Sendable {
    /// Somebody opened the item. One that is carried was reported in an epoch before.
    case engaged(ContentDigest, isCarried: Bool)
    case withdrawn(WithdrawalKind)
    case feedback(shown: UInt32, engaged: UInt32)
  }

  /// A report of an item.
  public struct Contribution: Hashable, Sendable {
    /// The device that made it, with all its copies and earlier lives.
    public let lineage: LineageName
    /// What is the same in all reports of one event.
    public let origin: Origin
    /// Where the report is.
    public let place: Place
    /// Nil: the cloud's witness remembered it, and not when it was.
    public let day: Day?
    /// What the report says.
    public let effect: Effect
    /// What it counts for.
    public internal(set) var standing: Standing
  }

  /// Of each item, in the order of the log. What a lineage reported that was erased is not there.
  package internal(set) var contributions: [Tag: [Contribution]] = [:]

  /// What the contributions to an item add up to.
  package func figures(of tag: Tag) -> ItemFigures {
    ItemFigures(summing: contributions[tag] ?? [])
  }
}

/// What is counted of an item.
public struct ItemFigures: Hashable, Sendable {
  /// What is counted of a day.
  public struct OnDay: Hashable, Sendable {
    /// Engagements, each once.
    public internal(set) var events: UInt64 = 0
    /// Lineages that endorse an engagement of this day.
    public internal(set) var distinct: UInt64 = 0
    /// How the item did as a public result on this day.
    public internal(set) var feedback = ResultFeedback.nothing
    /// Lineages that opened it as a public result on this day.
    public internal(set) var openers: UInt64 = 0
  }

  /// Engagements, each once.
  public internal(set) var events: UInt64 = 0
  /// Lineages that endorse any content now.
  public internal(set) var distinct: UInt64 = 0
  /// Counts for each day, in UTC; days without a report are absent.
  public internal(set) var days: [Day: OnDay] = [:]
  /// Lineages that endorse each content now.
  public internal(set) var endorsers: [ContentDigest: UInt64] = [:]
  /// How the item did as a public result.
  public internal(set) var feedback = ResultFeedback.nothing

  init() {}

  /// What contributions to one item add up to.
  init(summing contributions: [ContributionLedger.Contribution]) {
    var endorsing: Set<LineageName> = []
    var endorsingOnDays: [Day: Set<LineageName>] = [:]
    var endorsingContent: [ContentDigest: Set<LineageName>] = [:]
    var openingOnDays: [Day: Set<LineageName>] = [:]
    for one in contributions where one.standing.isEvent {
      switch one.effect {
      case .withdrawn: continue
      case .feedback(let shown, let engaged):
        guard let day = one.day else { continue }
        let counted = ResultFeedback(shown: UInt64(shown), engaged: UInt64(engaged))
        feedback.add(counted)
        days[day, default: OnDay()].feedback.add(counted)
        if engaged > 0 { openingOnDays[day, default: []].insert(one.lineage) }
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
    for (day, lineages) in openingOnDays { days[day]?.openers = UInt64(lineages.count) }
    endorsers = endorsingContent.mapValues { UInt64($0.count) }
  }

  /// The devices that engaged with the item on each day, whether they have its app or opened it as
  /// a public result; half is left after 30 days.
  public var popularity: DecayedCount {
    DecayedCount(
      of: days.filter { $0.value.distinct + $0.value.openers > 0 }
        .map { (day: $0.key.rawValue, count: $0.value.distinct + $0.value.openers) })
  }
}

extension ContributionLedger.Standing {
  /// Whether it was counted as an event.
  package var isEvent: Bool {
    switch self {
    case .counted, .withdrawn: true
    case .duplicate, .retracted, .overBound: false
    }
  }
}
