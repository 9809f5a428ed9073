extension ControlEntry {
  /// A batch of the log that loses its payload, and what every projection needs of it nevertheless.
  /// Numbers that no entry can have are taken for the largest possible one.
  package struct Redacted: Hashable, Sendable {
    /// The log's entry that holds the batch.
    package let logNumber: UInt64
    package let epoch: EpochName
    package let first: UInt64
    package let last: UInt64
    /// The chain's digest at the last entry.
    package let digest: Digest

    /// The numbers of its entries; none where the last comes before the first.
    package var numbers: Range<UInt64> { first..<max(first, last + 1) }

    package init(logNumber: UInt64, epoch: EpochName, first: UInt64, last: UInt64, digest: Digest) {
      self.logNumber = SequenceNumber.bounded(logNumber)
      self.epoch = epoch
      self.first = SequenceNumber.bounded(first)
      self.last = SequenceNumber.bounded(last)
      self.digest = digest
    }
  }
}

extension ControlEntry.Redacted {
  func write(to writer: inout ByteWriter) {
    writer.integer(logNumber)
    writer.name(epoch)
    writer.integer(first)
    writer.integer(last)
    writer.digest(digest)
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    self.init(
      logNumber: try reader.integer(UInt64.self), epoch: try reader.name(EpochName.self),
      first: try reader.integer(UInt64.self), last: try reader.integer(UInt64.self),
      digest: try reader.digest())
  }
}
