package import JournalFormat
internal import JournalStore
package import Sync

/// Requests that come before batches.
extension Aggregator {
  /// What an enrolment comes to, before anybody asks whether the policy admits the device.
  private enum OnEnrolment {
    case refuse(Refusal)
    /// It was granted before; the answer may have been lost.
    case known(epoch: UInt32)
    /// The lineage has another key: it was copied, or its device lost the first one.
    case copied(epoch: UInt32)
    /// There is room for the device, if the policy admits it.
    case new
  }

  private func onEnrolment(_ request: EnrolRequest) -> OnEnrolment {
    guard request.isSigned(knowing: keys.signing.memory) else {
      return .refuse(
        Refusal(
          .malformed,
          "The enrolment is not signed by the two keys that it names. Sign it with both."))
    }
    guard !folds.state.revokedKeys.contains(request.deviceKey) else {
      return .refuse(Self.isRemoved)
    }
    if let known = folds.state.epochs.root(foundedWith: request.nonce) {
      guard !folds.state.removal(ofEpoch: known).isRefused else { return .refuse(Self.isRemoved) }
      guard folds.state.epochs[Int(known)].grant.deviceKey == request.deviceKey else {
        return .copied(epoch: known)
      }
      return .known(epoch: known)
    }
    guard folds.state.lineages.count < configuration.lineageCountMax else {
      return .refuse(Self.isFull)
    }
    return .new
  }

  static let isFull = Refusal(
    .retryLater, "This cloud has as many devices as it takes. Ask its operator for room.",
    retryAfterMilliseconds: 3_600_000)

  /// The enrolment among these bytes, if a hook decides about it. Nil: `handle` answers it the same
  /// whatever a hook says, so that nobody need look at what it brings.
  ///
  /// - Throws: `CloudError` while the log cannot be used: nothing could be granted, and a device
  ///   that the folds do not know yet would seem to be one that nobody looked at.
  package func enrolmentToLookAt(
    _ bytes: [UInt8], now: Timestamp
  ) throws(CloudError) -> EnrolRequest? {
    guard !isHeldOff(now: now), isReady else { throw Self.unusableLog }
    guard configuration.admission == .attestation,
      case .enrol(let request)? = try? SyncRequest(bytes: bytes),
      case .new = onEnrolment(request)
    else { return nil }
    return request
  }

  func enrol(
    _ request: EnrolRequest, isBelieved: Bool?, now: Timestamp, in group: inout Group
  ) -> Prepared {
    switch onEnrolment(request) {
    case .refuse(let refusal): return refuse(refusal)
    case .known(let epoch): return .enrolled(epoch: epoch)
    case .copied(let epoch): return .verdict(epoch: epoch, .lineageKnown)
    case .new: break
    }
    let token: TokenIdentifier?
    switch admission(of: request.attestation, isBelieved: isBelieved) {
    case .admitted(let by): token = by
    case .usedUp: return refuse(Self.tokenIsUsedUp)
    case .refused:
      return refuse(
        .notAllowed,
        "This cloud does not admit the device: its enrolment token or attestation is missing or "
          + "not accepted. Ask the operator for a valid one.")
    }
    let lineage = LineageName(foundedWith: request.nonce)
    let grant = Grant(
      lineage: lineage, epoch: EpochName(using: &dice),
      deviceKey: request.deviceKey, parent: nil, cloudLife: folds.state.life,
      order: folds.state.grantCount, nonce: request.nonce, time: now, withdrawals: [],
      signedBy: keys.signing)
    add(.enrol(grant), now: now, in: &group)
    if let token { add(.admitted(grant.epoch, token: token), now: now, in: &group) }
    // A log that was restored may have forgotten it, and what it took back.
    for entry in remembered(lineage) { add(entry, now: now, in: &group) }
    counters.enrolments += 1
    return .enrolled(epoch: UInt32(folds.state.epochs.count - 1))
  }

  func admission(of attestation: [UInt8], isBelieved: Bool?) -> AdmissionPolicy.Decision {
    configuration.admission.decision(on: attestation, isBelieved: isBelieved) {
      folds.state.epochs.tokenUses[$0] ?? 0
    }
  }

  static let tokenIsUsedUp = Refusal(
    .notAllowed,
    "This device's enrolment token has admitted as many devices as it may. Ask the operator for "
      + "another one.")

  /// Nobody speaks for a lineage any more that the operator removed.
  func refuseRemoved() -> Prepared { refuse(Self.isRemoved) }

  static let isRemoved = Refusal(
    .notAllowed,
    "This device was removed by the operator. Ask the operator to reinstate it, or begin with a "
      + "new device: `spotlog device init` in another folder.")

  func verifier(_ key: PublicKey) -> SignatureVerifier {
    SignatureVerifier(key, knowing: keys.signing.memory)
  }

