package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// What apps are to be asked after a restore: each index and how much of it.
struct RestoredScopes {
  let restore: RestoreNotes.Note
  let scopes: [(target: ReindexTarget, scope: ReindexRequest.Scope)]
}

/// Asking apps after a restore. Their client states are those that the index has at the last entry
/// that was restored: what was taken since says nothing of what the restore lost.
extension Device {
  /// Asks every app of the index, if the journal was restored and they were not asked since: to
  /// resume where a client state is known, else for everything.
  ///
  /// - Parameter entryCount: entries that the index reads for it at most; nil: all. Where that is
  ///   too few nobody is asked yet: call it again.
  package func noteRestored(
    at now: Timestamp, readingAtMost entryCount: Int? = nil
  ) throws(DeviceError) {
    let notes = RestoreNotes(journal: privateJournal)
    let unasked = try DeviceError.translating(as: .journal) { try notes.unasked() }
    guard let restore = unasked else { return }
    if let entryCount { try readIndex(atMost: entryCount) } else { try settleIndex() }
    try withIndexAsItIs { () throws(DeviceError) in
      try asking { fold throws(SQLiteError) in try keepScopes(of: restore, fold) }
      guard let found = restoredScopes, found.restore == restore else { return }
      try ask(found, at: now)
    }
    restoredScopes = nil
  }

  private func ask(_ restored: RestoredScopes, at now: Timestamp) throws(DeviceError) {
    let machine = try reindexMachine()
    var drafts: [EntryDraft] = []
    for (target, scope) in restored.scopes {
      guard
        case .asks(_, let event) = machine.needed(
          scope, of: target, because: .restored, now: now, using: &random)
      else { continue }
      drafts.append(try draft(event.event, at: now))
    }
    let number = try journaledNumber
    try DeviceError.translating(as: .journal) {
      try privateJournal.write { appender throws(JournalError) in
        for draft in drafts { try appender.append(draft) }
        try appender.local { connection throws(SQLiteError) in
          try RestoreNotes.noteAsked(restored.restore, at: number, connection)
        }
      }
    }
  }

  /// Keeps what is to be asked once the index stands where the restored journal ended.
  ///
  /// An index that is past it without having been kept read on in a process that has ended: its
  /// client states may be younger than the restore, so everything is asked for.
  func keepScopes(of restore: RestoreNotes.Note, _ fold: IndexFold) throws(SQLiteError) {
    guard restoredScopes?.restore != restore, fold.checkpoint.number >= restore.number else {
      return
    }
    let isThere = fold.checkpoint.number == restore.number
    restoredScopes = RestoredScopes(
      restore: restore,
      scopes: try fold.given.targets().map { target throws(SQLiteError) in
        guard isThere, !target.indexName.isEmpty,
          let state = try fold.clientState(app: target.app, indexName: target.indexName)
        else { return (target, .all) }
        return (target, .resume(from: state))
      })
  }
}
