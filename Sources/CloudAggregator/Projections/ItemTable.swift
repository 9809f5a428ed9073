internal import JournalFormat

/// Items by tag, each with its counts, its days and its contents.
///
/// A place is a number that an item, a day or a content keeps for ever, in memory and in the file.
/// The days and the contents of an item are chains of places, which begin in the item.
struct ItemTable {
  /// One item that somebody engaged with, all its contents together.
  struct TagState {
    var events: UInt64 = 0
    /// Lineages that endorse any of its contents now.
    var distinct: UInt32 = 0
    /// What of the engagements may be published: a lineage that endorses counts once a day, however
    /// often it engaged. The sum of the days' `distinct`.
    var lineageDays: UInt32 = 0
    var firstDay = Int32.max
    var lastDay = Int32.min
    var contentCount: UInt32 = 0
    /// From feedback about the item as a public result.
    var feedback = ResultFeedback.nothing
    /// Places of the first content and the first day; each names the next. None: `UInt32.max`.
    var firstContent = UInt32.max
    var firstDayCount = UInt32.max
    /// Place of the content that is public; none: `UInt32.max`.
    var publicContent = UInt32.max
    var isTakenDown = false
    /// Whether its counts changed while it was public and nobody was told yet.
    var isCounted = false

    @inline(__always)
    mutating func countEvent(on day: Int32) {
      events = events.addingUpTo(1)
      if day < firstDay { firstDay = day }
      if day > lastDay { lastDay = day }
    }
  }

  /// The widest first: 48 bytes instead of 64.
  struct ContentState {
    let digest: ContentDigest
    /// The number of the log's entry that brought it; 0: it has not arrived.
    var arrived: UInt64 = 0
    let tag: UInt32
    /// Lineages that endorse exactly this content now.
    private(set) var endorsers: UInt32 = 0
    /// Of those that have endorsed since nobody did, the place of the lineage that the log heard of
    /// first; none: `UInt32.max`.
    private(set) var oldestEndorser = UInt32.max
    var next = UInt32.max

    init(
      tag: UInt32, digest: ContentDigest, endorsers: UInt32 = 0, oldestEndorser: UInt32 = .max,
      arrived: UInt64 = 0
    ) {
      self.tag = tag
      self.digest = digest
      self.endorsers = endorsers
      self.oldestEndorser = oldestEndorser
      self.arrived = arrived
    }

    @inline(__always)
    mutating func addEndorser(_ lineage: UInt32) {
      endorsers = endorsers.addingUpTo(1)
      oldestEndorser = min(oldestEndorser, lineage)
    }

    /// - Returns: whether there was one.
    mutating func removeEndorser() -> Bool {
      defer { if endorsers == 0 { oldestEndorser = .max } }
      return endorsers.change(by: -1)
    }
  }

  struct DayCount {
    let tag: UInt32
    let day: Int32
    var events: UInt32 = 0
    var distinct: UInt32 = 0
    /// From feedback: lists that the item was in, openings from them, and lineages that opened it.
    var shown: UInt32 = 0
    var engaged: UInt32 = 0
    var openers: UInt32 = 0
    var next = UInt32.max

    @inline(__always)
    mutating func count(newLineage isNew: Bool) {
      events = events.addingUpTo(1)
      if isNew { distinct = distinct.addingUpTo(1) }
    }

    mutating func add(_ feedback: ResultFeedback, isFirst: Bool) {
      shown = shown.addingUpTo(UInt32(clamping: feedback.shown))
      engaged = engaged.addingUpTo(UInt32(clamping: feedback.engaged))
      if isFirst { openers = openers.addingUpTo(1) }
    }

    fileprivate func write(to writer: inout ByteWriter) {
      writer.integer(day)
      writer.integer(events)
      writer.integer(distinct)
      writer.integer(shown)
      writer.integer(engaged)
      writer.integer(openers)
    }
  }

  private struct TaggedContent: Hashable {
    let tag: UInt32
    let digest: ContentDigest
  }

  private(set) var tagTable = TagTable()
  /// By place of the tag.
  var tags: [TagState] = []
  var contents: [ContentState] = []
  /// Of tags that have many contents.
  private var furtherContents: [TaggedContent: UInt32] = [:]
  var dayCounts: [DayCount] = []
  /// (place of tag) << 32 | day to place in `dayCounts`.
  private var dayPlaces = NumberTable()
  /// What differs from the file: a row each of a tag, a content, and a day of a tag.
  private(set) var changedTags = ChangedPlaces()
  private(set) var changedContents = ChangedPlaces()
  private(set) var changedDays = ChangedPlaces()
  /// Places of the tags of the batch that is being applied, and of each of its reports that has
  /// one: room that is kept.
  private(set) var batchTags: [UInt32] = []
  private var reportTags: [UInt32] = []

