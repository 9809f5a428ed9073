/// An entry as a journal holds it.
public struct Entry: Hashable, Sendable {
  /// Number, time, kind and the payload's digest.
  public var header: EntryHeader
  /// The digest of this entry: of the one before it and of the header.
  public var digest: Digest
  /// Nil when the payload was redacted: its digest in the header is what remains.
  public var payload: [UInt8]?

  package init(header: EntryHeader, digest: Digest, payload: [UInt8]?) {
    self.header = header
    self.digest = digest
    self.payload = payload
  }
}

/// An entry that has no number yet.
package struct EntryDraft: Hashable, Sendable {
  package var kind: EntryKind
  package var time: Timestamp
  package var payload: [UInt8]

  package init(kind: EntryKind, time: Timestamp, payload: [UInt8]) {
    self.kind = kind
    self.time = time
    self.payload = payload
  }

  package init(_ report: Report, at time: Timestamp) {
    self.init(kind: .report(report.kind), time: time, payload: report.payload)
  }

  package init(_ entry: ControlEntry, at time: Timestamp) {
    self.init(kind: .control(entry.kind), time: time, payload: entry.payload)
  }
}

/// Bounds that every reader and writer of journals keeps to.
package enum FormatLimits {
  /// Bytes of one entry's payload.
  package static let payloadByteCount = 16 << 20
  /// Bytes of one event, before it is an entry: what an app may hand over at once.
  package static let eventByteCount = 8 << 20
  /// Bytes that one batch may inflate to.
  package static let inflatedBatchByteCount = 1 << 20
  /// Entries of one batch.
  package static let batchEntryCount = 4_096
  /// Lists and maps within one another in a value of an event. Each level takes at most three
  /// messages, so the whole stays within the 100 that every Protocol Buffers decoder reads.
  package static let valueDepth = 24
  /// Bytes of one content report.
  package static let contentByteCount = 16 << 10
}
