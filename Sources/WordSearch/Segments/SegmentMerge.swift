internal import SQLite

/// Makes one segment of several, without what is dead in them.
struct SegmentMerge {
  private let segments: [Segment]
  private let ranking: Ranking
  private var documents: [RankedDocument] = []
  private var apps = AppTable()
  /// For each segment the new number of each document; `gone` for the dead.
  private var numbers: [[UInt32]] = []
  private static let gone = UInt32.max

  init(_ segments: [Segment], _ ranking: Ranking) throws(SQLiteError) {
    self.segments = segments
    self.ranking = ranking
    try order()
  }

  private mutating func order() throws(SQLiteError) {
    var live: [(document: RankedDocument, segment: Int, number: UInt32)] = []
    live.reserveCapacity(segments.reduce(0) { $0 + $1.liveCount })
    for (place, segment) in segments.enumerated() {
      let appPlaces = segment.apps.map { apps.place(of: $0) }
      numbers.append([UInt32](repeating: Self.gone, count: segment.layout.documentCount))
      for number in 0..<UInt32(segment.layout.documentCount) where !segment.isDead(number) {
        var record = try segment.record(number)
        record.app = appPlaces[Int(record.app)]
        let staticRank = Int32(ranking.staticRank(record))
        let document = RankedDocument(
          record: record, titleOrder: try segment.titleOrder(number), staticRank: staticRank)
        live.append((document, place, number))
      }
    }
    live.sort { $0.document.precedes($1.document) }
    for (number, entry) in live.enumerated() {
      numbers[entry.segment][Int(entry.number)] = UInt32(number)
    }
    documents = live.map(\.document)
  }

  var documentCount: Int { documents.count }

  func write(to writer: inout SegmentWriter) throws(SQLiteError) {
    var cursors: [(cursor: WordCursor, segment: Int)] = []
    for (place, segment) in segments.enumerated() {
      var cursor = WordCursor(segment)
      if try cursor.step() { cursors.append((cursor, place)) }
    }
    var gathered: [PackedPosting] = []
    while let first = cursors.map(\.cursor.word).min(by: { $0.lexicographicallyPrecedes($1) }) {
      gathered.removeAll(keepingCapacity: true)
      var hasEnded = false
      for index in cursors.indices where cursors[index].cursor.word == first {
        try gather(cursors[index].cursor, of: cursors[index].segment, into: &gathered)
        if try !cursors[index].cursor.step() {
          cursors[index].segment = -1
          hasEnded = true
        }
      }
      if hasEnded { cursors.removeAll { $0.segment < 0 } }
      guard !gathered.isEmpty else { continue }
      sort(&gathered)
      try first.withUnsafeBufferPointer { word in
        gathered.withUnsafeBufferPointer { postings in
          Result { () throws(SQLiteError) in try writer.add(word, postings) }
        }
      }.get()
    }
    try writer.finish(documents, apps: apps.names, at: ranking)
  }

  private func gather(
    _ cursor: WordCursor, of segment: Int, into gathered: inout [PackedPosting]
  ) throws(SQLiteError) {
    let segmentBytes = try segments[segment].bytes(cursor.postings)
    var reader = PostingReader(segmentBytes)
    numbers[segment].withUnsafeBufferPointer { numbers in
      while let posting = reader.read() {
        let number = numbers[Int(posting.document)]
        guard number != Self.gone else { continue }
        gathered.append(PackedPosting(document: number, places: posting.places))
      }
    }
  }

  /// What stands in very many documents is put where it belongs at once, which is faster.
  private func sort(_ gathered: inout [PackedPosting]) {
    guard gathered.count > documents.count / 16, gathered.count > 64 else { return gathered.sort() }
    var places = [UInt8](repeating: 0, count: documents.count)
    for posting in gathered { places[Int(posting.document)] = posting.places.rawValue }
    gathered.removeAll(keepingCapacity: true)
    for (document, places) in places.enumerated() where places != 0 {
      gathered.append(
        PackedPosting(document: UInt32(document), places: WordPlaces(rawValue: places)))
    }
  }
}
