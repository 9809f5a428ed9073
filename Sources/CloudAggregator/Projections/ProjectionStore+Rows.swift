internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// How the state in memory is written into rows.
extension ProjectionStore {
  /// Writes all that changed since the last flush; inside a transaction.
  func write(_ state: CloudState, at position: Journal.Position) throws(SQLiteError) {
    let items = state.items
    try put(.tags, items.changedTags) { items.writeCounts(ofTag: $0, to: &$1) }
    try put(.contents, items.changedContents) { items.writeRow(ofContent: $0, to: &$1) }
    try put(.days, items.changedDays) { items.writeRow(ofDay: $0, to: &$1) }
    for place in state.lineages.changed {
      try put(.lineages, UInt64(place)) { state.lineages[Int(place)].write(to: &$0) }
    }
    try writeNews(of: state.lineages)
    for place in state.epochs.changed {
      try put(.epochs, UInt64(place)) { state.epochs[Int(place)].write(to: &$0) }
    }
    let total = sum.pendingTotal
    try put(.checkpoint, 0) {
      Checkpoint(of: state, at: position, rowTotal: total).write(to: &$0)
    }
  }

  /// A row of news ends once it has so many bytes.
  private static let newsByteCount = 1 << 20

  private func writeNews(of lineages: LineageTable) throws(SQLiteError) {
    var news = ByteWriter()
    for place in lineages.withNews {
      let lineage = lineages[Int(place)]
      for history in lineage.changedHistories {
        try put(.histories, UInt64(place) << 32 | UInt64(history)) {
          lineage.writeRow(ofHistory: history, to: &$0)
        }
      }
      guard !lineage.news.isEmpty else { continue }
      news.integer(place)
      lineage.news.write(to: &news)
      if news.bytes.count >= Self.newsByteCount { try putNews(&news) }
    }
    try putNews(&news)
  }

  private func putNews(_ news: inout ByteWriter) throws(SQLiteError) {
    guard !news.bytes.isEmpty else { return }
    try put(.news, newsCount) { $0.raw(news.bytes) }
    newsCount += 1
    news.removeAll()
  }

  /// How far into the log the rows are, and what is not a row.
  struct Checkpoint {
    var position: Journal.Position
    var life: CloudLife
    var tagSalt: [UInt8]
    var threshold: UInt32
    var grantCount: UInt64
    var backedUpLogNumber: UInt64
    var restoredThrough: UInt64?
    var reportCount: UInt64
    var unusedContents: [UInt64]
    var unredactedBatches: [UInt64]
    /// What all rows of the other tables add up to.
    var rowTotal: UInt64
  }
}

extension ProjectionStore.Checkpoint {
  init(of state: CloudState, at position: Journal.Position, rowTotal: UInt64) {
    self.position = position
    life = state.life
    tagSalt = state.tagSalt
    threshold = state.publication.threshold
    grantCount = state.grantCount
    backedUpLogNumber = state.backedUpLogNumber
    restoredThrough = state.publication.restoredThrough
    reportCount = state.reportCount
    unusedContents = state.publication.logged.unused.sorted()
    unredactedBatches = state.publication.logged.unredacted.sorted()
    self.rowTotal = rowTotal
  }

  func write(to writer: inout ByteWriter) {
    writer.integer(position.number)
    writer.digest(position.digest)
    writer.name(life)
    writer.block(tagSalt)
    writer.integer(threshold)
    writer.integer(grantCount)
    writer.integer(backedUpLogNumber)
    writer.numbers(restoredThrough.map { [$0] } ?? [])
    writer.integer(reportCount)
    writer.numbers(unusedContents)
    writer.numbers(unredactedBatches)
    writer.integer(rowTotal)
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    let number = try reader.integer(UInt64.self)
    position = Journal.Position(number: number, digest: try reader.digest())
    life = try reader.name(CloudLife.self)
    tagSalt = try reader.block(atMost: reader.remaining)
    threshold = try reader.integer(UInt32.self)
    grantCount = try reader.integer(UInt64.self)
    backedUpLogNumber = try reader.integer(UInt64.self)
    restoredThrough = try reader.numbers().first
    reportCount = try reader.integer(UInt64.self)
    unusedContents = try reader.numbers()
    unredactedBatches = try reader.numbers()
    rowTotal = try reader.integer(UInt64.self)
  }
}

