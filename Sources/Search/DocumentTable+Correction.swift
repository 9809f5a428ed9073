internal import JournalFormat
internal import SQLite
internal import WordSearch

/// A word of a query that was taken for another one.
package struct QueryCorrection: Hashable, Sendable {
  /// Folded, as is what was meant.
  package let typed: String
  package let meant: String
}

/// The query that found a document which the first way of writing what was typed does not find, or
/// not as well.
struct OtherQuery {
  var query: WordQuery
  var corrections: [QueryCorrection] = []
  var editCount = 0
  /// Words that were typed and that the document has not.
  var omitted: [String] = []
  /// What it loses further, so that nothing of it is above what has all words as they were typed.
  var subordination = 0
}

/// Finding what somebody meant who mistyped a word.
extension DocumentTable {
  /// Fewer characters make another word with each edit.
  private static let charactersForOneEdit = 5
  private static let charactersForTwoEdits = 9
  /// What is tried of words that are near, and how many are looked at to find as many.
  private static let nearMax = 4
  private static let nearLookedAtMax = 16
  /// More words that hardly a document has are no slip of the finger.
  private static let correctedMax = 2
  /// As many documents that have a word say that it is what was meant.
  static let enoughAsTyped = 3
  /// What each edit costs in thousandths, as much as a word in the title is worth.
  fileprivate static let editCost = 1_000

  /// Adds documents that have words that are near to those that hardly any has: the best of them
  /// first, and none above those that have the words as they were typed.
  ///
  /// - Parameter isCurrent: whether a document counts in the search.
  func addCorrected(
    to found: inout Found, for spellings: [(words: [QueryWord], question: WordQuery)], limit: Int,
    _ now: Timestamp, _ isCurrent: (UInt32) throws(SQLiteError) -> Bool,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    let exact = Set(found.hits.map(\.row))
    var best: [UInt32: (hit: WordHit, query: OtherQuery)] = [:]
    for (words, question) in spellings {
      for corrected in try corrections(of: words, question, Ranking(at: now), isCurrent) {
        let hits = try self.words.best(
          of: corrected.query, limit: limit + exact.count, Ranking(at: now), accept: verify)
        for var hit in hits where !exact.contains(hit.row) {
          hit.score -= corrected.loss
          if let other = best[hit.row], !hit.precedes(other.hit) { continue }
          best[hit.row] = (hit, corrected)
        }
      }
    }
    found.addBelow(Array(best.values), limit: limit)
  }

  /// What may have been meant, in which one or two words that hardly a document has are others.
  private func corrections(
    of words: [QueryWord], _ question: WordQuery, _ ranking: Ranking,
    _ isCurrent: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [OtherQuery] {
    var place = 0
    var doubtful: [(place: Int, near: [WordTable.NearWord])] = []
    for word in words {
      defer { place += word.parts.count }
      guard let edits = Self.edits(of: word),
        try documentCount(
          of: WordQuery.Term(word.parts[0], isPrefix: true), question.app, ranking,
          atMost: Self.enoughAsTyped, isCurrent) < Self.enoughAsTyped
      else { continue }
      guard doubtful.count < Self.correctedMax else { return [] }
      let isLast = place == question.terms.count - 1
      let near = try self.words.words(
        near: WordQuery.Term(word.parts[0], isPrefix: isLast), editsMax: edits,
        limit: Self.nearLookedAtMax, ranking)
      var there: [WordTable.NearWord] = []
      for near in near where near.editCount > 0 && there.count < Self.nearMax {
        let term = WordQuery.Term(near.text, isPrefix: false)
        if try documentCount(of: term, question.app, ranking, atMost: 1, isCurrent) > 0 {
          there.append(near)
        }
      }
      doubtful.append((place, there))
    }
    return Self.combined(doubtful, question)
  }

  /// The question with every choice of the words that are near, and in one of two places also with
  /// the word that was typed.
  private static func combined(
    _ doubtful: [(place: Int, near: [WordTable.NearWord])], _ question: WordQuery
  ) -> [OtherQuery] {
    var made = [OtherQuery(query: question)]
    for (place, near) in doubtful {
      made += made.flatMap { made in near.map { made.taking($0, at: place) } }
    }
    return made.filter { $0.editCount > 0 }
  }

  /// Documents in which a search may find the word, counted up to a bound.
  private func documentCount(
    of term: WordQuery.Term, _ app: String?, _ ranking: Ranking, atMost limit: Int,
    _ isCurrent: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Int {
    try words.best(
      of: WordQuery([term], app: app), limit: limit, ranking, accept: isCurrent
    ).count
  }

  /// How many edits a word may be away from what was meant; nil: none.
  private static func edits(of word: QueryWord) -> Int? {
    guard !word.isRun, word.parts.count == 1 else { return nil }
    let scalars = word.parts[0].unicodeScalars
    // Another number is another thing, and no slip of the finger.
    guard !scalars.contains(where: { $0.properties.numericType != nil }) else { return nil }
    let count = scalars.count
    guard count >= charactersForOneEdit else { return nil }
    return count >= charactersForTwoEdits ? 2 : 1
  }
}

extension OtherQuery {
  /// Thousandths.
  var loss: Int { DocumentTable.editCost * editCount }

  fileprivate func taking(_ word: WordTable.NearWord, at place: Int) -> OtherQuery {
    var taken = self
    taken.corrections.append(QueryCorrection(typed: query.terms[place].text, meant: word.text))
    taken.query.terms[place].text = word.text
    taken.editCount += word.editCount
    return taken
  }

  /// Says in an explanation what the score has lost.
  func explain(_ explanation: inout ScoreExplanation) {
    explanation.subtract(loss, for: "typing errors")
    let others = omitted.isEmpty ? "the words as they were typed" : "all words"
    explanation.subtract(subordination, for: "others have \(others)")
  }
}

/// Finding what has some of the words.
extension DocumentTable {
  /// Adds documents that have some of the words, below those that have all of them, where hardly
  /// one of the device's own has.
  func addPartial(
    to found: inout Found, for words: [QueryWord], _ bare: WordQuery, limit: Int,
    _ now: Timestamp, _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    guard found.hits.count(where: { !isGuest($0.row) }) < Self.enoughAsTyped else { return }
    let full = Set(found.hits.map(\.row))
    var best: [UInt32: (hit: WordHit, query: OtherQuery)] = [:]
    for isApart in words.contains(where: { !$0.pieces.isEmpty }) ? [false, true] : [false] {
      guard let partial = PartialQuery(words, isApart: isApart, bare) else { continue }
      let hits = try self.words.best(
        of: partial.query, limit: limit + full.count, Ranking(at: now), accept: verify)
      for hit in hits where !full.contains(hit.row) {
        var query = OtherQuery(query: partial.query)
        query.omitted = partial.omitted(hit.missing)
        if let other = best[hit.row] {
          let counts = (query.omitted.count, other.query.omitted.count)
          guard counts.0 < counts.1 || (counts.0 == counts.1 && hit.precedes(other.hit)) else {
            continue
          }
        }
        best[hit.row] = (hit, query)
      }
    }
    found.addBelow(Array(best.values), limit: limit)
  }
}
