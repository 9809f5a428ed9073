internal import JournalFormat
internal import JournalStore
internal import SQLite

/// Makes again what the filter remembers where a file's damage has changed it.
///
/// The private journal is read once more, without reports, and what it gives is put together with
/// the rows that are still what was written. Where words were compacted it gives less than there
/// was: then the sums decide whether the two together are all. If they are not, nothing is changed
/// and the device does not speak with its cloud, since a deletion could be kept from it.
struct FilterRepair {
  /// How many origins of reports are checked at each start: some ten milliseconds.
  private static let originsMax: Int64 = 10_000

  private let filter: PrivacyFilter
  private var tables: FilterTables { filter.tables }
  private var connection: Connection { filter.shared.connection }

  init(_ filter: PrivacyFilter) { self.filter = filter }

  /// - Returns: what was wrong and was mended; nil: nothing was wrong.
  /// - Throws: `DeviceError.Code.journal` where it cannot be mended.
  func run() throws(DeviceError) -> String? {
    try DeviceError.translating(as: .journal) { () -> String? in
      let problems = try tables.problems(originsMax: Self.originsMax).joined(separator: "; ")
      guard !problems.isEmpty else { return nil }
      do throws(JournalError) {
        try filter.shared.write { _ throws(JournalError) in try repair() }
      } catch {
        throw unrepaired(problems, (error.cause as? SQLiteError)?.message ?? error.message)
      }
      return problems
    } saying: {
      "\(filter.shared.path): \($0)"
    }
  }

  private func unrepaired(_ problems: String, _ reason: String) -> DeviceError {
    DeviceError(
      .journal,
      "\(filter.shared.path): the tables of the privacy filter are damaged (\(problems)) and "
        + "cannot be rebuilt: \(reason). Nothing is reported, since a deletion could be left "
        + "out. Restore the device from a snapshot.")
  }

  /// What is left of the tables.
  private struct Remains {
    let candidates: CheckedTable.Survivors
    let endorsed: CheckedTable.Survivors
    let origins: CheckedTable.Survivors
    let receipts: CheckedTable.Survivors
    let shown: CheckedTable.Survivors
    let checkpoint: FilterTables.Checkpoint?

    init(in connection: Connection) throws(SQLiteError) {
      candidates = try FilterTables.candidates.survivors(in: connection)
      endorsed = try FilterTables.endorsed.survivors(in: connection)
      origins = try FilterTables.origins.survivors(in: connection)
      receipts = try FilterTables.receipts.survivors(in: connection)
      shown = try FilterTables.shown.survivors(in: connection)
      checkpoint = try FilterTables.checkpoints.survivors(in: connection).rows.first
        .flatMap(FilterTables.Checkpoint.init)
    }
  }

  private func repair() throws(JournalError) {
    let remains: Remains = try JournalError.translating(filter.shared.path) {
      // One that is gone altogether is like one that lost its rows.
      try connection.execute(FilterTables.statements + FilterTables.laterStatements)
      let found = try Remains(in: connection)
      try tables.clear()
      return found
    }
    let start: FilterTables.Checkpoint
    if let known = remains.checkpoint {
      start = known
    } else {
      start = try checkpoint(after: remains.origins)
    }
    // Of another past than the private journal's: the next epoch begins, and reads all of it.
    let digest = try filter.privateJournal.digest(at: start.position.number)
    let isOfThisPast =
      start.journal == filter.privateJournal.identity.name && digest == start.position.digest
    let replay = try isOfThisPast ? filter.replay(through: start.position.number) : .init()
    let reports = try Reports(of: filter)
    let rest: [String] = try JournalError.translating(filter.shared.path) {
      try tables.move(to: start)
      for row in remains.receipts.rows { try FilterTables.receipts.insert(row, in: connection) }
      try tables.raiseShown(to: remains.shown.rows)
      if isOfThisPast { try fillTables(remains, reports, replay) }
      return try tables.problems()
    }
    guard rest.isEmpty else { throw JournalError(.damaged, rest.joined(separator: "; ")) }
  }

  private func fillTables(
    _ remains: Remains, _ reports: Reports, _ replay: PrivacyFilter.Replay
  ) throws(SQLiteError) {
    for (words, number) in reports.contents {
      try tables.contentReported(words.tag, words.content, number: number)
    }
    try merge(remains.candidates, FilterTables.candidates, replay) { $0 }
    try merge(remains.endorsed, FilterTables.endorsed, replay) { row in
      // Endorsed once more after it was taken back, it was not asked for since.
      var endorsed = FilterTables.Endorsed(row)
      endorsed?.contentNumber = nil
      return endorsed?.row ?? row
    }
    try putOrigins(remains.origins.rows, reports, replay)
  }

