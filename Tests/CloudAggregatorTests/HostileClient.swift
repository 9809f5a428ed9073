import JournalFormat
import Sync
import TestSupport

@testable import CloudAggregator

/// A client that signs properly, as anyone who is enrolled can, and says what the rules forbid.
struct HostileClient {
  let cloud: TestCloud
  /// Somebody else, with a report that counts.
  private(set) var victim: TestDevice
  /// The client's own device, with one of its own.
  private(set) var own: TestDevice

  init(_ configure: (inout CloudConfiguration) -> Void = { _ in }) throws {
    cloud = try TestCloud(threshold: 1, configure)
    victim = try cloud.device(1)
    own = try cloud.device(2)
    victim.add(engaged(1))
    own.add(engaged(1))
    for device in [victim, own] { _ = try cloud.answer(try device.request()) }
  }

  var now: Timestamp { cloud.now }
  var grant: Grant { own.grant ?? Sample.grant }
  var victimGrant: Grant { victim.grant ?? Sample.grant }

  func locator(_ numbers: [UInt64], epoch: EpochName? = nil) -> Locator {
    Locator(
      epoch: epoch ?? grant.epoch,
      places: numbers.map { Locator.Place(number: $0, digest: Sample.digest) })
  }

  func enrol(_ lineage: LineageKey, attestation: [UInt8] = []) -> EnrolRequest {
    EnrolRequest(lineage: lineage, attestation: attestation, key: TestDevice(3).key)
  }

  func open(
    lineage: LineageName? = nil, at time: Timestamp? = nil, _ locator: Locator? = nil,
    key: SigningKey? = nil
  ) -> SyncRequest {
    .open(
      OpenRequest(
        lineage: lineage ?? grant.lineage, time: time ?? now, locator: locator ?? own.locator,
        key: key ?? own.key))
  }

  func wanted(
    lineage: LineageName? = nil, epoch: EpochName? = nil, at time: Timestamp? = nil,
    gone: [WantedContent] = []
  ) -> SyncRequest {
    .wanted(
      WantedRequest(
        lineage: lineage ?? grant.lineage, epoch: epoch ?? grant.epoch, time: time ?? now,
        gone: gone, key: own.key))
  }

  func rotate(
    lineage: LineageName? = nil, epoch: EpochName? = nil, at time: Timestamp? = nil,
    nonce: Nonce = Sample.nextNonce, from old: SigningKey? = nil
  ) -> SyncRequest {
    .rotate(
      RotateRequest(
        lineage: lineage ?? grant.lineage, epoch: epoch ?? grant.epoch, time: time ?? now,
        nonce: nonce, from: old ?? own.key, to: Sample.nextKey))
  }

  func grant(
    _ locator: Locator? = nil, nonce: Nonce = Sample.nextNonce, at time: Timestamp? = nil,
    lineage: LineageKey? = nil
  ) -> SyncRequest {
    .grant(
      GrantRequest(
        locator: locator ?? own.locator, nonce: nonce, time: time ?? now,
        lineage: lineage ?? own.lineage, child: Sample.nextKey))
  }

  /// A grant of the client's own making: nobody but itself signed it, unless another key is named.
  func forged(
    of device: TestDevice? = nil, lineage: LineageName? = nil, epoch: EpochName? = nil,
    parent: Head? = nil, order: UInt64 = 9, nonce: Nonce? = nil, key: PublicKey? = nil,
    time: Timestamp? = nil, withdrawals: [Tag] = [], signedBy signer: SigningKey? = nil
  ) -> Grant {
    let device = device ?? own
    return Grant(
      lineage: lineage ?? LineageName(foundedWith: device.nonce),
      epoch: epoch ?? device.grant?.epoch ?? EpochName(bits: 70),
      deviceKey: key ?? own.key.publicKey, parent: parent, cloudLife: Sample.cloudLife,
      order: order, nonce: nonce ?? device.nonce, time: time ?? now, withdrawals: withdrawals,
      signedBy: signer ?? own.key)
  }

  func recover(
    _ grants: [Grant], at time: Timestamp? = nil, by lineage: LineageKey? = nil
  ) -> SyncRequest {
    .recover(
      RecoverRequest(
        grants: grants, time: time ?? now, attestation: [], lineage: lineage ?? own.lineage))
  }

  /// The client's chain as a batch that names what it likes.
  func append(
    lineage: LineageName? = nil, epoch: EpochName? = nil, previous: Digest? = nil,
    key: SigningKey? = nil, from first: Int = 0
  ) throws -> SyncRequest {
    let entries = Array(own.chain.entries[first...])
    return .append(
      AppendRequest(
        batch: try BatchWriter().batch(
          of: entries, lineage: lineage ?? grant.lineage, epoch: epoch ?? grant.epoch,
          previousDigest: previous
            ?? (first == 0 ? own.chain.start : own.chain.entries[first - 1].digest),
          signedBy: key ?? own.key)))
  }

  /// Another report of the client's, which was not sent.
  mutating func say(_ report: Report) { own.add(report) }

  /// What the client is told; nil: nothing but that it is as it was.
  enum Outcome: Hashable {
    case refused(Refusal.Code)
    case unknownEpoch, lineageKnown, ahead, other
  }

  func outcome(_ request: SyncRequest) throws -> Outcome {
    switch try cloud.answer(request.bytes) {
    case .refused(let refusal): .refused(refusal.code)
    case .opened(.unknownEpoch, _), .notReceived(.unknownEpoch, _): .unknownEpoch
    case .opened(.lineageKnown, _), .notReceived(.lineageKnown, _): .lineageKnown
    case .opened(.ahead, _), .notReceived(.ahead, _): .ahead
    default: .other
    }
  }
}
