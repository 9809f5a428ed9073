internal import JournalFormat

/// What one lineage has contributed. Everything that depends on order is decided in here; between
/// lineages, things only add up.
struct LineageState {
  let name: LineageName
  /// Place of the lineage's first epoch.
  let rootEpoch: UInt32
  var removal = Removal()
  /// Effects that were counted: an origin counts once, whatever carries it how often.
  var origins = NumberSet()
  /// By item: on which days the lineage engaged with it, and its `Vouch`.
  private(set) var engagements = EngagementTable()
  private var histories: [VouchHistory] = []
  var isChanged = true

  init(name: LineageName, rootEpoch: UInt32) {
    self.name = name
    self.rootEpoch = rootEpoch
  }

  /// Stands in an array for a lineage that is being changed.
  static let nobody = LineageState(name: .zero, rootEpoch: 0)

  /// Makes room, once a batch instead of step by step.
  mutating func reserve(reports: Int, tags: Int) {
    origins.reserve(reports)
    engagements.reserve(tags)
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
    guard let value = engagements.vouch(for: UInt32(tag)) else { return [] }
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

  /// What the usual case, an engagement newly made in the first epoch, led to.
  enum Usual {
    case vouchesAnew, vouchesAlready, isNotUsual
  }

  /// Counts the day and settles the vouch if the case is the usual one; else changes nothing.
  @inline(__always)
  mutating func engagedUsually(
    tag: Int, day: Int32, content: UInt32, epoch: UInt32, isCarried: Bool
  ) -> (isNewDay: Bool, vouch: Usual) {
    guard epoch == rootEpoch, !isCarried else { return (false, .isNotUsual) }
    let (isNewDay, before) = engagements.engage(with: UInt32(tag), day: day, offering: content)
    if before == EngagementTable.noVouch { return (isNewDay, .vouchesAnew) }
    return (isNewDay, before == content ? .vouchesAlready : .isNotUsual)
  }

  /// Has what `engagedUsually` needs fetched.
  @inline(__always)
  func prefetchEngagement(with tag: UInt32) { engagements.prefetch(tag) }

  /// Every other case: the day counts only if the engagement is not taken back already.
  mutating func engaged(
    tag: Int, day: Int32, content: UInt32, epoch: UInt32, isCarried: Bool, epochs: some EpochTree
  ) -> (isNewDay: Bool, change: Change) {
    var isLive = false
    let change = change(tag) {
      isLive = $0.engaged(content, in: epoch, isCarried: isCarried, epochs: epochs)
    }
    return (isLive && engagements.addDay(day, for: UInt32(tag)), change)
  }

  mutating func withdrawn(tag: Int, epoch: UInt32, epochs: some EpochTree) -> Change {
    change(tag) { $0.withdrawn(in: epoch, epochs: epochs) }
  }

  /// The days on which the lineage counted under an item, and no longer does.
  mutating func removeDays(of tag: Int) -> [Int32] { engagements.removeDays(of: UInt32(tag)) }

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
    if let value = engagements.vouch(for: UInt32(tag)) {
      switch Vouch(value) {
      case .history(let place): return place
      case .content(let content): history.begin(content, in: rootEpoch)
      }
    }
    histories.append(history)
    engagements.setVouch(Vouch.historyBit | UInt32(histories.count - 1), for: UInt32(tag))
    return histories.count - 1
  }

  var byteCount: Int { origins.byteCount + engagements.byteCount + 120 }
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

  /// Whether the engagement lives: no withdrawal took it back before it came.
  @discardableResult
  mutating func engaged(
    _ content: UInt32, in epoch: UInt32, isCarried: Bool, epochs: some EpochTree
  ) -> Bool {
    let isTakenBack = parts.contains { part in
      guard part.isWithdrawn else { return false }
      return epochs.isAncestor(epoch, of: part.epoch)
        || isCarried && (part.epoch == epoch || epochs.isAncestor(part.epoch, of: epoch))
    }
    guard !isTakenBack else { return false }
    let place = part(of: epoch)
    if !parts[place].contents.contains(content) { parts[place].contents.append(content) }
    return true
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
  /// What follows its name in the lineage's row in the folds' file: places of tags, contents and
  /// epochs as they are there.
  func write(to writer: inout ByteWriter) {
    writer.integer(rootEpoch)
    removal.write(to: &writer)
    origins.write(to: &writer)
    engagements.write(to: &writer)
    writer.integer(UInt32(histories.count))
    for history in histories {
      writer.integer(UInt32(history.parts.count))
      for part in history.parts {
        writer.integer(part.epoch)
        writer.integer(UInt8(part.isWithdrawn ? 1 : 0))
        writer.integer(UInt32(part.contents.count))
        for content in part.contents { writer.integer(content) }
      }
    }
  }

  init(rowFrom reader: inout ByteReader) throws(FormatError) {
    let name = try reader.name(LineageName.self)
    self.init(name: name, rootEpoch: try reader.integer(UInt32.self))
    removal = try Removal(from: &reader)
    origins = try NumberSet(from: &reader)
    engagements = try EngagementTable(from: &reader)
    for _ in 0..<(try reader.integer(UInt32.self)) {
      histories.append(try VouchHistory(from: &reader))
    }
    isChanged = false
  }

  /// Whether all places of tags, contents and epochs that it names are places.
  ///
  /// - Parameter isContent: whether there is such a content of a tag.
  func names(
    onlyTagsBelow tagCount: Int, epochsBelow epochCount: Int,
    contents isContent: (_ content: UInt32, _ tag: UInt32) -> Bool
  ) -> Bool {
    func isHistory(_ place: Int, of tag: UInt32) -> Bool {
      place < histories.count
        && histories[place].parts.allSatisfy { part in
          part.epoch < epochCount && part.contents.allSatisfy { isContent($0, tag) }
        }
    }
    return rootEpoch < epochCount && engagements.names(onlyTagsBelow: tagCount)
      && engagements.vouches.allSatisfy { tag, vouch in
        switch Vouch(vouch) {
        case .content(let content): isContent(content, tag)
        case .history(let place): isHistory(place, of: tag)
        }
      }
  }

  /// Appends what the lineage contributed, independent of the order in which things arrived.
  func writeCanonically(
    to writer: inout ByteWriter, tags: [Tag], content: (UInt32) -> ContentDigest,
    epoch: (UInt32) -> EpochName
  ) {
    writer.name(name)
    writer.numbers(origins.sorted)
    let days = engagements.days.map { (tags[Int($0.tag)], UInt32(bitPattern: $0.day)) }
    for (tag, day) in days.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      writer.raw(tag.bytes)
      writer.integer(day)
    }
    let vouches = engagements.vouches.map { (tags[Int($0.tag)], $0.tag, $0.vouch) }
    for (tag, place, vouch) in vouches.sorted(by: { $0.0 < $1.0 }) {
      writer.raw(tag.bytes)
      for digest in contents(of: Int(place)).map(content).sorted() { writer.name(digest) }
      guard case .history(let place) = Vouch(vouch) else { continue }
      let withdrawn = histories[place].parts.filter(\.isWithdrawn).map { epoch($0.epoch) }
      for name in withdrawn.sorted() { writer.name(name) }
    }
  }
}

extension VouchHistory {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    self.init()
    for _ in 0..<(try reader.integer(UInt32.self)) {
      var part = Part(epoch: try reader.integer(UInt32.self))
      part.isWithdrawn = try reader.integer(UInt8.self) == 1
      for _ in 0..<(try reader.integer(UInt32.self)) {
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
