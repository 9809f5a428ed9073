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
  var synonyms: [QuerySynonym] = []
  /// What these cost, in thousandths.
  var synonymLoss = 0
  /// Words that were typed and that the document has not.
  var omitted: [String] = []
  /// What it loses further, so that nothing of it is above what has all words as they were typed.
  var subordination = 0
}

extension OtherQuery {
  /// Thousandths.
  var loss: Int { QueryCorrector.editCost * editCount }

  fileprivate func replacingWord(_ word: WordTable.NearWord, at place: Int) -> OtherQuery {
    var taken = self
    taken.corrections.append(QueryCorrection(typed: query.terms[place].text, meant: word.text))
    taken.query.terms[place].text = word.text
    taken.editCount += word.editCount
    return taken
  }

  /// Says in an explanation what the score has lost.
  func explain(_ explanation: inout ScoreExplanation) {
    explanation.subtract(loss, for: "typing errors")
    explanation.subtract(synonymLoss, for: "synonyms of what was typed")
    let others = omitted.isEmpty ? "the words as they were typed" : "all words"
    explanation.subtract(subordination, for: "others have \(others)")
  }
}

/// Finds what somebody may have meant who mistyped a word.
struct QueryCorrector {
  let words: WordTable
  let ranking: Ranking

  /// Fewer characters make another word with each edit.
  private static let charactersForOneEdit = 5
  private static let charactersForTwoEdits = 9
  /// What is tried of words that are near, and how many are looked at to find as many.
  private static let nearMax = 4
  private static let nearLookedAtMax = 16
  /// More rare words than this are not a slip of the finger.
  private static let correctedMax = 2
  /// As many documents that have a word say that it is what was meant.
  static let enoughAsTyped = 3
  /// What each edit costs in thousandths, as much as the score of a word in the title.
  fileprivate static let editCost = 1_000

  /// What may have been meant, in which one or two words that hardly a document has are others.
  func corrections(
    of words: [QueryWord], _ question: WordQuery,
    _ isCurrent: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [OtherQuery] {
    var place = 0
    var doubtful: [(place: Int, near: [WordTable.NearWord])] = []
    for word in words {
      defer { place += word.parts.count }
      guard let edits = Self.edits(of: word),
        try documentCount(
          of: WordQuery.Term(word.parts[0], isPrefix: true), question.app,
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
        if try documentCount(of: term, question.app, atMost: 1, isCurrent) > 0 {
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
      made += made.flatMap { made in near.map { made.replacingWord($0, at: place) } }
    }
    return made.filter { $0.editCount > 0 }
  }

  /// Documents in which a search may find the word, counted up to a bound.
  private func documentCount(
    of term: WordQuery.Term, _ app: String?, atMost limit: Int,
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
