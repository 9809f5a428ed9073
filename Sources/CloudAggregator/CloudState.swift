internal import JournalFormat

/// The fold of the cloud's log, in memory: who vouches for what, counts by item and day, epochs.
///
/// A pure function of the log. It is fed batch by batch and flushed to a file with its checkpoint;
/// `CloudFolds` owns both.
struct CloudState {
  /// The widest first: 48 bytes instead of 64.
  struct ContentState {
    let digest: ContentDigest
    /// The number of the log's entry that brought it; 0: it has not arrived.
    var arrived: UInt64 = 0
    let tag: UInt32
    /// Lineages that vouch for exactly this content now.
    var vouchers: UInt32 = 0
    var next = UInt32.max

    init(tag: UInt32, digest: ContentDigest, vouchers: UInt32 = 0, arrived: UInt64 = 0) {
      self.tag = tag
      self.digest = digest
      self.vouchers = vouchers
      self.arrived = arrived
    }
  }

  struct DayCount {
    let day: Int32
    var events: UInt32 = 0
    var distinct: UInt32 = 0
    var next = UInt32.max

    @inline(__always)
    mutating func count(newLineage isNew: Bool) {
      events += 1
      if isNew { distinct += 1 }
    }
  }

  var threshold: UInt32 = 0
  var life = CloudLife.zero
  var tagSalt: [UInt8] = []
  var grantCount: UInt64 = 0
  var backedUpLogNumber: UInt64 = 0
  /// The log was restored, and what was taken back since is not known: nothing is public.
  var isRecovering: Bool { restoredThrough != nil }
  /// Where the log ended when it was restored without its witness; nil: it is not recovering.
  var restoredThrough: UInt64?
  /// A sabotage: each epoch counts as a lineage.
  var countsDevices = false
  var tagTable = TagTable()
  var tags: [TagState] = []
  var contents: [ContentState] = []
  var dayCounts: [DayCount] = []
  /// (place of tag) << 32 | day to place in `dayCounts`.
  var dayPlaces = NumberTable()
  var lineages: [LineageState] = []
  var lineagePlaces: [LineageName: UInt32] = [:]
  var epochs = EpochTable()
  var epochPlaces: [EpochName: UInt32] = [:]
  /// Contents that enough lineages vouch for and that have not arrived.
  var wanted: Set<UInt32> = []
  /// Tags whose public content may be another one since the last flush.
  var changedPublicly: Set<UInt32> = []
  /// Rows to be written at the next flush.
  var changedTags: [UInt32] = []
  var changedLineages: [UInt32] = []
  var changedEpochs: [UInt32] = []
  /// Nonce of a request to the epoch that answered it.
  var noncePlaces: [Nonce: UInt32] = [:]
  /// Keys of lineages that were removed: nobody enrols with one.
  var revokedKeys: Set<PublicKey> = []
  /// What the log says later about reports that come earlier in it.
  var retractions = Retractions()
  var logged = LoggedContents()
  var reportCount: UInt64 = 0
  /// Items that are public now.
  var publicCount = 0
  /// Places of the tags of the batch that is being folded, and of each of its reports that has one:
  /// room that is kept.
  var batchTags: [UInt32] = []
  var reportTags: [UInt32] = []

  // MARK: Places

  mutating func tagPlace(suite: UInt8, bits: UInt128) -> Int {
    let (place, isNew) = tagTable.insert(suite: suite, bits: bits)
    if isNew { tags.append(TagState()) }
    return place
  }

  /// Place of a content under its tag, added if it is new.
  @inline(__always)
  mutating func contentPlace(tag: Int, digest: ContentDigest) -> UInt32 {
    if let known = knownContent(tag: tag, digest: digest) { return known }
    var content = ContentState(tag: UInt32(tag), digest: digest)
    content.next = tags[tag].firstContent
    contents.append(content)
    tags[tag].firstContent = UInt32(contents.count - 1)
    return UInt32(contents.count - 1)
  }

  /// Place of a content under its tag; nil when nobody has vouched for it. A tag has few contents:
  /// they are a list.
  @inline(__always)
  func knownContent(tag: Int, digest: ContentDigest) -> UInt32? {
    var place = tags[tag].firstContent
    while place != .max {
      if contents[Int(place)].digest == digest { return place }
      place = contents[Int(place)].next
    }
    return nil
  }

