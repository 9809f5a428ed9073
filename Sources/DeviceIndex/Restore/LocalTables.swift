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
      for (table, nextStep) in tables(of: journal) where try isExpected(table, in: journal) {
        if let problem = try table.problem(in: journal.connection) {
          found.append(Problem(meaning: problem, nextStep: nextStep))
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

  /// Each table with what to do where it is damaged.
  private static func tables(of journal: Journal) -> [(CheckedTable, nextStep: String)] {
    switch journal.identity.kind {
    case .shared: FilterTables.all.map { ($0, madeBySync) }
    case .private:
      [
        (SharedJournal.epochs, madeBySync), (SalvagedEntries.table, lost),
        (CompactionMark.table, markedAgain), (ProtectionMark.table, protectedAgain),
        (Remnants.table, lost),
        (RestoreMark.table, askedAgain), (RestoreNotes.asked, askedAgain),
      ]
    case .cloud: [(RestoreMark.table, takenAsRestored)]
    }
  }

  private static let madeBySync =
    "`spotlog device sync` rebuilds it from the private journal, or says why it cannot."
  private static let lost =
    "Nothing else has what it says: restore the device from a snapshot. What it says of other "
    + "entries is whole."
  private static let markedAgain =
    "The next `spotlog device` command writes it again; the index may be rebuilt for it."
  private static let protectedAgain =
    "The next `spotlog device` command that journals something writes it again. Until then any "
    + "item may be protected."
  private static let askedAgain =
    "The next `spotlog device` command asks all apps to give everything again, and writes it "
    + "again."
  private static let listedAgain = "`spotlog journal compact` lists the redacted entries again."
  private static let takenAsRestored =
    "The server takes the log for a restored one when it starts, and compares it with its witness."
}
