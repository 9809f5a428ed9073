internal import JournalFormat

/// The epochs of all lineages by place, as far as ancestry goes.
protocol EpochTree {
  /// Place of the epoch that this one goes on from.
  func parent(of epoch: UInt32) -> UInt32?
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
/// What lives is a function of what was said, and not of the order in which epochs were heard.
struct VouchHistory: Hashable {
  /// Engagements with one content on one day: of several, only the last can make a difference.
  struct Engagement: Hashable {
    let content: UInt32
    let day: Int32
    /// Number of the last one that was newly made; 0: none.
    var made: UInt64 = 0
    /// Number of the last one that was carried over; 0: none.
    var carried: UInt64 = 0
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
    var engagements: [Engagement] = []
    var withdrawals: [Withdrawal] = []
  }

  private(set) var parts: [Part] = []

  /// An epoch of the lineage that the log forgot in a restore: it may go on from any other.
  static let unknownEpoch = UInt32.max

  // MARK: Saying

  mutating func engaged(
    _ content: UInt32, day: Int32, in epoch: UInt32, number: UInt64, isCarried: Bool
  ) {
    let part = part(of: epoch)
    let place = place(of: content, day: day, in: part)
    if isCarried {
      parts[part].engagements[place].carried = max(
        parts[part].engagements[place].carried, number)
    } else {
      parts[part].engagements[place].made = max(parts[part].engagements[place].made, number)
    }
  }

  /// One that was heard in another epoch before is noted as well: it says what stands behind it.
  mutating func withdrawn(_ withdrawal: Withdrawal, in epoch: UInt32) {
    let part = part(of: epoch)
    guard !parts[part].withdrawals.contains(where: { $0.origin == withdrawal.origin }) else {
      return
    }
    parts[part].withdrawals.append(withdrawal)
  }

  private mutating func part(of epoch: UInt32) -> Int {
    if let place = parts.firstIndex(where: { $0.epoch == epoch }) { return place }
    parts.append(Part(epoch: epoch))
    return parts.count - 1
  }

  private mutating func place(of content: UInt32, day: Int32, in part: Int) -> Int {
    let known = parts[part].engagements.firstIndex { $0.content == content && $0.day == day }
    if let known { return known }
    parts[part].engagements.append(Engagement(content: content, day: day))
    return parts[part].engagements.count - 1
  }

  // MARK: What lives

  struct Live: Hashable {
    var contents: Set<UInt32> = []
    var days: Set<Int32> = []
  }

  func live(in epochs: some EpochTree) -> Live {
    var live = Live()
    let isSaid = isSaid
    for part in parts {
      for engagement in part.engagements
      where livesAsMade(engagement, part, epochs, isSaid)
        || livesAsCarried(engagement, part, isSaid)
      {
        live.contents.insert(engagement.content)
        live.days.insert(engagement.day)
      }
    }
    return live
  }

  /// Whether the log has any withdrawal as it was made or carried on. Where it has none but what
  /// epochs were told, those that said it were lost, and what they were told counts as if they had
  /// carried it: there is no other trace of what a person took back.
  private var isSaid: Bool {
    parts.contains { $0.withdrawals.contains { !$0.kind.isTold } }
  }

  private func livesAsMade(
    _ engagement: Engagement, _ part: Part, _ epochs: some EpochTree, _ isSaid: Bool
  ) -> Bool {
    let number = engagement.made
    guard number > 0, !part.withdrawals.contains(where: { $0.number > number }) else {
      return false
    }
    return !parts.contains { other in
      let isUnknown = other.epoch == Self.unknownEpoch
      return (isUnknown || epochs.isAncestor(part.epoch, of: other.epoch))
        && other.withdrawals.contains { withdrawal in
          !(withdrawal.kind.isTold && isSaid)
            && !(isUnknown && isPlaced(withdrawal))
            && !wasMade(withdrawal, before: number, in: part, orAbove: epochs)
        }
    }
  }

