/// A batch that was read, anyone who decides on it then: its checksum holds, its columns are
/// inflated and within their bounds, its entries are chained. Whose key signed it, and where it
/// belongs, only an aggregator knows.
///
/// Owns its memory, so that one thread can read it and another one decide.
package final class ReadBatch: Sendable {
  package let checked: BatchReader.Checked
  /// Points into `memory`.
  nonisolated(unsafe) private let columns: BatchColumns
  /// Written by the initialiser only.
  nonisolated(unsafe) private let memory: UnsafeMutableRawBufferPointer

  package var header: BatchHeader { checked.header }

  /// - Throws: `FormatError` for bytes that are not a batch.
  package init(_ batch: [UInt8], _ inflater: Inflater) throws(FormatError) {
    (columns, checked, memory) = try batch.withUnsafeBufferPointer { bytes throws(FormatError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      return try Self.read(BatchParts(of: bytes, header: BatchHeader(startOf: bytes)), inflater)
    }
  }

  private static func read(
    _ parts: BatchParts, _ inflater: Inflater
  ) throws(FormatError) -> (BatchColumns, BatchReader.Checked, UnsafeMutableRawBufferPointer) {
    let plainByteCount = Int(parts.header.inflatedByteCount)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: plainByteCount + parts.opaque.count, alignment: 16)
    do throws(FormatError) {
      let plain = UnsafeMutableRawBufferPointer(rebasing: memory[..<plainByteCount])
      try parts.unpack(into: plain, inflater)
      let opaque = UnsafeMutableRawBufferPointer(rebasing: memory[plainByteCount...])
      opaque.copyMemory(from: parts.opaque)
      let columns = try BatchColumns(
        header: parts.header, plain: UnsafeRawBufferPointer(plain),
        opaque: UnsafeRawBufferPointer(opaque))
      return (columns, try BatchReader.check(columns, header: parts.header), memory)
    } catch {
      memory.deallocate()
      throw error
    }
  }

  deinit { memory.deallocate() }

  /// The columns, which are valid inside `body` only.
  package func withColumns<Value, Failure: Error>(
    _ body: (BatchColumns) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Without it the memory may go with the last use of the object, before the columns.
    defer { withExtendedLifetime(self) {} }
    return try body(columns)
  }
}

/// Where the parts of a batch are, once its checksum was found right.
struct BatchParts {
  let header: BatchHeader
  /// The columns that repeat, as they travel.
  let packed: UnsafeRawBufferPointer
  /// Names and digests, in which nothing repeats.
  let opaque: UnsafeRawBufferPointer
  private let dictionary: [UInt8]

  init(of batch: UnsafeRawBufferPointer, header: BatchHeader) throws(FormatError) {
    let body = UnsafeRawBufferPointer(rebasing: batch[BatchHeader.byteCount...])
    var checksum = Checksum()
    checksum.update(body)
    guard checksum.value == header.checksum else {
      throw FormatError(
        .checksum, "A batch's checksum does not match: it was damaged on its way. Send it again.")
    }
    dictionary = try PresetDictionary.bytes(identifier: header.dictionary)
    packed = UnsafeRawBufferPointer(rebasing: body[..<Int(header.compressedByteCount)])
    opaque = UnsafeRawBufferPointer(rebasing: body[Int(header.compressedByteCount)...])
    guard header.codec == .deflate || header.inflatedByteCount == header.compressedByteCount else {
      throw FormatError(.malformed, "A batch that is not compressed states two lengths.")
    }
    self.header = header
  }

  /// Writes the columns into a buffer of exactly as many bytes as the header states.
  func unpack(
    into plain: UnsafeMutableRawBufferPointer, _ inflater: Inflater
  ) throws(FormatError) {
    switch header.codec {
    case .stored: plain.copyMemory(from: packed)
    case .deflate: try inflater.inflate(packed, into: plain, dictionary: dictionary)
    }
  }
}
