package import JournalFormat
internal import SQLite

/// What leaves a journal: payloads of its entries, its first entries, and the room that they took.
extension Journal {
  /// Replaces the payload of an entry by its digest; the chain still verifies. Redacting what is
  /// redacted already changes nothing.
  package func redact(_ number: SequenceNumber) throws(JournalError) {
    try redact([number])
  }

  /// Redacts many entries, in several transactions: interrupted, some are redacted, and continuing
  /// is calling it again.
  package func redact(_ numbers: [SequenceNumber]) throws(JournalError) {
    var rest = numbers[...]
    while !rest.isEmpty { try redactStep(&rest) }
  }

  private func redactStep(_ rest: inout ArraySlice<SequenceNumber>) throws(JournalError) {
    try writingStatement()
    var left = rest
    var step = BoundedStep()
    try connection.transaction({ self.failed($0) }) { () throws(JournalError) in
      while !step.isFull, let number = left.popFirst() {
        guard let entry = try entry(number) else {
          throw JournalError(.notFound, "\(path) has no entry \(number) to redact.")
        }
        guard let payload = entry.payload else { continue }
        step.add(payloadByteCount: payload.count)
        do throws(SQLiteError) { try replacePayload(of: entry) } catch { throw failed(error) }
      }
    }
    rest = left
  }

  private func replacePayload(of entry: Entry) throws(SQLiteError) {
    let number = Int64(entry.header.number.rawValue)
    let update = try connection.statement(
      "UPDATE entries SET payload = NULL, redacted_size = ?, redacted_digest = ? "
        + "WHERE number = ?")
    update.bind(1, Int64(entry.header.payloadByteCount))
    update.bind(2, entry.header.payloadDigest.bytes)
    update.bind(3, number)
    try update.run()
    try RedactionMark.add(entry.header.number.rawValue, in: connection)
  }

  /// Rewrites the file with what it still holds and empties its log, so that what was redacted or
  /// pruned is in no page of either, used or free.
  ///
  /// Needs as much room again as the file has until it is done. Readers continue with what they
  /// see; one that stays in the middle of a reading keeps the log from being emptied: then this
  /// throws, and the caller tries again later.
  package func reclaimSpace() throws(JournalError) {
    try writingStatement()
    // What is overwritten when it is deleted leaves copies behind: SQLite moves rows between pages.
    do throws(SQLiteError) { try connection.vacuum() } catch { throw failed(error) }
    try flushWriteAheadLog()
  }

  // MARK: Pruning

  /// Lets the entries up to `number` go. What was the digest of the last of them is the floor's, so
  /// the chain verifies as before.
  ///
  /// In several transactions, the floor moving in each with its entries: interrupted, it has come a
  /// part of the way, and continuing is calling it again. Damaged entries are kept for anyone who
  /// looks into the damage, and are an error.
  package func prune(through number: UInt64) throws(JournalError) {
    try writingStatement()
    let last = try head().number
    guard number <= last else {
      throw JournalError(
        .notFound, "\(path) ends at entry \(last), so it cannot be pruned up to \(number).")
    }
    while knownFloor.number < number { try pruneStep(through: number) }
  }

  private func pruneStep(through last: UInt64) throws(JournalError) {
    var reached = knownFloor
    var step = BoundedStep()
    try forEach(from: reached.number + 1) { row in
      reached = Position(number: row.number.rawValue, digest: row.digest)
      step.add(payloadByteCount: row.payload?.count ?? 0)
      return reached.number < last && !step.isFull ? .next : .stop
    }
    guard reached.number > knownFloor.number else {
      throw .damage("Entry \(reached.number + 1)", of: path, "is missing")
    }
    do throws(SQLiteError) {
      try connection.transaction({ $0 }) { () throws(SQLiteError) in
        let delete = try connection.statement("DELETE FROM entries WHERE number <= ?")
        delete.bind(1, Int64(reached.number))
        try delete.run()
        let update = try connection.statement(
          "UPDATE journal SET floor_number = ?, floor_digest = ?")
        update.bind(1, Int64(reached.number))
        update.bind(2, reached.digest.bytes)
        try update.run()
      }
    } catch {
      throw failed(error)
    }
    knownFloor = reached
  }
}

/// What one transaction takes of a long work, so that the log beside the file stays small.
struct BoundedStep {
  private static let entryCountMax = 1_000
  private static let payloadByteCountMax = 4 << 20

  private var entryCount = 0
  private var payloadByteCount = 0

  mutating func add(payloadByteCount count: Int) {
    entryCount += 1
    payloadByteCount += count
  }

  var isFull: Bool {
    entryCount >= Self.entryCountMax || payloadByteCount >= Self.payloadByteCountMax
  }
}
