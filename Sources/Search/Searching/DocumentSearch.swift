internal import JournalFormat
internal import SQLite
internal import TextAnalysis
package import WordSearch

/// What the words of a query but the last are taken for.
package enum QueryForm: Hashable, Sendable {
  /// For words where ten documents have them; else for beginnings of words.
  case typed
  /// For beginnings of words.
  case beginnings
  /// For words where ten documents have them; else for beginnings of words. Nothing else is taken
  /// for them.
  case asTyped
}

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
  /// All words of the query were taken for beginnings of words: too few documents have them whole.
  package let isWide: Bool
  /// Its place among all results, from 1 on; nil where it is not found.
  package let place: Int?
  package let resultCount: Int
  /// Words of the query that it has not, where it is found by the others.
  package internal(set) var omitted: [String] = []
  /// What it has in the place of words of the query, by a table of its app.
  package internal(set) var synonyms: [QuerySynonym] = []
  /// Why it stands at its place; nil where it is not found.
  package internal(set) var score: ScoreExplanation?
}

/// A search among the documents of an index as they are at a moment.
struct DocumentSearch {
  let documents: DocumentRows
  let words: WordTable
  let engagement: DocumentEngagement
  let synonyms: SynonymTable
  let now: Timestamp
  let ranking: Ranking
  /// What else has to hold of a document; nil: nothing.
  let accept: ((SearchDocument) -> Bool)?

  /// As many that have the words as they were typed are enough.
  private static let enough = 10

  /// What a query found, and how it was looked for.
  struct Found {
    var hits: [WordHit]
    /// Nil where the query has no word.
    var query: WordQuery?
    /// All words of the query were taken for beginnings of words, not only the last one.
    var isWide = true
    /// What documents were found by that another query found than that, by rows.
    var others: [UInt32: OtherQuery] = [:]
    /// Documents whose title is written as the query is, and what they gain by that.
    var writtenSo: (rows: Set<UInt32>, bonus: Int) = ([], 0)

    func query(findingRow row: UInt32) -> WordQuery? { others[row]?.query ?? query }

    /// Adds documents that other queries found; of one that is there the better score counts.
    mutating func merge(_ added: [(hit: WordHit, query: OtherQuery)], limit: Int) {
      guard !added.isEmpty else { return }
      var best = Dictionary(uniqueKeysWithValues: hits.map { ($0.row, $0) })
      for (hit, query) in added {
        if let known = best[hit.row], known.score >= hit.score { continue }
        best[hit.row] = hit
        others[hit.row] = query
        writtenSo.rows.remove(hit.row)
      }
      hits = Array(best.values.sorted { $0.precedes($1) }.prefix(limit))
    }

    /// Adds documents that other queries found, none above those that are there.
    mutating func addBelow(_ added: [(hit: WordHit, query: OtherQuery)], limit: Int) {
      let ordered = added.sorted { $0.hit.precedes($1.hit) }.prefix(limit)
      guard let first = ordered.first else { return }
      let excess = hits.last.map { max(0, first.hit.score - $0.score + 1) } ?? 0
      for var (hit, query) in ordered {
        hit.score -= excess
        query.subordination = excess
        hits.append(hit)
        others[hit.row] = query
      }
    }
  }

  /// The best documents in which the last word of the query begins a word, and the others are found
  /// as well.
  func hits(
    for query: String, as form: QueryForm, app: String?, limit: Int, isExplained: Bool
  ) throws(SQLiteError) -> [SearchHit] {
    var hits: [SearchHit] = []
    let outcome = try find(query, as: form, app: app, limit: limit)
    for hit in outcome.hits.prefix(limit) {
      guard var found = try documents.hit(row: Int64(hit.row)) else { continue }
      found.score = hit.score
      found.corrections = outcome.others[hit.row]?.corrections ?? []
      found.omitted = outcome.others[hit.row]?.omitted ?? []
      found.synonyms = outcome.others[hit.row]?.synonyms ?? []
      if isExplained { found.explanation = try explanation(of: hit, in: outcome) }
      hits.append(found)
    }
    return hits
  }

  private func explanation(
    of hit: WordHit, in found: Found
  ) throws(SQLiteError) -> ScoreExplanation? {
    guard let question = found.query(findingRow: hit.row),
      var explanation = try words.explain(question, row: hit.row, ranking)
    else { return nil }
    found.others[hit.row]?.explain(&explanation)
    if found.writtenSo.rows.contains(hit.row) {
      explanation.subtract(-found.writtenSo.bonus, for: "it is written exactly so")
    }
    return explanation
  }

