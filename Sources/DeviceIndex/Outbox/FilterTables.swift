internal import JournalFormat
internal import JournalStore
internal import SQLite

/// What the privacy filter remembers, in tables of the shared journal's file that never travel.
/// Their rows decide what leaves the device, so each of them is checked whenever it is read.
struct FilterTables {
  let connection: Connection

  /// How far into the private journal the filter has read.
  struct Checkpoint: Hashable {
    var journal: JournalName
    var position: Journal.Position
    /// Private entries up to here are older than the epoch.
    var carriedUntil: UInt64
  }

  /// An activity that could become public, as it was recorded last.
  struct Candidate: Hashable {
    var app: String
    var id: String
    var related: String
    var domain: String
    var tag: Tag
    var content: ContentDigest
    var privateNumber: UInt64
  }

  /// Make the tables in a new journal.
  static let statements =
    """
    CREATE TABLE IF NOT EXISTS local_gate (
      journal BLOB, number INTEGER, digest BLOB, carried_until INTEGER, checksum INTEGER
    ) STRICT;
    CREATE TABLE IF NOT EXISTS local_candidates (
      app TEXT, id TEXT, related TEXT, domain TEXT, tag BLOB, content BLOB,
      private_number INTEGER, checksum INTEGER, PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS local_bound ON local_candidates (app, related);
    CREATE TABLE IF NOT EXISTS local_vouched (
      tag BLOB, content BLOB, app TEXT, id TEXT, private_number INTEGER, content_number INTEGER,
      checksum INTEGER, PRIMARY KEY (tag, content, app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS local_vouched_under ON local_vouched (app, id);
    CREATE TABLE IF NOT EXISTS local_origins (
      number INTEGER PRIMARY KEY, private_number INTEGER, checksum INTEGER
    ) STRICT;

    """ + CheckedTable.sumsTable

  /// What journals of earlier versions lack.
  static let laterStatements = """
    CREATE TABLE IF NOT EXISTS local_receipts (
      last INTEGER PRIMARY KEY, receipt BLOB, checksum INTEGER
    ) STRICT;
    CREATE TABLE IF NOT EXISTS local_shown (
      day INTEGER, tag BLOB, lists INTEGER, checksum INTEGER, PRIMARY KEY (day, tag)
    ) STRICT, WITHOUT ROWID;
    """

  static let checkpoints = CheckedTable(
    "local_gate", key: 1,
    ["journal": .bytes, "number": .integer, "digest": .bytes, "carried_until": .integer],
    remedy: LocalTables.madeBySync)
  static let candidates = CheckedTable(
    "local_candidates", key: 2,
    [
      "app": .text, "id": .text, "related": .text, "domain": .text, "tag": .bytes,
      "content": .bytes, "private_number": .integer,
    ], remedy: LocalTables.madeBySync)
  static let endorsed = CheckedTable(
    "local_vouched", key: 4,
    [
      "tag": .bytes, "content": .bytes, "app": .text, "id": .text, "private_number": .integer,
      "content_number": .integer,
    ], remedy: LocalTables.madeBySync)
  static let origins = CheckedTable(
    "local_origins", key: 1, ["number": .integer, "private_number": .integer],
    remedy: LocalTables.madeBySync)
  static let receipts = CheckedTable(
    "local_receipts", key: 1, ["last": .integer, "receipt": .bytes],
    remedy: LocalTables.madeBySync)
  /// Lists of a day that a public item was reported to be in.
  static let shown = CheckedTable(
    "local_shown", key: 2, ["day": .integer, "tag": .bytes, "lists": .integer],
    remedy: LocalTables.madeBySync)
  /// Those that are made together: where one is, each has been.
  static let first = [checkpoints, candidates, endorsed, origins]
  static let all = first + [receipts, shown]

  /// What is wrong with the tables, in words.
  ///
  /// - Parameter originsMax: a longer table of origins is left out. It is the one that grows with
  ///   the journal, and it decides nothing: it says why a report was made. Its rows are still
  ///   checked as they are read.
  func problems(originsMax: Int64 = .max) throws(SQLiteError) -> [String] {
    var found: [String] = []
    for table in Self.all {
      if table.name == Self.origins.name, try table.count(in: connection) > originsMax { continue }
      if let problem = try table.problem(in: connection) { found.append(problem) }
    }
    return found
  }

  /// Forgets everything: the filter reads the private journal again.
  func clear() throws(SQLiteError) {
    for table in Self.all { try table.clear(in: connection) }
  }

