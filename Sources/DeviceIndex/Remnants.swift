internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite
internal import Search
internal import SwiftProtobuf

/// What entries say whose words a compaction took since their item is protected now: of an item its
/// name, domain and dates, of an engagement all but the query. Without them whoever reads the
/// journal would not count what was opened and seen before the item was protected.
///
/// They lie in a local table of the private journal, which goes with its snapshots.
package final class Remnants {
  /// Made when there is something to keep: each table takes room in every journal.
  private static let table = """
    CREATE TABLE IF NOT EXISTS local_remnants (
      number INTEGER PRIMARY KEY, event BLOB NOT NULL
    ) STRICT;
    """

  private let journal: Journal
  /// Looked up when the first redacted entry is met: most journals have none.
  private var knownToBeEmpty: Bool?

  /// - Parameter journal: a private one, also one that is only read and has no such table.
  package init(of journal: Journal) { self.journal = journal }

  private func isEmpty() throws(JournalError) -> Bool {
    if let knownToBeEmpty { return knownToBeEmpty }
    do throws(SQLiteError) {
      let connection = journal.connection
      var isEmpty = true
      if try connection.hasTable("local_remnants") {
        isEmpty = try connection.integer("SELECT EXISTS (SELECT 1 FROM local_remnants)") == 0
      }
      knownToBeEmpty = isEmpty
      return isEmpty
    } catch {
      throw JournalError(error, path: journal.path)
    }
  }

  /// What the entry says, or still says; nil for one that is no event, and where nothing was kept.
  package func event(of row: EntryRow) throws(JournalError) -> JournalEvent? {
    guard row.kind == .event else { return nil }
    guard let payload = row.payload else { return try event(row.number.rawValue) }
    do throws(FormatError) { return try JournalEvent(payload: [UInt8](payload)) } catch {
      throw JournalError(error, path: journal.path)
    }
  }

  /// What the entry still says; nil where nothing was kept of it.
  func event(_ number: UInt64) throws(JournalError) -> JournalEvent? {
    guard try !isEmpty() else { return nil }
    do throws(SQLiteError) {
      let select = try journal.connection.statement(
        "SELECT event FROM local_remnants WHERE number = ?")
      defer { select.reset() }
      select.bind(1, Int64(clamping: number))
      // Derived bytes of our own: those that cannot be read say nothing more.
      return try select.step() ? try? JournalEvent(serializedBytes: select.bytes(0)) : nil
    } catch {
      throw JournalError(error, path: journal.path)
    }
  }

  /// Before the entries are redacted: keeps what is to be kept of them, and lets go of what was
  /// kept of others before.
  func keep(_ redactions: [CompactionPlan.Redaction]) throws(JournalError) {
    let kept = redactions.filter { $0.reason == .protected }
    if kept.isEmpty, try isEmpty() { return }
    var remnants: [(number: SequenceNumber, event: JournalEvent)] = []
    for redaction in kept {
      guard let payload = try journal.entry(redaction.number)?.payload else { continue }
      do throws(FormatError) {
        remnants.append((redaction.number, try JournalEvent(payload: payload).withoutWords))
      } catch {
        throw JournalError(error, path: journal.path)
      }
    }
    try journal.write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in
        try connection.execute(Self.table)
        for redaction in redactions where redaction.reason != .protected {
          let delete = try connection.statement("DELETE FROM local_remnants WHERE number = ?")
          delete.bind(1, Int64(clamping: redaction.number.rawValue))
          try delete.run()
        }
        for remnant in remnants {
          let insert = try connection.statement(
            "INSERT OR REPLACE INTO local_remnants VALUES (?, ?)")
          insert.bind(1, Int64(clamping: remnant.number.rawValue))
          insert.bind(2, remnant.event.canonicalBytes)
          try insert.run()
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
    default: break
    }
    return bare
  }
}