  private func find(
    _ query: String, as form: QueryForm, app: String?, limit: Int
  ) throws(SQLiteError) -> Found {
    let words = QueryWord.searched(in: query)
    guard !words.isEmpty else { return Found(hits: []) }
    // The same pages come of it, however long they are: at least this many are looked for.
    let limit = max(limit, Self.enough)
    let spellings = QueryWord.spellings(of: words)
    var bare = try question(query, words, app)
    bare.spelledTermsMax = spellings.map { Self.terms(of: $0, isWide: true).count }.max() ?? 0
    let runs = words.filter { $0.isRun && $0.parts.count > 1 }
    let verify = { (row: UInt32) throws(SQLiteError) -> Bool in
      try self.counts(Int64(row), runs)
    }
    for isWide in [false, true] {
      let questions = spellings.map { bare.asking(Self.terms(of: $0, isWide: isWide)) }
      let isWidest = questions.indices.allSatisfy {
        questions[$0].terms == Self.terms(of: spellings[$0], isWide: true)
      }
      guard isWide || (form != .beginnings && !isWidest) else { continue }
      var found = try best(of: questions, limit: limit, verify)
      found.isWide = isWide
      try raiseWrittenSo(query, in: &found)
      let ownCount =
        try documents.guests.isEmpty ? found.hits.count : self.ownCount(of: questions, verify)
      guard isWide || ownCount >= Self.enough else { continue }
      guard form != .asTyped else { return found }
      try addSynonyms(to: &found, for: words, bare, limit: limit)
      let foundCount = max(ownCount, found.hits.count { !isGuest($0.row) })
      guard form == .typed, foundCount < QueryCorrector.enoughAsTyped else { return found }
      let counts = { (row: UInt32) throws(SQLiteError) -> Bool in
        try self.counts(Int64(row), [])
      }
      try addCorrected(
        to: &found, for: Array(zip(spellings, questions)), limit: limit,
        { (row) throws(SQLiteError) in self.isGuest(row) ? false : try counts(row) }, verify)
      try addPartial(
        to: &found, for: words, bare, limit: limit, counts)
      return found
    }
    return Found(hits: [])
  }

  /// A query without its terms.
  private func question(
    _ text: String, _ words: [QueryWord], _ app: String?
  ) throws(SQLiteError) -> WordQuery {
    var question = WordQuery([], app: app)
    question.length = words.reduce(0) { $0 + $1.length }
    question.name = NameTerm(text)
    question.appScores = try engagement.appScores()
    return question
  }

