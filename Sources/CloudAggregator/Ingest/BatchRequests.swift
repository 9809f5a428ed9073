internal import JournalFormat
internal import JournalStore
internal import Sync

/// Batches: read, decided on, applied ahead of their commit.
final class BatchRequests {
  private let checks: RequestChecks
  private var configuration: CloudConfiguration { checks.configuration }
  private var keys: CloudKeys { checks.keys }
  private var projections: CloudProjections { checks.projections }
  private let inflater = Inflater()
  private var quota = ReportQuota()

  init(_ checks: RequestChecks) { self.checks = checks }

  /// A batch that the cloud had before it was restored. Its receipt says when it was received, and
  /// proves, if it is of this life, that the log went back and nobody has noticed so far.
  func resend(
    _ request: ResendRequest, now: Timestamp, in group: inout RequestGroup
  ) throws(FormatError) -> PreparedAnswer {
    let receipt = request.receipt
    let isProven = keys.trusted.contains { receipt.isSigned(by: checks.verifier($0)) }
    guard isProven else {
      group.counters.unprovenReceipts += 1
      return try append(AppendRequest(batch: request.batch), read: nil, now: now, in: &group)
    }
    group.counters.resentBatches += 1
    return try append(
      AppendRequest(batch: request.batch), read: nil, now: now, receipt: receipt, in: &group)
  }

  /// - Parameters:
  ///   - read: the request's batch, if somebody read it already.
  ///   - receipt: a proven one that the device has for it.
  func append(
    _ request: AppendRequest, read: Result<ReadBatch, FormatError>?, now: Timestamp,
    receipt: Receipt? = nil, in group: inout RequestGroup
  ) throws(FormatError) -> PreparedAnswer {
    guard request.batch.count <= Int(configuration.limits.batchByteCount) else {
      return .refuse(
        .tooLarge,
        "A batch of \(request.batch.count) bytes; at most \(configuration.limits.batchByteCount) "
          + "are accepted. Send fewer entries at once.")
    }
    let header = try BatchHeader(startOf: request.batch)
    guard let epoch = projections.state.epochs.places[header.epoch] else {
      return .ready(.notReceived(.unknownEpoch, checks.news(epoch: nil, wanted: [])))
    }
    let batch = if let read { try read.get() } else { try ReadBatch(request.batch, inflater) }
    let grant = projections.state.epochs[Int(epoch)].grant
    guard grant.lineage == header.lineage,
      batch.checked.isSigned(by: checks.verifier(grant.deviceKey))
    else {
      return .refuse(
        .notAllowed,
        "The batch is not signed by the key of its epoch, or speaks for another device. Sign it "
          + "with the key that the cloud granted.")
    }
    guard !projections.state.removal(ofEpoch: epoch).isRefused else {
      return .refused(RequestChecks.isRemoved)
    }
    if receipt == nil, let refusal = overQuota(header, epoch, now) { return .refused(refusal) }
    return try batch.withColumns { columns throws(FormatError) in
      try prepareAppend(
        columns, batch.checked, epoch: epoch, request.batch, receipt: receipt, now: now, in: &group)
    }
  }

  /// Whether the cloud gave the receipt in this life, for more than the log has: the log went back.
  private func provesLoss(_ receipt: Receipt) -> Bool {
    guard receipt.cloudLife == projections.state.life,
      let epoch = projections.state.epochs.places[receipt.epoch]
    else { return false }
    return projections.state.epochs[Int(epoch)].head.number < receipt.last.rawValue
  }

