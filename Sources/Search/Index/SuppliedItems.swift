package import JournalFormat
package import SQLite

/// An item as an app gave it.
package struct SuppliedItem: Hashable, Sendable {
  package let id: String
  package let target: ReindexTarget
  /// The entry that gave it last.
  package let number: UInt64
  /// It is protected, and cannot be given now.
  package let isLocked: Bool
}

/// An item whose expiry its app was not asked about.
package struct ExpiringItem: Hashable, Sendable {
  package let id: String
  package let target: ReindexTarget
  package let expires: Timestamp
  package let row: Int64
}

/// An item or activity that has expired, of an item whose app was asked about it.
package struct ExpiredDocument: Hashable, Sendable {
  package let app: String
  package let id: String
  package let expires: Timestamp
  package let row: Int64
}

/// When something expires next.
package struct NextExpiries: Hashable, Sendable {
  /// Of the items whose apps were not asked about it.
  package var unasked: Timestamp?
  /// Of what goes then.
  package var asked: Timestamp?

  package init(unasked: Timestamp? = nil, asked: Timestamp? = nil) {
    (self.unasked, self.asked) = (unasked, asked)
  }
}

extension JournalItemIndexed {
  /// When the item expires if it is made or replaced by this; 0: it does not.
  package var expiry: Timestamp {
    let isByPolicy = merge && expiresMilliseconds == 0
    return Timestamp(milliseconds: isByPolicy ? defaultExpiresMilliseconds : expiresMilliseconds)
  }
}

