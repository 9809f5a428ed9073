package import JournalFormat

/// Decides what a device says to the cloud and when. Touches nothing: time, randomness and answers
/// come in as arguments, and whoever owns it performs what `next` says.
package struct DeviceSyncMachine: Hashable, Sendable {
  private enum Flight: Hashable, Sendable {
    case control
    case batch(last: UInt64)
  }

  private struct InFlight: Hashable, Sendable {
    let number: RequestNumber
    var flight: Flight
    var deadline: Timestamp
  }

  package let policy: Policy
  package private(set) var phase: Phase
  package private(set) var limits = SyncLimits()
  /// The last entry of the shared journal.
  package private(set) var head: UInt64 = 0
  /// The cloud holds everything up to here, by receipts and by what it says now.
  package private(set) var acknowledged: UInt64 = 0
  /// The last number of what is on its way.
  package private(set) var sent: UInt64 = 0
  package private(set) var failures = 0
  /// Entries of one batch as far as 413s have cut it down.
  package private(set) var entryCountMax: UInt32 = .max
  /// Entries that the cloud could not take even alone: they travel without their payload.
  package private(set) var parked: Set<UInt64> = []
  /// What to add to the device's clock to have the cloud's: nothing until a request was refused
  /// for its time.
  package private(set) var clockOffsetMilliseconds: Int64 = 0
  private var hasGone = false
  private var wantsRotation = false
  private var inFlight: [InFlight] = []
  private var requestCount: UInt64 = 0
  private var earliest: Timestamp?
  package private(set) var lastError: String?

  package init(policy: Policy, isEnrolled: Bool, head: UInt64, acknowledged: UInt64) {
    self.policy = policy
    phase = isEnrolled ? .needsOpen : .needsEnrolment
    self.head = head
    self.acknowledged = acknowledged
    sent = acknowledged
  }

  // MARK: Inputs from the device

  /// The shared journal has grown.
  package mutating func grew(
    to newHead: UInt64, now: Timestamp, isUrgent: Bool = false,
    using random: inout some RandomNumberGenerator
  ) {
    guard newHead > head else { return }
    let wasIdle = head <= sent
    head = newHead
    if isUrgent {
      if failures == 0 { earliest = nil }
    } else if wasIdle, earliest == nil, policy.lingerMilliseconds > 0 {
      let half = policy.lingerMilliseconds / 2
      let spread = Int64(random.next(upperBound: UInt64(half + 1)))
      earliest = now.advanced(byMilliseconds: half + spread)
    }
  }

  /// Contents were asked for that the device does not have any more: the cloud is to be told.
  package mutating func noteGone() { hasGone = true }

  /// The device has a new key that the cloud is to know.
  package mutating func noteSuccessor() { wantsRotation = true }

  /// The witness and the journal do not fit together.
  package mutating func stop(_ reason: StopReason) {
    phase = .stopped(reason)
    inFlight = []
  }

  /// What to do now. Asking does not change anything; `began` does.
  package func next(now: Timestamp) -> Next {
    if case .stopped(let reason) = phase { return .stopped(reason) }
    if let earliest, earliest > now { return .wait(until: earliest) }
    let nextDeadline = inFlight.map(\.deadline).min()
    // What is on its way is signed with the key that it left with: the next key waits for it. And
    // nothing else is said before: the cloud may know the next key only.
    if wantsRotation, phase != .needsEnrolment {
      return inFlight.isEmpty ? .rotate : wait(nextDeadline)
    }
    switch phase {
    case .needsEnrolment: return inFlight.isEmpty ? .enrol : wait(nextDeadline)
    case .needsOpen: return inFlight.isEmpty ? .open : wait(nextDeadline)
    case .ready, .stopped: break
    }
    guard inFlight.count < max(1, policy.window) else { return wait(nextDeadline) }
    if hasGone, !inFlight.contains(where: { $0.flight == .control }) { return .wanted }
    guard sent < head else { return wait(nextDeadline) }
    return .append(
      first: sent + 1, entryCountMax: Int(min(limits.batchEntryCount, entryCountMax)),
      byteCountMax: Int(limits.batchByteCount))
  }

  private func wait(_ deadline: Timestamp?) -> Next {
    deadline.map { .wait(until: $0) } ?? .nothing
  }

  /// A request left. `last` is the last entry of its batch, nil for other requests.
  @discardableResult
  package mutating func began(last: UInt64?, now: Timestamp) -> RequestNumber {
    requestCount += 1
    let number = RequestNumber(rawValue: requestCount)
    let deadline = now.advanced(byMilliseconds: Int64(limits.requestTimeoutMilliseconds))
    let flight = last.map { Flight.batch(last: $0) } ?? .control
    inFlight.append(InFlight(number: number, flight: flight, deadline: deadline))
    if let last { sent = max(sent, last) }
    earliest = nil
    return number
  }

  /// Whether an answer to the request is still waited for.
  package func isOnItsWay(_ request: RequestNumber) -> Bool {
    inFlight.contains { $0.number == request }
  }

  // MARK: Inputs from outside

  /// Time has passed: requests whose answer did not come are given up.
  package mutating func timePassed(
    to now: Timestamp, using random: inout some RandomNumberGenerator
  ) {
    guard inFlight.contains(where: { $0.deadline <= now }) else { return }
    failed("no answer came in time", now: now, floorMilliseconds: nil, using: &random)
  }

  /// The connection failed before an answer came.
  package mutating func connectionFailed(
    _ reason: String, now: Timestamp, using random: inout some RandomNumberGenerator
  ) {
    guard !inFlight.isEmpty else { return }
    failed(reason, now: now, floorMilliseconds: nil, using: &random)
  }

  private mutating func failed(
    _ reason: String, now: Timestamp, floorMilliseconds: UInt32?,
    using random: inout some RandomNumberGenerator
  ) {
    failures += 1
    lastError = reason
    inFlight = []
    sent = acknowledged
    let delay = RetryDelay.milliseconds(
      failures: failures, limits: limits, floorMilliseconds: floorMilliseconds, using: &random)
    earliest = now.advanced(byMilliseconds: delay)
  }

  private mutating func succeeded(_ flight: Flight) {
    if let index = inFlight.firstIndex(where: { $0.flight == flight }) {
      inFlight.remove(at: index)
    }
    if failures > 0 { earliest = nil }
    failures = 0
    lastError = nil
  }

  package mutating func enrolled(_ grant: Grant, limits: SyncLimits) -> OnAnswer {
    guard case .needsEnrolment = phase else { return .nothing }
    succeeded(.control)
    self.limits = limits
    phase = .ready
    return .keepGrant(grant)
  }

  /// The epoch goes on with the next key.
  package mutating func rotated(_ grant: Grant, limits: SyncLimits) -> OnAnswer {
    guard wantsRotation else { return .nothing }
    succeeded(.control)
    self.limits = limits
    wantsRotation = false
    return .keepGrant(grant)
  }

  /// The cloud was told what is gone.
  ///
  /// - Parameter isAll: whether nothing became gone since the request left.
  package mutating func heard(_ news: CloudNews, isAll: Bool) {
    guard case .ready = phase else { return }
    succeeded(.control)
    limits = news.limits
    hasGone = !isAll
  }

  /// - Parameter ownDigest: the digest that the shared journal has at a number.
  package mutating func opened(
    _ verdict: OpenVerdict, _ news: CloudNews, epoch: EpochName,
    ownDigest: (UInt64) -> Digest?
  ) -> OnAnswer {
    guard case .needsOpen = phase else { return .nothing }
    succeeded(.control)
    limits = news.limits
    phase = .ready
    act(on: verdict, ownDigest: ownDigest)
    return .nothing
  }

  package mutating func notReceived(
    _ verdict: OpenVerdict, _ news: CloudNews, ownDigest: (UInt64) -> Digest?
  ) -> OnAnswer {
    // Only a change of key is asked for before `open`.
    guard phase == .ready || (phase == .needsOpen && wantsRotation) else { return .nothing }
    limits = news.limits
    // What else is on its way meets the same verdict: start over from what the cloud has.
    inFlight = []
    sent = acknowledged
    act(on: verdict, ownDigest: ownDigest)
    return .nothing
  }

  private mutating func act(on verdict: OpenVerdict, ownDigest: (UInt64) -> Digest?) {
    switch verdict {
    case .ok(let number): acknowledge(number)
    case .ahead(let cloudHead):
      if cloudHead.number < acknowledged {
        stop(.cloudWentBack(cloudHead: cloudHead))
      } else if ownDigest(cloudHead.number) == cloudHead.digest {
        acknowledge(cloudHead.number)
      } else {
        stop(.forked(lastMatch: Head(epoch: cloudHead.epoch, number: 0, digest: .zero)))
      }
    case .behind(let match): stop(.behind(lastMatch: match))
    case .fork(let match): stop(.forked(lastMatch: match))
    case .fenced(let child): stop(.fenced(child: child))
    case .gap(let cloudHead): stop(.gap(cloudHead: cloudHead))
    case .unknownEpoch: stop(.unknownEpoch)
    }
  }

  private mutating func acknowledge(_ number: UInt64) {
    acknowledged = max(acknowledged, min(number, head))
    sent = max(sent, acknowledged)
  }

  /// A receipt is believed when it names this epoch and the digest that the journal has there.
  package mutating func received(
    _ receipt: Receipt, _ news: CloudNews, epoch: EpochName, isSigned: Bool,
    ownDigest: (UInt64) -> Digest?
  ) -> OnAnswer {
    guard isSigned else { return .disbelieved("a receipt that the cloud's key did not sign") }
    guard receipt.epoch == epoch else { return .disbelieved("a receipt for another epoch") }
    guard ownDigest(receipt.last.rawValue) == receipt.digest else {
      return .disbelieved("a receipt for other content than this journal's")
    }
    limits = news.limits
    let isNew = receipt.last.rawValue > acknowledged
    succeeded(.batch(last: receipt.last.rawValue))
    acknowledge(receipt.last.rawValue)
    return isNew ? .keepReceipt(receipt) : .nothing
  }

  package mutating func refused(
    _ refusal: Refusal, now: Timestamp, using random: inout some RandomNumberGenerator
  ) {
    if case .stopped = phase { return }
    switch refusal.code {
    case .tooLarge where inFlight.contains { $0.flight != .control }:
      halve(now: now, refusal, using: &random)
    case .tooLarge, .retryLater, .malformed:
      // Bytes can be damaged on their way, so a batch called malformed is sent again.
      failed(
        refusal.message, now: now, floorMilliseconds: refusal.retryAfterMilliseconds,
        using: &random)
    case .stale:
      if let time = refusal.cloudTime { clockOffsetMilliseconds = time.milliseconds(since: now) }
      failed(refusal.message, now: now, floorMilliseconds: nil, using: &random)
    case .notAllowed:
      stop(.notAllowed(refusal.message))
    }
  }

  private mutating func halve(
    now: Timestamp, _ refusal: Refusal, using random: inout some RandomNumberGenerator
  ) {
    let tried = sent > acknowledged ? sent - acknowledged : 1
    if tried > 1 {
      entryCountMax = max(1, UInt32(clamping: tried / 2))
      lastError = refusal.message
    } else {
      parked.insert(acknowledged + 1)
      entryCountMax = .max
      lastError = "entry \(acknowledged + 1) is parked: \(refusal.message)"
    }
    inFlight = []
    sent = acknowledged
    earliest = refusal.retryAfterMilliseconds.map {
      now.advanced(byMilliseconds: Int64($0))
    }
  }
}
