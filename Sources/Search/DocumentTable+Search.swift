package import JournalFormat
package import SQLite
internal import TextAnalysis
internal import WordSearch

extension DocumentTable {
  /// As many that have the words as they were typed are enough.
  private static let enough = 10

  /// What the words of a query but the last are taken for.
  package enum QueryForm: Hashable, Sendable {
    /// For words where ten documents have them; else for beginnings of words.
    case typed
    /// For beginnings of words.
    case beginnings
  }

  /// What a query found, and how it was looked for.
  struct Found {
    var hits: [WordHit]
    /// Nil where the query has no word.
    var query: WordQuery?
    /// All words of the query were taken for beginnings of words, not only the last one.
    var isWide = true
    /// What documents were found by that another query found than that, by rows.
    var others: [UInt32: OtherQuery] = [:]

    func query(findingRow row: UInt32) -> WordQuery? { others[row]?.query ?? query }

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
  ///
  /// - Parameters:
  ///   - app: nil searches in all apps.
  ///   - isExplained: whether to say of what each score is made, which is another search for each.
  ///   - accept: what else has to hold of a document; nil: nothing.
  package func search(
    _ query: String, as form: QueryForm = .typed, app: String?, now: Timestamp, limit: Int,
    isExplained: Bool = false, accept: ((SearchDocument) -> Bool)? = nil
  ) throws(SQLiteError) -> [SearchHit] {
    var hits: [SearchHit] = []
    let outcome = try find(query, as: form, app: app, now: now, limit: limit, accept)
    for hit in outcome.hits.prefix(limit) {
      guard var found = try self.hit(row: Int64(hit.row)) else { continue }
      found.score = hit.score
      found.corrections = outcome.others[hit.row]?.corrections ?? []
      found.omitted = outcome.others[hit.row]?.omitted ?? []
      if isExplained { found.explanation = try explanation(of: hit, in: outcome, now) }
      hits.append(found)
    }
    return hits
  }

  private func explanation(
    of hit: WordHit, in found: Found, _ now: Timestamp
  ) throws(SQLiteError) -> ScoreExplanation? {
    guard let question = found.query(findingRow: hit.row),
      var explanation = try words.explain(question, row: hit.row, Ranking(at: now))
    else { return nil }
    found.others[hit.row]?.explain(&explanation)
    return explanation
  }