  /// The best of what several ways of writing a query find, of a document that of the way that fits
  /// best.
  private func best(
    of questions: [WordQuery], limit: Int,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Found {
    var found = Found(hits: [], query: questions[0])
    var best: [UInt32: WordHit] = [:]
    for (place, question) in questions.enumerated() {
      let hits = try words.best(of: question, limit: limit, ranking, accept: verify)
      guard questions.count > 1 else {
        found.hits = hits
        return found
      }
      for hit in hits {
        if let known = best[hit.row], known.score >= hit.score { continue }
        best[hit.row] = hit
        if place > 0 { found.others[hit.row] = OtherQuery(query: question) }
      }
    }
    found.hits = Array(best.values.sorted { $0.precedes($1) }.prefix(limit))
    return found
  }

  /// As many documents that are called as the query is are looked at.
  private static let calledSoMax = 64

  /// Of documents that are called as the query is, those stand first whose title is also written
  /// so, but for capitals: "C#-Kurs" before "C# Kurs", whichever of them people opened oftener.
  private func raiseWrittenSo(_ query: String, in found: inout Found) throws(SQLiteError) {
    guard let name = found.query?.name, found.hits.count > 1 else { return }
    let typed = Self.written(query)
    var (so, otherwise): ([WordHit], [WordHit]) = ([], [])
    for hit in found.hits.prefix(Self.calledSoMax) {
      guard let document = try documents.hit(row: Int64(hit.row))?.document,
        ([document.title] + document.names).contains(where: { NameTerm($0) == name })
      else { break }
      if Self.written(document.title) == typed { so.append(hit) } else { otherwise.append(hit) }
    }
    guard let last = so.last, let first = otherwise.first, first.precedes(last) else { return }
    found.writtenSo = (Set(so.map(\.row)), first.score - last.score + 1)
    for place in so.indices { so[place].score += found.writtenSo.bonus }
    found.hits.replaceSubrange(..<(so.count + otherwise.count), with: so + otherwise)
  }

  private static func written(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  /// How many the device itself has, up to as many as are enough: guests change nothing of how its
  /// own are looked for.
  private func ownCount(
    of questions: [WordQuery],
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Int {
    let accept = { (row: UInt32) throws(SQLiteError) -> Bool in
      guard !self.isGuest(row) else { return false }
      return try verify(row)
    }
    return try best(of: questions, limit: Self.enough, accept).hits.count
  }

  private func isGuest(_ row: UInt32) -> Bool { documents.guests[row] != nil }

  /// All that is looked for: every pair of a run, and every word.
  private static func terms(of words: [QueryWord], isWide: Bool) -> [WordQuery.Term] {
    words.enumerated().flatMap { place, word in
      word.parts.enumerated().map { number, part in
        let isLast = number == word.parts.count - 1
        return WordQuery.Term(
          part,
          isPrefix: isLast
            && (word.isRun || (!word.isSynonym && (isWide || place == words.count - 1))))
      }
    }
  }

  /// Whether the document may be found now, is accepted and has the pairs of each run side by side.
  private func counts(
    _ row: Int64, _ runs: [QueryWord]
  ) throws(SQLiteError) -> Bool {
    if !isGuest(UInt32(clamping: row)) {
      guard try documents.isCurrent(row, now) else { return false }
    }
    guard !runs.isEmpty || accept != nil else { return true }
    guard let document = try documents.hit(row: row)?.document, accept?(document) ?? true else {
      return false
    }
    let texts = document.searchedTexts.map { Token.all(in: $0) }
    return runs.allSatisfy { run in texts.contains { run.isFound(in: $0) } }
  }

  // MARK: Other queries

  /// Adds documents that have what their apps take for the same as what was typed, each at the
  /// place of its score.
  private func addSynonyms(
    to found: inout Found, for words: [QueryWord], _ bare: WordQuery, limit: Int
  ) throws(SQLiteError) {
    var best: [UInt32: (hit: WordHit, query: OtherQuery)] = [:]
    for other in try SynonymQuery.all(for: words, app: bare.app, synonyms) {
      let runs = other.words.filter { $0.isRun && $0.parts.count > 1 }
      for spelling in QueryWord.spellings(of: other.words) {
        var query = OtherQuery(query: bare.asking(Self.terms(of: spelling, isWide: found.isWide)))
        query.query.app = other.app
        query.query.length = other.words.reduce(0) { $0 + $1.length }
        query.query.name = NameTerm(other.words.map(\.text).joined(separator: " "))
        (query.synonyms, query.synonymLoss) = (other.synonyms, other.loss)
        let hits = try self.words.best(of: query.query, limit: limit, ranking) {
          row throws(SQLiteError) in try self.counts(Int64(row), runs)
        }
        for var hit in hits {
          hit.score -= other.loss
          if let known = best[hit.row], known.hit.score >= hit.score { continue }
          best[hit.row] = (hit, query)
        }
      }
    }
    found.merge(Array(best.values), limit: limit)
  }

  /// Adds documents that have words that are near to those that hardly any has: the best of them
  /// first, and none above those that have the words as they were typed.
  ///
  /// - Parameter isCurrent: whether a document counts in the search.
  private func addCorrected(
    to found: inout Found, for spellings: [(words: [QueryWord], question: WordQuery)], limit: Int,
    _ isCurrent: (UInt32) throws(SQLiteError) -> Bool,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    let exact = Set(found.hits.map(\.row))
    let corrector = QueryCorrector(words: words, ranking: ranking)
    var best: [UInt32: (hit: WordHit, query: OtherQuery)] = [:]
    for (words, question) in spellings {
      for corrected in try corrector.corrections(of: words, question, isCurrent) {
        let hits = try self.words.best(
          of: corrected.query, limit: limit + exact.count, ranking, accept: verify)
        for var hit in hits where !exact.contains(hit.row) {
          hit.score -= corrected.loss
          if let other = best[hit.row], !hit.precedes(other.hit) { continue }
          best[hit.row] = (hit, corrected)
        }
      }
    }
    found.addBelow(Array(best.values), limit: limit)
  }

  /// Adds documents that have some of the words, below those that have all of them, where hardly
  /// one of the device's own has.
  private func addPartial(
    to found: inout Found, for words: [QueryWord], _ bare: WordQuery, limit: Int,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    guard found.hits.count(where: { !isGuest($0.row) }) < QueryCorrector.enoughAsTyped else {
      return
    }
    let full = Set(found.hits.map(\.row))
    var best: [UInt32: (hit: WordHit, query: OtherQuery)] = [:]
    for isApart in words.contains(where: { !$0.pieces.isEmpty }) ? [false, true] : [false] {
      guard let partial = PartialQuery(words, isApart: isApart, bare) else { continue }
      let hits = try self.words.best(
        of: partial.query, limit: limit + full.count, ranking, accept: verify)
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

  // MARK: Explaining

  /// Why a query finds the item or activity; nil when there is none of that identifier.
  func standing(
    of query: String, app: String, id: String
  ) throws(SQLiteError) -> QueryStanding? {
    guard let document = try documents.itemOrActivity(app: app, id: id, at: now) else { return nil }
    let rows = Set(try documents.rows(named: id, app: app))
    let found = try find(query, as: .typed, app: nil, limit: Int(Int32.max))
    let place = found.hits.firstIndex { rows.contains(Int64($0.row)) }
    var texts: [[Token]] = []
    for row in rows.sorted() {
      texts += try documents.hit(row: row)?.document.searchedTexts.map { Token.all(in: $0) } ?? []
    }
    var standing = QueryStanding(
      words: QueryWord.searched(in: query).map { word in
        QueryStanding.Word(
          text: word.text, isFound: texts.contains { word.isFound(in: $0) })
      },
      isExpired: try documents.isExpired(document, at: now), isWide: found.isWide,
      place: place.map { $0 + 1 }, resultCount: found.hits.count)
    if let place {
      let hit = found.hits[place]
      standing.score = try explanation(of: hit, in: found)
      standing.omitted = found.others[hit.row]?.omitted ?? []
      standing.synonyms = found.others[hit.row]?.synonyms ?? []
    }
    return standing
  }
}