  /// A refusal, if the request is of another time than now: somebody may send it again.
  func staleness(_ time: Timestamp, now: Timestamp) -> Refusal? {
    let (distance, isTooFar) = now.milliseconds.subtractingReportingOverflow(time.milliseconds)
    if !isTooFar, distance.magnitude <= configuration.freshnessMilliseconds { return nil }
    return Refusal(
      .stale,
      "The request names another time than the cloud's: it is an old one, or the device's clock "
        + "is wrong. Make it anew with the cloud's time.", cloudTime: now)
  }

  func open(_ request: OpenRequest, now: Timestamp) -> Prepared {
    guard let epoch = folds.state.epochs.places[request.locator.epoch] else {
      return .ready(.opened(.unknownEpoch, news(epoch: nil, wanted: [])))
    }
    let state = folds.state.epochs[Int(epoch)]
    guard state.grant.lineage == request.lineage,
      request.isSigned(by: verifier(state.grant.deviceKey))
    else {
      return refuse(.notAllowed, Self.notSigned)
    }
    guard !folds.state.removal(ofEpoch: epoch).isRefused else { return refuseRemoved() }
    if let refusal = staleness(request.time, now: now) { return refuse(refusal) }
    if let verdict = configuration.verdictByNumber(request.locator, state.position) {
      return .opened(epoch: epoch, verdict)
    }
    var isUnreadable = false
    let verdict = state.position.onOpen(request.locator) { number in
      known(epoch, number, &isUnreadable)
    }
    return isUnreadable ? .ready(Self.notNow) : .opened(epoch: epoch, verdict)
  }

  private static let notSigned =
    "The request is not signed by the key of its epoch. Sign it with the key that the cloud "
    + "granted."

  func wanted(_ request: WantedRequest, now: Timestamp) -> Prepared {
    guard let epoch = folds.state.epochs.places[request.epoch] else {
      return .ready(.notReceived(.unknownEpoch, news(epoch: nil, wanted: [])))
    }
    let grant = folds.state.epochs[Int(epoch)].grant
    guard grant.lineage == request.lineage, request.isSigned(by: verifier(grant.deviceKey)) else {
      return refuse(.notAllowed, Self.notSigned)
    }
    guard !folds.state.removal(ofEpoch: epoch).isRefused else { return refuseRemoved() }
    if let refusal = staleness(request.time, now: now) { return refuse(refusal) }
    for content in request.gone { asked.gone(content, epoch: grant.epoch, now: now) }
    return .news(epoch: epoch)
  }

  /// The epoch goes on with another key of its device's.
  func rotate(_ request: RotateRequest, now: Timestamp, in group: inout Group) -> Prepared {
    guard let epoch = folds.state.epochs.places[request.epoch] else {
      return .ready(.notReceived(.unknownEpoch, news(epoch: nil, wanted: [])))
    }
    let state = folds.state.epochs[Int(epoch)]
    let old = state.grant
    guard old.lineage == request.lineage else { return refuse(.notAllowed, Self.notSigned) }
    guard request.isProven else {
      return refuse(
        .malformed, "The new key did not sign the request that names it. Sign it with both keys.")
    }
    guard !folds.state.removal(ofEpoch: epoch).isRefused else { return refuseRemoved() }
    // Asked again after an answer that was lost: the new key is the epoch's already.
    if old.nonce == request.nonce, old.deviceKey == request.newKey {
      return .enrolled(epoch: epoch)
    }
    guard request.isSigned(by: verifier(old.deviceKey)) else {
      return refuse(.notAllowed, Self.notSigned)
    }
    if let refusal = staleness(request.time, now: now) { return refuse(refusal) }
    if let child = state.child { return .verdict(epoch: epoch, .fenced(child: child)) }
    guard folds.state.epochs.noncePlaces[request.nonce] == nil else {
      return refuse(.notAllowed, "Another request had this nonce. Draw a new one.")
    }
    let grant = Grant(
      lineage: old.lineage, epoch: old.epoch, deviceKey: request.newKey, parent: old.parent,
      cloudLife: folds.state.life, order: folds.state.grantCount, nonce: request.nonce, time: now,
      withdrawals: [], signedBy: keys.signing)
    add(.grant(grant), now: now, in: &group)
    return .enrolled(epoch: epoch)
  }

  /// The digest that the log has at an entry of an epoch up to its head.
  ///
  /// A log that cannot be read, or not yet, is not a log with other content: that would make an
  /// incident of a passing fault.
  func known(_ epoch: UInt32, _ number: UInt64, _ isUnreadable: inout Bool) -> Digest? {
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
        found = row.payload.flatMap { try? reader.check($0).digests }
          .map { $0[Int(number - batch.first)] }
        return .stop
      }
    } catch {
      isUnreadable = true
    }
    if found == nil { isUnreadable = true }
    return found
  }
}