/// Which entry gave each item last, into which of its app's indexes, and whether its app was asked
/// about its expiry.
package struct SuppliedItems {
  private let connection: Connection
  private let documents: DocumentRows

  /// `given` has a row for each item, that of its document.
  private static let tables = """
    CREATE TABLE given (
      row INTEGER PRIMARY KEY, number INTEGER NOT NULL, index_name TEXT NOT NULL,
      unasked_expiry INTEGER NOT NULL, asked_expiry INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TRIGGER given_goes_with_its_document AFTER DELETE ON documents BEGIN
      DELETE FROM given WHERE row = old.row;
    END;
    """

  /// Of the two expiries of an item, one is 0: its app was asked about the date that it has, or was
  /// not. Both are 0 where it does not expire.
  ///
  /// All are indexed by date, so a search for the next one does not read the rest.
  private static let expiryIndexes = """
    CREATE INDEX items_by_unasked_expiry ON given (unasked_expiry) WHERE unasked_expiry <> 0;
    CREATE INDEX items_by_asked_expiry ON given (asked_expiry) WHERE asked_expiry <> 0;
    CREATE INDEX activities_by_expiry ON documents (expires) WHERE kind = 1 AND expires <> 0;
    """

  init(_ connection: Connection, _ documents: DocumentRows) {
    (self.connection, self.documents) = (connection, documents)
  }

  static func makeTables(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(tables + expiryIndexes)
  }

  // MARK: Items

  /// - Parameter expires: when the resulting document expires; a changed date is asked about again.
  func record(
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

  /// Nil where there is no such item.
  package func item(app: String, id: String) throws(SQLiteError) -> SuppliedItem? {
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
    return SuppliedItem(
      id: id, target: ReindexTarget(app: app, indexName: select.text(0)),
      number: UInt64(clamping: select.integer(1)), isLocked: select.integer(2) != 0)
  }

  /// The next items that the acknowledgement of a request sweeps: those that were not given again.
  ///
  /// - Parameters:
  ///   - last: the identifier after which to continue; empty to begin.
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
        guard let item = try item(app: request.target.app, id: id),
          item.target == request.target, item.number < request.number,
          item.isLocked == isLocked
        else { continue }
        page.add(id)
      }
    }
    return page.identifiers
  }

  func forEachItem(
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

  // MARK: Locked items

  /// Whether all that the request still waits for is protected, and cannot be given now.
  package func waitsForUnlocking(_ request: ReindexRequest) throws(SQLiteError) -> Bool {
    guard try documents.hasLocked() else { return false }
    switch request.scope {
    case .all, .resume:
      guard try hasMissing(request, isLocked: true) else { return false }
      return try !hasMissing(request, isLocked: false)
    case .identifiers(let ids):
      var isWaiting = false
      for id in ids {
        // The app may supply an item that is missing.
        guard let item = try item(app: request.target.app, id: id) else { return false }
        guard item.target == request.target, item.number < request.number else { continue }
        guard item.isLocked else { return false }
        isWaiting = true
      }
      return isWaiting
    }
  }

  private func hasMissing(
    _ request: ReindexRequest, isLocked: Bool
  ) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      """
      SELECT EXISTS (SELECT 1 FROM documents JOIN given ON given.row = documents.row
        WHERE app = ? AND kind = 0 AND index_name = ? AND number < ?
          AND protection \(isLocked ? "NOT IN" : "IN") (\(documents.givableClasses)))
      """)
    defer { select.reset() }
    select.bind(1, request.target.app)
    select.bind(2, request.target.indexName)
    select.bind(3, Int64(clamping: request.number))
    return try select.step() && select.integer(0) != 0
  }

  // MARK: Expiries

  /// An app is asked once about each expiry of an item.
  func recordExpiryAsked(_ request: JournalReindexRequested) throws(SQLiteError) {
    let update = try connection.statement(
      """
      UPDATE given SET asked_expiry = documents.expires, unasked_expiry = 0 FROM documents
      WHERE given.row = documents.row AND app = ? AND id = ? AND kind = 0
      """)
    for id in request.ids {
      update.bind(1, request.app)
      update.bind(2, id)
      try update.run()
    }
  }

  /// The next items that expire until `time`, or did, and were not asked about; soonest first.
  package func expiring(
    until time: Timestamp, after last: ExpiringItem?, atMost count: Int
  ) throws(SQLiteError) -> [ExpiringItem] {
    try soonest(
      """
      SELECT app, index_name, id, unasked_expiry, given.row
      FROM given JOIN documents ON given.row = documents.row
      WHERE unasked_expiry <> 0 AND unasked_expiry <= ? AND (unasked_expiry, given.row) > (?, ?)
      ORDER BY unasked_expiry, given.row LIMIT ?
      """, until: time, after: last.map { ($0.expires, $0.row) }, atMost: count
    ) { row in
      ExpiringItem(
        id: row.text(2), target: ReindexTarget(app: row.text(0), indexName: row.text(1)),
        expires: Timestamp(milliseconds: row.integer(3)), row: row.integer(4))
    }
  }

  /// The next items that have expired at `time`, and of which their apps were asked whether that is
  /// right; soonest first.
  package func expiredItems(
    at time: Timestamp, after last: ExpiredDocument?, atMost count: Int
  ) throws(SQLiteError) -> [ExpiredDocument] {
    try expired(
      """
      SELECT app, id, asked_expiry, given.row
      FROM given JOIN documents ON given.row = documents.row
      WHERE asked_expiry <> 0 AND asked_expiry <= ? AND (asked_expiry, given.row) > (?, ?)
      ORDER BY asked_expiry, given.row LIMIT ?
      """, at: time, after: last, atMost: count)
  }

  /// The next activities that have expired at `time`; soonest first.
  package func expiredActivities(
    at time: Timestamp, after last: ExpiredDocument?, atMost count: Int
  ) throws(SQLiteError) -> [ExpiredDocument] {
    try expired(
      """
      SELECT app, id, expires, row FROM documents
      WHERE kind = 1 AND expires <> 0 AND expires <= ? AND (expires, row) > (?, ?)
      ORDER BY expires, row LIMIT ?
      """, at: time, after: last, atMost: count)
  }

  private func expired(
    _ sql: String, at time: Timestamp, after last: ExpiredDocument?, atMost count: Int
  ) throws(SQLiteError) -> [ExpiredDocument] {
    try soonest(sql, until: time, after: last.map { ($0.expires, $0.row) }, atMost: count) { row in
      ExpiredDocument(
        app: row.text(0), id: row.text(1), expires: Timestamp(milliseconds: row.integer(2)),
        row: row.integer(3))
    }
  }

  /// - Parameter sql: a query in order of expiry and row, of which those until a time and behind an
  ///   expiry and a row, at most so many.
  private func soonest<Found>(
    _ sql: String, until time: Timestamp, after last: (expires: Timestamp, row: Int64)?,
    atMost count: Int, read: (Statement) -> Found
  ) throws(SQLiteError) -> [Found] {
    let select = try connection.statement(sql)
    defer { select.reset() }
    select.bind(1, time.milliseconds)
    select.bind(2, last?.expires.milliseconds ?? .min)
    select.bind(3, last?.row ?? 0)
    select.bind(4, Int64(count))
    var found: [Found] = []
    while try select.step() { found.append(read(select)) }
    return found
  }

  /// The next expiries, or the last ones where they are not journaled yet.
  package func nextExpiries() throws(SQLiteError) -> NextExpiries {
    NextExpiries(
      unasked: try first("unasked_expiry", "given WHERE unasked_expiry <> 0"),
      asked: try [
        first("asked_expiry", "given WHERE asked_expiry <> 0"),
        first("expires", "documents WHERE kind = 1 AND expires <> 0"),
      ].compactMap(\.self).min())
  }

  private func first(_ column: String, _ rest: String) throws(SQLiteError) -> Timestamp? {
    let select = try connection.statement(
      "SELECT \(column) FROM \(rest) ORDER BY \(column) LIMIT 1")
    defer { select.reset() }
    return try select.step() ? Timestamp(milliseconds: select.integer(0)) : nil
  }
}
