package import JournalFormat
package import SQLite
internal import SwiftProtobuf

/// Documents as rows of a table: writes them, and reads what the keys open.
///
/// What a protected document says is in the file as it was given, sealed.
package final class DocumentRows {
  let connection: Connection
  /// What opens protected documents now.
  var keys: ClassKeys = [:]
  /// Documents that are in no file, by the rows that their words are found under.
  var guests: [UInt32: SearchDocument] = [:]

  private static let columns =
    """
    kind, app, id, domain, title, attributes, url, related, expires, date, keywords, body, type,
    user_info, protection, hint, content, page
    """

  init(_ connection: Connection) throws(SQLiteError) {
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
        abandoned_lists INTEGER NOT NULL DEFAULT 0, abandoned_looks INTEGER NOT NULL DEFAULT 0,
        UNIQUE (app, id, kind)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS documents_by_domain ON documents (app, domain)
        WHERE domain <> '';
      CREATE INDEX IF NOT EXISTS documents_by_related ON documents (app, related)
        WHERE related <> '';
      CREATE INDEX IF NOT EXISTS documents_by_protection ON documents (protection)
        WHERE protection <> 0;
      CREATE INDEX IF NOT EXISTS documents_by_content ON documents (content) WHERE content <> 0;
      CREATE INDEX IF NOT EXISTS documents_by_page ON documents (page) WHERE page <> '';
      """)
  }

  // MARK: Writing

  /// - Parameters:
  ///   - content: names what the document says; 0 for nothing.
  ///   - row: of the one that it replaces; nil: it is new.
  /// - Returns: its row.
  func write(
    _ document: SearchDocument, content: Int64, at row: Int64?
  ) throws(SQLiteError) -> Int64 {
    let upsert = try putting(isNew: row == nil)
    bind(document, content, to: upsert)
    if let row { upsert.bind(19, row) }
    try upsert.run()
    return row ?? connection.lastInsertedRow
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

  func remove(row: Int64) throws(SQLiteError) {
    let delete = try connection.statement("DELETE FROM documents WHERE row = ?")
    delete.bind(1, row)
    try delete.run()
  }

  // MARK: Reading

  package func count(_ kind: SearchDocument.Kind) throws(SQLiteError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM documents WHERE kind = \(kind.rawValue)"))
  }

  func row(
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
    // Derived bytes of our own: unreadable ones are found by the projection's checkpoint, not here.
    document.attributes = (try? JournalAttributes(serializedBytes: row.bytes(5))) ?? .init()
    document.fillTexts()
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

  // MARK: Protected documents

  func opened(_ document: SearchDocument) -> SearchDocument {
    guard let protected = document.protected else { return document }
    var opened = document.withoutContent
    let name = ItemName(app: document.app, id: document.id)
    guard let attributes = protected.opened(keys, of: name) else {
      opened.isLocked = true
      return opened
    }
    opened.isLocked = false
    opened.attributes = attributes
    opened.fillTexts()
    return opened
  }

  /// Items that the keys should open and do not: another device sealed them.
  package func unreadableItems() throws(SQLiteError) -> [ItemName] {
    guard !keys.isEmpty else { return [] }
    let select = try connection.statement(
      """
      SELECT app, id, attributes, protection FROM documents WHERE protection <> 0
      ORDER BY app, id
      """)
    defer { select.reset() }
    var found: [ItemName] = []
    while try select.step() {
      let protected = ProtectedAttributes(
        protection: Self.protection(select.integer(3)), sealed: select.bytes(2))
      if protected.isUnreadable(keys) {
        found.append(ItemName(app: select.text(0), id: select.text(1)))
      }
    }
    return found
  }

  /// How many items are protected, whether or not they can be read.
  package func protectedCount() throws(SQLiteError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM documents WHERE protection <> 0"))
  }

  static func protection(_ column: Int64) -> JournalItemIndexed.Protection {
    JournalItemIndexed.Protection(rawValue: Int(column)) ?? .complete
  }

  /// Of items that can be given now, as a list of SQL's.
  var givableClasses: String {
    ([0] + keys.keys.map(\.rawValue).sorted()).map(String.init).joined(separator: ", ")
  }

  /// Whether there is anything that cannot be given now.
  func hasLocked() throws(SQLiteError) -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM documents
        WHERE protection <> 0 AND protection NOT IN (\(givableClasses)))
      """) != 0
  }

  /// Whether what a result of this name shows is protected: the item, or the one that an activity
  /// of the name is bound to.
  package func isProtected(app: String, id: String) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      """
      SELECT EXISTS (SELECT 1 FROM documents WHERE app = ?1 AND kind = 0 AND protection <> 0
        AND (id = ?2 OR id IN (
          SELECT related FROM documents WHERE app = ?1 AND id = ?2 AND kind = 1)))
      """)
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    return try select.step() && select.integer(0) != 0
  }
}
