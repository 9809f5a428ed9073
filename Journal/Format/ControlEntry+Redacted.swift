extension ControlEntry {
  /// A batch of the log that loses its payload, and what every fold needs of it nevertheless.
  package struct Redacted: Hashable, Sendable {
    /// The log's entry that holds the batch.
    package var logNumber: UInt64
    package var epoch: EpochName
    package var first: UInt64
    package var last: UInt64
    /// The chain's digest at the last entry.
    package var digest: Digest

    package init(logNumber: UInt64, epoch: EpochName, first: UInt64, last: UInt64, digest: Digest) {
      self.logNumber = logNumber
      self.epoch = epoch
      self.first = first
      self.last = last
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
    logNumber = try reader.integer(UInt64.self)
    epoch = try reader.name(EpochName.self)
    first = try reader.integer(UInt64.self)
    last = try reader.integer(UInt64.self)
    digest = try reader.digest()
  }
}
