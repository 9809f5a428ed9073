package import SQLite
internal import TextAnalysis

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
  fileprivate func isMeantRather(than other: Self) -> Bool {
    if editCount != other.editCount { return editCount < other.editCount }
    if documentCount != other.documentCount { return documentCount > other.documentCount }
    return text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
