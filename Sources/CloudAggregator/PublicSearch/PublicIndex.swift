public import JournalFormat
package import Sync

/// What is counted of one item.
public struct PopularityRow: Hashable, Sendable {
  /// The item's public identity; "tag:" and the tag in hex while it is not public.
  public package(set) var key: String
  /// Whose item it is; nil while it is not public.
  public package(set) var app: String?
  /// Engagements that were counted, each once.
  public package(set) var events: UInt64
  /// Devices that endorse the item now.
  public package(set) var distinctDevices: UInt32
  /// The day of the first engagement that is counted.
  public package(set) var firstDay: Day
  /// The day of the last one.
  public package(set) var lastDay: Day
}

/// An item of the public index, and what is counted of it.
public struct PublicEntry: Hashable, Sendable {
  /// Names the item in the log, whatever its words are.
  public let tag: Tag
  /// What is shown of it.
  public let item: PublicItem
  /// Engagements as they are published: a device that endorses counts once a day, so that one alone
  /// moves little.
  public package(set) var events: UInt64
  /// Devices that endorse the item now.
  public let distinctDevices: UInt32
  /// Of the engagements that were counted.
  public let firstDay: Day
  /// The last day, in UTC.
  public let lastDay: Day
  /// How it did as a public result: in how many lists people saw it, and how often they opened it.
  public let feedback: ResultFeedback
  /// Devices that engaged with it on each day, whether they have its app or opened it as a public
  /// result; half is left after 30 days.
  public let popularity: DecayedCount

  package init(
    tag: Tag, item: PublicItem, events: UInt64, distinctDevices: UInt32, firstDay: Day = Day(0),
    lastDay: Day = Day(0), feedback: ResultFeedback = .nothing, popularity: DecayedCount = .nothing
  ) {
    self.feedback = feedback
    self.popularity = popularity
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.tag = tag
    self.item = item
    self.events = events
    self.distinctDevices = distinctDevices
  }
}

/// Where an item stands among others: first how many devices endorse it, of which none counts
/// twice, then on how many days they engaged.
struct PublicRank: Hashable, Comparable, Sendable {
  var distinct: UInt32
  var events: UInt64

  static func < (left: Self, right: Self) -> Bool {
    (left.distinct, left.events) < (right.distinct, right.events)
  }
}

extension PublicEntry {
  var rank: PublicRank { PublicRank(distinct: distinctDevices, events: events) }
}

/// What was counted for one item.
package struct ItemCount: Hashable, Sendable {
  package struct OnDay: Hashable, Sendable {
    package var day: Day
    package var events: UInt32
    package var distinct: UInt32
  }

  package var events: UInt64
  /// Lineages that endorse the item now.
  package var distinct: UInt32
  package var firstDay: Day
  package var lastDay: Day
  /// By day.
  package var days: [OnDay]
}

extension CloudProjections {
  /// Everything that is public, sorted by key, then tag.
  package func publicEntries() throws(CloudError) -> [PublicEntry] {
    var entries: [PublicEntry] = []
    for (place, tag) in state.items.tags.enumerated() where tag.publicContent != .max {
      entries.append(try publicEntry(at: place))
    }
    return entries.sorted { ($0.item.key.bytes, $0.tag) < ($1.item.key.bytes, $1.tag) }
  }

  /// The item of a tag that is public.
  func publicEntry(at place: Int) throws(CloudError) -> PublicEntry {
    let tag = state.items.tags[place]
    return PublicEntry(
      tag: state.items.tagTable.tags[place], item: try file.item(tag.publicContent),
      events: UInt64(tag.lineageDays), distinctDevices: tag.distinct, firstDay: Day(tag.firstDay),
      lastDay: Day(tag.lastDay), feedback: tag.feedback,
      popularity: state.items.popularity(of: place))
  }

  /// Every item that was ever engaged with, sorted by key as bytes. Rows below the threshold are
  /// for the operator's eyes only.
  package func popularity() throws(CloudError) -> [PopularityRow] {
    var names: [Tag: (key: String, app: String)] = [:]
    for entry in try publicEntries() { names[entry.tag] = (entry.item.key, entry.item.app) }
    let rows = state.items.tags.enumerated().compactMap { place, tag -> PopularityRow? in
      guard tag.events > 0 else { return nil }
      let name = state.items.tagTable.tags[place]
      return PopularityRow(
        key: names[name]?.key ?? "tag:\(name)", app: names[name]?.app, events: tag.events,
        distinctDevices: tag.distinct,
        firstDay: Day(tag.firstDay), lastDay: Day(tag.lastDay))
    }
    return rows.sorted { $0.key.bytes < $1.key.bytes }
  }

  /// What the words find in the public index: what `PublicSearch` finds among the same items, in
  /// its order and within its bounds for a query.
  package func search(
    _ query: String, limit: Int, installed: InstalledApps? = nil
  ) throws(CloudError) -> [PublicEntry] {
    try PublicSearch(of: try publicEntries()).find(
      query, limit: limit, installed: counting.readers(installed))
  }

