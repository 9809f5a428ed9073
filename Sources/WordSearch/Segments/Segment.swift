internal import SQLite

/// Documents and their words as they were written once, and which of them are dead by now.
///
/// What is asked for is read when it is asked for first, looked at by its checksum, and then kept.
final class Segment {
  let number: Int64
  let layout: SegmentLayout
  private let connection: Connection
  private let schema: String

  private let region: UnsafeMutableRawPointer
  private var isLoaded: [Bool]

  /// A bit for each document, once one is dead.
  private(set) var deadBits: [UInt64] = []
  private(set) var dead: [UInt32] = []
  private(set) var liveTitleLength: Int
  private(set) var liveTextLength: Int

  private(set) var apps: [String] = []
  /// One list for all words with that beginning, where they are very many.
  private(set) var beginnings: [[UInt8]: SegmentWord] = [:]

  init(
    _ connection: Connection, schema: String, number: Int64, layout: SegmentLayout
  ) throws(SQLiteError) {
    self.connection = connection
    self.schema = schema
    self.number = number
    self.layout = layout
    let chunks =
      (layout.byteCount + SegmentWriter.chunkByteCount - 1) / SegmentWriter.chunkByteCount
    isLoaded = [Bool](repeating: false, count: chunks)
    // The system allocates memory only when it is written.
    region = .allocate(byteCount: max(1, layout.byteCount), alignment: 64)
    liveTitleLength = layout.titleLength
    liveTextLength = layout.textLength
    apps = try readApps()
    beginnings = try readBeginnings()
  }

  deinit { region.deallocate() }

  var liveCount: Int { layout.documentCount - dead.count }

  // MARK: Bytes

  /// The bytes of the range, read now where they were not.
  @inline(__always)
  func bytes(_ range: Range<Int>) throws(SQLiteError) -> UnsafeBufferPointer<UInt8> {
    if !range.isEmpty {
      let first = range.lowerBound / SegmentWriter.chunkByteCount
      let last = (range.upperBound - 1) / SegmentWriter.chunkByteCount
      for chunk in first...last where !isLoaded[chunk] { try load(chunk) }
    }
    return UnsafeBufferPointer(
      start: (region + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  @inline(__always)
  private func value<Value>(_ type: Value.Type, at offset: Int) throws(SQLiteError) -> Value {
    let chunk = offset / SegmentWriter.chunkByteCount
    if !isLoaded[chunk] { try load(chunk) }
    return (region + offset).assumingMemoryBound(to: type).pointee
  }

  private func load(_ chunk: Int) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT checksum, bytes FROM \(schema).word_chunks WHERE place = ?")
    defer { select.reset() }
    select.bind(1, SegmentChunk.place(Int64(chunk), of: number))
    let start = chunk * SegmentWriter.chunkByteCount
    let count = min(SegmentWriter.chunkByteCount, layout.byteCount - start)
    guard try select.step() else { throw damage("has no part \(chunk)") }
    let bytes = select.bytesInPlace(1)
    guard bytes.count == count, SegmentChunk.checksum(bytes) == select.integer(0) else {
      throw damage("has a part \(chunk) that is not what was written")
    }
    (region + start).copyMemory(
      from: bytes.baseAddress ?? UnsafeRawPointer(region), byteCount: count)
    isLoaded[chunk] = true
  }

  private func damage(_ what: String) -> SQLiteError {
    SQLiteError(
      code: .damaged, message: "\(connection.path): segment \(number) of its words \(what)")
  }

  // MARK: Documents

  @inline(__always)
  func staticRank(_ document: UInt32) throws(SQLiteError) -> Int32 {
    try value(Int32.self, at: layout.staticRanksStart + Int(document) * 4)
  }

  @inline(__always)
  func record(_ document: UInt32) throws(SQLiteError) -> DocumentRecord {
    try value(
      DocumentRecord.self, at: layout.recordsStart + Int(document) * DocumentRecord.byteCount)
  }

  @inline(__always)
  func titleOrder(_ document: UInt32) throws(SQLiteError) -> TitleOrder {
    TitleOrder(bits: try value(UInt64.self, at: layout.ordersStart + Int(document) * 8))
  }

  /// The document of a row, dead or alive.
  func document(row: UInt32) throws(SQLiteError) -> UInt32? {
    var (low, high) = (0, layout.documentCount)
    while low < high {
      let middle = (low + high) / 2
      let document = try value(UInt32.self, at: layout.rowsStart + middle * 4)
      let found = try record(document).row
      if found == row { return document }
      if found < row { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  @inline(__always)
  func isDead(_ document: UInt32) -> Bool {
    !deadBits.isEmpty && deadBits[Int(document >> 6)] & (1 << UInt64(document & 63)) != 0
  }

  /// The document does not count any more.
  func markDead(_ document: UInt32) throws(SQLiteError) {
    guard Int(document) < layout.documentCount else {
      throw damage("has a dead document that it has not")
    }
    if deadBits.isEmpty {
      deadBits = [UInt64](repeating: 0, count: (layout.documentCount + 63) / 64)
    }
    guard !isDead(document) else { return }
    let record = try record(document)
    deadBits[Int(document >> 6)] |= 1 << UInt64(document & 63)
    dead.append(document)
    liveTitleLength -= Int(record.titleLength)
    liveTextLength -= Int(record.textLength)
  }

  private func readApps() throws(SQLiteError) -> [String] {
    let bytes = try bytes(layout.appsStart..<layout.recordsStart)
    guard var next = bytes.baseAddress else { return [] }
    var apps: [String] = []
    for _ in 0..<next.readVarint() {
      let count = Int(next.readVarint())
      apps.append(String(decoding: UnsafeBufferPointer(start: next, count: count), as: UTF8.self))
      next += count
    }
    return apps
  }

  // MARK: Words

  private func readBeginnings() throws(SQLiteError) -> [[UInt8]: SegmentWord] {
    let bytes = try bytes(layout.beginningsStart..<layout.wordsStart)
    guard var next = bytes.baseAddress else { return [:] }
    let end = next + bytes.count
    var beginnings: [[UInt8]: SegmentWord] = [:]
    while next < end {
      let length = Int(next[0])
      let text = Array(UnsafeBufferPointer(start: next + 1, count: length))
      next += 1 + length
      let documentCount = Int(next.readVarint())
      let start = Int(next.readVarint())
      let byteCount = Int(next.readVarint())
      beginnings[text] = SegmentWord(
        documentCount: documentCount, postings: start..<start + byteCount, isWhole: false)
    }
    return beginnings
  }

  @inline(__always)
  func postings(of word: SegmentWord) throws(SQLiteError) -> PostingReader {
    PostingReader(try bytes(word.postings))
  }

  func block(_ number: Int) throws(SQLiteError) -> BlockPlace {
    try value(BlockPlace.self, at: layout.indexStart + number * BlockPlace.byteCount)
  }
}

/// A word of a segment, or a prefix that has a separate list.
struct SegmentWord {
  var documentCount: Int
  /// Where its postings are.
  var postings: Range<Int>
  /// It is the word that was looked for, not one that begins with it.
  var isWhole: Bool
}
