internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Sync

/// How the state in memory is written into rows and read from them.
extension FoldStore {
  // MARK: Writing

  /// Writes all that changed since the last flush; inside a transaction.
  func write(_ state: CloudState, at position: Journal.Position) throws(SQLiteError) {
    for place in state.changedTags { try writeTag(Int(place), of: state) }
    var writer = ByteWriter()
    for place in state.changedLineages { try writeLineage(Int(place), of: state, with: &writer) }
    for place in state.changedEpochs { try writeEpoch(Int(place), state.epochs[Int(place)]) }
    try connection.execute("DELETE FROM checkpoint")
    let insert = try connection.statement(
      "INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    insert.bind(1, state.life.bytes)
    insert.bind(2, Int64(position.number))
    insert.bind(3, position.digest.bytes)
    insert.bind(4, Int64(state.threshold))
    insert.bind(5, state.tagSalt)
    insert.bind(6, Int64(state.grantCount))
    insert.bind(7, Int64(state.backedUpLogNumber))
    insert.bind(8, Int64(state.unaskedContents))
    insert.bind(9, Int64(state.reportCount))
    try insert.run()
  }

  private func writeTag(_ place: Int, of state: CloudState) throws(SQLiteError) {
    let tag = state.tags[place]
    let upsert = try connection.statement(
      "INSERT OR REPLACE INTO tags VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    upsert.bind(1, Int64(place))
    upsert.bind(2, state.tagTable.tags[place].bytes)
    upsert.bind(3, Int64(tag.events))
    upsert.bind(4, Int64(tag.distinct))
    upsert.bind(5, Int64(tag.firstDay))
    upsert.bind(6, Int64(tag.lastDay))
    upsert.bind(7, Int64(tag.shown))
    upsert.bind(8, Int64(tag.engaged))
    upsert.bind(9, Int64(tag.isTakenDown ? 1 : 0))
    var contents = ByteWriter()
    for content in state.contents(of: place) {
      contents.integer(content)
      contents.name(state.contents[Int(content)].digest)
      contents.integer(state.contents[Int(content)].vouchers)
      contents.integer(state.contents[Int(content)].arrived)
    }
    upsert.bind(10, contents.bytes)
    var days = ByteWriter()
    for day in state.days(of: place) {
      days.integer(day.day)
      days.integer(day.events)
      days.integer(day.distinct)
    }
    upsert.bind(11, days.bytes)
    try upsert.run()
  }

  private func writeLineage(
    _ place: Int, of state: CloudState, with writer: inout ByteWriter
  ) throws(SQLiteError) {
    writer.removeAll()
    state.lineages[place].write(to: &writer)
    let upsert = try connection.statement("INSERT OR REPLACE INTO lineages VALUES (?, ?, ?)")
    upsert.bind(1, Int64(place))
    upsert.bind(2, state.lineages[place].name.bytes)
    try upsert.run(binding: 3, to: writer.bytes)
  }

  private func writeEpoch(_ place: Int, _ epoch: EpochState) throws(SQLiteError) {
    let upsert = try connection.statement(
      "INSERT OR REPLACE INTO epochs VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    upsert.bind(1, Int64(place))
    upsert.bind(2, epoch.grant.bytes)
    upsert.bind(3, Int64(epoch.lineage))
    if let parent = epoch.parent { upsert.bind(4, Int64(parent)) } else { upsert.bindNull(4) }
    upsert.bind(5, Int64(epoch.head.number))
    upsert.bind(6, epoch.head.digest.bytes)
    if let child = epoch.child { upsert.bind(7, child.bytes) } else { upsert.bindNull(7) }
    upsert.bind(8, Int64(epoch.incidentCount))
    try upsert.run()
  }

  // MARK: Reading

  /// The state and how far into the log it is; nil when the file does not hold one.
  func readState() throws -> (CloudState, Journal.Position)? {
    var state = CloudState()
    let select = try connection.statement("SELECT * FROM checkpoint")
    defer { select.reset() }
    guard try select.step(), let life = CloudLife(hex: select.bytes(0).hex),
      let digest = Digest(bytes: select.bytes(2))
    else { return nil }
    let position = Journal.Position(number: UInt64(clamping: select.integer(1)), digest: digest)
    state.life = life
    state.threshold = UInt32(clamping: select.integer(3))
    state.tagSalt = select.bytes(4)
    state.grantCount = UInt64(clamping: select.integer(5))
    state.backedUpLogNumber = UInt64(clamping: select.integer(6))
    state.unaskedContents = UInt64(clamping: select.integer(7))
    state.reportCount = UInt64(clamping: select.integer(8))
    try readTags(into: &state)
    try readLineages(into: &state)
    try readEpochs(into: &state)
    state.findWanted()
    return (state, position)
  }

  private func readTags(into state: inout CloudState) throws {
    let select = try connection.statement("SELECT * FROM tags ORDER BY place")
    defer { select.reset() }
    while try select.step() {
      guard let tag = Tag(bytes: select.bytes(1)),
        state.tagPlace(suite: tag.suite, bits: tag.bits) == Int(select.integer(0))
      else { throw FoldDamage() }
      var found = CloudState.TagState()
      found.events = UInt64(clamping: select.integer(2))
      found.distinct = UInt32(clamping: select.integer(3))
      found.firstDay = Int32(clamping: select.integer(4))
      found.lastDay = Int32(clamping: select.integer(5))
      found.shown = UInt64(clamping: select.integer(6))
      found.engaged = UInt64(clamping: select.integer(7))
      found.isTakenDown = select.integer(8) != 0
      let place = Int(select.integer(0))
      state.tags[place] = found
      try state.readContents(select.bytes(9), tag: place)
      try state.readDays(select.bytes(10), tag: place)
    }
  }

  private func readLineages(into state: inout CloudState) throws {
    let select = try connection.statement("SELECT * FROM lineages ORDER BY place")
    defer { select.reset() }
    while try select.step() {
      guard let name = LineageName(hex: select.bytes(1).hex),
        state.lineages.count == Int(select.integer(0))
      else { throw FoldDamage() }
      state.lineagePlaces[name] = UInt32(state.lineages.count)
      state.lineages.append(try LineageState(name: name, bytes: select.bytes(2)))
    }
  }

  private func readEpochs(into state: inout CloudState) throws {
    let select = try connection.statement("SELECT * FROM epochs ORDER BY place")
    defer { select.reset() }
    while try select.step() {
      let grant = try Grant(bytes: select.bytes(1))
      guard state.epochs.count == Int(select.integer(0)),
        let digest = Digest(bytes: select.bytes(5))
      else { throw FoldDamage() }
      var epoch = EpochState(
        grant: grant, lineage: UInt32(clamping: select.integer(2)),
        parent: select.isNull(3) ? nil : UInt32(clamping: select.integer(3)))
      epoch.head = .init(number: UInt64(clamping: select.integer(4)), digest: digest)
      epoch.child = select.isNull(6) ? nil : EpochName(hex: select.bytes(6).hex)
      epoch.incidentCount = UInt32(clamping: select.integer(7))
      epoch.isChanged = false
      state.epochPlaces[grant.epoch] = UInt32(state.epochs.count)
      state.noncePlaces[grant.nonce] = UInt32(state.epochs.count)
      state.epochs.append(epoch)
    }
  }
}

/// Rows that cannot be a state: the file is folded anew.
struct FoldDamage: Error {}

extension CloudState {
  fileprivate mutating func readContents(_ bytes: [UInt8], tag: Int) throws(FormatError) {
    var found: [(place: UInt32, state: ContentState)] = []
    try bytes.reading(subject: "a tag's contents") { reader throws(FormatError) in
      while reader.remaining > 0 {
        let place = try reader.integer(UInt32.self)
        var content = ContentState(tag: UInt32(tag), digest: try reader.name(ContentDigest.self))
        content.vouchers = try reader.integer(UInt32.self)
        content.arrived = try reader.integer(UInt64.self)
        found.append((place, content))
      }
    }
    for (place, content) in found.reversed() {
      while contents.count <= Int(place) {
        contents.append(ContentState(tag: 0, digest: .zero))
      }
      var content = content
      content.next = tags[tag].firstContent
      contents[Int(place)] = content
      tags[tag].firstContent = place
    }
  }

  fileprivate mutating func readDays(_ bytes: [UInt8], tag: Int) throws(FormatError) {
    try bytes.reading(subject: "a tag's days") { reader throws(FormatError) in
      while reader.remaining > 0 {
        var day = DayCount(day: try reader.integer(Int32.self))
        day.events = try reader.integer(UInt32.self)
        day.distinct = try reader.integer(UInt32.self)
        day.next = tags[tag].firstDayCount
        dayCounts.append(day)
        tags[tag].firstDayCount = UInt32(dayCounts.count - 1)
        dayPlaces.set(
          UInt32(dayCounts.count - 1), for: UInt64(tag) << 32 | UInt64(UInt32(bitPattern: day.day)))
      }
    }
  }

  fileprivate mutating func findWanted() {
    for (place, content) in contents.enumerated()
    where content.arrived == 0 && content.vouchers >= max(1, threshold) {
      wanted.insert(UInt32(place))
    }
    for content in contents where content.arrived != 0 {
      let tag = Int(content.tag)
      tags[tag].publicContent = bestContent(of: tag) ?? .max
    }
    publicCount = tags.count { $0.publicContent != .max }
  }

  /// After a flush: nothing differs from the file.
  mutating func flushed() {
    for place in changedTags { tags[Int(place)].isChanged = false }
    for place in changedLineages { lineages[Int(place)].isChanged = false }
    for place in changedEpochs { epochs[Int(place)].isChanged = false }
    changedTags = []
    changedLineages = []
    changedEpochs = []
  }
}
