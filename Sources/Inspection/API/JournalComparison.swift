public import Foundation
public import JournalFormat
internal import JournalStore
internal import Sync

/// Two copies of a journal compared, or a device with what its cloud has of it.
///
///     let phone = try JournalInspector("phone")
///     let found = try phone.comparison(with: JournalInspector("backup"), entryLimit: 10)
///     print(found.verdict.rawValue, found.sentence)
///     for entry in found.second.onlyHereEntries { print(entry.number, entry.line) }
public struct JournalComparison: Hashable, Sendable {
  /// How the first stands beside the second.
  public enum Verdict: String, Hashable, Sendable {
    /// Both end with the same entry.
    case same
    /// The first lacks the last entries of the second.
    case behind
    /// The second lacks the last entries of the first.
    case ahead
    /// Each has entries that the other lacks.
    case forked
    /// What both keep does not overlap: one was pruned beyond the other's end.
    case gap
    /// They are outboxes of one device from two epochs.
    case otherEpoch = "other epoch"
    /// They are not journals of the same device or cloud.
    case unrelated
    /// Another device continues this one, so the cloud takes no more of this epoch.
    case fenced
    /// The cloud's log does not have the device's epoch.
    case unknownEpoch = "unknown epoch"
  }

  /// One of the two.
  public struct Side: Hashable, Sendable {
    /// The path of the journal's file, or of the snapshot that holds it.
    public let path: String
    /// What the journal is for.
    public let kind: JournalKind
    /// The journal's name, in hexadecimal digits.
    public let name: String
    /// The number of the first entry that it keeps, at least 1.
    public let firstEntry: UInt64
    /// The number of the last entry that was compared; below `firstEntry` if there is none.
    public let lastEntry: UInt64
    /// When the snapshot was made that it was read from; nil: it was read from a file.
    public let snapshotTime: Date?
    /// The entries that the other side lacks; nil: there is none. Of a cloud beside a device these
    /// are numbers of the device's reports.
    public let onlyHere: ClosedRange<UInt64>?
    /// The first of the entries in `onlyHere`, at most as many as were asked for. None of a cloud
    /// beside a device, nor of a device's outbox that was compared in place of its private journal.
    public let onlyHereEntries: [InspectedEntry]
    /// Entries that both have and only this one has lost the payload of, in their order.
    public let redactedOnlyHere: [UInt64]

    fileprivate init(
      _ source: JournalSource, last: UInt64, onlyHere span: Span, entries: [InspectedEntry] = [],
      redactedOnlyHere: [UInt64] = []
    ) {
      path = source.path
      kind = source.journal.identity.kind
      name = source.journal.identity.name.description
      (firstEntry, lastEntry) = (source.journal.floor.number + 1, last)
      snapshotTime = source.snapshotTime.map { Date($0) }
      onlyHere = span.isEmpty ? nil : span.first...span.last
      (onlyHereEntries, self.redactedOnlyHere) = (entries, redactedOnlyHere)
    }
  }

  /// The journal that was asked; of a device beside its cloud, the device's outbox.
  public let first: Side
  /// The other journal.
  public let second: Side
  /// How the first stands beside the second.
  public let verdict: Verdict
  /// What the verdict means here, for people.
  public let sentence: String
  /// The last entry that both have alike, 0 if they begin alike and share no entry; nil where none
  /// can be shown.
  public let lastCommonEntry: UInt64?
  /// Digests that were read of each journal; nil of a device beside its cloud.
  public let readCount: Int?

  /// - Parameter entryLimit: entries listed of each, at least 0.
  init(_ a: JournalSource, _ b: JournalSource, until: Moment?, entryLimit: Int) throws {
    let lasts = try Self.lasts(a.journal, b.journal, until)
    let found = try Divergence(a.journal, b.journal, through: lasts)
    first = Side(
      a, last: lasts.0, onlyHere: found.onlyFirst,
      entries: try a.entries(startOf: found.onlyFirst, atMost: entryLimit),
      redactedOnlyHere: found.redactedInFirst)
    second = Side(
      b, last: lasts.1, onlyHere: found.onlySecond,
      entries: try b.entries(startOf: found.onlySecond, atMost: entryLimit),
      redactedOnlyHere: found.redactedInSecond)
    (verdict, sentence) = (found.verdict, found.sentence)
    (lastCommonEntry, readCount) = (found.common, found.readCount)
  }

  /// - Parameters:
  ///   - outbox: the device's shared journal.
  ///   - entryLimit: entries listed of the outbox, at least 0.
  init(
    outbox: JournalSource, cloud: JournalSource, until: Moment?, entryLimit: Int,
    progress: (UInt64) -> Void
  ) throws {
    let last = try JournalReader.last(until, in: cloud.journal)
    let identity = outbox.journal.identity
    let view = try LoggedDevice(
      cloud.journal, of: identity.lineage, until: last, progress: progress)
    let head = try outbox.journal.head().number
    let known = view.epoch(identity.epoch)?.head.number ?? 0
    let standing = try DeviceStanding(outbox.journal, view)
    let start = (standing.common ?? 0) + 1
    let onlyFirst = Span(first: start, last: head)
    first = Side(
      outbox, last: head, onlyHere: onlyFirst,
      entries: try outbox.entries(startOf: onlyFirst, atMost: entryLimit))
    second = Side(cloud, last: last, onlyHere: Span(first: start, last: known))
    (verdict, sentence) = (standing.outcome, standing.sentence)
    (lastCommonEntry, readCount) = (standing.common, nil)
  }

  /// The last entries of both that are compared. One of the two may end before `until`, or begin
  /// behind it: the comparison says so. Both may not.
  private static func lasts(
    _ a: Journal, _ b: Journal, _ until: Moment?
  ) throws -> (UInt64, UInt64) {
    let (first, second) = (
      Result { try JournalReader.last(until, in: a) },
      Result { try JournalReader.last(until, in: b) }
    )
    func last(_ found: Result<UInt64, any Error>, of journal: Journal) throws -> UInt64 {
      do { return try found.get() } catch let error as JournalError where error.code == .outOfRange
      {
        let head = try journal.lastNumber()
        guard case .entry(let number) = until, number > head else { return journal.floor.number }
        return head
      }
    }
    if case .failure(let error) = first, case .failure = second { throw error }
    return (try last(first, of: a), try last(second, of: b))
  }
}

extension JournalSource {
  /// The first entries of a range.
  fileprivate func entries(startOf span: Span, atMost limit: Int) throws -> [InspectedEntry] {
    guard !span.isEmpty, limit > 0 else { return [] }
    let end = span.first.addingReportingOverflow(UInt64(limit))
    let last = end.overflow ? span.last : min(span.last, end.partialValue)
    var entries: [InspectedEntry] = []
    try JournalReader(self, Span(first: span.first, last: last)).forEach(limit: limit) {
      entries.append($0)
    }
    return entries
  }
}
