internal import Synchronization

/// Frames consecutive entries of a shared journal as they travel.
///
/// Fields lie in columns. What repeats (kinds, days, references) is deflated; what cannot be
/// compressed (tags, digests, origins) follows as it is. A tag or digest that comes again in the
/// batch is a reference to its first place.
package final class BatchWriter {
  /// Threads that share a writer take turns.
  private let deflater: Mutex<Deflater?> = Mutex(nil)
  private let level: Int32

  package init(level: Int32 = 6) { self.level = level }

  /// Makes a batch of `entries`, which follow each other and begin after `previousDigest`.
  package func batch(
    of entries: [Entry], lineage: LineageName, epoch: EpochName, previousDigest: Digest,
    signedBy key: SigningKey
  ) throws(FormatError) -> [UInt8] {
    guard let first = entries.first, let last = entries.last,
      entries.count <= FormatLimits.batchEntryCount
    else {
      throw FormatError(
        .tooLarge,
        "A batch of \(entries.count) entries; 1 to \(FormatLimits.batchEntryCount) are allowed.")
    }
    var columns = ColumnBuilder()
    for entry in entries { try columns.add(entry) }
    let range = SignedRange(
      lineage: lineage, epoch: epoch, first: first.header.number,
      entryCount: UInt16(entries.count), previousDigest: previousDigest, lastDigest: last.digest)
    return try seal(columns, range, signedBy: key)
  }

  private func seal(
    _ columns: ColumnBuilder, _ range: SignedRange, signedBy key: SigningKey
  ) throws(FormatError) -> [UInt8] {
    let plain = columns.repeating
    guard plain.count <= FormatLimits.inflatedBatchByteCount else {
      throw FormatError(
        .tooLarge,
        "The batch would inflate to \(plain.count) bytes; at most "
          + "\(FormatLimits.inflatedBatchByteCount) are allowed. Send fewer entries at once.")
    }
    let dictionary = try PresetDictionary.bytes(identifier: PresetDictionary.currentIdentifier)
    let deflated = deflate(plain, dictionary: dictionary)
    let isSmaller = deflated.count < plain.count
    let body = (isSmaller ? deflated : plain) + columns.opaque
    let header = BatchHeader(
      codec: isSmaller ? .deflate : .stored, range: range, inflatedByteCount: plain.count,
      compressedByteCount: isSmaller ? deflated.count : plain.count,
      checksum: Checksum(of: body).value, signature: key.sign(range.message))
    return header.bytes + body
  }

  private func deflate(_ plain: [UInt8], dictionary: [UInt8]) -> [UInt8] {
    deflater.withLock { deflater in
      if deflater == nil { deflater = Deflater(level: level) }
      return deflater!.compress(plain, dictionary: dictionary)
    }
  }
}

/// Collects the columns of a batch; the layout is in FORMAT.md, "The columns".
private struct ColumnBuilder {
  private var kinds: [UInt8] = []
  private var flags: [UInt8] = []
  private var days = ByteWriter()
  private var previousDay: Int32 = 0
  private var tags = RepeatTable()
  private var tagSuites: [UInt8] = []
  private var digests = RepeatTable()
  private var origins: [UInt8] = []
  private var counters = ByteWriter()
  private var redactedSizes = ByteWriter()
  private var redactedDigests: [UInt8] = []
  private var contents = ContentColumns()
  private var salts: [UInt8] = []

  mutating func add(_ entry: Entry) throws(FormatError) {
    let day = entry.header.time.day
    guard day.start == entry.header.time else {
      throw FormatError(.malformed, "Entry \(entry.header.number) carries more than its day.")
    }
    days.integer(day.rawValue &- previousDay)
    previousDay = day.rawValue
    guard let payload = entry.payload else {
      kinds.append(entry.header.kind.rawValue | BatchColumns.redactedBit)
      redactedSizes.integer(entry.header.payloadByteCount)
      redactedDigests += entry.header.payloadDigest.bytes
      return
    }
    kinds.append(entry.header.kind.rawValue)
    try add(kind: entry.header.kind, payload: payload)
  }

  private mutating func add(kind: EntryKind, payload: [UInt8]) throws(FormatError) {
    // Reading it once as a value refuses what no other side could read.
    switch try Report(kind: kind, payload: payload) {
    case .content(let item, _):
      salts += payload[..<16]
      contents.add(item)
    case .engaged:
      addTag(payload)
      _ = digests.add(payload[18..<34])
      origins += payload[34..<42]
    case .withdrawn:
      addTag(payload)
      origins += payload[18..<26]
    case .feedback:
      addTag(payload)
      origins += payload[18..<26]
      counters.raw(Array(payload[26..<34]))
    }
  }

  private mutating func addTag(_ payload: [UInt8]) {
    flags.append(payload[1])
    let isNew = tags.add(payload[2..<18], suite: payload[0])
    if isNew { tagSuites.append(payload[0]) }
  }

  /// The part that is deflated.
  var repeating: [UInt8] {
    var writer = ByteWriter()
    writer.integer(UInt16(tags.count))
    writer.integer(UInt16(digests.count))
    writer.raw(kinds)
    writer.raw(flags)
    writer.raw(days.bytes)
    writer.raw(tagSuites)
    writer.raw(tags.references.bytes)
    writer.raw(digests.references.bytes)
    writer.raw(counters.bytes)
    writer.raw(redactedSizes.bytes)
    writer.raw(contents.bytes)
    return writer.bytes
  }

  /// The part that nothing can make smaller.
  var opaque: [UInt8] { tags.values + digests.values + origins + salts + redactedDigests }
}

/// A column of 16-byte values in which one that came before is a reference.
private struct RepeatTable {
  /// 0: the next value of the table. Otherwise the place in the table, counted from 1.
  private(set) var references = ByteWriter()
  private(set) var values: [UInt8] = []
  private var places: [Key: UInt16] = [:]

  /// The same bits under two suites are two tags.
  private struct Key: Hashable {
    let suite: UInt8
    let value: UInt128

    /// Tags and digests are hashes already: a part of one tells them apart.
    func hash(into hasher: inout Hasher) { hasher.combine(UInt64(truncatingIfNeeded: value)) }
  }

  var count: Int { places.count }

  /// Whether the value is new to the table.
  mutating func add(_ value: ArraySlice<UInt8>, suite: UInt8 = 0) -> Bool {
    let key = Key(
      suite: suite, value: value.withUnsafeBytes { $0.loadUnaligned(as: UInt128.self) })
    if let place = places[key] {
      references.integer(place)
      return false
    }
    references.integer(0 as UInt16)
    values += value
    places[key] = UInt16(places.count + 1)
    return true
  }
}
