internal import JournalFormat
internal import SQLite
internal import WordSearch

/// A word of a query that was taken for another one.
package struct QueryCorrection: Hashable, Sendable {
  /// Folded, as is what was meant.
  package let typed: String
  package let meant: String
}

/// What was meant by a query in which words were mistyped.
struct CorrectedQuery {
  let query: WordQuery
  let corrections: [QueryCorrection]
  let editCount: Int
}

/// Finding what somebody meant who mistyped a word.
extension DocumentTable {
  /// Fewer characters make another word with each edit.
  private static let charactersForOneEdit = 5
  private static let charactersForTwoEdits = 9
  /// What is tried of words that are near.
  private static let nearMax = 4
  /// More words that no document has are no slip of the finger.
  private static let correctedMax = 2
  /// What each edit costs in thousandths, as much as a word in the title is worth.
  private static let editCost = 1_000

  /// Documents that have words that are near to those that none has, the best first.
  ///
  /// - Parameter question: what was looked for, with a term for each part of the words.
  func correctedHits(
    of words: [QueryWord], _ question: WordQuery, limit: Int, _ now: Timestamp,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [(hit: WordHit, query: CorrectedQuery)] {
    var found: [UInt32: (hit: WordHit, query: CorrectedQuery)] = [:]
    for corrected in try corrections(of: words, question, Ranking(at: now)) {
      let hits = try self.words.best(
        of: corrected.query, limit: limit, Ranking(at: now), accept: verify)
      for var hit in hits {
        hit.score -= Self.editCost * corrected.editCount
        if let other = found[hit.row], !hit.precedes(other.hit) { continue }
        found[hit.row] = (hit, corrected)
      }
    }
    let best = found.values.sorted { $0.hit.precedes($1.hit) }
    return Array(best.prefix(limit))
  }

  /// What may have been meant, in which every word that no document has is another one.
  private func corrections(
    of words: [QueryWord], _ question: WordQuery, _ ranking: Ranking
  ) throws(SQLiteError) -> [CorrectedQuery] {
    var place = 0
    var unknown: [(place: Int, near: [WordTable.NearWord])] = []
    for word in words {
      defer { place += word.parts.count }
      guard let edits = Self.edits(of: word),
        case let term = WordQuery.Term(word.parts[0], isPrefix: true),
        try !self.words.hasDocument(with: term, ranking)
      else { continue }
      let isLast = place == question.terms.count - 1
      let near = try self.words.words(
        near: WordQuery.Term(word.parts[0], isPrefix: isLast), editsMax: edits,
        limit: Self.nearMax + 1, ranking
      ).filter { $0.editCount > 0 }
      unknown.append((place, Array(near.prefix(Self.nearMax))))
    }
    guard !unknown.isEmpty, unknown.count <= Self.correctedMax else { return [] }
    var made = [CorrectedQuery(query: question, corrections: [], editCount: 0)]
    for (place, near) in unknown {
      made = made.flatMap { made in near.map { made.taking($0, at: place) } }
    }
    return made
  }

  /// How many edits a word may be away from what was meant; nil: none.
  private static func edits(of word: QueryWord) -> Int? {
    guard !word.isRun, word.parts.count == 1 else { return nil }
    let count = word.parts[0].unicodeScalars.count
    guard count >= charactersForOneEdit else { return nil }
    return count >= charactersForTwoEdits ? 2 : 1
  }
}

extension CorrectedQuery {
  fileprivate func taking(_ word: WordTable.NearWord, at place: Int) -> CorrectedQuery {
    var query = query
    let correction = QueryCorrection(typed: query.terms[place].text, meant: word.text)
    query.terms[place].text = word.text
    return CorrectedQuery(
      query: query, corrections: corrections + [correction],
      editCount: editCount + word.editCount)
  }
}
