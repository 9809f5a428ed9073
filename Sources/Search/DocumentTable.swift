package import JournalFormat
package import SQLite
internal import SwiftProtobuf
internal import WordSearch

/// The tables of an index: documents and their words. They live in the owner's file, so that
/// the owner's checkpoint moves in the same transaction.
package final class DocumentTable {
  /// Of the tables and the words together; below 2^24.
  package static let formatVersion = 4 << 16 | WordTable.formatVersion

  let connection: Connection
  let words: WordTable
  /// When what is being written happened. No score depends on it, only the order in which words
  /// are written.
  package var time = Timestamp(milliseconds: 0)
  /// What opens protected documents now.
  var keys: ClassKeys = [:]
  /// Documents that are in no file, by the rows that their words are found under.
  var guests: [UInt32: SearchDocument] = [:]
  /// How many documents say the same as the one that was put or removed last.
  var lastAlike: (content: Int64, count: Int)?
  /// Whether the words of all documents that the keys open can be found.
  var hasProtectedWords = true

  private static let columns =
    """
    kind, app, id, domain, title, attributes, url, related, expires, date, keywords, body, type,
    user_info, protection, hint, content, page
    """

  package init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS documents (
        row INTEGER PRIMARY KEY,
        kind INTEGER NOT NULL, app TEXT NOT NULL, id TEXT NOT NULL, domain TEXT NOT NULL,
        title TEXT NOT NULL, attributes BLOB NOT NULL, url TEXT NOT NULL, related TEXT NOT NULL,
        expires INTEGER NOT NULL, date INTEGER NOT NULL, keywords TEXT NOT NULL,
        body TEXT NOT NULL, type TEXT NOT NULL, user_info BLOB NOT NULL,
        engaged INTEGER NOT NULL DEFAULT 0, fades INTEGER NOT NULL DEFAULT 0,
        opened INTEGER NOT NULL DEFAULT 0, looks INTEGER NOT NULL DEFAULT 0,
        protection INTEGER NOT NULL DEFAULT 0, hint INTEGER NOT NULL DEFAULT 0,
        content INTEGER NOT NULL DEFAULT 0, page TEXT NOT NULL DEFAULT '',
        UNIQUE (app, id, kind)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS documents_by_domain ON documents (app, domain)
        WHERE domain <> '';
      CREATE INDEX IF NOT EXISTS documents_by_related ON documents (app, related)
        WHERE related <> '';
      CREATE INDEX IF NOT EXISTS documents_by_protection ON documents (protection)
        WHERE protection <> 0;
      """)
    try connection.execute(Self.duplicateIndex)
    try connection.execute(Self.pageIndex)
    try connection.execute(Self.engagementTables)
    try connection.execute(Self.pastQueryTables)
    words = try WordTable(connection)
    // These triggers are ours: the schema of a file is compared before it is opened.
    connection.allowTriggers()
  }

  package func count(_ kind: SearchDocument.Kind) throws(SQLiteError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM documents WHERE kind = \(kind.rawValue)"))
  }

  /// Documents that words are kept of.
  package func wordedCount() throws(SQLiteError) -> Int {
    try words.documentCount(Ranking(at: time))
  }

  /// Documents of a kind whose words are not among those that were written.
  package func wordlessCount(_ kind: SearchDocument.Kind) throws(SQLiteError) -> Int {
    try connection.integers("SELECT row FROM documents WHERE kind = \(kind.rawValue)")
      .count { row throws(SQLiteError) in try !words.holds(row: UInt32(clamping: row)) }
  }

  // MARK: Changing

  /// Adds the document, or replaces the one of the same kind, app and id.
  ///
  /// - Returns: its row, which it keeps until it is removed.
  @discardableResult
  package func put(_ document: SearchDocument) throws(SQLiteError) -> Int64 {
    let document = opened(document)
    let row = try row(of: document.kind, app: document.app, id: document.id)
    var contentBefore: Int64 = 0
    if let row { contentBefore = try self.content(row: row) }
    let content = Self.content(document)
    let upsert = try putting(isNew: row == nil)
    bind(document, content, to: upsert)
    if let row { upsert.bind(19, row) }
    try upsert.run()
    lastAlike = nil
    let written = row ?? connection.lastInsertedRow
    if document.protected != nil {
      try forgetPastQueries(app: document.app, id: document.id)
    }
    try putWords(document, row: written, isNew: row == nil)
    if content != contentBefore {
      try rankAlike(contentBefore, change: -1)
      try rankAlike(content, change: 1, except: written)
    }
    return written
  }

  private func bind(_ document: SearchDocument, _ content: Int64, to upsert: Statement) {
    // Nothing that a protected item says is in the file but as it was given.
    let shown = document.protected == nil ? document : document.withoutContent
    upsert.bind(1, shown.kind.rawValue)
    upsert.bind(2, shown.app)
    upsert.bind(3, shown.id)
    upsert.bind(4, shown.domain)
    upsert.bind(5, shown.title)
    upsert.bind(6, document.protected?.sealed ?? shown.attributes.canonicalBytes)
    upsert.bind(7, shown.url)
    upsert.bind(8, shown.related)
    upsert.bind(9, shown.expires.milliseconds)
    upsert.bind(10, shown.date.milliseconds)
    upsert.bind(11, shown.keywords)
    upsert.bind(12, shown.bodyOfItsOwn)
    upsert.bind(13, shown.activityType)
    upsert.bind(14, shown.userInfo.canonicalBytes)
    upsert.bind(15, Int64(document.protection.rawValue))
    upsert.bind(16, Int64(shown.hint))
    upsert.bind(17, content)
    upsert.bind(18, Self.page(document))
  }

  private func putting(isNew: Bool) throws(SQLiteError) -> Statement {
    guard !isNew else {
      return try connection.statement(
        "INSERT INTO documents (\(Self.columns)) "
          + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    }
    return try connection.statement(
      """
      UPDATE documents SET kind = ?, app = ?, id = ?, domain = ?, title = ?, attributes = ?,
        url = ?, related = ?, expires = ?, date = ?, keywords = ?, body = ?, type = ?,
        user_info = ?, protection = ?, hint = ?, content = ?, page = ?
      WHERE row = ?
      """)
  }

  /// Writes the words of what was put. Called before the end of a transaction that changed
  /// something.
  package func flush() throws(SQLiteError) { try words.flush(Ranking(at: time)) }

  /// A transaction was rolled back.
  package func forget() {
    words.forget()
    lastAlike = nil
    hasProtectedWords = keys.isEmpty
  }

  /// Rewrites the words. Otherwise a removed word stays in the file until its segment is merged.
  package func rewriteWords() throws(SQLiteError) {
    do throws(SQLiteError) {
      // Whole or not at all: a segment that was written by half would be in the way of the next.
      try connection.transaction({ $0 }) { () throws(SQLiteError) in
        try words.rewrite(Ranking(at: time))
      }
    } catch {
      forget()
      throw error
    }
  }

  private func row(
    of kind: SearchDocument.Kind, app: String, id: String
  ) throws(SQLiteError) -> Int64? {
    let select = try connection.statement(
      "SELECT row FROM documents WHERE app = ? AND id = ? AND kind = ?")
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    select.bind(3, kind.rawValue)
    return try select.step() ? select.integer(0) : nil
  }

  package func remove(_ kind: SearchDocument.Kind, app: String, id: String) throws(SQLiteError) {
    guard let row = try row(of: kind, app: app, id: id) else { return }
    try remove(rows: [row])
  }

  func rows(_ sql: String, _ values: String...) throws(SQLiteError) -> [Int64] {
    let select = try connection.statement(sql)
    for (index, value) in values.enumerated() { select.bind(Int32(index + 1), value) }
    return try Self.rows(of: select)
  }

  static func rows(of select: Statement) throws(SQLiteError) -> [Int64] {
    defer { select.reset() }
    var rows: [Int64] = []
    while try select.step() { rows.append(select.integer(0)) }
    return rows
  }

  func remove(rows: [Int64]) throws(SQLiteError) {
    for row in rows {
      let content = try content(row: row)
      let delete = try connection.statement("DELETE FROM documents WHERE row = ?")
      delete.bind(1, row)
      try delete.run()
      lastAlike = nil
      try words.remove(row: UInt32(clamping: row))
      try rankAlike(content, change: -1)
    }
  }

  // MARK: Reading

  package func document(
    _ kind: SearchDocument.Kind, app: String, id: String
  ) throws(SQLiteError) -> SearchDocument? {
    let select = try connection.statement(
      "SELECT \(Self.columns), engaged FROM documents WHERE app = ? AND id = ? AND kind = ?")
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    select.bind(3, kind.rawValue)
    return try select.step() ? hit(select).document : nil
  }

  /// Calls `body` with every document of a kind, sorted by app and id as bytes.
  package func forEach(
    _ kind: SearchDocument.Kind, _ body: (SearchHit) -> Void
  ) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT \(Self.columns), engaged FROM documents WHERE kind = ? ORDER BY app, id")
    defer { select.reset() }
    select.bind(1, kind.rawValue)
    while try select.step() { body(hit(select)) }
  }

  /// Calls `body` with the next documents in the order of their rows, as long as it says so.
  func forEach(
    after row: Int64, atMost count: Int, _ body: (Int64, SearchDocument) -> Bool
  ) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT \(Self.columns), engaged, row FROM documents WHERE row > ? ORDER BY row LIMIT ?")
    defer { select.reset() }
    select.bind(1, row)
    select.bind(2, Int64(count))
    while try select.step() {
      guard body(select.integer(19), hit(select).document) else { break }
    }
    select.reset()
  }

  func hit(row: Int64) throws(SQLiteError) -> SearchHit? {
    if let guest = guests[UInt32(clamping: row)] { return SearchHit(document: guest) }
    let select = try connection.statement(
      "SELECT \(Self.columns), engaged FROM documents WHERE row = ?")
    defer { select.reset() }
    select.bind(1, row)
    return try select.step() ? hit(select) : nil
  }

  private func hit(_ row: Statement) -> SearchHit {
    let engaged = row.integer(18)
    return SearchHit(
      document: opened(Self.document(row)),
      lastEngaged: engaged == 0 ? nil : Timestamp(milliseconds: engaged))
  }

  private static func document(_ row: Statement) -> SearchDocument {
    var document = SearchDocument(
      kind: SearchDocument.Kind(rawValue: row.integer(0)) ?? .item, app: row.text(1),
      id: row.text(2))
    document.domain = row.text(3)
    document.related = row.text(7)
    document.expires = Timestamp(milliseconds: row.integer(8))
    if row.integer(14) != 0 {
      document.protected = ProtectedAttributes(
        protection: protection(row.integer(14)), sealed: row.bytes(5))
      return document
    }
    // Derived bytes of our own: unreadable ones are found by the fold's checkpoint, not here.
    document.attributes = (try? JournalAttributes(serializedBytes: row.bytes(5))) ?? .init()
    document.takeTexts()
    let body = row.text(11)
    if !body.isEmpty { document.body = body }
    document.title = row.text(4)
    document.url = row.text(6)
    document.date = Timestamp(milliseconds: row.integer(9))
    document.keywords = row.text(10)
    document.activityType = row.text(12)
    let userInfo = row.bytes(13)
    if !userInfo.isEmpty {
      document.userInfo = (try? JournalValueMap(serializedBytes: userInfo))?.values ?? [:]
    }
    return document
  }
}
