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
    private(set) var vouchers: UInt32 = 0
    /// Of those that have vouched since nobody did, the place of the lineage that the log heard of
    /// first; none: `UInt32.max`.
    private(set) var oldestVoucher = UInt32.max
    var next = UInt32.max

    init(
      tag: UInt32, digest: ContentDigest, vouchers: UInt32 = 0, oldestVoucher: UInt32 = .max,
      arrived: UInt64 = 0
    ) {
      self.tag = tag
      self.digest = digest
      self.vouchers = vouchers
      self.oldestVoucher = oldestVoucher
      self.arrived = arrived
    }

    @inline(__always)
    mutating func addVoucher(_ lineage: UInt32) {
      vouchers = vouchers.addingUpTo(1)
      oldestVoucher = min(oldestVoucher, lineage)
    }

    /// - Returns: whether there was one.
    mutating func removeVoucher() -> Bool {
      defer { if vouchers == 0 { oldestVoucher = .max } }
      return vouchers.change(by: -1)
    }
  }

  struct DayCount {
    let day: Int32
    var events: UInt32 = 0
    var distinct: UInt32 = 0
    var next = UInt32.max

    @inline(__always)
    mutating func count(newLineage isNew: Bool) {
      events = events.addingUpTo(1)
      if isNew { distinct = distinct.addingUpTo(1) }
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
  #if Sabotage
    var countsDevices = false
  #endif
  var tagTable = TagTable()
  var tags: [TagState] = []
  var contents: [ContentState] = []
  /// Of tags that have many contents.
  private var furtherContents: [TaggedContent: UInt32] = [:]
  var dayCounts: [DayCount] = []
  /// (place of tag) << 32 | day to place in `dayCounts`.
  var dayPlaces = NumberTable()
  var lineages: [LineageState] = []
  var lineagePlaces: [LineageName: UInt32] = [:]
  var epochs = EpochTable()
  var epochPlaces: [EpochName: UInt32] = [:]
  /// Contents that enough lineages vouch for and that have not arrived.
  var wanted = WantedPlaces()
  /// Tags whose public content may be another one since the last flush.
  var changedPublicly: Set<UInt32> = []
  /// Rows to be written at the next flush.
  var changedTags: [UInt32] = []
  var changedLineages: [UInt32] = []
  var changedEpochs: [UInt32] = []
  /// Nonce of a request to the epoch that answered it.
  var noncePlaces: [Nonce: UInt32] = [:]
  /// How many lineages each token let in.
  var tokenUses: [TokenIdentifier: UInt64] = [:]
  /// Keys of lineages that were removed: nobody enrols with one.
  var revokedKeys: Set<PublicKey> = []
  /// What the log says later about reports that come earlier in it.
  var retractions = Retractions()
  var logged = LoggedContents()
  var reportCount: UInt64 = 0
  /// A lineage took back more than was counted: the state was not made from the log.
  var isContradictory = false
  /// Steps that it took so far, about, to find out what lives of what lineages said.
  var settledWork: UInt64 = 0
  /// Contents that were looked at so far to find out which are public.
  private(set) var lookedAtCount: UInt64 = 0
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

  /// Place of a content under its tag, added if it is new; nil when the lineage that vouches for it
  /// has no room for another one.
  @inline(__always)
  mutating func contentPlace(
    tag: Int, digest: ContentDigest, of lineage: LineageState
  ) -> UInt32? {
    if let known = knownContent(tag: tag, digest: digest) { return known }
    guard lineage.hasRoom(under: tag) else { return nil }
    contents.append(ContentState(tag: UInt32(tag), digest: digest))
    link(UInt32(contents.count - 1))
    return UInt32(contents.count - 1)
  }

  /// Puts a content in front of the others of its tag.
  mutating func link(_ content: UInt32) {
    let tag = Int(contents[Int(content)].tag)
    contents[Int(content)].next = tags[tag].firstContent
    tags[tag].firstContent = content
    tags[tag].contentCount += 1
    let count = tags[tag].contentCount
    guard count > Self.listedContentsMax else { return }
    // The first that is one too many takes the others along.
    let news = count == Self.listedContentsMax + 1 ? contents(of: tag) : [content]
    for place in news {
      furtherContents[TaggedContent(tag: UInt32(tag), digest: contents[Int(place)].digest)] = place
    }
  }

  /// Most tags have few contents, which are looked through one by one; those of others are found by
  /// their digest.
  private static let listedContentsMax: UInt32 = 8

  struct TaggedContent: Hashable {
    let tag: UInt32
    let digest: ContentDigest
  }

  /// Place of a content under its tag; nil when nobody has vouched for it.
  @inline(__always)
  func knownContent(tag: Int, digest: ContentDigest) -> UInt32? {
    var place = tags[tag].firstContent
    if place != .max, contents[Int(place)].digest == digest { return place }
    if tags[tag].contentCount > Self.listedContentsMax {
      return furtherContents[TaggedContent(tag: UInt32(tag), digest: digest)]
    }
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
    guard let content = knownContent(tag: tag, digest: item.digest),
      contents[Int(content)].arrived == 0,
      lineages[lineage].vouches(for: content, under: tag)
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
      let before = tags[Int(tag)].publicContent
      settlePublicContent(ofTag: Int(tag))
      let best = tags[Int(tag)].publicContent
      guard best != before else { continue }
      if best == .max { publicCount -= 1 }
      if before == .max { publicCount += 1 }
      changed.append(tag)
    }
    changedPublicly = []
    return changed
  }

  /// Notes which contents of a tag may be shown, and which one is. It looks at all that the tag
  /// has, whatever changed: so once for all that a batch changes, or that is read.
  mutating func settlePublicContent(ofTag tag: Int) {
    lookedAtCount += UInt64(tags[tag].contentCount)
    noteHidden(ofTag: tag)
    tags[tag].publicContent = bestContent(of: tag) ?? .max
  }

  /// The content that is shown for a tag: of those that arrived and that enough lineages vouch for,
  /// the one with the most, then the smallest digest. Nil: nothing is public.
  private func bestContent(of tag: Int) -> UInt32? {
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
