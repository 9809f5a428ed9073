package import JournalFormat
internal import JournalStore
package import Sync

/// What becomes of the counts of a device that is removed.
package enum RevokedCounts: String, Hashable, Sendable, CaseIterable {
  case kept
  /// As if the device had never been there.
  case retracted
}

/// Reports of a device, by their numbers in one of its epochs.
package struct ReportRange: Hashable, Sendable {
  package let epoch: EpochName
  package let first: UInt64
  package let last: UInt64

  /// Nil when `first` is 0 or above `last`.
  package init?(epoch: EpochName, first: UInt64, last: UInt64) {
    guard 1 <= first, first <= last else { return nil }
    (self.epoch, self.first, self.last) = (epoch, first, last)
  }
}

/// What an operator's request led to. One that was fulfilled before leads to nothing.
package struct OperatorChange: Hashable, Sendable, Encodable {
  /// Control entries that the log got.
  package var controlEntries = 0
  /// Batches that lost their payloads.
  package var redactedBatches = 0
}

/// What an operator decides: who takes part, what counts, what is shown.
///
/// Each request is in the log before it has an effect, and can be made again when it failed.
extension Aggregator {
  /// Refuses the keys of a lineage from now on. Its counts stay or go, which can be changed later
  /// by asking again.
  package func revoke(
    _ lineage: LineageName, counts: RevokedCounts, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    let known = try self.known(lineage)
    if counts == .kept, known.removal.isErased {
      throw Self.erased(lineage)
    }
    let change = try committer.commit(
      revocation(of: known) + retraction(of: known, isUndone: counts == .kept), now: now)
    asked.forget(lineage)
    return change
  }

  /// Takes a removed lineage back: its keys are accepted again, and all that it reported counts.
  package func reinstate(
    _ lineage: LineageName, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    let known = try self.known(lineage)
    guard !known.removal.isErased else {
      throw CloudError(
        .erased,
        "What the device \(lineage) reported was erased, so it cannot be reinstated. Have its "
          + "owner begin with a new device: `spotlog device init` in another folder.")
    }
    let back: [ControlEntry] =
      known.removal.isRevoked ? [.revoke(lineage, isUndone: true)] : []
    return try committer.commit(back + retraction(of: known, isUndone: true), now: now)
  }

  /// Takes what a part of a device's reports counts for out of counts and index, or puts it back.
  /// The device itself continues.
  package func retract(
    _ range: ReportRange, of lineage: LineageName, counts: RevokedCounts, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    let known = try self.known(lineage)
    guard let place = projections.state.epochs.places[range.epoch],
      projections.state.epochs[Int(place)].grant.lineage == lineage
    else {
      throw CloudError(
        .notFound,
        "The device \(lineage) was never granted the epoch \(range.epoch). Ask `spotlog cloud why` "
          + "for an item that it reported, and take epoch and numbers from there.")
    }
    guard counts == .retracted || !known.removal.isErased else { throw Self.erased(lineage) }
    let entry = ControlEntry.retract(
      range.epoch, first: range.first, last: range.last, isUndone: counts == .kept)
    return try committer.commit(projections.state.changesThePast(entry) ? [entry] : [], now: now)
  }

  /// Takes all that a lineage reported out of counts, index and log, for ever. One that was
  /// interrupted is continued by asking again.
  package func erase(
    _ lineage: LineageName, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    let known = try self.known(lineage)
    let mark: [ControlEntry] = known.removal.isErased ? [] : [.erase(lineage)]
    var change = try committer.commit(
      revocation(of: known) + retraction(of: known, isUndone: false) + mark, now: now)
    asked.forget(lineage)
    change.redactedBatches = try redactBatches(of: lineage)
    return change
  }

  /// Hides everything under a tag, or no longer does.
  package func takeDown(
    _ tag: Tag, isUndone: Bool, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    try requireReady()
    guard let place = projections.state.items.tagTable.place(of: tag) else {
      throw CloudError(
        .notFound,
        "Nobody has reported the item \(tag). List what is public, or what was counted, and take "
          + "the item's tag from there.")
    }
    let isDone = projections.state.items.tags[place].isTakenDown == !isUndone
    return try committer.commit(isDone ? [] : [.takeDown(tag, isUndone: isUndone)], now: now)
  }

