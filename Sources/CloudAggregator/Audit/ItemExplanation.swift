package import JournalFormat
internal import JournalStore

/// Why an item is public or not, and from what its figures are made.
package struct ItemExplanation: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case isPublic(endorsers: UInt64)
    case isTakenDown
    /// The log was restored, and shows nothing until it is known what was taken back.
    case isRecovering
    /// Enough devices endorse a content, and the cloud does not have its words.
    case isWanted
    /// Of any one content.
    case hasTooFewEndorsers(most: UInt64)
  }

  package struct Content: Hashable, Sendable {
    package var digest: ContentDigest
    package var endorsers: UInt64
    /// Whether the cloud has the words.
    package var hasArrived: Bool
    package var isShown: Bool
  }

  package var tag: Tag
  /// Nil while it is not public: the cloud has no other name then.
  package var key: String?
  /// Whose item it is; nil while it is not public.
  package var app: String?
  package var threshold: UInt32
  package var reason: Reason
  /// The one with the most endorsers first, then by digest.
  package var contents: [Content]
  package var contributions: [ContributionLedger.Contribution]
  /// What the contributions add up to.
  package var summed: ItemFigures
  /// What the projections say, and answers with them.
  package var published: ItemFigures

  package var isEqual: Bool { summed == published }
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
    return projection.settled()
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
    figures.shown = state.items.tags[place].shown
    figures.engaged = state.items.tags[place].engaged
    for day in state.items.days(of: place) where day.events > 0 || day.distinct > 0 {
      figures.days[Day(day.day)] = ItemFigures.OnDay(
        events: UInt64(day.events), distinct: UInt64(day.distinct))
    }
    for content in state.items.contents(of: place).map({ state.items.contents[Int($0)] })
    where content.endorsers > 0 {
      figures.endorsers[content.digest] = UInt64(content.endorsers)
    }
    return figures
  }
}
