internal import JournalFormat
internal import JournalStore

/// Words that may not be shown any more leave the disk.
final class WordRedaction {
  private let committer: LogCommitter
  private let delayMilliseconds: Int64
  private var unneededWords = UnneededWords()
  var trouble: String?
  private var log: any CloudLog { committer.log }
  private var projections: CloudProjections { committer.projections }

  init(_ committer: LogCommitter, delayMilliseconds: Int64) {
    self.committer = committer
    self.delayMilliseconds = delayMilliseconds
  }

  /// Redacts contents that fewer than k lineages endorse, or whose item is taken down, or that
  /// came when nobody needed them, once they have been so for the configured time. The log says so
  /// first; what was interrupted is continued by calling this again.
  ///
  /// While the log is recovering nobody knows who endorses, and nothing is redacted.
  ///
  /// - Returns: batches that lost their payloads.
  @discardableResult
  func redactHiddenContents(now: Timestamp) throws(CloudError) -> Int {
    guard committer.isReady, !projections.state.isRecovering else { return 0 }
    let useless = projections.state.publication.uselessContents(in: projections.state.items)
    let due = unneededWords.due(useless, now: now, afterMilliseconds: delayMilliseconds)
    if !due.isEmpty {
      // What nobody needed goes as well, however young: else a rebuild would find it in the log
      // without what came before it, and show it.
      let all = projections.state.publication.logged.unused.union(due)
      try committer.commit(try redactions(of: all.sorted()), now: now)
    }
    return try finishRedactions()
  }

  /// What the log is to say of its entries before they are redacted.
  private func redactions(of numbers: [UInt64]) throws(CloudError) -> [ControlEntry] {
    var entries: [ControlEntry] = []
    for number in numbers {
      guard let header = try header(ofBatch: number), header.entryCount == 1,
        let batch = try? projections.file.batch(
          epoch: projections.state.epochs.places[header.epoch] ?? .max,
          holding: header.last.rawValue)
      else {
        unneededWords.markInseparable(number)
        continue
      }
      entries.append(
        .redacted(
          ControlEntry.Redacted(
            logNumber: number, epoch: header.epoch, first: batch.first, last: batch.last,
            digest: batch.digest)))
    }
    return entries
  }

  /// Nil when the entry is not a batch that can be read.
  private func header(ofBatch number: UInt64) throws(CloudError) -> BatchHeader? {
    var header: BatchHeader?
    do throws(CloudLogFailure) {
      try log.read(after: number - 1, expecting: nil) { row in
        if row.kind == .batch, let payload = row.payload {
          header = try? BatchHeader(startOf: payload)
        }
        return .stop
      }
    } catch {
      throw unfinished(error)
    }
    return header
  }

  /// Performs the redactions that the log orders.
  private func finishRedactions() throws(CloudError) -> Int {
    let numbers = projections.state.publication.logged.unredacted.sorted()
    guard !numbers.isEmpty else { return 0 }
    do {
      for number in numbers.compactMap(SequenceNumber.init) { try log.redact(number) }
      // The newest pages, and older ones with them, lie in files of their own.
      try log.file?.flushWriteAheadLog()
      try projections.reclaimSpace()
    } catch {
      throw unfinished(error)
    }
    projections.state.publication.logged.unredacted.subtract(numbers)
    try projections.flush()
    return numbers.count
  }

  private func unfinished(_ cause: any Error) -> CloudError {
    let reason = (cause as? CloudLogFailure)?.reason ?? "\(cause)"
    return CloudError(
      .log,
      "Words that are hidden may still be on the disk (\(reason)). Make room, and end programs "
        + "that read the cloud's files; the server tries again automatically.", cause: cause)
  }
}

/// Since when words in the log are of no use. In memory: a start starts to count from zero.
struct UnneededWords {
  private var since: [UInt64: Timestamp] = [:]
  /// Batches in which the words did not travel alone: these stay, or counts would go with them.
  private var inseparable: Set<UInt64> = []

  /// Which of the log's entries to redact now: none, until one has waited for the delay. Then all
  /// that have waited half as long go with it, since the files are rewritten each time.
  ///
  /// - Parameter useless: entries with words that are of no use now.
  mutating func due(
    _ useless: [UInt64], now: Timestamp, afterMilliseconds delay: Int64
  ) -> [UInt64] {
    var current: [UInt64: Timestamp] = [:]
    for number in useless where !inseparable.contains(number) {
      current[number] = min(since[number] ?? now, now)
    }
    since = current
    guard let oldest = since.values.min(), oldest.advanced(byMilliseconds: delay) <= now else {
      return []
    }
    return since.filter { $0.value.advanced(byMilliseconds: delay / 2) <= now }.keys.sorted()
  }

  mutating func markInseparable(_ number: UInt64) { inseparable.insert(number) }
}
