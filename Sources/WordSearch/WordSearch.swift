internal import SQLite

/// One search, in all segments.
struct WordSearch {
  private let segments: [Segment]
  /// How many of the segments, the first ones, count in what is taken from all documents.
  private let countedCount: Int
  private let query: WordQuery
  private let ranking: Ranking
  private let terms: [[UInt8]]
  private var best: BestHits

  init(
    _ query: WordQuery, in segments: [Segment], guests: [Segment] = [], _ ranking: Ranking,
    limit: Int
  ) {
    self.segments = segments + guests
    countedCount = segments.count
    self.query = query
    self.ranking = ranking
    terms = query.terms.map { Array($0.text.utf8) }
    best = BestHits(limit: limit)
  }

  private var figures: CollectionFigures {
    segments.prefix(countedCount).reduce(into: CollectionFigures()) { figures, segment in
      figures.documentCount += segment.liveCount
      figures.titleLength += segment.liveTitleLength
      figures.textLength += segment.liveTextLength
    }
  }

  private func postings(_ term: Int) throws(SQLiteError) -> [TermPostings] {
    try segments.map { segment throws(SQLiteError) in
      try segment.postings(terms[term], isPrefix: query.terms[term].isPrefix)
    }
  }

  // MARK: All documents

  /// Every document that has all terms, and who gives them their scores; nil when there is none.
  func matches(
    _ workspace: inout SearchWorkspace
  ) throws(SQLiteError) -> (candidates: [Candidates], ranker: Ranker)? {
    var postings: [[TermPostings]] = []
    for term in terms.indices { postings.append(try self.postings(term)) }
    // The rarest first: what it does not have need not be looked for any more.
    let counts = postings.map { $0.reduce(0) { $0 + $1.count } }
    var candidates = segments.map { Candidates($0, termCount: terms.count) }
    for term in terms.indices.sorted(by: { counts[$0] < counts[$1] }) {
      for index in candidates.indices {
        try candidates[index].narrow(term: term, to: postings[term][index], &workspace)
      }
      if candidates.allSatisfy({ $0.documents.isEmpty }) { return nil }
    }
    let figures = figures
    let ranker = Ranker(
      ranking, figures,
      documentCounts: terms.indices.map { term in
        query.isOneLetter
          ? figures.documentCount
          : candidates.prefix(countedCount).reduce(0) { $0 + $1.documentCounts[term] }
      },
      mayBeWhole: postings.last?.contains { $0.hasWhole } ?? false)
    return (candidates, ranker)
  }

  mutating func complete(
    _ workspace: inout SearchWorkspace, _ accept: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [WordHit] {
    guard let (candidates, ranker) = try matches(&workspace) else { return [] }
    for candidates in candidates {
      let apps = AppScores(query, in: candidates.segment)
      for (index, document) in candidates.documents.enumerated() {
        let mayFollow = try rank(
          document, { candidates.places[$0][index] }, of: candidates.segment, apps, ranker, accept)
        guard mayFollow else { break }
      }
    }
    return best.sorted
  }

  // MARK: One letter

  /// Looks at documents, the best first, until no later one can be among those that are asked for.
  mutating func oneLetter(
    _ workspace: inout SearchWorkspace, _ accept: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [WordHit] {
    let postings = try postings(0)
    let ranker = Ranker(
      ranking, figures, documentCounts: [figures.documentCount],
      mayBeWhole: postings.contains { $0.hasWhole })
    for (segment, postings) in zip(segments, postings) {
      let apps = AppScores(query, in: segment)
      var reader = try postings.inOrder()
      if reader == nil {
        var found = Candidates(segment, termCount: 1)
        try found.narrow(term: 0, to: postings, &workspace)
        for (index, document) in found.documents.enumerated() {
          let places = found.places[0][index]
          guard try rank(document, { _ in places }, of: segment, apps, ranker, accept) else {
            break
          }
        }
      }
      while let posting = reader?.read() {
        let places = posting.places.rawValue
        guard try rank(posting.document, { _ in places }, of: segment, apps, ranker, accept) else {
          break
        }
      }
    }
    return best.sorted
  }

  // MARK: Ranking

  /// - Returns: whether a later document of the segment may be among the best.
  @inline(__always)
  private mutating func rank(
    _ document: UInt32, _ places: (Int) -> UInt8, of segment: Segment, _ apps: AppScores,
    _ ranker: Ranker, _ accept: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    if let worst = best.worst {
      let merit =
        Int(try segment.merit(document)) + apps.most
        + ranking.shortfall(ofMeritsAt: segment.layout.minute)
      if merit + ranker.most < worst.score { return false }
      if merit + ranker.most(places) < worst.score { return true }
    }
    let record = try segment.record(document)
    guard let own = apps.score(record.app) else { return true }
    let hit = WordHit(
      row: record.row, score: ranker.score(record, places) + own, tieBreaker: record.tieBreaker)
    if let worst = best.worst, !hit.precedes(worst) { return true }
    if try accept(hit.row) { best.add(hit) }
    return true
  }

  /// Of what the score of a row is made; nil where it has not all terms.
  func explain(
    row: UInt32, _ workspace: inout SearchWorkspace
  ) throws(SQLiteError) -> ScoreExplanation? {
    guard let (candidates, ranker) = try matches(&workspace) else { return nil }
    for candidates in candidates {
      let segment = candidates.segment
      guard let document = try segment.document(row: row), !segment.isDead(document),
        let index = candidates.documents.firstIndex(of: document)
      else { continue }
      let record = try segment.record(document)
      let app = query.appScores[segment.apps[Int(record.app)]] ?? AppScore()
      return ranker.explain(record, app: app, query) { candidates.places[$0][index] }
    }
    return nil
  }
}

/// What the apps of a segment are worth, and which of them is looked in.
struct AppScores {
  private let scores: [Int]
  private let only: UInt32?
  /// No document is worth more for its app.
  let most: Int

  init(_ query: WordQuery, in segment: Segment) {
    scores = segment.apps.map { query.appScores[$0]?.sum ?? 0 }
    most = scores.max() ?? 0
    only = query.app.map { app in segment.apps.firstIndex(of: app).map { UInt32($0) } ?? .max }
  }

  /// Nil for an app that is not looked in.
  @inline(__always)
  func score(_ app: UInt32) -> Int? {
    if let only, app != only { return nil }
    return scores[Int(app)]
  }
}
