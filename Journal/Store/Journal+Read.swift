package import JournalFormat
internal import SQLite

extension Journal {
  /// Whether to continue reading.
  package enum Reading { case next, stop }

  /// Calls `body` with every entry from number `first` on, in place, in order.
  ///
  /// A gap, a row that cannot be an entry and one that is not what the chain says are errors:
  /// reading never passes over a hole, and nothing is made of what was damaged.
  ///
  /// - Parameter isChecked: false for who shows damage to people.
  package func forEach<Failure: Error>(
    from first: UInt64, isChecked: Bool = true, refuse: (JournalError) -> Failure,
    _ body: (EntryRow) throws(Failure) -> Reading
  ) throws(Failure) {
    var expected: UInt64
    var previous: Digest?
    let select: Statement
    var isAtRow: Bool
    do throws(SQLiteError) {
      (expected, previous, select, isAtRow) = try locateFirst(from: first)
    } catch {
      throw refuse(JournalError(error, path: path))
    }
    defer { select.reset() }
    while isAtRow {
      guard let row = EntryRow(select), row.number.rawValue == expected else {
        throw refuse(.damage("Entry \(expected)", of: path, "is missing or cannot be read"))
      }
      guard row.encryption == .none else {
        throw refuse(JournalError(Self.unknownEncryption(of: row), path: path))
      }
      guard !isChecked || previous.map({ row.header.digest(after: $0) }) == row.digest else {
        throw refuse(.damage("Entry \(expected)", of: path, "is not what the chain says"))
      }
      previous = row.digest
      expected += 1
      if case .stop = try body(row) { return }
      do throws(SQLiteError) { isAtRow = try select.step() } catch {
        throw refuse(JournalError(error, path: path))
      }
    }
  }

  /// Refuses a journal that readers cannot read to its end: what is appended to it would be
  /// acknowledged, and nobody could read it.
  ///
  /// Reads the entries once in the life of this object. One that no program can decode refuses
  /// nothing, since readers step over it. Nor does damage in front of where the readers are.
  ///
  /// - Parameter reached: the last entry that the readers have read; asked when entries are read.
  /// - Throws: what a reader would get.
  package func requireReadable(after reached: () -> UInt64) throws(JournalError) {
    guard !isKnownReadable else { return }
    let head = try head().number
    var last = max(reached(), floor.number)
    if last < head {
      try forEach(from: last + 1) { row in
        last = row.number.rawValue
        return .next
      }
    }
    guard last >= head else { throw .damage("Entry \(last + 1)", of: path, "is missing") }
    isKnownReadable = true
  }

  /// The first number that is there to be read, the digest before it, and a statement that stands
  /// on its row, if there is one: what is pruned from then on stays there for who reads.
  private func locateFirst(
    from first: UInt64
  ) throws(SQLiteError) -> (first: UInt64, previous: Digest?, select: Statement, isAtRow: Bool) {
    try viewing { floor throws(SQLiteError) in
      let first = max(first, floor.number + 1)
      let previous = try digest(at: first - 1, above: floor)
      let select = try connection.statement(
        "SELECT \(EntryRow.columns) FROM entries WHERE number >= ? ORDER BY number")
      select.bind(1, Int64(clamping: first))
      return (first, previous, select, try select.step())
    }
  }

  /// What is encrypted must not be taken for an event.
  private static func unknownEncryption(of row: EntryRow) -> FormatError {
    FormatError(
      .unknownEncryption(row.encryption.rawValue),
      "Entry \(row.number) is encrypted in way \(row.encryption.rawValue); this program knows only "
        + "0, not encrypted. Use a newer spotlog.")
  }

  /// Calls `body` with every entry from number `first` on, in place, in order.
  package func forEach(
    from first: UInt64, isChecked: Bool = true,
    _ body: (EntryRow) throws(JournalError) -> Reading
  ) throws(JournalError) {
    try forEach(from: first, isChecked: isChecked, refuse: { $0 }, body)
  }

  /// At most `count` entries from number `first` on.
  package func entries(from first: UInt64, atMost count: Int) throws(JournalError) -> [Entry] {
    var found: [Entry] = []
    guard count > 0 else { return found }
    try forEach(from: first) { row in
      found.append(row.entry)
      return found.count < count ? .next : .stop
    }
    return found
  }

  /// One entry; nil when there is none of this number.
  package func entry(_ number: SequenceNumber) throws(JournalError) -> Entry? {
    try JournalError.translating(path) {
      let select = try connection.statement(
        "SELECT \(EntryRow.columns) FROM entries WHERE number = ?")
      defer { select.reset() }
      select.bind(1, Int64(number.rawValue))
      return try select.step() ? EntryRow(select)?.entry : nil
    }
  }

  /// One entry, held against the chain; nil when there is none of this number.
  ///
  /// - Throws: `JournalError.Code.damaged` for one that is not what was written.
  package func checkedEntry(_ number: SequenceNumber) throws(JournalError) -> Entry? {
    guard let entry = try entry(number) else { return nil }
    let previous = try digest(at: number.rawValue - 1)
    guard previous.map({ entry.header.digest(after: $0) }) == entry.digest else {
      throw .damage("Entry \(number)", of: path, "is not what the chain says")
    }
    return entry
  }

