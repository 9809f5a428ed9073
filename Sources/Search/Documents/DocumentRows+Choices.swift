package import JournalFormat
package import SQLite
package import WebAddress

/// Which rows a rule means: what has not expired, what a deletion reaches, what shows a page.
extension DocumentRows {
  // MARK: Expiry

  /// Whether a row `document` may be shown at the time `?2`: an activity that is bound to an item
  /// is shown as the item, and exists only with it.
  static let isCurrentAt2 = """
    (document.expires = 0 OR document.expires > ?2)
      AND (document.related = '' OR NOT EXISTS (
        SELECT 1 FROM documents AS item
        WHERE item.app = document.app AND item.id = document.related AND item.kind = 0
          AND item.expires <> 0 AND item.expires <= ?2))
    """

  /// When the document expires, by itself or with the item that it is bound to; 0: it does not.
  package func expiry(of document: SearchDocument) throws(SQLiteError) -> Timestamp {
    let item =
      document.related.isEmpty
      ? nil : try self.document(.item, app: document.app, id: document.related)
    let times = [document.expires, item?.expires].compactMap(\.self)
    return times.filter { $0.milliseconds != 0 }.min() ?? Timestamp(milliseconds: 0)
  }

  package func isExpired(
    _ document: SearchDocument, at now: Timestamp
  ) throws(SQLiteError) -> Bool {
    let expiry = try expiry(of: document)
    return expiry.milliseconds != 0 && expiry <= now
  }

  /// The item, or the activity where there is no such item. One that has expired only where the
  /// other has as well.
  package func itemOrActivity(
    app: String, id: String, at now: Timestamp
  ) throws(SQLiteError) -> SearchDocument? {
    let item = try document(.item, app: app, id: id)
    if let item, !item.isExpired(at: now) { return item }
    guard let activity = try document(.activity, app: app, id: id) else { return item }
    let isActivityExpired = try isExpired(activity, at: now)
    return item == nil || !isActivityExpired ? activity : item
  }

  func isCurrent(_ row: Int64, _ now: Timestamp) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      "SELECT 1 FROM documents AS document WHERE row = ?1 AND \(Self.isCurrentAt2)")
    defer { select.reset() }
    select.bind(1, row)
    select.bind(2, now.milliseconds)
    return try select.step()
  }

  // MARK: Deletions

  // The indexes hold only rows that have a domain or a relation: a query that does not say so reads
  // every row instead.

  /// What a deletion would remove now, sorted by identifier as bytes: items first.
  package func documents(
    removedBy deletion: JournalItemsDeleted
  ) throws(SQLiteError) -> [SearchDocument] {
    var found: [SearchDocument] = []
    for row in Set(try rows(DeletionScope(deletion))) {
      if let hit = try hit(row: row) { found.append(hit.document) }
    }
    return found.sorted { $0.isListed(before: $1) }
  }

  package func reachesNothing(_ deletion: JournalItemsDeleted) throws(SQLiteError) -> Bool {
    try rows(DeletionScope(deletion)).isEmpty
  }

  /// `DeletionScope`'s rule, by the table's indexes. Some rows may be there twice.
  func rows(_ scope: DeletionScope) throws(SQLiteError) -> [Int64] {
    if scope.isAll { return try rows(app: scope.app) }
    var found: [Int64] = []
    for id in scope.ids { found += try rows(app: scope.app, id: id) }
    for domain in scope.domains { found += try rows(app: scope.app, domain) }
    return found
  }

  func rows(app: String) throws(SQLiteError) -> [Int64] {
    try rows("SELECT row FROM documents WHERE app = ?", app)
  }

  /// An item and an activity may have the same name; the item is the first.
  func rows(named id: String, app: String) throws(SQLiteError) -> [Int64] {
    try rows("SELECT row FROM documents WHERE app = ? AND id = ? ORDER BY kind", app, id)
  }

  /// The item, the activity of the same name, and activities that are bound to the item.
  func rows(app: String, id: String) throws(SQLiteError) -> [Int64] {
    try rows(named: id, app: app) + boundActivities(app: app, to: id)
  }

  func boundActivities(app: String, to id: String) throws(SQLiteError) -> [Int64] {
    try rows("SELECT row FROM documents WHERE app = ? AND related = ? AND related <> ''", app, id)
  }

  private func rows(app: String, _ domain: DomainName) throws(SQLiteError) -> [Int64] {
    var found: [Int64] = []
    for condition in domain.conditions(on: "domain") {
      let select = try connection.statement(
        "SELECT row FROM documents WHERE app = ? AND \(condition.sql)")
      select.bind(1, app)
      for (place, value) in condition.values.enumerated() { select.bind(Int32(place + 2), value) }
      found += try Self.rows(of: select)
    }
    for row in found { found += try boundActivities(to: row) }
    return found
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

  // MARK: Pages

  /// Copies of one page that are looked at.
  private static let copiesMax = 16

  /// What names the page that a document shows; empty where it shows none, or where its address
  /// may not be in a file.
  static func page(_ document: SearchDocument) -> String {
    document.protected == nil ? CanonicalURL(document.url)?.text ?? "" : ""
  }

  /// The items and activities that show a page and have not expired, in an order of their names.
  package func documents(
    showing page: CanonicalURL, app: String?, now: Timestamp
  ) throws(SQLiteError) -> [SearchDocument] {
    let select = try connection.statement(
      """
      SELECT row FROM documents
      WHERE page = ?1 AND page <> '' AND (?2 IS NULL OR app = ?2)
        AND (expires = 0 OR expires > ?3)
      ORDER BY kind, app, id LIMIT \(Self.copiesMax)
      """)
    select.bind(1, page.text)
    if let app { select.bind(2, app) } else { select.bindNull(2) }
    select.bind(3, now.milliseconds)
    var found: [SearchDocument] = []
    for row in try Self.rows(of: select) {
      if let hit = try hit(row: row) { found.append(hit.document) }
    }
    return found
  }
}
