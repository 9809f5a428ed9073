package import JournalFormat
package import SQLite
package import Search

extension IndexFold {
  /// More results than this are never asked for: rows have 32 bits.
  private static let resultsMax = Int(Int32.max) / 2

  /// What the words find, the best first, each thing once and nothing that is locked: of a device's
  /// own index, and of one as it was.
  ///
  /// - Parameter accept: what else has to hold of a result.
  package func results(
    for query: String, app: String?, now: Timestamp, limit: Int, isExplained: Bool = false,
    hasExcerpts: Bool = false, accept: ((SearchDocument) -> Bool)? = nil,
    blending publicResults: [PublicResult] = []
  ) throws(SQLiteError) -> [SearchResult] {
    let hits = try documents.withGuests(publicResults.map(\.guest), now: now) {
      () throws(SQLiteError) in
      try documents.search(
        query, app: app, now: now, limit: min(limit, Self.resultsMax) * 2,
        isExplained: isExplained, accept: accept)
    }
    var list = ResultList(publicResults)
    for hit in hits where list.results.count < limit {
      guard let shown = try shown(hit.document, at: now),
        var result = try list.next(hit.document, { () throws(SQLiteError) in try result(shown) })
      else { continue }
      result.explanation = hit.explanation
      result.corrections = hit.corrections.map { WordCorrection($0) }
      if hasExcerpts {
        let found = shown.matched(by: query, hit.corrections)
        result.markedTitle = SearchExcerpt(found.title)
        result.snippet = found.snippet.map { SearchExcerpt($0) }
      }
      list.add(result)
    }
    return list.results
  }
}
