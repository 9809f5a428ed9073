import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// All that a device says in its life, overheard and said again by somebody else.
@Suite("What was overheard and is sent again") struct ReplayTests {
  private static let tenMinutes: Int64 = 600_000

  private let cloud: TestCloud
  private var device: TestDevice
  /// Every request of the device, in its order.
  private var overheard: [[UInt8]] = []

  init() throws {
    cloud = try TestCloud(threshold: 1)
    device = TestDevice(1)
    overheard = [device.enrolment]
    try device.enrol(with: cloud.cloud, now: cloud.now)
    try say(try device.opening())
    for number in 1...3 as ClosedRange<UInt64> {
      device.add(engaged(number))
      try say(try device.request(Int(number)))
    }
    device.add(Sample.content)
    try say(try device.request(4))
    device.add(withdrawn(9))
    try say(try device.request(5))
    try say(SyncRequest.wanted(device.wanted(at: cloud.now)).bytes)
    try say(try device.request(1, 5))
    try say(SyncRequest.rotate(try device.rotation()).bytes)
    // With another key, and then in another epoch.
    try say(
      SyncRequest.grant(
        GrantRequest(
          locator: device.locator, nonce: Nonce(bits: 91), time: cloud.now,
          lineage: device.lineage, child: TestDevice(92).key)
      ).bytes)
    try say(
      SyncRequest.recover(
        RecoverRequest(
          grants: [try #require(device.grant)], time: cloud.now, attestation: [],
          lineage: device.lineage)
      ).bytes)
  }

  private mutating func say(_ request: [UInt8]) throws {
    overheard.append(request)
    if case .refused(let refusal) = try cloud.answer(request) {
      Issue.record("the device itself is answered: \(refusal)")
    }
  }

  @Test func `is of every kind that a device says by itself`() throws {
    let kinds = try Set(overheard.map { try SyncRequest(bytes: $0).kind })
    // With *resend* a device says again what the log went back from.
    #expect(kinds == Set(SyncRequest.Kind.allCases).subtracting([.resend]))
  }

  /// At once, within the time that a request is fresh, and ever after.
  @Test(arguments: [0, tenMinutes, tenMinutes + 1, 86_400_000, 31_536_000_000] as [Int64])
  func `changes nothing, in whatever order it comes`(milliseconds: Int64) throws {
    let before = try cloud.fingerprint()
    var random = SplitMix64(UInt64(milliseconds))
    for _ in 0..<5 {
      for request in overheard.shuffled(using: &random) {
        _ = try cloud.answer(request, after: milliseconds)
      }
    }
    // Also together in one commit, each twice.
    let twice = (overheard + overheard).shuffled(using: &random)
    let now = cloud.now.advanced(byMilliseconds: milliseconds)
    #expect(cloud.cloud.handle(twice, now: now).count == twice.count)
    #expect(try cloud.fingerprint() == before)
    try cloud.cloud.rebuild()
    #expect(try cloud.fingerprint() == before)
  }

  /// What was to be a request of now is none later, whatever it would tell.
  @Test func `tells nothing of a later time`() throws {
    for request in overheard {
      let kind = try SyncRequest(bytes: request).kind
      let answer = try cloud.answer(request, after: Self.tenMinutes + 1)
      switch kind {
      // These are answered the same at any time (docs/decisions/0021).
      case .enrol, .append: continue
      case .open, .wanted, .rotate, .grant, .recover, .resend:
        // A key that is granted already is told again: it is no secret.
        if case .enrolled = answer, kind == .rotate { continue }
        guard case .refused = answer else {
          Issue.record("\(kind): \(answer)")
          continue
        }
      }
    }
  }

  @Test func `brings no device back that was removed`() throws {
    let lineage = try #require(device.grant).lineage
    _ = try cloud.cloud.revoke(lineage, counts: .retracted, now: cloud.now)
    let before = try cloud.fingerprint()
    for _ in 0..<3 {
      for request in overheard { #expect(try cloud.refusal(request) == .notAllowed) }
    }
    #expect(try cloud.fingerprint() == before)
  }

  /// Another deployment knows neither the device nor its epochs.
  @Test func `means nothing to another cloud`() throws {
    let other = try TestCloud(threshold: 1, key: TestDevice(80).key) { $0.admission = .token([:]) }
    let before = try other.fingerprint()
    for request in overheard.reversed() + overheard {
      _ = try other.answer(request)
      #expect(try other.fingerprint() == before)
    }
  }
}
