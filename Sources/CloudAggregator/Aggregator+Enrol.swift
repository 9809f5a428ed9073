internal import JournalFormat
internal import JournalStore
internal import Sync

/// Requests that come before batches.
extension Aggregator {
  func enrol(
    _ request: EnrolRequest, now: Timestamp, in group: inout Group
  ) -> Prepared {
    guard request.isSigned(knowing: keys.signing.memory) else {
      return refuse(.notAllowed, "The enrolment is not signed by the key that it names.")
    }
    guard !folds.state.revokedKeys.contains(request.deviceKey) else { return refuseRemoved() }
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
    let place = group.add(entry, now: now)
    // An enrolment is a control entry that every version can act on.
    try? folds.applyControl(entry, at: place)
    counters.enrolments += 1
    return .enrolled(epoch: UInt32(folds.state.epochs.count - 1))
  }

  /// Nobody speaks for a lineage any more that the operator removed.
  func refuseRemoved() -> Prepared {
    refuse(
      .notAllowed,
      "This device was removed by the operator. Enrol it anew with a new key, or ask the operator "
        + "to reinstate it.")
  }

  func verifier(_ key: PublicKey) -> SignatureVerifier {
    SignatureVerifier(key, knowing: keys.signing.memory)
  }

  func open(_ request: OpenRequest) -> Prepared {
    guard let epoch = folds.state.epochPlaces[request.locator.epoch] else {
      return .ready(.opened(.unknownEpoch, news(epoch: nil, wanted: [])))
    }
    let state = folds.state.epochs[Int(epoch)]
    guard state.grant.lineage == request.lineage,
      request.isSigned(by: verifier(state.grant.deviceKey))
    else {
      return refuse(.notAllowed, "The request is not signed by the key of its epoch.")
    }
    guard !folds.state.removal(ofEpoch: epoch).isRefused else { return refuseRemoved() }
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
}
