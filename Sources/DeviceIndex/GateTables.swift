internal import JournalFormat
internal import JournalStore
internal import SQLite

/// What the privacy gate remembers, in tables of the shared journal's file that never travel.
struct GateTables {
  let connection: Connection

  /// How far into the private journal the gate has read.
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
  static let statements = """
    CREATE TABLE local_gate (
      journal BLOB, number INTEGER, digest BLOB, carried_until INTEGER
    ) STRICT;
    CREATE TABLE local_candidates (
      app TEXT, id TEXT, related TEXT, domain TEXT, tag BLOB, content BLOB,
      private_number INTEGER, PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_bound ON local_candidates (app, related) WHERE related <> '';
    CREATE TABLE local_vouched (
      tag BLOB, content BLOB, app TEXT, id TEXT, private_number INTEGER, content_number INTEGER,
      PRIMARY KEY (tag, content, app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_vouched_under ON local_vouched (app, id);
    CREATE TABLE local_origins (number INTEGER PRIMARY KEY, private_number INTEGER) STRICT;
    """

  /// What journals of earlier versions lack.
  static let laterStatements = """
    CREATE TABLE IF NOT EXISTS local_receipts (last INTEGER PRIMARY KEY, receipt BLOB) STRICT;
    """

  /// Forgets everything: the gate reads the private journal anew.
  func clear() throws(SQLiteError) {
    try connection.execute(
      """
      DELETE FROM local_gate; DELETE FROM local_candidates; DELETE FROM local_vouched;
      DELETE FROM local_origins; DELETE FROM local_receipts;
      """)
  }

  /// Forgets what names entries of an epoch that is over.
  func forgetNumbers() throws(SQLiteError) {
    try connection.execute(
      """
      DELETE FROM local_origins; DELETE FROM local_receipts;
      UPDATE local_vouched SET content_number = NULL;
      """)
  }

  func begin(at checkpoint: Checkpoint) throws(SQLiteError) {
    let insert = try connection.statement("INSERT INTO local_gate VALUES (?, ?, ?, ?)")
    bind(checkpoint, to: insert)
    try insert.run()
  }

  /// Has the gate go on from another place than before.
  func restart(at checkpoint: Checkpoint) throws(SQLiteError) {
    try connection.execute("DELETE FROM local_gate")
    try begin(at: checkpoint)
  }

  private func bind(_ checkpoint: Checkpoint, to statement: Statement) {
    statement.bind(1, checkpoint.journal.bytes)
    statement.bind(2, Int64(checkpoint.position.number))
    statement.bind(3, checkpoint.position.digest.bytes)
    statement.bind(4, Int64(checkpoint.carriedUntil))
  }

  func checkpoint() throws(SQLiteError) -> Checkpoint? {
    let select = try connection.statement(
      "SELECT journal, number, digest, carried_until FROM local_gate")
    defer { select.reset() }
    guard try select.step(), let journal = JournalName(hex: select.bytes(0).hex),
      let digest = Digest(bytes: select.bytes(2))
    else { return nil }
    return Checkpoint(
      journal: journal,
      position: Journal.Position(number: UInt64(clamping: select.integer(1)), digest: digest),
      carriedUntil: UInt64(clamping: select.integer(3)))
  }

  func move(to checkpoint: Checkpoint) throws(SQLiteError) {
    let update = try connection.statement(
      "UPDATE local_gate SET journal = ?, number = ?, digest = ?, carried_until = ?")
    bind(checkpoint, to: update)
    try update.run()
  }

  // MARK: Candidates

  private static let candidateColumns = "app, id, related, domain, tag, content, private_number"

  func put(_ candidate: Candidate) throws(SQLiteError) {
    let upsert = try connection.statement(
      "INSERT OR REPLACE INTO local_candidates VALUES (?, ?, ?, ?, ?, ?, ?)")
    upsert.bind(1, candidate.app)
    upsert.bind(2, candidate.id)
    upsert.bind(3, candidate.related)
    upsert.bind(4, candidate.domain)
    upsert.bind(5, candidate.tag.bytes)
    upsert.bind(6, candidate.content.bytes)
    upsert.bind(7, Int64(candidate.privateNumber))
    try upsert.run()
  }

