public import Foundation
internal import JournalFormat
internal import JournalStore

/// Entries and bytes of a journal by kind, app, domain and day, as `spotlog journal stats` shows
/// them.
///
///     let figures = try JournalInspector("phone").figures()
///     for (name, count) in figures.byApp.largest(10) { print(name, count.entries, count.bytes) }
public struct JournalFigures: Sendable {
  /// How many entries there are of a name, and their bytes.
  public struct Count: Hashable, Sendable {
    /// Redacted ones too.
    public internal(set) var entries: UInt64 = 0
    /// Of payloads, as they lie in the file; of redacted ones nothing.
    public internal(set) var bytes: UInt64 = 0
    /// What batches inflate to; of all else what it has.
    public internal(set) var plainBytes: UInt64 = 0
    /// Entries that have lost their payload.
    public internal(set) var redacted: UInt64 = 0

    mutating func add(_ bytes: Int, plain: Int, isRedacted: Bool) {
      entries += 1
      self.bytes += UInt64(bytes)
      plainBytes += UInt64(plain)
      if isRedacted { redacted += 1 }
    }

    mutating func add(_ other: Count) {
      entries += other.entries
      bytes += other.bytes
      plainBytes += other.plainBytes
      redacted += other.redacted
    }
  }

  /// A large entry.
  public struct Large: Hashable, Sendable {
    /// From 1 on.
    public let number: UInt64
    /// Of its payload.
    public let bytes: Int
    /// What it is in words, such as "batch" or "item indexed".
    public let kind: String
    /// The app that it names; empty if it names none.
    public let app: String
    /// The identifier that it names, at most 200 bytes of its beginning; empty if it names none.
    public let id: String
  }

  /// Its kind: private, shared or cloud.
  public let journal: String
  /// Its name, in hexadecimal digits.
  public let name: String
  /// Entries that were pruned: the first one that is left has the next number.
  public let prunedEntryCount: UInt64
  /// Bytes of its file; of a journal in a snapshot, what its file would have.
  public let fileBytes: Int64
  /// Bytes of the write-ahead log beside the file.
  public let logBytes: Int64
  /// Bytes of the index of a device, or of the projections of a cloud; nil if the file is missing.
  public let indexBytes: Int64?
  /// All entries.
  public private(set) var all = Count()
  /// By kind, as `Large.kind` names it.
  public private(set) var byKind = CountTable()
  /// By app, of entries that name one.
  public private(set) var byApp = CountTable()
  /// Domains with their app.
  public private(set) var byDomain = CountTable()
  /// By day in UTC, such as "2026-01-31".
  public private(set) var byDay = CountTable()
  /// The earliest time of an entry; nil: there is none.
  public private(set) var firstTime: Date?
  /// The latest time of an entry; nil: there is none.
  public private(set) var lastTime: Date?
  /// The ten largest entries, the largest first.
  public private(set) var largest: [Large] = []
  private static let largestCount = 10

  init(_ source: JournalSource, until: Moment?, progress: @escaping (UInt64) -> Void) throws {
    journal = source.journal.identity.kind.description
    name = source.journal.identity.name.description
    prunedEntryCount = source.journal.floor.number
    (fileBytes, logBytes, indexBytes) = (source.fileBytes, source.logBytes, source.indexBytes)
    let reader = try JournalReader(source, until: until, progress: progress)
    try reader.forEachRow { read($0) }
  }

  private mutating func read(_ row: EntryRow) {
    let payload = row.payload
    let count = payload?.count ?? 0
    let isRedacted = payload == nil
    let header =
      row.kind == .batch ? payload.flatMap { try? BatchHeader(startOf: $0) } : nil
    let plain =
      header.map {
        count - Int($0.compressedByteCount) + Int($0.inflatedByteCount)
      } ?? count
    let event = row.kind == .event ? payload.flatMap { EventScan($0) } : nil
    let kind =
      isRedacted
      ? "\(row.kind), redacted"
      : row.kind == .event ? event?.name.description ?? "event, unreadable" : row.kind.description
    func add(_ table: inout CountTable, _ name: String) {
      table.add(name) { $0.add(count, plain: plain, isRedacted: isRedacted) }
    }
    all.add(count, plain: plain, isRedacted: isRedacted)
    add(&byKind, kind)
    add(&byDay, row.time.day.description)
    if let event, !event.app.isEmpty {
      let app = String(decoding: event.app, as: UTF8.self)
      add(&byApp, app)
      if !event.domain.isEmpty {
        add(&byDomain, app + "  " + String(decoding: event.domain, as: UTF8.self))
      }
    }
    let time = Date(row.time)
    firstTime = min(firstTime ?? time, time)
    lastTime = max(lastTime ?? time, time)
    if count > largest.last?.bytes ?? 0 || largest.count < Self.largestCount {
      note(row, kind, count, event)
    }
  }

  private mutating func note(_ row: EntryRow, _ kind: String, _ count: Int, _ event: EventScan?) {
    let large = Large(
      number: row.number.rawValue, bytes: count, kind: kind,
      app: event.map { String(decoding: $0.app, as: UTF8.self) } ?? "",
      id: event.map { String(decoding: $0.id.prefix(200), as: UTF8.self) } ?? "")
    let place = largest.firstIndex { $0.bytes < count } ?? largest.endIndex
    largest.insert(large, at: place)
    if largest.count > Self.largestCount { largest.removeLast() }
  }
}

/// Counts by name, of so many names at most; what comes after is counted together.
public struct CountTable: Sendable {
  /// Names that are told apart: what they take stays well below a hundred megabytes.
  public static let namesMax = 50_000

  private var counts: [String: JournalFigures.Count] = [:]
  /// Of all names that came when there were as many as may be.
  public private(set) var others = JournalFigures.Count()

  mutating func add(_ name: String, _ body: (inout JournalFigures.Count) -> Void) {
    guard counts[name] != nil || counts.count < Self.namesMax else { return body(&others) }
    body(&counts[name, default: JournalFigures.Count()])
  }

  /// By name, in the order of their bytes.
  public var sorted: [(name: String, count: JournalFigures.Count)] {
    counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (name: $0.key, count: $0.value) }
  }

  /// The names with most bytes, at most `count`, the largest first.
  public func largest(_ count: Int) -> [(name: String, count: JournalFigures.Count)] {
    Array(
      sorted.sorted { ($1.count.bytes, $0.name) < ($0.count.bytes, $1.name) }.prefix(count))
  }

  /// What the names beyond the `count` with most bytes come to, with `others`; how many they are.
  public func rest(beyond count: Int) -> (names: Int, count: JournalFigures.Count) {
    let beyond = largest(.max).dropFirst(count)
    var rest = others
    for (_, one) in beyond { rest.add(one) }
    return (beyond.count, rest)
  }
}
