package import JournalFormat
internal import SQLite

/// An entry in place, as it lies in the file: valid until the next row is read.
package struct EntryRow {
  package let number: SequenceNumber
  package let kind: EntryKind
  package let encryption: PayloadEncryption
  package let time: Timestamp
  package let digest: Digest
  /// Nil when the payload was redacted.
  package let payload: UnsafeRawBufferPointer?
  let redactedSize: UInt32
  let redactedDigest: Digest

  /// An entry of a log without a file.
  package init(_ entry: Entry, payload: UnsafeRawBufferPointer?) {
    number = entry.header.number
    kind = entry.header.kind
    encryption = entry.header.encryption
    time = entry.header.time
    digest = entry.digest
    self.payload = payload
    redactedSize = entry.header.payloadByteCount
    redactedDigest = entry.header.payloadDigest
  }

  static let columns =
    "number, kind, encryption, time, digest, payload, redacted_size, redacted_digest"

  /// Reads the row that `statement` stands on; nil when the columns cannot be an entry's.
  @inline(__always)
  init?(_ statement: Statement) {
    let digest = statement.bytesInPlace(4)
    // A column that does not fit is damage: cut to size, it could verify as what it is not.
    guard let number = SequenceNumber(UInt64(bitPattern: statement.integer(0))),
      let kind = UInt8(exactly: statement.integer(1)),
      let encryption = UInt8(exactly: statement.integer(2)),
      digest.count == Digest.byteCount
    else { return nil }
    self.number = number
    self.kind = EntryKind(rawValue: kind)
    self.encryption = PayloadEncryption(rawValue: encryption)
    time = Timestamp(milliseconds: statement.integer(3))
    self.digest = Digest(readingFrom: digest)
    if statement.isNull(5) {
      let remains = statement.bytesInPlace(7)
      guard remains.count == Digest.byteCount, let size = UInt32(exactly: statement.integer(6))
      else { return nil }
      payload = nil
      redactedSize = size
      redactedDigest = Digest(readingFrom: remains)
    } else {
      payload = statement.bytesInPlace(5)
      redactedSize = 0
      redactedDigest = .zero
    }
  }

  /// The header, with the payload's digest recomputed.
  @inline(__always)
  package var header: EntryHeader {
    EntryHeader(
      number: number, time: time, kind: kind, encryption: encryption,
      payloadByteCount: payload.map { UInt32($0.count) } ?? redactedSize,
      payloadDigest: payload.map { Digest(of: $0) } ?? redactedDigest)
  }

  /// Bytes of the payload, before any redaction.
  package var payloadByteCount: Int { payload?.count ?? Int(redactedSize) }

  package var entry: Entry {
    Entry(header: header, digest: digest, payload: payload.map { [UInt8]($0) })
  }
}

extension EntryRow {
  /// Why the payload is not what the entry's kind asks for in a journal of `kind`; nil when it is,
  /// or when it was redacted.
  func payloadProblem(in journal: JournalKind, reader: BatchReader) -> String? {
    guard let payload else { return nil }
    do throws(FormatError) {
      switch journal {
      case .private:
        guard kind == .event else {
          return "A private journal has an entry of \(kind), which is not an event."
        }
        _ = try JournalEvent(payload: [UInt8](payload))
      case .shared: _ = try Report(kind: kind, payload: [UInt8](payload))
      case .cloud where kind == .batch: _ = try reader.check(payload)
      case .cloud: _ = try ControlEntry(kind: kind, payload: [UInt8](payload))
      }
      return nil
    } catch {
      return error.message
    }
  }
}
