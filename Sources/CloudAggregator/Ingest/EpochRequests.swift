internal import JournalFormat
internal import JournalStore
internal import Sync

/// Epochs that continue from older ones, and grants that the log forgot.
final class EpochRequests {
  private let checks: RequestChecks
  private var configuration: CloudConfiguration { checks.configuration }
  private var keys: CloudKeys { checks.keys }
  private var projections: CloudProjections { checks.projections }
  private let witness: LogWitness

  init(_ checks: RequestChecks, witness: LogWitness) {
    self.checks = checks
    self.witness = witness
  }

  /// A device continues in a new epoch, whatever became of its old one.
  func grant(_ request: GrantRequest, now: Timestamp, in group: inout RequestGroup)
    -> PreparedAnswer
  {
    guard request.isSigned(knowing: keys.signing.memory) else {
      // No device signs so: bytes were damaged on their way, and it sends them again.
      return .refuse(
        .malformed,
        "The request is not signed by the lineage's key and by the new epoch's. Sign it with both.")
    }
    if let known = projections.state.epochs.noncePlaces[request.nonce] {
      guard projections.state.epochs[Int(known)].grant.deviceKey == request.childKey else {
        return .refuse(.notAllowed, "This nonce came with another key before. Draw a new one.")
      }
      guard !projections.state.removal(ofEpoch: known).isRefused else {
        return .refused(RequestChecks.isRemoved)
      }
      if let refusal = checks.staleness(request.time, now: now) { return .refused(refusal) }
      // The answer may have been lost. It says what is wanted now, so anyone who overheard the
      // request is not to have it for ever.
      return .granted(epoch: known)
    }
    let commitment = LineageKey.enrolmentNonce(of: request.lineageKey)
    guard let root = projections.state.epochs.root(foundedWith: commitment),
      let parent = parent(request.locator.epoch, root: root)
    else { return .ready(.notReceived(.unknownEpoch, checks.news(epoch: nil, wanted: []))) }
    guard !projections.state.removal(ofEpoch: root).isRefused else {
      return .refused(RequestChecks.isRemoved)
    }
    if let refusal = checks.staleness(request.time, now: now) { return .refused(refusal) }
    let lineage = projections.state.epochs[Int(root)].lineage
    guard hasRoom(forEpochs: 1, of: lineage) else { return .refused(Self.hasTooManyEpochs) }
    return grantEpoch(request, parent: parent, now: now, in: &group)
  }

  /// Whether a lineage may have so many epochs more.
  ///
  /// - Parameter lineage: its place; nil: the log does not know it.
  private func hasRoom(forEpochs count: Int, of lineage: UInt32?) -> Bool {
    let known = lineage.map { projections.state.lineages[Int($0)].epochCount } ?? 0
    return count == 0 || known + count <= configuration.epochCountMax
  }

  private static let hasTooManyEpochs = Refusal(
    .retryLater,
    "This device has reached the cloud's limit of epochs. Ask its operator for room.",
    retryAfterMilliseconds: 3_600_000)

  /// The epoch that a device continues from; nil when it is one that the log does not know.
  private func parent(_ name: EpochName, root: UInt32) -> UInt32? {
    // A device that has nothing of its past but the lineage's secret.
    if name == .zero { return root }
    guard let place = projections.state.epochs.places[name],
      projections.state.epochs[Int(place)].lineage == projections.state.epochs[Int(root)].lineage
    else { return nil }
    return place
  }