extension EpochState {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.block(grant.bytes)
    writer.name(firstNonce)
    writer.integer(lineage)
    writer.integer(parent ?? .max)
    writer.integer(head.number)
    writer.digest(head.digest)
    writer.integer(UInt8(child == nil ? 0 : 1))
    writer.name(child ?? .zero)
    writer.integer(UInt8(receivedTime == nil ? 0 : 1))
    writer.integer(receivedTime?.milliseconds ?? 0)
    retracted.write(to: &writer)
    writer.integer(UInt32(told.count))
    for tag in told { writer.integer(tag) }
    writer.integer(UInt8(token == nil ? 0 : 1))
    writer.integer(token?.rawValue ?? 0)
    writer.integer(UInt8(isUnproven ? 1 : 0))
    writer.integer(lostCount)
    writer.integer(incidentCount)
    for incident in incidents { incident.write(to: &writer) }
  }
}

/// How the state comes back from its rows. Each row is whole, or nothing is taken; and each place
/// that one names is looked up before it is believed.
extension ProjectionStore {
  /// The state and how far into the log it is; nil when none was written yet. Throws when the file
  /// does not hold exactly what was written.
  func readState() throws -> (CloudState, Journal.Position)? {
    // A writer beside this reader must not change rows between two of these statements.
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    sum = RowSum()
    var checkpoint: Checkpoint?
    try readRows(.checkpoint, Checkpoint.init(from:)) { _, found in checkpoint = found }
    guard let checkpoint else { return nil }
    var state = CloudState()
    state.restore(checkpoint)
    let newest = try redo.read(from: connection)
    try readRows(.tags, TagRow.init(from:), under: newest) { try state.items.add($1, place: $0) }
    try readRows(.contents, ItemTable.ContentState.init(from:), under: newest) {
      try state.items.add($1, place: $0)
    }
    try readRows(.days, ItemTable.DayCount.init(from:), under: newest) {
      try state.items.add($1, place: $0)
    }
    try readRows(.lineages, LineageState.init(rowFrom:), under: newest) {
      try state.add($1, place: $0)
    }
    newsCount = 0
    try readRows(.news, Self.readNews) {
      try state.add($1, place: $0)
      newsCount = $0 + 1
    }
    try readRows(.histories, LineageState.KeptHistory.init(from:), under: newest) {
      try state.add($1, place: $0)
    }
    try readRows(.epochs, EpochState.init(from:), under: newest) { try state.add($1, place: $0) }
    try readRows(.items, Self.readItem) { place, _ in
      guard place < state.items.contents.count, state.items.contents[Int(place)].arrived > 0 else {
        throw ProjectionDamage("Content \(place) did not arrive.")
      }
    }
    try readBatches(epochCount: state.epochs.count)
    guard state.isConsistent else { throw ProjectionDamage("A lineage names what is not there.") }
    guard sum.total == checkpoint.rowTotal else {
      throw ProjectionDamage("Rows are missing, or older.")
    }
    state.publication.readOn(&state.items)
    state.findRevokedKeys()
    return (state, checkpoint.position)
  }

  private func readBatches(epochCount: Int) throws {
    let select = try connection.statement("SELECT epoch, last, row FROM batches")
    defer { select.reset() }
    while try select.step() {
      guard let epoch = UInt32(exactly: select.integer(0)), epoch < epochCount else {
        throw ProjectionDamage("A batch is of no epoch.")
      }
      let (batch, checksum) = try ProjectionRow.read(
        select.bytes(2), .batches, UInt64(epoch), BatchPlace.init(from:))
      guard Int64(exactly: batch.last) == select.integer(1) else {
        throw ProjectionDamage("A batch lies in the place of another one.")
      }
      sum.found(.batches, UInt64(epoch), checksum)
    }
  }
}

/// A tag's row.
private struct TagRow {
  var tag: Tag
  var state = ItemTable.TagState()

