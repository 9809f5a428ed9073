internal import JournalFormat
internal import Sync

/// Which contents may be shown, which are asked for, and whose words are of no use.
///
/// A content may be public once enough lineages endorse it, until its item is taken down. While
/// the log recovers, nothing is.
struct Publication {
  private(set) var threshold: UInt32 = 0
  /// Where the log ended when it was restored without its witness; nil: it is not recovering.
  private(set) var restoredThrough: UInt64?
  /// Contents that may be public and that have not arrived.
  private(set) var wanted = WantedPlaces()
  var logged = LoggedContents()
  /// Tags whose public content may be another one.
  private var unsettled: Set<UInt32> = []
  /// Items that are public now.
  private(set) var publicCount = 0
  /// Contents that were looked at so far to find out which are public.
  private(set) var lookedAtCount: UInt64 = 0

  init() {}

  /// As a checkpoint has it; `readOn` gives the rest.
  init(threshold: UInt32, restoredThrough: UInt64?, logged: LoggedContents) {
    (self.threshold, self.restoredThrough, self.logged) = (threshold, restoredThrough, logged)
  }

  // MARK: The rule

  /// The log was restored, and what was taken back since is not known: nothing is public.
  var isRecovering: Bool { restoredThrough != nil }

  /// Whether so many lineages endorse a content that it may be public.
  func hasEnough(_ content: ItemTable.ContentState) -> Bool {
    content.endorsers >= max(1, threshold)
  }

  /// Whether a content is shown or hidden, or asked for, by one endorser that is new.
  @inline(__always)
  func isDecided(byLastEndorserOf content: ItemTable.ContentState) -> Bool {
    content.endorsers == max(1, threshold) || content.arrived != 0
  }

  /// Whether a content may be public and has not arrived.
  func isWanted(_ content: ItemTable.ContentState, in items: ItemTable) -> Bool {
    content.arrived == 0 && hasEnough(content) && !items.tags[Int(content.tag)].isTakenDown
  }

  // MARK: Changes

  mutating func changeThreshold(to count: UInt32, in items: ItemTable) {
    threshold = count
    wanted = WantedPlaces()
    for (place, content) in items.contents.enumerated() {
      if content.arrived != 0 {
        unsettled.insert(content.tag)
      } else if isWanted(content, in: items) {
        wanted.insert(UInt32(place))
      }
    }
  }

  /// Hides everything after a restore without the witness, or shows it again.
  ///
  /// - Parameter head: where the log ended when it was restored; nil: the recovery is over.
  mutating func recover(from head: UInt64?, in items: ItemTable) {
    restoredThrough = head
    for content in items.contents where content.arrived != 0 { unsettled.insert(content.tag) }
  }

  /// Looks again whether a content is asked for, and shown, since its endorsers or its item
  /// changed.
  mutating func endorsersChanged(_ content: UInt32, in items: ItemTable) {
    let state = items.contents[Int(content)]
    if isWanted(state, in: items) {
      wanted.insert(content)
    } else {
      wanted.remove(content)
    }
    if state.arrived != 0 { unsettled.insert(state.tag) }
  }

  mutating func itemChanged(_ tag: UInt32) { unsettled.insert(tag) }

  /// Updates which contents are public after changes: the tags for which another one is, or none.
  mutating func updatePublicContents(of items: inout ItemTable) -> [UInt32] {
    guard !unsettled.isEmpty else { return [] }
    var changed: [UInt32] = []
    for tag in unsettled.sorted() {
      let before = items.tags[Int(tag)].publicContent
      updatePublicContent(tag: Int(tag), in: &items)
      let best = items.tags[Int(tag)].publicContent
      guard best != before else { continue }
      if best == .max { publicCount -= 1 }
      if before == .max { publicCount += 1 }
      changed.append(tag)
    }
    unsettled = []
    return changed
  }

