internal import SQLite

/// Goes through the words of a segment in their order.
struct WordCursor {
  private let segment: Segment
  private var nextBlock: Int
  private var next: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  private var postingsStart = 0

  /// The word it stands at, after a step.
  private(set) var word: [UInt8] = []
  private(set) var documentCount = 0
  private(set) var postings = 0..<0

  /// Before the first word.
  init(_ segment: Segment) { self.init(segment, block: 0) }

  /// Before the block of words that holds the first one which is not before `word`, or ends before
  /// it.
  init(_ segment: Segment, near word: [UInt8]) throws(SQLiteError) {
    var (low, high) = (0, segment.layout.blockCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      var cursor = WordCursor(segment, block: middle)
      let isThere = try cursor.step()
      if isThere, !word.lexicographicallyPrecedes(cursor.word) {
        low = middle
      } else {
        high = middle
      }
    }
    self.init(segment, block: low)
  }

  private init(_ segment: Segment, block: Int) {
    self.segment = segment
    nextBlock = block
    next = UnsafePointer(bitPattern: 1)!
    end = next
    word.reserveCapacity(64)
  }

  /// Moves to the next word; false when there is none.
  mutating func step() throws(SQLiteError) -> Bool {
    if next >= end {
      guard try openBlock() else { return false }
    }
    let shared = Int(next[0])
    let count = Int(next[1])
    next += 2
    word.removeSubrange(shared...)
    word.append(contentsOf: UnsafeBufferPointer(start: next, count: count))
    next += count
    documentCount = Int(next.readVarint())
    let byteCount = Int(next.readVarint())
    postings = postingsStart..<postingsStart + byteCount
    postingsStart += byteCount
    return true
  }

  var segmentWord: SegmentWord {
    SegmentWord(documentCount: documentCount, postings: postings, isWhole: true)
  }

  private mutating func openBlock() throws(SQLiteError) -> Bool {
    let layout = segment.layout
    guard nextBlock < layout.blockCount else { return false }
    let place = try segment.block(nextBlock)
    let start = layout.wordsStart + Int(place.words)
    nextBlock += 1
    let stop =
      nextBlock < layout.blockCount
      ? layout.wordsStart + Int(try segment.block(nextBlock).words) : layout.indexStart
    let bytes = try segment.bytes(start..<stop)
    guard let base = bytes.baseAddress else { return false }
    next = base
    end = base + bytes.count
    postingsStart = Int(place.postings)
    word.removeAll(keepingCapacity: true)
    return true
  }
}

extension Segment {
  /// Where words are that begin with `text`, or where the one is that is it.
  func postings(_ text: [UInt8], isPrefix: Bool) throws(SQLiteError) -> TermPostings {
    let beginning = isPrefix ? beginnings[text] : nil
    var postings = TermPostings(of: self, beginning: beginning)
    var cursor = try WordCursor(self, near: text)
    while try cursor.step() {
      if cursor.word.starts(with: text) {
        let isWhole = cursor.word.count == text.count
        guard isWhole || (isPrefix && beginning == nil) else { break }
        postings.add(
          SegmentWord(
            documentCount: cursor.documentCount, postings: cursor.postings, isWhole: isWhole))
        guard isPrefix else { break }
      } else if text.lexicographicallyPrecedes(cursor.word) {
        break
      }
    }
    return postings
  }
}
