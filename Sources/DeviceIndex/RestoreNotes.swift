internal import JournalFormat
internal import JournalStore
internal import SQLite

/// Local tables of a private journal: the restores that it has been through, which whoever restores
/// it writes down, and up to which of them the apps were asked.
struct RestoreNotes {
  /// The last restore.
  struct Note: Hashable {
    var row: Int64
    var time: Int64
    /// The journal's last entry then.
    var number: UInt64 = 0
  }

  let journal: Journal

  /// Nil: the journal was never restored.
  func last() throws(JournalError) -> Note? {
    try read(
      "local_restored",
      "SELECT rowid, time, log_number FROM local_restored ORDER BY rowid DESC LIMIT 1")
  }

  /// The last restore, as long as the apps were not asked since.
  func unasked() throws(JournalError) -> Note? {
    guard let last = try last() else { return nil }
    let asked = try read("local_reindexed", "SELECT restore, time, 0 FROM local_reindexed")
    return asked?.row == last.row && asked?.time == last.time ? nil : last
  }

  /// The journal's head when the apps were asked after a restore; nil: they never were.
  func restoredNumber() throws(JournalError) -> UInt64? {
    try read("local_reindexed", "SELECT number, 0, 0 FROM local_reindexed").map {
      UInt64(clamping: $0.row)
    }
  }

  /// Runs in the transaction that asks.
  static func noteAsked(
    _ note: Note, at number: UInt64, _ connection: Connection
  ) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS local_reindexed (restore INTEGER, time INTEGER, number INTEGER);
      DELETE FROM local_reindexed;
      INSERT INTO local_reindexed VALUES (\(note.row), \(note.time), \(number));
      """)
  }

  private func read(_ table: String, _ sql: String) throws(JournalError) -> Note? {
    do throws(SQLiteError) {
      guard try journal.connection.hasTable(table) else { return nil }
      let select = try journal.connection.statement(sql)
      defer { select.reset() }
      guard try select.step() else { return nil }
      return Note(
        row: select.integer(0), time: select.integer(1),
        number: UInt64(clamping: select.integer(2)))
    } catch {
      throw JournalError(error, path: journal.path)
    }
  }
}
