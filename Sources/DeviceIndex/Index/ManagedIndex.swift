internal import JournalFormat
internal import JournalStore
internal import SQLite
package import Search

/// The index of a device: opened when it is first needed, since most devices at most times need
/// none; read on before it answers; rebuilt where it is lost, damaged or of another past.
package final class ManagedIndex {
  /// Entries that one transaction of the index covers, and that one step of reading on takes.
  package static let entriesPerStep = 2_000
  /// The same where nobody can ask in between: pages that lie far apart are written less often.
  private static let entriesPerLongStep = 8_000
  /// Bytes of payload after which such a transaction ends: an entry may have 8 MiB.
  private static let payloadBytesPerStep = 4 << 20
  private static let damagedReason = "the index was damaged"

  private let storage: DeviceStorage
  let configuration: DeviceConfiguration
  private let journal: Journal
  var projection: IndexProjection? {
    didSet { if projection != nil, projection !== oldValue { generation += 1 } }
  }
  /// Raised whenever the index was opened or made: places in the one before are not valid in it.
  private(set) var generation = 0
  /// Why the index had to be rebuilt when it was opened; nil: it was whole, or not opened.
  package private(set) var rebuildReason: String?
  /// Whether the index was found to be damaged since the device was opened.
  package var isDamaged: Bool { rebuildReason == Self.damagedReason }
  /// Told each time that the index is found to be damaged: whether what was there lies aside now.
  package var whenDamaged: ((_ isAside: Bool) -> Void)?
  /// Entries that the index reads at most before it answers, in one step; nil: all there are.
  private var readLimit: Int?
  /// What opens protected items now.
  private(set) var keys: ClassKeys = [:]
  /// What to ask apps for after the last restore, known once the index has read so far.
  private var restoredScopes: RestoredScopes?

  init(of journal: Journal, storage: DeviceStorage, configuration: DeviceConfiguration) {
    self.journal = journal
    self.storage = storage
    self.configuration = configuration
  }

  // MARK: Reading on

  /// Has the index read on by one step, a transaction: anyone who has other things to do meanwhile
  /// calls it until it is complete. A crash loses no more than a step.
  ///
  /// - Parameter entryCount: as many entries at most; 0 only looks how far it is.
  @discardableResult
  package func read(
    atMost entryCount: Int = ManagedIndex.entriesPerStep
  ) throws(DeviceError) -> IndexProgress {
    try reading(atMost: entryCount) { () throws(DeviceError) in
      let done = try asking { projection throws(SQLiteError) in projection.checkpoint.number }
      return IndexProgress(
        doneCount: done,
        entryCount: try DeviceError.translating(as: .journal) { try journal.head().number })
    }
  }

  /// Returns once everything that is journaled can be found.
  package func catchUp() throws(DeviceError) { try asking { _ throws(SQLiteError) in } }

  /// Runs `body` with an index that answers from what it has read by now.
  package func withoutReading<Value>(
    _ body: () throws(DeviceError) -> Value
  ) throws(DeviceError) -> Value {
    try reading(atMost: 0, body)
  }

  /// The same after one more step: what was journaled just before counts, and an index that is
  /// being rebuilt answers at once.
  package func afterOneStep<Value>(
    _ body: () throws(DeviceError) -> Value
  ) throws(DeviceError) -> Value {
    try read()
    return try withoutReading(body)
  }

  private func reading<Value>(
    atMost entryCount: Int, _ body: () throws(DeviceError) -> Value
  ) throws(DeviceError) -> Value {
    let before = readLimit
    readLimit = entryCount
    defer { readLimit = before }
    return try body()
  }

  /// Entries that the index stepped over, since no program can decode them.
  package func unreadableEntries() throws(DeviceError) -> UnreadableEntries {
    try asking { $0.unreadable }
  }

  /// Activities that ask to be public and cannot be.
  package func publicProblems() throws(DeviceError) -> [PublicProblem] {
    try asking { projection throws(SQLiteError) in try projection.publicProblems.all() }
  }

  /// The last entry that the index has read; 0 where there is no index, or none that can be opened:
  /// then nobody waits for it, and it is made when somebody asks it.
  var lastRead: UInt64 {
    if let projection { return projection.checkpoint.number }
    guard DatabaseFile.exists(storage.indexPath, vfs: storage.journalOptions.vfs) else { return 0 }
    return (try? read(atMost: 0).doneCount) ?? 0
  }

  /// How far the index has read; nil when it was not opened yet.
  package var searchableNumber: UInt64? { projection?.checkpoint.number }

  // MARK: Asking

  /// Has the index answer, with everything that is journaled unless less was asked for. One that
  /// turns out to be damaged while it does is rebuilt, and asked again.
  func asking<Value>(
    _ question: (IndexProjection) throws(SQLiteError) -> Value
  ) throws(DeviceError) -> Value {
    do throws(DeviceError) { return try query(question) } catch {
      guard let cause = error.cause as? SQLiteError, cause.isHealedByAnotherFile else {
        throw error
      }
    }
    // Closed before its files go, as they are.
    projection?.abandon()
    projection = nil
    setDamagedFileAside()
    defer { rebuildReason = Self.damagedReason }
    // Nothing at all would be taken for an answer: it is one from what a step reads.
    let limit = readLimit
    if limit == 0 { readLimit = Self.entriesPerStep }
    defer { readLimit = limit }
    return try query(question)
  }

  private func setDamagedFileAside() {
    let isAside = DatabaseFile.setAside(storage.indexPath, vfs: storage.journalOptions.vfs)
    whenDamaged?(isAside)
  }

  private func query<Value>(
    _ question: (IndexProjection) throws(SQLiteError) -> Value
  ) throws(DeviceError) -> Value {
    let projection = try current()
    return try DeviceError.translating(as: .index) { try question(projection) }
  }

  private func current() throws(DeviceError) -> IndexProjection {
    do {
      let projection = try self.projection ?? open()
      self.projection = projection
      try projection.documents.use(keys)
      try catchUp(projection)
      return projection
    } catch let error as DeviceError {
      throw error
    } catch let error as JournalError {
      throw DeviceError(.journal, error.message, cause: error)
    } catch {
      throw DeviceError(.index, "\(storage.indexPath): \(error)", cause: error)
    }
  }

  // MARK: Keys

  func use(_ keys: ClassKeys) { self.keys = keys }

  /// Has nothing be opened with the key from here on. What is in memory goes now, not when somebody
  /// asks next.
  func forgetKey(of protection: JournalItemIndexed.Protection) throws(DeviceError) {
    keys[protection] = nil
    guard let projection else { return }
    do throws(SQLiteError) { try projection.documents.use(keys) } catch {
      self.projection = nil
      throw DeviceError(.index, error.message, cause: error)
    }
  }

  // MARK: After a restore

  /// What to ask apps for after the restore; nil while the index has not read so far.
  func scopes(after restore: RestoreNotes.Note) throws(DeviceError) -> RestoredScopes? {
    let head = try DeviceError.translating(as: .journal) { try journal.head().number }
    try asking { projection throws(SQLiteError) in
      try loadScopes(of: restore, projection, head: head)
    }
    return restoredScopes?.restore == restore ? restoredScopes : nil
  }

  func forgetScopes() { restoredScopes = nil }

  /// Loads what to ask for once the index stands where the restored journal ended; where nobody
  /// can tell, at the journal's end.
  private func loadScopes(
    of restore: RestoreNotes.Note, _ projection: IndexProjection, head: UInt64
  ) throws(SQLiteError) {
    let end = restore == .unknown ? head : restore.number
    guard restoredScopes?.restore != restore, projection.checkpoint.number >= end else { return }
    restoredScopes = try RestoredScopes(restore, projection)
  }

  // MARK: Compacting

  /// Takes the words that it has no more out of its file.
  func reclaimSpace() throws(DeviceError) {
    // One that was damaged still has words, also one that is found to be while this continues.
    defer { if storage.journalOptions.vfs == nil { DatabaseFile.removeAside(storage.indexPath) } }
    try asking { projection throws(SQLiteError) in try projection.reclaimSpace() }
  }

  // MARK: Opening

  private func open() throws -> IndexProjection {
    let vfs = storage.journalOptions.vfs
    let isThere = DatabaseFile.exists(storage.indexPath, vfs: vfs)
    if isThere {
      do throws(SQLiteError) {
        if let found = try IndexProjection(
          openingAt: storage.indexPath, vfs: vfs, isCurrent: isCurrent)
        {
          return found
        }
        rebuildReason = "the index was of another version or of another past than the journal"
      } catch {
        // Another program has it, or there is no room: it is as good as it was.
        guard error.code != .busy, error.code != .full else { throw error }
        rebuildReason = Self.damagedReason
        setDamagedFileAside()
      }
    } else {
      rebuildReason = "there was no index"
    }
    DatabaseFile.remove(storage.indexPath, vfs: vfs)
    return try IndexProjection(
      creatingAt: storage.indexPath, vfs: vfs,
      pageByteCount: storage.journalOptions.pageByteCount,
      start: IndexProjection.Checkpoint(
        journal: journal.identity.name, number: journal.floor.number,
        digest: journal.floor.digest))
  }

  /// Whether a checkpoint is of this journal, and not before what was taken out of it.
  private func isCurrent(_ checkpoint: IndexProjection.Checkpoint) -> Bool {
    checkpoint.journal == journal.identity.name
      && ((try? journal.digest(at: checkpoint.number)) == checkpoint.digest
        || configuration.believes(checkpoint, head: (try? journal.head().number) ?? 0))
      && checkpoint.number >= (try? CompactionMark.read(journal)) ?? .max
  }

  // MARK: Replaying

  private func catchUp(_ projection: IndexProjection) throws {
    let head = try journal.head().number
    guard projection.checkpoint.number < head, readLimit != 0 else { return }
    let restore = try RestoreNotes(journal: journal).unasked()
    // A compaction takes words that the index can do without.
    let compacted = try CompactionMark.read(journal)
    while projection.checkpoint.number < head {
      if let restore { try loadScopes(of: restore, projection, head: head) }
      // What was restored is read apart from what came since: apps resume from there.
      let isBefore = restore.map { projection.checkpoint.number < $0.number } ?? false
      try step(
        projection, through: isBefore ? min(head, restore?.number ?? head) : head,
        atMost: readLimit.map { min($0, Self.entriesPerStep) } ?? Self.entriesPerLongStep,
        compacted: compacted)
      guard readLimit == nil else { return }
    }
  }

  /// One transaction of the index, with at least one entry.
  private func step(
    _ projection: IndexProjection, through last: UInt64, atMost entryCount: Int, compacted: UInt64
  ) throws {
    var entries: [IndexedEntry] = []
    var reached = projection.checkpoint
    var bytes = 0
    var titles: [String: String] = [:]
    let remnants = Remnants(of: journal)
    try journal.forEach(from: projection.checkpoint.number + 1, refuse: { $0 as any Error }) {
      row in
      let number = row.number.rawValue
      let saying: IndexedEntry.Saying? =
        switch try remnants.read(row) {
        case .event(let event): .event(try configuration.indexed(event, &titles, projection))
        case .unreadable: .unreadable
        case .nothing: row.kind == .event && number > compacted ? .gone : nil
        }
      if let saying {
        entries.append(
          IndexedEntry(
            number: number, time: row.time, saying: saying, publicProblem: saying.publicProblem))
      }
      bytes += row.payload?.count ?? 0
      reached.number = number
      reached.digest = row.digest
      let isFull =
        number - projection.checkpoint.number >= UInt64(entryCount)
        || bytes >= Self.payloadBytesPerStep
      return number < last && !isFull ? .next : .stop
    }
    guard reached.number > projection.checkpoint.number else {
      throw JournalError(
        .damaged,
        "Entry \(reached.number + 1) of \(journal.path) is missing. Restore the device from "
          + "a snapshot.")
    }
    try projection.apply(entries, upTo: reached.number, digest: reached.digest)
  }
}

/// How far a device's index has read its journal.
public struct IndexProgress: Hashable, Sendable {
  /// Entries whose items can be found, counted from the journal's first one.
  public let doneCount: UInt64
  /// Entries of the journal; at least `doneCount`.
  public let entryCount: UInt64

  package init(doneCount: UInt64, entryCount: UInt64) {
    self.doneCount = doneCount
    self.entryCount = entryCount
  }

  /// Whether everything that is journaled can be found.
  public var isComplete: Bool { doneCount >= entryCount }
}

extension SQLiteError {
  /// Whether a file that is rebuilt does not have it: what is in this one contradicts itself.
  fileprivate var isHealedByAnotherFile: Bool {
    switch code {
    case .damaged, .constraint, .other: true
    case .full, .busy, .cannotOpen, .readOnly, .inputOutput: false
    }
  }
}

extension IndexedEntry.Saying {
  /// Why the activity that the entry records cannot be public, if it asks to be.
  package var publicProblem: String? {
    guard case .event(let event) = self, case .activityRecorded(let activity) = event.fact else {
      return nil
    }
    return PublicItem.Standing(activity).problem
  }
}
