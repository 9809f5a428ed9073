internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite
internal import Search
internal import SwiftProtobuf

/// What entries say whose words a compaction took since their item is protected now: of an item its
/// name, domain and dates, of an engagement all but the query. Without them anyone who reads the
/// journal would not count what was opened and seen before the item was protected.
///
/// They lie in a local table of the private journal, which goes with its snapshots.
package final class Remnants {
  /// Made when there is something to keep: each table takes room in every journal.
  private static let statement = """
    CREATE TABLE IF NOT EXISTS local_remnants (
      number INTEGER PRIMARY KEY, event BLOB NOT NULL, checksum INTEGER
    ) STRICT;

    """ + CheckedTable.sumsTable
  static let table = CheckedTable(
    "local_remnants", key: 1, ["number": .integer, "event": .bytes], remedy: LocalTables.lost)

  private let journal: Journal
  /// Looked up when the first redacted entry is met: most journals have none.
  private var knownToBeEmpty: Bool?

  /// - Parameter journal: a private one, also one that is only read and has no such table.
  package init(of journal: Journal) { self.journal = journal }

  private func isEmpty() throws(JournalError) -> Bool {
    if let knownToBeEmpty { return knownToBeEmpty }
    return try JournalError.translating(journal.path) {
      let connection = journal.connection
      var isEmpty = true
      if try connection.hasTable(Self.table.name) {
        isEmpty = try connection.integer("SELECT EXISTS (SELECT 1 FROM local_remnants)") == 0
      }
      knownToBeEmpty = isEmpty
      return isEmpty
    }
  }

  /// What a reader finds in an entry.
  package enum Reading {
    case event(JournalEvent)
    /// No event, or its words are gone and nothing was kept of them.
    case nothing
    /// The chain is whole, and the payload is not an event that this program can decode; or what
    /// was kept of the entry is damaged.
    case unreadable

    fileprivate var event: JournalEvent? {
      if case .event(let event) = self { event } else { nil }
    }
  }

  /// What the entry says, or still says. One that cannot be read is skipped.
  package func read(_ row: EntryRow) throws(JournalError) -> Reading {
    guard row.kind == .event else { return .nothing }
    guard let payload = row.payload else { return try remnant(of: row.number.rawValue) }
    return (try? JournalEvent(payload: [UInt8](payload))).map(Reading.event) ?? .unreadable
  }

  /// The same for who has nothing to say of an entry that says nothing.
  package func event(of row: EntryRow) throws(JournalError) -> JournalEvent? {
    try read(row).event
  }

  /// What an entry without its payload still says.
  private func remnant(of number: UInt64) throws(JournalError) -> Reading {
    guard try !isEmpty() else { return .nothing }
    do throws(SQLiteError) {
      let found = try Self.table.rows("WHERE number = ?", .number(number), in: journal.connection)
      guard let row = found.first else { return .nothing }
      return (try? JournalEvent(serializedBytes: row[1].bytes ?? [])).map(Reading.event)
        ?? .unreadable
    } catch {
      if error.code == .damaged { return .unreadable }
      throw JournalError(error, path: journal.path)
    }
  }

  /// What the entry still says; nil where nothing was kept of it.
  func event(_ number: UInt64) throws(JournalError) -> JournalEvent? {
    try remnant(of: number).event
  }

  /// Called before the entries are redacted: saves the parts that stay needed, and drops what was
  /// saved of other entries before.
  func persistRemnants(of redactions: [CompactionPlan.Redaction]) throws(JournalError) {
    let kept = redactions.filter { $0.reason == .protected }
    if kept.isEmpty, try isEmpty() { return }
    var remnants: [(number: SequenceNumber, event: JournalEvent)] = []
    for redaction in kept {
      guard let payload = try journal.entry(redaction.number)?.payload else { continue }
      guard let event = try? JournalEvent(payload: payload) else { continue }
      remnants.append((redaction.number, event.withoutWords))
    }
    try journal.write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        try connection.execute(Self.statement)
        for redaction in redactions where redaction.reason != .protected {
          try Self.table.remove(
            "WHERE number = ?", .number(redaction.number.rawValue), in: connection)
        }
        for remnant in remnants {
          try Self.table.replace(
            [.number(remnant.number.rawValue), .bytes(remnant.event.canonicalBytes)],
            in: connection)
        }
      }
    }
  }
}

extension JournalEvent {
  /// What others count by, and nothing that anybody wrote.
  fileprivate var withoutWords: JournalEvent {
    var bare = self
    switch fact {
    case .itemIndexed: bare.itemIndexed.clearAttributes()
    case .resultEngaged: bare.resultEngaged.query = ""
    case .resultsShown: bare.resultsShown.query = ""
    case .activityRecorded, .itemsDeleted, .itemsExpired, .activitiesDeleted, .reindexRequested,
      .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun, .synonymsSet, nil:
      break
    }
    return bare
  }
}
