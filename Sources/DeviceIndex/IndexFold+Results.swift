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
    try documents.withGuests(publicResults.map(\.guest), now: now) { () throws(SQLiteError) in
      var list = ResultList(self, at: now, limit: limit) { (hit, shown) in
        hasExcerpts ? shown.matched(by: query, hit.corrections) : nil
      }
      try list.expect(publicResults, app: app, accept)
      // An item and all that is bound to it are one result of many hits: there may have to be more
      // of these, and a longer list of hits begins as the shorter one does.
      var asked = min(limit, Self.resultsMax) * 2
      while true {
        let hits = try documents.search(
          query, app: app, now: now, limit: asked, isExplained: isExplained, accept: accept)
        try list.take(hits)
        guard !list.isFull, hits.count == asked else { return list.results }
        asked *= 4
      }
    }
  }
}