  /// Whether the epoch in which a withdrawal was made has been heard, and says the same.
  private func isPlaced(_ withdrawal: Withdrawal) -> Bool {
    parts.contains { part in
      part.epoch != Self.unknownEpoch
        && part.withdrawals.contains { $0.origin == withdrawal.origin && $0.kind == .made }
    }
  }

  /// Whether a descendant only carries the withdrawal on from before the engagement.
  private func wasMade(
    _ withdrawal: Withdrawal, before number: UInt64, in part: Part, orAbove epochs: some EpochTree
  ) -> Bool {
    parts.contains { other in
      let isOwn = other.epoch == part.epoch
      guard isOwn || epochs.isAncestor(other.epoch, of: part.epoch) else { return false }
      return other.withdrawals.contains {
        $0.origin == withdrawal.origin && (!isOwn || $0.number < number)
      }
    }
  }

  private func livesAsCarried(
    _ engagement: Engagement, _ part: Part, _ isSaid: Bool
  ) -> Bool {
    let number = engagement.carried
    guard number > 0 else { return false }
    let isPassed = Set(
      part.withdrawals.filter { $0.kind == .carried && $0.number < number }.map(\.origin))
    return parts.allSatisfy { other in
      other.withdrawals.allSatisfy { withdrawal in
        if isPassed.contains(withdrawal.origin) { return true }
        guard withdrawal.kind.isTold else { return false }
        guard other.epoch == part.epoch else { return isSaid }
        return withdrawal.kind == .toldBefore && withdrawal.number < number
      }
    }
  }

  /// Whether anything was ever withdrawn.
  var isWithdrawn: Bool { parts.contains { !$0.withdrawals.isEmpty } }
}

// MARK: Bytes

extension VouchHistory {
  func write(to writer: inout ByteWriter) {
    writer.integer(UInt32(parts.count))
    for part in parts {
      writer.integer(part.epoch)
      writer.integer(UInt32(part.engagements.count))
      for engagement in part.engagements {
        writer.integer(engagement.content)
        writer.integer(engagement.day)
        writer.integer(engagement.made)
        writer.integer(engagement.carried)
      }
      part.writeWithdrawals(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    for _ in 0..<(try reader.integer(UInt32.self)) {
      var part = Part(epoch: try reader.integer(UInt32.self))
      for _ in 0..<(try reader.integer(UInt32.self)) {
        part.engagements.append(
          Engagement(
            content: try reader.integer(UInt32.self), day: try reader.integer(Int32.self),
            made: try reader.integer(UInt64.self), carried: try reader.integer(UInt64.self)))
      }
      for _ in 0..<(try reader.integer(UInt32.self)) {
        part.withdrawals.append(try Withdrawal(from: &reader))
      }
      parts.append(part)
    }
  }

  /// The same for every order in which epochs were heard.
  func writeCanonically(
    to writer: inout ByteWriter, content: (UInt32) -> ContentDigest,
    epoch: (UInt32) -> EpochName
  ) {
    for part in parts.sorted(by: { epoch($0.epoch) < epoch($1.epoch) }) {
      writer.name(epoch(part.epoch))
      let engagements = part.engagements.map { (content($0.content), $0) }
      for (digest, engagement) in engagements.sorted(by: { ($0.0, $0.1.day) < ($1.0, $1.1.day) }) {
        writer.name(digest)
        writer.integer(engagement.day)
        writer.integer(engagement.made)
        writer.integer(engagement.carried)
      }
      part.writeWithdrawals(to: &writer)
    }
  }
}

extension VouchHistory.Part {
  fileprivate func writeWithdrawals(to writer: inout ByteWriter) {
    writer.integer(UInt32(withdrawals.count))
    for withdrawal in withdrawals.sorted(by: { $0.number < $1.number }) {
      writer.integer(withdrawal.origin)
      writer.integer(withdrawal.number)
      writer.integer(withdrawal.kind.rawValue)
    }
  }
}

extension VouchHistory.Withdrawal {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    origin = try reader.integer(UInt64.self)
    number = try reader.integer(UInt64.self)
    guard let kind = Kind(rawValue: try reader.integer(UInt8.self)) else {
      throw reader.malformed("a withdrawal of no kind")
    }
    self.kind = kind
  }
}