  private static func erased(_ lineage: LineageName) -> CloudError {
    CloudError(
      .erased,
      "What the device \(lineage) reported was erased, so its counts cannot be kept. It is removed "
        + "already: there is nothing left to do.")
  }

  // MARK: Control entries

  private func known(_ lineage: LineageName) throws(CloudError) -> LineageState {
    try requireReady()
    guard let place = projections.state.lineages.places[lineage] else {
      throw CloudError(
        .notFound,
        "No device has enrolled as \(lineage). List the devices, and take its lineage from there.")
    }
    return projections.state.lineages[Int(place)]
  }

  private func revocation(of lineage: LineageState) -> [ControlEntry] {
    lineage.removal.isRevoked ? [] : [.revoke(lineage.name, isUndone: false)]
  }

  /// For each epoch that has not come to this already.
  private func retraction(of lineage: LineageState, isUndone: Bool) -> [ControlEntry] {
    projections.state.epochs.all
      .filter { $0.grant.lineage == lineage.name }
      .filter { isUndone ? !$0.retracted.isEmpty : !$0.isRetractedWhole }
      .map { .retract($0.grant.epoch, first: 1, last: .max, isUndone: isUndone) }
  }

  // MARK: Redacting

  /// Takes the payloads of a lineage's batches out of the log: how many there were.
  private func redactBatches(of lineage: LineageName) throws(CloudError) -> Int {
    var numbers: [SequenceNumber] = []
    do throws(CloudLogFailure) {
      try log.read(after: 0, expecting: nil) { row in
        guard configuration.redactsErased, row.kind == .batch, let payload = row.payload
        else { return .next }
        // The projection has read every header.
        if let header = try? BatchHeader(startOf: payload), header.lineage == lineage {
          numbers.append(row.number)
        }
        return .next
      }
      for number in numbers { try log.redact(number) }
    } catch {
      throw unfinished(error.reason, error)
    }
    // The log's newest pages, and older ones with them, lie in a file of their own.
    do { try flushFiles() } catch { throw unfinished("\(error)", error) }
    return numbers.count
  }

  private func unfinished(_ reason: String, _ cause: any Error) -> CloudError {
    CloudError(
      .log,
      "Nothing that the device reported counts any more, but its words may still be on the disk. "
        + "Erase it again, which continues from there. The log says: \(reason)", cause: cause)
  }

  private func requireReady() throws(CloudError) {
    guard committer.isReady else { throw LogCommitter.unusableLog }
  }

  // MARK: Lists

  package func devices(after: LineageName? = nil, limit: Int) -> CloudPage<ListedDevice> {
    projections.devices(after: after, limit: limit)
  }

  package func incidents(after: UInt64 = 0, limit: Int) -> CloudPage<ListedIncident> {
    projections.incidents(after: after, limit: limit)
  }

  /// With how many devices are waited for, which only a running aggregator knows.
  package func candidates(
    after: WantedContent? = nil, limit: Int, now: Timestamp
  ) -> CloudPage<ListedCandidate> {
    projections.candidates(after: after, limit: limit) { asked.count(of: $0, now: now) }
  }

  /// What the cloud holds. To digest the state takes as long as there are devices and items, and
  /// nothing is received meanwhile: it is done once for each head of the log.
  package func status() throws(CloudError) -> CloudStatus {
    var status: CloudStatus
    if let known = knownDigest, known.position == projections.position {
      status = projections.status(stateDigest: known.digest)
    } else {
      let digest = try projections.stateDigest()
      knownDigest = (projections.position, digest)
      status = projections.status(stateDigest: digest)
    }
    if status.recovering != nil, let recoveringTrouble = recovery.trouble {
      status.recovering = recoveringTrouble
    }
    status.acceptsLoss = configuration.acceptsLoss
    status.acceptedLosses = recovery.acceptedLosses.map(\.text)
    return status
  }

  /// From what the figures of items are made. Nothing is received meanwhile.
  package func contributions(to tags: Set<Tag>) throws(CloudError) -> ContributionLedger {
    try projections.contributions(to: tags, in: log)
  }

  /// Why an item is public or not; nil when nobody has reported it. Nothing is received meanwhile.
  package func explanation(of tag: Tag) throws(CloudError) -> ItemExplanation? {
    try projections.explanation(of: tag, in: log)
  }
}