  static let unknownTag = UInt32.max

  // MARK: Places

  mutating func tagPlace(suite: UInt8, bits: UInt128) -> Int {
    let (place, isNew) = tagTable.insert(suite: suite, bits: bits)
    if isNew { tags.append(TagState()) }
    return place
  }

  /// Place of a content under its tag, added if it is new; nil when the lineage that endorses it
  /// has no room for another one.
  @inline(__always)
  mutating func contentPlace(
    tag: Int, digest: ContentDigest, of lineage: LineageState
  ) -> UInt32? {
    if let known = knownContent(tag: tag, digest: digest) { return known }
    guard lineage.hasRoom(under: tag) else { return nil }
    contents.append(ContentState(tag: UInt32(tag), digest: digest))
    link(UInt32(contents.count - 1))
    changedContents.insert(contents.count - 1)
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

  /// Place of a content under its tag; nil when nobody has endorsed it.
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
    if let place = dayPlaces[EngagementTable.key(UInt32(tag), day)] { return Int(place) }
    let place = add(DayCount(tag: UInt32(tag), day: day))
    changedDays.insert(place)
    return place
  }

  /// Puts a new day in front of the others of its tag.
  @discardableResult
  mutating func add(_ day: DayCount) -> Int {
    let tag = Int(day.tag)
    var count = day
    count.next = tags[tag].firstDayCount
    dayCounts.append(count)
    let place = dayCounts.count - 1
    tags[tag].firstDayCount = UInt32(place)
    dayPlaces.set(UInt32(place), for: EngagementTable.key(UInt32(tag), day.day))
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

  // MARK: Changes

  @inline(__always)
  mutating func addEndorser(_ lineage: UInt32, to content: UInt32) {
    contents[Int(content)].addEndorser(lineage)
    changedContents.insert(Int(content))
  }

  /// - Returns: whether there was one.
  mutating func removeEndorser(of content: UInt32) -> Bool {
    changedContents.insert(Int(content))
    return contents[Int(content)].removeEndorser()
  }

  /// - Parameter logNumber: the log's entry that brought the content; 0: it lost it.
  mutating func setArrived(_ logNumber: UInt64, of content: UInt32) {
    contents[Int(content)].arrived = logNumber
    changedContents.insert(Int(content))
  }

  @inline(__always)
  mutating func countEvent(onDay place: Int, newLineage isNew: Bool) {
    dayCounts[place].count(newLineage: isNew)
    changedDays.insert(place)
  }

  /// Counts what a lineage reported of a day.
  ///
  /// - Parameter isFirst: whether it is the first opening of the lineage on the day.
  mutating func count(_ feedback: ResultFeedback, onDay place: Int, isFirst: Bool) {
    dayCounts[place].add(feedback, isFirst: isFirst)
    changedDays.insert(place)
    tags[Int(dayCounts[place].tag)].feedback.add(feedback)
    markChanged(Int(dayCounts[place].tag))
  }

  /// How popular an item is: the devices that engaged with it on each day, whether they have its
  /// app or opened it as a public result.
  func popularity(of tag: Int) -> DecayedCount {
    DecayedCount(
      of: days(of: tag).lazy.filter { $0.distinct > 0 || $0.openers > 0 }
        .map { (day: $0.day, count: UInt64($0.distinct) + UInt64($0.openers)) })
  }

  /// - Returns: whether there were as many lineages as are taken away.
  mutating func changeLineages(onDay place: Int, by difference: Int) -> Bool {
    changedDays.insert(place)
    return dayCounts[place].distinct.change(by: difference)
  }

  // MARK: A batch

  /// Reports that are fetched together: so few that their lines stay in the nearest cache until
  /// they are applied, so many that the processor has always some on their way.
  static let groupSize = 32

  /// Looks up the tags of a batch, all at once.
  mutating func findTags(_ columns: BatchColumns) {
    for tag in 0..<columns.tagCount { tagTable.prefetch(columns.tag(tag)) }
    batchTags.removeAll(keepingCapacity: true)
    for place in 0..<columns.tagCount {
      let tag = tagTable.place(of: columns.tag(place))
      batchTags.append(tag.map(UInt32.init) ?? Self.unknownTag)
    }
    reportTags.removeAll(keepingCapacity: true)
    columns.forEachTagPlace { reportTags.append(batchTags[$0]) }
  }

  private func reports(ofGroup group: Int) -> Range<Int> {
    let start = min(group * Self.groupSize, reportTags.count)
    return start..<min(start + Self.groupSize, reportTags.count)
  }

  /// Has the processor fetch what each report of a group changes and can be found by its tag and
  /// origin. Each needs six lines that are in no cache; one after another they would be most of
  /// the projection's time.
  func fetchTables(_ group: Int, _ columns: BatchColumns, _ lineage: LineageState) {
    for report in reports(ofGroup: group) {
      lineage.origins.prefetch(columns.origin(report))
      guard reportTags[report] != Self.unknownTag else { continue }
      tags.prefetch(Int(reportTags[report]))
      lineage.prefetchEngagement(with: reportTags[report])
    }
  }

  /// The same for what can be found once the tag's own state is there.
  func fetchCounts(_ group: Int) {
    for report in reports(ofGroup: group) where reportTags[report] != Self.unknownTag {
      let tag = tags[Int(reportTags[report])]
      contents.prefetch(Int(tag.firstContent))
      dayCounts.prefetch(Int(tag.firstDayCount))
    }
  }

  /// The place of a report's tag, looked up once a batch. A tag is added by the first report that
  /// counts, so that one that does not leaves nothing behind.
  @inline(__always)
  mutating func tagPlace(of record: ReportRecord) -> Int {
    let known = batchTags[record.tagPlace]
    if known != Self.unknownTag { return Int(known) }
    let place = tagPlace(suite: record.suite, bits: record.tagBytes.bigEndian)
    batchTags[record.tagPlace] = UInt32(place)
    return place
  }

  // MARK: Rows

  @inline(__always)
  mutating func markChanged(_ tag: Int) { changedTags.insert(tag) }

  /// What the rows of all that changed take in the file, about.
  var changedByteCount: Int {
    changedTags.count * 71 + changedContents.count * 53 + changedDays.count * 45
  }

  /// After a flush: nothing differs from the file.
  mutating func flushed() {
    changedTags.removeAll()
    changedContents.removeAll()
    changedDays.removeAll()
  }

  /// Appends the row of a content in the file.
  func writeRow(ofContent place: Int, to writer: inout ByteWriter) {
    let content = contents[place]
    writer.integer(content.tag)
    writer.name(content.digest)
    writer.integer(content.endorsers)
    writer.integer(content.oldestEndorser)
    writer.integer(content.arrived)
  }

  /// Appends the row of a day of a tag in the file.
  func writeRow(ofDay place: Int, to writer: inout ByteWriter) {
    writer.integer(dayCounts[place].tag)
    dayCounts[place].write(to: &writer)
  }

  /// Appends all items, the same for every order in which they came.
  func writeCanonically(to writer: inout ByteWriter) {
    for place in tagTable.tags.indices.sorted(by: { tagTable.tags[$0] < tagTable.tags[$1] }) {
      writeCounts(ofTag: place, to: &writer)
      let contents = contents(of: place).map { self.contents[Int($0)] }
      for content in contents.sorted(by: { $0.digest < $1.digest }) {
        writer.name(content.digest)
        writer.integer(content.endorsers)
        writer.integer(UInt8(content.arrived == 0 ? 0 : 1))
      }
      for day in days(of: place) { day.write(to: &writer) }
    }
  }

  /// A tag with its counts: its row in the file, and how the digest of the state begins.
  func writeCounts(ofTag place: Int, to writer: inout ByteWriter) {
    let tag = tags[place]
    writer.raw(tagTable.tags[place].bytes)
    writer.integer(tag.events)
    writer.integer(tag.distinct)
    writer.integer(tag.firstDay)
    writer.integer(tag.lastDay)
    writer.integer(tag.feedback.shown)
    writer.integer(tag.feedback.engaged)
    writer.integer(UInt8(tag.isTakenDown ? 1 : 0))
  }

  /// Bytes that the tables take in memory.
  var byteCount: Int {
    tagTable.byteCount + tags.capacity * MemoryLayout<TagState>.stride
      + contents.capacity * MemoryLayout<ContentState>.stride
      + dayCounts.capacity * MemoryLayout<DayCount>.stride + dayPlaces.byteCount
  }
}
