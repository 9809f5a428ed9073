internal import JournalFormat
package import JournalStore

/// What of a journal is read, and in which order.
package struct JournalReader {
  package let source: JournalSource
  package var filter = EntryFilter()
  /// Is told of numbers at which nothing can be read, where they lie in the order of reading.
  package var gap: (ClosedRange<UInt64>) -> Void = { _ in }
  package let span: Span

  package init(_ source: JournalSource, _ span: Span) { (self.source, self.span) = (source, span) }

  /// - Parameters:
  ///   - from: the first entry; of a time, the first one that is not earlier.
  ///   - until: the last entry; of a time, the last one that is not later. A device's clock may be
  ///     set, so entries between the two can be of other times: none that is meant is left out.
  /// - Throws: `JournalError.Code.outOfRange` where `until` means no entry of the journal, or
  ///   `from` one before its first.
  package init(
    _ source: JournalSource, from: Moment? = nil, until: Moment? = nil
  ) throws(JournalError) {
    let journal = source.journal
    self.init(
      source,
      Span(
        first: try Self.first(from, in: journal), last: try Self.last(until, in: journal)))
  }

  /// The first entry that a moment means. Behind the last entry there may be more to come, so a
  /// range can begin there, and is empty.
  ///
  /// - Throws: `JournalError.Code.outOfRange` for an entry before the first one.
  private static func first(
    _ moment: Moment?, in journal: Journal
  ) throws(JournalError) -> UInt64 {
    let floor = journal.floor.number
    guard let moment else { return floor + 1 }
    if case .entry(let number) = moment {
      guard number > floor else { throw journal.outside(moment.point, try journal.lastNumber()) }
      return number
    }
    guard let time = moment.beginning, let first = try journal.firstNumber(notBefore: time) else {
      return try journal.lastNumber() + 1
    }
    return max(first, floor + 1)
  }

  /// The last entry that a moment means; the last of all for nil.
  ///
  /// - Throws: `JournalError.Code.outOfRange` where it means none.
  package static func last(
    _ moment: Moment?, in journal: Journal
  ) throws(JournalError) -> UInt64 {
    try journal.lastNumber(at: moment?.point ?? .head)
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
