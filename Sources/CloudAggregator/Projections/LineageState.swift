internal import JournalFormat

/// What one lineage has contributed. Everything that depends on order is decided in here; between
/// lineages, things only add up.
struct LineageState {
  let name: LineageName
  /// Place of the lineage's first epoch.
  let rootEpoch: UInt32
  /// When the cloud granted the first epoch, or heard of one that it does not know to be its own.
  let enrolled: Timestamp
  /// Epochs that the log has of it.
  var epochCount = 0
  var removal = Removal()
  /// Effects that were counted: an origin counts once, whatever carries it how often.
  private(set) var origins = NumberSet()
  /// By item: on which days the lineage engaged with it, and its `Endorsement`.
  private(set) var engagements = EngagementTable()
  /// By item and day (`EngagementTable.key`): what it said of public results.
  private var feedback: [UInt64: ResultFeedback] = [:]
  private var histories: [KeptHistory] = []
  /// Histories of which it has to be found out what lives, with the places of their tags.
  private var unsettled: [(tag: UInt32, history: Int)] = []
  /// The tags that a grant tells, once they were found; nil: what the lineage said since may have
  /// changed them.
  var toldTags: [UInt32]?
  /// Whether what never changes by a report differs from the file.
  var isChanged = true
  /// Whether it said anything that the file does not have.
  var hasNews = false
  /// What it said since the last flush in the usual case, and histories that changed since.
  private(set) var news = LineageNews()
  private(set) var changedHistories: [Int] = []

  /// A history, and what of it lives.
  struct KeptHistory {
    let tag: UInt32
    var history = EndorsementHistory()
    var live = EndorsementHistory.Live()
    fileprivate var isUnsettled = false
    fileprivate var isChanged = false

    fileprivate init(tag: UInt32) { self.tag = tag }
  }

  init(name: LineageName, rootEpoch: UInt32, enrolled: Timestamp) {
    self.name = name
    self.rootEpoch = rootEpoch
    self.enrolled = enrolled
  }

  /// Stands in an array for a lineage that is being changed.
  static let nobody = LineageState(
    name: .zero, rootEpoch: 0, enrolled: Timestamp(milliseconds: 0))

  /// Whether the lineage was enrolled so short a time ago. One whose enrolment lies ahead of the
  /// clock was not.
  func isNewcomer(within milliseconds: Int64, now: Timestamp) -> Bool {
    let (age, isTooLarge) = now.milliseconds.subtractingReportingOverflow(enrolled.milliseconds)
    return !isTooLarge && age >= 0 && age < milliseconds
  }

  /// Makes room, once a batch instead of step by step.
  mutating func reserve(reports: Int, tags: Int) {
    origins.reserve(reports)
    engagements.reserve(tags)
  }

  /// Whether the origin is new.
  @inline(__always)
  mutating func insertOrigin(_ origin: UInt64) -> Bool {
    guard origins.insert(origin) else { return false }
    news.origins.append(origin)
    return true
  }

  /// The usual case, one content engaged with in the first epoch and nothing withdrawn, is a
  /// number; all else is a history.
  private enum Endorsement {
    case content(UInt32)
    case history(Int)

    static let historyBit: UInt32 = 0x8000_0000

    init(_ value: UInt32) {
      self =
        value & Self.historyBit == 0
        ? .content(value) : .history(Int(value & ~Self.historyBit))
    }
  }

  /// The contents under a tag that the lineage endorses now.
  func contents(of tag: Int) -> [UInt32] {
    guard let value = engagements.endorsement(for: UInt32(tag)) else { return [] }
    switch Endorsement(value) {
    case .content(let content): return [content]
    case .history(let place): return histories[place].live.contents
    }
  }

  /// Whether the lineage endorses a content under a tag now.
  func endorses(for content: UInt32, under tag: Int) -> Bool {
    guard let value = engagements.endorsement(for: UInt32(tag)) else { return false }
    switch Endorsement(value) {
    case .content(let one): return one == content
    case .history(let place): return histories[place].live.contents.contains(content)
    }
  }

  #if Sabotage
    /// Whether the lineage ever engaged with the item of a tag, or took it back.
    func knows(_ tag: Int) -> Bool { engagements.endorsement(for: UInt32(tag)) != nil }
  #endif

