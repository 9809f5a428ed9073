internal import JournalFormat
internal import Sync

/// Who was asked for which content and until when. Not part of any projection: forgetting it only
/// means that somebody is asked again.
struct AskedContents {
  private struct Ask {
    /// A copy of the device may have what it has not, and is another one to ask.
    var epoch: EpochName
    var lineage: LineageName
    /// Until then its answer is waited for.
    var deadline: Timestamp
    /// Until then others go first: it was asked and did not deliver.
    var restsUntil: Timestamp
  }

  private var asks: [WantedContent: [Ask]] = [:]
  /// Where the last answer to a lineage stopped among all wanted contents, while these are more
  /// than one answer looks at.
  private var places: [LineageName: Int] = [:]
  /// Lineages of which that is remembered.
  private static let placesMax = 100_000
  /// Contents that are remembered at a time.
  private static let contentsMax = 100_000
  /// Devices that are remembered for one content.
  private static let asksMax = 64

  /// Whether to ask the device of an epoch now; then it counts as asked. One that is asked already
  /// is told again, in its own place and time: an answer may have been lost.
  mutating func ask(
    _ content: WantedContent, epoch: EpochName, of lineage: LineageName, now: Timestamp,
    atOnce: Int, deadlineMilliseconds: Int64
  ) -> Bool {
    var current = (asks[content] ?? []).filter { $0.restsUntil > now }
    if let own = current.first(where: { $0.epoch == epoch }) { return own.deadline > now }
    // Copies of one device have one place among those that are asked at a time.
    let others = Set(current.filter { $0.deadline > now && $0.lineage != lineage }.map(\.lineage))
    guard others.count < atOnce else { return false }
    if current.count >= Self.asksMax { current.removeFirst() }
    let deadline = now.advanced(byMilliseconds: deadlineMilliseconds)
    current.append(
      Ask(
        epoch: epoch, lineage: lineage, deadline: deadline,
        restsUntil: deadline.advanced(byMilliseconds: deadlineMilliseconds)))
    if asks.count >= Self.contentsMax { asks = [:] }
    asks[content] = current
    return true
  }

  /// Whether the device is asked already, and its answer is waited for.
  func isAsked(_ content: WantedContent, epoch: EpochName, now: Timestamp) -> Bool {
    asks[content]?.contains { $0.epoch == epoch && $0.deadline > now } ?? false
  }

  /// Where an answer to the lineage continues among `count` wanted contents; the next one continues
  /// `step` further.
  mutating func place(of lineage: LineageName, among count: Int, step: Int) -> Int {
    guard count > step else {
      places[lineage] = nil
      return 0
    }
    let place = (places[lineage] ?? 0) % count
    if places.count >= Self.placesMax { places = [:] }
    places[lineage] = (place + step) % count
    return place
  }

  /// The device does not have the content any more: somebody else can be asked at once.
  mutating func releaseAsk(_ content: WantedContent, epoch: EpochName, now: Timestamp) {
    guard var current = asks[content],
      let place = current.firstIndex(where: { $0.epoch == epoch })
    else { return }
    current[place].deadline = min(now, current[place].deadline)
    asks[content] = current
  }

  /// Waits for nothing more from a lineage.
  mutating func forget(_ lineage: LineageName) {
    asks = asks.mapValues { $0.filter { $0.lineage != lineage } }.filter { !$0.value.isEmpty }
  }

  /// How many devices are waited for with a content.
  func count(of content: WantedContent, now: Timestamp) -> Int {
    asks[content]?.count { $0.deadline > now } ?? 0
  }

  // MARK: What a device is asked for

  /// Contents in one answer.
  private static let wantedMax = 16

  /// Wanted contents that one answer looks at for its device: whatever others want, an answer takes
  /// its time. A device is asked for the rest by the answers that follow.
  static let wantedOfAnswerMax = 1_024

  /// What a receipt asks for: contents of its batch, then the next of all that are wanted of the
  /// device. Each content report has a receipt, so a device that delivers is asked until nothing is
  /// left.
  ///
  /// What it was asked before comes last, and is told again in every receipt until it arrives: the
  /// answer that asked for it may be lost. The device reports it once, however often it is told.
  mutating func wanted(
    _ endorsed: [UInt32], epoch: UInt32, in state: CloudState, _ configuration: CloudConfiguration,
    now: Timestamp
  ) -> [WantedContent] {
    let told = ask(
      for: endorsed, epoch: epoch, in: state, configuration, now: now, atMost: Self.wantedMax)
    guard told.count < Self.wantedMax else { return told }
    let name = state.epochs[Int(epoch)].grant.epoch
    let known = Set(told)
    var (further, again): ([UInt32], [UInt32]) = ([], [])
    for place in nextOfAll(epoch: epoch, in: state, configuration) {
      guard let content = state.publication.wantedContent(place, in: state.items),
        !known.contains(content)
      else { continue }
      if isAsked(content, epoch: name, now: now) {
        again.append(place)
      } else {
        further.append(place)
      }
    }
    return told
      + ask(
        for: further + again, epoch: epoch, in: state, configuration, now: now,
        atMost: Self.wantedMax - told.count)
  }

