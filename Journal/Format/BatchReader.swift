/// Reads batches in place. Keeps its inflating buffer: make one and use it often.
package final class BatchReader {
  private let inflater = Inflater()
  private var plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)

  package init() {}

  deinit { plain.deallocate() }

  /// What a batch proves once its entries are chained: who says it, and its place.
  package struct Checked: Sendable {
    package let header: BatchHeader
    /// The digest of each entry, in order.
    package let digests: [Digest]
    /// The contents of the content reports, in order.
    package let contents: [PublicItem]

    package var signedRange: SignedRange {
      SignedRange(
        lineage: header.lineage, epoch: header.epoch, first: header.first,
        entryCount: header.entryCount, previousDigest: header.previousDigest,
        lastDigest: digests.last ?? header.previousDigest)
    }

    package func isSigned(by verifier: SignatureVerifier) -> Bool {
      verifier.isValid(header.signature, of: signedRange.message)
    }
  }

  /// Checks the checksum, inflates and checks the columns; they are valid inside `body` only.
  package func withColumns<Value, Failure: Error>(
    of batch: UnsafeRawBufferPointer, header: BatchHeader,
    refuse: (FormatError) -> Failure, _ body: (BatchColumns) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let columns: BatchColumns
    do throws(FormatError) {
      columns = try self.columns(of: batch, header: header)
    } catch {
      throw refuse(error)
    }
    return try body(columns)
  }

  private func columns(
    of batch: UnsafeRawBufferPointer, header: BatchHeader
  ) throws(FormatError) -> BatchColumns {
    let parts = try BatchParts(of: batch, header: header)
    let byteCount = Int(header.inflatedByteCount)
    // What is not compressed is read where it is.
    guard header.codec != .stored else {
      return try BatchColumns(header: header, plain: parts.packed, opaque: parts.opaque)
    }
    if plain.count < byteCount {
      plain.deallocate()
      plain = .allocate(byteCount: byteCount, alignment: 16)
    }
    let plain = UnsafeMutableRawBufferPointer(rebasing: plain[..<byteCount])
    try parts.unpack(into: plain, inflater)
    return try BatchColumns(
      header: header, plain: UnsafeRawBufferPointer(plain), opaque: parts.opaque)
  }

  /// Chains the entries from the digest that the header names. Content has to be readable.
  package func check(_ batch: UnsafeRawBufferPointer) throws(FormatError) -> Checked {
    let header = try BatchHeader(startOf: batch)
    return try withColumns(of: batch, header: header, refuse: { $0 }) {
      columns throws(FormatError) in
      try Self.check(columns, header: header)
    }
  }

  /// Chains the entries of columns that are already inflated.
  package static func check(
    _ columns: BatchColumns, header: BatchHeader
  ) throws(FormatError) -> Checked {
    let contents = try columns.publicItems()
    var digests: [Digest] = []
    digests.reserveCapacity(columns.entryCount)
    var previous = header.previousDigest
    try columns.forEach { record throws(FormatError) in
      let entryHeader = try columns.entryHeader(of: record, contents)
      previous = entryHeader.digest(after: previous)
      digests.append(previous)
    }
    return Checked(header: header, digests: digests, contents: contents)
  }

  /// The entries as a journal would hold them, for looking into a batch.
  package func entries(of batch: [UInt8]) throws(FormatError) -> [Entry] {
    let result: Result<[Entry], FormatError> = batch.withUnsafeBytes { buffer in
      do throws(FormatError) {
        let header = try BatchHeader(startOf: buffer)
        return .success(
          try withColumns(of: buffer, header: header, refuse: { $0 }) {
            columns throws(FormatError) in
            let contents = try columns.publicItems()
            var entries: [Entry] = []
            var previous = header.previousDigest
            try columns.forEach { record throws(FormatError) in
              let entryHeader = try columns.entryHeader(of: record, contents)
              previous = entryHeader.digest(after: previous)
              let payload = record.isRedacted ? nil : columns.payload(of: record, contents)
              entries.append(Entry(header: entryHeader, digest: previous, payload: payload))
            }
            return entries
          })
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension BatchColumns {
  /// The header that the entry has in its journal.
  @inline(__always)
  package func entryHeader(
    of record: ReportRecord, _ contents: [PublicItem]
  ) throws(FormatError) -> EntryHeader {
    guard let number = SequenceNumber(record.number) else {
      throw FormatError(.malformed, "A batch has an entry number that no entry can have.")
    }
    let (size, digest) = try payloadDigest(of: record, contents)
    return EntryHeader(
      number: number, time: Day(record.day).start, kind: record.entryKind, encryption: .none,
      payloadByteCount: size, payloadDigest: digest)
  }

  @inline(__always)
  private func payloadDigest(
    of record: ReportRecord, _ contents: [PublicItem]
  ) throws(FormatError) -> (UInt32, Digest) {
    if record.isRedacted { return (record.redactedByteCount, record.redactedDigest) }
    if record.kind == .content {
      let bytes = payload(of: record, contents)
      return (UInt32(bytes.count), Digest(of: bytes))
    }
    return withUnsafeTemporaryAllocation(byteCount: 42, alignment: 8) { buffer in
      let count = writeTagged(record, to: buffer)
      return (UInt32(count), Digest(of: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
    }
  }

  /// Writes the payload of an engaged, withdrawn or feedback report: 42, 26 or 34 bytes.
  @inline(__always)
  private func writeTagged(
    _ record: ReportRecord, to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    buffer[0] = record.suite
    buffer[1] = record.flags.byte
    buffer.storeBytes(of: record.tagBytes, toByteOffset: 2, as: UInt128.self)
    if record.kind == .engaged {
      buffer.storeBytes(of: record.contentBytes, toByteOffset: 18, as: UInt128.self)
      buffer.storeBytes(of: record.originBytes, toByteOffset: 34, as: UInt64.self)
      return 42
    }
    buffer.storeBytes(of: record.originBytes, toByteOffset: 18, as: UInt64.self)
    guard record.kind == .feedback else { return 26 }
    buffer.storeBytes(of: record.shown.littleEndian, toByteOffset: 26, as: UInt32.self)
    buffer.storeBytes(of: record.engaged.littleEndian, toByteOffset: 30, as: UInt32.self)
    return 34
  }

  fileprivate func payload(of record: ReportRecord, _ contents: [PublicItem]) -> [UInt8] {
    if record.kind == .content {
      return withUnsafeBytes(of: record.saltBytes) { [UInt8]($0) }
        + contents[record.contentPlace].bytes
    }
    return [UInt8](unsafeUninitializedCapacity: 42) { buffer, count in
      count = writeTagged(record, to: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
