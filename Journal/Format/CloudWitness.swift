/// What an aggregator knows outside its data folder: enough to notice that the folder went back,
/// and to keep what was taken back since from coming up again.
///
/// A file of records, of which each is durable before what it is about is answered. The last one
/// may be torn by a crash; then nothing that it is about was answered.
package struct CloudWitness: Hashable, Sendable {
  static let magic = Array("SLC".utf8)
  /// Version 1 was replaced whole each time, and never held a withdrawal.
  static let version: UInt8 = 2

  package var place: Place?
  /// Withdrawals that the log got after what the oldest backup holds.
  package var withdrawals: [Recorded<Withdrawal>] = []
  /// What the operator decided after that.
  package var acts: [Recorded<ControlEntry>] = []

  package init() {}

  /// Where a log was.
  package struct Place: Hashable, Sendable {
    /// Which log it is.
    package var journal: JournalName
    package var life: CloudLife
    /// The head of the log: number and digest of its last entry.
    package var logNumber: UInt64
    package var logDigest: Digest
    /// The oldest backup that is kept holds the log up to this entry; 0: there is none.
    package var backedUpNumber: UInt64
    /// That entry's digest; zero where it is not known.
    package var backedUpDigest: Digest

    package init(
      journal: JournalName, life: CloudLife, logNumber: UInt64, logDigest: Digest,
      backedUpNumber: UInt64, backedUpDigest: Digest
    ) {
      self.journal = journal
      self.life = life
      self.logNumber = logNumber
      self.logDigest = logDigest
      self.backedUpNumber = backedUpNumber
      self.backedUpDigest = backedUpDigest
    }
  }

  /// Something with the number of the log's entry that holds it.
  package struct Recorded<Value: Hashable & Sendable>: Hashable, Sendable {
    package var logNumber: UInt64
    package var value: Value

    package init(logNumber: UInt64, value: Value) {
      self.logNumber = logNumber
      self.value = value
    }

    package var isUnnumbered: Bool { logNumber == CloudWitness.unnumbered }
  }

  /// Instead of a number: the log forgot the lineage altogether, and no entry of it nor any backup
  /// is known to hold what is remembered.
  package static let unnumbered = UInt64.max

  package struct Withdrawal: Hashable, Sendable {
    package var lineage: LineageName
    package var epoch: EpochName
    package var number: UInt64
    package var tag: Tag
    package var origin: Origin

    package init(
      lineage: LineageName, epoch: EpochName, number: UInt64, tag: Tag, origin: Origin
    ) {
      self.lineage = lineage
      self.epoch = epoch
      self.number = number
      self.tag = tag
      self.origin = origin
    }

    func write(to writer: inout ByteWriter) {
      writer.name(lineage)
      writer.name(epoch)
      writer.integer(number)
      writer.raw(tag.bytes)
      writer.bigEndian(origin.rawValue)
    }

    init(from reader: inout ByteReader) throws(FormatError) {
      lineage = try reader.name(LineageName.self)
      epoch = try reader.name(EpochName.self)
      number = try reader.integer(UInt64.self)
      tag = try reader.tag()
      origin = Origin(rawValue: try reader.bigEndian(UInt64.self))
    }
  }

  /// The last entry of the log that the witness knows of.
  package var lastLogNumber: UInt64 {
    let numbers =
      withdrawals.filter { !$0.isUnnumbered }.map(\.logNumber) + acts.map(\.logNumber)
    return max(place?.logNumber ?? 0, numbers.max() ?? 0)
  }
}

// MARK: Bytes

extension CloudWitness {
  /// One thing that the witness is told.
  package enum Record: Hashable, Sendable {
    case place(Place)
    case withdrawal(Recorded<Withdrawal>)
    case act(Recorded<ControlEntry>)
  }

  /// With which a file begins.
  package static var start: [UInt8] { magic + [version] }

  /// The file as it is rewritten.
  package var bytes: [UInt8] {
    var records = withdrawals.map(Record.withdrawal) + acts.map(Record.act)
    if let place { records.insert(.place(place), at: 0) }
    return Self.start + records.flatMap(\.bytes)
  }

  /// - Throws: `FormatError` for a file that is damaged before its last record.
  package init(bytes: [UInt8]) throws(FormatError) {
    self.init()
    let found = try bytes.reading(subject: "A cloud witness") { reader throws(FormatError) in
      try reader.start(magic: Self.magic, version: Self.version, what: "cloud witness")
      return try reader.raw(reader.remaining)
    }
    var rest = found[...]
    while !rest.isEmpty {
      guard let frame = Frame(startOf: rest) else { return }
      guard frame.isWhole else {
        // A crash tears the end alone.
        guard frame.end == rest.endIndex else { throw Self.damaged }
        return
      }
      try add(try Record(kind: frame.kind, payload: Array(frame.payload)))
      rest = rest[frame.end...]
    }
  }

