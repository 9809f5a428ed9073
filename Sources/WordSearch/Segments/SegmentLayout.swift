/// Where in a segment's bytes its parts are.
struct SegmentLayout: Hashable {
  /// Documents, the dead among them.
  var documentCount = 0
  /// When its static ranks were computed, in minutes since 1970; 0 for an earlier time.
  var minute = 0
  /// Words in their titles and in their texts, of all documents together.
  var titleLength = 0
  var textLength = 0

  // The postings begin at 0.
  /// Which beginnings of words have a list of their own.
  var beginningsStart = 0
  var wordsStart = 0
  var indexStart = 0
  var appsStart = 0
  var recordsStart = 0
  /// In which order words stand in the titles.
  var ordersStart = 0
  var staticRanksStart = 0
  /// The numbers of the documents, sorted by their rows.
  var rowsStart = 0
  var byteCount = 0

  var blockCount: Int { (appsStart - indexStart) / BlockPlace.byteCount }

  private static var fields: [WritableKeyPath<SegmentLayout, Int>] {
    [
      \.documentCount, \.minute, \.titleLength, \.textLength, \.beginningsStart, \.wordsStart,
      \.indexStart, \.appsStart, \.recordsStart, \.ordersStart, \.staticRanksStart, \.rowsStart,
      \.byteCount,
    ]
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for field in Self.fields { bytes.appendVarint(UInt64(self[keyPath: field])) }
    return bytes
  }

  init() {}

  /// - Parameter bytes: those that `bytes` gave, their checksum looked at.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      guard var next = bytes.baseAddress else { return }
      for field in Self.fields { self[keyPath: field] = Int(next.readVarint()) }
    }
  }
}

/// Where a block of words is, and where the postings of its first word are.
struct BlockPlace {
  var words: UInt64
  var postings: UInt64

  static let byteCount = 16
  /// The most words in a block: the first is written in full, each other as what it has not in
  /// common with the one before it.
  static let wordCount = 16
}
