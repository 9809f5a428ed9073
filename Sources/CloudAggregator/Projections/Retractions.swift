internal import JournalFormat
internal import JournalStore

/// Which reports have no effect, by all that a log says: gathered before its first batch is
/// applied.
///
/// A retraction stands behind what it retracts. Nothing that was counted is ever counted back;
/// instead everything is replayed, by who knows beforehand what to pass over.
struct Retractions {
  /// Of each epoch that was granted.
  private(set) var numbers: [EpochName: RangeSet<UInt64>] = [:]
  private(set) var erased: Set<LineageName> = []
  /// Batches that lose their payload, by the log's entry.
  private(set) var redacted: [UInt64: ControlEntry.Redacted] = [:]
  /// Up to where the log was read.
  private(set) var readNumber: UInt64 = 0
  /// The last of the log's entries that are gathered here.
  private(set) var lastNumber: UInt64 = 0
  private var lineages: Set<LineageName> = []

  /// Reads an entry on.
  ///
  /// - Parameter isLater: it comes after what is replayed: then all that counts of it is which
  ///   payloads are gone.
  mutating func read(_ row: EntryRow, isLater: Bool = false) throws(FormatError) {
    readNumber = row.number.rawValue
    guard let kind = ControlKind(row.kind), kind.isOfRetractions, !isLater || kind == .redacted,
      let payload = row.payload
    else { return }
    switch try ControlEntry(kind: row.kind, payload: [UInt8](payload)) {
    case .enrol(let grant), .grant(let grant), .recovered(let grant, _):
      lineages.insert(grant.lineage)
      if numbers[grant.epoch] == nil { numbers[grant.epoch] = RangeSet() }
    case .retract(let epoch, let first, let last, let isUndone):
      // As in the projection, what was not granted cannot be retracted.
      numbers[epoch]?.change(from: first, to: last, isRemoved: isUndone)
      lastNumber = row.number.rawValue
    case .erase(let lineage):
      if lineages.contains(lineage) { erased.insert(lineage) }
      lastNumber = row.number.rawValue
    case .redacted(let batch):
      redacted[batch.logNumber] = batch
      lastNumber = row.number.rawValue
    case .fence, .cloudLife, .threshold, .takeDown, .mark, .incident, .revoke, .admitted,
      .withdrawal, .hole, .recovering:
      return
    }
  }
}

/// Whether a lineage was removed, and how far.
struct Removal: Hashable {
  /// Its keys are refused.
  var isRevoked = false
  /// All that it reported is retracted for ever and redacted in the log.
  var isErased = false

  var isRefused: Bool { isRevoked || isErased }

  private static let revokedBit: UInt8 = 1
  private static let erasedBit: UInt8 = 2

  init() {}

  init(from reader: inout ByteReader) throws(FormatError) {
    let bits = try reader.integer(UInt8.self)
    isRevoked = bits & Self.revokedBit != 0
    isErased = bits & Self.erasedBit != 0
  }

  func write(to writer: inout ByteWriter) {
    writer.integer((isRevoked ? Self.revokedBit : 0) | (isErased ? Self.erasedBit : 0))
  }
}

/// Numbers of entries.
extension RangeSet<UInt64> {
  /// All that can come.
  static let everything = 1..<SequenceNumber.largest.rawValue + 1

  /// Adds or removes the numbers from `first` to `last`; none when `last` comes before `first`.
  mutating func change(from first: UInt64, to last: UInt64, isRemoved: Bool) {
    let end = SequenceNumber.bounded(last) + 1
    guard first < end else { return }
    if isRemoved {
      remove(contentsOf: first..<end)
    } else {
      insert(contentsOf: first..<end)
    }
  }

  func holds(_ numbers: Range<UInt64>) -> Bool {
    ranges.contains { $0.lowerBound <= numbers.lowerBound && numbers.upperBound <= $0.upperBound }
  }

  /// How many of `numbers` it has.
  func count(in numbers: Range<UInt64>) -> UInt64 {
    ranges.reduce(0) { count, range in
      let common = range.clamped(to: numbers)
      return count + (common.upperBound - common.lowerBound)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.integer(UInt32(ranges.count))
    for range in ranges {
      writer.integer(range.lowerBound)
      writer.integer(range.upperBound)
    }
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    self.init()
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let first = try reader.integer(UInt64.self)
      let end = try reader.integer(UInt64.self)
      guard first < end else { throw reader.malformed("a range without numbers") }
      insert(contentsOf: first..<end)
    }
  }
}

extension ControlKind {
  /// Whether it is read at all: most entries need not be decoded for this.
  fileprivate var isOfRetractions: Bool {
    switch self {
    case .enrol, .grant, .recovered, .retract, .erase, .redacted: true
    case .fence, .cloudLife, .threshold, .takeDown, .mark, .incident, .revoke, .admitted,
      .withdrawal, .hole, .recovering:
      false
    }
  }
}
