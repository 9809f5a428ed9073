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
      return try segment.bury(document)
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
  func settledSegments(_ ranking: Ranking) throws(SQLiteError) -> [Segment] {
    if !pending.isEmpty { try flush(ranking) }
    return try readSegments() + (inMemory?.settledSegments(ranking) ?? [])
  }

  /// Those of the documents that are guests.
  func guestSegments(_ ranking: Ranking) throws(SQLiteError) -> [Segment] {
    try guests?.settledSegments(ranking) ?? []
  }

  /// Whether the words of a row that were written can be found.
  package func holds(row: UInt32) throws(SQLiteError) -> Bool {
    for segment in try readSegments() {
      if let document = try segment.document(row: row), !segment.isDead(document) { return true }
    }
    return false
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
    while try dead.step() { try segment.bury(UInt32(truncatingIfNeeded: dead.integer(0))) }
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
}