  init(from reader: inout ByteReader) throws(FormatError) {
    guard let tag = Tag(bytes: try reader.raw(17)) else {
      throw reader.malformed("no tag")
    }
    self.tag = tag
    state.events = try reader.integer(UInt64.self)
    state.distinct = try reader.integer(UInt32.self)
    state.firstDay = try reader.integer(Int32.self)
    state.lastDay = try reader.integer(Int32.self)
    let shown = try reader.integer(UInt64.self)
    state.feedback = ResultFeedback(shown: shown, engaged: try reader.integer(UInt64.self))
    state.isTakenDown = try reader.integer(UInt8.self) != 0
  }
}

extension ItemTable.DayCount {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    let tag = try reader.integer(UInt32.self)
    self.init(tag: tag, day: try reader.integer(Int32.self))
    events = try reader.integer(UInt32.self)
    distinct = try reader.integer(UInt32.self)
    shown = try reader.integer(UInt32.self)
    engaged = try reader.integer(UInt32.self)
    openers = try reader.integer(UInt32.self)
  }
}

extension ItemTable.ContentState {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    let tag = try reader.integer(UInt32.self)
    let digest = try reader.name(ContentDigest.self)
    let endorsers = try reader.integer(UInt32.self)
    let oldestEndorser = try reader.integer(UInt32.self)
    self.init(
      tag: tag, digest: digest, endorsers: endorsers, oldestEndorser: oldestEndorser,
      arrived: try reader.integer(UInt64.self))
  }
}

extension ItemTable {
  fileprivate mutating func add(_ row: TagRow, place: UInt64) throws(ProjectionDamage) {
    guard place == tags.count, tagPlace(suite: row.tag.suite, bits: row.tag.bits) == place else {
      throw ProjectionDamage("Tag \(place) lies in another place.")
    }
    tags[Int(place)] = row.state
  }

  fileprivate mutating func add(_ content: ContentState, place: UInt64) throws(ProjectionDamage) {
    guard place == contents.count, content.tag < tags.count else {
      throw ProjectionDamage("Content \(place) is of no tag, or lies in another place.")
    }
    contents.append(content)
    link(UInt32(place))
  }

  fileprivate mutating func add(_ day: DayCount, place: UInt64) throws(ProjectionDamage) {
    guard place == dayCounts.count, day.tag < tags.count else {
      throw ProjectionDamage("Day \(place) is of no tag, or lies in another place.")
    }
    let tag = Int(day.tag)
    let (sum, isTooLarge) = tags[tag].lineageDays.addingReportingOverflow(day.distinct)
    guard !isTooLarge else {
      throw ProjectionDamage("Tag \(tag) has more days than there are.")
    }
    tags[tag].lineageDays = sum
    add(day)
  }
}

extension ProjectionStore {
  /// A row of news: what some lineages said between two flushes.
  static func readNews(
    _ reader: inout ByteReader
  ) throws(FormatError) -> [(lineage: UInt32, news: LineageNews)] {
    var found: [(lineage: UInt32, news: LineageNews)] = []
    while reader.remaining > 0 {
      let lineage = try reader.integer(UInt32.self)
      found.append((lineage, try LineageNews(from: &reader)))
    }
    return found
  }
}

extension CloudState {
  fileprivate mutating func restore(_ checkpoint: ProjectionStore.Checkpoint) {
    life = checkpoint.life
    tagSalt = checkpoint.tagSalt
    grantCount = checkpoint.grantCount
    backedUpLogNumber = checkpoint.backedUpLogNumber
    reportCount = checkpoint.reportCount
    var logged = LoggedContents()
    logged.unused = Set(checkpoint.unusedContents)
    logged.unredacted = Set(checkpoint.unredactedBatches)
    publication = Publication(
      threshold: checkpoint.threshold, restoredThrough: checkpoint.restoredThrough,
      logged: logged)
  }

  fileprivate mutating func add(_ lineage: LineageState, place: UInt64) throws(ProjectionDamage) {
    guard place == lineages.count, lineages.places[lineage.name] == nil else {
      throw ProjectionDamage("Lineage \(place) lies in another place.")
    }
    lineages.append(lineage)
  }