  /// Whether another content under a tag would be kept.
  func hasRoom(under tag: Int) -> Bool {
    guard let value = engagements.endorsement(for: UInt32(tag)) else { return true }
    return if case .history(let place) = Endorsement(value) {
      histories[place].history.hasRoom
    } else {
      true
    }
  }

  /// How many steps it takes at most, about, to find out what lives under a tag.
  func workCount(under tag: Int) -> Int {
    guard let value = engagements.endorsement(for: UInt32(tag)) else { return 1 }
    return if case .history(let place) = Endorsement(value) {
      histories[place].history.workCount
    } else {
      1
    }
  }

  /// Places of items that the lineage withdrew and endorses no more.
  var withdrawnTags: [UInt32] {
    engagements.endorses.compactMap { tag, endorsement in
      guard case .history(let place) = Endorsement(endorsement) else { return nil }
      let kept = histories[place]
      return kept.history.isWithdrawn && kept.live.contents.isEmpty ? tag : nil
    }
  }

  /// Places of items that the lineage endorses, in an order that another process does not have.
  var endorsedTags: [UInt32] {
    engagements.endorses.compactMap { tag, endorsement in
      if case .history(let place) = Endorsement(endorsement), histories[place].live.contents.isEmpty
      {
        return nil
      }
      return tag
    }
  }

  /// What a change did to the contents that the lineage endorses.
  struct Change {
    var added: [UInt32] = []
    var removed: [UInt32] = []
    /// Days on which the lineage counts under the item now, or no longer does.
    var addedDays: [Int32] = []
    var removedDays: [Int32] = []
    /// The lineage endorses something under the tag that it endorsed nothing of, or back.
    var distinctDelta = 0
  }

  /// What the usual case, an engagement newly made in the first epoch, led to.
  enum Usual {
    case endorsesAgain, endorsesAlready, isNotUsual
  }

  /// Counts the day and settles the endorsement if the case is the usual one; else changes nothing.
  @inline(__always)
  mutating func engagedUsually(
    tag: Int, day: Int32, content: UInt32, epoch: UInt32, isCarried: Bool
  ) -> (isNewDay: Bool, endorsement: Usual) {
    guard epoch == rootEpoch, !isCarried else { return (false, .isNotUsual) }
    let (isNewDay, before) = engagements.engage(with: UInt32(tag), day: day, offering: content)
    let isAgain = before == EngagementTable.noEndorsement
    if isAgain || isNewDay {
      news.engagements.append(.init(tag: UInt32(tag), content: content, day: day))
    }
    if isAgain { return (isNewDay, .endorsesAgain) }
    return (isNewDay, before == content ? .endorsesAlready : .isNotUsual)
  }

  /// Has what `engagedUsually` needs fetched.
  @inline(__always)
  func prefetchEngagement(with tag: UInt32) { engagements.prefetch(tag) }

  /// Every other case. What it changes is found out by `resolveChanges`, once for all that a batch
  /// says of an item.
  mutating func engaged(
    _ content: UInt32, tag: Int, day: Int32, epoch: UInt32, number: UInt64, isCarried: Bool
  ) {
    let place = unsettledHistory(of: tag)
    histories[place].history.engaged(
      content, day: day, in: epoch, number: number, isCarried: isCarried)
  }

  mutating func withdrawn(_ withdrawal: EndorsementHistory.Withdrawal, tag: Int, epoch: UInt32) {
    let place = unsettledHistory(of: tag)
    histories[place].history.withdrawn(withdrawal, in: epoch)
  }

  private mutating func unsettledHistory(of tag: Int) -> Int {
    let place = history(of: tag)
    toldTags = nil
    if !histories[place].isChanged {
      histories[place].isChanged = true
      changedHistories.append(place)
    }
    if !histories[place].isUnsettled {
      histories[place].isUnsettled = true
      unsettled.append((UInt32(tag), place))
    }
    return place
  }

  /// Counts feedback of a day, if it is within what counts of one.
  ///
  /// - Parameter isBounded: false breaks that on purpose.
  /// - Returns: nil if it is not counted; else whether it is the first opening of the day.
  mutating func countFeedback(
    tag: UInt32, day: Int32, shown: UInt32, engaged: UInt32, isBounded: Bool
  ) -> Bool? {
    let key = EngagementTable.key(tag, day)
    var sum = feedback[key] ?? .nothing
    let before = sum.engaged
    if !sum.addOnDay(shown: shown, engaged: engaged) {
      guard !isBounded else { return nil }
      sum.add(ResultFeedback(shown: UInt64(shown), engaged: UInt64(engaged)))
    }
    feedback[key] = sum
    news.feedback.append(
      .init(tag: tag, day: day, shown: shown, engaged: min(shown, engaged)))
    return before == 0 && sum.engaged > 0
  }

