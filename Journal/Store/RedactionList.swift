internal import JournalFormat
internal import SQLite

/// A journal's list of its redactions, held against the entries.
package struct RedactionList {
  private let journal: Journal

  package init(_ journal: Journal) { self.journal = journal }

  /// The entries that were redacted in this file, or in what it was copied from, by the list
  /// of redactions. A redaction by an earlier version may be missing from it.
  package func numbers() throws(JournalError) -> [UInt64] {
    try JournalError.translating(journal.path) {
      guard try RedactionMark.isThere(journal.connection) else { return [] }
      return try journal.connection.integers(
        "SELECT number FROM local_redactions ORDER BY sequence"
      )
      .map { UInt64(clamping: $0) }
    }
  }

  /// What is wrong with the list of redactions, in words; nil: it is what was written.
  ///
  /// - Parameter comparingEntries: whether all entries are looked through for those whose payload
  ///   is gone.
  package func problem(comparingEntries: Bool = true) throws(JournalError) -> String? {
    do throws(SQLiteError) {
      guard try RedactionMark.isChained(journal.connection) else {
        return "local_redactions is not what was written"
      }
      guard comparingEntries else { return nil }
      return try difference()
    } catch {
      if error.code == .damaged { return "local_redactions cannot be read" }
      throw JournalError(error, path: journal.path)
    }
  }

  /// What the list and the entries say of each other; nothing where entries cannot be read, which
  /// is a finding of its own.
  func difference() throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      guard try RedactionMark.isThere(journal.connection) else {
        // Before its first redaction a journal may do without, and so may one that this program
        // never wrote.
        guard try journal.connection.hasTable(LogMark.tableName) else { return nil }
        return try lastRedaction() > 0 ? "local_redactions is missing" : nil
      }
      let wrong = try journal.connection.integer(
        """
        SELECT count(*) FROM local_redactions AS list
          WHERE number > (SELECT floor_number FROM journal) AND NOT EXISTS
            (SELECT 1 FROM entries WHERE number = list.number AND payload IS NULL)
        """)
      guard wrong == 0 else {
        return "local_redactions names "
          + Figure.count(wrong, "entry that was", "entries that were") + " not redacted"
      }
      let missing = try journal.connection.integer(
        """
        SELECT count(*) FROM entries
          WHERE \(RedactionMark.isRedacted) AND number NOT IN (SELECT number FROM local_redactions)
        """)
      return missing == 0
        ? nil
        : "local_redactions lacks \(Figure.count(missing, "redacted entry", "redacted entries"))"
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  /// Makes the list of redactions again, from the entries, where it is not what was written. The
  /// next snapshot is whole then: it continues from no earlier list.
  ///
  /// - Returns: what was wrong; nil: nothing, and nothing was changed.
  @discardableResult
  package func mend(comparingEntries: Bool) throws(JournalError) -> String? {
    guard let problem = try problem(comparingEntries: comparingEntries) else {
      return nil
    }
    try journal.write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        let numbers = try connection.integers(
          "SELECT number FROM entries WHERE \(RedactionMark.isRedacted) ORDER BY number")
        try connection.execute("DELETE FROM local_redactions")
        for number in numbers { try RedactionMark.add(UInt64(clamping: number), in: connection) }
      }
    }
    return problem
  }

  /// The last entry whose payload is gone; 0: none is. Looks through all entries.
  package func lastNumber() throws(JournalError) -> UInt64 {
    try JournalError.translating(journal.path) {
      UInt64(clamping: try lastRedaction())
    }
  }

  private func lastRedaction() throws(SQLiteError) -> Int64 {
    try journal.connection.integer(
      "SELECT max(number) FROM entries WHERE \(RedactionMark.isRedacted)")
  }
}