  private func prepareAppend(
    _ columns: BatchColumns, _ checked: BatchReader.Checked, epoch: UInt32, _ batch: [UInt8],
    receipt: Receipt?, now: Timestamp, in group: inout RequestGroup
  ) throws(FormatError) -> PreparedAnswer {
    let range = checked.signedRange
    let last = Locator.Place(number: checked.header.last.rawValue, digest: range.lastDigest)
    var isUnreadable = false
    let decision = projections.state.epochs[Int(epoch)].position.onAppend(
      first: range.first.rawValue, previous: range.previousDigest, last: last
    ) { number in configuration.sameByNumber(last) ?? checks.known(epoch, number, &isUnreadable) }
    guard !isUnreadable else { return .ready(Aggregator.notNow) }
    if case .append = decision, let receipt, provesLoss(receipt) {
      group.add(projections.newLife(configuration, using: &group.dice), now: now)
    }
    let received = receipt.flatMap { $0.digest == last.digest ? min($0.receivedTime, now) : nil }
    var place = BatchPlace(
      first: range.first.rawValue, last: last.number, digest: last.digest,
      logNumber: group.drafts.nextLogNumber, receivedTime: received ?? now)
    switch decision {
    case .append:
      if let refused = refuseWork(columns, epoch: epoch) { return refused }
      try project(columns, checked, epoch: epoch, at: place, batch, in: &group)
      return .received(epoch: epoch, place, endorsed: endorsed(in: columns, epoch: epoch))
    case .duplicate:
      // The receipt says when it came: never that it came now.
      guard let known = try? projections.file.batch(epoch: epoch, holding: last.number) else {
        return .ready(Aggregator.notNow)
      }
      group.counters.duplicates += 1
      place.receivedTime = known.receivedTime
      return .received(epoch: epoch, place, endorsed: endorsed(in: columns, epoch: epoch))
    case .verdict(let verdict): return .verdict(epoch: epoch, verdict)
    case .incident:
      checks.recordIncident(
        first: range.first.rawValue, last: last.number, sent: range.lastDigest, epoch: epoch,
        now: now, in: &group)
      // A batch does not say where the contents part; the device's next locator does.
      return .verdict(epoch: epoch, .fork(lastMatch: nil))
    }
  }

  /// Nil where the batch is no more work than one may be.
  private func refuseWork(_ columns: BatchColumns, epoch: UInt32) -> PreparedAnswer? {
    guard
      projections.state.isTooMuchWork(
        columns, epoch: epoch, max: configuration.batchWorkMax)
    else {
      return nil
    }
    return .refuse(
      .tooLarge,
      "The device has reported too much about these items to apply the batch at once. "
        + "Send fewer entries at once.")
  }

  private func project(
    _ columns: BatchColumns, _ checked: BatchReader.Checked, epoch: UInt32, at place: BatchPlace,
    _ batch: [UInt8], in group: inout RequestGroup
  ) throws(FormatError) {
    try projections.apply(
      columns, checked, epoch: epoch, logNumber: place.logNumber, time: place.receivedTime)
    group.drafts.witnessed += LogWitness.withdrawals(in: columns, checked.header, place.logNumber)
    group.drafts.drafts.append(EntryDraft(kind: .batch, time: place.receivedTime, payload: batch))
    group.counters.batches += 1
    group.counters.reports += UInt64(columns.entryCount)
    if configuration.reportsPerDayMax > 0 {
      quota.count(columns.entryCount, of: checked.header.lineage, now: place.receivedTime)
    }
  }

  /// What the log has is answered whatever the quota.
  private func overQuota(_ header: BatchHeader, _ epoch: UInt32, _ now: Timestamp) -> Refusal? {
    guard header.last.rawValue > projections.state.epochs[Int(epoch)].head.number else {
      return nil
    }
    return quota.refusal(
      of: header.lineage, countMax: configuration.reportsPerDayMax, now: now)
  }

  private func endorsed(in columns: BatchColumns, epoch: UInt32) -> [UInt32] {
    projections.state.wantedContents(
      in: columns, of: projections.state.epochs[Int(epoch)].lineage)
  }
}

/// How many reports each lineage has sent on the cloud's day: what one device can have the log keep
/// and the projections count is bounded by it. Not part of any projection: a restart starts to
/// count from zero.
struct ReportQuota {
  private var day = Day(0)
  private var counts: [LineageName: UInt64] = [:]

  /// Why no more of the lineage is taken today; nil: more is. Its last batch may go beyond, since a
  /// batch is taken whole.
  ///
  /// - Parameter countMax: reports of one lineage and day; 0: no limit.
  func refusal(of lineage: LineageName, countMax: UInt64, now: Timestamp) -> Refusal? {
    guard countMax > 0, now.day == day, counts[lineage, default: 0] >= countMax else { return nil }
    let rest = Day(day.rawValue + 1).start.milliseconds - now.milliseconds
    return Refusal(
      .retryLater,
      "This device has sent \(countMax) reports today, the most that this cloud accepts from one. "
        + "The rest is sent tomorrow.",
      retryAfterMilliseconds: UInt32(clamping: max(60_000, rest)))
  }

  mutating func count(_ reports: Int, of lineage: LineageName, now: Timestamp) {
    // A batch that came on an earlier day, and was lost and sent again, counts on none.
    guard now.day >= day else { return }
    if now.day > day {
      day = now.day
      counts = [:]
    }
    counts[lineage, default: 0] += UInt64(reports)
  }
}
