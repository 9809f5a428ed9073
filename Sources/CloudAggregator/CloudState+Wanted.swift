internal import JournalFormat
internal import Sync

/// Places of contents that are wanted, in an order that a reader can go on in.
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
  func lap(from start: Int, atMost count: Int) -> [UInt32] {
    guard !places.isEmpty else { return [] }
    return (0..<Swift.min(count, places.count)).map { places[(start + $0) % places.count] }
  }
}

/// What is asked for, and of whom.
extension CloudState {
  /// The content at a place, if it is wanted.
  func wantedContent(_ place: UInt32) -> WantedContent? {
    let content = contents[Int(place)]
    guard isWanted(content) else { return nil }
    return WantedContent(tag: tagTable.tags[Int(content.tag)], content: content.digest)
  }

  /// Whether so many lineages vouch for a content that it may be public.
  func hasEnough(_ content: ContentState) -> Bool { content.vouchers >= max(1, threshold) }

  /// Whether a content may be public and has not arrived.
  func isWanted(_ content: ContentState) -> Bool {
    content.arrived == 0 && hasEnough(content) && !tags[Int(content.tag)].isTakenDown
  }

  /// Whether a device that vouches for a content may be asked for it. A newcomer may not while an
  /// older one vouches: whoever invents all but one of the devices that it takes would be told at
  /// once that somebody else vouches. The older one is asked when it is next heard, and newcomers
  /// when they are none any more.
  func mayAsk(
    _ lineage: UInt32, for content: UInt32, newcomerMilliseconds: Int64, now: Timestamp
  ) -> Bool {
    contents[Int(content)].oldestVoucher == lineage
      || !lineages[Int(lineage)].isNewcomer(within: newcomerMilliseconds, now: now)
  }

  /// Places of wanted contents of one batch: so many that those asked for already, of others, leave
  /// some. The rest come with the next batch, or when the device opens.
  private static let wantedOfBatchMax = 64

  /// Places of wanted contents in a batch, folded already, that its lineage vouches for still.
  func wantedContents(in columns: BatchColumns, of lineage: UInt32) -> [UInt32] {
    guard !wanted.isEmpty else { return [] }
    var found: [UInt32] = []
    columns.forEach { record in
      guard record.kind == .engaged, !record.isRedacted, found.count < Self.wantedOfBatchMax,
        let tag = tagTable.place(of: record.tag),
        let place = knownContent(tag: tag, digest: record.content),
        isWanted(contents[Int(place)]), vouches(lineage, for: place), !found.contains(place)
      else { return }
      found.append(place)
    }
    return found
  }

  private func vouches(_ lineage: UInt32, for content: UInt32) -> Bool {
    lineages[Int(lineage)].vouches(for: content, under: Int(contents[Int(content)].tag))
  }

  /// Wanted contents that one answer looks at for its device: whatever others want, an answer takes
  /// its time. A device is asked for the rest by the answers that follow.
  static let wantedOfAnswerMax = 1_024

  /// Places of wanted contents that a lineage vouches for, in the order of their names: of the next
  /// `wantedOfAnswerMax` of all.
  ///
  /// - Parameter start: where the lineage's last answer stopped.
  func wantedContents(vouchedForBy lineage: UInt32, from start: Int) -> [UInt32] {
    let lap = wanted.lap(from: start, atMost: Self.wantedOfAnswerMax)
    return lap.filter { vouches(lineage, for: $0) }.sorted { first, second in
      let (one, other) = (contents[Int(first)], contents[Int(second)])
      let tags = (tagTable.tags[Int(one.tag)], tagTable.tags[Int(other.tag)])
      return (tags.0, one.digest) < (tags.1, other.digest)
    }
  }
}
