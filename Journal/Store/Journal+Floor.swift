internal import JournalFormat
internal import SQLite

extension Journal {
  /// The entry before the first that is kept; 0 and the chain's beginning when nothing was pruned.
  ///
  /// A reader looks it up anew each time, so it sees what a writer pruned. From a file that cannot
  /// be read it gets what it knew, and the error with what it reads next.
  package var floor: Position { (try? viewing { $0 }) ?? knownFloor }

  /// Runs `body` with the floor, in one view of the file: what a writer prunes meanwhile is there
  /// for it until its last statement ends.
  func viewing<Value, Failure: Error>(
    _ translate: (SQLiteError) -> Failure, _ body: (Position) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard access == .read else { return try body(knownFloor) }
    let floor: Position
    let select: Statement
    do throws(SQLiteError) {
      // As long as a statement stands on a row, SQLite shows its connection one state of the file.
      select = try connection.statement("SELECT floor_number, floor_digest FROM journal")
      let isThere = try select.step()
      floor =
        isThere
        ? Position(floorNumber: select.integer(0), digest: select.bytes(1)) ?? knownFloor
        : knownFloor
    } catch {
      throw translate(error)
    }
    defer { select.reset() }
    return try body(floor)
  }

  func viewing<Value>(
    _ body: (Position) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try viewing({ $0 }, body)
  }

  /// Lets the entries up to `number` go. What was the digest of the last of them is the floor's, so
  /// the chain verifies as before.
  ///
  /// In several transactions, the floor moving in each with its entries: interrupted, it has come a
  /// part of the way, and going on is calling it again. Damaged entries are kept for whoever looks
  /// into the damage, and are an error.
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
