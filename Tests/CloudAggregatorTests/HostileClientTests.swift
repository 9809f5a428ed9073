import JournalFormat
import Simulation
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A hostile client") struct HostileClientTests {
  @Test(arguments: HostileRequest.all)
  func `changes nothing and harms nobody`(_ request: HostileRequest) throws {
    let session = try HostileSession()
    let before = try session.cloud.fingerprint()
    #expect(try session.outcome(try request.request(session.client)) == request.outcome)
    #expect(try session.cloud.fingerprint() == before)
    try check(session)
  }

  /// Somebody new comes, and who was there continues, also after a restart.
  private func check(_ session: HostileSession) throws {
    let reopened = try session.cloud.reopened()
    try reopened.rebuild()
    var (next, victim) = (TestDevice(50), session.victim)
    try next.enrol(with: reopened, now: session.client.now)
    victim.add(engaged(90), on: Sample.day)
    for request in [
      try victim.append(from: 1).bytes,
      SyncRequest.grant(
        GrantRequest(
          locator: victim.locator, nonce: Nonce(bits: 91), time: session.client.now,
          lineage: victim.lineage, child: TestDevice(92).key)
      ).bytes,
    ] {
      switch try SyncResponse(bytes: reopened.handle(request, now: session.client.now)) {
      case .received, .granted: break
      case let answer: Issue.record("the victim continues: \(answer)")
      }
    }
  }

  @Test func `changes nothing with the lineage's key of another`() throws {
    let session = try HostileSession()
    let before = try session.cloud.fingerprint()
    let enrolment = session.client.enrol(session.victim.lineage)
    #expect(try session.outcome(.enrol(enrolment)) == .lineageKnown)
    #expect(try session.cloud.fingerprint() == before)
    try check(session)
  }

  @Test func `has a forbidden one of every kind of request`() throws {
    let client = try HostileSession().client
    let kinds = try Set(HostileRequest.all.map { try $0.request(client).kind })
    #expect(kinds == Set(SyncRequest.Kind.allCases))
    #expect(Set(HostileRequest.all.map(\.description)).count == HostileRequest.all.count)
  }

  /// What is taken in of a lineage that nobody knows stays among its own.
  @Test func `takes no nonce and no epoch of others with grants of its own making`() throws {
    let session = try HostileSession()
    let stranger = KeyedDevice(3)
    let root = session.client.forged(of: stranger)
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let later = session.client.forged(
      of: stranger, epoch: EpochName(bits: 71), parent: parent, nonce: session.victim.nonce)
    let recovery = session.client.recover([root, later], by: stranger.lineage)
    #expect(try session.outcome(recovery) == .other)
    let state = session.cloud.cloud.projections.state
    #expect(state.lineages.count == 3)
    #expect(state.epochs.root(foundedWith: session.victim.nonce) == 0)
    #expect(!state.epochs[0].isUnproven)
    // The victim's enrolment is answered as before, also by who reads the file.
    let again = try SyncResponse(
      bytes: session.cloud.cloud.handle(session.victim.enrolment.bytes, now: session.client.now))
    guard case .enrolled(let grant, _) = again else {
      Issue.record("\(again)")
      return
    }
    #expect(grant == session.victim.grant)
    try check(session)
  }

  /// With grants that nobody proved a lineage may name any key and any time.
  @Test func `takes no other device along when its lineage is removed`() throws {
    let session = try HostileSession()
    let (stranger, next) = (KeyedDevice(3), TestDevice(60))
    let root = session.client.forged(
      of: stranger, key: next.key.publicKey, time: Timestamp(milliseconds: 0))
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let later = session.client.forged(
      of: stranger, epoch: EpochName(bits: 71), parent: parent, nonce: Nonce(bits: 72),
      key: session.victim.key.publicKey)
    let recovery = session.client.recover([root, later], by: stranger.lineage)
    #expect(try session.outcome(recovery) == .other)
    let aggregator = session.cloud.cloud
    #expect(aggregator.projections.state.lineages[2].enrolled == session.client.now)
    _ = try aggregator.revoke(root.lineage, counts: .kept, now: session.client.now)
    _ = try aggregator.revoke(session.client.grant.lineage, counts: .kept, now: session.client.now)
    let reopened = try session.cloud.reopened()
    #expect(reopened.projections.state.revokedKeys == [session.client.own.key.publicKey])
    try aggregator.rebuild()
    #expect(aggregator.projections.state.revokedKeys == [session.client.own.key.publicKey])
    let again = session.client.recover([root], by: stranger.lineage)
    #expect(try session.outcome(again) == .refused(.notAllowed))
    var honest = next
    try honest.enrol(with: aggregator, now: session.client.now)
    try check(session)
  }
}
