internal import JournalFormat
internal import SQLite

/// The tables of a journal's file and how older ones become today's.
///
/// A journal may carry tables of its owner's beside these; their names begin with `local_` and
/// nothing in them ever travels.
enum JournalSchema {
  /// "SLJ1", at byte 68 of the file, where `file` and others look.
  static let applicationIdentifier: Int64 = 0x534C_4A31
  /// "SLJ0": a file that has its tables and not yet its identity.
  static let unfinishedIdentifier: Int64 = 0x534C_4A30

  /// The table of entries, in a journal and in the segments of a snapshot.
  static let entriesTable = """
    CREATE TABLE entries (
      number INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      encryption INTEGER NOT NULL,
      time INTEGER NOT NULL,
      digest BLOB NOT NULL,
      payload BLOB,
      redacted_size INTEGER,
      redacted_digest BLOB
    ) STRICT
    """

  /// The statements that lead from version n to n + 1. Written once, never changed.
  static let migrations: [String] = [
    """
    CREATE TABLE journal (
      kind INTEGER NOT NULL,
      name BLOB NOT NULL,
      lineage BLOB NOT NULL,
      parent BLOB,
      created INTEGER NOT NULL,
      floor_number INTEGER NOT NULL,
      floor_digest BLOB NOT NULL
    ) STRICT;
    \(entriesTable);
    """
  ]

  /// What this file alone remembers: which entries were redacted, in the order in which that
  /// happened, so that a copy which is kept up to date need not look for them.
  static let localTables = RedactionMark.tableIfMissing

  static var version: Int { migrations.count }

  private static let expected = Result { () throws(SQLiteError) in
    try Schema { connection throws(SQLiteError) in
      for step in migrations { try connection.execute(step) }
      try connection.execute(localTables + LogMark.tableIfMissing + RestoreMark.statement)
      try connection.execute(ReadableViews.statements)
    }
  }

  /// Refuses what no journal has, before a row is read: tables that compute what they show, and
  /// whatever would run when they are read or written. Files come from anyone.
  static func check(_ connection: Connection, path: String) throws(JournalError) {
    let (found, expected) = try JournalError.translating(path) {
      (try Schema(connection), try Self.expected.get())
    }
    let known = Dictionary(grouping: expected.objects, by: \.table)
    for (table, objects) in Dictionary(grouping: found.objects, by: \.table) {
      guard let reason = refusal(of: objects, table, known[table]) else { continue }
      throw JournalError(
        .foreignContents,
        "\(path) has \(reason). Another program changed it, and nothing of it is run: restore it "
          + "from a snapshot.")
    }
    let tables = Set(found.objects.map(\.name))
    if let missing = ["journal", "entries"].first(where: { !tables.contains($0) }) {
      throw JournalError(
        .notAJournal, "\(path) has no table \(missing).", nextStep: "Restore it from a snapshot.")
    }
  }

  /// What no journal has, among what belongs to one table; nil: nothing.
  private static func refusal(
    of objects: [SchemaObject], _ table: String, _ known: [SchemaObject]?
  ) -> String? {
    if let known {
      guard let other = objects.first(where: { !known.contains($0) }) else { return nil }
      return "another \(other.type) \(other.name.debugDescription) than a journal"
    }
    if let other = objects.first(where: { !["table", "index"].contains($0.type) }) {
      return "a \(other.type) \(other.name.debugDescription)"
    }
    // What SQLite keeps of its own: it has no text of somebody else's.
    guard !objects.isEmpty, !table.hasPrefix("sqlite_") else { return nil }
    guard objects.allSatisfy({ $0.sql == nil || $0.name.hasPrefix(LocalCopy.prefix) }) else {
      return "a table \(table.debugDescription), which no journal has"
    }
    return Schema.isPlain(objects)
      ? nil : "a table \(table.debugDescription) that is not what its statement makes"
  }

  /// Gives a new file its tables, or an older one what it lacks; inside a transaction.
  static func migrate(_ connection: Connection, from found: Int) throws(SQLiteError) {
    for step in found..<version { try connection.execute(migrations[step]) }
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.execute("PRAGMA application_id = \(applicationIdentifier)")
  }

  /// Whether a file with a journal's tables has neither an identity nor an entry.
  static func hasNothing(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT * FROM journal) OR EXISTS (SELECT * FROM entries)") == 0
  }

  static func insertIdentity(
    _ identity: JournalIdentity, created: Timestamp, in connection: Connection
  ) throws(SQLiteError) {
    let insert = try connection.statement("INSERT INTO journal VALUES (?, ?, ?, ?, ?, 0, ?)")
    insert.bind(1, Int64(identity.kind.rawValue))
    insert.bind(2, identity.name.bytes)
    insert.bind(3, identity.lineage.bytes)
    if let parent = identity.parent {
      var writer = ByteWriter()
      writer.head(parent)
      insert.bind(4, writer.bytes)
    } else {
      insert.bindNull(4)
    }
    insert.bind(5, created.milliseconds)
    insert.bind(6, identity.genesis.bytes)
    try insert.run()
    // From here on it is a journal.
    try connection.execute("PRAGMA application_id = \(applicationIdentifier)")
  }
}
