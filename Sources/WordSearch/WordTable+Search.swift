package import SQLite

extension WordTable {
  /// The best documents for the query, the best first; the same whatever was merged when.
  ///
  /// - Parameter accept: whether a document counts, asked of those alone that are good enough.
  package func best(
    of query: WordQuery, limit: Int, _ ranking: Ranking,
    accept: (_ row: UInt32) throws(SQLiteError) -> Bool = { _ in true }
  ) throws(SQLiteError) -> [WordHit] {
    guard !query.terms.isEmpty, limit > 0 else { return [] }
    var search = WordSearch(
      query, in: try settledSegments(ranking), guests: try guestSegments(ranking), ranking,
      limit: limit)
    guard query.partialMin == nil else { return try search.partial(accept) }
    return query.isOneLetter
      ? try search.oneLetter(&workspace, accept) : try search.complete(&workspace, accept)
  }

  /// Documents that were put and not removed.
  package func documentCount(_ ranking: Ranking) throws(SQLiteError) -> Int {
    try settledSegments(ranking).reduce(0) { $0 + $1.liveCount }
  }

  /// The rows of all documents that have every term of the query, in no order.
  package func rows(of query: WordQuery, _ ranking: Ranking) throws(SQLiteError) -> [UInt32] {
    guard !query.terms.isEmpty else { return [] }
    let segments = try settledSegments(ranking)
    guard
      let (candidates, _) = try WordSearch(query, in: segments, ranking, limit: 0)
        .matches(&workspace)
    else { return [] }
    var rows: [UInt32] = []
    for candidates in candidates {
      for document in candidates.documents {
        rows.append(try candidates.segment.record(document).row)
      }
    }
    return rows
  }

  /// Of what the score of a row is made; nil where it has not all terms of the query.
  package func explain(
    _ query: WordQuery, row: UInt32, _ ranking: Ranking
  ) throws(SQLiteError) -> ScoreExplanation? {
    guard !query.terms.isEmpty else { return nil }
    return try WordSearch(
      query, in: try settledSegments(ranking), guests: try guestSegments(ranking), ranking,
      limit: 0
    ).explain(row: row, &workspace)
  }
}

extension WordQuery {
  /// The beginning of anything: so many words begin with one character that it says nothing of
  /// what is rare, and counts as if it stood everywhere.
  var isOneLetter: Bool {
    partialMin == nil && terms.count == 1 && terms[0].isPrefix
      && terms[0].text.unicodeScalars.count == 1
  }
}
