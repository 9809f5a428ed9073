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
    if let rows = try narrowedRows(of: query) {
      survey.narrowed = rows.count
      for row in rows {
        guard let hit = try hit(row: row) else { continue }
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

  /// The rows of the only documents of which the query may hold, in their order; nil: any may.
  package func narrowedRows(of query: Query) throws(SQLiteError) -> [Int64]? {
    let narrowing = QueryNarrowing(query) { DocumentedAttribute.byName[$0]?.isSearched ?? false }
    guard let rows = try rows(narrowing),
      rows.count * 100 <= (try wordedCount()) * Self.narrowShare
    else { return nil }
    return rows.map { Int64($0) }.sorted()
  }

  /// Calls `body` with documents in the order of their rows.
  ///
  /// - Parameters:
  ///   - rows: in their order; nil: of all.
  ///   - count: documents at most.
  /// - Returns: the row of the last one; nil: there are no more.
  package func forEach(
    after row: Int64, among rows: [Int64]?, atMost count: Int, _ body: (SearchDocument) -> Void
  ) throws(SQLiteError) -> Int64? {
    if let rows {
      let chosen = rows[rows.endOfPrefix(upTo: row)...].prefix(count)
      for row in chosen {
        if let hit = try hit(row: row) { body(hit.document) }
      }
      return chosen.count == count ? chosen.last : nil
    }
    var reached: [Int64] = []
    try forEach(after: row, atMost: count) { row, document in
      reached.append(row)
      body(document)
    }
    return reached.count == count ? reached.last : nil
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

extension [Int64] {
  /// The index of the first element above a value, in a sorted array.
  fileprivate func endOfPrefix(upTo value: Int64) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