  private func grantEpoch(
    _ request: GrantRequest, parent: UInt32, now: Timestamp, in group: inout RequestGroup
  ) -> PreparedAnswer {
    let state = projections.state.epochs[Int(parent)]
    let genesis = Locator.Place(number: 0, digest: state.start)
    let locator =
      request.locator.epoch == .zero
      ? Locator(epoch: state.grant.epoch, places: [genesis]) : request.locator
    var isUnreadable = false
    let branch = state.position.onGrant(locator, start: state.start) { number in
      checks.known(parent, number, &isUnreadable)
    }
    if isUnreadable { return .ready(Aggregator.notNow) }
    recordFinding(of: branch, epoch: parent, now: now, in: &group)
    let told =
      configuration.tellsWithdrawals
      ? projections.state.lineages.withdrawnTags(
        of: state.lineage, in: projections.state.items) : []
    let grant = Grant(
      lineage: state.grant.lineage,
      epoch: configuration.newEpoch(after: state.grant.epoch, using: &group.dice),
      deviceKey: request.childKey,
      parent: branch.parent, cloudLife: projections.state.life,
      order: projections.state.grantCount,
      nonce: request.nonce, time: now,
      withdrawals: told.map { projections.state.items.tagTable.tags[Int($0)] },
      signedBy: keys.signing)
    group.add(.grant(grant), now: now)
    if state.child == nil {
      group.add(.fence(head: branch.parent, child: grant.epoch), now: now)
    }
    group.counters.newEpochs += 1
    return .granted(epoch: UInt32(projections.state.epochs.count - 1))
  }

  /// What two sides that differ show of the past.
  private func recordFinding(
    of branch: EpochPosition.Branch, epoch: UInt32, now: Timestamp, in group: inout RequestGroup
  ) {
    switch branch.finding {
    case .fork(let first, let last, let sent):
      checks.recordIncident(
        first: first, last: last, sent: sent, epoch: epoch, now: now, in: &group)
    case .hole(let first, let last, let digest):
      let name = projections.state.epochs[Int(epoch)].grant.epoch
      group.add(
        .hole(ControlEntry.Hole(epoch: name, first: first, last: last, digest: digest)), now: now)
    case nil: break
    }
  }

  // MARK: Recovering

  /// A device brings back the grants of its epochs. What the cloud's keys signed is believed; for
  /// anything else the lineage has to be admitted like a new one. Where nothing else stands for the
  /// device's own epoch, it continues from one that the cloud knows, as a copy of it would.
  func recover(
    _ request: RecoverRequest, isBelieved: Bool?, now: Timestamp, in group: inout RequestGroup
  ) -> PreparedAnswer {
    if let refusal = refusal(of: request, now: now) { return .refused(refusal) }
    if let twin = otherRoot(of: request) { return .verdict(epoch: twin, .lineageKnown) }
    let root = request.grants[0]
    let lineage = projections.state.lineages.places[root.lineage]
    let isNew = lineage == nil
    if let refusal = lackOfRoom(for: request.grants, of: lineage) { return .refused(refusal) }
    let read = RecoveredGrants(request.grants, trusted: keys.trusted.map(checks.verifier)) {
      epoch in
      projections.state.epochs.places[epoch].map { projections.state.epochs[Int($0)] }
    }
    guard let recovered = read else { return .refuse(.notAllowed, Self.isForged) }
    let news = recovered.taken
    var token: TokenIdentifier?
    if news.contains(where: { !$0.isProven }) {
      switch checks.admission(of: request.attestation, isBelieved: isBelieved) {
      case .admitted(let by): token = by
      // Who is known was counted when it was let in.
      case .usedUp where !isNew: break
      case .usedUp: return .refused(RequestChecks.tokenIsUsedUp)
      case .refused: return .refuse(.notAllowed, Self.isUnproven)
      }
    }
    logRecoveredGrants(news, of: root.lineage, isNew: isNew, now: now, in: &group)
    if isNew, let token {
      group.add(.admitted(root.epoch, token: token), now: now)
    }
    if recovered.leavesOutLast, let proven = recovered.proven,
      let epoch = projections.state.epochs.places[proven]
    {
      return .verdict(epoch: epoch, .lineageKnown)
    }
    // The last one is the device's own.
    guard
      let epoch = projections.state.epochs.places[request.grants[request.grants.count - 1].epoch]
    else { return .ready(Aggregator.notNow) }
    return .news(epoch: epoch)
  }

  private func logRecoveredGrants(
    _ news: [RecoveredGrants.One], of lineage: LineageName, isNew: Bool, now: Timestamp,
    in group: inout RequestGroup
  ) {
    // Anybody can make up grants that nobody proved: those bring nothing back to who is known.
    let back = news.map(\.grant.epoch).filter { projections.state.epochs.places[$0] == nil }
    for one in news {
      group.add(.recovered(one.grant, isProven: one.isProven), now: now)
      if let parent = one.grant.parent, fences(parent) {
        group.add(.fence(head: parent, child: one.grant.epoch), now: now)
      }
    }
    if isNew || news.contains(where: \.isProven) {
      for entry in witness.knownWithdrawals(lineage, of: Set(back)) { group.add(entry, now: now) }
    }
    group.counters.recoveredGrants += UInt64(news.count)
  }