  /// Where the filter has certainly been, for one that does not know it: entries that it reads
  /// again lead to reports that count once.
  private func checkpoint(
    after origins: CheckedTable.Survivors
  ) throws(JournalError) -> FilterTables.Checkpoint {
    let journal = filter.privateJournal
    let head = try journal.head().number
    let last = origins.rows.map { UInt64($0[1]) }.filter { $0 <= head }.max() ?? 0
    var position = journal.floor
    if last > position.number, let digest = try journal.digest(at: last) {
      position = Journal.Position(number: last, digest: digest)
    }
    let identity = filter.shared.identity
    let carriedUntil =
      identity.parent == nil
      ? 0 : try SharedJournal.adoptedNumber(identity.epoch, journal) ?? position.number
    return FilterTables.Checkpoint(
      journal: journal.identity.name, position: position, carriedUntil: carriedUntil)
  }

  // MARK: Putting together

  /// The table has what the private journal gives; afterwards it has what was written.
  ///
  /// - Parameter other: another row that the same entries may have left.
  private func merge(
    _ survivors: CheckedTable.Survivors, _ table: CheckedTable, _ replay: PrivacyFilter.Replay,
    _ other: (CheckedTable.Row) -> CheckedTable.Row
  ) throws(SQLiteError) {
    let given = try table.rows(in: connection)
    let known = Set(survivors.rows.map(table.key))
    let added = given.filter { !known.contains(table.key(of: $0)) }
    guard let rows = Self.whole(survivors, adding: added, table, other) else {
      // Nothing is missing of what the private journal gives.
      if replay.isComplete { return }
      let isSumAlone = survivors.recorded == nil && survivors.areAllWhole && added.isEmpty
      guard isSumAlone else { throw Self.incomplete }
      return try put(survivors.rows, table)
    }
    try put(rows, table)
  }

  private func put(_ rows: [CheckedTable.Row], _ table: CheckedTable) throws(SQLiteError) {
    try table.clear(in: connection)
    for row in rows { try table.insert(row, in: connection) }
  }

  /// The rows that add up to what is recorded; nil where none do.
  private static func whole(
    _ survivors: CheckedTable.Survivors, adding added: [CheckedTable.Row], _ table: CheckedTable,
    _ other: (CheckedTable.Row) -> CheckedTable.Row
  ) -> [CheckedTable.Row]? {
    guard let recorded = survivors.recorded else { return nil }
    let sum = table.sum(of: survivors.rows)
    if sum == recorded { return survivors.rows }
    if sum.count + 1 == recorded.count {
      for row in added.flatMap({ [$0, other($0)] }) {
        var sum = sum
        sum.add(table.checksum(row))
        if sum == recorded { return survivors.rows + [row] }
      }
    }
    for added in [added, added.map(other)] {
      let rows = survivors.rows + added
      if table.sum(of: rows) == recorded { return rows }
    }
    return nil
  }

  /// The origins that are known, and those that the private journal gives of the reports. Of what
  /// is gone from both there is none: such a private entry waits for nothing any more.
  private func putOrigins(
    _ known: [CheckedTable.Row], _ reports: Reports, _ replay: PrivacyFilter.Replay
  ) throws(SQLiteError) {
    for row in known { try FilterTables.origins.insert(row, in: connection) }
    let numbers = Set(known.map { UInt64($0[0]) })
    for (number, origin) in reports.origins where !numbers.contains(number) {
      guard let privateNumber = replay.privateNumbers[origin] else { continue }
      try tables.reported(number: number, privateNumber: privateNumber)
    }
    for (words, number) in reports.contents where !numbers.contains(number) {
      guard let endorsed = try tables.endorsed(words.tag, words.content).first else { continue }
      try tables.reported(number: number, privateNumber: endorsed.privateNumber)
    }
  }

  /// Says so inside a transaction, which then has not happened.
  private static let incomplete = SQLiteError(
    code: .damaged, message: "entries that they were made from were compacted")
}

/// What the reports of a shared journal say that the filter's tables say as well.
private struct Reports {
  struct Words: Hashable {
    let tag: Tag
    let content: ContentDigest
  }

  private(set) var origins: [(number: UInt64, origin: Origin)] = []
  /// The last report of each content.
  private(set) var contents: [Words: UInt64] = [:]

  init(of filter: PrivacyFilter) throws(JournalError) {
    var (origins, contents) = (self.origins, self.contents)
    try filter.shared.forEach(from: filter.shared.floor.number + 1) { row throws(JournalError) in
      guard let payload = row.payload,
        let report = try? Report(kind: row.kind, payload: [UInt8](payload))
      else { return .next }
      if let origin = report.origin { origins.append((row.number.rawValue, origin)) }
      if case .content(let item, _) = report {
        let words = Words(tag: item.tag(salt: filter.tagSalt), content: item.digest)
        contents[words] = row.number.rawValue
      }
      return .next
    }
    (self.origins, self.contents) = (origins, contents)
  }
}
