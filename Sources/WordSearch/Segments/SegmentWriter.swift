internal import CHashes
internal import SQLite

/// Writes a segment, part after part, into rows of so many bytes that the memory it takes does not
/// grow with what it writes.
struct SegmentWriter {
  static let chunkByteCount = 1 << 16
  private let connection: Connection
  private let schema: String
  let segment: Int64
  private var layout = SegmentLayout()
  private var chunk: [UInt8] = []
  private var chunkCount: Int64 = 0

  private var words: [UInt8] = []
  private var index: [BlockPlace] = []
  private var blockWordCount = 0
  /// Where the postings of the block's next word would begin; none has begun yet.
  private var blockEnd = -1
  private var lastWord: [UInt8] = []
  private var beginnings: [BeginningWriter]
  /// What is known of the lists of beginnings, as it is written.
  private var beginningIndex: [UInt8] = []
  private var list: [UInt8] = []

  init(_ connection: Connection, schema: String, segment: Int64, documentCount: Int) {
    self.connection = connection
    self.schema = schema
    self.segment = segment
    beginnings = BeginningWriter.lengths.map {
      BeginningWriter(length: $0, documentCount: documentCount)
    }
    chunk.reserveCapacity(Self.chunkByteCount)
  }

  private var offset: Int { Int(chunkCount) * Self.chunkByteCount + chunk.count }

  /// Adds a word, which follows those before it, with its documents by their numbers.
  mutating func add(
    _ word: UnsafeBufferPointer<UInt8>, _ postings: UnsafeBufferPointer<PackedPosting>
  ) throws(SQLiteError) {
    if !AttributeTerm.isOne(word), !NameTerm.isOne(word) {
      for index in beginnings.indices {
        if let ended = beginnings[index].add(word, postings) { try add(ended) }
      }
    }
    encode(postings)
    addWord(word, postings.count, start: offset)
    try append(list)
  }

  private mutating func encode(_ postings: UnsafeBufferPointer<PackedPosting>) {
    list.removeAll(keepingCapacity: true)
    var last: UInt32 = 0
    Posting.short.withUnsafeBufferPointer { short in
      guard let short = short.baseAddress else { return }
      for posting in postings {
        list.append(distance: posting.document &- last, posting.places, short)
        last = posting.document
      }
    }
  }

  private mutating func add(_ beginning: BeginningWriter.Beginning) throws(SQLiteError) {
    beginning.postings.withUnsafeBufferPointer { encode($0) }
    beginningIndex.append(UInt8(beginning.text.count))
    beginningIndex += beginning.text
    beginningIndex.appendVarint(UInt64(beginning.postings.count))
    beginningIndex.appendVarint(UInt64(offset))
    beginningIndex.appendVarint(UInt64(list.count))
    try append(list)
  }

  private mutating func addWord(
    _ word: UnsafeBufferPointer<UInt8>, _ documentCount: Int, start: Int
  ) {
    var shared = 0
    // The postings of a block's words follow each other: a list between them begins a new block.
    if blockWordCount == BlockPlace.wordCount || start != blockEnd {
      index.append(BlockPlace(words: UInt64(words.count), postings: UInt64(start)))
      blockWordCount = 0
    } else {
      let sharedMax = min(word.count, lastWord.count)
      while shared < sharedMax, word[shared] == lastWord[shared] { shared += 1 }
    }
    words.append(UInt8(shared))
    words.append(UInt8(word.count - shared))
    words.append(contentsOf: word[shared...])
    words.appendVarint(UInt64(documentCount))
    words.appendVarint(UInt64(list.count))
    lastWord.removeAll(keepingCapacity: true)
    lastWord.append(contentsOf: word)
    blockEnd = start + list.count
    blockWordCount += 1
  }

  /// Writes what comes after the postings, and makes the segment one of the table's.
  mutating func finish(
    _ documents: [RankedDocument], apps: [String], at ranking: Ranking
  ) throws(SQLiteError) {
    layout.documentCount = documents.count
    layout.minute = max(0, Int(ranking.now))
    for document in documents {
      layout.titleLength += Int(document.record.titleLength)
      layout.textLength += Int(document.record.textLength)
    }
    for index in beginnings.indices {
      if let ended = beginnings[index].end() { try add(ended) }
    }
    layout.beginningsStart = offset
    try append(beginningIndex)
    layout.wordsStart = offset
    try append(words)
    try align()
    layout.indexStart = offset
    try append(index)
    layout.appsStart = offset
    var names: [UInt8] = []
    names.appendVarint(UInt64(apps.count))
    for app in apps {
      names.appendVarint(UInt64(app.utf8.count))
      names += app.utf8
    }
    try append(names)
    try align()
    try appendDocuments(documents)
    layout.byteCount = offset
    if !chunk.isEmpty { try writeChunk() }
    try writeLayout()
  }

  private mutating func appendDocuments(_ documents: [RankedDocument]) throws(SQLiteError) {
    layout.recordsStart = offset
    try append(documents.map(\.record))
    layout.ordersStart = offset
    try append(documents.map(\.titleOrder.bits))
    layout.staticRanksStart = offset
    try append(documents.map(\.staticRank))
    layout.rowsStart = offset
    try append(
      documents.indices.sorted { documents[$0].record.row < documents[$1].record.row }
        .map { UInt32($0) })
  }

  private mutating func align() throws(SQLiteError) {
    try append([UInt8](repeating: 0, count: (0 - offset) & (DocumentRecord.byteCount - 1)))
  }

  private mutating func append<Element>(_ elements: [Element]) throws(SQLiteError) {
    try elements.withUnsafeBytes { bytes in
      Result { () throws(SQLiteError) in
        var rest = bytes[...]
        while !rest.isEmpty {
          let part = rest.prefix(Self.chunkByteCount - chunk.count)
          chunk.append(contentsOf: part)
          rest = rest.dropFirst(part.count)
          if chunk.count == Self.chunkByteCount { try writeChunk() }
        }
      }
    }.get()
  }

  private mutating func writeChunk() throws(SQLiteError) {
    let insert = try connection.statement("INSERT INTO \(schema).word_chunks VALUES (?, ?, ?)")
    insert.bind(1, SegmentChunk.place(chunkCount, of: segment))
    insert.bind(2, SegmentChunk.checksum(chunk))
    try insert.run(binding: 3, to: chunk)
    chunk.removeAll(keepingCapacity: true)
    chunkCount += 1
  }

  private func writeLayout() throws(SQLiteError) {
    let insert = try connection.statement("INSERT INTO \(schema).word_segments VALUES (?, ?, ?)")
    let bytes = layout.bytes
    insert.bind(1, segment)
    insert.bind(2, SegmentChunk.checksum(bytes))
    insert.bind(3, bytes)
    try insert.run()
  }
}

/// The rows that hold the bytes of segments.
enum SegmentChunk {
  /// 64 GiB in a segment.
  static let countMax: Int64 = 1 << 20

  static func place(_ chunk: Int64, of segment: Int64) -> Int64 { segment * countMax + chunk }

  static func checksum(_ bytes: [UInt8]) -> Int64 {
    bytes.withUnsafeBytes { checksum($0) }
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    Int64(spotlog_crc32c(0, bytes.baseAddress, bytes.count))
  }
}
