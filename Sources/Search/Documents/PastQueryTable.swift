package import JournalFormat
package import SQLite
internal import TextAnalysis
internal import WordSearch

/// A query that led somewhere before, and begins with what is being typed.
package struct PastQuery: Hashable, Sendable {
  /// As it was typed last.
  package let text: String
  /// Characters at its beginning that were typed by now.
  package let typedCount: Int
  /// How often it led to something that is there, with counts that decay as views do.
  package let openedCount: Double

  /// Of two suggestions that are equal one is enough.
  package var folded: String { PastQueryTable.folded(text) }
}

/// What people typed before they opened something: it is suggested as long as something that it led
/// to is there, and goes with that.
package struct PastQueryTable {
  private let connection: Connection

  /// Bounds what a suggestion may cost.
  private static let pastQueriesMax = 10_000
  /// Longer texts are not kept for suggestions: nobody typed them.
  private static let queryBytesMax = 256

  private static let tables = """
    CREATE TABLE IF NOT EXISTS past_queries (
      folded TEXT NOT NULL, row INTEGER NOT NULL, typed TEXT NOT NULL, fades INTEGER NOT NULL,
      PRIMARY KEY (folded, row)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS past_queries_by_row ON past_queries (row);
    CREATE TRIGGER IF NOT EXISTS past_queries_go_with_their_document AFTER DELETE ON documents
    BEGIN
      DELETE FROM past_queries WHERE row = old.row;
    END;
    """

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    try connection.execute(Self.tables)
  }

  /// A query led to the documents.
  func add(_ query: String, leadingTo rows: [Int64], at time: Timestamp) throws(SQLiteError) {
    let typed = Self.withoutBlanks(query)
    guard !typed.isEmpty, typed.utf8.count <= Self.queryBytesMax else { return }
    let folded = Self.folded(typed)
    let ranking = Ranking(at: time)
    for row in rows {
      let before = try fades(folded, row: row)
      let upsert = try connection.statement(
        "INSERT OR REPLACE INTO past_queries VALUES (?, ?, ?, ?)")
      upsert.bind(1, folded)
      upsert.bind(2, row)
      upsert.bind(3, typed)
      upsert.bind(4, Int64(ranking.viewsFadeToOne(afterOneMoreThan: before)))
      try upsert.run()
    }
  }

  private func fades(_ folded: String, row: Int64) throws(SQLiteError) -> Int32 {
    let select = try connection.statement(
      "SELECT fades FROM past_queries WHERE folded = ? AND row = ?")
    defer { select.reset() }
    select.bind(1, folded)
    select.bind(2, row)
    return try select.step() ? Int32(clamping: select.integer(0)) : 0
  }

  /// Past queries that begin with the typed text; the most successful first, with counts that decay
  /// as views do. An empty text gives all.
  ///
  /// - Parameter app: the app of the results they led to; nil: any.
  package func queries(
    beginningWith typed: String, app: String?, now: Timestamp, limit: Int
  ) throws(SQLiteError) -> [PastQuery] {
    let beginning = Self.folded(typed)
    let select = try connection.statement(
      """
      SELECT past.folded, past.typed, past.fades, document.app, document.id
        FROM past_queries AS past JOIN documents AS document ON document.row = past.row
      WHERE past.folded >= ?1 AND past.folded < ?5 AND past.folded <> ?3
        AND (?4 IS NULL OR document.app = ?4) AND \(DocumentRows.isCurrentAt2)
        AND (document.related = '' OR NOT EXISTS (SELECT 1 FROM documents AS item
          WHERE item.app = document.app AND item.id = document.related AND item.kind = 0
            AND item.protection <> 0))
      LIMIT \(Self.pastQueriesMax)
      """)
    defer { select.reset() }
    select.bind(1, beginning)
    // Greater than whatever begins so: the scalar is not a character.
    select.bind(5, beginning + "\u{10FFFF}")
    select.bind(3, Self.withoutBlanks(beginning))
    if let app { select.bind(4, app) } else { select.bindNull(4) }
    select.bind(2, now.milliseconds)
    var found: [String: Led] = [:]
    let ranking = Ranking(at: now)
    while try select.step() {
      let views = ranking.viewsLeft(fadingToOne: Int32(clamping: select.integer(2)))
      found[select.text(0), default: Led()].add(
        [select.text(3), select.text(4)], typed: select.text(1), views: views)
    }
    let best = found.sorted {
      ($0.value.views, $1.key) > ($1.value.views, $0.key)
    }
    return best.prefix(max(0, limit)).map { folded, led in
      PastQuery(
        text: led.typed, typedCount: Self.count(of: beginning, in: led.typed),
        openedCount: led.views)
    }
  }

  /// What led to these may say what they say now that they are protected.
  func remove(leadingTo rows: [Int64]) throws(SQLiteError) {
    for row in rows {
      let delete = try connection.statement("DELETE FROM past_queries WHERE row = ?")
      delete.bind(1, row)
      try delete.run()
    }
  }

  /// To what a query led.
  private struct Led {
    private(set) var typed = ""
    private var latest = -1.0
    private var byDocument: [[String]: Double] = [:]
    /// An item and an activity of the same name are one.
    var views: Double { byDocument.values.sorted().reduce(0, +) }

    mutating func add(_ document: [String], typed: String, views: Double) {
      byDocument[document] = max(byDocument[document] ?? 0, views)
      guard (views, typed) > (latest, self.typed) else { return }
      (latest, self.typed) = (views, typed)
    }
  }

  /// Characters at the beginning of a text that fold to the beginning.
  private static func count(of beginning: String, in text: String) -> Int {
    var typed = ""
    for (place, character) in text.enumerated() {
      if folded(typed).unicodeScalars.count >= beginning.unicodeScalars.count { return place }
      typed.append(character)
    }
    return text.count
  }

  /// Without case, accents and blanks that make no difference; one at the end does.
  static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in TextFolding([.ignoresCase, .ignoresAccents]).folded(text) {
      guard scalar.properties.isWhitespace else {
        scalars.append(scalar)
        continue
      }
      if let last = scalars.last, last != " " { scalars.append(" ") }
    }
    return String(scalars)
  }

  private static func withoutBlanks(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