  /// Finds out what lives of all that was said since the last time.
  ///
  /// - Returns: what changed, by the place of the tag, and how many steps it took at most, about.
  mutating func resolveChanges(
    in epochs: some EpochTree
  ) -> (changes: [(tag: UInt32, change: Change)], workCount: Int) {
    guard !unsettled.isEmpty else { return ([], 0) }
    var changes: [(tag: UInt32, change: Change)] = []
    var workCount = 0
    for (tag, place) in unsettled {
      let before = histories[place].live
      let after = histories[place].history.live(in: epochs)
      workCount += histories[place].history.workCount
      histories[place].live = after
      histories[place].isUnsettled = false
      let change = Change(
        added: after.contents.subtracting(before.contents),
        removed: before.contents.subtracting(after.contents),
        addedDays: after.days.subtracting(before.days),
        removedDays: before.days.subtracting(after.days),
        distinctDelta: (after.contents.isEmpty ? 0 : 1) - (before.contents.isEmpty ? 0 : 1))
      engagements.removeDays(change.removedDays, of: tag)
      for day in change.addedDays { engagements.addDay(day, for: tag) }
      changes.append((tag, change))
    }
    unsettled = []
    return (changes, workCount)
  }

  private mutating func history(of tag: Int) -> Int {
    var kept = KeptHistory(tag: UInt32(tag))
    if let value = engagements.endorsement(for: UInt32(tag)) {
      switch Endorsement(value) {
      case .history(let place): return place
      case .content(let content):
        kept.live.contents = [content]
        kept.live.days = engagements.days(of: UInt32(tag))
        for day in kept.live.days {
          // Before any withdrawal of the epoch, or there would be a history already.
          kept.history.engaged(content, day: day, in: rootEpoch, number: 1, isCarried: false)
        }
      }
    }
    histories.append(kept)
    engagements.setEndorsement(
      Endorsement.historyBit | UInt32(histories.count - 1), for: UInt32(tag))
    return histories.count - 1
  }

  var byteCount: Int {
    origins.byteCount + engagements.byteCount + feedback.capacity * 24 + 128
  }
}

extension LineageState {
  /// After a flush: nothing that it said differs from the file.
  mutating func flushed() {
    hasNews = false
    news = LineageNews()
    for place in changedHistories { histories[place].isChanged = false }
    changedHistories = []
  }

  /// The lineage's row in the projections' file: what no report changes.
  func write(to writer: inout ByteWriter) {
    writer.name(name)
    writer.integer(rootEpoch)
    writer.integer(enrolled.milliseconds)
    removal.write(to: &writer)
  }

  init(rowFrom reader: inout ByteReader) throws(FormatError) {
    let name = try reader.name(LineageName.self)
    let rootEpoch = try reader.integer(UInt32.self)
    self.init(
      name: name, rootEpoch: rootEpoch,
      enrolled: Timestamp(milliseconds: try reader.integer(Int64.self)))
    removal = try Removal(from: &reader)
    isChanged = false
  }

  /// Appends the row of a history.
  func writeRow(ofHistory place: Int, to writer: inout ByteWriter) {
    histories[place].write(to: &writer)
  }

  /// Takes in what it said before a flush, in the order of the flushes.
  mutating func add(_ news: LineageNews) {
    origins.reserve(news.origins.count)
    for origin in news.origins { _ = origins.insert(origin) }
    for engagement in news.engagements {
      _ = engagements.engage(
        with: engagement.tag, day: engagement.day, offering: engagement.content)
    }
    for line in news.feedback {
      feedback[EngagementTable.key(line.tag, line.day), default: .nothing].add(
        ResultFeedback(shown: UInt64(line.shown), engaged: UInt64(line.engaged)))
    }
  }

