internal import JournalFormat
internal import JournalStore
internal import Sync

/// Answers, once what they say is durable.
extension Aggregator {
  func answer(_ prepared: Prepared, now: Timestamp) -> SyncResponse {
    switch prepared {
    case .ready(let response): return response
    case .enrolled(let epoch):
      return .enrolled(folds.state.epochs[Int(epoch)].grant, configuration.limits)
    case .opened(let epoch, let verdict):
      return .opened(verdict, news(epoch: epoch, wanted: wantedOfAll(epoch: epoch, now: now)))
    case .news(let epoch):
      return .news(news(epoch: epoch, wanted: wantedOfAll(epoch: epoch, now: now)))
    case .granted(let epoch):
      let state = folds.state.epochs[Int(epoch)]
      return .granted(
        state.grant, root: rootToTell(state),
        withdrawn: state.told.map { folds.state.tagTable.tags[Int($0)] },
        vouched: folds.state.vouchedTags(ofLineage: state.lineage),
        news(epoch: epoch, wanted: wantedOfAll(epoch: epoch, now: now)))
    case .verdict(let epoch, let verdict):
      return .notReceived(verdict, news(epoch: epoch, wanted: []))
    case .received(let epoch, let place, let vouched):
      let state = folds.state.epochs[Int(epoch)]
      let news = news(epoch: epoch, wanted: wanted(vouched, epoch: epoch, now: now))
      // The numbers were checked when the batch was read.
      let receipt = Receipt(
        lineage: state.grant.lineage, epoch: state.grant.epoch,
        first: SequenceNumber(place.first)!, last: SequenceNumber(place.last)!,
        digest: place.digest, cloudLife: folds.state.life, receivedMark: news.receivedMark,
        backedUpMark: news.backedUpMark, receivedTime: place.receivedTime,
        signedBy: keys.signing)
      return .received(receipt, news)
    }
  }

  /// Signs what a device acts on and what the answer does not prove by itself.
  func signed(_ response: SyncResponse, to call: Call) -> SyncResponse {
    guard response.needsSignature else { return response }
    return response.signed(by: keys.signing, to: call.requestDigest)
  }

  /// The lineage's first grant, for an epoch that goes on from the very beginning: its device may
  /// be one that has never heard of it.
  private func rootToTell(_ state: EpochState) -> Grant? {
    guard let parent = state.grant.parent, parent.number == 0,
      let root = folds.state.epochPlaces[parent.epoch],
      folds.state.epochs[Int(root)].grant.parent == nil
    else { return nil }
    return folds.state.epochs[Int(root)].grant
  }

  func news(epoch: UInt32?, wanted: [WantedContent]) -> CloudNews {
    CloudNews(
      cloudLife: folds.state.life,
      receivedMark: epoch.map { folds.state.epochs[Int($0)].head.number } ?? 0,
      backedUpMark: epoch.flatMap { try? folds.backedUpMark(epoch: $0) } ?? 0,
      limits: configuration.limits, wanted: wanted)
  }

  /// Contents in one answer.
  private static let wantedMax = 16

  /// What a receipt asks for: contents of its batch, then the next of all that are wanted of the
  /// device. Each content report has a receipt, so a device that delivers is asked until nothing is
  /// left.
  ///
  /// What it was asked before comes last, and is told again in every receipt until it arrives: the
  /// answer that asked for it may be lost. The device reports it once, however often it is told.
  private func wanted(_ vouched: [UInt32], epoch: UInt32, now: Timestamp) -> [WantedContent] {
    let told = ask(for: vouched, epoch: epoch, now: now, atMost: Self.wantedMax)
    guard told.count < Self.wantedMax else { return told }
    let name = folds.state.epochs[Int(epoch)].grant.epoch
    let known = Set(told)
    var (further, again): ([UInt32], [UInt32]) = ([], [])
    for place in nextOfAll(epoch: epoch) {
      guard let content = folds.state.wantedContent(place), !known.contains(content) else {
        continue
      }
      if asked.isAsked(content, epoch: name, now: now) {
        again.append(place)
      } else {
        further.append(place)
      }
    }
    return told
      + ask(
        for: further + again, epoch: epoch, now: now, atMost: Self.wantedMax - told.count)
  }

  /// What a device is asked for that opens, or asks what is wanted: an earlier answer may be lost.
  private func wantedOfAll(epoch: UInt32, now: Timestamp) -> [WantedContent] {
    ask(for: nextOfAll(epoch: epoch), epoch: epoch, now: now, atMost: Self.wantedMax)
  }

  /// The places of wanted contents that the device of an epoch vouches for, as far as one answer
  /// looks.
  private func nextOfAll(epoch: UInt32) -> [UInt32] {
    guard !folds.state.wanted.isEmpty else { return [] }
    let state = folds.state.epochs[Int(epoch)]
    let start = asked.place(
      of: state.grant.lineage, among: folds.state.wanted.count,
      step: CloudState.wantedOfAnswerMax)
    return folds.state.wantedContents(vouchedForBy: state.lineage, from: start)
  }

  /// Which of some contents, by their places, this device is asked for now: no more are marked as
  /// asked for than fit into the answer.
  private func ask(
    for places: [UInt32], epoch: UInt32, now: Timestamp, atMost count: Int
  ) -> [WantedContent] {
    let (grant, lineage) = (
      folds.state.epochs[Int(epoch)].grant, folds.state.epochs[Int(epoch)].lineage
    )
    var found: [WantedContent] = []
    for place in places where found.count < count {
      guard let content = folds.state.wantedContent(place),
        folds.state.mayAsk(
          lineage, for: place, newcomerMilliseconds: configuration.newcomerMilliseconds, now: now)
      else { continue }
      if asked.ask(
        content, epoch: grant.epoch, of: grant.lineage, now: now, atOnce: configuration.askedAtOnce,
        deadlineMilliseconds: configuration.askDeadlineMilliseconds)
      {
        found.append(content)
      }
    }
    return found
  }
}
