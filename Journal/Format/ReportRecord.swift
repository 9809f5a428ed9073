/// One entry of a batch, read in place. Nothing is allocated, so fields that its kind does not have
/// are zero.
///
/// Inlinable as a whole, as the columns are: what reads reports by the million lies in another
/// module and needs a few of the fields, which are read only then.
@usableFromInline
package struct ReportRecord {
  /// What its header says; of a redacted one nobody saw whether that is a report.
  @usableFromInline package var entryKind: EntryKind
  /// Nil: it is redacted.
  @usableFromInline package var kind: ReportKind?
  @usableFromInline package var flags = ReportFlags(byte: 0)
  @usableFromInline package var number: UInt64
  @usableFromInline package var day: Int32
  @usableFromInline package var suite: UInt8 = 0
  /// Place of the tag in the batch's table, so that a repeat is looked up once.
  @usableFromInline package var tagPlace = 0
  /// Bits as they lie in memory: `bigEndian` makes the value of the name.
  @usableFromInline package var tagBytes: UInt128 = 0
  @usableFromInline package var contentBytes: UInt128 = 0
  @usableFromInline package var originBytes: UInt64 = 0
  @usableFromInline package var shown: UInt32 = 0
  @usableFromInline package var engaged: UInt32 = 0
  /// Place of a content report among those of the batch.
  @usableFromInline package var contentPlace = 0
  @usableFromInline package var saltBytes: UInt128 = 0
  @usableFromInline package var redactedByteCount: UInt32 = 0
  @usableFromInline package var redactedDigest = Digest.zero

  @inlinable package var isRedacted: Bool { kind == nil }
  @inlinable package var isCarried: Bool { flags.isCarried }
  /// Of a withdrawal: the epoch's grant told of it.
  @inlinable package var isTold: Bool { flags.isTold }
  @inlinable package var tag: Tag { Tag(suite: suite, bits: tagBytes.bigEndian) }
  @inlinable package var content: ContentDigest { ContentDigest(bits: contentBytes.bigEndian) }
  @inlinable package var origin: Origin { Origin(rawValue: originBytes.bigEndian) }

  @inlinable
  init(_ entryKind: EntryKind, number: UInt64, day: Int32) {
    self.entryKind = entryKind
    self.number = number
    self.day = day
  }
}
