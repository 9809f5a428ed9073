import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// What the cloud signs, as a device checks it.
@Suite("A cloud's answer") struct SignedAnswerTests {
  private let verifier = SignatureVerifier(Sample.cloudKey.publicKey)

  private func isSigned(_ cloud: TestCloud, _ request: [UInt8]) throws -> Bool {
    try cloud.answer(request).isSigned(by: verifier, to: Digest(of: request))
  }

  @Test func `is signed over its request wherever a device acts on it`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    device.add(engaged(2))
    var stranger = TestDevice(2)
    stranger.add(engaged(3))
    for request in [
      try device.opening(), try device.request(2), try stranger.request(),
      SyncRequest.wanted(device.wanted(at: cloud.now)).bytes,
      SyncRequest.open(stranger.open(at: cloud.now)).bytes,
    ] {
      #expect(try isSigned(cloud, request))
    }
    // The receipt has its own.
    guard case .received(_, let news) = try cloud.answer(try device.request()) else {
      Issue.record("it has to be received")
      return
    }
    #expect(news.signature == nil && news.wanted.isEmpty)
  }

  @Test func `is signed where it asks for words, also of a batch that was read before`()
    async throws
  {
    let cloud = try TestCloud()
    var first = try cloud.device(1)
    first.add(engaged(1))
    _ = try cloud.answer(try first.request())
    var second = try cloud.device(2)
    second.add(engaged(2))
    let request = try second.request()
    guard case .append(let append) = try SyncRequest(bytes: request) else { return }
    var call = Aggregator.Call(request)
    call.content = .append(await DecodedAppend.read(append))
    let answer = cloud.cloud.handle([call], now: cloud.now)[0]
    #expect(answer.news?.wanted.count == 1)
    #expect(answer.isSigned(by: verifier, to: Digest(of: request)))
    #expect(!answer.isSigned(by: verifier, to: Digest(of: try first.request())))
  }

  @Test func `that refuses is signed if a device gives something up for it`() throws {
    let cloud = try TestCloud { $0.limits.batchByteCount = 200 }
    var device = try cloud.device(1)
    for number in 1...40 { device.add(engaged(UInt64(number))) }
    let tooLarge = try device.request()
    #expect(try cloud.refusal(tooLarge) == .tooLarge && isSigned(cloud, tooLarge))
    let old = try device.opening()
    let late = try cloud.answer(old, after: 1 << 40)
    guard case .refused(let stale) = late else {
      Issue.record("it has to be refused")
      return
    }
    #expect(stale.code == .stale && late.isSigned(by: verifier, to: Digest(of: old)))
    #expect(try cloud.refusal([1, 2, 3]) == .malformed)
    #expect(try !isSigned(cloud, [1, 2, 3]))
  }
}

@Suite("A recovery") struct RecoveryTests {
  private let lineage = LineageKey(secret: Array(64..<96))

  private func grant(of name: LineageName, nonce: Nonce? = nil) -> Grant {
    Grant(
      lineage: name, epoch: Sample.childEpoch, deviceKey: Sample.nextKey.publicKey, parent: nil,
      cloudLife: Sample.cloudLife, order: 0, nonce: nonce ?? lineage.enrolmentNonce,
      time: Sample.day.start, withdrawals: [], signedBy: Sample.deviceKey)
  }

  private func request(_ grants: [Grant], _ cloud: TestCloud) -> [UInt8] {
    SyncRequest.recover(
      RecoverRequest(grants: grants, time: cloud.now, attestation: [], lineage: lineage)
    ).bytes
  }

  @Test func `names the lineage whose key signs it, and no other`() throws {
    let cloud = try TestCloud()
    let victim = try #require(try cloud.device(1).grant)
    let before = try cloud.fingerprint()
    let unborn = LineageName(foundedWith: Sample.nonce)
    for name in [victim.lineage, unborn, Sample.lineage] {
      #expect(try cloud.refusal(request([grant(of: name)], cloud)) == .notAllowed)
      #expect(
        try cloud.refusal(request([grant(of: name, nonce: victim.nonce)], cloud)) == .notAllowed)
    }
    #expect(try cloud.fingerprint() == before)
    let own = LineageName(foundedWith: lineage.enrolmentNonce)
    guard case .news = try cloud.answer(request([grant(of: own)], cloud)) else {
      Issue.record("its own lineage has to be taken")
      return
    }
    #expect(try cloud.cloud.projections.status().lineages == 2)
  }
}
