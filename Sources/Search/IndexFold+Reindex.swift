internal import JournalFormat
package import SQLite
internal import SwiftProtobuf

/// What the index knows of reindexing: who was asked, and which entry gave each item last.
///
/// An item is unconfirmed when an open request is younger than the entry that gave it. So a request
/// marks any number of items by being there, and confirms the rest by ending.
extension IndexFold {
  /// `given` has a row for each item, that of its document.
  static let reindexTables = """
    CREATE TABLE reindex_requests (
      number INTEGER PRIMARY KEY, requested INTEGER NOT NULL, attempts INTEGER NOT NULL,
      event BLOB NOT NULL
    ) STRICT;
    CREATE TABLE reindex_asked (
      app TEXT, index_name TEXT, number INTEGER NOT NULL, PRIMARY KEY (app, index_name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE given (
      row INTEGER PRIMARY KEY, number INTEGER NOT NULL, index_name TEXT NOT NULL,
      unasked_expiry INTEGER NOT NULL, asked_expiry INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TRIGGER given_goes_with_its_document AFTER DELETE ON documents BEGIN
      DELETE FROM given WHERE row = old.row;
    END;
    """

  // MARK: Requests

  static func readRequests(_ connection: Connection) throws(SQLiteError) -> ReindexRequests {
    let select = try connection.statement(
      "SELECT event, number, requested, attempts FROM reindex_requests ORDER BY number")
    defer { select.reset() }
    var open: [ReindexRequest] = []
    while try select.step() {
      // Derived bytes of our own: those that cannot be read are damage that SQLite did not see.
      guard let event = try? JournalReindexRequested(serializedBytes: select.bytes(0)),
        var request = ReindexRequest(
          event, number: UInt64(clamping: select.integer(1)),
          at: Timestamp(milliseconds: select.integer(2)))
      else { continue }
      request.attempts = Int(select.integer(3))
      open.append(request)
    }
    let asked = try connection.statement("SELECT app, index_name, number FROM reindex_asked")
    defer { asked.reset() }
    var lastAsked: [ReindexTarget: UInt64] = [:]
    while try asked.step() {
      lastAsked[ReindexTarget(app: asked.text(0), indexName: asked.text(1))] =
        UInt64(clamping: asked.integer(2))
    }
    return ReindexRequests(open: open, lastAsked: lastAsked)
  }

  /// Writes all of them: there are few, and they change seldom.
  func writeRequests() throws(SQLiteError) {
    try connection.execute("DELETE FROM reindex_requests; DELETE FROM reindex_asked")
    let insert = try connection.statement("INSERT INTO reindex_requests VALUES (?, ?, ?, ?)")
    for request in requests.open {
      insert.bind(1, Int64(clamping: request.number))
      insert.bind(2, request.requested.milliseconds)
      insert.bind(3, Int64(request.attempts))
      // Encoding values that were decoded or built in memory cannot fail.
      insert.bind(4, (try? request.journaled.serializedBytes()) ?? [])
      try insert.run()
    }
    let asked = try connection.statement("INSERT INTO reindex_asked VALUES (?, ?, ?)")
    for (target, number) in requests.lastAsked.sorted(by: { $0.key < $1.key }) {
      asked.bind(1, target.app)
      asked.bind(2, target.indexName)
      asked.bind(3, Int64(clamping: number))
      try asked.run()
    }
  }

  // MARK: Items

  /// - Parameter expires: when the resulting document expires; a changed date is asked about again.
  func noteGiven(
    _ item: JournalItemIndexed, row: Int64, number: UInt64, expires: Timestamp
  ) throws(SQLiteError) {
    let upsert = try connection.statement(
      """
      INSERT INTO given (row, number, index_name, unasked_expiry) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (row) DO UPDATE SET number = ?2, index_name = ?3,
          unasked_expiry = CASE asked_expiry WHEN ?4 THEN 0 ELSE ?4 END,
          asked_expiry = CASE asked_expiry WHEN ?4 THEN ?4 ELSE 0 END
      """)
    upsert.bind(1, row)
    upsert.bind(2, Int64(clamping: number))
    upsert.bind(3, item.indexName)
    upsert.bind(4, expires.milliseconds)
    try upsert.run()
  }

