package import QueryLanguage
package import SQLite
internal import WordSearch

extension DocumentTable {
  /// How documents were chosen of which a query is asked.
  package struct Survey: Hashable, Sendable {
    /// Documents that were looked at.
    package var lookedAt = 0
    /// Nil where words narrowed nothing.
    package var narrowed: Int?
  }

  /// Above so many in a hundred of all documents, reading all of them in their order is faster than
  /// finding each.
  private static let narrowShare = 25

  /// Calls `body` with documents in no order, among them every one of which the query may hold.
  package func forEachCandidate(
    of query: Query, _ body: (SearchDocument) -> Void
  ) throws(SQLiteError) -> Survey {
    var survey = Survey()
    let narrowing = QueryNarrowing(query) { DocumentedAttribute.byName[$0]?.isSearched ?? false }
    let total = try wordedCount()
    if let rows = try rows(narrowing), rows.count * 100 <= total * Self.narrowShare {
      survey.narrowed = rows.count
      for row in rows.sorted() {
        guard let hit = try hit(row: Int64(row)) else { continue }
        survey.lookedAt += 1
        body(hit.document)
      }
      return survey
    }
    for kind in [SearchDocument.Kind.item, .activity] {
      try forEach(kind) { hit in
        survey.lookedAt += 1
        body(hit.document)
      }
    }
    return survey
  }

  /// Nil for everything.
  func rows(_ narrowing: QueryNarrowing) throws(SQLiteError) -> Set<UInt32>? {
    switch narrowing {
    case .everything: return nil
    case .beginnings(let beginnings):
      let query = WordQuery(beginnings.map { WordQuery.Term($0, isPrefix: true) })
      return Set(try words.rows(of: query, Ranking(at: time)))
    case .any(let parts):
      var found: Set<UInt32> = []
      for part in parts {
        guard let rows = try rows(part) else { return nil }
        found.formUnion(rows)
      }
      return found
    }
  }
}
