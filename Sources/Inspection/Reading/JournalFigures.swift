internal import Foundation
package import JournalFormat
package import JournalStore

/// What a journal is made of, in bounded memory.
package struct JournalFigures: Sendable {
  package struct Count: Hashable, Sendable {
    package var entries: UInt64 = 0
    /// Of payloads, as they lie in the file; of redacted ones nothing.
    package var bytes: UInt64 = 0
    /// What batches inflate to; of all else what it has.
    package var plainBytes: UInt64 = 0
    package var redacted: UInt64 = 0

    mutating func add(_ bytes: Int, plain: Int, isRedacted: Bool) {
      entries += 1
      self.bytes += UInt64(bytes)
      plainBytes += UInt64(plain)
      if isRedacted { redacted += 1 }
    }
  }

  package struct Large: Hashable, Sendable {
    package let number: UInt64
    package let bytes: Int
    package let kind: String
    /// The app and the identifier, where it names one.
    package let app: String
    package let id: String
  }

  package private(set) var all = Count()
  package private(set) var byKind = CountTable()
  package private(set) var byApp = CountTable()
  /// Domains with their app.
  package private(set) var byDomain = CountTable()
  package private(set) var byDay = CountTable()
  package private(set) var firstTime: Timestamp?
  package private(set) var lastTime: Timestamp?
  /// The largest entries, the largest first.
  package private(set) var largest: [Large] = []
  private static let largestCount = 10

  package init() {}

  package mutating func read(_ row: EntryRow) {
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
    firstTime = min(firstTime ?? row.time, row.time)
    lastTime = max(lastTime ?? row.time, row.time)
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
package struct CountTable: Sendable {
  /// Names that are told apart: what they take stays well below a hundred megabytes.
  package static let namesMax = 50_000

  private var counts: [String: JournalFigures.Count] = [:]
  /// Of all names that came when there were as many as may be.
  package private(set) var others = JournalFigures.Count()

  mutating func add(_ name: String, _ body: (inout JournalFigures.Count) -> Void) {
    guard counts[name] != nil || counts.count < Self.namesMax else { return body(&others) }
    body(&counts[name, default: JournalFigures.Count()])
  }

  package var isEmpty: Bool { counts.isEmpty }
  package var nameCount: Int { counts.count }

  /// By name, in the order of their bytes.
  package var sorted: [(name: String, count: JournalFigures.Count)] {
    counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (name: $0.key, count: $0.value) }
  }

  /// The names with most bytes.
  package func largest(_ count: Int) -> [(name: String, count: JournalFigures.Count)] {
    Array(
      sorted.sorted { ($1.count.bytes, $0.name) < ($0.count.bytes, $1.name) }.prefix(count))
  }
}