  private static var damaged: FormatError {
    FormatError(
      .checksum, "The cloud's witness file is damaged in its middle; it counts as lost.")
  }

  private mutating func add(_ record: Record) throws(FormatError) {
    switch record {
    case .place(let place): self.place = place
    case .withdrawal(let withdrawal): withdrawals.append(withdrawal)
    case .act(let act): acts.append(act)
    }
  }

  /// A record as it lies in the file: kind, length of the payload, payload, checksum.
  private struct Frame {
    let kind: UInt8
    let payload: ArraySlice<UInt8>
    let end: Int
    let isWhole: Bool

    static let headByteCount = 5

    /// Nil when not even its end can be told: then it is torn.
    init?(startOf bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Self.headByteCount else { return nil }
      kind = bytes[bytes.startIndex]
      let length = bytes.dropFirst().prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let start = bytes.startIndex + Self.headByteCount
      guard length <= bytes.endIndex - start - 4 else { return nil }
      payload = bytes[start..<start + length]
      end = start + length + 4
      let stored = bytes[(end - 4)..<end].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      isWhole = stored == Checksum(of: Array(bytes[bytes.startIndex..<end - 4])).value
    }
  }
}

extension CloudWitness.Record {
  private enum Kind: UInt8 { case place = 1, withdrawal, act }

  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 128)
    let (kind, payload) = content
    writer.integer(kind.rawValue)
    writer.block(payload)
    writer.integer(Checksum(of: writer.bytes).value)
    return writer.bytes
  }

  private var content: (Kind, [UInt8]) {
    var writer = ByteWriter(capacity: 96)
    switch self {
    case .place(let place):
      writer.name(place.journal)
      writer.name(place.life)
      writer.integer(place.logNumber)
      writer.digest(place.logDigest)
      writer.integer(place.backedUpNumber)
      writer.digest(place.backedUpDigest)
      return (.place, writer.bytes)
    case .withdrawal(let withdrawal):
      writer.integer(withdrawal.logNumber)
      withdrawal.value.write(to: &writer)
      return (.withdrawal, writer.bytes)
    case .act(let act):
      writer.integer(act.logNumber)
      writer.integer(act.value.kind.rawValue)
      writer.raw(act.value.payload)
      return (.act, writer.bytes)
    }
  }

  init(kind: UInt8, payload: [UInt8]) throws(FormatError) {
    self = try payload.reading(subject: "A record of the cloud's witness") {
      reader throws(FormatError) in
      switch Kind(rawValue: kind) {
      case .place:
        return .place(
          CloudWitness.Place(
            journal: try reader.name(JournalName.self), life: try reader.name(CloudLife.self),
            logNumber: try reader.logNumber(), logDigest: try reader.digest(),
            backedUpNumber: try reader.logNumber(),
            // Earlier programs wrote none.
            backedUpDigest: reader.remaining == 0 ? .zero : try reader.digest()))
      case .withdrawal:
        return .withdrawal(
          CloudWitness.Recorded(
            logNumber: try reader.logNumber(orUnnumbered: true),
            value: try CloudWitness.Withdrawal(from: &reader)))
      case .act:
        let number = try reader.logNumber()
        let kind = EntryKind(rawValue: try reader.integer(UInt8.self))
        return .act(
          CloudWitness.Recorded(
            logNumber: number,
            value: try ControlEntry(kind: kind, payload: try reader.raw(reader.remaining))))
      case nil:
        throw FormatError(
          .unknownKind(kind),
          "The cloud's witness has a record of kind \(kind), which this program does not know. "
            + "Use a newer spotlog.")
      }
    }
  }
}

extension ByteReader {
  /// The number of an entry of the log, or 0 before the first. Numbers beyond are refused: the file
  /// lies in a folder of its own, and nobody signed it.
  fileprivate mutating func logNumber(
    orUnnumbered mayBeUnnumbered: Bool = false
  ) throws(FormatError) -> UInt64 {
    let number = try integer(UInt64.self)
    if mayBeUnnumbered, number == CloudWitness.unnumbered { return number }
    guard number == SequenceNumber.bounded(number) else {
      throw malformed("the number \(number), which no entry of a log has")
    }
    return number
  }
}
