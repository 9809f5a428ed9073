package import JournalFormat
package import JournalStore
internal import SQLite

/// What a salvage keeps of a private journal's past: which entry of the damaged journal each entry
/// was. Reports have their origins from there, so the cloud counts once what it counted before.
package struct SalvagedEntries {
  private static let statement = """
    CREATE TABLE IF NOT EXISTS local_salvaged (
      number INTEGER PRIMARY KEY, digest BLOB, checksum INTEGER
    ) STRICT;

    """ + CheckedTable.sumsTable
  static let table = CheckedTable(
    "local_salvaged", key: 1, ["number": .integer, "digest": .bytes], remedy: LocalTables.lost)

  private let journal: Journal
  private let isThere: Bool

  init(of journal: Journal) throws(JournalError) {
    self.journal = journal
    isThere = try JournalError.translating(journal.path) {
      try journal.connection.hasTable(Self.table.name)
    }
  }

  /// The digest that the entry had when it was first written.
  func digest(of row: EntryRow) throws(JournalError) -> Digest {
    guard isThere else { return row.digest }
    return try JournalError.translating(journal.path) {
      let found = try Self.table.rows(
        "WHERE number = ?", .number(row.number.rawValue), in: journal.connection)
      return found.first.flatMap { $0[1].bytes.flatMap { Digest(bytes: $0) } } ?? row.digest
    }
  }

  /// What a salvaged private journal has beside its entries.
  ///
  /// One whose first entry is lost gets another: the lineage's secret is gone, and the device
  /// begins as a new one.
  package static func companion(
    isBeginningLost: Bool, isSame: Bool, now: Timestamp, using random: inout Dice
  ) throws(FormatError) -> JournalSalvage.Companion {
    var companion = JournalSalvage.Companion()
    companion.tables = Self.statement + SharedJournal.epochTable + CompactionMark.statement
    if isBeginningLost {
      let begun = JournalEvent.begun(by: "spotlog journal salvage", using: &random)
      companion.beginning = [
        EntryDraft(kind: .event, time: now, payload: try begun.payload(using: &random))
      ]
    }
    var isMarked = false
    companion.add = { entry, number, appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        // Any item may be protected: what says so may be lost.
        if !isMarked { try ProtectionMark.set(number, in: connection) }
        isMarked = true
        if entry.payload == nil {
          // Words that are gone are missed by nobody who reads the journal from its beginning.
          try CompactionMark.set(number, in: connection)
        }
        // Of another lineage nothing continues.
        guard !isBeginningLost else { return }
        if let grant = entry.adoptedGrant {
          try SharedJournal.epochs.replace(
            [.bytes(grant.epoch.bytes), .number(number)], in: connection)
        }
        guard !isSame else { return }
        try table.insert([.number(number), .bytes(entry.digest.bytes)], in: connection)
      }
    }
    return companion
  }
}

extension Entry {
  fileprivate var adoptedGrant: Grant? {
    payload?.withUnsafeBytes { EntryRow(self, payload: $0).adoptedGrant }
  }
}
