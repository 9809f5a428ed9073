internal import SQLite

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
