package import JournalFormat
package import SQLite
internal import WordSearch

/// A public item among the documents of a device, while one search looks through both.
package struct GuestDocument: Hashable, Sendable {
  package let document: SearchDocument
  /// Engagements that the cloud counted.
  package let engagedCount: UInt64

  package init(_ document: SearchDocument, engagedCount: UInt64) {
    self.document = document
    self.engagedCount = engagedCount
  }
}

/// Public items that are ranked as if the device had them: by the same words, against what the
/// device's own documents are like. So these stand as they would without them.
extension DocumentTable {
  /// Calls `body` while the guests can be found; nothing of them gets into the file.
  package func withGuests<Value>(
    _ guests: [GuestDocument], now: Timestamp, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // Rows of documents are given from 1 on.
    let rows = guests.indices.map { UInt32.max - UInt32(clamping: $0) }
    self.guests = Dictionary(uniqueKeysWithValues: zip(rows, guests.map(\.document)))
    defer { self.guests = [:] }
    return try words.withGuests(zip(rows, guests).map(Self.words), Ranking(at: now), body)
  }

  private static func words(of row: UInt32, _ guest: GuestDocument) -> WordDocument {
    let document = guest.document
    var words = WordDocument(
      row: row, app: document.app, tieBreaker: tieBreaker(document),
      title: document.title, keywords: document.keywords, text: document.body)
    words.names = document.names
    words.signals.popularity = Ranking.popularity(engaged: guest.engagedCount)
    return words
  }
}

/// Pages of the web: the device's own copy of a public one is recognised by its address.
extension DocumentTable {
  static let pageIndex = """
    CREATE INDEX IF NOT EXISTS documents_by_page ON documents (page) WHERE page <> '';
    """
  /// Copies of one page that are looked at.
  private static let copiesMax = 16

  /// What names the page that a document shows; empty where it shows none, or where its address
  /// may not be in a file.
  static func page(_ document: SearchDocument) -> String {
    document.protected == nil ? CanonicalURL(document.url)?.text ?? "" : ""
  }

  /// The items and activities that show a page and have not expired, in an order of their names.
  package func documents(
    showing page: CanonicalURL, app: String?, now: Timestamp
  ) throws(SQLiteError) -> [SearchDocument] {
    let select = try connection.statement(
      """
      SELECT row FROM documents
      WHERE page = ?1 AND page <> '' AND (?2 IS NULL OR app = ?2)
        AND (expires = 0 OR expires > ?3)
      ORDER BY kind, app, id LIMIT \(Self.copiesMax)
      """)
    select.bind(1, page.text)
    if let app { select.bind(2, app) } else { select.bindNull(2) }
    select.bind(3, now.milliseconds)
    var found: [SearchDocument] = []
    for row in try Self.rows(of: select) {
      if let hit = try hit(row: row) { found.append(hit.document) }
    }
    return found
  }
}
