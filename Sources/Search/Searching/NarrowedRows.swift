package import QueryLanguage
package import SQLite
internal import WordSearch

/// Looks up the rows of the only documents of which a query may hold, by words and attributes.
struct NarrowedRows {
  let words: WordTable
  let ranking: Ranking
  /// Above so many documents, reading all in their order is faster than finding each.
  let limit: Int

  private static let fewRows = 32
  /// More parts of which one has to hold are not looked up.
  private static let partsMax = 256

  /// Nil for everything, or where there are more than the limit.
  func rows(_ narrowing: QueryNarrowing) throws(SQLiteError) -> Set<UInt32>? {
    switch narrowing {
    case .everything: return nil
    case .beginnings(let beginnings, of: nil):
      let query = WordQuery(beginnings.map { WordQuery.Term($0, isPrefix: true) })
      return Set(try words.rows(of: query, ranking))
    case .beginnings(let beginnings, of: let attribute?):
      return try rows(beginnings, of: attribute)
    case .numbers(of: let attribute, let range):
      return try rows(
        of: attribute, from: AttributeTerm(attribute, number: range.lowerBound),
        through: AttributeTerm(attribute, number: range.upperBound))
    case .all(let parts):
      var found: Set<UInt32>?
      for part in parts {
        // To look at so few is as fast as to leave some of them out.
        if let found, found.count <= Self.fewRows { return found }
        guard let rows = try rows(part) else { continue }
        found = found?.intersection(rows) ?? rows
      }
      return found
    case .any(let parts):
      var left = Set(parts)
      guard left.count <= Self.partsMax else { return nil }
      var found: Set<UInt32> = []
      for part in parts where left.remove(part) != nil {
        guard let rows = try rows(part) else { return nil }
        found.formUnion(rows)
        guard found.count <= limit else { return nil }
      }
      return found
    }
  }

  /// Documents in which a word of the attribute begins with each of the texts.
  private func rows(
    _ beginnings: [String], of attribute: String
  ) throws(SQLiteError) -> Set<UInt32>? {
    var found: Set<UInt32>?
    for beginning in beginnings {
      let term = AttributeTerm(attribute, word: beginning)
      guard let rows = try rows(of: attribute, from: term, through: term, isPrefix: true)
      else { continue }
      found = found?.intersection(rows) ?? rows
    }
    return found
  }

  /// With those that say more than is kept, and so may say it.
  private func rows(
    of attribute: String, from first: AttributeTerm, through last: AttributeTerm,
    isPrefix: Bool = false
  ) throws(SQLiteError) -> Set<UInt32>? {
    let many = AttributeTerm(manyOf: attribute)
    guard
      let rows = try words.rows(
        from: first, through: last, isPrefix: isPrefix, limit: limit, ranking),
      let more = try words.rows(from: many, through: many, limit: limit, ranking)
    else { return nil }
    return rows.union(more)
  }
}

/// Reading the documents of which a query may hold.
extension DocumentTable {
  /// How documents were chosen of which a query is asked.
  package struct Survey: Hashable, Sendable {
    /// Documents that were looked at.
    package var lookedAt = 0
    /// Nil where neither words nor attributes narrowed anything.
    package var narrowed: Int?
  }

  /// Above so many in a hundred of all documents, reading all of them in their order is faster than
  /// finding each.
  private static let narrowShare = 25

  func narrowed(atMost limit: Int) -> NarrowedRows {
    NarrowedRows(words: words, ranking: Ranking(at: time), limit: limit)
  }

  /// Calls `body` with documents in no order, among them every one of which the query may hold.
  package func forEachCandidate(
    of query: Query, clock: QueryClock, _ body: (SearchDocument) -> Void
  ) throws(SQLiteError) -> Survey {
    var survey = Survey()
    if let narrowed = try narrowedRows(of: query, clock: clock) {
      survey.narrowed = narrowed.count
      for row in narrowed {
        guard let hit = try rows.hit(row: row) else { continue }
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
  package func narrowedRows(
    of query: Query, clock: QueryClock
  ) throws(SQLiteError) -> [Int64]? {
    let narrowing = QueryNarrowing(query, clock: clock) { .init(ofAttribute: $0) }
    let limit = try wordedCount() * Self.narrowShare / 100
    guard let rows = try narrowed(atMost: limit).rows(narrowing), rows.count <= limit else {
      return nil
    }
    return rows.map { Int64($0) }.sorted()
  }

  /// Calls `body` with documents in the order of their rows, as long as it says so.
  ///
  /// - Parameters:
  ///   - narrowed: rows in their order; nil: of all.
  ///   - count: documents at most.
  /// - Returns: the row of the last one; nil: there are no more.
  package func forEach(
    after row: Int64, among narrowed: [Int64]?, atMost count: Int, _ body: (SearchDocument) -> Bool
  ) throws(SQLiteError) -> Int64? {
    var (last, seen, isStopped) = (row, 0, false)
    if let narrowed {
      for row in narrowed[narrowed.endOfPrefix(upTo: row)...].prefix(count) where !isStopped {
        (last, seen) = (row, seen + 1)
        if let document = try rows.hit(row: row)?.document { isStopped = !body(document) }
      }
    } else {
      try rows.forEach(after: row, atMost: count) { row, document in
        (last, seen) = (row, seen + 1)
        isStopped = !body(document)
        return !isStopped
      }
    }
    return isStopped || seen == count ? last : nil
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