  /// Every index that items were given to, and those with a client state of an app that has items;
  /// sorted.
  package func targets() throws(SQLiteError) -> [ReindexTarget] {
    let select = try connection.statement(
      """
      WITH items AS (
        SELECT DISTINCT app, index_name FROM documents JOIN given ON given.row = documents.row
      )
      SELECT app, index_name FROM items
      UNION SELECT app, index_name FROM client_states WHERE app IN (SELECT app FROM items)
      """)
    defer { select.reset() }
    var targets: [ReindexTarget] = []
    while try select.step() {
      targets.append(ReindexTarget(app: select.text(0), indexName: select.text(1)))
    }
    return targets.sorted()
  }

  /// An item as an app gave it.
  package struct GivenItem: Hashable, Sendable {
    package let id: String
    package let target: ReindexTarget
    /// The entry that gave it last.
    package let number: UInt64
    /// It is protected, and cannot be given now.
    package let isLocked: Bool
  }

  /// Nil where there is no such item.
  package func givenItem(app: String, id: String) throws(SQLiteError) -> GivenItem? {
    let select = try connection.statement(
      """
      SELECT index_name, number, protection NOT IN (\(documents.givableClasses))
      FROM documents JOIN given ON given.row = documents.row
      WHERE app = ? AND id = ? AND kind = 0
      """)
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    guard try select.step() else { return nil }
    return GivenItem(
      id: id, target: ReindexTarget(app: app, indexName: select.text(0)),
      number: UInt64(clamping: select.integer(1)), isLocked: select.integer(2) != 0)
  }

  /// Whether an open request waits for the item; false where there is none.
  package func isUnconfirmed(app: String, id: String) throws(SQLiteError) -> Bool {
    guard !requests.open.isEmpty, let item = try givenItem(app: app, id: id) else { return false }
    return requests.isUnconfirmed(id, of: item.target, given: item.number)
  }

  /// Calls `body` with every item that an open request waits for, sorted by app, index and
  /// identifier as bytes.
  package func forEachUnconfirmed(
    _ body: (_ app: String, _ id: String) -> Void
  ) throws(SQLiteError) {
    for target in Set(requests.open.map(\.target)).sorted() {
      try forEachItem(of: target, after: "") { id, number, _ in
        if requests.isUnconfirmed(id, of: target, given: number) { body(target.app, id) }
        return true
      }
    }
  }

  /// The next items that the acknowledgement of a request sweeps: those that were not given again.
  ///
  /// - Parameters:
  ///   - last: the identifier after which to go on; empty to begin.
  ///   - isLocked: true for those that are not swept, since nobody could give them now.
  /// - Returns: as many as one entry should name, sorted by their bytes; nothing at the end.
  package func unconfirmed(
    of request: ReindexRequest, after last: String, isLocked: Bool = false
  ) throws(SQLiteError) -> [String] {
    var page = IdentifierPage()
    if isLocked, try !documents.hasLocked() { return [] }
    switch request.scope {
    case .resume: break
    case .all:
      try forEachItem(of: request.target, after: last) { id, number, isItemLocked in
        if number < request.number, isItemLocked == isLocked { page.add(id) }
        return !page.isFull
      }
    case .identifiers(let ids):
      let rest = ids.filter { last.utf8.lexicographicallyPrecedes($0.utf8) }
      for id in rest.sortedByBytes() {
        guard !page.isFull else { break }
        guard let item = try givenItem(app: request.target.app, id: id),
          item.target == request.target, item.number < request.number,
          item.isLocked == isLocked
        else { continue }
        page.add(id)
      }
    }
    return page.identifiers
  }

  private func forEachItem(
    of target: ReindexTarget, after last: String,
    _ body: (_ id: String, _ number: UInt64, _ isLocked: Bool) -> Bool
  ) throws(SQLiteError) {
    let select = try connection.statement(
      """
      SELECT id, number, protection NOT IN (\(documents.givableClasses))
      FROM documents JOIN given ON given.row = documents.row
      WHERE app = ? AND id > ? AND kind = 0 AND index_name = ? ORDER BY id
      """)
    defer { select.reset() }
    select.bind(1, target.app)
    select.bind(2, last)
    select.bind(3, target.indexName)
    while try select.step() {
      let number = UInt64(clamping: select.integer(1))
      guard body(select.text(0), number, select.integer(2) != 0) else { return }
    }
  }

  /// Identifiers that one entry names: bounded, however many and however long they are.
  private struct IdentifierPage {
    private(set) var identifiers: [String] = []
    private var byteCount = 0

    var isFull: Bool { identifiers.count >= 1_000 || byteCount >= 1 << 20 }

    mutating func add(_ id: String) {
      identifiers.append(id)
      byteCount += id.utf8.count
    }
  }
}
