internal import JournalFormat
package import JournalStore
internal import SQLite
internal import Search

/// Local tables of a private journal: the restores that it has been through, which anyone who
/// restores it writes down, and up to which of them the apps were asked.
package struct RestoreNotes {
  /// The last restore.
  package struct Note: Hashable, Sendable {
    package var row: Int64
    /// When, in milliseconds since 1970.
    package var time: Int64
    /// The journal's last entry then.
    package var number: UInt64 = 0

    /// Stands for a restore that nobody can tell any more: the apps are asked for everything.
    static let unknown = Note(row: 0, time: 0, number: 0)
  }

  private static let statement = """
    CREATE TABLE IF NOT EXISTS local_reindexed (
      restore INTEGER PRIMARY KEY, time INTEGER, number INTEGER, checksum INTEGER
    ) STRICT;

    """ + CheckedTable.sumsTable
  /// One row: the restore after which the apps were asked, and the journal's head then.
  static let asked = CheckedTable(
    "local_reindexed", key: 1, ["restore": .integer, "time": .integer, "number": .integer],
    remedy: "The next `spotlog device` command asks all apps to give everything again, and writes "
      + "it again.")

  let journal: Journal

  package init(journal: Journal) { self.journal = journal }

  /// Nil: the journal was never restored, or its note of that is damaged.
  package func last() throws(JournalError) -> Note? {
    try reading { connection throws(SQLiteError) in
      try RestoreMark.table.survivors(in: connection).rows.last.map(Note.init)
    }
  }

  /// The last restore, as long as the apps were not asked since. Where the notes are damaged, it is
  /// as if they were not: asking once more loses nothing.
  func unasked() throws(JournalError) -> Note? {
    try reading { connection throws(SQLiteError) in
      guard let restores = try RestoreMark.table.wholeRows(in: connection),
        let asked = try Self.asked.wholeRows(in: connection)
      else { return .unknown }
      guard let last = restores.last.map(Note.init) else { return nil }
      let isAsked = asked.contains { $0[0] == .integer(last.row) && $0[1] == .integer(last.time) }
      return isAsked ? nil : last
    }
  }

  /// The journal's head when the apps were asked after a restore; nil: they never were.
  func restoredNumber() throws(JournalError) -> UInt64? {
    try reading { connection throws(SQLiteError) in
      try Self.asked.survivors(in: connection).rows.first.map { UInt64($0[2]) }
    }
  }

  /// Runs in the transaction that asks, and writes damaged notes again.
  static func recordAsked(
    _ note: Note, at number: UInt64, _ connection: Connection
  ) throws(SQLiteError) {
    try connection.execute(statement)
    try asked.clear(in: connection)
    var note = note
    if note == .unknown {
      let left = try RestoreMark.table.survivors(in: connection).rows
      try RestoreMark.table.clear(in: connection)
      for row in left { try RestoreMark.table.insert(row, in: connection) }
      note = left.last.map(Note.init) ?? note
    }
    try asked.insert(
      [.integer(note.row), .integer(note.time), .number(number)], in: connection)
  }

  private func reading<Value>(
    _ body: (Connection) throws(SQLiteError) -> Value
  ) throws(JournalError) -> Value {
    try JournalError.translating(journal.path) { try body(journal.connection) }
  }
}

extension RestoreNotes.Note {
  /// A row of `RestoreMark.table`.
  fileprivate init(_ row: CheckedTable.Row) {
    self.init(
      row: row[0].integer ?? 0, time: row[1].integer ?? 0, number: UInt64(row[3]))
  }
}

/// What to ask apps for after a restore: each index and how much of it.
struct RestoredScopes {
  let restore: RestoreNotes.Note
  let scopes: [(target: ReindexTarget, scope: ReindexRequest.Scope)]

  /// The client states are those of the last entry that was restored: what was taken since says
  /// nothing of what the restore lost. An index that is past it read on in a process that has
  /// ended: its client states may be younger than the restore, so everything is asked for.
  init(_ restore: RestoreNotes.Note, _ projection: IndexProjection) throws(SQLiteError) {
    let isThere = restore != .unknown && projection.checkpoint.number == restore.number
    self.restore = restore
    scopes = try projection.given.targets().map { target throws(SQLiteError) in
      guard isThere, !target.indexName.isEmpty,
        let state = try projection.clientState(app: target.app, indexName: target.indexName)
      else { return (target, .all) }
      return (target, .resume(from: state))
    }
  }
}