  func remove(app: String, id: String) throws(SQLiteError) {
    let delete = try connection.statement("DELETE FROM local_candidates WHERE app = ? AND id = ?")
    delete.bind(1, app)
    delete.bind(2, id)
    try delete.run()
  }

  func candidate(app: String, id: String) throws(SQLiteError) -> Candidate? {
    try candidates("app = ? AND id = ?", app, id).first
  }

  /// Candidates that are bound to the item of that identifier.
  func candidates(app: String, boundTo id: String) throws(SQLiteError) -> [Candidate] {
    try candidates("app = ? AND related = ? AND related <> ''", app, id)
  }

  /// Candidates in the domain or below it; an empty domain holds nothing, as in the index.
  func candidates(app: String, domain: String) throws(SQLiteError) -> [Candidate] {
    guard !domain.isEmpty else { return [] }
    return try candidates(
      "app = ? AND (domain = ? OR (domain > ? AND domain < ?))", app, domain, domain + ".",
      domain + "/")
  }

  func candidates(app: String) throws(SQLiteError) -> [Candidate] {
    try candidates("app = ?", app)
  }

  /// By identifier, in the order of their bytes.
  private func candidates(
    _ condition: String, _ values: String...
  ) throws(SQLiteError) -> [Candidate] {
    let select = try connection.statement(
      "SELECT \(Self.candidateColumns) FROM local_candidates WHERE \(condition) ORDER BY id")
    defer { select.reset() }
    for (index, value) in values.enumerated() { select.bind(Int32(index + 1), value) }
    var found: [Candidate] = []
    while try select.step() {
      guard let tag = Tag(bytes: select.bytes(4)),
        let content = ContentDigest(hex: select.bytes(5).hex)
      else { continue }
      found.append(
        Candidate(
          app: select.text(0), id: select.text(1), related: select.text(2),
          domain: select.text(3), tag: tag, content: content,
          privateNumber: UInt64(clamping: select.integer(6))))
    }
    return found
  }

  /// Remembers which private entry a report was made from.
  func reported(number: UInt64, privateNumber: UInt64) throws(SQLiteError) {
    let insert = try connection.statement("INSERT INTO local_origins VALUES (?, ?)")
    insert.bind(1, Int64(number))
    insert.bind(2, Int64(privateNumber))
    try insert.run()
  }

  /// The private entry of each report that was made from one.
  func privateNumbers() throws(SQLiteError) -> [UInt64: UInt64] {
    let select = try connection.statement("SELECT number, private_number FROM local_origins")
    defer { select.reset() }
    var numbers: [UInt64: UInt64] = [:]
    while try select.step() {
      numbers[UInt64(clamping: select.integer(0))] = UInt64(clamping: select.integer(1))
    }
    return numbers
  }

  // MARK: Receipts

  func keep(_ receipt: Receipt) throws(SQLiteError) {
    let insert = try connection.statement("INSERT OR REPLACE INTO local_receipts VALUES (?, ?)")
    insert.bind(1, Int64(receipt.last.rawValue))
    insert.bind(2, receipt.bytes)
    try insert.run()
  }

  /// The last entry that there is a receipt for; 0: none.
  func lastReceived() throws(SQLiteError) -> UInt64 {
    UInt64(clamping: try connection.integer("SELECT ifnull(max(last), 0) FROM local_receipts"))
  }

  /// The receipt for an entry, as long as it is kept.
  func receipt(for number: UInt64) throws(SQLiteError) -> Receipt? {
    let select = try connection.statement(
      "SELECT receipt FROM local_receipts WHERE last >= ? ORDER BY last LIMIT 1")
    defer { select.reset() }
    select.bind(1, Int64(number))
    guard try select.step(), let receipt = try? Receipt(bytes: select.bytes(0)),
      receipt.first.rawValue <= number
    else { return nil }
    return receipt
  }
}
