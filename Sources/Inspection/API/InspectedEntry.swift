public import Foundation
package import JournalFormat
package import JournalStore

/// An entry of a journal, in words. Encoded, it is an object of `spotlog journal log --json`.
public struct InspectedEntry: Hashable, Sendable {
  /// A named value of the entry.
  public struct Field: Hashable, Sendable {
    /// What the value is, such as "title".
    public let name: String
    /// As people wrote it: escape it before it reaches a terminal.
    public let value: String
  }

  /// From 1 on.
  public let number: UInt64
  /// When it was journaled, to the millisecond.
  public var time: Date { Date(timestamp) }
  /// What it says in short, such as "item indexed": `EntryFilter.kindNames` has the beginnings.
  public let title: String
  /// What it says in full, in a fixed order; none if the payload is gone.
  public var fields: [Field] { allFields.filter { !$0.value.isEmpty } }
  /// Whether its payload is gone: redacted, so that its digest is what remains.
  public let isRedacted: Bool
  /// Of the payload, also of one that is gone.
  public let payloadByteCount: Int
  /// In hexadecimal digits; it stands for all entries up to this one.
  public let digest: String
  /// Its time as it is in the file, which no `Date` may have exactly.
  package let timestamp: Timestamp
  /// Those without a value too.
  package private(set) var allFields: [Field]
  private let isEvent: Bool

  package init(_ row: EntryRow) {
    let summary = EntrySummary(kind: row.kind, payload: row.payload.map { [UInt8]($0) })
    number = row.number.rawValue
    timestamp = row.time
    (title, isEvent) = (summary.title, summary.isEvent)
    allFields = Self.fields(of: summary)
    isRedacted = row.payload == nil
    payloadByteCount = Int(row.payloadByteCount)
    digest = row.digest.description
  }

  init(_ entry: Entry) {
    let summary = EntrySummary(kind: entry.header.kind, payload: entry.payload)
    number = entry.header.number.rawValue
    timestamp = entry.header.time
    (title, isEvent) = (summary.title, summary.isEvent)
    allFields = Self.fields(of: summary)
    isRedacted = entry.payload == nil
    payloadByteCount = Int(entry.header.payloadByteCount)
    digest = entry.digest.description
  }

  /// The title and the fields in one line, which a terminal can show.
  public var line: String { summary.line }

  /// The same without words of items, people or operators: fields that may hold some have their
  /// length, such as "[8 bytes]", and attributes that an app named have numbers.
  public var withoutWords: InspectedEntry {
    var entry = self
    entry.allFields = Self.fields(of: summary.withoutWords)
    return entry
  }

  private var summary: EntrySummary {
    EntrySummary(
      title: title, isEvent: isEvent, fields: allFields.map { (name: $0.name, value: $0.value) })
  }

  private static func fields(of summary: EntrySummary) -> [Field] {
    summary.fields.map { Field(name: $0.name, value: $0.value) }
  }
}

extension InspectedEntry: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, time, kind, digest, redacted, fields
  }

  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(number, forKey: .number)
    try object.encode(timestamp.text, forKey: .time)
    try object.encode(title, forKey: .kind)
    try object.encode(digest, forKey: .digest)
    try object.encode(isRedacted, forKey: .redacted)
    let values = Dictionary(allFields.map { ($0.name, $0.value) }) { first, _ in first }
    try object.encode(values, forKey: .fields)
  }
}

/// Entries of a journal, oldest first.
public struct EntryPage: Hashable, Sendable {
  /// In the order of their numbers.
  public internal(set) var entries: [InspectedEntry] = []
  /// Numbers among them at which nothing could be read: `JournalInspector.verify` says why.
  public internal(set) var unreadable: [ClosedRange<UInt64>] = []
}

extension Date {
  init(_ time: Timestamp) { self.init(timeIntervalSince1970: Double(time.milliseconds) / 1_000) }
}

extension Timestamp {
  package init(_ date: Date) { self.init(nearestTo: date.timeIntervalSince1970) }
}