  /// Why there is no room for the lineage of the grants, or for those epochs that the log lacks.
  private func lackOfRoom(for grants: [Grant], of lineage: UInt32?) -> Refusal? {
    if lineage == nil, projections.state.lineages.count >= configuration.lineageCountMax {
      return RequestChecks.isFull
    }
    let epochs = Set(grants.map(\.epoch)).filter { projections.state.epochs.places[$0] == nil }
    return hasRoom(forEpochs: epochs.count, of: lineage) ? nil : Self.hasTooManyEpochs
  }

  private static let isUnproven =
    "The device's grants are not signed by a key of this cloud, and its token or attestation is "
    + "missing or not accepted. Ask the operator to add the key that signed them, or for a valid "
    + "token."

  private static let isForged =
    "A grant names a key of this cloud that did not sign it. Bring the grants as they were given."

  /// Another first epoch of the same device: a copy of it enrolled when the log had forgotten both.
  /// The device continues from that one, and says all again. A lineage with two beginnings would
  /// have the same reports newly made twice, and none of the two could withdraw what the other
  /// said.
  private func otherRoot(of request: RecoverRequest) -> UInt32? {
    let commitment = LineageKey.enrolmentNonce(of: request.lineageKey)
    guard let known = projections.state.epochs.root(foundedWith: commitment),
      projections.state.epochs[Int(known)].grant.epoch != request.grants[0].epoch
    else { return nil }
    return known
  }

  /// Why the grants are not those of one lineage whose key signed the request; nil: they are.
  private func refusal(of request: RecoverRequest, now: Timestamp) -> Refusal? {
    guard request.isSigned(knowing: keys.signing.memory) else {
      return Refusal(
        .malformed, "The request is not signed by the lineage's key. Sign it with that key.")
    }
    guard request.isOneLineage else {
      return Refusal(
        .notAllowed,
        "The grants are not those of one lineage, from its first epoch on. Bring all of them.")
    }
    let root = request.grants[0]
    let commitment = LineageKey.enrolmentNonce(of: request.lineageKey)
    if let known = projections.state.epochs.root(foundedWith: commitment) {
      if projections.state.removal(ofEpoch: known).isRefused { return RequestChecks.isRemoved }
    }
    let isOfAnother = request.grants.contains { grant in
      guard let known = projections.state.epochs.places[grant.epoch] else { return false }
      return projections.state.epochs[Int(known)].grant.lineage != root.lineage
    }
    guard !isOfAnother else {
      return Refusal(
        .notAllowed,
        "The grants name an epoch that is another device's here. Begin with a new device.")
    }
    if request.grants.contains(where: { projections.state.revokedKeys.contains($0.deviceKey) }) {
      return RequestChecks.isRemoved
    }
    return checks.staleness(request.time, now: now)
  }

  private func fences(_ parent: Head) -> Bool {
    guard let place = projections.state.epochs.places[parent.epoch] else { return false }
    return projections.state.epochs[Int(place)].child == nil
  }
}

extension RecoverRequest {
  /// Whether the grants begin with the first of the lineage that the key commits to, whose name
  /// follows from that, and each other one continues from an epoch before it, or brings another key
  /// to one.
  fileprivate var isOneLineage: Bool {
    let root = grants[0]
    guard root.parent == nil, root.nonce == LineageKey.enrolmentNonce(of: lineageKey),
      root.lineage == LineageName(foundedWith: root.nonce)
    else { return false }
    var known: [EpochName: Head?] = [:]
    for grant in grants {
      guard grant.lineage == root.lineage else { return false }
      if let parent = known[grant.epoch] {
        guard grant.parent == parent else { return false }
      } else if grant.epoch != root.epoch {
        guard let parent = grant.parent, known[parent.epoch] != nil else { return false }
      }
      known[grant.epoch] = .some(grant.parent)
    }
    return true
  }
}
