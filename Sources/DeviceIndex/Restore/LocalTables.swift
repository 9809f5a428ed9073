internal import JournalFormat
package import JournalStore
internal import SQLite

/// The local tables of journals that decide something.
package enum LocalTables {
  package struct Problem: Hashable, Sendable {
    /// What is wrong with a table, in words.
    package let meaning: String
    package let nextStep: String
  }

  /// What is wrong with those of a journal; also of one that is only read. A journal of somebody
  /// else's program has none: a table is missing where its sum or the others say that it was there.
  package static func problems(of journal: Journal) throws(JournalError) -> [Problem] {
    var found: [Problem] = []
    try JournalError.translating(journal.path) {
      for table in tables(of: journal) where try isExpected(table, in: journal) {
        if let problem = try table.problem(in: journal.connection) {
          found.append(Problem(meaning: problem, nextStep: table.remedy))
        }
      }
    }
    if let problem = try RedactionList(journal).problem() {
      found.append(Problem(meaning: problem, nextStep: listedAgain))
    }
    return found
  }

  private static func isExpected(
    _ table: CheckedTable, in journal: Journal
  ) throws(SQLiteError) -> Bool {
    if try table.isExpected(in: journal.connection) { return true }
    guard FilterTables.first.contains(where: { $0.name == table.name }) else { return false }
    for other in FilterTables.first where try other.isExpected(in: journal.connection) {
      return true
    }
    return false
  }

  private static func tables(of journal: Journal) -> [CheckedTable] {
    switch journal.identity.kind {
    case .shared: FilterTables.all
    case .private:
      [
        SharedJournal.epochs, SalvagedEntries.table, CompactionMark.table, ProtectionMark.table,
        Remnants.table, RestoreMark.table, RestoreNotes.asked,
      ]
    case .cloud: [RestoreMark.table]
    }
  }

  // MARK: What to do where one is damaged

  static let madeBySync =
    "`spotlog device sync` rebuilds it from the private journal, or says why it cannot."
  static let lost =
    "Nothing else has what it says: restore the device from a snapshot. What it says of other "
    + "entries is whole."
  private static let listedAgain = "`spotlog journal compact` lists the redacted entries again."
}