  /// The digest at a number, 0 and the floor among them; nil where nothing is kept.
  package func digest(at number: UInt64) throws(JournalError) -> Digest? {
    try JournalError.translating(path) {
      try viewing { floor throws(SQLiteError) in try digest(at: number, above: floor) }
    }
  }

  private func digest(
    at number: UInt64, above floor: Position
  ) throws(SQLiteError) -> Digest? {
    if number == floor.number { return floor.digest }
    let select = try connection.statement("SELECT digest FROM entries WHERE number = ?")
    defer { select.reset() }
    select.bind(1, Int64(clamping: number))
    return try select.step() ? Digest(bytes: select.bytes(0)) : nil
  }

  /// The number of the last row, whether it can be read or not; the floor's for none.
  package func lastNumber() throws(JournalError) -> UInt64 {
    try JournalError.translating(path) {
      let last = try connection.integer("SELECT ifnull(max(number), 0) FROM entries")
      return max(UInt64(clamping: last), floor.number)
    }
  }

  /// The last entry at a place, the one with which a restore to it ends.
  ///
  /// - Throws: `JournalError.Code.outOfRange` where it means no entry of this journal.
  package func lastNumber(at point: RestorePoint) throws(JournalError) -> UInt64 {
    let head = try lastNumber()
    let last: UInt64
    switch point {
    case .head: return head
    case .entry(let number): last = number
    case .time(let time): last = try lastNumber(notAfter: time)
    }
    guard last > floor.number, last <= head else { throw outside(point, head) }
    return last
  }

  /// Why a place is refused that means no entry of this journal.
  package func outside(_ point: RestorePoint, _ head: UInt64) -> JournalError {
    JournalError(
      .outOfRange,
      point.refusal(by: path, first: floor.number + 1, last: head) + " Choose a place in it.")
  }

  /// The first entry whose time is not earlier than `time`; nil for none. Times are a device's own,
  /// which may go back: entries after it can be earlier.
  package func firstNumber(notBefore time: Timestamp) throws(JournalError) -> UInt64? {
    try JournalError.translating(path) {
      let select = try connection.statement(
        "SELECT number FROM entries WHERE time >= ? ORDER BY number LIMIT 1")
      defer { select.reset() }
      select.bind(1, time.milliseconds)
      return try select.step() ? UInt64(clamping: select.integer(0)) : nil
    }
  }

  /// The last entry whose time is not later than `time`, looking back from the head: 0 for none.
  package func lastNumber(notAfter time: Timestamp) throws(JournalError) -> UInt64 {
    try JournalError.translating(path) {
      let select = try connection.statement(
        "SELECT number FROM entries WHERE time <= ? ORDER BY number DESC LIMIT 1")
      defer { select.reset() }
      select.bind(1, time.milliseconds)
      return try select.step() ? UInt64(clamping: select.integer(0)) : floor.number
    }
  }

  // MARK: The floor

  /// The entry before the first that is kept; 0 and the chain's beginning when nothing was pruned.
  ///
  /// A reader looks it up again each time, so it sees what a writer pruned. From a file that cannot
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
}

/// Reading for who shows a journal to people: what cannot be read is told of and passed over, and
/// nothing is checked.
extension Journal {
  /// Calls `body` with the entries from `first` to `last`, in place, in order or the other way
  /// round.
  ///
  /// - Parameter gap: is told of numbers at which nothing can be read, where they lie in the order.
  package func show<Failure: Error>(
    from first: UInt64, through last: UInt64, backwards: Bool = false,
    refuse: (JournalError) -> Failure,
    gap: (ClosedRange<UInt64>) throws(Failure) -> Void,
    _ body: (EntryRow) throws(Failure) -> Reading
  ) throws(Failure) {
    let first = max(first, floor.number + 1)
    guard first <= last else { return }
    let select: Statement
    do throws(SQLiteError) {
      select = try connection.statement(
        "SELECT \(EntryRow.columns) FROM entries WHERE number BETWEEN ? AND ? ORDER BY number"
          + (backwards ? " DESC" : ""))
    } catch {
      throw refuse(JournalError(error, path: path))
    }
    defer { select.reset() }
    select.bind(1, Int64(clamping: first))
    select.bind(2, Int64(clamping: last))
    // The number before in the order of reading.
    var previous: UInt64?
    func isNext(_ number: UInt64) throws(Failure) {
      let expected = previous.map { backwards ? $0 - 1 : $0 + 1 } ?? (backwards ? last : first)
      if !backwards, number > expected { try gap(expected...(number - 1)) }
      if backwards, number < expected { try gap((number + 1)...expected) }
      previous = number
    }
    while true {
      do throws(SQLiteError) { guard try select.step() else { return } } catch {
        throw refuse(JournalError(error, path: path))
      }
      let number = UInt64(clamping: select.integer(0))
      try isNext(number)
      guard let row = EntryRow(select) else {
        try gap(number...number)
        continue
      }
      if case .stop = try body(row) { return }
    }
  }
}
