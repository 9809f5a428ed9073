package import JournalFormat
package import SQLite

/// The search index of a device: a projection of its private journal, in a separate file.
///
/// The file is derived. Whatever is wrong with it (missing, older, newer, damaged, of another
/// journal, ahead of the journal), it is discarded and rebuilt; nothing is lost by that.
package final class IndexProjection {
  /// How far the projection has read, and in which journal.
  package struct Checkpoint: Hashable, Sendable {
    package var journal: JournalName
    package var number: UInt64
    package var digest: Digest

    package init(journal: JournalName, number: UInt64, digest: Digest) {
      self.journal = journal
      self.number = number
      self.digest = digest
    }
  }

  /// Raised with every change of the tables or of what the projection does: other files are
  /// rebuilt.
  package static let formatVersion = 15 << 24 | DocumentTable.formatVersion
  /// "SLI1"
  private static let applicationIdentifier: Int64 = 0x534C_4931

  package let connection: Connection
  package let documents: DocumentTable
  package let given: SuppliedItems
  package let publicProblems: PublicProblems
  package private(set) var checkpoint: Checkpoint
  package private(set) var requests: ReindexRequests
  /// Nil on a disk that is not the operating system's.
  let mark: SettledMark?
  private var isAbandoned = false
  /// What the file was settled as last; it stands beside the checkpoint.
  var settledName: Int64 = 0
  /// The last entry whose words were gone when the index read it; 0: it has read all.
  package private(set) var lastGap: UInt64
  /// Entries that were stepped over, since no program can decode them.
  package private(set) var unreadable = UnreadableEntries()

  /// Opens the file. Throws if it does not fit in every way; the owner then rebuilds it.
  ///
  /// - Parameter isCurrent: whether the journal has this checkpoint in its past.
  package init?(
    openingAt path: String, vfs: String?, isCurrent: (Checkpoint) -> Bool
  ) throws(SQLiteError) {
    mark = vfs == nil ? SettledMark(besides: path) : nil
    // Checked first: nothing of a file of another time may be written anywhere.
    let names = mark?.names()
    connection = try Connection(
      path: path, mode: .readWrite, vfs: vfs, hasCheckedPages: true)
    guard try connection.integer("PRAGMA application_id") == Self.applicationIdentifier else {
      throw SQLiteError(code: .damaged, message: "\(path) is not an index")
    }
    guard try connection.integer("PRAGMA user_version") == Self.formatVersion,
      let found = try Self.readCheckpoint(connection), isCurrent(found)
    else { return nil }
    checkpoint = found
    lastGap = UInt64(clamping: try connection.integer("SELECT gap FROM checkpoint"))
    unreadable = try Self.readUnreadable(connection)
    let settledName = try connection.integer("SELECT settled FROM checkpoint")
    guard names?.contains(settledName) ?? true else {
      throw SQLiteError(
        code: .damaged,
        message: "\(path) was being written to from a log that is not there, or is of another time")
    }
    self.settledName = settledName
    try Self.checkSchema(of: connection)
    requests = try ReindexRequests.read(connection)
    try Self.configure(connection, isOnDisk: vfs == nil)
    documents = try DocumentTable(connection)
    given = SuppliedItems(connection, documents.rows)
    publicProblems = PublicProblems(connection)
  }

  /// Makes a new, empty file. The caller has removed an old one.
  ///
  /// - Parameter pageByteCount: SQLite's page size, at least one for each table and index.
  package init(
    creatingAt path: String, vfs: String?, pageByteCount: Int = 4_096, start: Checkpoint
  ) throws(SQLiteError) {
    connection = try Connection(path: path, mode: .create, vfs: vfs, hasCheckedPages: true)
    mark = vfs == nil ? SettledMark(besides: path) : nil
    checkpoint = start
    // What a journal was pruned of is gone like what was redacted.
    lastGap = start.number
    requests = ReindexRequests()
    try connection.execute("PRAGMA page_size = \(pageByteCount)")
    try Self.configure(connection, isOnDisk: vfs == nil)
    try connection.execute(
      """
      PRAGMA application_id = \(Self.applicationIdentifier);
      PRAGMA user_version = \(Self.formatVersion);
      """)
    documents = try Self.makeTables(connection)
    given = SuppliedItems(connection, documents.rows)
    publicProblems = PublicProblems(connection)
    try writeCheckpoint()
    if mark != nil { try flushWriteAheadLog() }
  }

  private static func makeTables(_ connection: Connection) throws(SQLiteError) -> DocumentTable {
    try connection.execute(
      """
      CREATE TABLE checkpoint (
        journal BLOB, number INTEGER, digest BLOB, gap INTEGER, settled INTEGER,
        unreadable INTEGER, first_unreadable INTEGER, last_unreadable INTEGER
      ) STRICT;
      CREATE TABLE client_states (
        app TEXT, index_name TEXT, state BLOB, PRIMARY KEY (app, index_name)
      ) STRICT, WITHOUT ROWID;
      """)
    try PublicProblems.makeTable(connection)
    let documents = try DocumentTable(connection)
    try connection.execute(ReindexRequests.tables)
    try SuppliedItems.makeTables(connection)
    return documents
  }

  private static let schema = Result { () throws(SQLiteError) in
    try Schema { connection throws(SQLiteError) in _ = try makeTables(connection) }
  }

  /// Whatever this program did not make would run when the index is read or changed.
  private static func checkSchema(of connection: Connection) throws(SQLiteError) {
    guard let other = try Schema(connection).firstUnknown(to: schema.get()) else { return }
    throw SQLiteError(
      code: .damaged,
      message:
        "\(connection.path) has a \(other.type) \(other.name.debugDescription) that no index "
        + "has")
  }

  /// Found to be damaged: nothing more is written to its files.
  package func abandon() { isAbandoned = true }

  deinit {
    guard mark != nil, !isAbandoned else { return }
    try? flushWriteAheadLog()
    // With nothing in it, it need not lie there.
    if connection.logByteCount == 0 { connection.setLogPersistence(false) }
  }

  private static func configure(
    _ connection: Connection, isOnDisk: Bool
  ) throws(SQLiteError) {
    // Derived: after a power cut it may be behind, and then reads on.
    try connection.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -48000")
    // Its log is taken over when `SettledMark` says so; a disk in memory has not the room to wait.
    if isOnDisk { try connection.execute("PRAGMA wal_autocheckpoint = 0") }
  }

  /// Rewrites the file with what the index holds: what was removed is in no page and no word list.
  package func reclaimSpace() throws(SQLiteError) {
    try documents.rewriteWords()
    try connection.vacuum()
    try flushWriteAheadLog()
  }

  private static func readCheckpoint(
    _ connection: Connection
  ) throws(SQLiteError) -> Checkpoint? {
    let select = try connection.statement("SELECT journal, number, digest FROM checkpoint")
    defer { select.reset() }
    guard try select.step(), let journal = JournalName(hex: select.bytes(0).hex),
      let digest = Digest(bytes: select.bytes(2))
    else { return nil }
    return Checkpoint(
      journal: journal, number: UInt64(clamping: select.integer(1)), digest: digest)
  }

  private func writeCheckpoint() throws(SQLiteError) {
    try connection.execute("DELETE FROM checkpoint")
    let insert = try connection.statement("INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    insert.bind(1, checkpoint.journal.bytes)
    insert.bind(2, Int64(checkpoint.number))
    insert.bind(3, checkpoint.digest.bytes)
    insert.bind(4, Int64(clamping: lastGap))
    insert.bind(5, settledName)
    insert.bind(6, Int64(unreadable.count))
    insert.bind(7, Int64(clamping: unreadable.first))
    insert.bind(8, Int64(clamping: unreadable.last))
    try insert.run()
  }

  private static func readUnreadable(
    _ connection: Connection
  ) throws(SQLiteError) -> UnreadableEntries {
    var found = UnreadableEntries()
    found.count = Int(try connection.integer("SELECT unreadable FROM checkpoint"))
    found.first = UInt64(
      clamping: try connection.integer("SELECT first_unreadable FROM checkpoint"))
    found.last = UInt64(clamping: try connection.integer("SELECT last_unreadable FROM checkpoint"))
    return found
  }

  /// Applies entries in one transaction with the checkpoint behind the last of them.
  package func apply(
    _ entries: [IndexedEntry], upTo number: UInt64, digest: Digest
  ) throws(SQLiteError) {
    let before = (checkpoint, requests, lastGap, unreadable)
    do throws(SQLiteError) {
      try connection.transaction({ $0 }) { () throws(SQLiteError) in
        for entry in entries { try apply(entry) }
        try documents.flush()
        checkpoint.number = number
        checkpoint.digest = digest
        if requests != before.1 { try requests.write(connection) }
        try writeCheckpoint()
      }
    } catch {
      (checkpoint, requests, lastGap, unreadable) = before
      documents.forget()
      throw error
    }
    flushWriteAheadLogIfLong()
  }

  private func apply(_ entry: IndexedEntry) throws(SQLiteError) {
    documents.time = entry.time
    switch entry.saying {
    case .event(let event): try apply(event, of: entry)
    case .gone: lastGap = entry.number
    case .unreadable:
      lastGap = entry.number
      unreadable.add(entry.number)
    }
  }

  private func apply(_ event: JournalEvent, of entry: IndexedEntry) throws(SQLiteError) {
    switch event.fact {
    case .itemIndexed(let item): try apply(item, number: entry.number)
    case .itemsDeleted(let deletion): try apply(deletion)
    case .itemsExpired(let expiry): try apply(expiry)
    case .activityRecorded(let activity):
      try apply(activity, at: entry.time)
      try publicProblems.record(entry.publicProblem, of: activity)
    case .activitiesDeleted(let deletion): try apply(deletion)
    case .resultEngaged(let engagement):
      if engagement.result.source == .device {
        try documents.engaged(
          app: engagement.result.app, id: engagement.result.id,
          others: engagement.shown.map { $0.source == .device ? ($0.app, $0.id) : nil },
          at: entry.time)
        try documents.opened(
          app: engagement.result.app, id: engagement.result.id, from: engagement.query,
          at: entry.time)
      }
    case .batchEnded(let batch): try setClientState(batch)
    case .reindexRequested(let request):
      requests.apply(request, number: entry.number, at: entry.time)
      if request.reason == .expiring { try given.recordExpiryAsked(request) }
    case .reindexAcknowledged(let answer): requests.apply(answer)
    case .resultsShown(let shown):
      try documents.abandoned(shown.results.map { $0.source == .device ? ($0.app, $0.id) : nil })
      for sums in shown.sums { try documents.setAbandoned(sums) }
    case .epochAdopted, .journalBegun, nil:
      // Nothing that a search would find. An event of a later version is left to that version,
      // which rebuilds the index.
      break
    }
  }

  private func apply(_ deletion: JournalItemsDeleted) throws(SQLiteError) {
    let scope = DeletionScope(deletion)
    try publicProblems.forget(scope)
    try documents.removeAll(scope)
    guard deletion.all else { return }
    // An app that deletes everything starts over: its client states go too.
    let delete = try connection.statement("DELETE FROM client_states WHERE app = ?")
    delete.bind(1, deletion.app)
    try delete.run()
  }

  private func apply(_ expiry: JournalItemsExpired) throws(SQLiteError) {
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

  private func apply(_ item: JournalItemIndexed, number: UInt64) throws(SQLiteError) {
    var item = item
    let update = item.attributes
    item.attributes = update.made
    var document = SearchDocument(item)
    document.protected = document.protected?.ofEntry(at: documents.time)
    // A device journals no update of what is protected: it puts the whole item together, and seals
    // it.
    if item.merge, item.protection == .none,
      var existing = try documents.document(.item, app: item.app, id: item.id),
      existing.protected == nil
    {
      existing.attributes.merge(update)
      if !item.domain.isEmpty { existing.domain = item.domain }
      if item.expiresMilliseconds != 0 { existing.expires = document.expires }
      existing.fillTexts()
      document = existing
    }
    let row = try documents.put(document)
    try given.record(item, row: row, number: number, expires: document.expires)
  }

  private func apply(
    _ activity: JournalActivityRecorded, at time: Timestamp
  ) throws(SQLiteError) {
    // An activity that is bound to an item exists only with the item.
    let related = activity.relatedUniqueIdentifier
    let item =
      related.isEmpty ? nil : try documents.document(.item, app: activity.app, id: related)
    let isBoundToNothing = !related.isEmpty && item == nil
    guard activity.eligibleForSearch, !isBoundToNothing else {
      return try documents.remove(.activity, app: activity.app, id: activity.id)
    }
    var document = SearchDocument(activity)
    // What somebody does is as new as can be, whatever it is that is looked at.
    document.date = time
    try documents.put(document)
  }

  private func apply(_ deletion: JournalActivitiesDeleted) throws(SQLiteError) {
    try publicProblems.forget(DeletionScope(deletion))
    for id in deletion.persistentIdentifiers {
      try documents.remove(.activity, app: deletion.app, id: id)
    }
    guard deletion.all else { return }
    var ids: [String] = []
    try documents.forEach(.activity) { hit in
      if hit.document.app == deletion.app { ids.append(hit.document.id) }
    }
    for id in ids { try documents.remove(.activity, app: deletion.app, id: id) }
  }

  private func setClientState(_ batch: JournalBatchEnded) throws(SQLiteError) {
    let upsert = try connection.statement(
      "INSERT OR REPLACE INTO client_states (app, index_name, state) VALUES (?, ?, ?)")
    upsert.bind(1, batch.app)
    upsert.bind(2, batch.indexName)
    upsert.bind(3, [UInt8](batch.clientState))
    try upsert.run()
  }

  /// The client state that came with the last batch of an app's index; nil when there was none.
  package func clientState(app: String, indexName: String) throws(SQLiteError) -> [UInt8]? {
    let select = try connection.statement(
      "SELECT state FROM client_states WHERE app = ? AND index_name = ?")
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, indexName)
    return try select.step() ? select.bytes(0) : nil
  }

  // MARK: Reindexing

  // An item is unconfirmed when an open request is younger than the entry that gave it. So a
  // request marks any number of items by being there, and confirms the rest by ending.

  /// Whether an open request waits for the item; false where there is none.
  package func isUnconfirmed(app: String, id: String) throws(SQLiteError) -> Bool {
    guard !requests.open.isEmpty, let item = try given.item(app: app, id: id) else { return false }
    return requests.isUnconfirmed(id, of: item.target, given: item.number)
  }

  /// Calls `body` with every item that an open request waits for, sorted by app, index and
  /// identifier as bytes.
  package func forEachUnconfirmed(
    _ body: (_ app: String, _ id: String) -> Void
  ) throws(SQLiteError) {
    for target in Set(requests.open.map(\.target)).sorted() {
      try given.forEachItem(of: target, after: "") { id, number, _ in
        if requests.isUnconfirmed(id, of: target, given: number) { body(target.app, id) }
        return true
      }
    }
  }
}
