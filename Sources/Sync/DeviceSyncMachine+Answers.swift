package import JournalFormat

/// What the cloud answered, and what follows from it.
extension DeviceSyncMachine {
  /// - Returns: whether the grant was expected and must be stored.
  package mutating func enrolled(limits: SyncLimits) -> Bool {
    guard case .needsEnrolment = phase else { return false }
    succeeded(.control)
    self.limits = limits
    phase = .ready
    return true
  }

  /// An answer that was waited for came from this life of the cloud.
  package mutating func recordAnswer(in life: CloudLife) { cloudLife = life }

  /// The epoch continues with the next key.
  ///
  /// - Returns: whether the grant was expected and must be stored.
  package mutating func rotated(limits: SyncLimits) -> Bool {
    guard wantsRotation else { return false }
    succeeded(.control)
    self.limits = limits
    wantsRotation = false
    return true
  }

  /// A new epoch begins. What was on its way belongs to an older one.
  ///
  /// - Parameter news: nil where nobody signed them.
  /// - Returns: whether the epoch was waited for, and is to begin.
  package mutating func granted(_ news: CloudNews?) -> Bool {
    guard case .needsGrant = phase else { return false }
    succeeded(.control)
    limits = news?.limits ?? limits
    return true
  }

  /// The journal of the new epoch is there: it ends with `head`, and the cloud has none of it.
  package mutating func startEpoch(endingWith head: UInt64) {
    self.head = head
    waiting = WaitingReports(released: head)
    acknowledged = 0
    acknowledgedIn = nil
    sent = 0
    receivedBefore = 0
    inFlight = []
    parked = []
    gone = []
    goneCountSent = 0
    wantsRotation = false
    phase = .ready
  }

  /// The cloud was told what is gone, or was brought what it had forgotten.
  package mutating func applyNews(_ news: CloudNews) {
    switch phase {
    case .ready:
      succeeded(.control)
      gone.removeFirst(min(goneCountSent, gone.count))
      goneCountSent = 0
      // The cloud went back, and who has nothing more to say would not find out.
      if news.receivedMark < acknowledged { phase = .needsOpen }
    case .needsRecovery(let reason):
      succeeded(.control)
      phase = reason.map { .needsGrant($0) } ?? .needsOpen
    case .needsEnrolment, .needsGrant, .needsOpen, .stopped: return
    }
    limits = news.limits
  }

  /// - Parameter ownDigest: the digest that the shared journal has at a number.
  package mutating func opened(
    _ verdict: OpenVerdict, _ news: CloudNews, now: Timestamp,
    using random: inout some RandomNumberGenerator, ownDigest: (UInt64) -> Digest?
  ) {
    guard case .needsOpen = phase else { return }
    succeeded(.control)
    limits = news.limits
    phase = .ready
    #if Sabotage
      if policy.trustsMark {
        acknowledge(news.receivedMark, in: news.cloudLife)
        return
      }
    #endif
    act(on: verdict, in: news.cloudLife, now: now, using: &random, ownDigest: ownDigest)
  }

  package mutating func notReceived(
    _ verdict: OpenVerdict, _ news: CloudNews, to request: RequestNumber? = nil, now: Timestamp,
    using random: inout some RandomNumberGenerator, ownDigest: (UInt64) -> Digest?
  ) {
    switch phase {
    case .ready, .needsGrant, .needsEnrolment: break
    // A copy of this device enrolled with a cloud that had forgotten both.
    case .needsRecovery where verdict == .lineageKnown: break
    // Only a change of key is asked for before `open`.
    case .needsOpen where wantsRotation: break
    case .needsRecovery, .needsOpen, .stopped: return
    }
    limits = news.limits
    let isBack = verdict.isBehind(acknowledged)
    // In one life a cloud never goes back: it said so before the answer to another batch came.
    let isOld = isBack && news.cloudLife == acknowledgedIn
    if case .ahead = verdict, phase == .ready, isOld || !isBack {
      window = max(1, window / 2)
      if inFlight.count > 1 {
        // It overtook another batch, whose answer says more: what was not taken is sent again then.
        inFlight.remove(
          at: inFlight.firstIndex { $0.number == request } ?? inFlight.count - 1)
        startsOver = true
        return
      }
    }
    // What else is on its way meets the same verdict: start over from what the cloud has.
    inFlight = []
    startsOver = false
    sent = acknowledged
    guard !isOld || phase != .ready else {
      phase = .needsOpen
      return
    }
    act(on: verdict, in: news.cloudLife, now: now, using: &random, ownDigest: ownDigest)
  }