  func contents(of tag: Int) -> [UInt32] {
    var found: [UInt32] = []
    var place = tags[tag].firstContent
    while place != .max {
      found.append(place)
      place = contents[Int(place)].next
    }
    return found
  }

  @inline(__always)
  mutating func dayPlace(tag: Int, day: Int32) -> Int {
    // Reports of an item come mostly about the day that came last.
    let newest = tags[tag].firstDayCount
    if newest != .max, dayCounts[Int(newest)].day == day { return Int(newest) }
    let key = EngagementTable.key(UInt32(tag), day)
    if let place = dayPlaces[key] { return Int(place) }
    var count = DayCount(day: day)
    count.next = tags[tag].firstDayCount
    dayCounts.append(count)
    let place = dayCounts.count - 1
    tags[tag].firstDayCount = UInt32(place)
    dayPlaces.set(UInt32(place), for: key)
    return place
  }

  func days(of tag: Int) -> [DayCount] {
    var found: [DayCount] = []
    var place = tags[tag].firstDayCount
    while place != .max {
      found.append(dayCounts[Int(place)])
      place = dayCounts[Int(place)].next
    }
    return found.sorted { $0.day < $1.day }
  }

  @inline(__always)
  mutating func markChanged(tag: Int) {
    guard !tags[tag].isChanged else { return }
    tags[tag].isChanged = true
    changedTags.append(UInt32(tag))
  }

  @inline(__always)
  mutating func markChanged(lineage: Int) {
    guard !lineages[lineage].isChanged else { return }
    lineages[lineage].isChanged = true
    changedLineages.append(UInt32(lineage))
  }

  mutating func markChanged(epoch: Int) {
    guard !epochs[epoch].isChanged else { return }
    epochs[epoch].isChanged = true
    changedEpochs.append(UInt32(epoch))
  }

  mutating func vouchersChanged(_ content: UInt32) {
    let state = contents[Int(content)]
    if isWanted(state) {
      wanted.insert(content)
    } else {
      wanted.remove(content)
    }
    if state.arrived != 0 { changedPublicly.insert(state.tag) }
  }

  // MARK: Content

  /// The place of a content that arrived, if its sender vouches for it and it is new.
  mutating func arrive(
    _ item: PublicItem, epoch: UInt32, logNumber: UInt64
  ) -> UInt32? {
    let lineage = Int(epochs[Int(epoch)].lineage)
    guard let tag = tagTable.place(of: item.tag(salt: tagSalt)) else { return nil }
    let digest = item.digest
    let vouched = lineages[lineage].contents(of: tag)
    guard let content = vouched.first(where: { contents[Int($0)].digest == digest }),
      contents[Int(content)].arrived == 0
    else { return nil }
    contents[Int(content)].arrived = logNumber
    logged.arrived[logNumber] = content
    markChanged(tag: tag)
    vouchersChanged(content)
    return content
  }

  /// Settles which contents are public after changes: the tags for which another one is, or none.
  mutating func settlePublicContents() -> [UInt32] {
    guard !changedPublicly.isEmpty else { return [] }
    var changed: [UInt32] = []
    for tag in changedPublicly.sorted() {
      noteHidden(ofTag: Int(tag))
      let best = bestContent(of: Int(tag)) ?? .max
      guard best != tags[Int(tag)].publicContent else { continue }
      if best == .max { publicCount -= 1 }
      if tags[Int(tag)].publicContent == .max { publicCount += 1 }
      tags[Int(tag)].publicContent = best
      changed.append(tag)
    }
    changedPublicly = []
    return changed
  }

  /// The content that is shown for a tag: of those that arrived and that enough lineages vouch for,
  /// the one with the most, then the smallest digest. Nil: nothing is public.
  func bestContent(of tag: Int) -> UInt32? {
    guard !tags[tag].isTakenDown, !isRecovering else { return nil }
    return contents(of: tag)
      .filter {
        contents[Int($0)].arrived != 0 && hasEnough(contents[Int($0)])
      }
      .min { first, second in
        let (one, other) = (contents[Int(first)], contents[Int(second)])
        return one.vouchers != other.vouchers
          ? one.vouchers > other.vouchers : one.digest < other.digest
      }
  }
}
