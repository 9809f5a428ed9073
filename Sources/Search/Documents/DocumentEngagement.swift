internal import JournalFormat
internal import SQLite
internal import WordSearch

/// What people did with the documents of an index, and what that makes of their ranks: columns of
/// the documents, and sums for each app.
struct DocumentEngagement {
  private let connection: Connection

  /// How often something has to be looked at to count as much as knowing nothing of it.
  private static let documentDoubt = 5.0
  private static let appDoubt = 20.0
  /// Looks are counted in parts: what stands further down is looked at more seldom.
  static let look: Int64 = 1_000

  /// Of each app what was opened of its documents that are there, and how often they were seen.
  private static let tables = """
    CREATE TABLE IF NOT EXISTS app_engagement (
      app TEXT PRIMARY KEY, opened INTEGER NOT NULL, looks INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER IF NOT EXISTS engagement_goes_with_its_document AFTER DELETE ON documents
      WHEN old.looks > 0
    BEGIN
      UPDATE app_engagement SET opened = opened - old.opened, looks = looks - old.looks
        WHERE app = old.app;
    END;
    CREATE TABLE IF NOT EXISTS app_hints (
      app TEXT PRIMARY KEY, documents INTEGER NOT NULL, hints INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER IF NOT EXISTS hints_come AFTER INSERT ON documents BEGIN
      INSERT INTO app_hints VALUES (new.app, 1, new.hint)
        ON CONFLICT (app) DO UPDATE SET documents = documents + 1, hints = hints + new.hint;
    END;
    CREATE TRIGGER IF NOT EXISTS hints_change AFTER UPDATE OF hint ON documents
      WHEN old.hint <> new.hint
    BEGIN
      UPDATE app_hints SET hints = hints + new.hint - old.hint WHERE app = new.app;
    END;
    CREATE TRIGGER IF NOT EXISTS hints_go AFTER DELETE ON documents BEGIN
      UPDATE app_hints SET documents = documents - 1, hints = hints - old.hint
        WHERE app = old.app;
    END;
    """

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    try connection.execute(Self.tables)
  }

  /// Adds what was opened of a document, and how often it was looked at.
  func see(
    _ row: Int64, app: String, opened: Int64, looks: Int64, at time: Timestamp
  ) throws(SQLiteError) {
    let update = try connection.statement(
      """
      UPDATE documents SET opened = opened + ?1, looks = looks + ?2,
        engaged = CASE WHEN ?1 > 0 THEN max(engaged, ?3) ELSE engaged END,
        fades = CASE WHEN ?1 > 0 THEN ?4 ELSE fades END
      WHERE row = ?5
      """)
    update.bind(1, opened)
    update.bind(2, looks)
    update.bind(3, time.milliseconds)
    update.bind(4, Int64(try fades(row, openedAt: time)))
    update.bind(5, row)
    try update.run()
    try addToApp(app, opened: opened, looks: looks)
  }

  private func addToApp(_ app: String, opened: Int64, looks: Int64) throws(SQLiteError) {
    let upsert = try connection.statement(
      """
      INSERT INTO app_engagement VALUES (?1, ?2, ?3)
        ON CONFLICT (app) DO UPDATE SET opened = opened + ?2, looks = looks + ?3
      """)
    upsert.bind(1, app)
    upsert.bind(2, opened)
    upsert.bind(3, looks)
    try upsert.run()
  }

  /// When the views of a document will have faded to one, after one more.
  private func fades(_ row: Int64, openedAt time: Timestamp) throws(SQLiteError) -> Int32 {
    let select = try connection.statement("SELECT fades FROM documents WHERE row = ?")
    defer { select.reset() }
    select.bind(1, row)
    let before = try select.step() ? Int32(clamping: select.integer(0)) : 0
    return Ranking(at: time).viewsFadeToOne(afterOneMoreThan: before)
  }

  /// Activities that were opened at least three times and in half of the times that they were seen,
  /// which counts as twice more than it was; the highest such ratio first.
  ///
  /// - Returns: their rows.
  func suggestedActivities(app: String?, now: Timestamp) throws(SQLiteError) -> [Int64] {
    let select = try connection.statement(
      """
      SELECT row FROM documents AS document
      WHERE kind = \(SearchDocument.Kind.activity.rawValue) AND opened >= 3
        AND opened * \(2 * Self.look) >= looks + \(2 * Self.look) AND (?1 IS NULL OR app = ?1)
        AND \(DocumentRows.isCurrentAt2)
      ORDER BY opened * 1.0 / (looks + \(2 * Self.look)) DESC, app, id
      """)
    if let app { select.bind(1, app) } else { select.bindNull(1) }
    select.bind(2, now.milliseconds)
    return try DocumentRows.rows(of: select)
  }

  /// The score of each app for how its documents are engaged with, and less for its hints.
  func appScores() throws(SQLiteError) -> [String: AppScore] {
    let select = try connection.statement(
      "SELECT app, opened, looks FROM app_engagement WHERE looks > 0")
    defer { select.reset() }
    var scores: [String: AppScore] = [:]
    while try select.step() {
      scores[select.text(0), default: AppScore()].engagement = Int(
        Self.engagement(
          opened: select.integer(1), looks: select.integer(2), doubt: Self.appDoubt))
    }
    let hints = try connection.statement(
      "SELECT app, hints, documents FROM app_hints WHERE hints <> 0 AND documents > 0")
    defer { hints.reset() }
    while try hints.step() {
      let mean = Double(hints.integer(1)) / Double(hints.integer(2))
      scores[hints.text(0), default: AppScore()].hints = -Int(
        (mean * Double(Ranking.hintWeight)).rounded())
    }
    return scores
  }

  /// Sets the signals of a document's words that are kept in its row.
  func addSignals(
    of row: Int64, to words: inout WordDocument, _ counts: inout ContentCounts
  ) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT fades, opened, looks, content FROM documents WHERE row = ?")
    defer { select.reset() }
    select.bind(1, row)
    guard try select.step() else { return }
    words.signals.duplication = try counts.duplication(select.integer(3))
    words.signals.viewsFadeToOne = Int32(clamping: select.integer(0))
    words.signals.engagement = Self.engagement(
      opened: select.integer(1), looks: select.integer(2), doubt: Self.documentDoubt)
  }

  private static func engagement(opened: Int64, looks: Int64, doubt: Double) -> Int16 {
    guard looks > 0 else { return 0 }
    return Ranking.engagement(
      engaged: Double(opened), seen: Double(looks) / Double(look), doubt: doubt)
  }
}