  /// Updates which contents of a tag may be shown, and which one is. It looks at all that the tag
  /// has, whatever changed: so once for all that a batch changes, or that is read.
  private mutating func updatePublicContent(tag: Int, in items: inout ItemTable) {
    lookedAtCount += UInt64(items.tags[tag].contentCount)
    let arrived = items.contents(of: tag).filter { items.contents[Int($0)].arrived != 0 }
    for content in arrived {
      if hasEnough(items.contents[Int(content)]), !items.tags[tag].isTakenDown {
        logged.hidden.remove(content)
      } else {
        logged.hidden.insert(content)
      }
    }
    items.tags[tag].publicContent = bestContent(of: tag, arrived, in: items) ?? .max
  }

  /// The content that is shown for a tag: of those that arrived and that enough lineages endorse,
  /// the one with the most, then the smallest digest. Nil: nothing is public.
  private func bestContent(of tag: Int, _ arrived: [UInt32], in items: ItemTable) -> UInt32? {
    guard !items.tags[tag].isTakenDown, !isRecovering else { return nil }
    return arrived.filter { hasEnough(items.contents[Int($0)]) }
      .min { first, second in
        let (one, other) = (items.contents[Int(first)], items.contents[Int(second)])
        return one.endorsers != other.endorsers
          ? one.endorsers > other.endorsers : one.digest < other.digest
      }
  }

  /// Finds out what follows from the rows of the file.
  mutating func readOn(_ items: inout ItemTable) {
    for (place, content) in items.contents.enumerated() where isWanted(content, in: items) {
      wanted.insert(UInt32(place))
    }
    var hasArrived = [Bool](repeating: false, count: items.tags.count)
    for (place, content) in items.contents.enumerated() where content.arrived != 0 {
      logged.arrived[content.arrived] = UInt32(place)
      hasArrived[Int(content.tag)] = true
    }
    for tag in items.tags.indices where hasArrived[tag] {
      updatePublicContent(tag: tag, in: &items)
    }
    publicCount = items.tags.count { $0.publicContent != .max }
  }

  // MARK: Looking up

  /// The content at a place, if it is wanted.
  func wantedContent(_ place: UInt32, in items: ItemTable) -> WantedContent? {
    let content = items.contents[Int(place)]
    guard isWanted(content, in: items) else { return nil }
    return WantedContent(
      tag: items.tagTable.tags[Int(content.tag)], content: content.digest)
  }

  /// Entries of the log whose words are of no use now.
  func uselessContents(in items: ItemTable) -> [UInt64] {
    logged.hidden.map { items.contents[Int($0)].arrived } + logged.unused
  }
}

/// Where words lie in the log, and which of them are of no use.
struct LoggedContents {
  /// By the number of the log's entry: the content that it brought.
  var arrived: [UInt64: UInt32] = [:]
  /// Contents that arrived and may not be shown: fewer than k endorse, or the item is taken down.
  var hidden: Set<UInt32> = []
  /// Entries of the log with a content that changed nothing.
  var unused: Set<UInt64> = []
  /// Entries of the log that it says are redacted, and that may have their payloads still.
  var unredacted: Set<UInt64> = []
  /// Contents whose words are to leave the file at the next flush.
  var removed: Set<UInt32> = []
}

/// Places of contents that are wanted, in an order that a reader can continue in.
struct WantedPlaces: Sequence {
  private var places: [UInt32] = []
  private var indexes: [UInt32: Int] = [:]

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  func makeIterator() -> IndexingIterator<[UInt32]> { places.makeIterator() }

  mutating func insert(_ place: UInt32) {
    guard indexes[place] == nil else { return }
    indexes[place] = places.count
    places.append(place)
  }

  /// The last one moves to where it was.
  mutating func remove(_ place: UInt32) {
    guard let index = indexes.removeValue(forKey: place) else { return }
    let last = places.removeLast()
    guard last != place else { return }
    places[index] = last
    indexes[last] = index
  }

  /// The next `count` places from an index on, all of them once where there are no more.
  func nextPlaces(from start: Int, atMost count: Int) -> [UInt32] {
    guard !places.isEmpty else { return [] }
    return (0..<Swift.min(count, places.count)).map { places[(start + $0) % places.count] }
  }
}
