internal import JournalFormat

/// The ancestry of the epochs of all lineages, by place.
protocol EpochTree {
  /// Place of the epoch that this one continues from.
  func parent(of epoch: UInt32) -> UInt32?
  /// Whether the second continues from the first, through however many others.
  func isAncestor(_ ancestor: UInt32, of epoch: UInt32) -> Bool
}

extension EpochTree {
  func isAncestor(_ ancestor: UInt32, of epoch: UInt32) -> Bool {
    var next = parent(of: epoch)
    while let place = next {
      if place == ancestor { return true }
      next = parent(of: place)
    }
    return false
  }
}

/// What a lineage said under one tag, epoch by epoch, and what of it lives.
///
/// A withdrawal acts on its own epoch before it and on all ancestors whole, never on a sibling.
/// What is carried into an epoch was said in some epoch before it, nobody knows in which: any
/// withdrawal of the lineage takes it back, but for one that its own epoch carries in front of it,
/// as that was made before it. See docs/decisions/0026.
///
/// What lives is a function of what was said, and not of the order in which epochs were heard. How
/// much is kept of one item is bounded (docs/decisions/0041).
struct EndorsementHistory: Hashable {
  /// When an epoch engaged with a content, or on a day: of several times, only the last can make a
  /// difference.
  struct Mention<Value: FixedWidthInteger & Sendable>: Hashable {
    let value: Value
    /// Number of the last engagement that was newly made; 0: none.
    var made: UInt64 = 0
    /// Number of the last one that was carried over; 0: none.
    var carried: UInt64 = 0

    fileprivate func lives(_ bounds: Bounds) -> Bool {
      made > bounds.made || carried > bounds.carried
    }
  }

  struct Withdrawal: Hashable {
    enum Kind: UInt8 {
      case made, carried
      /// Repeats what the epoch's grant told: it acts on what is carried into its own epoch alone.
      case told
      /// Repeats what the grant of an epoch before told: it acts on what its own epoch carries in
      /// front of it alone.
      case toldBefore

      /// Whether it was said to the device, and not on it.
      var isTold: Bool { self == .told || self == .toldBefore }
    }

    let origin: UInt64
    let number: UInt64
    let kind: Kind
  }

  struct Part: Hashable {
    let epoch: UInt32
    /// Contents and days that were engaged with, ascending.
    var contents: [Mention<UInt32>] = []
    var days: [Mention<Int32>] = []
    var withdrawals: [Withdrawal] = []

    var entryCount: Int { contents.count + days.count + withdrawals.count }

    fileprivate func number(of origin: UInt64) -> UInt64? {
      withdrawals.first { $0.origin == origin }?.number
    }
  }

  private(set) var parts: [Part] = []
  /// More was withdrawn than is kept: the lineage endorses nothing under the tag any more.
  private(set) var isClosed = false
  /// Contents, days and withdrawals in all parts.
  private(set) var entryCount = 0

  /// An epoch of the lineage that the log forgot in a restore: it may continue from any other.
  static let unknownEpoch = UInt32.max
  /// Contents, days and withdrawals that are kept of one item. No person comes near.
  static let entriesMax = 4_096
  /// Epochs that are kept of one item.
  static let partsMax = 128

  // MARK: Saying

  /// Notes an engagement. Beyond what is kept, it changes nothing.
  mutating func engaged(
    _ content: UInt32, day: Int32, in epoch: UInt32, number: UInt64, isCarried: Bool
  ) {
    guard let part = part(of: epoch), entryCount + 2 <= Self.entriesMax else { return }
    if parts[part].contents.recordMention(of: content, number, isCarried) { entryCount += 1 }
    if parts[part].days.recordMention(of: day, number, isCarried) { entryCount += 1 }
  }

  /// Notes a withdrawal. Beyond what is kept, nothing lives any more: what a person took back must
  /// not come again.
  ///
  /// One that was heard in another epoch before is noted as well: it says what stands behind it.
  mutating func withdrawn(_ withdrawal: Withdrawal, in epoch: UInt32) {
    guard !isClosed else { return }
    guard let part = part(of: epoch), entryCount < Self.entriesMax else {
      self = EndorsementHistory()
      isClosed = true
      return
    }
    guard parts[part].number(of: withdrawal.origin) == nil else { return }
    parts[part].withdrawals.append(withdrawal)
    entryCount += 1
  }

  /// Whether another engagement would be noted.
  var hasRoom: Bool { !isClosed && entryCount + 2 <= Self.entriesMax }

