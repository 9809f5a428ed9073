package import JournalFormat
internal import Search
internal import Synchronization

/// What is public, for those who ask over the network: found by words, by tag, or page by page.
///
/// In memory and derived: made from the aggregator at the start, and kept up to date by anyone who
/// owns the aggregator, which calls `update` after each commit and before its answers leave. Any
/// number of threads may ask meanwhile; none of them touches the aggregator.
///
/// Words are those of every index, without FTS5 (docs/decisions/0022-public-search.md).
package final class PublicSearch: Sendable {
  /// Held while one query is answered, or a few items are changed: some microseconds mostly, and
  /// never while a text is read or an order is made.
  private let table = Mutex(PublicTable())
  private let writer = Mutex(Writer())
  private let hostApps: HostApps

  /// What only `update` uses, under its own lock.
  private struct Writer {
    var tokenizer = MarkingTokenizer()
    var countedAt: Timestamp?
    /// Items that are public but for their hosts, which are other apps'.
    var withheld: Set<Tag> = []
  }

  /// Results of one search, where nobody says how many, and at most.
  package static let resultsStandard = 20
  package static let resultsMax = 100
  /// The largest number of bytes of a query.
  package static let queryByteCountMax = PublicQuery.byteCountMax
  /// Items of one page, where nobody says how many, and at most.
  package static let pageItemsStandard = 100
  package static let pageItemsMax = 1_000
  /// How long counts of items whose content stayed may wait, and of how many.
  package static let countsDelayMilliseconds: Int64 = 1_000
  package static let waitingCountsMax = 1 << 16
  /// Items that are changed while nobody can search.
  private static let itemsAtOnce = 8

  /// Makes one that has nothing yet: `update` fills it.
  ///
  /// - Parameter hostApps: what they do not allow is shown to nobody.
  package init(hostApps: HostApps = HostApps()) { self.hostApps = hostApps }

  /// Makes one of all that is public, for anyone who asks once.
  convenience init(of entries: [PublicEntry]) {
    self.init()
    var changes = PublicChanges()
    changes.isAll = true
    changes.shown = entries
    update(changes)
  }

  // MARK: Asking

  /// Items in which every word of the query begins a word, the highest ranked first, then by key.
  ///
  /// - Parameters:
  ///   - limit: 1 to `resultsMax`.
  ///   - installed: an item without a page is found only with its app among them; nil: every item.
  package func search(
    _ query: String, limit: Int, installed: InstalledApps? = nil
  ) throws(CloudError) -> [PublicEntry] {
    try Self.check(limit, atMost: Self.resultsMax)
    return try find(query, limit: limit, installed: installed)
  }

  /// The same, however many items are asked for.
  func find(
    _ query: String, limit: Int, installed: InstalledApps? = nil
  ) throws(CloudError) -> [PublicEntry] {
    let query = try PublicQuery(query)
    return table.withLock { $0.find(query, limit: limit, installed: installed) }.map(\.entry)
  }

  /// The public item of a tag.
  package func item(_ tag: Tag) -> PublicEntry? { table.withLock { $0.item(tag) }?.entry }

  /// All items, by key as bytes and then by tag, a page at a time.
  ///
  /// - Parameter last: the last one of the page before, which may be hidden meanwhile.
  /// - Parameter limit: 1 to `pageItemsMax`.
  package func popular(
    after last: (key: String, tag: Tag)?, limit: Int
  ) throws(CloudError) -> [PublicEntry] {
    try Self.check(limit, atMost: Self.pageItemsMax)
    let last = last.map { (key: $0.key.bytes, tag: $0.tag) }
    return table.withLock { $0.items(after: last, limit: limit) }.map(\.entry)
  }

  /// Items that are public.
  package var count: Int { table.withLock { $0.places.count } }

  /// Items that are public but for their hosts, which are other apps'.
  package var withheldCount: Int { writer.withLock { $0.withheld.count } }

  private static func check(_ limit: Int, atMost bound: Int) throws(CloudError) {
    guard 1...bound ~= limit else {
      throw CloudError(.query, "\(limit) results were asked for; give a number from 1 to \(bound).")
    }
  }

  // MARK: Keeping up

  /// Takes over what the aggregator's last commits made public, changed or hid. When this returns,
  /// what is hidden is in no answer any more, and what is new is found.
  ///
  /// Counts alone may wait until `countsDelayMilliseconds` have passed, or until there are
  /// `waitingCountsMax` of them: so call it now and then even when nothing arrives.
  package func update(from aggregator: Aggregator, now: Timestamp) {
    writer.withLock { writer in
      let waited = now.milliseconds - (writer.countedAt?.milliseconds ?? now.milliseconds)
      let isDue =
        writer.countedAt == nil || !(0..<Self.countsDelayMilliseconds ~= waited)
        || aggregator.projections.countedPublicTags >= Self.waitingCountsMax
      if isDue { writer.countedAt = now }
      apply(aggregator.drainPublicChanges(withCounts: isDue), &writer)
    }
  }

  package func update(_ changes: PublicChanges) {
    writer.withLock { apply(changes, &$0) }
  }

  /// Has what the hosts' apps do not allow hidden, whether it was shown before or not.
  private func withhold(_ changes: inout PublicChanges, _ withheld: inout Set<Tag>) {
    guard !hostApps.isEmpty else { return }
    if changes.isAll { withheld = [] }
    withheld.subtract(changes.hidden)
    withheld.subtract(changes.shown.map(\.tag))
    let refused = changes.shown.filter { !hostApps.allows($0.item) }.map(\.tag)
    guard !refused.isEmpty else { return }
    withheld.formUnion(refused)
    changes.shown.removeAll { withheld.contains($0.tag) }
    // Where all is told again, what is not in it is forgotten anyway.
    if !changes.isAll { changes.hidden += refused }
  }

  private func apply(_ changes: PublicChanges, _ writer: inout Writer) {
    guard !changes.isEmpty else { return }
    var changes = changes
    withhold(&changes, &writer.withheld)
    let plan = PublicUpdate(changes, in: table.withLock { $0 }, &writer.tokenizer)
    guard !plan.isEmpty else { return }
    let isLarge = plan.isLarge
    let hidden = plan.hidden.map(\.place)
    table.withLock { $0.hide(hidden) }
    for some in plan.hidden.chunks(of: Self.itemsAtOnce) {
      table.withLock { table in
        for item in some { table.remove(item.row, at: item.place, keepsStanding: isLarge) }
      }
    }
    for some in plan.added.chunks(of: Self.itemsAtOnce) {
      table.withLock { table in
        for item in some {
          table.add(item.row, at: item.place, item.counts, keepsStanding: isLarge)
        }
      }
    }
    let standing = isLarge ? plan.standing(in: table.withLock { $0 }) : nil
    table.withLock { table in
      table.finishUpdate(standing, added: plan.added.map(\.place), hidden: hidden)
    }
  }
}

