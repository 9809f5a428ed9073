internal import JournalFormat
internal import JournalStore

/// Has entries in the log, the projections in step with it and the witness told; tries again what
/// failed.
final class LogCommitter {
  let log: any CloudLog
  let projections: CloudProjections
  let witness: LogWitness
  private let holdOffMilliseconds: Int64
  /// An append whose outcome is open: nothing is taken until it is resolved and read again.
  private var hasOpenOutcome = false
  private(set) var writeTrouble: WriteTrouble?
  private(set) var projectionTrouble: String?

  /// Why the log could not be written, and until when it is not tried again.
  struct WriteTrouble {
    var reason: String
    var triedAgainFrom: Timestamp
  }

  init(
    log: any CloudLog, projections: CloudProjections, witness: LogWitness,
    holdOffMilliseconds: Int64
  ) {
    self.log = log
    self.projections = projections
    self.witness = witness
    self.holdOffMilliseconds = holdOffMilliseconds
  }

  func commit(_ group: LogDrafts, now: Timestamp) -> Bool {
    do throws(CloudLogFailure) {
      projections.advance(to: try log.append(group.drafts, extending: group.start))
      writeTrouble = nil
    } catch {
      // What was applied ahead of the commit is forgotten; the log says what happened.
      logFailed(error, now: now)
      readAgain()
      return false
    }
    maintainProjections()
    return true
  }

  /// Has an open append resolved and the log read again, now or before the next request.
  private func readAgain() {
    hasOpenOutcome = true
    _ = resolveOpenOutcome()
  }

  /// Whether the log and the projections can be used. What stands in the way is tried again each
  /// time: an open outcome first with the log, so that a log that still fails costs no reading of
  /// the projections.
  var isReady: Bool {
    if hasOpenOutcome { return resolveOpenOutcome() }
    return !projections.isDamaged || (try? projections.rebuild(log)) != nil
  }

  private func resolveOpenOutcome() -> Bool {
    do throws(CloudLogFailure) { try log.resolveOpenAppend() } catch { return false }
    guard (try? projections.reload(log)) != nil else { return false }
    hasOpenOutcome = false
    return true
  }

  // MARK: Control entries

  /// Appends entries to the log, and applies them.
  @discardableResult
  func commit(
    _ entries: [ControlEntry], now: Timestamp
  ) throws(CloudError) -> OperatorChange {
    guard !entries.isEmpty else {
      // The log may have what an earlier request asked for, and the witness may lack it.
      try persistInWitness([])
      return OperatorChange()
    }
    var group = LogDrafts(start: projections.position)
    for entry in entries { group.add(entry, now: now) }
    do throws(CloudLogFailure) {
      _ = try log.append(group.drafts, extending: group.start)
      writeTrouble = nil
    } catch {
      logFailed(error, now: now)
      readAgain()
      throw CloudError(
        .log,
        "The log cannot be written. Make room or check its disk, then try again: nothing is done "
          + "twice. The log says: \(error.reason)",
        cause: error)
    }
    do throws(CloudError) { try projections.catchUp(log) } catch {
      // The log has it: nobody is answered until the projections have it as well.
      readAgain()
      throw error
    }
    maintainProjections()
    try persistInWitness(group.witnessed)
    return OperatorChange(controlEntries: entries.count)
  }

  private func persistInWitness(_ records: [CloudWitness.Record]) throws(CloudError) {
    guard witness.persist(records) else {
      throw CloudError(
        .configuration, witness.trouble ?? "The cloud's witness cannot be written.")
    }
  }

  // MARK: Trouble

  static let unusableLog = CloudError(
    .log,
    "The log cannot be used now, so nothing was changed. Make room or check its disk, then try "
      + "again.")

  /// Whether requests are turned away without being looked at, since the log could not be written
  /// a moment ago.
  func isHeldOff(now: Timestamp) -> Bool {
    guard let writeTrouble else { return false }
    return now < writeTrouble.triedAgainFrom
  }

  /// Whether what the projections say may be told: nothing that the log may lack.
  func canShowProjections(now: Timestamp) -> Bool {
    !projections.isAheadOfLog || (!isHeldOff(now: now) && isReady)
  }

  private func logFailed(_ failure: CloudLogFailure, now: Timestamp) {
    writeTrouble = WriteTrouble(
      reason: failure.reason,
      triedAgainFrom: now.advanced(byMilliseconds: holdOffMilliseconds))
  }

  /// Looks whether the log and the projections can be written again.
  ///
  /// - Parameter hasRoom: whether the disk takes more.
  func retryWrites(now: Timestamp, hasRoom: () -> Bool) {
    if writeTrouble != nil, hasRoom(), isReady { writeTrouble = nil }
    if projectionTrouble != nil { flushProjections() }
  }

  /// What is done with the projections' file after each commit: a bounded amount.
  private func maintainProjections() {
    if projections.isFlushDue { flushProjections() }
    do throws(CloudError) { try projections.file.shortenRedo() } catch {
      projectionTrouble = error.message
    }
  }

  /// Makes a new file one that can be read, before requests come: what is written to it later is
  /// bounded by what changed.
  func finishProjections() {
    if projections.file.isUnfinished { flushProjections() }
  }

  /// Derived: a flush that fails is tried again with the next one, and the log is safe.
  private func flushProjections() {
    do throws(CloudError) {
      if projections.isDamaged { try projections.rebuild(log) }
      try projections.flush()
      projectionTrouble = nil
    } catch {
      projectionTrouble = error.message
    }
  }
}