  private mutating func part(of epoch: UInt32) -> Int? {
    // The one that speaks now is mostly the last.
    if let place = parts.lastIndex(where: { $0.epoch == epoch }) { return place }
    guard !isClosed, parts.count < Self.partsMax else { return nil }
    parts.append(Part(epoch: epoch))
    return parts.count - 1
  }

  /// How many steps it takes at most, about, to find out what lives.
  var workCount: Int {
    entryCount + parts.count
      + (parts.count < 2 ? 0 : parts.count * parts.reduce(0) { $0 + $1.withdrawals.count })
  }

  /// Whether anything was ever withdrawn.
  var isWithdrawn: Bool { isClosed || parts.contains { !$0.withdrawals.isEmpty } }

  // MARK: What lives

  /// Ascending.
  struct Live: Hashable {
    var contents: [UInt32] = []
    var days: [Int32] = []
  }

  /// Behind which numbers what an epoch engaged with lives.
  fileprivate struct Bounds {
    var made: UInt64 = 0
    var carried: UInt64 = 0
  }

  func live(in epochs: some EpochTree) -> Live {
    let summary = Summary(of: parts)
    var contents: [UInt32] = []
    var days: [Int32] = []
    for place in parts.indices {
      let part = parts[place]
      guard !part.contents.isEmpty else { continue }
      let bounds = Bounds(
        made: madeBound(place, epochs, summary), carried: carriedBound(part, summary))
      contents += part.contents.filter { $0.lives(bounds) }.map(\.value)
      days += part.days.filter { $0.lives(bounds) }.map(\.value)
    }
    guard parts.count > 1 else { return Live(contents: contents, days: days) }
    return Live(contents: Set(contents).sorted(), days: Set(days).sorted())
  }

  /// What matters of the withdrawals of all parts together.
  private struct Summary {
    /// Of withdrawals as they were made or carried on. Where there is none but what epochs were
    /// told, those that said it were lost, and what they were told counts as if they had carried
    /// it: there is no other trace of what a person took back.
    var said: Set<UInt64> = []
    /// Epochs that repeat anything that they were told.
    var tellingCount = 0
    /// Made in an epoch that was heard: the log knows where they stand.
    var placed: Set<UInt64> = []

    var isSaid: Bool { !said.isEmpty }

    init(of parts: [Part]) {
      for part in parts {
        if part.isTelling { tellingCount += 1 }
        for withdrawal in part.withdrawals where !withdrawal.kind.isTold {
          said.insert(withdrawal.origin)
          if withdrawal.kind == .made, part.epoch != EndorsementHistory.unknownEpoch {
            placed.insert(withdrawal.origin)
          }
        }
      }
    }
  }

  /// The number behind which an engagement lives that was newly made in a part: behind all that
  /// the part withdraws, and behind where it repeats what a descendant carries on.
  private func madeBound(
    _ place: Int, _ epochs: some EpochTree, _ summary: Summary
  ) -> UInt64 {
    let part = parts[place]
    // A withdrawal with the number of the engagement itself does not come after it.
    var bound = part.withdrawals.reduce(0) { max($0, max($1.number, 1) - 1) }
    guard parts.count > 1 else { return bound }
    var own: [UInt64: UInt64] = [:]
    for withdrawal in part.withdrawals { own[withdrawal.origin] = withdrawal.number }
    var above: Set<UInt64>?
    for other in parts where other.epoch != part.epoch {
      let isUnknown = other.epoch == Self.unknownEpoch
      guard isUnknown || epochs.isAncestor(part.epoch, of: other.epoch) else { continue }
      for withdrawal in other.withdrawals {
        if withdrawal.kind.isTold && summary.isSaid { continue }
        if isUnknown && summary.placed.contains(withdrawal.origin) { continue }
        if let number = own[withdrawal.origin] {
          bound = max(bound, isAbove(withdrawal, part, epochs, &above) ? 0 : number)
        } else if !isAbove(withdrawal, part, epochs, &above) {
          return .max
        }
      }
    }
    return bound
  }

  /// Whether an ancestor of a part withdrew the same: a descendant only carries it on.
  private func isAbove(
    _ withdrawal: Withdrawal, _ part: Part, _ epochs: some EpochTree, _ above: inout Set<UInt64>?
  ) -> Bool {
    if above == nil {
      above = []
      for other in parts where other.epoch != Self.unknownEpoch && other.epoch != part.epoch {
        guard epochs.isAncestor(other.epoch, of: part.epoch) else { continue }
        for withdrawal in other.withdrawals { above?.insert(withdrawal.origin) }
      }
    }
    return above?.contains(withdrawal.origin) ?? false
  }

