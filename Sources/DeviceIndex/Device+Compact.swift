package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

extension Device {
  /// Takes the words that nothing needs any more out of the private journal, the shared one and the
  /// index: out of the files, their free pages and their logs.
  ///
  /// What has expired is journaled as expired first: of the items those whose apps were asked about
  /// it. About the others they are asked now, so that another compaction finds them expired. Each
  /// step is whole or has not happened, so one that was interrupted loses nothing, and another one
  /// takes up what it left.
  ///
  /// - Returns: the plan that was carried out.
  package func compact(
    _ limits: CompactionLimits, now: Timestamp
  ) throws(DeviceError) -> CompactionPlan {
    let sync = try hasShared ? sync(now: now) : nil
    // What the lists lack, no later snapshot would know.
    for journal in [privateJournal, sync?.shared].compactMap(\.self) {
      try DeviceError.translating(as: .journal) {
        _ = try journal.mendRedactionList(comparingEntries: true)
      }
    }
    try sync?.runGate(now: now)
    var compaction = Compaction(privateJournal: privateJournal, shared: sync?.shared)
    let expiries = try compaction.expiries(at: now)
    try record(expiries.map(JournalEvent.expired), at: now)
    try askAboutExpiring(at: now)
    try sync?.runGate(now: now)
    var plan = try compaction.plan(configuration.limits(limits), now: now)
    plan.expiries = expiries
    try keepIndexAhead()
    try DeviceError.translating(as: .journal) {
      try Remnants(of: privateJournal).keep(plan.redactions)
      try privateJournal.redact(plan.redactions.map(\.number))
      if let shared = sync?.shared {
        try shared.redact(plan.withdrawnContents)
        try shared.prune(through: plan.pruneThrough)
        try shared.write { [shared] appender throws(JournalError) in
          try appender.local { connection throws(SQLiteError) in
            try GateTables(connection: connection).forgetReceipts(through: shared.floor.number)
          }
        }
        try shared.reclaimSpace()
      }
      try privateJournal.reclaimSpace()
    }
    try reclaimIndexSpace()
    return plan
  }

  var hasShared: Bool {
    DatabaseFile.exists(storage.sharedPath, vfs: storage.journalOptions.vfs)
  }

  private func reclaimIndexSpace() throws(DeviceError) {
    // One that was damaged still has words, also one that is found to be while this goes on.
    defer { if storage.journalOptions.vfs == nil { DatabaseFile.removeAside(storage.indexPath) } }
    do throws(DeviceError) {
      try asking { fold throws(SQLiteError) in try fold.reclaimSpace() }
    } catch {
      throw DeviceError(
        error.code,
        "The journals are compacted, and words may still be in the index (\(error)). Compact again "
          + "when there is room and nobody reads it, or delete it: it is made again.",
        cause: error.cause)
    }
  }

  /// Has the index read everything, durably, and an older copy of it be made anew.
  private func keepIndexAhead() throws(DeviceError) {
    let number = try asking { fold throws(SQLiteError) in
      try fold.settleFile()
      return fold.checkpoint.number
    }
    try DeviceError.translating(as: .journal) {
      try privateJournal.write { appender throws(JournalError) in
        try appender.local { connection throws(SQLiteError) in
          try CompactionMark.set(number, in: connection)
        }
      }
    }
  }
}

/// For the private journal: up to which entry the index had read when entries were redacted. An
/// index that is behind it would miss what they said.
enum CompactionMark {
  static let statement = """
    CREATE TABLE IF NOT EXISTS local_compaction (
      number INTEGER PRIMARY KEY, checksum INTEGER
    ) STRICT;

    """ + CheckedTable.sumsTable
  static let table = CheckedTable("local_compaction", key: 1, ["number": .integer])

  static func set(_ number: UInt64, in connection: Connection) throws(SQLiteError) {
    try table.clear(in: connection)
    try table.insert([.number(number)], in: connection)
  }

  /// The entry that an index has to have read, since entries up to it were redacted; 0 for none.
  ///
  /// Where the mark is damaged, the last entry that was redacted takes its place, and is written
  /// down in a journal that may be written: an index that has read it misses nothing.
  static func read(_ journal: Journal) throws(JournalError) -> UInt64 {
    let marked = try JournalError.translating(journal.path) {
      try table.wholeRows(in: journal.connection).map { rows in
        rows.first.map { UInt64($0[0]) } ?? 0
      }
    }
    // A restore to an earlier entry cut off what the index had read then.
    if let marked { return min(marked, try journal.head().number) }
    let number = try journal.lastRedactedNumber()
    guard journal.isWriter else { return number }
    try journal.write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in try set(number, in: connection) }
    }
    return number
  }
}

extension JournalEvent {
  static func expired(_ expiry: JournalItemsExpired) -> JournalEvent {
    var event = JournalEvent()
    event.itemsExpired = expiry
    return event
  }
}