  /// Takes in a history, in the order of their places, after all that it said in the usual case:
  /// false when it is of another place, or there is one of the tag.
  mutating func add(_ kept: KeptHistory, place: Int) -> Bool {
    if let value = engagements.endorsement(for: kept.tag), case .history = Endorsement(value) {
      return false
    }
    guard place == histories.count else { return false }
    histories.append(kept)
    engagements.setEndorsement(Endorsement.historyBit | UInt32(place), for: kept.tag)
    engagements.removeDays(engagements.days(of: kept.tag), of: kept.tag)
    for day in kept.live.days { engagements.addDay(day, for: kept.tag) }
    return true
  }

  /// Whether all places of tags, contents and epochs that it names are places.
  ///
  /// - Parameter isContent: whether there is such a content of a tag.
  func names(
    onlyTagsBelow tagCount: Int, epochsBelow epochCount: Int,
    contents isContent: (_ content: UInt32, _ tag: UInt32) -> Bool
  ) -> Bool {
    func isHistory(_ place: Int, of tag: UInt32) -> Bool {
      place < histories.count
        && histories[place].history.parts.allSatisfy { part in
          (part.epoch < epochCount || part.epoch == EndorsementHistory.unknownEpoch)
            && part.contents.allSatisfy { isContent($0.value, tag) }
        } && histories[place].live.contents.allSatisfy { isContent($0, tag) }
    }
    return rootEpoch < epochCount && engagements.names(onlyTagsBelow: tagCount)
      && feedback.keys.allSatisfy { $0 >> 32 < tagCount }
      && engagements.endorses.allSatisfy { tag, endorsement in
        switch Endorsement(endorsement) {
        case .content(let content): isContent(content, tag)
        case .history(let place): isHistory(place, of: tag)
        }
      }
  }

  /// Appends what the lineage contributed, independent of the order in which things arrived.
  func writeCanonically(
    to writer: inout ByteWriter, tags: [Tag], content: (UInt32) -> ContentDigest,
    epoch: (UInt32) -> EpochName
  ) {
    writer.name(name)
    writer.numbers(origins.sorted)
    let days = engagements.days.map { (tags[Int($0.tag)], UInt32(bitPattern: $0.day)) }
    for (tag, day) in days.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      writer.raw(tag.bytes)
      writer.integer(day)
    }
    let endorses = engagements.endorses.map { (tags[Int($0.tag)], $0.tag, $0.endorsement) }
    for (tag, place, endorsement) in endorses.sorted(by: { $0.0 < $1.0 }) {
      writer.raw(tag.bytes)
      for digest in contents(of: Int(place)).map(content).sorted() { writer.name(digest) }
      guard case .history(let place) = Endorsement(endorsement) else { continue }
      histories[place].history.writeCanonically(to: &writer, content: content) {
        $0 == EndorsementHistory.unknownEpoch ? .zero : epoch($0)
      }
    }
    let sums = feedback.map { (tags[Int($0 >> 32)], UInt32(truncatingIfNeeded: $0), $1) }
    for (tag, day, sum) in sums.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      writer.raw(tag.bytes)
      writer.integer(day)
      writer.integer(sum.shown)
      writer.integer(sum.engaged)
    }
  }
}

extension LineageState.KeptHistory {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.integer(tag)
    history.write(to: &writer)
    writer.integer(UInt32(live.contents.count))
    for content in live.contents { writer.integer(content) }
    writer.integer(UInt32(live.days.count))
    for day in live.days { writer.integer(day) }
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    tag = try reader.integer(UInt32.self)
    guard tag < .max else { throw reader.malformed("a history of no item") }
    history = try EndorsementHistory(from: &reader)
    for _ in 0..<(try reader.integer(UInt32.self)) {
      live.contents.append(try reader.integer(UInt32.self))
    }
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let day = try reader.integer(Int32.self)
      guard day >= 0 else { throw reader.malformed("the day \(day)") }
      live.days.append(day)
    }
  }
}

extension ByteWriter {
  mutating func numbers(_ numbers: [UInt64]) {
    integer(UInt32(numbers.count))
    for number in numbers { integer(number) }
  }
}

extension ByteReader {
  mutating func numbers() throws(FormatError) -> [UInt64] {
    let count = Int(try integer(UInt32.self))
    guard count <= remaining / 8 else { throw malformed("too many numbers") }
    var numbers: [UInt64] = []
    for _ in 0..<count { numbers.append(try integer(UInt64.self)) }
    return numbers
  }
}
