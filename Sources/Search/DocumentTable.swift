package import JournalFormat
package import SQLite
internal import SwiftProtobuf

/// The tables of an index: documents and their words. Lives in a file of its owner's, so that the
/// owner's checkpoint can move in the same transaction.
package final class DocumentTable {
  let connection: Connection

  private static let columns =
    "kind, app, id, domain, title, attributes, url, related, expires, engaged"
  private static let joinedColumns =
    columns.split(separator: ", ").map { "documents.\($0)" }.joined(separator: ", ")

  package init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    try connection.addTokenizer(IndexTokenizer.name) { IndexTokenizer() }
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS documents (
        row INTEGER PRIMARY KEY,
        kind INTEGER NOT NULL, app TEXT NOT NULL, id TEXT NOT NULL, domain TEXT NOT NULL,
        title TEXT NOT NULL, attributes BLOB NOT NULL, url TEXT NOT NULL, related TEXT NOT NULL,
        expires INTEGER NOT NULL, engaged INTEGER NOT NULL,
        UNIQUE (app, id, kind)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS documents_by_domain ON documents (app, domain)
        WHERE domain <> '';
      CREATE INDEX IF NOT EXISTS documents_by_related ON documents (app, related)
        WHERE related <> '';
      CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
        title, body, tokenize = '\(IndexTokenizer.name)', prefix = '1 2 3', detail = full
      );
      """)
  }

  package func count(_ kind: SearchDocument.Kind) throws(SQLiteError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM documents WHERE kind = \(kind.rawValue)"))
  }

  // MARK: Changing

  /// Adds the document, or replaces the one of the same kind, app and id.
  ///
  /// - Returns: its row, which it keeps until it is removed.
  @discardableResult
  package func put(_ document: SearchDocument) throws(SQLiteError) -> Int64 {
    let row = try row(of: document.kind, app: document.app, id: document.id)
    let upsert =
      row == nil
      ? try connection.statement(
        "INSERT INTO documents (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)")
      : try connection.statement(
        """
        UPDATE documents SET kind = ?, app = ?, id = ?, domain = ?, title = ?, attributes = ?,
          url = ?, related = ?, expires = ? WHERE row = ?
        """)
    upsert.bind(1, document.kind.rawValue)
    upsert.bind(2, document.app)
    upsert.bind(3, document.id)
    upsert.bind(4, document.domain)
    upsert.bind(5, document.title)
    upsert.bind(6, document.attributes.canonicalBytes)
    upsert.bind(7, document.url)
    upsert.bind(8, document.related)
    upsert.bind(9, document.expires.milliseconds)
    if let row { upsert.bind(10, row) }
    try upsert.run()
    let written = row ?? connection.lastInsertedRow
    if row != nil { try removeWords(of: written) }
    let insert = try connection.statement("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)")
    insert.bind(1, written)
    insert.bind(2, document.title)
    insert.bind(3, document.body)
    try insert.run()
    return written
  }

  private func removeWords(of row: Int64) throws(SQLiteError) {
    let delete = try connection.statement("DELETE FROM words WHERE rowid = ?")
    delete.bind(1, row)
    try delete.run()
  }

  /// Makes the word lists anew. A word that was removed stays in them otherwise, marked as such,
  /// until SQLite happens to merge them.
  package func rewriteWords() throws(SQLiteError) {
    try connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
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

  // The indexes hold only rows that have a domain or a relation: a query that does not say so reads
  // every row instead.

  /// Removes the item, the activity of the same id, and activities that are bound to the item.
  package func removeAll(app: String, id: String) throws(SQLiteError) {
    try remove(
      rows: try rows("SELECT row FROM documents WHERE app = ? AND id = ?", app, id)
        + rows("SELECT row FROM documents WHERE app = ? AND related = ? AND related <> ''", app, id)
    )
  }

  /// Removes what lies in the domain or below it: "a.b" holds "a.b" and "a.b.c", not "a.bc". An
  /// empty domain holds nothing.
  package func removeAll(app: String, domain: String) throws(SQLiteError) {
    guard !domain.isEmpty else { return }
    // "/" is the byte after ".": everything that begins with "domain." lies between the two.
    let exact = try rows(
      "SELECT row FROM documents WHERE app = ? AND domain = ? AND domain <> ''", app, domain)
    let below = try rows(
      "SELECT row FROM documents WHERE app = ? AND domain > ? AND domain < ? AND domain <> ''", app,
      domain + ".", domain + "/")
    var found = exact + below
    for row in exact + below { found += try boundActivities(to: row) }
    try remove(rows: found)
  }

  private func boundActivities(to row: Int64) throws(SQLiteError) -> [Int64] {
    let select = try connection.statement(
      """
      SELECT bound.row FROM documents AS item JOIN documents AS bound
        ON bound.app = item.app AND bound.related = item.id AND bound.related <> ''
      WHERE item.row = ? AND item.kind = 0
      """)
    select.bind(1, row)
    return try Self.rows(of: select)
  }

  package func removeAll(app: String) throws(SQLiteError) {
    try remove(rows: try rows("SELECT row FROM documents WHERE app = ?", app))
  }

  func rows(_ sql: String, _ values: String...) throws(SQLiteError) -> [Int64] {
    let select = try connection.statement(sql)
    for (index, value) in values.enumerated() { select.bind(Int32(index + 1), value) }
    return try Self.rows(of: select)
  }

  private static func rows(of select: Statement) throws(SQLiteError) -> [Int64] {
    defer { select.reset() }
    var rows: [Int64] = []
    while try select.step() { rows.append(select.integer(0)) }
    return rows
  }

  private func remove(rows: [Int64]) throws(SQLiteError) {
    for row in rows {
      let delete = try connection.statement("DELETE FROM documents WHERE row = ?")
      delete.bind(1, row)
      try delete.run()
      try removeWords(of: row)
    }
  }

  /// Remembers that somebody engaged with a result of the item or activity.
  package func engaged(app: String, id: String, at time: Timestamp) throws(SQLiteError) {
    let update = try connection.statement(
      "UPDATE documents SET engaged = max(engaged, ?) WHERE app = ? AND id = ?")
    update.bind(1, time.milliseconds)
    update.bind(2, app)
    update.bind(3, id)
    try update.run()
  }

  // MARK: Reading

  package func document(
    _ kind: SearchDocument.Kind, app: String, id: String
  ) throws(SQLiteError) -> SearchDocument? {
    let select = try connection.statement(
      "SELECT \(Self.columns) FROM documents WHERE app = ? AND id = ? AND kind = ?")
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    select.bind(3, kind.rawValue)
    return try select.step() ? Self.hit(select).document : nil
  }

  /// The item, or the activity where there is no such item.
  package func itemOrActivity(app: String, id: String) throws(SQLiteError) -> SearchDocument? {
    if let item = try document(.item, app: app, id: id) { return item }
    return try document(.activity, app: app, id: id)
  }

  /// Calls `body` with every document of a kind, sorted by app and id as bytes.
  package func forEach(
    _ kind: SearchDocument.Kind, _ body: (SearchHit) -> Void
  ) throws(SQLiteError) {
    let select = try connection.statement(
      "SELECT \(Self.columns) FROM documents WHERE kind = ? ORDER BY app, id")
    defer { select.reset() }
    select.bind(1, kind.rawValue)
    while try select.step() { body(Self.hit(select)) }
  }

  /// Documents in which every word of the query begins a word; the newest-engaged first.
  ///
  /// - Parameter app: nil searches in all apps.
  package func search(
    _ query: String, app: String?, now: Timestamp, limit: Int
  ) throws(SQLiteError) -> [SearchHit] {
    guard let expression = MatchExpression(query) else { return [] }
    let select = try connection.statement(
      """
      SELECT \(Self.joinedColumns) FROM words JOIN documents ON documents.row = words.rowid
      WHERE words MATCH ?1 AND (?2 = '' OR app = ?2) AND (expires = 0 OR expires > ?3)
      ORDER BY engaged DESC, bm25(words, 4.0, 1.0), app, id LIMIT ?4
      """)
    defer { select.reset() }
    select.bind(1, expression.text)
    select.bind(2, app ?? "")
    select.bind(3, now.milliseconds)
    select.bind(4, Int64(limit))
    var hits: [SearchHit] = []
    while try select.step() { hits.append(Self.hit(select)) }
    return hits
  }

  private static func hit(_ row: Statement) -> SearchHit {
    var document = SearchDocument(
      kind: SearchDocument.Kind(rawValue: row.integer(0)) ?? .item, app: row.text(1),
      id: row.text(2))
    document.domain = row.text(3)
    document.title = row.text(4)
    // Derived bytes of our own: unreadable ones are found by the fold's checkpoint, not here.
    document.attributes = (try? JournalAttributes(serializedBytes: row.bytes(5))) ?? .init()
    document.url = row.text(6)
    document.related = row.text(7)
    document.expires = Timestamp(milliseconds: row.integer(8))
    let engaged = row.integer(9)
    return SearchHit(
      document: document, lastEngaged: engaged == 0 ? nil : Timestamp(milliseconds: engaged))
  }
}

extension JournalAttributes {
  /// The same bytes for the same attributes in every process.
  package var canonicalBytes: [UInt8] {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    // Encoding values that were decoded or built in memory cannot fail.
    return (try? serializedBytes(options: options)) ?? []
  }
}
