import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("An epoch's next key") struct RotationTests {
  private let cloud: TestCloud
  private var device: TestDevice

  init() throws {
    cloud = try TestCloud()
    device = try cloud.device(1)
    device.add(engaged(1))
    _ = try cloud.answer(try device.request())
  }

  private func rotate(_ request: RotateRequest, after milliseconds: Int64 = 0) throws
    -> SyncResponse
  {
    try cloud.answer(SyncRequest.rotate(request).bytes, after: milliseconds)
  }

  private func grant(_ answer: SyncResponse) throws -> Grant {
    guard case .enrolled(let grant, _) = answer else {
      throw FormatError(.malformed, "\(answer) is no grant.")
    }
    return grant
  }

  /// An entry of the device's, from a place on, signed with a key.
  private func append(_ place: Int, signedBy key: SigningKey, to aggregator: Aggregator? = nil)
    throws -> SyncResponse
  {
    let request = SyncRequest.append(
      AppendRequest(batch: try device.batch(place, signedBy: key))
    ).bytes
    return try SyncResponse(
      bytes: (aggregator ?? cloud.cloud).handle(request, now: cloud.now))
  }

  private func code(_ answer: SyncResponse) -> Refusal.Code? {
    if case .refused(let refusal) = answer { refusal.code } else { nil }
  }

  @Test mutating func `is granted to anyone who holds both, in the same epoch`() throws {
    let old = try #require(device.grant)
    let new = try grant(try rotate(try device.rotation()))
    #expect(new.epoch == old.epoch && new.lineage == old.lineage && new.parent == old.parent)
    #expect(new.deviceKey == Sample.nextKey.publicKey && new.nonce == Sample.nextNonce)
    #expect(new.order == old.order + 1)
    #expect(new.isSigned(by: SignatureVerifier(Sample.cloudKey.publicKey)))
    #expect(cloud.log.entries.last?.header.kind == .control(.grant))
    // The chain continues; who has the old key is nobody any more.
    device.add(engaged(2))
    #expect(code(try append(2, signedBy: device.key)) == .notAllowed)
    #expect(code(try append(1, signedBy: device.key)) == .notAllowed)
    #expect(try cloud.refusal(try device.opening()) == .notAllowed)
    guard case .received = try append(2, signedBy: Sample.nextKey) else {
      Issue.record("the next key signs what follows")
      return
    }
    // What the old key signed before is a duplicate also under the new one.
    guard case .received = try append(1, signedBy: Sample.nextKey) else {
      Issue.record("a duplicate is one by its digests")
      return
    }
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [2])
    #expect(try cloud.cloud.projections.status().lineages == 1)
  }

  @Test func `is granted once, however often and late it is asked for`() throws {
    let request = try device.rotation()
    let first = try rotate(request)
    let before = try cloud.fingerprint()
    #expect(try rotate(request) == first)
    // The answer may have been lost for a day: the same request, or one with a newer time.
    #expect(try rotate(request, after: 86_400_000) == first)
    let later = cloud.now.advanced(byMilliseconds: 86_400_000)
    #expect(try rotate(try device.rotation(at: later), after: 86_400_000) == first)
    #expect(try cloud.fingerprint() == before)
  }

  @Test func `is granted once in requests that share a commit`() throws {
    let request = SyncRequest.rotate(try device.rotation()).bytes
    let answers = cloud.cloud.handle([request, request], now: cloud.now)
    #expect(answers[0] == answers[1])
    #expect(cloud.log.entries.filter { $0.header.kind == .control(.grant) }.count == 1)
  }

  @Test func `is refused to anyone who holds one of the two, and changes nothing`() throws {
    let before = try cloud.fingerprint()
    let stranger = TestDevice(7)
    let good = try device.rotation()
    var unproven = good
    unproven.proof = .blank
    var stolen = good
    stolen.newKey = stranger.key.publicKey
    var unsigned = good
    unsigned.signature = .blank
    var crossed = good
    (crossed.signature, crossed.proof) = (good.proof, good.signature)
    let forged = try device.rotation(to: stranger.key, signedBy: stranger.key)
    for request in [unsigned, forged] { #expect(code(try rotate(request)) == .notAllowed) }
    // No device asks so: its bytes were damaged on the way.
    for request in [unproven, stolen, crossed] {
      #expect(code(try rotate(request)) == .malformed)
    }
    #expect(code(try rotate(good, after: 600_001)) == .stale)
    #expect(try cloud.fingerprint() == before)
    // After all that, the device is still itself.
    #expect(try cloud.refusal(try device.opening()) == nil)
  }

  @Test func `is refused with a nonce that came before`() throws {
    let other = try cloud.device(2)
    let before = try cloud.fingerprint()
    for nonce in [device.nonce, other.nonce] {
      #expect(code(try rotate(try device.rotation(nonce: nonce))) == .notAllowed)
    }
    #expect(try cloud.fingerprint() == before)
  }

  @Test func `is not granted to an epoch that has a child`() throws {
    let epoch = try #require(device.grant?.epoch)
    let head = Head(epoch: epoch, number: 1, digest: device.chain.digest)
    cloud.cloud.projections.applyControl(
      .fence(head: head, child: Sample.childEpoch),
      at: LogPlace(number: 1, time: Timestamp(milliseconds: 0)))
    guard case .notReceived(.fenced(let child), _) = try rotate(try device.rotation()) else {
      Issue.record("a fenced epoch accepts nothing more")
      return
    }
    #expect(child == Sample.childEpoch)
  }

  /// From the first key over a second to a third one.
  private func rotateTwice() throws -> (second: RotateRequest, third: RotateRequest) {
    let second = try device.rotation()
    _ = try grant(try rotate(second))
    let third = try device.rotation(
      to: TestDevice(8).key, nonce: TestDevice(8).nonce, signedBy: Sample.nextKey)
    _ = try grant(try rotate(third))
    return (second, third)
  }

  @Test func `is in the state that is made from the log, and from the file`() throws {
    let (second, third) = try rotateTwice()
    let expected = try rotate(third)
    let digest = try cloud.cloud.projections.stateDigest()
    try cloud.cloud.rebuild()
    #expect(try cloud.cloud.projections.stateDigest() == digest)
    #expect(try rotate(third) == expected)
    let reopened = try cloud.reopened()
    #expect(reopened.projections.rebuildReason == nil)
    #expect(try reopened.projections.stateDigest() == digest)
    func answer(_ request: [UInt8]) throws -> SyncResponse {
      try SyncResponse(bytes: reopened.handle(request, now: cloud.now))
    }
    // The last nonce gets its grant; what was said before is known, and gets nothing.
    #expect(try answer(SyncRequest.rotate(third).bytes) == expected)
    #expect(code(try answer(SyncRequest.rotate(second).bytes)) == .notAllowed)
    guard case .notReceived(.lineageKnown, _) = try answer(device.enrolment) else {
      Issue.record("the lineage is known by another key")
      return
    }
    #expect(try reopened.projections.status().lineages == 1)
    #expect(cloud.log.entries.filter { $0.header.kind == .control(.enrol) }.count == 1)
  }

  @Test mutating func `signs on after the cloud was started again`() throws {
    _ = try rotateTwice()
    let reopened = try cloud.reopened()
    device.add(engaged(2))
    for key in [device.key, Sample.nextKey] {
      #expect(code(try append(2, signedBy: key, to: reopened)) == .notAllowed)
    }
    guard case .received = try append(2, signedBy: TestDevice(8).key, to: reopened) else {
      Issue.record("the last key signs")
      return
    }
    #expect(try reopened.projections.popularity().map(\.events) == [2])
  }

  @Test func `is no more in memory than the first and the last nonce`() throws {
    var key = device.key
    for seed in 10..<30 as Range<UInt64> {
      let next = TestDevice(seed)
      _ = try grant(
        try rotate(try device.rotation(to: next.key, nonce: next.nonce, signedBy: key)))
      key = next.key
    }
    #expect(cloud.cloud.projections.state.epochs.noncePlaces.count == 2)
    #expect(cloud.cloud.projections.state.epochs.count == 1)
    #expect(cloud.cloud.projections.state.grantCount == 21)
  }
}
