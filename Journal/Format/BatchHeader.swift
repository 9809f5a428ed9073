/// The first 156 bytes of a batch. FORMAT.md gives every byte.
package struct BatchHeader: Hashable, Sendable {
  package static let byteCount = 156
  package static let magic = Array("SLB".utf8)
  package static let version: UInt8 = 1

  /// How the columns that repeat are written.
  package enum Codec: UInt8, Sendable {
    case stored = 0
    case deflate = 1
  }

  package var codec: Codec
  package var dictionary: UInt8
  /// The device speaks for this lineage.
  package var lineage: LineageName
  package var epoch: EpochName
  package var first: SequenceNumber
  package var entryCount: UInt16
  /// The digest of the entry before the first.
  package var previousDigest: Digest
  package var inflatedByteCount: UInt32
  package var compressedByteCount: UInt32
  /// CRC-32C of all bytes after the header.
  package var checksum: UInt32
  /// Of `SignedRange`, under the epoch's key.
  package var signature: Signature

  package var last: SequenceNumber {
    // The header's reader refuses a batch without entries or with numbers beyond the last.
    SequenceNumber(first.rawValue + UInt64(entryCount) - 1)!
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.raw(Self.magic)
    writer.integer(Self.version)
    writer.integer(codec.rawValue)
    writer.integer(dictionary)
    writer.name(lineage)
    writer.name(epoch)
    writer.integer(first.rawValue)
    writer.integer(entryCount)
    writer.digest(previousDigest)
    writer.integer(inflatedByteCount)
    writer.integer(compressedByteCount)
    writer.integer(checksum)
    writer.raw(signature.bytes)
    return writer.bytes
  }

  package init(startOf batch: [UInt8]) throws(FormatError) {
    self = try batch.withUnsafeBufferPointer { bytes throws(FormatError) in
      try Self(startOf: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Reads the header at the start of a batch and checks every bound that it states.
  package init(startOf batch: UnsafeRawBufferPointer) throws(FormatError) {
    var reader = ByteReader(batch, subject: "A batch", advice: ByteReader.makeAnew)
    guard try reader.raw(3) == Self.magic else {
      throw FormatError(
        .notThisFormat, "A batch has to begin with \"SLB\"; this is something else.")
    }
    let version = try reader.integer(UInt8.self)
    guard version == Self.version else {
      throw FormatError(
        .unknownVersion(version),
        "A batch of version \(version); this program knows version \(Self.version). "
          + "Use a newer spotlog.")
    }
    let codecNumber = try reader.integer(UInt8.self)
    guard let codec = Codec(rawValue: codecNumber) else {
      throw FormatError(
        .unknownCodec(codecNumber),
        "A batch is written with codec \(codecNumber); this program knows 0 and 1. "
          + "Use a newer spotlog.")
    }
    self.codec = codec
    dictionary = try reader.integer(UInt8.self)
    lineage = try reader.name(LineageName.self)
    epoch = try reader.name(EpochName.self)
    first = try reader.number()
    entryCount = try reader.integer(UInt16.self)
    previousDigest = try reader.digest()
    inflatedByteCount = try reader.integer(UInt32.self)
    compressedByteCount = try reader.integer(UInt32.self)
    checksum = try reader.integer(UInt32.self)
    signature = try reader.signature()
    try checkBounds(followedBy: reader.remaining)
  }

  private func checkBounds(followedBy remaining: Int) throws(FormatError) {
    guard entryCount > 0, Int(entryCount) <= FormatLimits.batchEntryCount else {
      throw FormatError(
        .tooLarge,
        "A batch of \(entryCount) entries; 1 to \(FormatLimits.batchEntryCount) are allowed.")
    }
    guard SequenceNumber(first.rawValue + UInt64(entryCount) - 1) != nil else {
      throw FormatError(.malformed, "A batch has entry numbers beyond the last possible one.")
    }
    guard Int(inflatedByteCount) <= FormatLimits.inflatedBatchByteCount else {
      throw FormatError(
        .tooLarge,
        "A batch would inflate to \(inflatedByteCount) bytes; at most "
          + "\(FormatLimits.inflatedBatchByteCount) are allowed. Send fewer entries at once.")
    }
    guard Int(compressedByteCount) <= remaining else {
      throw FormatError(
        .truncated,
        "A batch ends \(Figure.plainCount(Int(compressedByteCount) - remaining, "byte")) before "
          + "its compressed part does. Send it again.")
    }
  }

  init(
    codec: Codec, range: SignedRange, inflatedByteCount: Int, compressedByteCount: Int,
    checksum: UInt32, signature: Signature
  ) {
    self.codec = codec
    dictionary = PresetDictionary.currentIdentifier
    lineage = range.lineage
    epoch = range.epoch
    first = range.first
    entryCount = range.entryCount
    previousDigest = range.previousDigest
    self.inflatedByteCount = UInt32(inflatedByteCount)
    self.compressedByteCount = UInt32(compressedByteCount)
    self.checksum = checksum
    self.signature = signature
  }
}

/// What a batch's signature says: these entries, by their digests. It holds for other borders of
/// compression, and after an entry was redacted, since it never names compressed bytes.
package struct SignedRange: Hashable, Sendable {
  package var lineage: LineageName
  package var epoch: EpochName
  package var first: SequenceNumber
  package var entryCount: UInt16
  package var previousDigest: Digest
  package var lastDigest: Digest

  package init(
    lineage: LineageName, epoch: EpochName, first: SequenceNumber, entryCount: UInt16,
    previousDigest: Digest, lastDigest: Digest
  ) {
    self.lineage = lineage
    self.epoch = epoch
    self.first = first
    self.entryCount = entryCount
    self.previousDigest = previousDigest
    self.lastDigest = lastDigest
  }

  package var message: [UInt8] {
    var writer = ByteWriter(capacity: 128)
    writer.raw(Array("spotlog batch 1".utf8))
    writer.name(lineage)
    writer.name(epoch)
    writer.integer(first.rawValue)
    writer.integer(entryCount)
    writer.digest(previousDigest)
    writer.digest(lastDigest)
    return writer.bytes
  }
}
