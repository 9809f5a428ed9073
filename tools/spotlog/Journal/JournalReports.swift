import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite

/// An entry as one line of a log.
struct EntryLine {
  private let row: EntryRow
  let summary: EntrySummary

  init(_ row: EntryRow, isRedacted: Bool = false) {
    self.row = row
    let whole = EntrySummary(kind: row.kind, payload: row.payload.map { [UInt8]($0) })
    summary = isRedacted ? whole.withoutWords : whole
  }

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
  struct Related: Encodable {
    let number: UInt64
    let time: String?
    let what: String
  }

  struct Report: Encodable {
    let number: UInt64
    let kind: String
    let receivedTime: String?
    let logEntry: UInt64?
  }

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
  let supersedes: [Related]
  let supersededBy: [Related]
  let madeFrom: UInt64?
  let reports: [Report]
  let holds: [Related]
  let unknown: [String]

  init(_ dossier: EntryDossier, isRedacted: Bool, withSecrets: Bool) {
    let entry = dossier.entry
    let summary = isRedacted ? dossier.summary.withoutWords : dossier.summary
    number = entry.header.number.rawValue
    time = entry.header.time.text
    kind = summary.title
    encryption = entry.header.encryption.rawValue
    digest = entry.digest.description
    isChained = dossier.isChained
    payloadByteCount = entry.header.payloadByteCount
    payloadDigest = entry.header.payloadDigest.description
    redacted = entry.payload == nil
    fields = Dictionary(summary.fields.map { ($0.name, $0.value) }) { first, _ in first }
    payload = entry.payload.flatMap { payload in
      let holdsSecret = FieldMap(kind: entry.header.kind, payload: payload).holdsSecret
      return isRedacted || (holdsSecret && !withSecrets) ? nil : payload.hex
    }
    func related(_ list: [EntryDossier.Related]) -> [Related] {
      list.map {
        let what = isRedacted ? String($0.title.prefix { $0 != "=" }) : $0.title
        return Related(number: $0.number, time: $0.time?.text, what: what)
      }
    }
    supersedes = related(dossier.supersedes)
    supersededBy = related(dossier.supersededBy)
    madeFrom = dossier.madeFrom
    reports = dossier.reports.map {
      Report(
        number: $0.number, kind: $0.kind, receivedTime: $0.receipt?.receivedTime.text,
        logEntry: $0.logEntry)
    }
    holds = related(dossier.contents)
    unknown = dossier.unknown
  }
}
