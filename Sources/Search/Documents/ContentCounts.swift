internal import JournalFormat
internal import SQLite
internal import WordSearch

/// How many documents of one app say the same: each of them loses, and as much as the others, so
/// that it makes no difference which of them came first.
struct ContentCounts {
  private let connection: Connection
  /// How many documents say the same as the one that was put or removed last.
  private var lastAlike: (content: Int64, count: Int)?

  init(_ connection: Connection) { self.connection = connection }

  /// Documents were added, replaced or removed.
  mutating func forget() { lastAlike = nil }

  /// A name for what the document says; 0 for one that says nothing, or nothing that may be in a
  /// file.
  static func content(_ document: SearchDocument) -> Int64 {
    guard document.protected == nil, document.searchedTexts.contains(where: { !$0.isEmpty })
    else { return 0 }
    var said = [UInt8(truncatingIfNeeded: document.kind.rawValue)]
    for text in [document.app] + document.searchedTexts {
      said.append(contentsOf: text.utf8)
      said.append(0)
    }
    return Int64(truncatingIfNeeded: Digest(of: said).firstQuarter)
  }

  /// How many documents have a content, up to one more than the largest number that can count: a
  /// further document then makes no difference.
  private mutating func alikeCount(_ content: Int64) throws(SQLiteError) -> Int {
    guard content != 0 else { return 0 }
    // Asked twice of what was put last.
    if let lastAlike, lastAlike.content == content { return lastAlike.count }
    let count = try countAlike(content)
    lastAlike = (content, count)
    return count
  }

  private func countAlike(_ content: Int64) throws(SQLiteError) -> Int {
    let select = try connection.statement(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM documents WHERE content = ? AND content <> 0
        LIMIT \(Ranking.duplicatesMax + 1)
      )
      """)
    defer { select.reset() }
    select.bind(1, content)
    return try select.step() ? Int(select.integer(0)) : 0
  }

  func content(row: Int64) throws(SQLiteError) -> Int64 {
    let select = try connection.statement("SELECT content FROM documents WHERE row = ?")
    defer { select.reset() }
    select.bind(1, row)
    return try select.step() ? select.integer(0) : 0
  }

  /// What a document loses for those that say the same, in thousandths.
  mutating func duplication(_ content: Int64) throws(SQLiteError) -> UInt16 {
    Ranking.duplication(count: try alikeCount(content))
  }

  /// Documents that have to be ranked again, after one of this content was added or removed.
  ///
  /// - Parameter row: of one that was ranked already.
  mutating func rows(
    toRank content: Int64, change: Int, except row: Int64
  ) throws(SQLiteError) -> [Int64] {
    let count = try alikeCount(content)
    guard Ranking.duplication(count: count) != Ranking.duplication(count: count - change)
    else { return [] }
    let select = try connection.statement(
      "SELECT row FROM documents WHERE content = ? AND content <> 0 AND row <> ?")
    select.bind(1, content)
    select.bind(2, row)
    return try DocumentRows.rows(of: select)
  }
}
