/// The columns of one batch, in place, with every bound checked once.
@usableFromInline
package struct BatchColumns {
  @inlinable static var redactedBit: UInt8 { 0x80 }

  @usableFromInline package let firstNumber: UInt64
  @usableFromInline package let entryCount: Int
  @usableFromInline package private(set) var tagCount = 0
  @usableFromInline var digestCount = 0
  /// Reports that have a tag.
  @usableFromInline package private(set) var taggedCount = 0
  @usableFromInline var engagedCount = 0
  package private(set) var hasWithdrawals = false
  @usableFromInline var feedbackCount = 0
  @usableFromInline var redactedCount = 0
  @usableFromInline var contentCount = 0
  @usableFromInline let plain: UnsafeRawBufferPointer
  @usableFromInline let opaque: UnsafeRawBufferPointer

  // Where each column begins.
  @usableFromInline var flags = 0
  @usableFromInline var days = 0
  @usableFromInline var suites = 0
  @usableFromInline var tagReferences = 0
  @usableFromInline var digestReferences = 0
  @usableFromInline var counters = 0
  @usableFromInline var redactedSizes = 0
  @usableFromInline var contents = 0
  @usableFromInline var digests = 0
  @usableFromInline var origins = 0
  @usableFromInline var salts = 0
  @usableFromInline var redactedDigests = 0

  @inlinable static var headByteCount: Int { 4 }

  init(
    header: BatchHeader, plain: UnsafeRawBufferPointer, opaque: UnsafeRawBufferPointer
  ) throws(FormatError) {
    firstNumber = header.first.rawValue
    entryCount = Int(header.entryCount)
    self.plain = plain
    self.opaque = opaque
    guard plain.count >= Self.headByteCount + entryCount else { throw Self.wrongLength }
    tagCount = Int(plain.loadUnaligned(as: UInt16.self))
    digestCount = Int(plain.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    try countKinds()
    try computeOffsets()
    try checkFlags()
    try checkReferences(at: tagReferences, count: taggedCount, tableCount: tagCount)
    try checkReferences(at: digestReferences, count: engagedCount, tableCount: digestCount)
  }

  private static var wrongLength: FormatError {
    FormatError(
      .malformed, "A batch's columns are not as long as its kinds ask for. Make the batch again.")
  }

  private mutating func countKinds() throws(FormatError) {
    for index in 0..<entryCount {
      let byte = plain[Self.headByteCount + index]
      if byte & Self.redactedBit != 0 {
        redactedCount += 1
        continue
      }
      guard let kind = ReportKind(EntryKind(rawValue: byte)) else {
        throw FormatError(
          .unknownKind(byte),
          "A batch holds an entry of kind \(byte), which is not a report that this program knows. "
            + "Use a newer spotlog.")
      }
      switch kind {
      case .engaged: engagedCount += 1
      case .withdrawn: hasWithdrawals = true
      case .feedback: feedbackCount += 1
      case .content: contentCount += 1
      }
      if kind.hasTag { taggedCount += 1 }
    }
  }

  private mutating func computeOffsets() throws(FormatError) {
    flags = Self.headByteCount + entryCount
    days = flags + taggedCount
    suites = days + entryCount * 4
    tagReferences = suites + tagCount
    digestReferences = tagReferences + taggedCount * 2
    counters = digestReferences + engagedCount * 2
    redactedSizes = counters + feedbackCount * 8
    contents = redactedSizes + redactedCount * 4
    guard plain.count >= contents else { throw Self.wrongLength }
    digests = tagCount * 16
    origins = digests + digestCount * 16
    salts = origins + taggedCount * 8
    redactedDigests = salts + contentCount * 16
    guard opaque.count == redactedDigests + redactedCount * Digest.byteCount,
      contentCount > 0 || plain.count == contents
    else { throw Self.wrongLength }
  }

  /// A flag that is not known would change what the report means.
  private func checkFlags() throws(FormatError) {
    var tagged = flags
    for byte in plain[Self.headByteCount..<flags] where byte & Self.redactedBit == 0 {
      guard let kind = ReportKind(EntryKind(rawValue: byte)), kind.hasTag else { continue }
      let flags = ReportFlags(byte: plain[tagged])
      guard flags.fit(kind) else {
        throw FormatError(
          .malformed,
          "A batch has a report with flags \(flags.byte) that this version does not know. "
            + "Use a newer spotlog.")
      }
      tagged += 1
    }
  }

  /// Every value of a table is introduced once, in order, and a reference goes back, never ahead.
  private func checkReferences(at start: Int, count: Int, tableCount: Int) throws(FormatError) {
    var introduced = 0
    for index in 0..<count {
      let reference = Int(plain.loadUnaligned(fromByteOffset: start + index * 2, as: UInt16.self))
      if reference == 0 {
        introduced += 1
      } else if reference > introduced {
        throw FormatError(
          .malformed, "A batch refers to a value that has not come yet. Make the batch again.")
      }
    }
    guard introduced == tableCount else { throw Self.wrongLength }
  }

  private var contentBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: plain[contents...])
  }

  /// The contents of the content reports, in order: the only columns that are not read in place,
  /// and that were not checked before.
  package func publicItems() throws(FormatError) -> [PublicItem] {
    guard contentCount > 0 else { return [] }
    return try ContentColumns.read(contentBytes, count: contentCount)
  }

  /// A tag of the batch's table, which has `tagCount`.
  @inlinable
  @inline(__always)
  package func tag(_ place: Int) -> Tag {
    Tag(
      suite: plain[suites + place],
      bits: opaque.loadUnaligned(fromByteOffset: place * 16, as: UInt128.self).bigEndian)
  }

  /// Calls `body` with the place in the table of each report's tag, in order.
  @inlinable
  @inline(__always)
  package func forEachTagPlace(_ body: (Int) -> Void) {
    var introduced = 0
    for index in 0..<taggedCount {
      let reference = Int(
        plain.loadUnaligned(fromByteOffset: tagReferences + index * 2, as: UInt16.self))
      body(reference == 0 ? introduced : reference - 1)
      if reference == 0 { introduced += 1 }
    }
  }

  /// The origin of a report that has a tag, of which there are `taggedCount`.
  @inlinable
  @inline(__always)
  package func origin(_ tagged: Int) -> UInt64 {
    opaque.loadUnaligned(fromByteOffset: origins + tagged * 8, as: UInt64.self).bigEndian
  }

  /// Calls `body` with each entry in order.
  @inlinable
  @inline(__always)
  package func forEach<Failure: Error>(
    _ body: (ReportRecord) throws(Failure) -> Void
  ) throws(Failure) {
    var cursor = Cursor(columns: self)
    for index in 0..<entryCount { try body(cursor.next(index)) }
  }

  @usableFromInline
  struct Cursor {
    @usableFromInline let columns: BatchColumns
    @usableFromInline var day: Int32 = 0
    @usableFromInline var tagged = 0
    @usableFromInline var engaged = 0
    @usableFromInline var feedback = 0
    @usableFromInline var redacted = 0
    @usableFromInline var content = 0
    @usableFromInline var tagsIntroduced = 0
    @usableFromInline var digestsIntroduced = 0

    @inlinable
    init(columns: BatchColumns) {
      self.columns = columns
    }

    @inlinable
    @inline(__always)
    mutating func next(_ index: Int) -> ReportRecord {
      let plain = columns.plain
      let byte = plain[BatchColumns.headByteCount + index]
      day &+= plain.loadUnaligned(
        fromByteOffset: columns.days + index * 4, as: Int32.self)
      var record = ReportRecord(
        EntryKind(rawValue: byte & ~BatchColumns.redactedBit),
        number: columns.firstNumber + UInt64(index), day: day)
      if byte & BatchColumns.redactedBit == 0 { record.kind = ReportKind(record.entryKind) }
      switch record.kind {
      case nil: readRedacted(&record)
      case .content: readContent(&record)
      case .engaged:
        readTagged(&record)
        readDigest(&record)
      case .withdrawn: readTagged(&record)
      case .feedback:
        readTagged(&record)
        readCounters(&record)
      }
      return record
    }

    @inlinable
    @inline(__always)
    mutating func readTagged(_ record: inout ReportRecord) {
      let plain = columns.plain
      let opaque = columns.opaque
      record.flags = ReportFlags(byte: plain[columns.flags + tagged])
      let reference = plain.loadUnaligned(
        fromByteOffset: columns.tagReferences + tagged * 2, as: UInt16.self)
      record.tagPlace = reference == 0 ? tagsIntroduced : Int(reference) - 1
      if reference == 0 { tagsIntroduced += 1 }
      record.suite = plain[columns.suites + record.tagPlace]
      record.tagBytes = opaque.loadUnaligned(
        fromByteOffset: record.tagPlace * 16, as: UInt128.self)
      record.originBytes = opaque.loadUnaligned(
        fromByteOffset: columns.origins + tagged * 8, as: UInt64.self)
      tagged += 1
    }

    @inlinable
    @inline(__always)
    mutating func readDigest(_ record: inout ReportRecord) {
      let reference = columns.plain.loadUnaligned(
        fromByteOffset: columns.digestReferences + engaged * 2, as: UInt16.self)
      let place = reference == 0 ? digestsIntroduced : Int(reference) - 1
      if reference == 0 { digestsIntroduced += 1 }
      record.contentBytes = columns.opaque.loadUnaligned(
        fromByteOffset: columns.digests + place * 16, as: UInt128.self)
      engaged += 1
    }

    @inlinable
    @inline(__always)
    mutating func readCounters(_ record: inout ReportRecord) {
      let offset = columns.counters + feedback * 8
      record.shown = columns.plain.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      record.engaged = columns.plain.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      feedback += 1
    }

    @usableFromInline
    mutating func readContent(_ record: inout ReportRecord) {
      record.contentPlace = content
      record.saltBytes = columns.opaque.loadUnaligned(
        fromByteOffset: columns.salts + content * 16, as: UInt128.self)
      content += 1
    }

    @usableFromInline
    mutating func readRedacted(_ record: inout ReportRecord) {
      record.redactedByteCount = columns.plain.loadUnaligned(
        fromByteOffset: columns.redactedSizes + redacted * 4, as: UInt32.self)
      let offset = columns.redactedDigests + redacted * Digest.byteCount
      record.redactedDigest = Digest(
        readingFrom: UnsafeRawBufferPointer(rebasing: columns.opaque[offset...]))
      redacted += 1
    }
  }
}
