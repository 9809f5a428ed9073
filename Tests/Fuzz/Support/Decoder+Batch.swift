internal import JournalFormat

extension Decoder {
  package static let batch = Decoder("batch", samples: Samples.batches, repaired: repairedBatch) {
    bytes in
    try survives(bytes, decode: BatchContent.init(batch:), encode: { try $0.batch() })
  }

  /// With the checksum of the body in its place in the header.
  private static let repairedBatch: @Sendable ([UInt8]) -> [UInt8]? = { bytes in
    guard let header = bytes.withUnsafeBytes({ try? BatchHeader(startOf: $0) }) else { return nil }
    let body = bytes.dropFirst(header.bytes.count)
    var repaired = header
    repaired.checksum = Checksum(of: Array(body)).value
    return repaired.bytes + body
  }
}

/// What a batch says, whatever its columns and its compression look like.
private struct BatchContent: Equatable {
  let range: SignedRange
  let entries: [Entry]

  /// Reads the batch in both ways that the product does, which have to agree.
  init(batch: [UInt8]) throws {
    let reader = BatchReader()
    let checked = Result { try batch.withUnsafeBytes { try reader.check($0) } }
    let entries = Result { try reader.entries(of: batch) }
    if case .success = checked, case .failure(let error) = entries {
      throw Violation(description: "passes the check but cannot be looked into: \(error)")
    }
    range = try checked.get().signedRange
    self.entries = try entries.get()
    guard try checked.get().digests == self.entries.map(\.digest) else {
      throw Violation(description: "other digests when it is looked into than in the check")
    }
  }

  func batch() throws -> [UInt8] {
    var dice = SplitMix64(1)
    return try BatchWriter().batch(
      of: entries, lineage: range.lineage, epoch: range.epoch,
      previousDigest: range.previousDigest, signedBy: SigningKey(using: &dice))
  }
}