  private mutating func act(
    on verdict: OpenVerdict, in life: CloudLife, now: Timestamp,
    using random: inout some RandomNumberGenerator, ownDigest: (UInt64) -> Digest?
  ) {
    if policy.keepsEveryEpoch { return acknowledge(head, in: life) }
    let next: Phase
    switch verdict {
    case .ok(let number):
      turnCount = 0
      return acknowledge(number, in: life)
    case .ahead(let cloudHead):
      #if Sabotage
        if policy.restsUnheard, cloudHead.number < acknowledged {
          acknowledged = cloudHead.number
          sent = head
          return
        }
      #endif
      if ownDigest(cloudHead.number) == cloudHead.digest {
        return continueSending(from: cloudHead.number, in: life)
      }
      next = .needsGrant(.forked(lastMatch: nil))
    case .behind(let match): next = .needsGrant(.behind(lastMatch: match))
    case .fork(let match): next = .needsGrant(.forked(lastMatch: match))
    case .fenced(let child): next = .needsGrant(.fenced(child: child))
    case .gap(let cloudHead): next = .needsGrant(.gap(cloudHead: cloudHead))
    case .lineageKnown: next = .needsGrant(.copied)
    case .unknownEpoch:
      if case .needsGrant(let reason) = phase {
        next = .needsRecovery(reason)
      } else {
        next = .needsRecovery(nil)
      }
    }
    phase = next
    turned(now: now, using: &random)
  }

  /// A device of which the cloud forgot everything, and which was restored itself, needs so many.
  private static let turnsAtOnce = 3

  private mutating func turned(now: Timestamp, using random: inout some RandomNumberGenerator) {
    turnCount += 1
    guard turnCount > Self.turnsAtOnce else { return }
    let delay = RetryDelay.milliseconds(
      failures: turnCount - Self.turnsAtOnce, limits: limits, floorMilliseconds: nil,
      using: &random)
    earliest = now.advanced(byMilliseconds: delay)
  }

  /// The cloud has a prefix of the journal, which may be shorter than it was: then the cloud was
  /// restored, and is sent the rest again.
  private mutating func continueSending(from number: UInt64, in life: CloudLife) {
    if number < acknowledged {
      receivedBefore = max(receivedBefore, acknowledged)
      acknowledged = number
      acknowledgedIn = life
      sent = number
    } else {
      acknowledge(number, in: life)
    }
  }

  private mutating func acknowledge(_ number: UInt64, in life: CloudLife) {
    acknowledgedIn = life
    acknowledged = max(acknowledged, min(number, head))
    sent = max(sent, acknowledged)
    if acknowledged > waiting.released { waiting.release(through: acknowledged) }
  }