/// What an update does, by places. Only one is made at a time, so places that it takes stay free.
private struct PublicUpdate {
  private(set) var hidden: [(place: UInt32, row: PublicRow)] = []
  private(set) var added: [(place: UInt32, row: PublicRow, counts: PublicRanking.Counts)] = []
  private var recounted: [PublicRanking.UpdatedCounts] = []

  var isEmpty: Bool { hidden.isEmpty && added.isEmpty && recounted.isEmpty }

  /// Whether it is less work to make the orders again than to change them item by item.
  var isLarge: Bool { !recounted.isEmpty || hidden.count + added.count > Self.insertedMax }

  private static let insertedMax = 64

  init(
    _ changes: PublicChanges, in table: PublicTable, _ tokenizer: inout MarkingTokenizer
  ) {
    var new: [PublicEntry] = []
    for entry in changes.shown {
      let known = table.places[entry.tag]
      if let known, table.rows[Int(known)]?.item == entry.item {
        recounted.append(.init(place: known, counts: entry.counts))
      } else {
        hide(known, in: table)
        new.append(entry)
      }
    }
    for tag in changes.hidden { hide(table.places[tag], in: table) }
    if changes.isAll { hideOthers(than: Set(changes.shown.map(\.tag)), in: table) }
    for counted in changes.counted {
      guard let place = table.places[counted.tag] else { continue }
      recounted.append(
        .init(
          place: place,
          counts: .init(
            events: counted.events, distinct: counted.distinctDevices,
            firstDay: counted.firstDay, lastDay: counted.lastDay, feedback: counted.feedback,
            popularity: counted.popularity)))
    }
    for (place, entry) in zip(table.freePlaces(new.count), new) {
      let row = PublicRow(tag: entry.tag, item: entry.item, &tokenizer)
      added.append((place, row, entry.counts))
    }
  }

  private mutating func hide(_ place: UInt32?, in table: PublicTable) {
    guard let place, let row = table.rows[Int(place)] else { return }
    hidden.append((place, row))
  }

  private mutating func hideOthers(than shown: Set<Tag>, in table: PublicTable) {
    for place in table.standing.keyed {
      guard let row = table.rows[Int(place)], !shown.contains(row.tag) else { continue }
      hidden.append((place, row))
    }
  }

  /// Counts and orders afterwards, made while others go on reading the table.
  func standing(in table: PublicTable) -> PublicRanking {
    var standing = table.standing
    standing.change(
      hidden: hidden.map(\.place), added: added.map(\.place), recounted: recounted, table.rows)
    return standing
  }
}

extension PublicEntry {
  fileprivate var counts: PublicRanking.Counts {
    .init(
      events: events, distinct: distinctDevices, firstDay: firstDay, lastDay: lastDay,
      feedback: feedback, popularity: popularity)
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> some Sequence<ArraySlice<Element>> {
    stride(from: 0, to: count, by: size).lazy.map { self[$0..<Swift.min($0 + size, count)] }
  }
}