  private func find(
    _ query: String, as form: QueryForm = .typed, app: String?, now: Timestamp, limit: Int,
    _ accept: ((SearchDocument) -> Bool)? = nil
  ) throws(SQLiteError) -> Found {
    let words = QueryWord.searched(in: query)
    guard !words.isEmpty else { return Found(hits: []) }
    // The same pages come of it, however long they are: at least this many are looked for.
    let limit = max(limit, Self.enough)
    let spellings = QueryWord.spellings(of: words)
    let bare = try question(query, words, app)
    let runs = words.filter { $0.isRun && $0.parts.count > 1 }
    let verify = { (row: UInt32) throws(SQLiteError) -> Bool in
      try self.counts(Int64(row), runs, now, accept)
    }
    for isWide in [false, true] {
      let questions = spellings.map { bare.asking(Self.terms(of: $0, isWide: isWide)) }
      let isWidest = questions.indices.allSatisfy {
        questions[$0].terms == Self.terms(of: spellings[$0], isWide: true)
      }
      guard isWide || (form == .typed && !isWidest) else { continue }
      var found = try best(of: questions, limit: limit, now, verify)
      found.isWide = isWide
      let ownCount =
        try guests.isEmpty ? found.hits.count : self.ownCount(of: questions, now, verify)
      guard isWide || ownCount >= Self.enough else { continue }
      guard form == .typed, ownCount < Self.enoughAsTyped else { return found }
      let counts = { (row: UInt32) throws(SQLiteError) -> Bool in
        try self.counts(Int64(row), [], now, accept)
      }
      try addCorrected(
        to: &found, for: Array(zip(spellings, questions)), limit: limit, now,
        { (row) throws(SQLiteError) in self.isGuest(row) ? false : try counts(row) }, verify)
      try addPartial(
        to: &found, for: words, bare, limit: limit, now, counts)
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
    question.appScores = try appScores()
    return question
  }

  /// The best of what several ways of writing a query find, of a document that of the way that fits
  /// best.
  private func best(
    of questions: [WordQuery], limit: Int, _ now: Timestamp,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Found {
    var found = Found(hits: [], query: questions[0])
    var best: [UInt32: WordHit] = [:]
    for (place, question) in questions.enumerated() {
      let hits = try words.best(of: question, limit: limit, Ranking(at: now), accept: verify)
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

  /// How many the device itself has, up to as many as are enough: guests change nothing of how its
  /// own are looked for.
  private func ownCount(
    of questions: [WordQuery], _ now: Timestamp,
    _ verify: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Int {
    let accept = { (row: UInt32) throws(SQLiteError) -> Bool in
      guard !self.isGuest(row) else { return false }
      return try verify(row)
    }
    return try best(of: questions, limit: Self.enough, now, accept).hits.count
  }

  func isGuest(_ row: UInt32) -> Bool { guests[row] != nil }

  /// All that is looked for: every pair of a run, and every word.
  private static func terms(of words: [QueryWord], isWide: Bool) -> [WordQuery.Term] {
    words.enumerated().flatMap { place, word in
      word.parts.enumerated().map { number, part in
        let isLast = number == word.parts.count - 1
        return WordQuery.Term(
          part, isPrefix: isLast && (isWide || word.isRun || place == words.count - 1))
      }
    }
  }

  /// Whether the document may be found now, is accepted and has the pairs of each run side by side.
  private func counts(
    _ row: Int64, _ runs: [QueryWord], _ now: Timestamp, _ accept: ((SearchDocument) -> Bool)?
  ) throws(SQLiteError) -> Bool {
    if !isGuest(UInt32(clamping: row)) {
      guard try isCurrent(row, now) else { return false }
    }
    guard !runs.isEmpty || accept != nil else { return true }
    guard let document = try hit(row: row)?.document, accept?(document) ?? true else {
      return false
    }
    let texts = document.searchedTexts.map { Token.all(in: $0) }
    return runs.allSatisfy { run in texts.contains { run.isFound(in: $0) } }
  }

  private func isCurrent(_ row: Int64, _ now: Timestamp) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      "SELECT 1 FROM documents AS document WHERE row = ?1 AND \(Self.isCurrentAt2)")
    defer { select.reset() }
    select.bind(1, row)
    select.bind(2, now.milliseconds)
    return try select.step()
  }

  // MARK: Explaining

  /// Why a query finds the item or activity; nil when there is none of that identifier.
  package func standing(
    of query: String, app: String, id: String, now: Timestamp
  ) throws(SQLiteError) -> QueryStanding? {
    guard let document = try itemOrActivity(app: app, id: id, at: now) else { return nil }
    let rows = Set(
      try rows("SELECT row FROM documents WHERE app = ? AND id = ? ORDER BY kind", app, id))
    let found = try find(query, app: nil, now: now, limit: Int(Int32.max))
    let place = found.hits.firstIndex { rows.contains(Int64($0.row)) }
    var texts: [[Token]] = []
    for row in rows.sorted() {
      texts += try hit(row: row)?.document.searchedTexts.map { Token.all(in: $0) } ?? []
    }
    var standing = QueryStanding(
      words: QueryWord.searched(in: query).map { word in
        QueryStanding.Word(
          text: word.text, isFound: texts.contains { word.isFound(in: $0) })
      },
      isExpired: try isExpired(document, at: now), isWide: found.isWide,
      place: place.map { $0 + 1 }, resultCount: found.hits.count)
    if let place {
      let hit = found.hits[place]
      standing.score = try explanation(of: hit, in: found, now)
      standing.omitted = found.others[hit.row]?.omitted ?? []
    }
    return standing
  }
}

extension Ranking {
  init(at time: Timestamp) { self.init(nowMilliseconds: time.milliseconds) }

  /// When views will have faded to one, after one more now than what would have faded then.
  func viewsFadeToOne(afterOneMoreThan minute: Int32) -> Int32 {
    let left = viewsLeft(fadingToOne: minute)
    // One more makes no difference to more than there are numbers for: a clock was set back far.
    return left.isFinite ? viewsFadeToOne(left + 1) : minute
  }
}
