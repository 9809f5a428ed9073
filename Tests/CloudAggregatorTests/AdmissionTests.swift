import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("Admission to a cloud") struct AdmissionTests {
  private static let token = Array("a token".utf8)
  private static let tokens = AdmissionPolicy.token([
    Digest(of: token): 2, Digest(of: Array("a second".utf8)): 1,
  ])

  struct Row: Sendable, CustomTestStringConvertible {
    var policy: AdmissionPolicy
    var attestation: [UInt8] = []
    var isBelieved: Bool?
    var isAdmitted: Bool

    var testDescription: String {
      let name =
        switch policy {
        case .open: "open"
        case .token: "token"
        case .attestation: "attestation"
        }
      let attestation = String(decoding: attestation, as: UTF8.self)
      return "\(name), \"\(attestation)\", believed: \(isBelieved.map(String.init) ?? "not asked")"
    }
  }

  static let rows = [
    Row(policy: .open, isAdmitted: true),
    Row(policy: .open, attestation: token, isAdmitted: true),
    Row(policy: .open, attestation: token, isBelieved: false, isAdmitted: true),
    Row(policy: tokens, attestation: token, isAdmitted: true),
    Row(policy: tokens, attestation: Array("a second".utf8), isAdmitted: true),
    Row(policy: tokens, attestation: Array("a third".utf8), isAdmitted: false),
    Row(policy: tokens, attestation: token + [0], isAdmitted: false),
    Row(policy: tokens, isAdmitted: false),
    // A hook has no say where a token is asked for.
    Row(policy: tokens, attestation: token, isBelieved: false, isAdmitted: true),
    Row(policy: tokens, isBelieved: true, isAdmitted: false),
    // Nobody knows a token when none was given out.
    Row(policy: .token([:]), attestation: token, isAdmitted: false),
    Row(policy: .attestation, attestation: token, isBelieved: true, isAdmitted: true),
    Row(policy: .attestation, attestation: token, isBelieved: false, isAdmitted: false),
    Row(policy: .attestation, attestation: token, isAdmitted: false),
    Row(policy: .attestation, isAdmitted: false),
  ]

  /// A token's uses are in the log: neither a restart, nor replaying it, nor asking again gives
  /// one back or takes one.
  @Test func `by token counts its uses, for good`() throws {
    let cloud = try TestCloud { $0.admission = Self.tokens }
    func code(_ seed: UInt64, _ token: String, of aggregator: Aggregator? = nil) -> String {
      let call = Aggregator.Call(enrolment(TestDevice(seed), Array(token.utf8)))
      switch (aggregator ?? cloud.cloud).handle([call], now: cloud.now)[0] {
      case .enrolled: return "enrolled"
      case .refused(let refusal):
        return refusal.message.contains("as many devices") ? "used up" : "\(refusal.code)"
      default: return "?"
      }
    }
    #expect([1, 2, 1].map { code($0, "a token") } == Array(repeating: "enrolled", count: 3))
    #expect(code(3, "a token") == "used up" && code(3, "another") == "notAllowed")
    #expect(code(3, "a second") == "enrolled" && code(4, "a second") == "used up")
    try cloud.cloud.rebuild()
    #expect(code(5, "a token") == "used up" && code(2, "a token") == "enrolled")
    let reopened = try cloud.reopened()
    #expect(code(5, "a second", of: reopened) == "used up")
    #expect(try cloud.cloud.projections.status().lineages == 3)
    // Together in one commit they count alike.
    let together = try TestCloud { $0.admission = Self.tokens }
    let calls = (1...4).map {
      Aggregator.Call(enrolment(TestDevice(UInt64($0)), Array("a token".utf8)))
    }
    let answers = together.cloud.handle(calls, now: together.now)
    #expect(answers.count { if case .enrolled = $0 { true } else { false } } == 2)
  }

  private func enrolment(_ device: TestDevice, _ attestation: [UInt8]) -> [UInt8] {
    SyncRequest.enrol(
      EnrolRequest(lineage: device.lineage, attestation: attestation, key: device.key)
    ).bytes
  }

  private func answer(_ cloud: TestCloud, _ request: [UInt8], _ isBelieved: Bool?) -> SyncResponse {
    let call = Aggregator.Call(request, isAttestationBelieved: isBelieved)
    return cloud.cloud.handle([call], now: cloud.now)[0]
  }

  @Test(arguments: rows) func `is as the policy says`(row: Row) throws {
    let cloud = try TestCloud { $0.admission = row.policy }
    let before = try cloud.fingerprint()
    switch answer(cloud, enrolment(TestDevice(1), row.attestation), row.isBelieved) {
    case .enrolled(let grant, _):
      #expect(row.isAdmitted)
      #expect(grant.deviceKey == TestDevice(1).key.publicKey)
    case .refused(let refusal):
      #expect(!row.isAdmitted)
      #expect(refusal.code == .notAllowed)
      #expect(refusal.message.contains("Ask the operator"))
      #expect(try cloud.fingerprint() == before)
    case let other: Issue.record("\(other) is no answer to an enrolment")
    }
  }

  /// The answer may have been lost, and the token may not hold any more.
  @Test func `is not asked for again by a nonce that is known`() throws {
    let cloud = try TestCloud { $0.admission = .attestation }
    let request = enrolment(TestDevice(1), Self.token)
    let first = answer(cloud, request, true)
    guard case .enrolled = first else {
      Issue.record("it is admitted")
      return
    }
    for isBelieved in [true, false, nil] {
      #expect(answer(cloud, request, isBelieved) == first)
      #expect(answer(cloud, enrolment(TestDevice(1), []), isBelieved) == first)
    }
    #expect(try cloud.cloud.projections.status().lineages == 1)
  }

  /// A hook is a program of the operator's: it is started only where its word decides.
  @Test(
    arguments: [
      (.attestation, true), (.open, false), (tokens, false),
    ] as [(AdmissionPolicy, Bool)])
  func `has an attestation looked at where the policy asks for one`(
    policy: AdmissionPolicy, isLookedAt: Bool
  ) throws {
    let cloud = try TestCloud { $0.admission = policy }
    let request = EnrolRequest(
      lineage: TestDevice(1).lineage, attestation: Self.token, key: TestDevice(1).key)
    let found = try cloud.cloud.enrolmentToLookAt(
      SyncRequest.enrol(request).bytes, now: cloud.now)
    #expect(found == (isLookedAt ? request : nil))
  }

  @Test func `has no attestation looked at of who is refused or known`() throws {
    let cloud = try TestCloud {
      $0.admission = .attestation
      $0.lineageCountMax = 2
    }
    let (first, second) = (TestDevice(1), TestDevice(2))
    func isLookedAt(_ bytes: [UInt8]) throws -> Bool {
      try cloud.cloud.enrolmentToLookAt(bytes, now: cloud.now) != nil
    }
    var forged = EnrolRequest(lineage: first.lineage, key: first.key)
    forged.attestation = Self.token
    #expect(try !isLookedAt(SyncRequest.enrol(forged).bytes), "its key did not sign this")
    #expect(try !isLookedAt([]))
    #expect(try !isLookedAt(Array(enrolment(first, Self.token).dropLast())))
    #expect(try isLookedAt(enrolment(first, Self.token)))
    guard case .enrolled(let grant, _) = answer(cloud, enrolment(first, Self.token), true) else {
      Issue.record("it is admitted")
      return
    }
    #expect(try !isLookedAt(enrolment(first, Self.token)), "it is known")
    let taken = EnrolRequest(lineage: first.lineage, key: second.key)
    #expect(try !isLookedAt(SyncRequest.enrol(taken).bytes), "its nonce is another's")
    #expect(try isLookedAt(enrolment(second, Self.token)))
    _ = try cloud.cloud.revoke(grant.lineage, counts: .kept, now: cloud.now)
    let again = EnrolRequest(lineage: second.lineage, key: first.key)
    #expect(try !isLookedAt(SyncRequest.enrol(again).bytes), "its key was removed")
    _ = answer(cloud, enrolment(second, Self.token), true)
    #expect(try !isLookedAt(enrolment(TestDevice(3), Self.token)), "there is no room")
  }

  /// A device that nobody looked at would be refused, and would stop.
  @Test func `is not decided while nothing can be granted`() throws {
    let cloud = try TestCloud {
      $0.admission = .attestation
      $0.holdOffMilliseconds = 1_000
    }
    let request = enrolment(TestDevice(1), Self.token)
    func lookAt(after milliseconds: Int64) throws(CloudError) -> EnrolRequest? {
      try cloud.cloud.enrolmentToLookAt(
        request, now: cloud.now.advanced(byMilliseconds: milliseconds))
    }
    cloud.log.nextFault = .answerLost
    cloud.log.refusesSettling = true
    _ = answer(cloud, request, true)
    for milliseconds in [0, 999, 1_000] as [Int64] {
      let error = #expect(throws: CloudError.self) { try lookAt(after: milliseconds) }
      #expect(error?.code == .log)
    }
    cloud.log.refusesSettling = false
    #expect(throws: CloudError.self) { try lookAt(after: 999) }
    // The log had it all the same.
    #expect(try lookAt(after: 1_000) == nil)
  }

  @Test func `asks for a signature over what endorses the device`() throws {
    let cloud = try TestCloud { $0.admission = Self.tokens }
    let device = TestDevice(1)
    var request = EnrolRequest(lineage: device.lineage, attestation: [], key: device.key)
    request.attestation = Self.token
    #expect(try cloud.refusal(SyncRequest.enrol(request).bytes) == .malformed)
  }

  /// A recovery of a lineage that nobody knows, with a grant of its own making.
  private func forged(_ seed: UInt64, at now: Timestamp) -> [UInt8] {
    let device = TestDevice(seed)
    let grant = Grant(
      lineage: LineageName(foundedWith: device.nonce), epoch: EpochName(bits: UInt128(seed)),
      deviceKey: device.key.publicKey, parent: nil, cloudLife: Sample.cloudLife, order: 0,
      nonce: device.nonce, time: now, withdrawals: [], signedBy: device.key)
    return SyncRequest.recover(
      RecoverRequest(grants: [grant], time: now, attestation: [], lineage: device.lineage)
    ).bytes
  }

  /// More than there is room for, by whatever request, in groups and alone.
  @Test func `holds its limit against a flood of enrolments and recoveries`() throws {
    let limit = 40
    let cloud = try TestCloud { $0.lineageCountMax = limit }
    let flood = (1...60 as ClosedRange<UInt64>).flatMap {
      [TestDevice($0).enrolment, forged(1_000 + $0, at: cloud.now)]
    }
    for start in stride(from: 0, to: flood.count, by: 24) {
      let group = Array(flood[start..<min(start + 24, flood.count)])
      _ = cloud.cloud.handle(group, now: cloud.now)
    }
    #expect(try cloud.cloud.projections.status().lineages == limit)
    let before = try cloud.fingerprint()
    for seed in 2_000..<2_020 as Range<UInt64> {
      #expect(try cloud.refusal(TestDevice(seed).enrolment) == .retryLater)
      #expect(try cloud.refusal(forged(seed + 1_000, at: cloud.now)) == .retryLater)
    }
    #expect(try cloud.fingerprint() == before)
    // Who is known is served, also by a server that was restarted.
    let reopened = try cloud.reopened()
    var known = TestDevice(1)
    try known.enrol(with: reopened, now: cloud.now)
    known.add(engaged(1))
    guard
      case .received = try SyncResponse(
        bytes: reopened.handle(try known.request(), now: cloud.now))
    else {
      Issue.record("who is known is served")
      return
    }
    let late = try SyncResponse(
      bytes: reopened.handle(TestDevice(4_000).enrolment, now: cloud.now))
    guard case .refused = late else {
      Issue.record("\(late)")
      return
    }
  }

  @Test func `ends when the cloud has as many lineages as it takes`() throws {
    let cloud = try TestCloud { $0.lineageCountMax = 2 }
    for seed in [1, 2] as [UInt64] { _ = try cloud.device(seed) }
    let before = try cloud.fingerprint()
    guard case .refused(let refusal) = try cloud.answer(TestDevice(3).enrolment) else {
      Issue.record("there is no room for a third one")
      return
    }
    // It may come again: an operator can make room.
    #expect(refusal.code == .retryLater && refusal.retryAfterMilliseconds == 3_600_000)
    #expect(try cloud.fingerprint() == before)
    // Those who are known stay.
    guard case .enrolled = try cloud.answer(TestDevice(2).enrolment) else {
      Issue.record("who is known gets its grant")
      return
    }
    var second = TestDevice(2)
    try second.enrol(with: cloud.cloud, now: cloud.now)
    second.add(engaged(1))
    guard case .received = try cloud.answer(try second.request()) else {
      Issue.record("who is known is served")
      return
    }
  }
}
