package import JournalFormat
package import SQLite

/// Why a query finds a document or does not.
package struct QueryStanding: Hashable, Sendable {
  package struct Word: Hashable, Sendable {
    package let text: String
    /// Whether a word of the document begins like this.
    package let isFound: Bool
  }

  package let words: [Word]
  /// The document expired before the query was asked.
  package let isExpired: Bool
  /// The text's score: the lower the better; nil where it is not found.
  package let textScore: Double?
  package let lastEngaged: Timestamp?
  /// Its place among all results, from 1 on; nil where it is not found.
  package let place: Int?
  package let resultCount: Int
}

extension DocumentTable {
  /// Why a query finds the item or activity; nil when there is none of that identifier.
  package func standing(
    of query: String, app: String, id: String, now: Timestamp
  ) throws(SQLiteError) -> QueryStanding? {
    let rows = try rows(
      "SELECT row FROM documents WHERE app = ? AND id = ? ORDER BY kind", app, id)
    guard let row = rows.first else { return nil }
    let hits = try search(query, app: nil, now: now, limit: Int(Int32.max))
    let index = hits.firstIndex { $0.document.app == app && $0.document.id == id }
    var words: [QueryStanding.Word] = []
    for word in QueryWord.all(in: query) {
      let isFound = try matches(word.text, rows: rows)
      words.append(QueryStanding.Word(text: word.text, isFound: isFound))
    }
    let score = index == nil ? nil : try self.score(of: query, row: row)
    let found = try itemOrActivity(app: app, id: id)
    return QueryStanding(
      words: words, isExpired: found?.isExpired(at: now) ?? false, textScore: score,
      lastEngaged: index.flatMap { hits[$0].lastEngaged }, place: index.map { $0 + 1 },
      resultCount: hits.count)
  }

  private func matches(_ word: String, rows: [Int64]) throws(SQLiteError) -> Bool {
    for row in rows where try score(of: word, row: row) != nil { return true }
    return false
  }

  private func score(of query: String, row: Int64) throws(SQLiteError) -> Double? {
    guard let expression = MatchExpression(query) else { return nil }
    let select = try connection.statement(
      "SELECT bm25(words, 4.0, 1.0) FROM words WHERE words MATCH ? AND rowid = ?")
    defer { select.reset() }
    select.bind(1, expression.text)
    select.bind(2, row)
    return try select.step() ? select.double(0) : nil
  }
}
