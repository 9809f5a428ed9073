internal import JournalFormat
internal import JournalStore
internal import Sync

/// What requests of all kinds are held against: keys, times, and what the log has of an epoch.
final class RequestChecks {
  let configuration: CloudConfiguration
  let keys: CloudKeys
  let projections: CloudProjections
  private let log: any CloudLog
  /// For looking batches up in the log.
  private let reader = BatchReader()

  init(
    configuration: CloudConfiguration, keys: CloudKeys, projections: CloudProjections,
    log: any CloudLog
  ) {
    self.configuration = configuration
    self.keys = keys
    self.projections = projections
    self.log = log
  }

  // MARK: Who asks, and when

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
        + "is wrong. Make it again with the cloud's time.", cloudTime: now)
  }

  func admission(of attestation: [UInt8], isBelieved: Bool?) -> AdmissionPolicy.Decision {
    configuration.admission.decision(on: attestation, isBelieved: isBelieved) {
      projections.state.epochs.tokenUses[$0] ?? 0
    }
  }

  // MARK: What the log has

  /// The digest that the log has at an entry of an epoch up to its head.
  ///
  /// A log that cannot be read, or not yet, is not a log with other content: that would make an
  /// incident of a passing fault.
  func known(_ epoch: UInt32, _ number: UInt64, _ isUnreadable: inout Bool) -> Digest? {
    let state = projections.state.epochs[Int(epoch)]
    if number == state.head.number { return state.head.digest }
    if number == 0 { return state.start }
    guard let batch = try? projections.file.batch(epoch: epoch, holding: number) else {
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

  /// A fork is kept and shown, for ever; the same one again says nothing new.
  func recordIncident(
    first: UInt64, last: UInt64, sent: Digest, epoch: UInt32, now: Timestamp,
    in group: inout RequestGroup
  ) {
    group.counters.incidents += 1
    guard configuration.keepsIncidents else { return }
    let state = projections.state.epochs[Int(epoch)]
    guard state.incidentCount < EpochState.incidentsMax,
      !state.incidents.contains(where: { $0.last == last && $0.sent == sent })
    else { return }
    var isUnreadable = false
    let known = known(epoch, min(last, state.head.number), &isUnreadable) ?? .zero
    let incident = ControlEntry.Incident(
      lineage: state.grant.lineage, epoch: state.grant.epoch, first: first, last: last,
      known: known, sent: sent)
    group.add(.incident(incident), now: now)
  }

  func news(epoch: UInt32?, wanted: [WantedContent]) -> CloudNews {
    CloudNews(
      cloudLife: projections.state.life,
      receivedMark: epoch.map { projections.state.epochs[Int($0)].head.number } ?? 0,
      backedUpMark: epoch.flatMap { try? projections.backedUpMark(epoch: $0) } ?? 0,
      limits: configuration.limits, wanted: wanted)
  }

  // MARK: Refusals

  static let isFull = Refusal(
    .retryLater, "This cloud has reached its limit of devices. Ask its operator for room.",
    retryAfterMilliseconds: 3_600_000)

  static let tokenIsUsedUp = Refusal(
    .notAllowed,
    "This device's enrolment token has admitted as many devices as it may. Ask the operator for "
      + "another one.")

  static let isRemoved = Refusal(
    .notAllowed,
    "This device was removed by the operator. Ask the operator to reinstate it, or begin with a "
      + "new device: `spotlog device init` in another folder.")

  static let notSigned =
    "The request is not signed by the key of its epoch. Sign it with the key that the cloud "
    + "granted."

}
