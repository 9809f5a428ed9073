internal import JournalFormat
internal import JournalStore
internal import Sync

/// What a device says of itself: it enrols, opens its epoch, renews its key, asks what is wanted.
final class DeviceRequests {
  private let checks: RequestChecks
  private var configuration: CloudConfiguration { checks.configuration }
  private var keys: CloudKeys { checks.keys }
  private var projections: CloudProjections { checks.projections }
  private let witness: LogWitness

  init(_ checks: RequestChecks, witness: LogWitness) {
    self.checks = checks
    self.witness = witness
  }

  /// What an enrolment comes to, before anybody asks whether the policy admits the device.
  enum OnEnrolment {
    case refuse(Refusal)
    /// It was granted before; the answer may have been lost.
    case known(epoch: UInt32)
    /// The lineage has another key: it was copied, or its device lost the first one.
    case copied(epoch: UInt32)
    /// There is room for the device, if the policy admits it.
    case new
  }

  func onEnrolment(_ request: EnrolRequest) -> OnEnrolment {
    guard request.isSigned(knowing: keys.signing.memory) else {
      return .refuse(
        Refusal(
          .malformed,
          "The enrolment is not signed by the two keys that it names. Sign it with both."))
    }
    guard !projections.state.revokedKeys.contains(request.deviceKey) else {
      return .refuse(RequestChecks.isRemoved)
    }
    if let known = projections.state.epochs.root(foundedWith: request.nonce) {
      guard !projections.state.removal(ofEpoch: known).isRefused else {
        return .refuse(RequestChecks.isRemoved)
      }
      guard projections.state.epochs[Int(known)].grant.deviceKey == request.deviceKey else {
        return .copied(epoch: known)
      }
      return .known(epoch: known)
    }
    guard projections.state.lineages.count < configuration.lineageCountMax else {
      return .refuse(RequestChecks.isFull)
    }
    return .new
  }

  func enrol(
    _ request: EnrolRequest, isBelieved: Bool?, now: Timestamp, in group: inout RequestGroup
  ) -> PreparedAnswer {
    switch onEnrolment(request) {
    case .refuse(let refusal): return .refused(refusal)
    case .known(let epoch): return .enrolled(epoch: epoch)
    case .copied(let epoch): return .verdict(epoch: epoch, .lineageKnown)
    case .new: break
    }
    let token: TokenIdentifier?
    switch checks.admission(of: request.attestation, isBelieved: isBelieved) {
    case .admitted(let by): token = by
    case .usedUp: return .refused(RequestChecks.tokenIsUsedUp)
    case .refused:
      return .refuse(
        .notAllowed,
        "This cloud does not admit the device: its enrolment token or attestation is missing or "
          + "not accepted. Ask the operator for a valid one.")
    }
    let lineage = LineageName(foundedWith: request.nonce)
    let grant = Grant(
      lineage: lineage, epoch: EpochName(using: &group.dice),
      deviceKey: request.deviceKey, parent: nil, cloudLife: projections.state.life,
      order: projections.state.grantCount, nonce: request.nonce, time: now, withdrawals: [],
      signedBy: keys.signing)
    group.add(.enrol(grant), now: now)
    if let token { group.add(.admitted(grant.epoch, token: token), now: now) }
    // A log that was restored may have forgotten it, and what it took back.
    for entry in witness.knownWithdrawals(lineage) { group.add(entry, now: now) }
    group.counters.enrolments += 1
    return .enrolled(epoch: UInt32(projections.state.epochs.count - 1))
  }

  func open(_ request: OpenRequest, now: Timestamp) -> PreparedAnswer {
    guard let epoch = projections.state.epochs.places[request.locator.epoch] else {
      return .ready(.opened(.unknownEpoch, checks.news(epoch: nil, wanted: [])))
    }
    let state = projections.state.epochs[Int(epoch)]
    guard state.grant.lineage == request.lineage,
      request.isSigned(by: checks.verifier(state.grant.deviceKey))
    else {
      return .refuse(.notAllowed, RequestChecks.notSigned)
    }
    guard !projections.state.removal(ofEpoch: epoch).isRefused else {
      return .refused(RequestChecks.isRemoved)
    }
    if let refusal = checks.staleness(request.time, now: now) { return .refused(refusal) }
    if let verdict = configuration.verdictByNumber(request.locator, state.position) {
      return .opened(epoch: epoch, verdict)
    }
    var isUnreadable = false
    let verdict = state.position.onOpen(request.locator) { number in
      checks.known(epoch, number, &isUnreadable)
    }
    return isUnreadable ? .ready(Aggregator.notNow) : .opened(epoch: epoch, verdict)
  }

  func wanted(
    _ request: WantedRequest, now: Timestamp, asked: inout AskedContents
  ) -> PreparedAnswer {
    guard let epoch = projections.state.epochs.places[request.epoch] else {
      return .ready(.notReceived(.unknownEpoch, checks.news(epoch: nil, wanted: [])))
    }
    let grant = projections.state.epochs[Int(epoch)].grant
    guard grant.lineage == request.lineage, request.isSigned(by: checks.verifier(grant.deviceKey))
    else {
      return .refuse(.notAllowed, RequestChecks.notSigned)
    }
    guard !projections.state.removal(ofEpoch: epoch).isRefused else {
      return .refused(RequestChecks.isRemoved)
    }
    if let refusal = checks.staleness(request.time, now: now) { return .refused(refusal) }
    for content in request.gone { asked.releaseAsk(content, epoch: grant.epoch, now: now) }
    return .news(epoch: epoch)
  }

  /// The epoch continues with another key of its device's.
  func rotate(_ request: RotateRequest, now: Timestamp, in group: inout RequestGroup)
    -> PreparedAnswer
  {
    guard let epoch = projections.state.epochs.places[request.epoch] else {
      return .ready(.notReceived(.unknownEpoch, checks.news(epoch: nil, wanted: [])))
    }
    let state = projections.state.epochs[Int(epoch)]
    let old = state.grant
    guard old.lineage == request.lineage else {
      return .refuse(.notAllowed, RequestChecks.notSigned)
    }
    guard request.isProven else {
      return .refuse(
        .malformed,
        "The new key did not sign the request that names it. Sign it with both keys.")
    }
    guard !projections.state.removal(ofEpoch: epoch).isRefused else {
      return .refused(RequestChecks.isRemoved)
    }
    // Asked again after an answer that was lost: the new key is the epoch's already.
    if old.nonce == request.nonce, old.deviceKey == request.newKey {
      return .enrolled(epoch: epoch)
    }
    guard request.isSigned(by: checks.verifier(old.deviceKey)) else {
      return .refuse(.notAllowed, RequestChecks.notSigned)
    }
    if let refusal = checks.staleness(request.time, now: now) { return .refused(refusal) }
    if let child = state.child { return .verdict(epoch: epoch, .fenced(child: child)) }
    guard projections.state.epochs.noncePlaces[request.nonce] == nil else {
      return .refuse(.notAllowed, "Another request had this nonce. Draw a new one.")
    }
    let grant = Grant(
      lineage: old.lineage, epoch: old.epoch, deviceKey: request.newKey, parent: old.parent,
      cloudLife: projections.state.life, order: projections.state.grantCount,
      nonce: request.nonce, time: now,
      withdrawals: [], signedBy: keys.signing)
    group.add(.grant(grant), now: now)
    return .enrolled(epoch: epoch)
  }
}
