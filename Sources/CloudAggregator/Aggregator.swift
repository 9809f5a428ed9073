package import JournalFormat
package import JournalStore
internal import SQLite
internal import Sync

/// The cloud without a network: takes requests, appends to the log, folds, answers.
///
/// Synchronous: whoever owns it passes time in, and calls it from one thread at a time. Requests
/// that come together share one commit. Nothing is answered before it is durable.
package final class Aggregator {
  package let configuration: CloudConfiguration
  package let folds: CloudFolds
  private let log: any CloudLog
  private let keys: CloudKeys
  private var dice: Dice
  private let reader = BatchReader()
  /// For looking a batch up while another one is being read.
  private let otherReader = BatchReader()
  private var asked = AskedContents()
  /// An append whose outcome is open: nothing is taken until the log was read again.
  private var hasOpenOutcome = false
  /// What is known of the request's signature before it is taken.
  var proven: ProvenSignature?
  package private(set) var counters = Counters()

  /// What the aggregator did since it was started, for people and metrics.
  package struct Counters: Hashable, Sendable {
    package var batches: UInt64 = 0
    package var duplicates: UInt64 = 0
    package var reports: UInt64 = 0
    package var enrolments: UInt64 = 0
    package var refusals: UInt64 = 0
    package var incidents: UInt64 = 0
    package var receivedBytes: UInt64 = 0
  }

  /// Starts on a log and its folds. A new log gets its life and threshold.
  package init(
    log: any CloudLog, folds: CloudFolds, keys: CloudKeys, configuration: CloudConfiguration,
    dice: Dice, now: Timestamp
  ) throws(CloudError) {
    self.log = log
    self.folds = folds
    self.keys = keys
    self.configuration = configuration
    self.dice = dice
    try begin(now: now)
  }

  private func begin(now: Timestamp) throws(CloudError) {
    var entries: [ControlEntry] = []
    if folds.state.life == .zero {
      entries.append(
        .cloudLife(
          CloudLife(using: &dice), previous: .zero, tagSalt: configuration.tagSalt))
    }
    if folds.state.threshold != configuration.threshold {
      entries.append(.threshold(configuration.threshold))
    }
    guard !entries.isEmpty else { return }
    let drafts = entries.map { EntryDraft(kind: $0.kind, time: now, payload: $0.payload) }
    do throws(CloudLogFailure) {
      _ = try log.append(drafts, extending: folds.position)
    } catch {
      throw CloudError(.log, "The log cannot be written: \(error).", cause: error)
    }
    try folds.catchUp(log)
  }

  /// Throws every fold away and makes it again from the log.
  package func rebuild() throws(CloudError) { try folds.rebuild(log) }

  /// Writes everything into the files themselves, with nothing left beside them: for a copy.
  package func settleFiles() throws {
    try folds.flush()
    try folds.settleFile()
    try (log as? JournalCloudLog)?.journal.settleFile()
  }

  /// Verifies the log's chain; nil when the log is no file of ours.
  package func verifyLog() -> Verification? {
    (log as? JournalCloudLog)?.journal.verify()
  }

  // MARK: Requests

  /// Answers requests in their order, with one commit for all.
  package func handle(_ requests: [[UInt8]], now: Timestamp) -> [[UInt8]] {
    if hasOpenOutcome, !settleOutcome() {
      return requests.map { _ in Self.notNow.bytes }
    }
    var group = Group(start: folds.position)
    let answers = requests.map { prepare($0, now: now, in: &group) }
    guard group.drafts.isEmpty || commit(group) else {
      return answers.map { answer in
        if case .ready(let response) = answer { response.bytes } else { Self.notNow.bytes }
      }
    }
    return answers.map { answer($0, now: now).bytes }
  }

  private static let notNow = SyncResponse.refused(
    Refusal(
      .retryLater, "The cloud cannot write its log now. Nothing was taken; try again later.",
      retryAfterMilliseconds: 5_000))

  /// Requests that share a commit.
  private struct Group {
    let start: Journal.Position
    var drafts: [EntryDraft] = []

    var nextLogNumber: UInt64 { start.number + UInt64(drafts.count) + 1 }

    mutating func add(_ entry: ControlEntry, now: Timestamp) {
      drafts.append(EntryDraft(kind: entry.kind, time: now, payload: entry.payload))
    }
  }

  /// An answer that is given once the group is durable.
  private enum Prepared {
    case ready(SyncResponse)
    case enrolled(epoch: UInt32)
    case opened(epoch: UInt32, OpenVerdict)
    case received(epoch: UInt32, BatchPlace, tags: [WantedContent])
    case verdict(epoch: UInt32, OpenVerdict)
  }

  private func commit(_ group: Group) -> Bool {
    do throws(CloudLogFailure) {
      folds.moved(to: try log.append(group.drafts, extending: group.start))
    } catch {
      // What was folded ahead of the commit is forgotten; the log says what happened.
      hasOpenOutcome = true
      _ = settleOutcome()
      return false
    }
    // Derived: a flush that fails is tried again with the next one, and the log is safe.
    if folds.isFlushDue { try? folds.flush() }
    return true
  }

  private func settleOutcome() -> Bool {
    guard (try? folds.reload(log)) != nil else { return false }
    hasOpenOutcome = false
    return true
  }

  private func prepare(_ bytes: [UInt8], now: Timestamp, in group: inout Group) -> Prepared {
    counters.receivedBytes += UInt64(bytes.count)
    do throws(FormatError) {
      switch try SyncRequest(bytes: bytes) {
      case .enrol(let request): return enrol(request, now: now, in: &group)
      case .open(let request): return open(request)
      case .append(let request): return try append(request, now: now, in: &group)
      }
    } catch {
      let code: Refusal.Code = error.code == .tooLarge ? .tooLarge : .malformed
      return refuse(code, error.message)
    }
  }

  private func refuse(_ code: Refusal.Code, _ message: String) -> Prepared {
    counters.refusals += 1
    return .ready(.refused(Refusal(code, message)))
  }

  // MARK: Enrolling and opening

  private func enrol(
    _ request: EnrolRequest, now: Timestamp, in group: inout Group
  ) -> Prepared {
    guard request.isSigned(proven: proven) else {
      return refuse(.notAllowed, "The enrolment is not signed by the key that it names.")
    }
    if let known = folds.state.noncePlaces[request.nonce] {
      guard folds.state.epochs[Int(known)].grant.deviceKey == request.deviceKey else {
        return refuse(.notAllowed, "Another device has enrolled with this nonce. Draw a new one.")
      }
      return .enrolled(epoch: known)
    }
    let grant = Grant(
      lineage: LineageName(using: &dice), epoch: EpochName(using: &dice),
      deviceKey: request.deviceKey, parent: nil, cloudLife: folds.state.life,
      order: folds.state.grantCount, nonce: request.nonce, time: now, withdrawals: [],
      signedBy: keys.signing)
    let entry = ControlEntry.enrol(grant)
    group.add(entry, now: now)
    // An enrolment is a control entry that every version can act on.
    try? folds.applyControl(entry)
    counters.enrolments += 1
    return .enrolled(epoch: UInt32(folds.state.epochs.count - 1))
  }

  private func open(_ request: OpenRequest) -> Prepared {
    guard let epoch = folds.state.epochPlaces[request.locator.epoch] else {
      return .ready(.opened(.unknownEpoch, news(epoch: nil, wanted: [])))
    }
    let state = folds.state.epochs[Int(epoch)]
    guard state.grant.lineage == request.lineage,
      request.isSigned(by: SignatureVerifier(state.grant.deviceKey))
    else {
      return refuse(.notAllowed, "The request is not signed by the key of its epoch.")
    }
    var isUnreadable = false
    let verdict = state.position.onOpen(request.locator) { number in
      known(epoch, number, &isUnreadable)
    }
    return isUnreadable ? .ready(Self.notNow) : .opened(epoch: epoch, verdict)
  }

  /// The digest that the log has at an entry of an epoch up to its head.
  ///
  /// A log that cannot be read, or not yet, is not a log with other content: that would make an
  /// incident of a passing fault.
  private func known(_ epoch: UInt32, _ number: UInt64, _ isUnreadable: inout Bool) -> Digest? {
    let state = folds.state.epochs[Int(epoch)]
    if number == state.head.number { return state.head.digest }
    if number == 0 { return state.start }
    guard let batch = try? folds.batch(epoch: epoch, holding: number) else {
      isUnreadable = true
      return nil
    }
    if batch.last == number { return batch.digest }
    var found: Digest?
    do throws(CloudLogFailure) {
      try log.read(after: batch.logNumber - 1, expecting: nil) { row in
        found = row.payload.flatMap { try? otherReader.check($0).digests }
          .map { $0[Int(number - batch.first)] }
        return .stop
      }
    } catch {
      isUnreadable = true
    }
    if found == nil { isUnreadable = true }
    return found
  }

  // MARK: Appending

  private func append(
    _ request: AppendRequest, now: Timestamp, in group: inout Group
  ) throws(FormatError) -> Prepared {
    guard request.batch.count <= Int(configuration.limits.batchByteCount) else {
      return refuse(
        .tooLarge,
        "A batch of \(request.batch.count) bytes; at most \(configuration.limits.batchByteCount) "
          + "are taken. Send fewer entries at once.")
    }
    let result: Result<Prepared, FormatError> = request.batch.withUnsafeBytes { bytes in
      do throws(FormatError) {
        return .success(try append(bytes, request, now: now, in: &group))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func append(
    _ bytes: UnsafeRawBufferPointer, _ request: AppendRequest, now: Timestamp,
    in group: inout Group
  ) throws(FormatError) -> Prepared {
    let header = try BatchHeader(startOf: bytes)
    guard let epoch = folds.state.epochPlaces[header.epoch] else {
      return .ready(.notReceived(.unknownEpoch, news(epoch: nil, wanted: [])))
    }
    return try reader.withColumns(of: bytes, header: header, refuse: { $0 }) {
      columns throws(FormatError) in
      let checked = try BatchReader.check(columns, header: header)
      let grant = folds.state.epochs[Int(epoch)].grant
      let message = checked.signedRange.message
      guard grant.lineage == header.lineage,
        SignatureVerifier(grant.deviceKey).isValid(
          header.signature, of: message, proven: proven)
      else {
        return refuse(
          .notAllowed,
          "The batch is not signed by the key of its epoch, or speaks for another device.")
      }
      for content in request.gone { asked.gone(content, lineage: grant.lineage) }
      return try decide(columns, checked, epoch: epoch, request.batch, now: now, in: &group)
    }
  }

  private func decide(
    _ columns: BatchColumns, _ checked: BatchReader.Checked, epoch: UInt32, _ batch: [UInt8],
    now: Timestamp, in group: inout Group
  ) throws(FormatError) -> Prepared {
    let range = checked.signedRange
    let last = Locator.Place(number: checked.header.last.rawValue, digest: range.lastDigest)
    var isUnreadable = false
    let decision = folds.state.epochs[Int(epoch)].position.onAppend(
      first: range.first.rawValue, previous: range.previousDigest, last: last
    ) { number in known(epoch, number, &isUnreadable) }
    if isUnreadable { return .ready(Self.notNow) }
    let place = BatchPlace(
      first: range.first.rawValue, last: last.number, digest: last.digest,
      logNumber: group.nextLogNumber, receivedTime: now)
    switch decision {
    case .append:
      try folds.apply(
        columns, checked, epoch: epoch, logNumber: group.nextLogNumber, time: now)
      group.drafts.append(EntryDraft(kind: .batch, time: now, payload: batch))
      counters.batches += 1
      counters.reports += UInt64(columns.entryCount)
      return .received(epoch: epoch, place, tags: vouched(in: columns))
    case .duplicate:
      counters.duplicates += 1
      let known = try? folds.batch(epoch: epoch, holding: last.number)
      var original = place
      original.receivedTime = known?.receivedTime ?? now
      return .received(epoch: epoch, original, tags: vouched(in: columns))
    case .verdict(let verdict):
      return .verdict(epoch: epoch, verdict)
    case .incident(let lastMatch):
      keepIncident(range, epoch: epoch, now: now, in: &group)
      return .verdict(epoch: epoch, .fork(lastMatch: lastMatch))
    }
  }

  /// A fork is kept and shown, for ever; the same one again says nothing new.
  private func keepIncident(
    _ range: SignedRange, epoch: UInt32, now: Timestamp, in group: inout Group
  ) {
    counters.incidents += 1
    let state = folds.state.epochs[Int(epoch)]
    guard state.incidentCount < EpochState.incidentsMax else { return }
    let last = range.first.rawValue + UInt64(range.entryCount) - 1
    var isUnreadable = false
    let known = known(epoch, min(last, state.head.number), &isUnreadable) ?? .zero
    let entry = ControlEntry.incident(
      ControlEntry.Incident(
        lineage: range.lineage, epoch: range.epoch, first: range.first.rawValue, last: last,
        known: known, sent: range.lastDigest))
    group.add(entry, now: now)
    // An incident is a control entry that every version can act on.
    try? folds.applyControl(entry)
  }

  /// The contents that a batch vouches for and that are wanted.
  private func vouched(in columns: BatchColumns) -> [WantedContent] {
    guard !folds.state.wanted.isEmpty else { return [] }
    var found: [WantedContent] = []
    columns.forEach { record in
      guard record.kind == .engaged, !record.isRedacted else { return }
      found.append(WantedContent(tag: record.tag, content: record.content))
    }
    return found
  }

  // MARK: Answering

  private func answer(_ prepared: Prepared, now: Timestamp) -> SyncResponse {
    switch prepared {
    case .ready(let response): return response
    case .enrolled(let epoch):
      return .enrolled(folds.state.epochs[Int(epoch)].grant, configuration.limits)
    case .opened(let epoch, let verdict):
      return .opened(verdict, news(epoch: epoch, wanted: wantedOfAll(epoch: epoch, now: now)))
    case .verdict(let epoch, let verdict):
      return .notReceived(verdict, news(epoch: epoch, wanted: []))
    case .received(let epoch, let place, let tags):
      let state = folds.state.epochs[Int(epoch)]
      let news = news(epoch: epoch, wanted: wanted(tags, epoch: epoch, now: now))
      // The numbers were checked when the batch was read.
      let receipt = Receipt(
        lineage: state.grant.lineage, epoch: state.grant.epoch,
        first: SequenceNumber(place.first)!, last: SequenceNumber(place.last)!,
        digest: place.digest, cloudLife: folds.state.life, receivedMark: news.receivedMark,
        backedUpMark: news.backedUpMark, receivedTime: place.receivedTime,
        signedBy: keys.signing)
      return .received(receipt, parked: [], news)
    }
  }

  private func news(epoch: UInt32?, wanted: [WantedContent]) -> CloudNews {
    CloudNews(
      cloudLife: folds.state.life,
      receivedMark: epoch.map { folds.state.epochs[Int($0)].head.number } ?? 0,
      backedUpMark: epoch.flatMap { try? folds.backedUpMark(epoch: $0) } ?? 0,
      limits: configuration.limits, wanted: wanted)
  }

  /// Contents in one answer.
  private static let wantedMax = 16

  private func wanted(
    _ vouched: [WantedContent], epoch: UInt32, now: Timestamp
  ) -> [WantedContent] {
    let lineage = folds.state.epochs[Int(epoch)].grant.lineage
    let wanted = vouched.filter { content in
      folds.state.isWanted(content)
        && asked.ask(
          content, lineage: lineage, now: now, atOnce: configuration.askedAtOnce,
          deadlineMilliseconds: configuration.askDeadlineMilliseconds)
    }
    return Array(wanted.prefix(Self.wantedMax))
  }

  private func wantedOfAll(epoch: UInt32, now: Timestamp) -> [WantedContent] {
    let vouched = folds.state.wantedContents(vouchedForBy: folds.state.epochs[Int(epoch)].lineage)
    return wanted(Array(vouched.prefix(Self.wantedMax)), epoch: epoch, now: now)
  }
}
