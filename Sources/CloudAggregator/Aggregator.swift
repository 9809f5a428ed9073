package import JournalFormat
package import JournalStore
package import Sync

/// The cloud without a network: takes requests, appends to the log, updates the projections,
/// answers.
///
/// Synchronous: anyone who owns it passes time in, and calls it from one thread at a time. Requests
/// that come together share one commit. Nothing is answered before it is durable.
package final class Aggregator {
  package let configuration: CloudConfiguration
  package let projections: CloudProjections
  let log: any CloudLog
  package let keys: CloudKeys
  let committer: LogCommitter
  let recovery: LogRecovery
  let redaction: WordRedaction
  private let checks: RequestChecks
  private let batchRequests: BatchRequests
  private let deviceRequests: DeviceRequests
  private let epochRequests: EpochRequests
  var dice: Dice
  var asked = AskedContents()
  /// What is wrong with the log that is on the disk, as somebody found who read all of it.
  var logDamage: String?
  package private(set) var counters = Counters()
  /// The digest of the state that the log gave up to a place.
  var knownDigest: (position: Journal.Position, digest: Digest)?
  /// What was signed last: anybody may ask for it, and signing is dear.
  private var signedIdentity: (identity: DeploymentIdentity, signature: Signature)?

  /// What the aggregator did since it was started, for people and metrics.
  package struct Counters: Hashable, Sendable {
    package var batches: UInt64 = 0
    package var duplicates: UInt64 = 0
    package var reports: UInt64 = 0
    package var enrolments: UInt64 = 0
    package var refusals: UInt64 = 0
    package var incidents: UInt64 = 0
    /// Epochs that continued from older ones.
    package var newEpochs: UInt64 = 0
    /// Grants that devices brought back.
    package var recoveredGrants: UInt64 = 0
    /// Batches that the cloud had before it was restored.
    package var resentBatches: UInt64 = 0
    /// Receipts that none of the cloud's keys signed.
    package var unprovenReceipts: UInt64 = 0
    package var receivedBytes: UInt64 = 0
  }

  /// Starts on a log and its projections. A new log gets its life and threshold.
  package init(
    log: any CloudLog, projections: CloudProjections, keys: CloudKeys,
    configuration: CloudConfiguration,
    dice: Dice, now: Timestamp
  ) throws(CloudError) {
    self.log = log
    self.projections = projections
    self.keys = keys
    self.configuration = configuration
    self.dice = dice
    let witness = LogWitness(
      log: log, projections: projections, tellsWithdrawals: configuration.tellsWithdrawals)
    committer = LogCommitter(
      log: log, projections: projections, witness: witness,
      holdOffMilliseconds: configuration.holdOffMilliseconds)
    recovery = LogRecovery(committer, configuration: configuration)
    redaction = WordRedaction(
      committer, delayMilliseconds: configuration.redactionDelayMilliseconds)
    checks = RequestChecks(
      configuration: configuration, keys: keys, projections: projections, log: log)
    batchRequests = BatchRequests(checks)
    deviceRequests = DeviceRequests(checks, witness: witness)
    epochRequests = EpochRequests(checks, witness: witness)
    try commitStartEntries(now: now)
  }

  private func commitStartEntries(now: Timestamp) throws(CloudError) {
    var entries: [ControlEntry] = []
    if projections.life == .zero {
      entries.append(projections.newLife(configuration, using: &self.dice))
    }
    // A new life begins first, so that the end of the restored log is recognizable.
    if try !recovery.wasRestored { entries += thresholdChange }
    try committer.commit(entries, now: now)
    committer.finishProjections()
  }

  /// The threshold where it is another than the log's.
  var thresholdChange: [ControlEntry] {
    guard projections.state.publication.threshold != configuration.effectiveThreshold else {
      return []
    }
    return [.threshold(configuration.effectiveThreshold)]
  }

  /// Discards every projection and rebuilds it from the log.
  package func rebuild() throws(CloudError) {
    knownDigest = nil
    projections.counting = configuration.rebuiltCounting(projections.counting)
    try projections.rebuild(log)
  }

  /// Writes everything into the files themselves, with nothing left beside them: for a copy.
  package func flushFiles() throws {
    try projections.flush()
    try projections.file.flushWriteAheadLog()
    try log.file?.flushWriteAheadLog()
  }

  /// Verifies the log's chain; nil when the log is not a file of ours.
  package func verifyLog() -> Verification? {
    log.file?.verify()
  }

  // MARK: What it is

  /// What makes the deployment the one that it is.
  package var identity: DeploymentIdentity {
    DeploymentIdentity(
      cloudLife: projections.life, tagSalt: projections.tagSalt, threshold: configuration.threshold)
  }

  /// The word of the key that signs now for the identity.
  package func identitySignature() -> Signature {
    let identity = identity
    if let signedIdentity, signedIdentity.identity == identity { return signedIdentity.signature }
    let signature = identity.signature(by: keys.signing)
    signedIdentity = (identity, signature)
    return signature
  }

  // MARK: Requests

  /// A request as it came, and what the edge found out about it.
  package struct Call: Sendable {
    /// What a hook said of the attestation that an enrolment brought; nil: nobody asked it.
    package let isAttestationBelieved: Bool?
    let byteCount: Int
    var content: Content

    enum Content {
      case bytes([UInt8])
      /// A batch that was read already, on a thread that has no aggregator.
      case append(DecodedAppend)
    }

    package init(_ bytes: [UInt8], isAttestationBelieved: Bool? = nil) {
      content = .bytes(bytes)
      byteCount = bytes.count
      self.isAttestationBelieved = isAttestationBelieved
    }
  }

  /// Answers one request.
  package func handle(_ request: [UInt8], now: Timestamp) -> [UInt8] {
    handle([request], now: now)[0]
  }

  /// Answers requests in their order, with one commit for all.
  package func handle(_ requests: [[UInt8]], now: Timestamp) -> [[UInt8]] {
    handle(requests.map { Call($0) }, now: now).map(\.bytes)
  }

  /// Answers requests in their order, with one commit for all.
  package func handle(_ calls: [Call], now: Timestamp) -> [SyncResponse] {
    guard !committer.isHeldOff(now: now), committer.isReady else {
      return calls.map { _ in Self.notNow }
    }
    var group = RequestGroup(
      projections: projections, drafts: LogDrafts(start: projections.position), counters: counters,
      dice: dice)
    let answers = calls.map { prepare($0, now: now, in: &group) }
    (counters, dice) = (group.counters, group.dice)
    // What the log has and the witness has not is not answered: it is a duplicate when it comes
    // again.
    guard group.drafts.drafts.isEmpty || committer.commit(group.drafts, now: now),
      committer.witness.persist(group.drafts.witnessed)
    else {
      return zip(calls, answers).map { call, answer in
        switch answer {
        case .ready(let response): signed(response, to: call)
        case .refused(let refusal): signed(.refused(refusal), to: call)
        case .enrolled, .opened, .news, .granted, .received, .verdict: Self.notNow
        }
      }
    }
    return zip(calls, answers).map { signed(response(to: $1, now: now), to: $0) }
  }

  static let notNow = SyncResponse.refused(
    Refusal(
      .retryLater, "The cloud cannot write its log now. Nothing was accepted; try again later.",
      retryAfterMilliseconds: 5_000))

  private func prepare(
    _ call: Call, now: Timestamp, in group: inout RequestGroup
  ) -> PreparedAnswer {
    let prepared = read(call, now: now, in: &group)
    if case .refused = prepared { group.counters.refusals += 1 }
    return prepared
  }

  private func read(_ call: Call, now: Timestamp, in group: inout RequestGroup) -> PreparedAnswer {
    group.counters.receivedBytes += UInt64(call.byteCount)
    do throws(FormatError) {
      switch try call.request {
      case .enrol(let request):
        return deviceRequests.enrol(
          request, isBelieved: call.isAttestationBelieved, now: now, in: &group)
      case .open(let request): return deviceRequests.open(request, now: now)
      case .append(let request):
        return try batchRequests.append(request, read: call.readBatch, now: now, in: &group)
      case .resend(let request): return try batchRequests.resend(request, now: now, in: &group)
      case .wanted(let request): return deviceRequests.wanted(request, now: now, asked: &asked)
      case .rotate(let request): return deviceRequests.rotate(request, now: now, in: &group)
      case .grant(let request): return epochRequests.grant(request, now: now, in: &group)
      case .recover(let request):
        return epochRequests.recover(
          request, isBelieved: call.isAttestationBelieved, now: now, in: &group)
      }
    } catch {
      let code: Refusal.Code = error.code == .tooLarge ? .tooLarge : .malformed
      return .refuse(code, error.message)
    }
  }

  /// The enrolment among these bytes, if a hook decides about it. Nil: `handle` answers it the same
  /// whatever a hook says, so that nobody need look at what it brings.
  ///
  /// - Throws: `CloudError` while the log cannot be used: nothing could be granted, and a device
  ///   that the projections do not know yet would seem to be one that nobody looked at.
  package func enrolmentToLookAt(
    _ bytes: [UInt8], now: Timestamp
  ) throws(CloudError) -> EnrolRequest? {
    guard !committer.isHeldOff(now: now), committer.isReady else { throw LogCommitter.unusableLog }
    guard configuration.admission == .attestation,
      case .enrol(let request)? = try? SyncRequest(bytes: bytes),
      case .new = deviceRequests.onEnrolment(request)
    else { return nil }
    return request
  }

  // MARK: Answers

  private func response(to prepared: PreparedAnswer, now: Timestamp) -> SyncResponse {
    switch prepared {
    case .ready(let response): return response
    case .refused(let refusal): return .refused(refusal)
    case .enrolled(let epoch):
      return .enrolled(projections.state.epochs[Int(epoch)].grant, configuration.limits)
    case .opened(let epoch, let verdict):
      return .opened(verdict, newsWithAllWanted(epoch, now: now))
    case .news(let epoch): return .news(newsWithAllWanted(epoch, now: now))
    case .granted(let epoch): return granted(epoch, now: now)
    case .verdict(let epoch, let verdict):
      return .notReceived(verdict, checks.news(epoch: epoch, wanted: []))
    case .received(let epoch, let place, let endorsed):
      return received(place, epoch: epoch, endorsed: endorsed, now: now)
    }
  }

  private func granted(_ epoch: UInt32, now: Timestamp) -> SyncResponse {
    let state = projections.state.epochs[Int(epoch)]
    return .granted(
      state.grant, root: firstGrantIfNeeded(state),
      withdrawn: state.told.map { projections.state.items.tagTable.tags[Int($0)] },
      endorsed: projections.state.lineages.endorsedTags(
        of: state.lineage, in: projections.state.items),
      newsWithAllWanted(epoch, now: now))
  }

  private func received(
    _ place: BatchPlace, epoch: UInt32, endorsed: [UInt32], now: Timestamp
  ) -> SyncResponse {
    let state = projections.state.epochs[Int(epoch)]
    let news = checks.news(
      epoch: epoch,
      wanted: asked.wanted(
        endorsed, epoch: epoch, in: projections.state, configuration, now: now))
    // The numbers were checked when the batch was read.
    let receipt = Receipt(
      lineage: state.grant.lineage, epoch: state.grant.epoch,
      first: SequenceNumber(place.first)!, last: SequenceNumber(place.last)!,
      digest: place.digest, cloudLife: projections.state.life, receivedMark: news.receivedMark,
      backedUpMark: news.backedUpMark, receivedTime: place.receivedTime,
      signedBy: keys.signing)
    return .received(receipt, news)
  }

  /// News with what is wanted of the device at all.
  private func newsWithAllWanted(_ epoch: UInt32, now: Timestamp) -> CloudNews {
    checks.news(
      epoch: epoch,
      wanted: asked.wantedOfAll(epoch: epoch, in: projections.state, configuration, now: now))
  }

  /// Signs what a device acts on and what the answer does not prove by itself.
  private func signed(_ response: SyncResponse, to call: Call) -> SyncResponse {
    guard response.needsSignature else { return response }
    return response.signed(by: keys.signing, to: call.requestDigest)
  }

  /// The lineage's first grant, for an epoch that continues from the very beginning: its device may
  /// be one that has never heard of it.
  private func firstGrantIfNeeded(_ state: EpochState) -> Grant? {
    guard let parent = state.grant.parent, parent.number == 0,
      let root = projections.state.epochs.places[parent.epoch],
      projections.state.epochs[Int(root)].grant.parent == nil
    else { return nil }
    return projections.state.epochs[Int(root)].grant
  }

  // MARK: Health

  var health: CloudHealth {
    var reasons: [String] = []
    if let writeTrouble = committer.writeTrouble {
      reasons.append(
        "No reports are taken: the log cannot be written (\(writeTrouble.reason)). Make room; the "
          + "server tries again automatically."
      )
    }
    if let logDamage { reasons.append(Self.damageText(logDamage)) }
    if projections.state.isRecovering {
      reasons.append(recovery.trouble.map { "Nothing is public. \($0)" } ?? Self.isRecovering)
    }
    if let projectionTrouble = committer.projectionTrouble { reasons.append(projectionTrouble) }
    if let witnessTrouble = committer.witness.trouble { reasons.append(witnessTrouble) }
    if let redactionTrouble = redaction.trouble { reasons.append(redactionTrouble) }
    return CloudHealth(reasons.isEmpty ? .ready : .degraded, reasons)
  }

  static func damageText(_ damage: String) -> String {
    "The log is damaged: \(damage) No backup is made, so that the whole ones stay; devices keep "
      + "what they sent since. Check the disk, stop the server, and restore the newest backup."
  }

  static let isRecovering =
    "Nothing is public: the log was restored, and the witness that knows what was taken back since "
    + "is missing. Put it back; or start with --accept-loss yes, and show what may "
    + "have been taken back."

  /// Whether what the projections say may be told: nothing that the log may lack.
  package func canShowProjections(now: Timestamp) -> Bool {
    committer.canShowProjections(now: now)
  }

  /// Does what is due: see `WordRedaction.redactHiddenContents`.
  @discardableResult
  package func redactHiddenContents(now: Timestamp) throws(CloudError) -> Int {
    try redaction.redactHiddenContents(now: now)
  }

  /// The losses that `accept-loss` accepted and that this has not returned yet.
  package func drainUnreportedLosses() -> [AcceptedLoss] { recovery.drainUnreportedLosses() }

  /// Records in the log how much of it the oldest backup holds: more than before, or less.
  ///
  /// - Parameter onlyLess: whether the mark may only be lowered.
  package func recordBackup(
    _ held: Journal.Position?, onlyLess: Bool = false, now: Timestamp
  ) throws(CloudError) {
    try recovery.recordBackup(held, onlyLess: onlyLess, now: now)
  }

  /// What is public otherwise since this was called last: see
  /// `CloudProjections.drainPublicChanges`.
  package func drainPublicChanges(withCounts: Bool) -> PublicChanges {
    projections.drainPublicChanges(withCounts: withCounts)
  }

  /// The public item of a tag; nil when there is none.
  package func publicEntry(of tag: Tag) throws(CloudError) -> PublicEntry? {
    try projections.publicEntry(of: tag)
  }
}
