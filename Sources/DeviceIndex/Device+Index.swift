internal import JournalFormat
internal import JournalStore
internal import SQLite
package import Search

/// The index of a device: a fold that is opened when it is needed, and reads on before it answers.
extension Device {
  /// Entries that one transaction of the index covers, and that one step of reading on takes.
  package static let entriesPerStep = 2_000
  /// The same where nobody can ask in between: pages that lie far apart are written less often.
  private static let entriesPerLongStep = 8_000
  /// Bytes of payload after which such a transaction ends: an entry may have 8 MiB.
  private static let payloadBytesPerStep = 4 << 20

  // MARK: Reading on

  /// Has the index read on by one step, a transaction: whoever has other things to do meanwhile
  /// calls it until it is complete. A crash loses no more than a step.
  ///
  /// - Parameter entryCount: as many entries at most; 0 only looks how far it is.
  @discardableResult
  package func readIndex(
    atMost entryCount: Int = Device.entriesPerStep
  ) throws(DeviceError) -> IndexProgress {
    try reading(atMost: entryCount) { () throws(DeviceError) in
      let done = try asking { fold throws(SQLiteError) in fold.checkpoint.number }
      return IndexProgress(doneCount: done, entryCount: try journaledNumber)
    }
  }

  /// Runs `body` with an index that answers from what it has read by now.
  package func withIndexAsItIs<Value>(
    _ body: () throws(DeviceError) -> Value
  ) throws(DeviceError) -> Value {
    try reading(atMost: 0, body)
  }

