internal import JournalFormat

/// What one lineage has contributed. Everything that depends on order is decided in here; between
/// lineages, things only add up.
struct LineageState {
  let name: LineageName
  /// Place of the lineage's first epoch.
  let rootEpoch: UInt32
  /// Effects that were counted: an origin counts once, whatever carries it how often.
  var origins = NumberSet()
  /// (place of tag) << 32 | day: on which days the lineage engaged with what.
  var days = NumberSet()
  /// Place of tag to what the lineage vouches for; see `Vouch`.
  private var vouches = NumberTable()
  private var histories: [VouchHistory] = []
  var isChanged = true

  init(name: LineageName, rootEpoch: UInt32) {
    self.name = name
    self.rootEpoch = rootEpoch
  }

  /// The usual case, one content engaged with in the first epoch and nothing withdrawn, is a
  /// number; all else is a history.
  private enum Vouch {
    case content(UInt32)
    case history(Int)

    static let historyBit: UInt32 = 0x8000_0000

    init(_ value: UInt32) {
      self =
        value & Self.historyBit == 0
        ? .content(value) : .history(Int(value & ~Self.historyBit))
    }
  }

  /// The contents under a tag that the lineage vouches for now.
  func contents(of tag: Int) -> [UInt32] {
    guard let value = vouches[UInt64(tag)] else { return [] }
    switch Vouch(value) {
    case .content(let content): return [content]
    case .history(let place): return histories[place].live
    }
  }

  /// What a change did to the contents that the lineage vouches for.
  struct Change {
    var added: [UInt32] = []
    var removed: [UInt32] = []
    /// The lineage vouches for something under the tag that it vouched for nothing of, or back.
    var distinctDelta = 0
  }

  /// Whether the usual case was enough, with the content that is vouched for anew, if any.
  @inline(__always)
  mutating func engagedSimply(
    tag: Int, content: UInt32, epoch: UInt32, isCarried: Bool
  ) -> (handled: Bool, isNew: Bool) {
    guard epoch == rootEpoch, !isCarried else { return (false, false) }
    guard let value = vouches[UInt64(tag)] else {
      vouches.set(content, for: UInt64(tag))
      return (true, true)
    }
    return (value == content, false)
  }

  mutating func engaged(
    tag: Int, content: UInt32, epoch: UInt32, isCarried: Bool, epochs: some EpochTree
  ) -> Change {
    change(tag) { $0.engaged(content, in: epoch, isCarried: isCarried, epochs: epochs) }
  }

  mutating func withdrawn(tag: Int, epoch: UInt32, epochs: some EpochTree) -> Change {
    change(tag) { $0.withdrawn(in: epoch, epochs: epochs) }
  }

  private mutating func change(_ tag: Int, _ body: (inout VouchHistory) -> Void) -> Change {
    let place = history(of: tag)
    let before = histories[place].live
    body(&histories[place])
    let after = histories[place].live
    return Change(
      added: after.filter { !before.contains($0) },
      removed: before.filter { !after.contains($0) },
      distinctDelta: (after.isEmpty ? 0 : 1) - (before.isEmpty ? 0 : 1))
  }

  private mutating func history(of tag: Int) -> Int {
    var history = VouchHistory()
    if let value = vouches[UInt64(tag)] {
      switch Vouch(value) {
      case .history(let place): return place
      case .content(let content): history.begin(content, in: rootEpoch)
      }
    }
    histories.append(history)
    vouches.set(Vouch.historyBit | UInt32(histories.count - 1), for: UInt64(tag))
    return histories.count - 1
  }

  var byteCount: Int { origins.byteCount + days.byteCount + vouches.byteCount + 120 }
}

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

/// What a lineage said under one tag, epoch by epoch.
///
/// A withdrawal acts on its own epoch before it and on all ancestors whole, never on a sibling.
/// Only an engagement newly made after it brings a vouch back, not one that was carried over.
struct VouchHistory: Hashable {
  struct Part: Hashable {
    var epoch: UInt32
    var contents: [UInt32] = []
    var isWithdrawn = false
  }

  private(set) var parts: [Part] = []

  init() {}
  init(parts: [Part]) { self.parts = parts }

  var live: [UInt32] { Set(parts.flatMap(\.contents)).sorted() }

  mutating func begin(_ content: UInt32, in epoch: UInt32) {
    parts.append(Part(epoch: epoch, contents: [content]))
  }

