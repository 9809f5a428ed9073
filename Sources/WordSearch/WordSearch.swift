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
      ranking, figures, query,
      documentCounts: terms.indices.map { term in
        query.isOneLetter
          ? figures.documentCount
          : candidates.prefix(countedCount).reduce(0) { $0 + $1.documentCounts[term] }
      },
      mayBeWhole: postings.map { $0.contains { $0.hasWhole } })
    return (candidates, ranker)
  }

  mutating func complete(
    _ workspace: inout SearchWorkspace, _ accept: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [WordHit] {
    guard let (candidates, ranker) = try matches(&workspace) else { return [] }
    for candidates in candidates {
      var place = try SegmentPlace(query, candidates.segment, ranker)
      for (index, document) in candidates.documents.enumerated() {
        place.move(to: document)
        guard try rank(place, { candidates.places[$0][index] }, ranker, accept) else { break }
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
      ranking, figures, query, documentCounts: [figures.documentCount],
      mayBeWhole: [postings.contains { $0.hasWhole }])
    for (segment, postings) in zip(segments, postings) {
      var place = try SegmentPlace(query, segment, ranker)
      var reader = try postings.inOrder()
      if reader == nil {
        var found = Candidates(segment, termCount: 1)
        try found.narrow(term: 0, to: postings, &workspace)
        for (index, document) in found.documents.enumerated() {
          let places = found.places[0][index]
          place.move(to: document)
          guard try rank(place, { _ in places }, ranker, accept) else { break }
        }
      }
      while let posting = reader?.read() {
        let places = posting.places.rawValue
        place.move(to: posting.document)
        guard try rank(place, { _ in places }, ranker, accept) else { break }
      }
    }
    return best.sorted
  }

  // MARK: Some terms

  /// Documents that have some of the terms. Those that are missing lower the score.
  mutating func partial(
    _ accept: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> [WordHit] {
    let (all, ranker) = try places()
    let least = max(1, query.partialMin ?? 0)
    for (segment, places) in zip(segments, all) {
      var place = try SegmentPlace(query, segment, ranker)
      for document in 0..<segment.layout.documentCount where places.told[document] >= least {
        place.move(to: UInt32(document))
        guard try rank(place, { places.of($0, in: document) }, ranker, accept) else { break }
      }
    }
    return best.sorted
  }

  /// For each segment where each document has each term, and who gives the scores.
  private func places() throws(SQLiteError) -> (places: [PartialPlaces], ranker: Ranker) {
    var counts = [Int](repeating: 0, count: terms.count)
    var all: [PartialPlaces] = []
    for (index, segment) in segments.enumerated() {
      var places = PartialPlaces(termCount: terms.count, segment.layout.documentCount)
      for term in terms.indices {
        let postings = try segment.postings(terms[term], isPrefix: query.terms[term].isPrefix)
        let count = try places.fill(term, with: postings, isTold: query.terms[term].weight == 1)
        if index < countedCount { counts[term] += count }
      }
      for compound in query.compounds {
        places.removePartial(compound) { query.terms[$0].weight == 1 }
      }
      all.append(places)
    }
    let ranker = Ranker(
      ranking, figures, query, documentCounts: counts, mayBeWhole: terms.map { _ in true })
    return (all, ranker)
  }

  // MARK: Ranking

  /// - Returns: whether a later document of the segment may be among the best.
  @inline(__always)
  private mutating func rank(
    _ place: SegmentPlace, _ places: (Int) -> UInt8, _ ranker: Ranker,
    _ accept: (UInt32) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    let (segment, document) = (place.segment, place.document)
    if let worst = best.worst {
      let staticRank =
        Int(try segment.staticRank(document)) + place.apps.upperBound
        + ranking.shortfall(ofStaticRanksAt: segment.layout.minute)
      if staticRank + ranker.upperBound + place.nameUpperBound < worst.score { return false }
      if staticRank + ranker.upperBound(places) + place.name < worst.score { return true }
    }
    let record = try segment.record(document)
    guard let own = place.apps.score(record.app) else { return true }
    let score = ranker.score(
      record, try segment.titleOrder(document), name: place.name, places)
    var hit = WordHit(row: record.row, score: score + own, tieBreaker: record.tieBreaker)
    if let worst = best.worst, !hit.precedes(worst) { return true }
    if query.partialMin != nil {
      for term in terms.indices where places(term) == 0 { hit.missing |= 1 << UInt64(term) }
    }
    if try accept(hit.row) { best.add(hit) }
    return true
  }

  /// Of what the score of a row is made; nil where it has not the terms.
  func explain(
    row: UInt32, _ workspace: inout SearchWorkspace
  ) throws(SQLiteError) -> ScoreExplanation? {
    guard query.partialMin == nil else { return try explainPartial(row: row) }
    guard let (candidates, ranker) = try matches(&workspace) else { return nil }
    for candidates in candidates {
      let segment = candidates.segment
      guard let document = try segment.document(row: row), !segment.isDead(document),
        let index = candidates.documents.firstIndex(of: document)
      else { continue }
      return try explain(document, of: segment, ranker) { candidates.places[$0][index] }
    }
    return nil
  }

  private func explainPartial(row: UInt32) throws(SQLiteError) -> ScoreExplanation? {
    let (all, ranker) = try places()
    for (segment, places) in zip(segments, all) {
      guard let document = try segment.document(row: row), !segment.isDead(document) else {
        continue
      }
      return try explain(document, of: segment, ranker) { places.of($0, in: Int(document)) }
    }
    return nil
  }

  private func explain(
    _ document: UInt32, of segment: Segment, _ ranker: Ranker, _ places: (Int) -> UInt8
  ) throws(SQLiteError) -> ScoreExplanation {
    var place = try SegmentPlace(query, segment, ranker)
    place.move(to: document)
    let record = try segment.record(document)
    let app = query.appScores[segment.apps[Int(record.app)]] ?? AppScore()
    return ranker.explain(
      record, try segment.titleOrder(document), name: place.name, app: app, query, places)
  }
}

/// A document of a segment that is looked at, in the order of documents.
struct SegmentPlace {
  let segment: Segment
  let apps: AppScores
  /// The documents that are called as the query is, and the first of them that is not behind.
  private let named: [PackedPosting]
  private var next = 0
  private let exactNameTier: Int
  private(set) var document: UInt32 = 0

  init(_ query: WordQuery, _ segment: Segment, _ ranker: Ranker) throws(SQLiteError) {
    self.segment = segment
    exactNameTier = ranker.exactNameTier
    apps = AppScores(query, in: segment)
    named =
      try query.name.map { name throws(SQLiteError) in
        try segment.postings(name.bytes, isPrefix: false).sorted()
      } ?? []
  }

  @inline(__always)
  mutating func move(to document: UInt32) {
    self.document = document
    while next < named.count, named[next].document < document { next += 1 }
  }

  /// What the name adds to the score of the document, in thousandths.
  @inline(__always)
  var name: Int {
    guard next < named.count, named[next].document == document else { return 0 }
    let isTitle = named[next].places.contains(.title)
    return exactNameTier + (isTitle ? Ranking.titleNameBonus : Ranking.otherNameBonus)
  }

  /// The upper bound of that for this document and all later ones.
  @inline(__always)
  var nameUpperBound: Int { next < named.count ? exactNameTier + Ranking.titleNameBonus : 0 }
}

/// Where each document of a segment has each term, for documents that need not have all of them.
struct PartialPlaces {
  private let documentCount: Int
  /// A byte for each document, term after term.
  private var bytes: [UInt8]
  /// For each document how many terms it has of those that say something.
  private(set) var told: [UInt8]

  init(termCount: Int, _ documentCount: Int) {
    self.documentCount = documentCount
    bytes = [UInt8](repeating: 0, count: termCount * documentCount)
    told = [UInt8](repeating: 0, count: documentCount)
  }

  @inline(__always)
  func of(_ term: Int, in document: Int) -> UInt8 { bytes[term * documentCount + document] }

  /// Notes where a term is. Called once for each.
  ///
  /// - Returns: how many documents have it.
  mutating func fill(
    _ term: Int, with postings: TermPostings, isTold: Bool
  ) throws(SQLiteError) -> Int {
    let range = term * documentCount..<(term + 1) * documentCount
    var count = 0
    if var ordered = try postings.inOrder() {
      while let posting = ordered.read() {
        bytes[range.lowerBound + Int(posting.document)] = posting.places.rawValue
        count += 1
      }
    } else {
      count = try bytes.withUnsafeMutableBufferPointer { bytes in
        Result { () throws(SQLiteError) in
          try postings.fill(UnsafeMutableBufferPointer(rebasing: bytes[range]))
        }
      }.get()
    }
    if isTold {
      for document in told.indices where bytes[range.lowerBound + document] != 0 {
        told[document] &+= 1
      }
    }
    return count
  }

  /// Takes the terms of a compound from documents that have some of them and not all. Called when
  /// all of them are filled in.
  mutating func removePartial(_ compound: Range<Int>, isTold: (Int) -> Bool) {
    for document in told.indices {
      let present = compound.filter { of($0, in: document) != 0 }
      guard !present.isEmpty, present.count < compound.count else { continue }
      for term in present {
        bytes[term * documentCount + document] = 0
        if isTold(term) { told[document] &-= 1 }
      }
    }
  }
}

/// The scores of the apps of a segment, and which app is searched.
struct AppScores {
  private let scores: [Int]
  private let only: UInt32?
  /// The upper bound of the scores.
  let upperBound: Int

  init(_ query: WordQuery, in segment: Segment) {
    scores = segment.apps.map { query.appScores[$0]?.sum ?? 0 }
    upperBound = scores.max() ?? 0
    only = query.app.map { app in segment.apps.firstIndex(of: app).map { UInt32($0) } ?? .max }
  }

  /// Nil for an app that is not looked in.
  @inline(__always)
  func score(_ app: UInt32) -> Int? {
    if let only, app != only { return nil }
    return scores[Int(app)]
  }
}