  /// What a device is asked for that opens, or asks what is wanted: an earlier answer may be lost.
  mutating func wantedOfAll(
    epoch: UInt32, in state: CloudState, _ configuration: CloudConfiguration, now: Timestamp
  ) -> [WantedContent] {
    ask(
      for: nextOfAll(epoch: epoch, in: state, configuration), epoch: epoch, in: state,
      configuration, now: now,
      atMost: Self.wantedMax)
  }

  /// The places of wanted contents that the device of an epoch endorses, in the order of their
  /// names. One answer looks at a bounded number.
  private mutating func nextOfAll(
    epoch: UInt32, in state: CloudState, _ configuration: CloudConfiguration
  ) -> [UInt32] {
    let wanted = state.publication.wanted
    guard !wanted.isEmpty, configuration.asksForEverything else { return [] }
    let (lineage, items) = (state.epochs[Int(epoch)].lineage, state.items)
    let start = place(
      of: state.epochs[Int(epoch)].grant.lineage, among: wanted.count,
      step: Self.wantedOfAnswerMax)
    return wanted.nextPlaces(from: start, atMost: Self.wantedOfAnswerMax)
      .filter { state.endorses(lineage, for: $0) }
      .sorted { first, second in
        let (one, other) = (items.contents[Int(first)], items.contents[Int(second)])
        let tags = (items.tagTable.tags[Int(one.tag)], items.tagTable.tags[Int(other.tag)])
        return (tags.0, one.digest) < (tags.1, other.digest)
      }
  }

  /// Which of some contents, by their places, this device is asked for now: no more are marked as
  /// asked for than fit into the answer.
  private mutating func ask(
    for places: [UInt32], epoch: UInt32, in state: CloudState, _ configuration: CloudConfiguration,
    now: Timestamp, atMost count: Int
  ) -> [WantedContent] {
    let (grant, lineage) = (state.epochs[Int(epoch)].grant, state.epochs[Int(epoch)].lineage)
    var found: [WantedContent] = []
    for place in places where found.count < count {
      guard let content = state.publication.wantedContent(place, in: state.items),
        Self.mayAsk(
          lineage, for: place, in: state, newcomerMilliseconds: configuration.newcomerMilliseconds,
          now: now)
      else { continue }
      if ask(
        content, epoch: grant.epoch, of: grant.lineage, now: now, atOnce: configuration.askedAtOnce,
        deadlineMilliseconds: configuration.askDeadlineMilliseconds)
      {
        found.append(content)
      }
    }
    return found
  }

  /// Whether a device that endorses a content may be asked for it. A newcomer may not while an
  /// older one endorses: anyone who invents all but one of the devices that it takes would be told
  /// at once that somebody else endorses. The older one is asked when it is next heard, and
  /// newcomers once their period is over.
  private static func mayAsk(
    _ lineage: UInt32, for content: UInt32, in state: CloudState, newcomerMilliseconds: Int64,
    now: Timestamp
  ) -> Bool {
    state.items.contents[Int(content)].oldestEndorser == lineage
      || !state.lineages[Int(lineage)].isNewcomer(within: newcomerMilliseconds, now: now)
  }
}

extension CloudState {
  /// Places of wanted contents of one batch: so many that those asked for already, of others, leave
  /// some. The rest come with the next batch, or when the device opens.
  private static let wantedOfBatchMax = 64

  /// Places of wanted contents in a batch, applied already, that its lineage endorses still.
  func wantedContents(in columns: BatchColumns, of lineage: UInt32) -> [UInt32] {
    guard !publication.wanted.isEmpty else { return [] }
    var found: [UInt32] = []
    columns.forEach { record in
      guard record.kind == .engaged, found.count < Self.wantedOfBatchMax,
        let tag = items.tagTable.place(of: record.tag),
        let place = items.knownContent(tag: tag, digest: record.content),
        publication.isWanted(items.contents[Int(place)], in: items), endorses(lineage, for: place),
        !found.contains(place)
      else { return }
      found.append(place)
    }
    return found
  }

  fileprivate func endorses(_ lineage: UInt32, for content: UInt32) -> Bool {
    lineages[Int(lineage)].endorses(
      for: content, under: Int(items.contents[Int(content)].tag))
  }
}
