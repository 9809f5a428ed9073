internal import JournalFormat
internal import SQLite
internal import WordSearch

/// What people did with the documents of an index, and what that makes of their ranks: columns of
/// the documents, and sums for each app.
struct DocumentEngagement {
  private let connection: Connection

  /// How often the documents of an app have to be looked at to count as much as knowing nothing.
  private static let appDoubt = 20.0

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

  /// Adds lists of which nothing was opened, and how often they had a document looked at.
  func abandon(
    _ row: Int64, app: String, lists: Int64, looks: Int64
  ) throws(SQLiteError) {
    let update = try connection.statement(
      """
      UPDATE documents SET looks = looks + ?1, abandoned_looks = abandoned_looks + ?1,
        abandoned_lists = abandoned_lists + ?2
      WHERE row = ?3
      """)
    update.bind(1, looks)
    update.bind(2, lists)
    update.bind(3, row)
    try update.run()
    try addToApp(app, opened: 0, looks: looks)
  }

  /// Replaces what all lists came to of which nothing was opened.
  func setAbandoned(
    _ row: Int64, app: String, lists: Int64, looks: Int64
  ) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT abandoned_lists, abandoned_looks FROM documents WHERE row = ?")
    defer { select.reset() }
    select.bind(1, row)
    guard try select.step() else { return }
    try abandon(
      row, app: app, lists: lists - select.integer(0), looks: looks - select.integer(1))
  }

  /// How a document was seen; nil: there is none.
  func seen(_ row: Int64) throws(SQLiteError) -> SeenDocument? {
    let select = try connection.statement(
      "SELECT opened, looks, abandoned_lists FROM documents WHERE row = ?")
    defer { select.reset() }
    select.bind(1, row)
    guard try select.step() else { return nil }
    return SeenDocument(
      openedCount: select.integer(0), looks: select.integer(1), abandonedCount: select.integer(2))
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
    let twice = 2 * ShownPlace.look
    let select = try connection.statement(
      """
      SELECT row FROM documents AS document
      WHERE kind = \(SearchDocument.Kind.activity.rawValue) AND opened >= 3
        AND opened * \(twice) >= looks + \(twice) AND (?1 IS NULL OR app = ?1)
        AND \(DocumentRows.isCurrentAt2)
      ORDER BY opened * 1.0 / (looks + \(twice)) DESC, app, id
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
        Ranking.engagement(
          engaged: Double(select.integer(1)), seen: Self.seen(select.integer(2)),
          doubt: Self.appDoubt))
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
    words.signals.engagement =
      select.integer(2) > 0
      ? Ranking.documentEngagement(
        engaged: Double(select.integer(1)), seen: Self.seen(select.integer(2))) : 0
  }

  fileprivate static func seen(_ looks: Int64) -> Double { Double(looks) / Double(ShownPlace.look) }
}

/// How people saw a document among results.
package struct SeenDocument: Hashable, Sendable {
  package let openedCount: Int64
  /// How often it was looked at, by its places, in thousandths.
  package let looks: Int64
  /// Lists that it was in, and of which nothing was opened.
  package let abandonedCount: Int64

  /// The score that it loses since it was never opened, in thousandths; 0: nothing.
  package var loss: Int {
    Ranking.loss(engaged: Double(openedCount), seen: DocumentEngagement.seen(looks))
  }
}

/// How often a result is looked at that is shown once: what stands further down is looked at more
/// seldom.
package enum ShownPlace {
  /// Looks are counted in parts, of which one look has so many.
  package static let look: Int64 = 1_000

  /// The parts of a look for a place in a list.
  ///
  /// - Parameter place: from 0 on, at the top.
  package static func looks(at place: Int) -> Int64 { look / Int64(clamping: place + 1) }
}
