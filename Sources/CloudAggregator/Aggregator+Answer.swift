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
      return .opened(
        verdict,
        news(
          epoch: epoch,
          wanted: asked.wantedOfAll(
            epoch: epoch, in: folds.state, configuration, now: now)))
    case .news(let epoch):
      return .news(
        news(
          epoch: epoch,
          wanted: asked.wantedOfAll(
            epoch: epoch, in: folds.state, configuration, now: now)))
    case .granted(let epoch):
      let state = folds.state.epochs[Int(epoch)]
      return .granted(
        state.grant, root: rootToTell(state),
        withdrawn: state.told.map { folds.state.items.tagTable.tags[Int($0)] },
        vouched: folds.state.lineages.vouchedTags(
          of: state.lineage, in: folds.state.items),
        news(
          epoch: epoch,
          wanted: asked.wantedOfAll(
            epoch: epoch, in: folds.state, configuration, now: now)))
    case .verdict(let epoch, let verdict):
      return .notReceived(verdict, news(epoch: epoch, wanted: []))
    case .received(let epoch, let place, let vouched):
      let state = folds.state.epochs[Int(epoch)]
      let news = news(
        epoch: epoch,
        wanted: asked.wanted(
          vouched, epoch: epoch, in: folds.state, configuration, now: now))
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
      let root = folds.state.epochs.places[parent.epoch],
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
}
