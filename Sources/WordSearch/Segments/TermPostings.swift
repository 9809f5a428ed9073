internal import SQLite

/// Where in a segment a term of a query stands.
struct TermPostings {
  private let segment: Segment
  private let beginning: SegmentWord?
  private var words: [SegmentWord] = []

  init(of segment: Segment, beginning: SegmentWord?) {
    self.segment = segment
    self.beginning = beginning
  }

  mutating func add(_ word: SegmentWord) { words.append(word) }

  var hasWhole: Bool { words.contains { $0.isWhole } }

  /// Postings to read.
  var count: Int { beginning?.documentCount ?? words.reduce(0) { $0 + $1.documentCount } }

  /// How many documents there are, the dead among them, where that is known without reading.
  var documentCount: Int? {
    beginning?.documentCount ?? (words.count > 1 ? nil : words.first?.documentCount ?? 0)
  }

  /// All of them in the order of documents; nil where that is not how they are written.
  func inOrder() throws(SQLiteError) -> OrderedPostings? {
    if let beginning {
      let all = try segment.postings(of: beginning)
      guard let whole = words.first else { return OrderedPostings(all, of: segment) }
      return OrderedPostings(all, whole: try segment.postings(of: whole), of: segment)
    }
    guard words.count < 2 else { return nil }
    guard let only = words.first else { return OrderedPostings(of: segment) }
    let all = try segment.postings(of: only)
    return only.isWhole
      ? OrderedPostings(all, whole: all, of: segment) : OrderedPostings(all, of: segment)
  }

  /// All of them, sorted: for few.
  func sorted() throws(SQLiteError) -> [PackedPosting] {
    var gathered: [PackedPosting] = []
    gathered.reserveCapacity(count)
    for word in words {
      var reader = try segment.postings(of: word)
      while let posting = reader.read() {
        guard !segment.isDead(posting.document) else { continue }
        gathered.append(
          PackedPosting(
            document: posting.document,
            places: word.isWhole ? posting.places.asWhole : posting.places))
      }
    }
    gathered.sort()
    var kept = 0
    for posting in gathered {
      if kept > 0, gathered[kept - 1].document == posting.document {
        gathered[kept - 1] = PackedPosting(
          document: posting.document, places: gathered[kept - 1].places.union(posting.places))
      } else {
        gathered[kept] = posting
        kept += 1
      }
    }
    gathered.removeSubrange(kept...)
    return gathered
  }

  /// Notes them in a list that has a place for each document: for many.
  ///
  /// - Returns: how many documents have one of the words.
  func fill(_ places: UnsafeMutableBufferPointer<UInt8>) throws(SQLiteError) -> Int {
    var found = 0
    for word in words {
      var reader = try segment.postings(of: word)
      while let posting = reader.read() {
        let before = places[Int(posting.document)]
        found &+= before == 0 ? 1 : 0
        let own = word.isWhole ? posting.places.asWhole : posting.places
        places[Int(posting.document)] = before | own.rawValue
      }
    }
    for document in segment.dead where places[Int(document)] != 0 {
      places[Int(document)] = 0
      found -= 1
    }
    return found
  }
}

/// Postings of documents that live, in their order, read as they are asked for.
struct OrderedPostings {
  private let segment: Segment
  private let hasDead: Bool
  private var all: PostingReader
  private var whole: PostingReader
  /// The next document that has the whole word.
  private var nextWhole: Posting?

  init(_ all: PostingReader, whole: PostingReader? = nil, of segment: Segment) {
    self.segment = segment
    hasDead = !segment.dead.isEmpty
    self.all = all
    self.whole = whole ?? PostingReader(UnsafeBufferPointer(start: nil, count: 0))
    nextWhole = self.whole.read()
  }

  /// None.
  init(of segment: Segment) {
    self.init(PostingReader(UnsafeBufferPointer(start: nil, count: 0)), of: segment)
  }

  @inline(__always)
  mutating func read() -> Posting? {
    while var posting = all.read() {
      while let next = nextWhole, next.document <= posting.document {
        if next.document == posting.document { posting.places.formUnion(next.places.asWhole) }
        nextWhole = whole.read()
      }
      if hasDead, segment.isDead(posting.document) { continue }
      return posting
    }
    return nil
  }
}