  mutating func engaged(
    _ content: UInt32, in epoch: UInt32, isCarried: Bool, epochs: some EpochTree
  ) {
    let isTakenBack = parts.contains { part in
      guard part.isWithdrawn else { return false }
      return epochs.isAncestor(epoch, of: part.epoch)
        || isCarried && (part.epoch == epoch || epochs.isAncestor(part.epoch, of: epoch))
    }
    guard !isTakenBack else { return }
    let place = part(of: epoch)
    if !parts[place].contents.contains(content) { parts[place].contents.append(content) }
  }

  mutating func withdrawn(in epoch: UInt32, epochs: some EpochTree) {
    let own = part(of: epoch)
    parts[own].isWithdrawn = true
    for place in parts.indices
    where place == own || epochs.isAncestor(parts[place].epoch, of: epoch) {
      parts[place].contents = []
    }
  }

  private mutating func part(of epoch: UInt32) -> Int {
    if let place = parts.firstIndex(where: { $0.epoch == epoch }) { return place }
    parts.append(Part(epoch: epoch))
    return parts.count - 1
  }
}

extension LineageState {
  /// The lineage's row in the folds' file: places of tags, contents and epochs as they are there.
  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 64 + origins.count * 8 + days.count * 8 + vouches.count * 8)
    writer.integer(rootEpoch)
    writer.numbers(origins.sorted)
    writer.numbers(days.sorted)
    let pairs = vouches.sorted
    writer.integer(UInt32(pairs.count))
    for pair in pairs {
      writer.integer(UInt32(pair.key))
      writer.integer(pair.value)
    }
    writer.integer(UInt32(histories.count))
    for history in histories {
      writer.integer(UInt16(history.parts.count))
      for part in history.parts {
        writer.integer(part.epoch)
        writer.integer(UInt8(part.isWithdrawn ? 1 : 0))
        writer.integer(UInt16(part.contents.count))
        for content in part.contents { writer.integer(content) }
      }
    }
    return writer.bytes
  }

  init(name: LineageName, bytes: [UInt8]) throws(FormatError) {
    self = try bytes.reading(subject: "a lineage's row") { reader throws(FormatError) in
      var state = LineageState(name: name, rootEpoch: try reader.integer(UInt32.self))
      for _ in 0..<(try reader.integer(UInt32.self)) {
        _ = state.origins.insert(try reader.integer(UInt64.self))
      }
      for _ in 0..<(try reader.integer(UInt32.self)) {
        _ = state.days.insert(try reader.integer(UInt64.self))
      }
      for _ in 0..<(try reader.integer(UInt32.self)) {
        let tag = try reader.integer(UInt32.self)
        state.vouches.set(try reader.integer(UInt32.self), for: UInt64(tag))
      }
      for _ in 0..<(try reader.integer(UInt32.self)) {
        state.histories.append(try VouchHistory(from: &reader))
      }
      state.isChanged = false
      return state
    }
  }

  /// Appends what the lineage contributed, independent of the order in which things arrived.
  func writeCanonically(
    to writer: inout ByteWriter, tags: [Tag], content: (UInt32) -> ContentDigest,
    epoch: (UInt32) -> EpochName
  ) {
    writer.name(name)
    writer.numbers(origins.sorted)
    let dayPairs = days.sorted.map { (tags[Int($0 >> 32)], UInt32(truncatingIfNeeded: $0)) }
    for (tag, day) in dayPairs.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      writer.raw(tag.bytes)
      writer.integer(day)
    }
    for pair in vouches.sorted.sorted(by: { tags[Int($0.key)] < tags[Int($1.key)] }) {
      writer.raw(tags[Int(pair.key)].bytes)
      for digest in contents(of: Int(pair.key)).map(content).sorted() { writer.name(digest) }
      guard case .history(let place) = Vouch(pair.value) else { continue }
      let withdrawn = histories[place].parts.filter(\.isWithdrawn).map { epoch($0.epoch) }
      for name in withdrawn.sorted() { writer.name(name) }
    }
  }
}

extension VouchHistory {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    self.init()
    for _ in 0..<(try reader.integer(UInt16.self)) {
      var part = Part(epoch: try reader.integer(UInt32.self))
      part.isWithdrawn = try reader.integer(UInt8.self) == 1
      for _ in 0..<(try reader.integer(UInt16.self)) {
        part.contents.append(try reader.integer(UInt32.self))
      }
      parts.append(part)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func numbers(_ numbers: [UInt64]) {
    integer(UInt32(numbers.count))
    for number in numbers { integer(number) }
  }
}