  /// Forgets what names entries of an epoch that is over.
  func forgetNumbers() throws(SQLiteError) {
    try Self.origins.clear(in: connection)
    try Self.receipts.clear(in: connection)
    for row in try Self.endorsed.rows("WHERE content_number IS NOT NULL", in: connection) {
      guard var endorsed = Endorsed(row) else { continue }
      endorsed.contentNumber = nil
      try Self.endorsed.replace(endorsed.row, in: connection)
    }
  }

  /// Has the filter continue from there.
  func move(to checkpoint: Checkpoint) throws(SQLiteError) {
    try Self.checkpoints.clear(in: connection)
    try Self.checkpoints.insert(checkpoint.row, in: connection)
  }

  func checkpoint() throws(SQLiteError) -> Checkpoint? {
    try Self.checkpoints.rows(in: connection).first.flatMap(Checkpoint.init)
  }

  /// The same for who reads a private journal; nil where it is not the one that the filter was
  /// reading, or not any more.
  func checkpoint(
    of shared: Journal, reading own: Journal
  ) throws(JournalError) -> Checkpoint? {
    let found = try JournalError.translating(shared.path) {
      // A shared journal that somebody else's program made has no such table.
      try connection.hasTable("local_gate") ? try checkpoint() : nil
    }
    guard let found, found.journal == own.identity.name,
      try own.digest(at: found.position.number) == found.position.digest
    else { return nil }
    return found
  }

  // MARK: Candidates

  func put(_ candidate: Candidate) throws(SQLiteError) {
    try Self.candidates.replace(candidate.row, in: connection)
  }

  func remove(app: String, id: String) throws(SQLiteError) {
    try Self.candidates.remove("WHERE app = ? AND id = ?", .text(app), .text(id), in: connection)
  }

  func candidate(app: String, id: String) throws(SQLiteError) -> Candidate? {
    try Self.candidates.rows("WHERE app = ? AND id = ?", .text(app), .text(id), in: connection)
      .first.flatMap(Candidate.init)
  }

  /// Candidates that are bound to the item of that identifier; as all lists of them by identifier,
  /// in the order of their bytes.
  func candidates(app: String, boundTo id: String) throws(SQLiteError) -> [Candidate] {
    try Self.candidates.rows(
      "WHERE app = ? AND related = ? AND related <> '' ORDER BY id", .text(app), .text(id),
      in: connection
    ).compactMap(Candidate.init)
  }

  /// Candidates in the domain themselves.
  func candidates(app: String, _ domain: DomainName) throws(SQLiteError) -> [Candidate] {
    var found: [Candidate] = []
    for condition in domain.conditions(on: "domain") {
      found += try Self.candidates.rows(
        "WHERE app = ? AND \(condition.sql) ORDER BY id",
        values: [.text(app)] + condition.values.map { .text($0) }, in: connection
      ).compactMap(Candidate.init)
    }
    return found
  }

  /// Candidates that are bound to any item.
  func boundCandidates(app: String) throws(SQLiteError) -> [Candidate] {
    try Self.candidates.rows(
      "WHERE app = ? AND related <> '' ORDER BY id", .text(app), in: connection
    ).compactMap(Candidate.init)
  }

  func candidates(app: String) throws(SQLiteError) -> [Candidate] {
    try Self.candidates.rows("WHERE app = ? ORDER BY id", .text(app), in: connection)
      .compactMap(Candidate.init)
  }

  // MARK: Origins

  /// Remembers which private entry a report was made from.
  func reported(number: UInt64, privateNumber: UInt64) throws(SQLiteError) {
    try Self.origins.insert([.number(number), .number(privateNumber)], in: connection)
  }

  /// The private entry of each report that was made from one.
  func privateNumbers() throws(SQLiteError) -> [UInt64: UInt64] {
    var numbers: [UInt64: UInt64] = [:]
    for row in try Self.origins.rows(in: connection) {
      numbers[UInt64(row[0])] = UInt64(row[1])
    }
    return numbers
  }

  /// The reports that were made from a private entry.
  func reports(of privateNumber: UInt64) throws(SQLiteError) -> [UInt64] {
    try Self.origins.rows(
      "WHERE private_number = ? ORDER BY number", .number(privateNumber), in: connection
    ).map { UInt64($0[0]) }
  }

  /// The private entry that a report was made from.
  func privateNumber(of report: UInt64) throws(SQLiteError) -> UInt64? {
    try Self.origins.rows("WHERE number = ?", .number(report), in: connection).first.map {
      UInt64($0[1])
    }
  }

