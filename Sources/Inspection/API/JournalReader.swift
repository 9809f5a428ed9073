public import JournalFormat
internal import JournalStore

/// Reads the entries of a journal one by one, in memory that does not grow with their number.
///
///     var phone = try JournalInspector("phone").reader(isFollowed: true)
///     phone.filter.app = "com.example.notes"
///     phone.unreadable = { print("Cannot be read:", $0) }
///     try phone.keepLast(20)
///     try phone.forEach { print($0.number, $0.line) }
///     try phone.advance()
///     try phone.forEach { print("Since then:", $0.line) }
///
/// It keeps the journal open, and is for one task at a time. Each call blocks its thread.
public struct JournalReader {
  let source: JournalSource
  /// What has to hold of an entry.
  public var filter = EntryFilter()
  /// Receives numbers at which nothing can be read, where they lie in the order of reading.
  public var unreadable: (ClosedRange<UInt64>) -> Void = { _ in }
  private(set) var span: Span
  private var progress: (UInt64) -> Void

  init(_ source: JournalSource, _ span: Span, progress: @escaping (UInt64) -> Void = { _ in }) {
    (self.source, self.span, self.progress) = (source, span, progress)
  }

  /// - Parameters:
  ///   - from: the first entry; of a time, the first one that is not earlier.
  ///   - until: the last entry; of a time, the last one that is not later. A device's clock may be
  ///     set, so entries between the two can be of other times: none that is meant is left out.
  ///   - progress: called now and then with the entry that was reached.
  /// - Throws: `JournalError.Code.outOfRange` where `until` means no entry of the journal, or
  ///   `from` one before its first.
  init(
    _ source: JournalSource, from: Moment? = nil, until: Moment? = nil,
    progress: @escaping (UInt64) -> Void = { _ in }
  ) throws(JournalError) {
    let journal = source.journal
    self.init(
      source,
      Span(first: try Self.first(from, in: journal), last: try Self.last(until, in: journal)),
      progress: progress)
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
  static func last(_ moment: Moment?, in journal: Journal) throws(JournalError) -> UInt64 {
    try journal.lastNumber(at: moment?.point ?? .head)
  }

  // MARK: The journal

  /// The path of the journal's file, or of the snapshot that holds it.
  public var path: String { source.path }
  /// The folder that the journal lies in; nil for one in a snapshot.
  public var folder: String? { source.folder }
  /// What the journal is for.
  public var kind: JournalKind { source.journal.identity.kind }
  /// The number of the last entry that is read; without entries 0, or the last that was pruned.
  public var lastEntry: UInt64 { span.last }
  /// Sentences for people that say why what was read may be wrong or incomplete, for example since
  /// the file was written meanwhile.
  public var doubts: [String] { source.doubts }

  /// That the device was restored, and to where, for people; nil: it was not.
  public func restoreSentence() throws(InspectionError) -> String? {
    try InspectionError.translating { try DeviceState.Restored(source.journal)?.sentence }
  }

  // MARK: Choosing

  /// Leaves out what comes before the last entries that the filter wants.
  ///
  /// - Parameter count: how many entries are kept, at least 1.
  public mutating func keepLast(_ count: Int) throws(InspectionError) {
    guard filter.isEmpty else {
      return span.first = try lastRead(atMost: count, backwards: true) ?? span.last + 1
    }
    if span.last > UInt64(count) {
      span.first = max(span.first, span.last - UInt64(count) + 1)
    }
  }

  /// Leaves out what comes after the first entries that the filter wants.
  ///
  /// - Parameter count: how many entries are kept, at least 1.
  public mutating func keepFirst(_ count: Int) throws(InspectionError) {
    span.last = try lastRead(atMost: count, backwards: false) ?? span.last
  }

  private func lastRead(
    atMost count: Int, backwards: Bool
  ) throws(InspectionError) -> UInt64? {
    var quiet = self
    // It receives them when the entries are read.
    quiet.unreadable = { _ in }
    var number: UInt64?
    try InspectionError.translating {
      try quiet.forEachRow(limit: count, backwards: backwards) { number = $0.number.rawValue }
    }
    return number
  }

  /// Moves on to what was journaled since: the entries after `lastEntry`, up to the last by now.
  ///
  /// A journal that was opened with `isFollowed` has them, any other may not.
  public mutating func advance() throws(InspectionError) {
    let journal = source.journal
    let last = try InspectionError.translating { try journal.lastNumber() }
    span = Span(first: max(span.first, span.last + 1), last: last)
    progress = { _ in }
  }

  // MARK: Reading

  /// Calls `body` with the entries that the filter wants.
  ///
  /// - Parameters:
  ///   - limit: the largest number of entries, at least 0.
  ///   - backwards: whether the last entry comes first.
  ///   - body: receives each entry.
  /// - Throws: `InspectionError`, or what `body` throws, which ends the reading.
  public func forEach(
    limit: Int = .max, backwards: Bool = false, _ body: (InspectedEntry) throws -> Void
  ) throws {
    try forEachRow(limit: limit, backwards: backwards) { try body(InspectedEntry($0)) }
  }

  /// Calls `body` with a short line for each entry that the filter wants: number, time, kind, what
  /// it is about, and title, as `spotlog journal log --oneline` prints it.
  ///
  /// It decodes no event, so it is several times as fast as `forEach`.
  ///
  /// - Parameters:
  ///   - limit: the largest number of entries, at least 0.
  ///   - backwards: whether the last entry comes first.
  ///   - withoutWords: whether words of items, people and operators are left out.
  ///   - body: receives each line in UTF-8, with its end. A terminal can show it.
  /// - Throws: `InspectionError`, or what `body` throws, which ends the reading.
  public func forEachShortLine(
    limit: Int = .max, backwards: Bool = false, withoutWords: Bool = false,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    var text = EntryText(isRedacted: withoutWords)
    var line: [UInt8] = []
    try forEachRow(limit: limit, backwards: backwards) { row in
      line.removeAll(keepingCapacity: true)
      text.appendLine(row, to: &line)
      try body(line)
    }
  }

  /// Calls `body` with the entries that the filter wants, in place.
  func forEachRow(
    limit: Int = .max, backwards: Bool = false, _ body: (EntryRow) throws -> Void
  ) throws {
    guard limit > 0 else { return }
    var left = limit
    try source.journal.show(
      from: span.first, through: span.last, backwards: backwards,
      refuse: { InspectionError($0) as any Error }, gap: { unreadable($0) }
    ) { row in
      if row.number.rawValue & 0xFFFF == 0 { progress(row.number.rawValue) }
      guard filter.matches(row) else { return .next }
      try body(row)
      left -= 1
      return left > 0 ? .next : .stop
    }
  }
}
