internal import JournalFormat

extension ItemExplanation: Encodable {
  /// The same without words of the item: neither key nor app.
  public var withoutWords: ItemExplanation {
    var item = self
    (item.key, item.app) = (nil, nil)
    return item
  }

  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws { try WhyReport(self).encode(to: encoder) }

  /// The explanation as `spotlog cloud why` prints it, in lines that a terminal can show.
  public var lines: [String] {
    var lines = [
      "item     \(key?.printable ?? "tag:\(tag)")", "tag      \(tag)",
      "why      \(sentence)", "counts   \(published.text)",
    ]
    if let line = published.popularityLine { lines.append(line) }
    if let app { lines.insert("app      \(app.printable)", at: 2) }
    for content in contents {
      let words = content.isShown ? "shown" : content.hasArrived ? "its words are here" : "no words"
      let endorsers = Figure.count(content.endorsers, "endorser")
      lines.append("content  \(content.digest)  \(endorsers), \(words)")
    }
    lines += contributions.map(\.line)
    lines.append(
      isEqual
        ? "equal: the contributions add up to what is counted"
        : "different: the contributions add up to \(summed.text), or differ by day or content. Ask "
          + "again, and if it stays so, rebuild the projections: `spotlog cloud rebuild`.")
    return lines
  }
}

extension ItemFigures {
  fileprivate var popularityLine: String? {
    guard let day = popularity.lastDay else { return nil }
    let thousandths = popularity.thousandths(on: day)
    let rest = String(1_000 + thousandths % 1_000).dropFirst()
    return "popular  \(Figure.grouped(thousandths / 1_000)).\(rest) on \(day), halved every "
      + "\(DecayedCount.halfLifeDays) days"
  }

  fileprivate var text: String {
    "\(Figure.count(events, "engagement")), "
      + "\(Figure.count(distinct, "device endorses", "devices endorse")) now; as a public result "
      + feedback.text
  }
}

extension ContributionLedger.Contribution {
  fileprivate var line: String {
    let kind =
      switch effect {
      case .engaged: "engaged"
      case .withdrawn: "withdrawn"
      case .feedback: "feedback"
      }
    return "\(kind)  \(day?.description ?? "day unknown")  \(place.text)  device \(lineage)  "
      + "origin \(origin)  \(verdict)"
  }

  private var verdict: String {
    switch standing {
    case .counted:
      if case .withdrawn = effect { "takes back" } else { "counts" }
    case .withdrawn(let withdrawal):
      "counts, and endorses no more: withdrawn by \(withdrawal.text)"
    case .duplicate(let first): "does not count: counted with \(first.text)"
    case .retracted(let entry): "does not count: retracted by entry \(entry) of the log"
    case .overBound:
      "does not count: of a device, an item and a day \(ResultFeedback.dailyMax) lists count"
    }
  }
}

extension ContributionLedger.Place {
  fileprivate var text: String { "entry \(number) of \(epoch)" }
}

/// What `spotlog cloud why --json` prints.
private struct WhyReport: Encodable {
  struct Figures: Encodable {
    struct OnDay: Encodable {
      let day: String
      let events: UInt64
      let distinctDevices: UInt64
      let shown: UInt64
      let engaged: UInt64
    }

    let events: UInt64
    let distinctDevices: UInt64
    let shown: UInt64
    let engaged: UInt64
    let interval: [Int]?
    /// On the last of the days, in thousandths.
    let popularity: UInt64
    let days: [OnDay]
  }

  struct Content: Encodable {
    let digest: String
    let endorsers: UInt64
    let arrived: Bool
    let shown: Bool
  }

  struct Place: Encodable {
    let epoch: String
    let number: UInt64
  }

  struct Contribution: Encodable {
    let kind: String
    let lineage: String
    let origin: String
    let epoch: String
    let number: UInt64
    let day: String?
    var content: String?
    var carried: Bool?
    var shown: UInt32?
    var engaged: UInt32?
    /// Whether it has an effect.
    let counts: Bool
    let standing: String
    var because: Place?
    var logEntry: UInt64?
  }

  let tag: String
  let key: String?
  let app: String?
  let `public`: Bool
  let reason: String
  let threshold: UInt32
  let published: Figures
  let summed: Figures
  let equal: Bool
  let contents: [Content]
  let contributions: [Contribution]

  init(_ item: ItemExplanation) {
    tag = item.tag.description
    (key, app) = (item.key, item.app)
    if case .isPublic = item.reason { self.public = true } else { self.public = false }
    reason = item.sentence
    threshold = item.threshold
    published = Figures(item.published)
    summed = Figures(item.summed)
    equal = item.isEqual
    contents = item.contents.map {
      Content(
        digest: $0.digest.description, endorsers: $0.endorsers, arrived: $0.hasArrived,
        shown: $0.isShown)
    }
    contributions = item.contributions.map(Contribution.init)
  }
}

extension WhyReport.Figures {
  fileprivate init(_ figures: ItemFigures) {
    events = figures.events
    distinctDevices = figures.distinct
    shown = figures.feedback.shown
    engaged = figures.feedback.engaged
    interval = figures.feedback.interval.map { [$0.lowerBound, $0.upperBound] }
    let popularity = figures.popularity
    self.popularity = popularity.lastDay.map { popularity.thousandths(on: $0) } ?? 0
    days = figures.days.sorted { $0.key < $1.key }.map {
      OnDay(
        day: $0.key.description, events: $0.value.events, distinctDevices: $0.value.distinct,
        shown: $0.value.feedback.shown, engaged: $0.value.feedback.engaged)
    }
  }
}

extension WhyReport.Contribution {
  fileprivate init(_ contribution: ContributionLedger.Contribution) {
    lineage = contribution.lineage.description
    origin = contribution.origin.description
    epoch = contribution.place.epoch.description
    number = contribution.place.number
    day = contribution.day?.description
    counts = contribution.standing.isEvent
    switch contribution.effect {
    case .engaged(let digest, let isCarried):
      kind = "engaged"
      content = digest.description
      carried = isCarried
    case .withdrawn: kind = "withdrawn"
    case .feedback(let shown, let engaged):
      kind = "feedback"
      self.shown = shown
      self.engaged = engaged
    }
    switch contribution.standing {
    case .counted: standing = "counted"
    case .withdrawn(let place):
      standing = "withdrawn"
      because = WhyReport.Place(place)
    case .duplicate(let place):
      standing = "duplicate"
      because = WhyReport.Place(place)
    case .retracted(let entry):
      standing = "retracted"
      logEntry = entry
    case .overBound: standing = "overBound"
    }
  }
}

extension WhyReport.Place {
  fileprivate init(_ place: ContributionLedger.Place) {
    epoch = place.epoch.description
    number = place.number
  }
}
