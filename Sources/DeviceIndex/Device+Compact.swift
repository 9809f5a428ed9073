package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

extension Device {
  /// For the private journal: up to which entry the index had read when entries were redacted. An
  /// index that is behind it would miss what they said.
  static let compactionTable =
    "CREATE TABLE IF NOT EXISTS local_compaction (number INTEGER) STRICT;"

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
    try sync?.runGate(now: now)
    var compaction = Compaction(privateJournal: privateJournal, shared: sync?.shared)
    let expiries = try compaction.expiries(at: now)
    try record(expiries.map(JournalEvent.expired), at: now)
    try askAboutExpiring(at: now)
    try sync?.runGate(now: now)
    var plan = try compaction.plan(configuration.limits(limits), now: now)
    plan.expiries = expiries
    try keepIndexAhead()
    do throws(JournalError) {
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
    } catch {
      throw DeviceError(.journal, error.message, cause: error)
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
    do throws(JournalError) {
      try privateJournal.write { appender throws(JournalError) in
        try appender.local { connection throws(SQLiteError) in
          try connection.execute(
            "DELETE FROM local_compaction; INSERT INTO local_compaction VALUES (\(number))")
        }
      }
    } catch {
      throw DeviceError(.journal, error.message, cause: error)
    }
  }

  /// The entry that an index has to have read, since entries up to it were redacted; 0 for none.
  func compactedNumber() throws(SQLiteError) -> UInt64 {
    UInt64(
      clamping: try privateJournal.connection.integer("SELECT max(number) FROM local_compaction"))
  }
}

extension JournalEvent {
  static func expired(_ expiry: JournalItemsExpired) -> JournalEvent {
    var event = JournalEvent()
    event.itemsExpired = expiry
    return event
  }
}
