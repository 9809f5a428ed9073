package import JournalFormat

/// Entries that follow each other, as a journal would hold them.
package struct Chain {
  /// The digest before the first entry.
  package let start: Digest
  package private(set) var entries: [Entry] = []

  package init(after start: Digest) { self.start = start }

  package var digest: Digest { entries.last?.digest ?? start }

  package mutating func append(_ draft: EntryDraft, isRedacted: Bool = false) {
    let header = EntryHeader(
      number: .after(entries.last?.header.number), time: draft.time, kind: draft.kind,
      encryption: .none, payloadByteCount: UInt32(draft.payload.count),
      payloadDigest: Digest(of: draft.payload))
    entries.append(
      Entry(
        header: header, digest: header.digest(after: digest),
        payload: isRedacted ? nil : draft.payload))
  }

  package mutating func append(_ report: Report, on day: Day, isRedacted: Bool = false) {
    append(EntryDraft(report, on: day), isRedacted: isRedacted)
  }

  /// The reports as the first entries of the sample's epoch, one a day.
  package static func sample(_ reports: [Report]) -> Chain {
    var chain = Chain(after: Sample.identity.genesis)
    for (offset, report) in reports.enumerated() {
      chain.append(report, on: Day(Sample.day.rawValue + Int32(offset)))
    }
    return chain
  }

  /// All entries as one batch of the sample's epoch.
  package func batch() throws -> [UInt8] {
    try BatchWriter().batch(
      of: entries, lineage: Sample.lineage, epoch: Sample.epoch, previousDigest: start,
      signedBy: Sample.deviceKey)
  }
}

extension EntryDraft {
  package init(_ report: Report, on day: Day) {
    self.init(report, at: day.start)
  }
}