  // MARK: Feedback

  /// Days for which lists are counted: a clock that is set back further starts a new count.
  private static let shownDaysMax: Int64 = 31

  /// Counts a list that a public item was in, unless there were enough of them on the day.
  ///
  /// - Returns: whether it is reported.
  func countShown(_ tag: Tag, on day: Day) throws(SQLiteError) -> Bool {
    let (day, name) = (Int64(day.rawValue), LocalValue.bytes(tag.bytes))
    let known = try Self.shown.rows(
      "WHERE day = ? AND tag = ?", .integer(day), name, in: connection
    ).first
    let count = known.map { UInt64($0[2]) } ?? 0
    guard count < ResultFeedback.dailyMax else { return false }
    if known == nil {
      try Self.shown.remove("WHERE day < ?", .integer(day - Self.shownDaysMax), in: connection)
    }
    try Self.shown.replace([.integer(day), name, .number(count + 1)], in: connection)
    return true
  }

  /// Takes over counts that are known to be whole, where they are larger.
  func raiseShown(to rows: [CheckedTable.Row]) throws(SQLiteError) {
    for row in rows {
      let known = try Self.shown.rows(
        "WHERE day = ? AND tag = ?", values: Array(row.prefix(2)), in: connection)
      if known.first.map({ UInt64($0[2]) < UInt64(row[2]) }) ?? true {
        try Self.shown.replace(row, in: connection)
      }
    }
  }

  // MARK: Receipts

  func insertReceipt(_ receipt: Receipt) throws(SQLiteError) {
    try Self.receipts.replace(
      [.number(receipt.last.rawValue), .bytes(receipt.bytes)], in: connection)
  }

  /// The last entry that there is a receipt for; 0: none.
  func lastReceived() throws(SQLiteError) -> UInt64 {
    try Self.receipts.rows("ORDER BY last DESC LIMIT 1", in: connection).first.map {
      UInt64($0[0])
    } ?? 0
  }

  /// The receipt for an entry, as long as it is kept.
  func receipt(for number: UInt64) throws(SQLiteError) -> Receipt? {
    guard
      let row = try Self.receipts.rows(
        "WHERE last >= ? ORDER BY last LIMIT 1", .number(number), in: connection
      ).first,
      let receipt = try? Receipt(bytes: row[1].bytes ?? []), receipt.first.rawValue <= number
    else { return nil }
    return receipt
  }

  /// The receipts that are kept, the first one first.
  func allReceipts() throws(SQLiteError) -> [Receipt] {
    try Self.receipts.rows("ORDER BY last", in: connection).compactMap {
      try? Receipt(bytes: $0[1].bytes ?? [])
    }
  }

  /// Forgets receipts for entries that are gone.
  func forgetReceipts(through number: UInt64) throws(SQLiteError) {
    try Self.receipts.remove("WHERE last <= ?", .number(number), in: connection)
  }
}

extension UInt64 {
  /// The number of an entry in a row that was checked.
  init(_ value: LocalValue) { self.init(clamping: value.integer ?? 0) }
}

// MARK: Rows

extension FilterTables.Checkpoint {
  init?(_ row: CheckedTable.Row) {
    guard let journal = row[0].bytes.flatMap({ JournalName(hex: $0.hex) }),
      let digest = row[2].bytes.flatMap({ Digest(bytes: $0) })
    else { return nil }
    self.init(
      journal: journal, position: Journal.Position(number: UInt64(row[1]), digest: digest),
      carriedUntil: UInt64(row[3]))
  }

  var row: CheckedTable.Row {
    [
      .bytes(journal.bytes), .number(position.number), .bytes(position.digest.bytes),
      .number(carriedUntil),
    ]
  }
}

extension FilterTables.Candidate {
  init?(_ row: CheckedTable.Row) {
    guard let app = row[0].text, let id = row[1].text, let related = row[2].text,
      let domain = row[3].text, let tag = row[4].bytes.flatMap({ Tag(bytes: $0) }),
      let content = row[5].bytes.flatMap({ ContentDigest(hex: $0.hex) })
    else { return nil }
    self.init(
      app: app, id: id, related: related, domain: domain, tag: tag, content: content,
      privateNumber: UInt64(row[6]))
  }

  var row: CheckedTable.Row {
    [
      .text(app), .text(id), .text(related), .text(domain), .bytes(tag.bytes),
      .bytes(content.bytes), .number(privateNumber),
    ]
  }
}
