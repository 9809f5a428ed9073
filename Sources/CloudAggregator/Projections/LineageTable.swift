internal import JournalFormat

/// All lineages by place, in the order in which the log heard of them.
struct LineageTable {
  private(set) var all: [LineageState] = []
  private(set) var places: [LineageName: UInt32] = [:]
  /// Places whose rows the next flush writes.
  private(set) var changed: [UInt32] = []
  /// Places of those that said something since the last flush.
  private(set) var withNews: [UInt32] = []
  /// Entries of histories that may differ from the file, about.
  private var changedEntryCount = 0

  var count: Int { all.count }

  subscript(place: Int) -> LineageState {
    _read { yield all[place] }
    _modify { yield &all[place] }
  }

  mutating func append(_ lineage: LineageState) {
    let place = UInt32(all.count)
    places[lineage.name] = place
    if lineage.isChanged { changed.append(place) }
    all.append(lineage)
  }

  @inline(__always)
  mutating func markChanged(_ place: Int) {
    guard !all[place].isChanged else { return }
    all[place].isChanged = true
    changed.append(UInt32(place))
  }

  /// Marks a lineage whose reports are about to be applied.
  @inline(__always)
  mutating func markNews(_ place: Int) {
    guard !all[place].hasNews else { return }
    all[place].hasNews = true
    withNews.append(UInt32(place))
  }

  mutating func countHistories(entryCount: Int) { changedEntryCount += entryCount }

  /// What the rows of all that changed take in the file, about, but for plain engagements.
  var changedByteCount: Int { changedEntryCount * 24 + (changed.count + withNews.count) * 64 }

  /// After a flush: nothing differs from the file.
  mutating func flushed() {
    for place in changed { all[Int(place)].isChanged = false }
    changed = []
    for place in withNews { all[Int(place)].flushed() }
    withNews = []
    changedEntryCount = 0
  }

  /// Exchanges a lineage, which is out of the array while it changes: then no change is checked for
  /// being shared.
  mutating func exchange(_ lineage: inout LineageState, at place: Int) {
    swap(&lineage, &all[place])
  }

  // MARK: What lineages are told

  /// More are not told, and not needed unless the cloud forgets them.
  private static let toldMax = 16_384

  /// Items that a lineage withdrew and endorses no more, in the order of their names: what a new
  /// epoch of it is told.
  func withdrawnTags(of lineage: UInt32, in items: ItemTable) -> [UInt32] {
    if let known = all[Int(lineage)].toldTags { return known }
    let tags = all[Int(lineage)].withdrawnTags.sorted {
      items.tagTable.tags[Int($0)] < items.tagTable.tags[Int($1)]
    }
    return Array(tags.prefix(Self.toldMax))
  }

  /// Items that a lineage endorses now. A device that was restored may have forgotten some of
  /// them, and would report no deletion of what it does not know to be public. Of more than are
  /// told, those that came to the cloud last, in the order of their names.
  func endorsedTags(of lineage: UInt32, in items: ItemTable) -> [Tag] {
    all[Int(lineage)].endorsedTags.sorted(by: >).prefix(Self.toldMax)
      .map { items.tagTable.tags[Int($0)] }.sorted()
  }

  /// Items whose withdrawal a grant of the cloud's tells. Many grants of a lineage that come one
  /// after another share one list.
  mutating func tags(toldBy grant: Grant, to lineage: UInt32, in items: ItemTable) -> [UInt32] {
    guard grant.withdrawalsDigest != .zero else { return [] }
    let tags = withdrawnTags(of: lineage, in: items)
    all[Int(lineage)].toldTags = tags
    return tags
  }
}
