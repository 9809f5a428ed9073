package import JournalFormat
internal import SQLite

extension Journal {
  /// Replaces the payload of an entry by its digest; the chain still verifies. Redacting what is
  /// redacted already changes nothing.
  package func redact(_ number: SequenceNumber) throws(JournalError) {
    try redact([number])
  }

  /// Redacts many entries, in several transactions: interrupted, some are redacted, and going on is
  /// calling it again.
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
  /// Needs as much room again as the file has until it is done. Readers go on with what they see;
  /// one that stays in the middle of a reading keeps the log from being emptied: then this says so,
  /// and is to be asked for again.
  package func reclaimSpace() throws(JournalError) {
    try writingStatement()
    // What is overwritten when it is deleted leaves copies behind: SQLite moves rows between pages.
    do throws(SQLiteError) { try connection.vacuum() } catch { throw failed(error) }
    try settleFile()
  }
}
