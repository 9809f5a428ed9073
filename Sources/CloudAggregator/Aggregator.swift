package import JournalFormat
package import JournalStore
internal import SQLite
package import Sync

/// The cloud without a network: takes requests, appends to the log, folds, answers.
///
/// Synchronous: whoever owns it passes time in, and calls it from one thread at a time. Requests
/// that come together share one commit. Nothing is answered before it is durable.
package final class Aggregator {
  package let configuration: CloudConfiguration
  package let folds: CloudFolds
  let log: any CloudLog
  /// The log's file; nil when the log is no file of ours.
  var logFile: JournalCloudLog? { log as? JournalCloudLog }
  package let keys: CloudKeys
  var dice: Dice
  /// For looking batches up in the log.
  let reader = BatchReader()
  let inflater = Inflater()
  var asked = AskedContents()
  var uselessWords = UselessWords()
  var quota = ReportQuota()
  /// An append whose outcome is open: nothing is taken until the log was settled and read again.
  private var hasOpenOutcome = false
  var writeTrouble: WriteTrouble?
  var foldTrouble: String?
  /// What is wrong with the log that is on the disk, as somebody found who read all of it.
  var logDamage: String?
  var witnessTrouble: String?
  var redactionTrouble: String?
  /// Why a witness that is there does not end the recovering.
  var recoveringTrouble: String?
  package internal(set) var acceptedLosses: [AcceptedLoss] = []
  /// How many of them were told.
  var toldLossCount = 0
  /// Nil: no witness is kept, or it is waited for.
  var keeper: CloudWitnessKeeper?
  /// What all backups held by the witness, before the log went back to one of them; 0: it did not.
  var markBefore: UInt64 = 0
  package var counters = Counters()
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
    /// Epochs that went on from older ones.
    package var newEpochs: UInt64 = 0
    /// Grants that devices brought back.
    package var recoveredGrants: UInt64 = 0
    /// Batches that the cloud had before it was restored.
    package var resentBatches: UInt64 = 0
    /// Receipts that none of the cloud's keys signed.
    package var unprovenReceipts: UInt64 = 0
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
    if folds.state.life == .zero { entries.append(newLife()) }
    // What a restored log ends with is to be told from what comes then: first its new life begins.
    if try !wasRestored { entries += thresholdChange }
    try commit(entries, now: now)
  }

  /// The threshold where it is another than the log's.
  var thresholdChange: [ControlEntry] {
    guard folds.state.publication.threshold != configuration.effectiveThreshold else { return [] }
    return [.threshold(configuration.effectiveThreshold)]
  }

  /// The salt that the deployment was made with stays, whatever the configuration says by now.
  func newLife() -> ControlEntry {
    .cloudLife(
      CloudLife(using: &dice), previous: folds.state.life,
      tagSalt: folds.state.life == .zero ? configuration.tagSalt : folds.tagSalt)
  }

  /// Throws every fold away and makes it again from the log.
  package func rebuild() throws(CloudError) {
    knownDigest = nil
    folds.counting = configuration.rebuiltCounting(folds.counting)
    try folds.rebuild(log)
  }

  /// Writes everything into the files themselves, with nothing left beside them: for a copy.
  package func settleFiles() throws {
    try folds.flush()
    try folds.settleFile()
    try logFile?.settleFile()
  }

  /// Verifies the log's chain; nil when the log is no file of ours.
  package func verifyLog() -> Verification? {
    logFile?.verify()
  }

  // MARK: What it is

  /// What makes the deployment the one that it is.
  package var identity: DeploymentIdentity {
    DeploymentIdentity(
      cloudLife: folds.life, tagSalt: folds.tagSalt, threshold: configuration.threshold)
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
      case append(ReadAppend)
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
    guard !isHeldOff(now: now), isReady else { return calls.map { _ in Self.notNow } }
    var group = Group(start: folds.position)
    let answers = calls.map { prepare($0, now: now, in: &group) }
    // What the log has and the witness has not is not answered: it is a duplicate when it comes
    // again.
    guard group.drafts.isEmpty || commit(group, now: now), witnessed(group.witnessed) else {
      return zip(calls, answers).map { call, answer in
        if case .ready(let response) = answer { signed(response, to: call) } else { Self.notNow }
      }
    }
    return zip(calls, answers).map { signed(answer($1, now: now), to: $0) }
  }

  static let notNow = SyncResponse.refused(
    Refusal(
      .retryLater, "The cloud cannot write its log now. Nothing was taken; try again later.",
      retryAfterMilliseconds: 5_000))

  /// Requests that share a commit.
  struct Group {
    let start: Journal.Position
    var drafts: [EntryDraft] = []
    /// What the witness is to have before anything is answered.
    var witnessed: [CloudWitness.Record] = []

    var nextLogNumber: UInt64 { start.number + UInt64(drafts.count) + 1 }

    /// Where the log will have the entry.
    @discardableResult
    mutating func add(_ entry: ControlEntry, now: Timestamp) -> LogPlace {
      let place = LogPlace(number: nextLogNumber, time: now)
      if entry.takesBack {
        witnessed.append(
          .act(CloudWitness.Recorded(logNumber: place.number, value: entry)))
      }
      drafts.append(EntryDraft(kind: entry.kind, time: now, payload: entry.payload))
      return place
    }
  }

  /// An answer that is given once the group is durable.
  enum Prepared {
    case ready(SyncResponse)
    case enrolled(epoch: UInt32)
    case opened(epoch: UInt32, OpenVerdict)
    case news(epoch: UInt32)
    case granted(epoch: UInt32)
    case received(epoch: UInt32, BatchPlace, vouched: [UInt32])
    case verdict(epoch: UInt32, OpenVerdict)
  }

  private func commit(_ group: Group, now: Timestamp) -> Bool {
    do throws(CloudLogFailure) {
      folds.moved(to: try log.append(group.drafts, extending: group.start))
      writeTrouble = nil
    } catch {
      // What was folded ahead of the commit is forgotten; the log says what happened.
      logFailed(error, now: now)
      readAgain()
      return false
    }
    if folds.isFlushDue { flushFolds() }
    return true
  }

  /// Has the log settled and read again, now or before the next request.
  func readAgain() {
    hasOpenOutcome = true
    _ = settleOutcome()
  }

  /// Whether the log and the folds can be used. What stands in the way is tried again each time: an
  /// open outcome first with the log, so that a log that still fails costs no reading of the folds.
  var isReady: Bool {
    if hasOpenOutcome { return settleOutcome() }
    return !folds.isDamaged || (try? folds.rebuild(log)) != nil
  }

  private func settleOutcome() -> Bool {
    do throws(CloudLogFailure) { try log.settle() } catch { return false }
    guard (try? folds.reload(log)) != nil else { return false }
    hasOpenOutcome = false
    return true
  }

  private func prepare(_ call: Call, now: Timestamp, in group: inout Group) -> Prepared {
    counters.receivedBytes += UInt64(call.byteCount)
    do throws(FormatError) {
      switch try call.request {
      case .enrol(let request):
        return enrol(
          request, isBelieved: call.isAttestationBelieved, now: now, in: &group)
      case .open(let request): return open(request, now: now)
      case .append(let request):
        return try append(request, read: call.readBatch, now: now, in: &group)
      case .resend(let request): return try resend(request, now: now, in: &group)
      case .wanted(let request): return wanted(request, now: now)
      case .rotate(let request): return rotate(request, now: now, in: &group)
      case .grant(let request): return grant(request, now: now, in: &group)
      case .recover(let request):
        return recover(
          request, isBelieved: call.isAttestationBelieved, now: now, in: &group)
      }
    } catch {
      let code: Refusal.Code = error.code == .tooLarge ? .tooLarge : .malformed
      return refuse(code, error.message)
    }
  }

  func refuse(_ code: Refusal.Code, _ message: String) -> Prepared {
    refuse(Refusal(code, message))
  }

  func refuse(_ refusal: Refusal) -> Prepared {
    counters.refusals += 1
    return .ready(.refused(refusal))
  }
}
