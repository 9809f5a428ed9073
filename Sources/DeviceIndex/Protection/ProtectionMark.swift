internal import JournalFormat
internal import JournalStore
internal import SQLite

/// For the private journal: that an item of it may be protected. Where none ever was, nothing is
/// looked up before something is journaled.
enum ProtectionMark {
  private static let statement = """
    CREATE TABLE IF NOT EXISTS local_protected (
      number INTEGER PRIMARY KEY, checksum INTEGER
    ) STRICT;

    """ + CheckedTable.sumsTable
  /// One row: the journal's head when it was marked.
  static let table = CheckedTable(
    "local_protected", key: 1, ["number": .integer],
    remedy: "The next `spotlog device` command that journals something writes it again. Until then "
      + "any item may be protected.")

  /// Runs in a transaction before the first protected item is journaled.
  static func set(_ number: UInt64, in connection: Connection) throws(SQLiteError) {
    try connection.execute(statement)
    try table.clear(in: connection)
    try table.insert([.number(number)], in: connection)
  }

  static func set(in journal: Journal) throws(JournalError) {
    try journal.write { appender throws(JournalError) in
      let number = appender.head.number
      try appender.local { connection throws(SQLiteError) in try set(number, in: connection) }
    }
  }

  /// Whether an item may be protected. A damaged mark counts as one, since without it the words of
  /// a protected item would be journaled as they are; it is written again where that is possible.
  static func isSet(in journal: Journal) throws(JournalError) -> Bool {
    let known: Bool? = try JournalError.translating(journal.path) {
      try table.wholeRows(in: journal.connection).map { !$0.isEmpty }
    }
    if let known { return known }
    if journal.isWriter { try? set(in: journal) }
    return true
  }
}