  /// The number behind which an engagement lives that was carried into a part: behind all that was
  /// ever withdrawn, carried in front of it.
  private func carriedBound(_ part: Part, _ summary: Summary) -> UInt64 {
    let isTellingAlone = part.isTelling && summary.tellingCount == 1
    if !summary.isSaid, summary.tellingCount > 0, !isTellingAlone { return .max }
    var bound: UInt64 = 0
    var passedCount = 0
    for withdrawal in part.withdrawals {
      switch withdrawal.kind {
      case .made: break
      case .told: return .max
      case .toldBefore: bound = max(bound, withdrawal.number)
      case .carried:
        passedCount += 1
        bound = max(bound, withdrawal.number)
      }
    }
    // Of one part, no two are the same.
    return passedCount < summary.said.count ? .max : bound
  }
}

extension EndorsementHistory.Part {
  fileprivate var isTelling: Bool { withdrawals.contains { $0.kind.isTold } }
}

extension Array {
  /// Records what was said of a value; true when it is the first.
  fileprivate mutating func recordMention<Value>(
    of value: Value, _ number: UInt64, _ isCarried: Bool
  ) -> Bool where Element == EndorsementHistory.Mention<Value> {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = self[middle].value < value ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let place = range.lowerBound
    let isNew = place == count || self[place].value != value
    if isNew { insert(.init(value: value), at: place) }
    if isCarried {
      self[place].carried = Swift.max(self[place].carried, number)
    } else {
      self[place].made = Swift.max(self[place].made, number)
    }
    return isNew
  }
}

// MARK: Bytes

extension EndorsementHistory {
  func write(to writer: inout ByteWriter) {
    writer.integer(UInt8(isClosed ? 1 : 0))
    writer.integer(UInt32(parts.count))
    for part in parts {
      writer.integer(part.epoch)
      writer.mentions(part.contents)
      writer.mentions(part.days)
      part.writeWithdrawals(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    isClosed = try reader.integer(UInt8.self) != 0
    for _ in 0..<(try reader.integer(UInt32.self)) {
      var part = Part(epoch: try reader.integer(UInt32.self))
      part.contents = try reader.mentions()
      part.days = try reader.mentions()
      for _ in 0..<(try reader.integer(UInt32.self)) {
        part.withdrawals.append(try Withdrawal(from: &reader))
      }
      entryCount += part.entryCount
      parts.append(part)
    }
  }

  /// The same for every order in which epochs were heard.
  func writeCanonically(
    to writer: inout ByteWriter, content: (UInt32) -> ContentDigest,
    epoch: (UInt32) -> EpochName
  ) {
    if isClosed { writer.name(EpochName.zero) }
    for part in parts.sorted(by: { epoch($0.epoch) < epoch($1.epoch) }) {
      writer.name(epoch(part.epoch))
      let contents = part.contents.map { (content($0.value), $0) }
      for (digest, mention) in contents.sorted(by: { $0.0 < $1.0 }) {
        writer.name(digest)
        writer.integer(mention.made)
        writer.integer(mention.carried)
      }
      writer.mentions(part.days)
      part.writeWithdrawals(to: &writer)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func mentions<Value>(_ mentions: [EndorsementHistory.Mention<Value>]) {
    integer(UInt32(mentions.count))
    for mention in mentions {
      integer(mention.value)
      integer(mention.made)
      integer(mention.carried)
    }
  }
}

extension ByteReader {
  fileprivate mutating func mentions<Value: FixedWidthInteger & BitwiseCopyable & Sendable>()
    throws(FormatError) -> [EndorsementHistory.Mention<Value>]
  {
    var found: [EndorsementHistory.Mention<Value>] = []
    for _ in 0..<(try integer(UInt32.self)) {
      let value = try integer(Value.self)
      guard found.last.map({ $0.value < value }) ?? true else {
        throw malformed("contents or days in no order")
      }
      found.append(
        EndorsementHistory.Mention(
          value: value, made: try integer(UInt64.self), carried: try integer(UInt64.self)))
    }
    return found
  }
}

extension EndorsementHistory.Part {
  fileprivate func writeWithdrawals(to writer: inout ByteWriter) {
    writer.integer(UInt32(withdrawals.count))
    for withdrawal in withdrawals.sorted(by: { $0.number < $1.number }) {
      writer.integer(withdrawal.origin)
      writer.integer(withdrawal.number)
      writer.integer(withdrawal.kind.rawValue)
    }
  }
}

extension EndorsementHistory.Withdrawal {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    origin = try reader.integer(UInt64.self)
    number = try reader.integer(UInt64.self)
    guard let kind = Kind(rawValue: try reader.integer(UInt8.self)) else {
      throw reader.malformed("a withdrawal of no kind")
    }
    self.kind = kind
  }
}