  /// The same after one more step: what was journaled just before counts, and an index that is
  /// being made anew answers at once.
  package func withIndexMeanwhile<Value>(
    _ body: () throws(DeviceError) -> Value
  ) throws(DeviceError) -> Value {
    try readIndex()
    return try withIndexAsItIs(body)
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

  /// Activities of the index that ask to be public and cannot be.
  package func publicProblems() throws(DeviceError) -> [PublicProblem] {
    try asking { fold throws(SQLiteError) in try fold.publicProblems.all() }
  }

  /// How far the index has read; nil when it was not opened yet.
  package var searchableNumber: UInt64? { index?.checkpoint.number }

  // MARK: Asking

  /// Has the index answer, with everything that is journaled unless less was asked for. One that
  /// turns out to be damaged while it does is made anew, and asked again.
  func asking<Value>(
    _ question: (IndexFold) throws(SQLiteError) -> Value
  ) throws(DeviceError) -> Value {
    do throws(DeviceError) { return try answer(question) } catch {
      guard let cause = error.cause as? SQLiteError, cause.isHealedByAnotherFile else {
        throw error
      }
    }
    // Closed before its files go, as they are.
    index?.abandon()
    index = nil
    putIndexAside()
    defer { indexRebuildReason = Self.damagedIndexReason }
    // Nothing at all would be taken for an answer: it is one from what a step reads.
    let limit = readLimit
    if limit == 0 { readLimit = Self.entriesPerStep }
    defer { readLimit = limit }
    return try answer(question)
  }

  private func putIndexAside() {
    let isAside = DatabaseFile.setAside(storage.indexPath, vfs: storage.journalOptions.vfs)
    whenIndexIsDamaged?(isAside)
  }

  private func answer<Value>(
    _ question: (IndexFold) throws(SQLiteError) -> Value
  ) throws(DeviceError) -> Value {
    let fold = try currentIndex()
    return try DeviceError.translating(as: .index) { try question(fold) }
  }

  private func currentIndex() throws(DeviceError) -> IndexFold {
    do {
      let fold = try index ?? openIndex()
      index = fold
      try fold.documents.use(keys)
      try catchUp(fold)
      return fold
    } catch let error as DeviceError {
      throw error
    } catch let error as JournalError {
      throw DeviceError(.journal, error.message, cause: error)
    } catch {
      throw DeviceError(.index, "\(storage.indexPath): \(error)", cause: error)
    }
  }

  // MARK: Opening

  private func openIndex() throws -> IndexFold {
    let vfs = storage.journalOptions.vfs
    let isThere = DatabaseFile.exists(storage.indexPath, vfs: vfs)
    if isThere {
      do throws(SQLiteError) {
        if let found = try IndexFold(openingAt: storage.indexPath, vfs: vfs, isCurrent: isCurrent) {
          return found
        }
        indexRebuildReason = "the index was of another version or of another past than the journal"
      } catch {
        // Another program has it, or there is no room: it is as good as it was.
        guard error.code != .busy, error.code != .full else { throw error }
        indexRebuildReason = Self.damagedIndexReason
        putIndexAside()
      }
    } else {
      indexRebuildReason = "there was no index"
    }
    DatabaseFile.remove(storage.indexPath, vfs: vfs)
    return try IndexFold(
      creatingAt: storage.indexPath, vfs: vfs,
      pageByteCount: storage.journalOptions.pageByteCount,
      start: IndexFold.Checkpoint(
        journal: privateJournal.identity.name, number: privateJournal.floor.number,
        digest: privateJournal.floor.digest))
  }

  /// Whether a checkpoint is of this journal, and not before what was taken out of it.
  private func isCurrent(_ checkpoint: IndexFold.Checkpoint) -> Bool {
    checkpoint.journal == privateJournal.identity.name
      && ((try? privateJournal.digest(at: checkpoint.number)) == checkpoint.digest
        || configuration.believes(checkpoint, head: (try? privateJournal.head().number) ?? 0))
      && checkpoint.number >= (try? CompactionMark.read(privateJournal)) ?? .max
  }

  // MARK: Folding

  private func catchUp(_ fold: IndexFold) throws {
    let head = try privateJournal.head().number
    guard fold.checkpoint.number < head, readLimit != 0 else { return }
    let restore = try RestoreNotes(journal: privateJournal).unasked()
    // A compaction takes words that the index can do without.
    let compacted = try CompactionMark.read(privateJournal)
    while fold.checkpoint.number < head {
      if let restore { try keepScopes(of: restore, fold) }
      // What was restored is read apart from what came since: apps resume from there.
      let isBefore = restore.map { fold.checkpoint.number < $0.number } ?? false
      try step(
        fold, through: isBefore ? min(head, restore?.number ?? head) : head,
        atMost: readLimit.map { min($0, Self.entriesPerStep) } ?? Self.entriesPerLongStep,
        compacted: compacted)
      guard readLimit == nil else { return }
    }
  }

  /// One transaction of the index, with at least one entry.
  private func step(
    _ fold: IndexFold, through last: UInt64, atMost entryCount: Int, compacted: UInt64
  ) throws {
    var entries: [IndexedEntry] = []
    var reached = fold.checkpoint
    var bytes = 0
    var titles: [String: String] = [:]
    let remnants = Remnants(of: privateJournal)
    try privateJournal.forEach(from: fold.checkpoint.number + 1, refuse: { $0 as any Error }) {
      row in
      let number = row.number.rawValue
      let saying: IndexedEntry.Saying? =
        switch try remnants.read(row) {
        case .event(let event): .event(try configuration.indexed(event, &titles, fold))
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
        number - fold.checkpoint.number >= UInt64(entryCount) || bytes >= Self.payloadBytesPerStep
      return number < last && !isFull ? .next : .stop
    }
    guard reached.number > fold.checkpoint.number else {
      throw JournalError(
        .damaged,
        "Entry \(reached.number + 1) of \(privateJournal.path) is missing. Restore the device from "
          + "a snapshot.")
    }
    try fold.apply(entries, upTo: reached.number, digest: reached.digest)
  }
}

extension SQLiteError {
  /// Whether a file that is made anew does not have it: what is in this one contradicts itself.
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