  /// Items that are public now.
  package var publicCount: Int { state.publication.publicCount }

  /// Contents that are asked for.
  package var wantedCount: Int { state.publication.wanted.count }

  package var wantedContents: Set<WantedContent> {
    Set(
      state.publication.wanted.compactMap {
        state.publication.wantedContent($0, in: state.items)
      })
  }

  /// All that any report was ever about, counted or not.
  package var tags: [Tag] { state.items.tagTable.tags }

  /// What was counted for every item that was engaged with.
  package func counts() -> [Tag: ItemCount] {
    var counts: [Tag: ItemCount] = [:]
    for (place, tag) in state.items.tags.enumerated() where tag.events > 0 {
      counts[state.items.tagTable.tags[place]] = ItemCount(
        events: tag.events, distinct: tag.distinct, firstDay: Day(tag.firstDay),
        lastDay: Day(tag.lastDay),
        days: state.items.days(of: place).filter { $0.events > 0 || $0.distinct > 0 }.map {
          ItemCount.OnDay(day: Day($0.day), events: $0.events, distinct: $0.distinct)
        })
    }
    return counts
  }

  /// Engagements of all items by day.
  package func eventsByDay() -> [(day: Day, events: UInt64)] {
    var events: [Int32: UInt64] = [:]
    for count in state.items.dayCounts { events[count.day, default: 0] += UInt64(count.events) }
    return events.sorted { $0.key < $1.key }.map { (Day($0.key), $0.value) }
  }

  /// SHA-256 over the whole state in canonical order: a rebuild has to give the same.
  package func stateDigest() throws(CloudError) -> Digest {
    let items = try publicEntries().map { ($0.tag, $0.item) }
    return state.digest(publicItems: items)
  }

  // MARK: Changes

  /// What changed since this was called last, for anyone who shows what is public: nothing while
  /// the state is not one that the log has.
  ///
  /// An item that cannot be read is hidden, and comes again: rather none than one that is no longer
  /// public.
  ///
  /// - Parameter withCounts: whether counts of items whose content stayed are given; else they come
  ///   together until they are asked for.
  package func drainPublicChanges(withCounts: Bool) -> PublicChanges {
    guard isWhole, !isAheadOfLog else { return PublicChanges() }
    updatePublicContents()
    var changes = PublicChanges()
    changes.isAll = publicNews.isAll
    let places =
      changes.isAll ? Array(0..<UInt32(state.items.tags.count)) : publicNews.contents.sorted()
    publicNews.contents = []
    for place in places { add(Int(place), to: &changes) }
    if withCounts || changes.isAll { drainCounts(to: &changes) }
    publicNews.isAll = false
    return changes
  }

  /// Public items whose counts changed and were not asked for since.
  package var countedPublicTags: Int { publicNews.counted.count }

  /// The public item of a tag; nil when there is none.
  package func publicEntry(of tag: Tag) throws(CloudError) -> PublicEntry? {
    guard let place = state.items.tagTable.place(of: tag),
      state.items.tags[place].publicContent != .max
    else {
      return nil
    }
    return try publicEntry(at: place)
  }

  private func add(_ place: Int, to changes: inout PublicChanges) {
    if state.items.tags[place].publicContent != .max {
      do throws(CloudError) {
        return changes.shown.append(try publicEntry(at: place))
      } catch {
        publicNews.contents.insert(UInt32(place))
      }
    }
    if !changes.isAll { changes.hidden.append(state.items.tagTable.tags[place]) }
  }

  private func drainCounts(to changes: inout PublicChanges) {
    for place in publicNews.counted {
      state.items.tags[Int(place)].isCounted = false
      let tag = state.items.tags[Int(place)]
      guard tag.publicContent != .max, !changes.isAll else { continue }
      changes.counted.append(
        .init(
          tag: state.items.tagTable.tags[Int(place)], events: UInt64(tag.lineageDays),
          distinctDevices: tag.distinct, firstDay: Day(tag.firstDay), lastDay: Day(tag.lastDay),
          feedback: tag.feedback, popularity: state.items.popularity(of: Int(place))))
    }
    publicNews.counted.removeAll(keepingCapacity: true)
  }
}

/// Sorts by bytes: the same order in every locale and process.
struct ByteOrdered: Comparable, Sendable {
  let text: String
  static func < (left: Self, right: Self) -> Bool {
    // Where both lie in one piece, as nearly always, without asking for each byte.
    let isBefore = left.text.utf8.withContiguousStorageIfAvailable { left in
      right.text.utf8.withContiguousStorageIfAvailable { left.lexicographicallyPrecedes($0) }
    }
    return isBefore.flatMap { $0 } ?? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension String {
  var bytes: ByteOrdered { ByteOrdered(text: self) }
}
