package import JournalFormat
package import SQLite

/// What expires: of an item, once its app was asked whether that is right; of an activity, at its
/// time.
extension IndexFold {
  /// Of the two expiries of an item, one is 0: its app was asked about the date that it has, or was
  /// not. Both are 0 where it does not expire.
  ///
  /// All are indexed by date, so a search for the next one does not read the rest.
  static let expiryIndexes = """
    CREATE INDEX items_by_unasked_expiry ON given (unasked_expiry) WHERE unasked_expiry <> 0;
    CREATE INDEX items_by_asked_expiry ON given (asked_expiry) WHERE asked_expiry <> 0;
    CREATE INDEX activities_by_expiry ON documents (expires) WHERE kind = 1 AND expires <> 0;
    """

  // MARK: Events

  func apply(_ expiry: JournalItemsExpired) throws(SQLiteError) {
    for id in expiry.ids {
      switch expiry.kind {
      case .unspecified: try documents.removeAll(app: expiry.app, id: id)
      case .item: try documents.removeItem(app: expiry.app, id: id)
      case .activity: try documents.remove(.activity, app: expiry.app, id: id)
      case .UNRECOGNIZED:
        // Left to the later version that made it, which rebuilds the index.
        break
      }
    }
  }

  /// An app is asked once about each expiry of an item.
  func noteExpiryAsked(_ request: JournalReindexRequested) throws(SQLiteError) {
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

  // MARK: Asking about expiries

  /// An item whose expiry its app was not asked about.
  package struct ExpiringItem: Hashable, Sendable {
    package let id: String
    package let target: ReindexTarget
    package let expires: Timestamp
    package let row: Int64
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

  // MARK: Expired

  /// An item or activity that has expired, of an item whose app was asked about it.
  package struct ExpiredDocument: Hashable, Sendable {
    package let app: String
    package let id: String
    package let expires: Timestamp
    package let row: Int64
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
