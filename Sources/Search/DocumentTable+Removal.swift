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

  /// Removes what lies in the domain or below it: "a.b" holds "a.b" and "a.b.c", not "a.bc". An
  /// empty domain holds nothing.
  package func removeAll(app: String, domain: String) throws(SQLiteError) {
    try remove(rows: try rows(app: app, domain: domain))
  }

  package func removeAll(app: String) throws(SQLiteError) { try remove(rows: try rows(app: app)) }

  /// What a deletion would remove now, sorted by identifier as bytes: items first.
  package func documents(
    removedBy deletion: JournalItemsDeleted
  ) throws(SQLiteError) -> [SearchDocument] {
    var reached = Set(deletion.all ? try rows(app: deletion.app) : [])
    for id in deletion.ids { reached.formUnion(try rows(app: deletion.app, id: id)) }
    for domain in deletion.domains {
      reached.formUnion(try rows(app: deletion.app, domain: domain))
    }
    var found: [SearchDocument] = []
    for row in reached {
      if let hit = try hit(row: row) { found.append(hit.document) }
    }
    return found.sorted { $0.isListed(before: $1) }
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

  private func rows(app: String, domain: String) throws(SQLiteError) -> [Int64] {
    guard !domain.isEmpty else { return [] }
    // "/" is the byte after ".": everything that begins with "domain." lies between the two.
    let exact = try rows(
      "SELECT row FROM documents WHERE app = ? AND domain = ? AND domain <> ''", app, domain)
    let below = try rows(
      "SELECT row FROM documents WHERE app = ? AND domain >= ? AND domain < ? AND domain <> ''",
      app,
      domain + ".", domain + "/")
    var found = exact + below
    for row in exact + below { found += try boundActivities(to: row) }
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
