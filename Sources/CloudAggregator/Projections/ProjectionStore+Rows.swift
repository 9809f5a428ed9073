internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// How the state in memory is written into rows.
extension ProjectionStore {
  /// Writes all that changed since the last flush; inside a transaction.
  func write(_ state: CloudState, at position: Journal.Position) throws(SQLiteError) {
    for place in state.items.changed {
      try put(.tags, Int(place)) { state.items.writeRow(ofTag: Int(place), to: &$0) }
    }
    for place in state.lineages.changed {
      let lineage = state.lineages[Int(place)]
      try put(.lineages, Int(place)) { writer in
        writer.name(lineage.name)
        lineage.write(to: &writer)
      }
    }
    for place in state.epochs.changed {
      try put(.epochs, Int(place)) { state.epochs[Int(place)].write(to: &$0) }
    }
    let total = sum.pendingTotal
    ProjectionRow.startRow(.checkpoint, 0, in: &writer)
    Checkpoint(of: state, at: position, rowTotal: total).write(to: &writer)
    _ = ProjectionRow.finishRow(&writer)
    let upsert = try connection.statement(ProjectionRow.Table.checkpoint.upsert)
    upsert.bind(1, Int64(0))
    try upsert.run(binding: 2, to: writer.bytes)
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
    var contents: [TagRow.Content] = []
    try readRows(.tags, TagRow.init(from:)) { try state.items.add($1, place: $0, &contents) }
    try state.items.place(contents)
    try readRows(.lineages, LineageState.init(rowFrom:)) { try state.add($1, place: $0) }
    try readRows(.epochs, EpochState.init(from:)) { try state.add($1, place: $0) }
    try readRows(.items, Self.readItem) { place, _ in
      guard place < state.items.contents.count, state.items.contents[place].arrived > 0 else {
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
        select.bytes(2), .batches, epoch, BatchPlace.init(from:))
      guard Int64(exactly: batch.last) == select.integer(1) else {
        throw ProjectionDamage("A batch lies in the place of another one.")
      }
      sum.found(.batches, checksum)
    }
  }
}

/// A tag's row.
private struct TagRow {
  struct Content {
    var place: UInt32
    var state: ItemTable.ContentState
  }

  var tag: Tag
  var state = ItemTable.TagState()
  var days: [ItemTable.DayCount] = []
  var contents: [Content] = []

  init(from reader: inout ByteReader) throws(FormatError) {
    guard let tag = Tag(bytes: try reader.raw(17)) else {
      throw reader.malformed("no tag")
    }
    self.tag = tag
    state.events = try reader.integer(UInt64.self)
    state.distinct = try reader.integer(UInt32.self)
    state.firstDay = try reader.integer(Int32.self)
    state.lastDay = try reader.integer(Int32.self)
    state.shown = try reader.integer(UInt64.self)
    state.engaged = try reader.integer(UInt64.self)
    state.isTakenDown = try reader.integer(UInt8.self) != 0
    for _ in 0..<(try reader.integer(UInt32.self)) {
      var day = ItemTable.DayCount(day: try reader.integer(Int32.self))
      day.events = try reader.integer(UInt32.self)
      day.distinct = try reader.integer(UInt32.self)
      guard days.last.map({ $0.day < day.day }) ?? true else {
        throw reader.malformed("days in no order")
      }
      days.append(day)
    }
    while reader.remaining > 0 {
      let place = try reader.integer(UInt32.self)
      let digest = try reader.name(ContentDigest.self)
      let endorsers = try reader.integer(UInt32.self)
      let oldestEndorser = try reader.integer(UInt32.self)
      let content = ItemTable.ContentState(
        tag: 0, digest: digest, endorsers: endorsers, oldestEndorser: oldestEndorser,
        arrived: try reader.integer(UInt64.self))
      contents.append(Content(place: place, state: content))
    }
  }
}

extension ItemTable {
  fileprivate mutating func add(
    _ row: TagRow, place: Int, _ found: inout [TagRow.Content]
  ) throws(ProjectionDamage) {
    guard place == tags.count, tagPlace(suite: row.tag.suite, bits: row.tag.bits) == place else {
      throw ProjectionDamage("Tag \(place) lies in another place.")
    }
    tags[place] = row.state
    for day in row.days {
      let (sum, isTooLarge) = tags[place].lineageDays.addingReportingOverflow(day.distinct)
      guard !isTooLarge else {
        throw ProjectionDamage("Tag \(place) has more days than there are.")
      }
      tags[place].lineageDays = sum
      add(day, tag: place)
    }
    // Backwards, since each goes before the one that was placed last.
    for content in row.contents.reversed() {
      let state = ContentState(
        tag: UInt32(place), digest: content.state.digest, endorsers: content.state.endorsers,
        oldestEndorser: content.state.oldestEndorser, arrived: content.state.arrived)
      found.append(.init(place: content.place, state: state))
    }
  }

  /// Puts contents into their places: as many places as contents, and each taken once, so that the
  /// lists of tags neither cross nor close.
  fileprivate mutating func place(_ found: [TagRow.Content]) throws(ProjectionDamage) {
    contents = Array(repeating: ContentState(tag: .max, digest: .zero), count: found.count)
    for content in found {
      let place = Int(content.place)
      guard place < contents.count, contents[place].tag == .max else {
        throw ProjectionDamage("Content \(place) has no place of its own.")
      }
      contents[place] = content.state
      link(content.place)
    }
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

  fileprivate mutating func add(_ lineage: LineageState, place: Int) throws(ProjectionDamage) {
    guard place == lineages.count, lineages.places[lineage.name] == nil else {
      throw ProjectionDamage("Lineage \(place) lies in another place.")
    }
    lineages.append(lineage)
  }

  fileprivate mutating func add(_ epoch: EpochState, place: Int) throws(ProjectionDamage) {
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
    guard bytes.count > 5, let table = Table(rawValue: bytes[0]) else { return false }
    let place = bytes.withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }
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
    }
  }
}
