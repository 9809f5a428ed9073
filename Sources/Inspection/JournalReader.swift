internal import JournalFormat
package import JournalStore

/// What of a journal is read, and in which order.
package struct JournalReader {
  package let source: JournalSource
  package var filter = EntryFilter()
  /// Is told of numbers at which nothing can be read, where they lie in the order of reading.
  package var gap: (ClosedRange<UInt64>) -> Void = { _ in }
  package let span: Span

  /// - Parameters:
  ///   - from: the first entry; of a time, the first one that is not earlier.
  ///   - until: the last entry; of a time, the last one that is not later. A device's clock may be
  ///     set, so entries between the two can be of other times: none that is meant is left out.
  package init(
    _ source: JournalSource, from: Moment? = nil, until: Moment? = nil
  ) throws(JournalError) {
    self.source = source
    span = Span(
      first: try Self.first(from, in: source.journal),
      last: try Self.last(until, in: source.journal))
  }

  /// The first entry that a moment means.
  package static func first(
    _ moment: Moment?, in journal: Journal
  ) throws(JournalError) -> UInt64 {
    let floor = journal.floor.number
    let none = UInt64(Int64.max)
    let time: Timestamp
    switch moment {
    case nil: return floor + 1
    case .entry(let number): return max(number, floor + 1)
    case .time(let moment): time = moment
    case .day(let day): time = day.start
    }
    guard let first = try journal.firstNumber(notBefore: time) else { return none }
    return max(first, floor + 1)
  }

  /// The last entry that a moment means; the floor's number for none.
  package static func last(
    _ moment: Moment?, in journal: Journal
  ) throws(JournalError) -> UInt64 {
    switch moment {
    case nil: try journal.lastNumber()
    case .entry(let number): max(min(number, try journal.lastNumber()), journal.floor.number)
    case .time(let time): try journal.lastNumber(notAfter: time)
    case .day(let day):
      try journal.lastNumber(
        notAfter: day.start.advanced(byMilliseconds: Timestamp.millisecondsPerDay - 1))
    }
  }

  // MARK: Reading

  /// Calls `body` with the entries that the filter wants, at most `limit` of them, in order or
  /// from the last one back.
  package func forEach(
    limit: Int = .max, backwards: Bool = false, progress: (UInt64) -> Void = { _ in },
    _ body: (EntryRow) throws -> Void
  ) throws {
    guard limit > 0 else { return }
    var left = limit
    try source.journal.show(
      from: span.first, through: span.last, backwards: backwards, refuse: { $0 as any Error },
      gap: { gap($0) }
    ) { row in
      if row.number.rawValue & 0xFFFF == 0 { progress(row.number.rawValue) }
      guard filter.matches(row) else { return .next }
      try body(row)
      left -= 1
      return left > 0 ? .next : .stop
    }
  }

  /// The number of the first of the last `count` entries that the filter wants.
  package func firstOfLast(_ count: Int, progress: (UInt64) -> Void = { _ in }) throws -> UInt64 {
    guard !filter.isEmpty else {
      return span.last > UInt64(count) ? max(span.first, span.last - UInt64(count) + 1) : span.first
    }
    var first = span.last + 1
    try forEach(limit: count, backwards: true, progress: progress) { first = $0.number.rawValue }
    return first
  }
}
