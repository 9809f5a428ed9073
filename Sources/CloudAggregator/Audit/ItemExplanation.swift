public import JournalFormat
internal import JournalStore

/// Why an item is public or not, and what its counts are made of. Encoded, it is the object of
/// `spotlog cloud why --json`.
public struct ItemExplanation: Hashable, Sendable {
  /// Why the item is public, or what it lacks.
  public enum Reason: Hashable, Sendable {
    case isPublic(endorsers: UInt64)
    case isTakenDown
    /// The log was restored, and shows nothing until it is known what was taken back.
    case isRecovering
    /// Enough devices endorse a content, and the cloud does not have its words.
    case isWanted
    /// Of any one content.
    case hasTooFewEndorsers(most: UInt64)
  }

  /// Words that devices endorsed for the item.
  public struct Content: Hashable, Sendable {
    /// The digest that names the content in reports.
    public let digest: ContentDigest
    /// Devices that endorse it now.
    public let endorsers: UInt64
    /// Whether the cloud has the words.
    public let hasArrived: Bool
    /// Whether it is the content that people see.
    public let isShown: Bool
  }

  /// The item, as devices name it.
  public let tag: Tag
  /// Nil while it is not public: the cloud has no other name then.
  public internal(set) var key: String?
  /// Whose item it is; nil while it is not public.
  public internal(set) var app: String?
  /// Devices that have to endorse a content before it is public.
  public let threshold: UInt32
  /// Why it is public or not.
  public let reason: Reason
  /// The one with the most endorsers first, then by digest.
  public let contents: [Content]
  /// Every report of the item, in the order of the log.
  public let contributions: [ContributionLedger.Contribution]
  /// What the contributions add up to.
  public let summed: ItemFigures
  /// What the projections say, and answers with them.
  public let published: ItemFigures

  /// Whether both agree. If not, rebuild the projections: `spotlog cloud rebuild`.
  public var isEqual: Bool { summed == published }

  /// The reason, for people.
  public var sentence: String {
    // Nothing becomes public without a device that endorses it.
    let threshold = max(1, threshold)
    return switch reason {
    case .isPublic(let endorsers):
      "It is public: \(Figure.count(endorsers, "device endorses", "devices endorse")) the "
        + "words that are shown, and \(Figure.count(threshold, "has", "have")) to."
    case .isTakenDown: "It is not public: it was taken down."
    case .isRecovering:
      "It is not public: the log was restored, and shows nothing until its witness is back."
    case .isWanted:
      "It is not public yet: a content has the \(Figure.count(threshold, "endorser")) that it "
        + "needs, and its words have not arrived. The cloud asks an endorsing device for them."
    case .hasTooFewEndorsers(most: 0):
      "It is not public: no device endorses it, and \(Figure.count(threshold, "has", "have")) to."
    case .hasTooFewEndorsers(let most):
      "It is not public: no content has more than \(Figure.count(most, "endorser")), and "
        + "\(Figure.count(threshold, "is", "are")) needed."
    }
  }
}

extension CloudProjections {
  /// The items that a name means: a tag in hex, with or without `tag:`, or the key of public ones,
  /// of which several apps may have one each.
  package func tags(named name: String) throws(CloudError) -> [Tag] {
    let hex = name.hasPrefix("tag:") ? String(name.dropFirst(4)) : name
    if let tag = Tag(hex: hex) { return [tag] }
    return try publicEntries().filter { $0.item.key == name }.map(\.tag)
  }

  /// Why an item is public or not; nil when nobody has reported it.
  ///
  /// - Parameter log: what these projections are of. It is read twice.
  package func explanation(
    of tag: Tag, in log: any CloudLog
  ) throws(CloudError) -> ItemExplanation? {
    let ledger = try contributions(to: [tag], in: log)
    let place = state.items.tagTable.place(of: tag)
    let contributions = ledger.contributions[tag] ?? []
    guard place != nil || !contributions.isEmpty else { return nil }
    let contents = place.map(explainedContents) ?? []
    let shown = place.map { state.items.tags[$0].publicContent } ?? .max
    let item = shown == .max ? nil : try file.item(shown)
    return ItemExplanation(
      tag: tag, key: item?.key, app: item?.app, threshold: state.publication.threshold,
      reason: reason(
        for: contents, isTakenDown: place.map { state.items.tags[$0].isTakenDown } ?? false),
      contents: contents, contributions: contributions, summed: ledger.figures(of: tag),
      published: figures(of: tag))
  }

  private func explainedContents(of place: Int) -> [ItemExplanation.Content] {
    state.items.contents(of: place)
      .map { content in
        let found = state.items.contents[Int(content)]
        return ItemExplanation.Content(
          digest: found.digest, endorsers: UInt64(found.endorsers), hasArrived: found.arrived != 0,
          isShown: content == state.items.tags[place].publicContent)
      }
      .sorted { ($1.endorsers, $0.digest) < ($0.endorsers, $1.digest) }
  }

  private func reason(
    for contents: [ItemExplanation.Content], isTakenDown: Bool
  ) -> ItemExplanation.Reason {
    if let shown = contents.first(where: \.isShown) { return .isPublic(endorsers: shown.endorsers) }
    if isTakenDown { return .isTakenDown }
    if state.isRecovering { return .isRecovering }
    let most = contents.first?.endorsers ?? 0
    return most >= max(1, state.publication.threshold) ? .isWanted : .hasTooFewEndorsers(most: most)
  }

  // MARK: Figures

  /// From what the figures of items are made, as far in the log as these projections are.
  package func contributions(
    to tags: Set<Tag>, in log: any CloudLog
  ) throws(CloudError) -> ContributionLedger {
    var survey = LedgerSurvey(of: tags)
    try readPast(log) { row throws(FormatError) in try survey.read(row) }
    var projection = LedgerProjection(of: tags, by: survey)
    try readPast(log) { row throws(FormatError) in try projection.read(row) }
    return projection.finishedLedger()
  }

  /// Reads the log up to where the projections are: it may continue meanwhile.
  private func readPast(
    _ log: any CloudLog, _ body: (EntryRow) throws(FormatError) -> Void
  ) throws(CloudError) {
    let last = position.number
    do throws(CloudLogFailure) {
      try log.read(after: logStart.number, expecting: logStart.digest) {
        row throws(CloudError) in
        guard row.number.rawValue <= last else { return .stop }
        do throws(FormatError) { try body(row) } catch { throw Self.unreadable(row, error) }
        return .next
      }
    } catch {
      throw Self.unreadable(error)
    }
  }

  /// What the projections count of an item, whether it is public or not.
  package func figures(of tag: Tag) -> ItemFigures {
    var figures = ItemFigures()
    guard let place = state.items.tagTable.place(of: tag) else { return figures }
    figures.events = state.items.tags[place].events
    figures.distinct = UInt64(state.items.tags[place].distinct)
    figures.feedback = state.items.tags[place].feedback
    for day in state.items.days(of: place) {
      let figure = ItemFigures.OnDay(day)
      if figure != ItemFigures.OnDay() { figures.days[Day(day.day)] = figure }
    }
    for content in state.items.contents(of: place).map({ state.items.contents[Int($0)] })
    where content.endorsers > 0 {
      figures.endorsers[content.digest] = UInt64(content.endorsers)
    }
    return figures
  }
}

extension ItemFigures.OnDay {
  fileprivate init(_ count: ItemTable.DayCount) {
    self.init(
      events: UInt64(count.events), distinct: UInt64(count.distinct),
      feedback: ResultFeedback(shown: UInt64(count.shown), engaged: UInt64(count.engaged)),
      openers: UInt64(count.openers))
  }
}
