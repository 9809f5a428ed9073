package import JournalFormat
internal import JournalStore

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
    let change = try commit(
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
    return try commit(back + retraction(of: known, isUndone: true), now: now)
  }

  /// Takes what a part of a device's reports counts for out of counts and index, or puts it back.
  /// The device itself goes on.
  package func retract(
    _ range: ReportRange, of lineage: LineageName, counts: RevokedCounts, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    let known = try self.known(lineage)
    guard let place = folds.state.epochs.places[range.epoch],
      folds.state.epochs[Int(place)].grant.lineage == lineage
    else {
      throw CloudError(
        .notFound,
        "The device \(lineage) was never granted the epoch \(range.epoch). Ask `spotlog cloud why` "
          + "for an item that it reported, and take epoch and numbers from there.")
    }
    guard counts == .retracted || !known.removal.isErased else { throw Self.erased(lineage) }
    let entry = ControlEntry.retract(
      range.epoch, first: range.first, last: range.last, isUndone: counts == .kept)
    return try commit(folds.state.changesThePast(entry) ? [entry] : [], now: now)
  }

  /// Takes all that a lineage reported out of counts, index and log, for ever. One that was
  /// interrupted is gone on with by asking again.
  package func erase(
    _ lineage: LineageName, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    let known = try self.known(lineage)
    let mark: [ControlEntry] = known.removal.isErased ? [] : [.erase(lineage)]
    var change = try commit(
      revocation(of: known) + retraction(of: known, isUndone: false) + mark, now: now)
    asked.forget(lineage)
    change.redactedBatches = try redactBatches(of: lineage)
    return change
  }

  /// Hides everything under a tag, or no longer does.
  package func takeDown(
    _ tag: Tag, isUndone: Bool, now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    try beReady()
    guard let place = folds.state.items.tagTable.place(of: tag) else {
      throw CloudError(
        .notFound,
        "Nobody has reported the item \(tag). List what is public, or what was counted, and take "
          + "the item's tag from there.")
    }
    let isDone = folds.state.items.tags[place].isTakenDown == !isUndone
    return try commit(isDone ? [] : [.takeDown(tag, isUndone: isUndone)], now: now)
  }

  private static func erased(_ lineage: LineageName) -> CloudError {
    CloudError(
      .erased,
      "What the device \(lineage) reported was erased, so its counts cannot be kept. It is removed "
        + "already: there is nothing left to do.")
  }

  // MARK: Control entries

  private func known(_ lineage: LineageName) throws(CloudError) -> LineageState {
    try beReady()
    guard let place = folds.state.lineages.places[lineage] else {
      throw CloudError(
        .notFound,
        "No device has enrolled as \(lineage). List the devices, and take its lineage from there.")
    }
    return folds.state.lineages[Int(place)]
  }

  private func revocation(of lineage: LineageState) -> [ControlEntry] {
    lineage.removal.isRevoked ? [] : [.revoke(lineage.name, isUndone: false)]
  }

  /// For each epoch that has not come to this already.
  private func retraction(of lineage: LineageState, isUndone: Bool) -> [ControlEntry] {
    folds.state.epochs.all
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
        guard row.kind == .batch, let payload = row.payload else { return .next }
        // The fold has read every header.
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
    do { try settleFiles() } catch { throw unfinished("\(error)", error) }
    return numbers.count
  }

  private func unfinished(_ reason: String, _ cause: any Error) -> CloudError {
    CloudError(
      .log,
      "Nothing that the device reported counts any more, but its words may still be on the disk. "
        + "Erase it again, which goes on from there. What the log says: \(reason)", cause: cause)
  }

  // MARK: The log

  private func beReady() throws(CloudError) { guard isReady else { throw Self.unusableLog } }

  static let unusableLog = CloudError(
    .log,
    "The log cannot be used now, so nothing was changed. Make room or check its disk, then try "
      + "again.")

  /// Has entries in the log, and folds them from there.
  @discardableResult
  func commit(
    _ entries: [ControlEntry], now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    guard !entries.isEmpty else { return OperatorChange() }
    var group = Group(start: folds.position)
    for entry in entries { group.add(entry, now: now) }
    do throws(CloudLogFailure) {
      _ = try log.append(group.drafts, extending: group.start)
      writeTrouble = nil
    } catch {
      logFailed(error, now: now)
      readAgain()
      throw CloudError(
        .log,
        "The log cannot be written. Make room or check its disk, then try again: what was done is "
          + "not done twice. What the log says: \(error.reason)", cause: error)
    }
    do throws(CloudError) { try folds.catchUp(log) } catch {
      // The log has it: nobody is answered until the folds have it as well.
      readAgain()
      throw error
    }
    if folds.isFlushDue { flushFolds() }
    guard witnessed(group.witnessed) else {
      throw CloudError(
        .configuration, witnessTrouble ?? "The cloud's witness cannot be written.")
    }
    return OperatorChange(controlEntries: entries.count)
  }
}
