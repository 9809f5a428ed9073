package import SQLite

/// Words that somebody may have meant who typed another one.
extension WordTable {
  /// A word of the index, near to one that was typed.
  package struct NearWord: Hashable, Sendable {
    package let text: String
    /// Characters that were left out, put in, changed, or swapped with the next.
    package let editCount: Int
    /// Documents that have it.
    let documentCount: Int
  }

  /// Whether fewer documents than that have the word, or one that begins with it.
  package func isRarer(
    _ term: WordQuery.Term, than count: Int, _ ranking: Ranking
  ) throws(SQLiteError) -> Bool {
    let text = Array(term.text.utf8)
    var found = 0
    for segment in try settledSegments(ranking) {
      let postings = try segment.postings(text, isPrefix: term.isPrefix)
      if segment.dead.isEmpty, let documentCount = postings.documentCount {
        found += documentCount
      } else if postings.count < count + segment.dead.count {
        found += try postings.sorted().count
      } else {
        return false
      }
      if found >= count { return false }
    }
    return true
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
    for segment in try settledSegments(ranking) {
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
    return Array(near.sorted { $0.isMeantRather(than: $1) }.prefix(limit))
  }
}

extension Segment {
  fileprivate func liveCount(of cursor: WordCursor) throws(SQLiteError) -> Int {
    guard !dead.isEmpty else { return cursor.documentCount }
    var reader = try postings(
      of: SegmentWord(
        documentCount: cursor.documentCount, postings: cursor.postings, isWhole: true))
    var count = 0
    while let posting = reader.read() {
      if !isDead(posting.document) { count += 1 }
    }
    return count
  }
}

extension WordTable.NearWord {
  /// The same order whatever they were found in.
  fileprivate func isMeantRather(than other: Self) -> Bool {
    if editCount != other.editCount { return editCount < other.editCount }
    if documentCount != other.documentCount { return documentCount > other.documentCount }
    return text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

/// How many edits lie between one word and others: the optimal string alignment distance.
struct EditDistance {
  private let target: [Unicode.Scalar]
  private let isPrefix: Bool
  private let max: Int
  /// The last three lines of the table: of a swap, the one before the last is needed.
  private var lines: [[Int]]

  /// - Parameter isPrefix: the nearest beginning of a word counts, not the whole.
  init(to target: String, isPrefix: Bool, max: Int) {
    self.target = Array(target.unicodeScalars)
    self.isPrefix = isPrefix
    self.max = max
    lines = [[Int]](repeating: [Int](repeating: 0, count: self.target.count + 1), count: 3)
  }

  /// Nil where there are more than are allowed. 0 for the word itself, or what begins with it.
  mutating func edits(of word: [UInt8]) -> Int? {
    let word = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    let count = target.count
    guard word.count + max >= count, isPrefix || word.count <= count + max else { return nil }
    for place in 0...count { lines[0][place] = place }
    var best = isPrefix ? count : Int.max
    for line in 1...Swift.max(1, word.count) {
      guard line <= word.count else { break }
      fill(line, word)
      let (least, last) = (lines[line % 3].min() ?? 0, lines[line % 3][count])
      if isPrefix { best = Swift.min(best, last) }
      if least > max { break }
      if line == word.count, !isPrefix { best = last }
    }
    return best <= max ? best : nil
  }

  private mutating func fill(_ line: Int, _ word: [Unicode.Scalar]) {
    let (own, above, twoAbove) = (line % 3, (line + 2) % 3, (line + 1) % 3)
    lines[own][0] = line
    for place in 1...target.count {
      let isSame = word[line - 1] == target[place - 1]
      var least = lines[above][place - 1] + (isSame ? 0 : 1)
      least = Swift.min(least, lines[own][place - 1] + 1, lines[above][place] + 1)
      if line > 1, place > 1, word[line - 1] == target[place - 2],
        word[line - 2] == target[place - 1]
      {
        least = Swift.min(least, lines[twoAbove][place - 2] + 1)
      }
      lines[own][place] = least
    }
  }
}
