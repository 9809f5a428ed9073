package import SQLite
internal import TextAnalysis

/// The words of documents and their rank signals, as tables in the owner's file: what the owner
/// knows of the same documents changes in the same transaction.
///
/// Documents are written in *segments* that never change; what is removed or replaced is noted as
/// dead, and left out when segments are merged, which they are when there are several of about the
/// same size. In a segment the documents are numbered by static rank, the best first, so that a
/// search may stop where no later one can be among those asked for.
package final class WordTable {
  /// Another one for tables that this program cannot read, or whose words it would not ask for.
  package static let formatVersion = 4 << 8 | Int64(Tokenizer.version)

  let connection: Connection
  /// Of the tables: "main", or "temp" for words that must not be in a file.
  private let schema: String
  /// Words of documents that are in no file; nil: there are none.
  private var inMemory: WordTable?
  /// Words of documents that only the next searches find, and that no figure is taken from.
  private var guests: WordTable?
  private(set) var segments: [Segment] = []
  private var pending = PendingDocuments()
  private var isRead = false
  /// Kept from search to search, which would allocate it otherwise.
  var workspace = SearchWorkspace()

  /// Documents that wait in memory at most.
  private static let pendingMax = 4_096
  /// As many segments of about the same size are merged to one.
  private static let mergeCount = 8
  /// A segment is rewritten if one in this many documents is dead.
  private static let deadShare = 4

  package convenience init(_ connection: Connection) throws(SQLiteError) {
    try self.init(connection, schema: "main")
  }

  private init(_ connection: Connection, schema: String) throws(SQLiteError) {
    self.connection = connection
    self.schema = schema
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(schema).word_segments (
        segment INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, layout BLOB NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS \(schema).word_chunks (
        place INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS \(schema).word_dead (
        segment INTEGER, document INTEGER, PRIMARY KEY (segment, document)
      ) STRICT, WITHOUT ROWID;
      """)
  }

  // MARK: Changing

  /// Adds the document, or replaces the one of the same row. Written by `flush`, or before it where
  /// many come together.
  ///
  /// - Parameters:
  ///   - isNew: whether there is surely none of the same row.
  ///   - isInMemory: whether its words must not be in a file. The same searches find them.
  package func put(
    _ document: WordDocument, _ ranking: Ranking, isNew: Bool = false, isInMemory: Bool = false
  ) throws(SQLiteError) {
    if !isNew { try remove(row: document.row) }
    if isInMemory {
      return try tableInMemory().put(document, ranking)
    }
    pending.put(document)
    if pending.count >= Self.pendingMax { try flush(ranking) }
  }

  package func remove(row: UInt32) throws(SQLiteError) {
    try inMemory?.remove(row: row)
    if pending.remove(row) { return }
    for segment in try readSegments() {
      guard let document = try segment.document(row: row), !segment.isDead(document) else {
        continue
      }
      let insert = try connection.statement("INSERT INTO \(schema).word_dead VALUES (?, ?)")
      insert.bind(1, segment.number)
      insert.bind(2, Int64(document))
      try insert.run()
      return try segment.markDead(document)
    }
  }

  /// Writes what was added. Called before the end of a transaction that changed something.
  package func flush(_ ranking: Ranking) throws(SQLiteError) {
    try inMemory?.flush(ranking)
    _ = try readSegments()
    if !pending.isEmpty {
      var writer = try nextWriter(documentCount: pending.count)
      try pending.write(to: &writer, ranking)
      pending = PendingDocuments()
      try open(writer.segment)
    }
    while let choice = mergeChoice() { try merge(choice, ranking) }
  }

  /// Writes one segment of all, so that words of what was removed are in none.
  package func rewrite(_ ranking: Ranking) throws(SQLiteError) {
    try flush(ranking)
    let hasDead = segments.contains { !$0.dead.isEmpty }
    if segments.count > 1 || hasDead { try merge(segments, ranking) }
  }

  /// Calls `body` while searches find these documents as well: scored by the words of the others,
  /// as if they were not there. They are in a database of their own, which is in no file.
  package func withGuests<Value>(
    _ documents: [WordDocument], _ ranking: Ranking, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    guard !documents.isEmpty else { return try body() }
    let table = try WordTable(try Connection(path: ":memory:", mode: .create))
    for document in documents { try table.put(document, ranking) }
    guests = table
    defer { guests = nil }
    return try body()
  }

  private func tableInMemory() throws(SQLiteError) -> WordTable {
    if let inMemory { return inMemory }
    try connection.execute("PRAGMA temp_store = MEMORY")
    let table = try WordTable(connection, schema: "temp")
    try table.removeAll()
    inMemory = table
    return table
  }

  /// Forgets all words that are in no file.
  package func dropWordsInMemory() throws(SQLiteError) {
    try inMemory?.removeAll()
    inMemory = nil
  }

  private func removeAll() throws(SQLiteError) {
    try connection.execute(
      """
      DELETE FROM \(schema).word_segments; DELETE FROM \(schema).word_chunks;
      DELETE FROM \(schema).word_dead;
      """)
  }

  /// Drops unwritten words after a rollback; the segments are read again when next needed.
  package func forget() {
    inMemory = nil
    pending = PendingDocuments()
    segments = []
    isRead = false
  }

  private func nextWriter(documentCount: Int) throws(SQLiteError) -> SegmentWriter {
    let last = try connection.integer("SELECT max(segment) FROM \(schema).word_segments")
    return SegmentWriter(
      connection, schema: schema, segment: last + 1, documentCount: documentCount)
  }

  // MARK: Segments

  /// All segments; what was added and not written is written first.
  func flushedSegments(_ ranking: Ranking) throws(SQLiteError) -> [Segment] {
    if !pending.isEmpty { try flush(ranking) }
    return try readSegments() + (inMemory?.flushedSegments(ranking) ?? [])
  }

  /// Those of the documents that are guests.
  func guestSegments(_ ranking: Ranking) throws(SQLiteError) -> [Segment] {
    try guests?.flushedSegments(ranking) ?? []
  }

  private func readSegments() throws(SQLiteError) -> [Segment] {
    guard !isRead else { return segments }
    segments = []
    let numbers = try connection.integers(
      "SELECT segment FROM \(schema).word_segments ORDER BY segment")
    for number in numbers { try open(number) }
    isRead = true
    return segments
  }

  private func open(_ number: Int64) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT checksum, layout FROM \(schema).word_segments WHERE segment = ?")
    defer { select.reset() }
    select.bind(1, number)
    guard try select.step(), case let bytes = select.bytes(1),
      SegmentChunk.checksum(bytes) == select.integer(0)
    else {
      throw SQLiteError(
        code: .damaged,
        message: "\(connection.path): segment \(number) of its words is not what was written")
    }
    let segment = try Segment(
      connection, schema: schema, number: number, layout: SegmentLayout(bytes))
    let dead = try connection.statement(
      "SELECT document FROM \(schema).word_dead WHERE segment = ?")
    defer { dead.reset() }
    dead.bind(1, number)
    while try dead.step() { try segment.markDead(UInt32(truncatingIfNeeded: dead.integer(0))) }
    segments.append(segment)
  }

  /// Segments to merge now: those with too many dead, and those of a size of which there are many.
  private func mergeChoice() -> [Segment]? {
    if let decayed = segments.first(where: {
      $0.dead.count * Self.deadShare > $0.layout.documentCount
    }) {
      return [decayed]
    }
    let tiers = Dictionary(grouping: segments) { Self.tier($0.liveCount) }
    guard let full = tiers.filter({ $0.value.count >= Self.mergeCount }).keys.min() else {
      return nil
    }
    return segments.filter { Self.tier($0.liveCount) <= full }
  }

  /// How often eight documents, merged eight by eight, come to so many.
  private static func tier(_ documentCount: Int) -> Int {
    (Int.bitWidth - max(1, documentCount).leadingZeroBitCount - 1) / 3
  }

  private func merge(_ chosen: [Segment], _ ranking: Ranking) throws(SQLiteError) {
    let numbers = Set(chosen.map(\.number))
    let isAnythingLeft = chosen.contains { $0.liveCount > 0 }
    if isAnythingLeft {
      let merge = try SegmentMerge(chosen, ranking)
      var writer = try nextWriter(documentCount: merge.documentCount)
      try merge.write(to: &writer)
      try open(writer.segment)
    }
    for number in numbers {
      try connection.execute(
        """
        DELETE FROM \(schema).word_segments WHERE segment = \(number);
        DELETE FROM \(schema).word_dead WHERE segment = \(number);
        DELETE FROM \(schema).word_chunks WHERE place >= \(SegmentChunk.place(0, of: number))
          AND place < \(SegmentChunk.place(0, of: number + 1));
        """)
    }
    segments.removeAll { numbers.contains($0.number) }
  }

  // MARK: Searching

  /// The best documents for the query, the best first; the same whatever was merged when.
  ///
  /// - Parameter accept: whether a document counts, asked of those alone that are good enough.
  package func best(
    of query: WordQuery, limit: Int, _ ranking: Ranking,
    accept: (_ row: UInt32) throws(SQLiteError) -> Bool = { _ in true }
  ) throws(SQLiteError) -> [WordHit] {
    guard !query.terms.isEmpty, limit > 0 else { return [] }
    var search = WordSearch(
      query, in: try flushedSegments(ranking), guests: try guestSegments(ranking), ranking,
      limit: limit)
    guard query.partialMin == nil else { return try search.partial(accept) }
    return query.isOneLetter
      ? try search.oneLetter(&workspace, accept) : try search.complete(&workspace, accept)
  }

  /// Documents that were put and not removed.
  package func documentCount(_ ranking: Ranking) throws(SQLiteError) -> Int {
    try flushedSegments(ranking).reduce(0) { $0 + $1.liveCount }
  }

  /// The rows of all documents that have every term of the query, in no order.
  package func rows(of query: WordQuery, _ ranking: Ranking) throws(SQLiteError) -> [UInt32] {
    guard !query.terms.isEmpty else { return [] }
    let segments = try flushedSegments(ranking)
    guard
      let (candidates, _) = try WordSearch(query, in: segments, ranking, limit: 0)
        .matches(&workspace)
    else { return [] }
    var rows: [UInt32] = []
    for candidates in candidates {
      for document in candidates.documents {
        rows.append(try candidates.segment.record(document).row)
      }
    }
    return rows
  }

  /// Of what the score of a row is made; nil where it has not all terms of the query.
  package func explain(
    _ query: WordQuery, row: UInt32, _ ranking: Ranking
  ) throws(SQLiteError) -> ScoreExplanation? {
    guard !query.terms.isEmpty else { return nil }
    return try WordSearch(
      query, in: try flushedSegments(ranking), guests: try guestSegments(ranking), ranking,
      limit: 0
    ).explain(row: row, &workspace)
  }

  // MARK: Words that somebody may have meant

  /// A word of the index, near to one that was typed.
  package struct NearWord: Hashable, Sendable {
    package let text: String
    /// Characters that were left out, put in, changed, or swapped with the next.
    package let editCount: Int
    /// Documents that have it.
    let documentCount: Int
  }

  /// Words that differ from one by so many edits at most and begin with the same character: the
  /// fewest edits first, then those that most documents have.
  ///
  /// - Parameter term: a prefix: words are near that begin with something near.
  package func words(
    near term: WordQuery.Term, editsMax: Int, limit: Int, _ ranking: Ranking
  ) throws(SQLiteError) -> [NearWord] {
    guard let first = term.text.unicodeScalars.first else { return [] }
    let beginning = Array(String(first).utf8)
    var distance = EditDistance(to: term.text, isPrefix: term.isPrefix, max: editsMax)
    var found: [[UInt8]: (edits: Int, documentCount: Int)] = [:]
    for segment in try flushedSegments(ranking) {
      var cursor = try WordCursor(segment, near: beginning)
      while try cursor.step() {
        guard cursor.word.starts(with: beginning) else {
          if beginning.lexicographicallyPrecedes(cursor.word) { break }
          continue
        }
        guard let edits = distance.edits(of: cursor.word) else { continue }
        let documentCount = try segment.liveCount(of: cursor)
        found[cursor.word, default: (edits, 0)].documentCount += documentCount
      }
    }
    let near = found.filter { $0.value.documentCount > 0 }.map { word, figures in
      NearWord(
        text: String(decoding: word, as: UTF8.self), editCount: figures.edits,
        documentCount: figures.documentCount)
    }
    return Array(near.sorted { $0.precedes($1) }.prefix(limit))
  }
}

extension WordQuery {
  /// The beginning of anything: so many words begin with one character that it says nothing of
  /// what is rare, and counts as if it stood everywhere.
  var isOneLetter: Bool {
    partialMin == nil && terms.count == 1 && terms[0].isPrefix
      && terms[0].text.unicodeScalars.count == 1
  }
}

extension Segment {
  fileprivate func liveCount(of cursor: WordCursor) throws(SQLiteError) -> Int {
    guard !dead.isEmpty else { return cursor.documentCount }
    var reader = try postings(of: cursor.segmentWord)
    var count = 0
    while let posting = reader.read() {
      if !isDead(posting.document) { count += 1 }
    }
    return count
  }
}

extension WordTable.NearWord {
  /// The same order whatever they were found in.
  fileprivate func precedes(_ other: Self) -> Bool {
    if editCount != other.editCount { return editCount < other.editCount }
    if documentCount != other.documentCount { return documentCount > other.documentCount }
    return text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