  /// A receipt is believed when it names this epoch and the digest that the journal has there.
  ///
  /// - Parameters:
  ///   - news: nil where nobody signed them.
  ///   - isLate: whether no request waits for it any more.
  package mutating func received(
    _ receipt: Receipt, _ news: CloudNews?, epoch: EpochName, isSigned: Bool, isLate: Bool = false,
    ownDigest: (UInt64) -> Digest?
  ) -> OnReceipt {
    // What the cloud had in another life it may have forgotten.
    if isLate, let cloudLife, receipt.cloudLife != cloudLife { return .known }
    guard isSigned else { return .disbelieved("a receipt that the cloud's key did not sign") }
    guard receipt.epoch == epoch else { return .disbelieved("a receipt for another epoch") }
    guard ownDigest(receipt.last.rawValue) == receipt.digest else {
      return .disbelieved("a receipt for other content than this journal's")
    }
    limits = news?.limits ?? limits
    if !isLate { cloudLife = receipt.cloudLife }
    let isNew = receipt.last.rawValue > acknowledged
    succeeded(.batch(last: receipt.last.rawValue))
    turnCount = 0
    window = min(max(1, policy.window), window + 1)
    acknowledge(receipt.last.rawValue, in: receipt.cloudLife)
    return isNew ? .new : .known
  }

  /// - Parameter isSigned: whether the cloud signed the refusal over the request. One that it did
  ///   not sign puts the next attempt off, and has it be smaller, but gives nothing up.
  package mutating func refused(
    _ refusal: Refusal, isSigned: Bool, now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) {
    if case .stopped = phase { return }
    switch refusal.code {
    case .tooLarge where inFlight.contains { $0.flight != .control }:
      halve(now: now, refusal, isSigned: isSigned, using: &random)
    case .tooLarge, .retryLater, .malformed,
      .stale where !isSigned, .notAllowed where !isSigned:
      // Bytes can be damaged on their way, so a batch called malformed is sent again.
      failed(
        refusal.message, now: now, floorMilliseconds: refusal.retryAfterMilliseconds,
        using: &random)
    case .stale:
      if let time = refusal.cloudTime { clockOffsetMilliseconds = time.milliseconds(since: now) }
      failed(refusal.message, now: now, floorMilliseconds: nil, using: &random)
    case .notAllowed:
      disownedCount += 1
      switch phase {
      // A copy may have changed the key, or the cloud forgot that this device did: anyone who has
      // the lineage's key asks for an epoch with that. Only a refusal of this one ends it.
      case .needsOpen, .ready:
        guard disownedCount >= Self.disownedMax else {
          phase = .needsOpen
          return failed(refusal.message, now: now, floorMilliseconds: nil, using: &random)
        }
        disownedCount = 0
        lastError = refusal.message
        needsNewEpoch(.copied)
      case .needsEnrolment, .needsGrant, .needsRecovery, .stopped:
        guard disownedCount >= Self.disownedMax else {
          return failed(refusal.message, now: now, floorMilliseconds: nil, using: &random)
        }
        stop(.notAllowed(refusal.message))
      }
    }
  }

  private mutating func halve(
    now: Timestamp, _ refusal: Refusal, isSigned: Bool,
    using random: inout some RandomNumberGenerator
  ) {
    let tried = sent > acknowledged ? sent - acknowledged : 1
    if tried > 1 {
      entryCountMax = max(1, UInt32(clamping: tried / 2))
      lastError = refusal.message
    } else {
      let entry = acknowledged + 1
      if loneRefusals.entry != entry { loneRefusals = LoneRefusals(entry: entry) }
      if isSigned { loneRefusals.count += 1 }
      guard isSigned, loneRefusals.count >= LoneRefusals.countMax else {
        return failed(
          refusal.message, now: now, floorMilliseconds: refusal.retryAfterMilliseconds,
          using: &random)
      }
      parked.insert(entry)
      entryCountMax = .max
      lastError = "entry \(entry) is parked: \(refusal.message)"
    }
    inFlight = []
    sent = acknowledged
    earliest = refusal.retryAfterMilliseconds.map {
      now.advanced(byMilliseconds: Int64($0))
    }
  }
}

extension OpenVerdict {
  /// Whether the cloud has less than that of the epoch.
  fileprivate func isBehind(_ number: UInt64) -> Bool {
    guard case .ahead(let cloudHead) = self else { return false }
    return cloudHead.number < number
  }
}
