package import JournalFormat

/// What the cloud answered, and what follows from it.
extension DeviceSyncMachine {
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
  package mutating func heard(_ news: CloudNews) {
    guard case .ready = phase else { return }
    succeeded(.control)
    limits = news.limits
    gone.removeFirst(min(goneCountSent, gone.count))
    goneCountSent = 0
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
