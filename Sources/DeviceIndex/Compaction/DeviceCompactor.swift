internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// What a compaction took out of a device's files.
public struct CompactionSummary: Hashable, Sendable {
  /// Entries of the private journal that lost their payloads: what was superseded, had expired or
  /// was deleted.
  public let redactedEntryCount: Int
  /// What those payloads took, in bytes.
  public let redactedByteCount: Int
  /// Items and activities that were journaled as expired first.
  public let expiredItemCount: Int
  /// Reports whose words had not left yet and were taken back.
  public let withdrawnContentCount: Int
  /// Reports that every backup of the cloud's holds, and that left the outbox.
  public let prunedReportCount: UInt64

  init(_ plan: CompactionPlan) {
    redactedEntryCount = plan.redactions.count
    redactedByteCount = plan.redactions.reduce(0) { $0 + $1.payloadByteCount }
    expiredItemCount = plan.expiries.reduce(0) { $0 + $1.ids.count }
    withdrawnContentCount = plan.withdrawnContents.count
    prunedReportCount = plan.prunedCount
  }
}

/// Carries out a compaction of a device's files.
struct DeviceCompactor {
  let journal: DeviceJournal
  let index: ManagedIndex
  let reindex: ReindexRequester
  let configuration: DeviceConfiguration
  /// Nil before the enrolment.
  let sync: DeviceSync?

  func compact(
    _ limits: CompactionLimits, now: Timestamp
  ) throws(DeviceError) -> CompactionPlan {
    // What the lists lack, no later snapshot would know.
    for journal in [journal.file, sync?.shared].compactMap(\.self) {
      try DeviceError.translating(as: .journal) {
        _ = try RedactionList(journal).mend(comparingEntries: true)
      }
    }
    try sync?.runFilter(now: now)
    var compaction = Compaction(privateJournal: journal.file, shared: sync?.shared)
    let expiries = try compaction.expiries(at: now)
    try journal.record(expiries.map(JournalEvent.expired), at: now)
    try reindex.askAboutExpiring(at: now)
    let sums = try compaction.sums()
    if !sums.isEmpty { try journal.record(sums.map(JournalEvent.shown), at: now) }
    try sync?.runFilter(now: now)
    var plan = try compaction.plan(configuration.limits(limits), now: now)
    plan.expiries = expiries
    try catchUpIndex()
    try DeviceError.translating(as: .journal) {
      try Remnants(of: journal.file).persistRemnants(of: plan.redactions)
      try journal.file.redact(plan.redactions.map(\.number))
      if let shared = sync?.shared {
        try shared.redact(plan.withdrawnContents)
        try shared.prune(through: plan.pruneThrough)
        try shared.write { [shared] appender throws(JournalError) in
          try appender.local { connection throws(SQLiteError) in
            try FilterTables(connection: connection).forgetReceipts(through: shared.floor.number)
          }
        }
        try shared.reclaimSpace()
      }
      try journal.file.reclaimSpace()
    }
    try reclaimIndexSpace()
    return plan
  }

  private func reclaimIndexSpace() throws(DeviceError) {
    do throws(DeviceError) { try index.reclaimSpace() } catch {
      throw DeviceError(
        error.code,
        "The journals are compacted, and words may still be in the index (\(error)). Compact again "
          + "when there is room and nobody reads it, or delete it: it is rebuilt.",
        cause: error.cause)
    }
  }

  /// Lets the index read everything, durably, and has an older copy of it rebuilt.
  private func catchUpIndex() throws(DeviceError) {
    let number = try index.asking { projection throws(SQLiteError) in
      try projection.flushWriteAheadLog()
      return projection.checkpoint.number
    }
    try DeviceError.translating(as: .journal) {
      try journal.file.write { appender throws(JournalError) in
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
  static let table = CheckedTable(
    "local_compaction", key: 1, ["number": .integer],
    remedy: "The next `spotlog device` command writes it again; the index may be rebuilt for it.")

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
    let number = try RedactionList(journal).lastNumber()
    guard journal.isWriter else { return number }
    try journal.write { appender throws(JournalError) in
      try appender.local { connection throws(SQLiteError) in try set(number, in: connection) }
    }
    return number
  }
}
