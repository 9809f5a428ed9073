internal import JournalFormat
internal import JournalStore
internal import SQLite

/// What a compaction asks the gate.
extension GateTables {
  func needs(_ limits: CompactionLimits, now: Timestamp) throws(SQLiteError) -> GateNeeds {
    GateNeeds(
      readThrough: try checkpoint()?.position.number ?? 0,
      reported: try privateNumbers(
        "SELECT private_number FROM local_origins WHERE number > ?", limits.prunable),
      vouched: try privateNumbers(
        """
        SELECT private_number FROM local_vouched
          WHERE content_number IS NULL OR content_number > ?
        """, limits.acknowledged),
      now: now)
  }

  /// Forgets receipts for entries that are gone.
  func forgetReceipts(through number: UInt64) throws(SQLiteError) {
    let delete = try connection.statement("DELETE FROM local_receipts WHERE last <= ?")
    delete.bind(1, Int64(clamping: number))
    try delete.run()
  }

  /// The contents that a report of this journal vouches for, and no later one took back.
  func vouchedContents() throws(SQLiteError) -> Set<ContentDigest> {
    let select = try connection.statement("SELECT DISTINCT content FROM local_vouched")
    defer { select.reset() }
    var found: Set<ContentDigest> = []
    while try select.step() {
      if let content = ContentDigest(hex: select.bytes(0).hex) { found.insert(content) }
    }
    return found
  }

  private func privateNumbers(
    _ sql: String, _ limit: UInt64
  ) throws(SQLiteError) -> Set<UInt64> {
    let select = try connection.statement(sql)
    defer { select.reset() }
    select.bind(1, Int64(clamping: limit))
    var found: Set<UInt64> = []
    while try select.step() { found.insert(UInt64(clamping: select.integer(0))) }
    return found
  }
}
