import Foundation
import JournalFormat
import JournalStore
import SQLite

/// An entry as one line of a log.
struct EntryLine {
  private let row: EntryRow
  private let summary: EntrySummary

  init(_ row: EntryRow) {
    self.row = row
    summary = EntrySummary(kind: row.kind, payload: row.payload.map { [UInt8]($0) })
  }

  var text: String { "\(row.number)  \(row.time.text)  \(summary.line)" }

  var json: String {
    Output.jsonLine(
      Object(
        number: row.number.rawValue, time: row.time.text, kind: summary.title,
        digest: row.digest.description, redacted: row.payload == nil,
        fields: Dictionary(summary.fields.map { ($0.name, $0.value) }) { first, _ in first }))
  }

  private struct Object: Encodable {
    let number: UInt64
    let time: String
    let kind: String
    let digest: String
    let redacted: Bool
    let fields: [String: String]
  }
}

/// An entry whole, for `--json`.
struct EntryDetail: Encodable {
  let number: UInt64
  let time: String
  let kind: String
  let encryption: UInt8
  let digest: String
  let isChained: Bool
  let payloadByteCount: UInt32
  let payloadDigest: String
  let redacted: Bool
  let fields: [String: String]
  let payload: String?

  init(_ entry: Entry, isChained: Bool) {
    let summary = EntrySummary(kind: entry.header.kind, payload: entry.payload)
    number = entry.header.number.rawValue
    time = entry.header.time.text
    kind = summary.title
    encryption = entry.header.encryption.rawValue
    digest = entry.digest.description
    self.isChained = isChained
    payloadByteCount = entry.header.payloadByteCount
    payloadDigest = entry.header.payloadDigest.description
    redacted = entry.payload == nil
    fields = Dictionary(summary.fields.map { ($0.name, $0.value) }) { first, _ in first }
    payload = entry.payload?.hex
  }
}

/// Figures of a journal.
struct JournalStats: Encodable {
  struct Count: Encodable {
    var entries = 0
    var bytes = 0
  }

  let kind: String
  let name: String
  var entries = 0
  var redacted = 0
  let floor: UInt64
  var payloadBytes = 0
  let fileBytes: Int64
  var firstTime: String?
  var lastTime: String?
  var byKind: [String: Count] = [:]

  init(_ journal: Journal) throws {
    kind = journal.identity.kind.description
    name = journal.identity.name.description
    floor = journal.floor.number
    fileBytes =
      try journal.connection.integer("PRAGMA page_count")
      * journal.connection.integer("PRAGMA page_size")
    var first: Timestamp?
    var last: Timestamp?
    var counts: [String: Count] = [:]
    var entries = 0
    var redacted = 0
    try journal.forEach(from: 1, isChecked: false) { row in
      let summary = EntrySummary(kind: row.kind, payload: row.payload.map { [UInt8]($0) })
      first = min(first ?? row.time, row.time)
      last = max(last ?? row.time, row.time)
      entries += 1
      if row.payload == nil { redacted += 1 }
      counts[summary.title, default: Count()].entries += 1
      counts[summary.title, default: Count()].bytes += row.payload?.count ?? 0
      return .next
    }
    self.entries = entries
    self.redacted = redacted
    byKind = counts
    payloadBytes = counts.values.reduce(0) { $0 + $1.bytes }
    firstTime = first?.text
    lastTime = last?.text
  }
}

/// A verification, for `--json`.
struct VerificationReport: Encodable {
  struct Item: Encodable {
    let kind: String
    let entry: UInt64?
    let meaning: String
    let nextStep: String
  }

  let entries: Int
  let redacted: Int
  let head: UInt64
  let digest: String
  let whole: Bool
  let findings: [Item]

  init(_ verification: Verification) {
    entries = verification.entryCount
    redacted = verification.redactedCount
    head = verification.head.number
    digest = verification.head.digest.description
    whole = verification.isWhole
    findings = verification.findings.map {
      Item(
        kind: $0.kind.rawValue, entry: $0.number, meaning: $0.meaning, nextStep: $0.nextStep)
    }
  }
}
