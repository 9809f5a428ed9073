package import JournalFormat
package import SQLite

/// What deletions reach: of an app by identifier, by domain, or all.
///
/// The indexes hold only rows that have a domain or a relation: a query that does not say so reads
/// every row instead.
extension DocumentTable {
  /// Removes the item, the activity of the same id, and activities that are bound to the item.
  package func removeAll(app: String, id: String) throws(SQLiteError) {
    try remove(rows: try rows(app: app, id: id))
  }

  /// Removes the item, and activities that are bound to it.
  package func removeItem(app: String, id: String) throws(SQLiteError) {
    let item = try rows("SELECT row FROM documents WHERE app = ? AND id = ? AND kind = 0", app, id)
    try remove(rows: item + boundActivities(app: app, to: id))
  }

  package func removeAll(app: String) throws(SQLiteError) { try remove(rows: try rows(app: app)) }

  /// Removes what a deletion reaches.
  package func removeAll(_ scope: DeletionScope) throws(SQLiteError) {
    try remove(rows: try rows(scope))
  }

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

  /// `DeletionScope`'s rule, by the table's indexes. Some rows may be there twice.
  private func rows(_ scope: DeletionScope) throws(SQLiteError) -> [Int64] {
    if scope.isAll { return try rows(app: scope.app) }
    var found: [Int64] = []
    for id in scope.ids { found += try rows(app: scope.app, id: id) }
    for domain in scope.domains { found += try rows(app: scope.app, domain) }
    return found
  }

  private func rows(app: String) throws(SQLiteError) -> [Int64] {
    try rows("SELECT row FROM documents WHERE app = ?", app)
  }

  private func rows(app: String, id: String) throws(SQLiteError) -> [Int64] {
    try rows("SELECT row FROM documents WHERE app = ? AND id = ?", app, id)
      + boundActivities(app: app, to: id)
  }

  private func boundActivities(app: String, to id: String) throws(SQLiteError) -> [Int64] {
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
}