  fileprivate mutating func add(
    _ news: [(lineage: UInt32, news: LineageNews)], place: UInt64
  ) throws(ProjectionDamage) {
    for (lineage, news) in news {
      guard lineage < lineages.count else {
        throw ProjectionDamage("News \(place) are of no lineage.")
      }
      lineages[Int(lineage)].add(news)
    }
  }

  fileprivate mutating func add(
    _ history: LineageState.KeptHistory, place: UInt64
  ) throws(ProjectionDamage) {
    let lineage = Int(truncatingIfNeeded: place >> 32)
    guard lineage < lineages.count,
      lineages[lineage].add(history, place: Int(place & 0xFFFF_FFFF))
    else { throw ProjectionDamage("History \(place) lies in another place.") }
  }

  fileprivate mutating func add(_ epoch: EpochState, place: UInt64) throws(ProjectionDamage) {
    guard place == epochs.count, Int(epoch.lineage) < lineages.count,
      epoch.parent.map({ $0 < place }) ?? true, epochs.places[epoch.grant.epoch] == nil
    else { throw ProjectionDamage("Epoch \(place) lies in another place.") }
    lineages[Int(epoch.lineage)].epochCount += 1
    epochs.append(epoch)
  }

  /// Whether everything that lineages name is there.
  fileprivate var isConsistent: Bool {
    lineages.all.allSatisfy { lineage in
      lineage.names(
        onlyTagsBelow: items.tags.count, epochsBelow: epochs.count,
        contents: { $0 < items.contents.count && items.contents[Int($0)].tag == $1 })
    } && epochs.all.allSatisfy { $0.told.allSatisfy { $0 < items.tags.count } }
      && items.contents.allSatisfy { ($0.endorsers == 0) == ($0.oldestEndorser == .max) }
  }
}

extension EpochState {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    let grant = try Grant(bytes: try reader.block(atMost: reader.remaining))
    let firstNonce = try reader.name(Nonce.self)
    let lineage = try reader.integer(UInt32.self)
    let parent = try reader.integer(UInt32.self)
    self.init(
      grant: grant, firstNonce: firstNonce, lineage: lineage,
      parent: parent == .max ? nil : parent, retracted: RangeSet())
    let number = try reader.integer(UInt64.self)
    head = .init(number: number, digest: try reader.digest())
    let hasChild = try reader.integer(UInt8.self) != 0
    let name = try reader.name(EpochName.self)
    child = hasChild ? name : nil
    let hasTime = try reader.integer(UInt8.self) != 0
    let time = Timestamp(milliseconds: try reader.integer(Int64.self))
    receivedTime = hasTime ? time : nil
    retracted = try RangeSet(from: &reader)
    for _ in 0..<(try reader.integer(UInt32.self)) { told.append(try reader.integer(UInt32.self)) }
    let hasToken = try reader.integer(UInt8.self) != 0
    let identifier = TokenIdentifier(rawValue: try reader.integer(UInt64.self))
    token = hasToken ? identifier : nil
    isUnproven = try reader.integer(UInt8.self) != 0
    lostCount = try reader.integer(UInt64.self)
    incidentCount = try reader.integer(UInt32.self)
    while reader.remaining > 0 { incidents.append(try KeptIncident(from: &reader)) }
    isChanged = false
  }
}

extension ProjectionRow {
  /// Whether bytes are a row of some table, judged without the other rows: for the fuzz target.
  package static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard let (table, place) = start(of: bytes) else { return false }
    func reads<Value>(_ body: (inout ByteReader) throws(FormatError) -> Value) -> Bool {
      (try? read(bytes, table, place, body)) != nil
    }
    return switch table {
    case .checkpoint: reads(ProjectionStore.Checkpoint.init(from:))
    case .tags: reads(TagRow.init(from:))
    case .lineages: reads(LineageState.init(rowFrom:))
    case .epochs: reads(EpochState.init(from:))
    case .batches: reads(BatchPlace.init(from:))
    case .items: reads(ProjectionStore.readItem)
    case .contents: reads(ItemTable.ContentState.init(from:))
    case .days: reads(ItemTable.DayCount.init(from:))
    case .histories: reads(LineageState.KeptHistory.init(from:))
    case .news: reads(ProjectionStore.readNews)
    case .redo: reads(RedoLog.readRows)
    }
  }
}
