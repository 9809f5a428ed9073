import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

private let past = Timestamp(milliseconds: .min)
private let future = Timestamp(milliseconds: .max)

/// One thing that is forbidden, by the request and the field.
private struct Attack: CustomStringConvertible, Sendable {
  let description: String
  let outcome: HostileClient.Outcome
  let request: @Sendable (inout HostileClient) throws -> SyncRequest

  init(
    _ description: String, _ outcome: HostileClient.Outcome,
    _ request: @escaping @Sendable (inout HostileClient) throws -> SyncRequest
  ) {
    self.description = description
    self.outcome = outcome
    self.request = request
  }

  static let enrolling: [Attack] = [
    .init("enrol: lineage of another, signed by its key", .lineageKnown) {
      .enrol($0.enrol($0.victim.lineage))
    },
    .init("enrol: lineage of another, signed by the own key", .refused(.malformed)) { client in
      var request = client.enrol(TestDevice(3).lineage)
      request.lineageKey = client.victim.lineage.publicKey
      return .enrol(request)
    },
    .init("enrol: device's key of another", .refused(.malformed)) { client in
      var request = client.enrol(TestDevice(3).lineage)
      request.deviceKey = client.victim.key.publicKey
      return .enrol(request)
    },
    .init("enrol: another attestation than was signed", .refused(.malformed)) { client in
      var request = client.enrol(TestDevice(3).lineage)
      request.attestation = [1]
      return .enrol(request)
    },
    .init("enrol: signatures in each other's place", .refused(.malformed)) { client in
      var request = client.enrol(TestDevice(3).lineage)
      (request.signature, request.proof) = (request.proof, request.signature)
      return .enrol(request)
    },
    .init("enrol: too long an attestation", .refused(.tooLarge)) {
      .enrol($0.enrol(TestDevice(3).lineage, attestation: [UInt8](repeating: 1, count: 8_193)))
    },
  ]

  static let opening: [Attack] = [
    .init("open: lineage of another", .refused(.notAllowed)) {
      $0.open(lineage: $0.victimGrant.lineage)
    },
    .init("open: epoch of another", .refused(.notAllowed)) {
      $0.open($0.locator([1], epoch: $0.victimGrant.epoch))
    },
    .init("open: all of another but the key", .refused(.notAllowed)) {
      $0.open(lineage: $0.victimGrant.lineage, $0.victim.locator)
    },
    .init("open: epoch of nobody", .unknownEpoch) {
      $0.open($0.locator([1], epoch: Sample.childEpoch))
    },
    .init("open: first moment of all", .refused(.stale)) { $0.open(at: past) },
    .init("open: last moment of all", .refused(.stale)) { $0.open(at: future) },
    .init("open: number beyond all", .refused(.malformed)) { $0.open($0.locator([.max])) },
    .init("open: number beyond the last", .refused(.malformed)) {
      $0.open($0.locator([1 << 63, 1]))
    },
    .init("open: last number", .ahead) { $0.open($0.locator([UInt64(Int64.max), 0])) },
    .init("open: places upwards", .refused(.malformed)) { $0.open($0.locator([1, 2])) },
    .init("open: a place twice", .refused(.malformed)) { $0.open($0.locator([1, 1])) },
    .init("open: no place", .refused(.malformed)) { $0.open($0.locator([])) },
    .init("open: 69 places", .refused(.malformed)) {
      $0.open($0.locator(Array((0..<69).reversed())))
    },
  ]

  static let appending: [Attack] = [
    .init("append: lineage of another", .refused(.notAllowed)) {
      try $0.append(lineage: $0.victimGrant.lineage)
    },
    .init("append: epoch of another", .refused(.notAllowed)) {
      try $0.append(epoch: $0.victimGrant.epoch)
    },
    .init("append: lineage and epoch of another", .refused(.notAllowed)) {
      try $0.append(lineage: $0.victimGrant.lineage, epoch: $0.victimGrant.epoch)
    },
    .init("append: another key", .refused(.notAllowed)) { try $0.append(key: Sample.nextKey) },
    .init("append: the lineage's key", .refused(.notAllowed)) {
      try $0.append(key: $0.own.lineage.key)
    },
    .init("append: epoch of nobody", .unknownEpoch) { try $0.append(epoch: Sample.childEpoch) },
    .init("append: a gap", .ahead) { client in
      for origin in 2...4 as ClosedRange<UInt64> { client.say(engaged(origin)) }
      return try client.append(from: 3)
    },
    .init("append: no batch", .refused(.malformed)) { _ in .append(AppendRequest(batch: [])) },
  ]

  static let asking: [Attack] = [
    .init("wanted: lineage of another", .refused(.notAllowed)) {
      $0.wanted(lineage: $0.victimGrant.lineage)
    },
    .init("wanted: epoch of another", .refused(.notAllowed)) {
      $0.wanted(epoch: $0.victimGrant.epoch)
    },
    .init("wanted: epoch of nobody", .unknownEpoch) { $0.wanted(epoch: Sample.childEpoch) },
    .init("wanted: first moment of all", .refused(.stale)) { $0.wanted(at: past) },
    .init("wanted: last moment of all", .refused(.stale)) { $0.wanted(at: future) },
    .init("wanted: gone, and nobody asked for it", .other) {
      $0.wanted(gone: [WantedContent(tag: Tag(suite: 9, bits: 9), content: Sample.item.digest)])
    },
  ]

  static let rotating: [Attack] = [
    .init("rotate: lineage of another", .refused(.notAllowed)) {
      $0.rotate(lineage: $0.victimGrant.lineage)
    },
    .init("rotate: epoch of another", .refused(.notAllowed)) {
      $0.rotate(lineage: $0.victimGrant.lineage, epoch: $0.victimGrant.epoch)
    },
    .init("rotate: epoch of nobody", .unknownEpoch) { $0.rotate(epoch: Sample.childEpoch) },
    .init("rotate: another old key", .refused(.notAllowed)) { $0.rotate(from: Sample.deviceKey) },
    .init("rotate: nonce of another", .refused(.notAllowed)) { $0.rotate(nonce: $0.victim.nonce) },
    .init("rotate: first moment of all", .refused(.stale)) { $0.rotate(at: past) },
    .init("rotate: last moment of all", .refused(.stale)) { $0.rotate(at: future) },
    .init("rotate: unproven new key", .refused(.malformed)) { client in
      guard case .rotate(var request) = client.rotate() else { return client.rotate() }
      request.newKey = client.victim.key.publicKey
      return .rotate(request)
    },
  ]

  static let granting: [Attack] = [
    .init("grant: epoch of another", .unknownEpoch) {
      $0.grant($0.locator([1], epoch: $0.victimGrant.epoch))
    },
    .init("grant: epoch of nobody", .unknownEpoch) {
      $0.grant($0.locator([1], epoch: Sample.childEpoch))
    },
    .init("grant: lineage of nobody", .unknownEpoch) { $0.grant(lineage: Sample.lineageKey) },
    .init("grant: nonce of another", .refused(.notAllowed)) { $0.grant(nonce: $0.victim.nonce) },
    .init("grant: number beyond the last", .refused(.malformed)) {
      $0.grant($0.locator([1 << 63]))
    },
    .init("grant: number beyond all", .refused(.malformed)) { $0.grant($0.locator([.max])) },
    .init("grant: first moment of all", .refused(.stale)) { $0.grant(at: past) },
    .init("grant: last moment of all", .refused(.stale)) { $0.grant(at: future) },
    .init("grant: unproven child's key", .refused(.malformed)) { client in
      guard case .grant(var request) = client.grant() else { return client.grant() }
      request.childKey = client.victim.key.publicKey
      return .grant(request)
    },
  ]

  static let recovering: [Attack] = [
    .init("recover: no grants", .refused(.malformed)) { $0.recover([]) },
    .init("recover: key of another lineage", .refused(.notAllowed)) {
      $0.recover([$0.forged()], by: Sample.lineageKey)
    },
    .init("recover: name of another lineage", .refused(.notAllowed)) {
      $0.recover([$0.forged(lineage: $0.victimGrant.lineage)])
    },
    .init("recover: name of no lineage", .refused(.notAllowed)) {
      $0.recover([$0.forged(of: TestDevice(3), lineage: Sample.lineage)], by: TestDevice(3).lineage)
    },
    .init("recover: first epoch of another", .refused(.notAllowed)) {
      $0.recover(
        [$0.forged(of: TestDevice(3), epoch: $0.victimGrant.epoch)], by: TestDevice(3).lineage)
    },
    .init("recover: later epoch of another", .refused(.notAllowed)) { client in
      let root = client.forged(order: 0)
      let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
      return client.recover(
        [root, client.forged(epoch: client.victimGrant.epoch, parent: parent)])
    },
    .init("recover: a later lineage of another", .refused(.notAllowed)) { client in
      let root = client.forged(order: 0)
      let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
      return client.recover([
        root,
        client.forged(
          lineage: client.victimGrant.lineage, epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: a parent that does not come before", .refused(.notAllowed)) { client in
      let parent = Head(epoch: Sample.childEpoch, number: 1, digest: Sample.digest)
      return client.recover([
        client.forged(order: 0), client.forged(epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: a child of its own making", .lineageKnown) { client in
      let parent = Head(epoch: client.grant.epoch, number: 1, digest: Sample.digest)
      return client.recover([
        client.grant, client.forged(epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: first epoch again, with another key and the last order", .lineageKnown) {
      $0.recover([
        $0.forged(order: UInt64(Int64.max), key: TestDevice(3).key.publicKey)
      ])
    },
    .init("recover: a grant of the cloud's that it did not sign", .refused(.notAllowed)) { client in
      var grant = client.forged(order: 1 << 62)
      grant.keyIdentifier = Sample.cloudKey.publicKey.identifier
      return client.recover([grant])
    },
    .init("recover: order beyond the last", .refused(.malformed)) {
      $0.recover([$0.forged(order: .max - 1)])
    },
    .init("recover: parent beyond the last", .refused(.malformed)) { client in
      let parent = Head(epoch: client.grant.epoch, number: .max, digest: Sample.digest)
      return client.recover([
        client.forged(order: 0), client.forged(epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: first moment of all", .refused(.stale)) {
      $0.recover([$0.forged()], at: past)
    },
    .init("recover: last moment of all", .refused(.stale)) {
      $0.recover([$0.forged()], at: future)
    },
  ]

  static let resending: [Attack] = [
    .init("resend: receipt of the client's own making", .ahead) { client in
      for origin in 2...4 as ClosedRange<UInt64> { client.say(engaged(origin)) }
      let receipt = Receipt(
        lineage: client.grant.lineage, epoch: client.grant.epoch, first: SequenceNumber(4)!,
        last: .largest, digest: Sample.digest, cloudLife: client.cloud.cloud.projections.life,
        receivedMark: .max, backedUpMark: .max, receivedTime: past, signedBy: client.own.key)
      return .resend(
        ResendRequest(receipt: receipt, batch: try client.append(from: 3).batch ?? []))
    },
    .init("resend: batch of another", .refused(.notAllowed)) {
      .resend(
        ResendRequest(
          receipt: Sample.receipt,
          batch: try $0.append(epoch: $0.victimGrant.epoch).batch ?? []))
    },
  ]

  static let all =
    enrolling + opening + appending + asking + rotating + granting + recovering + resending
}

@Suite("A hostile client") struct HostileClientTests {
  @Test(arguments: Attack.all)
  fileprivate func `changes nothing and harms nobody`(_ attack: Attack) throws {
    var client = try HostileClient()
    let before = try client.cloud.fingerprint()
    #expect(try client.outcome(try attack.request(&client)) == attack.outcome)
    #expect(try client.cloud.fingerprint() == before)
    try check(client)
  }

  /// Somebody new comes, and who was there continues, also after a restart.
  private func check(_ client: HostileClient) throws {
    let reopened = try client.cloud.reopened()
    try reopened.rebuild()
    var (next, victim) = (TestDevice(50), client.victim)
    try next.enrol(with: reopened, now: client.now)
    victim.add(engaged(90))
    for request in [
      try victim.request(2),
      SyncRequest.grant(
        GrantRequest(
          locator: victim.locator, nonce: Nonce(bits: 91), time: client.now,
          lineage: victim.lineage, child: TestDevice(92).key)
      ).bytes,
    ] {
      switch try SyncResponse(bytes: reopened.handle(request, now: client.now)) {
      case .received, .granted: break
      case let answer: Issue.record("the victim continues: \(answer)")
      }
    }
  }

  @Test func `has an attack on every kind of request`() throws {
    var client = try HostileClient()
    let kinds = try Set(Attack.all.map { try $0.request(&client).kind })
    #expect(kinds == Set(SyncRequest.Kind.allCases))
  }

  /// What is taken in of a lineage that nobody knows stays among its own.
  @Test func `takes no nonce and no epoch of others with grants of its own making`() throws {
    let client = try HostileClient()
    let stranger = TestDevice(3)
    let root = client.forged(of: stranger)
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let later = client.forged(
      of: stranger, epoch: EpochName(bits: 71), parent: parent, nonce: client.victim.nonce)
    #expect(try client.outcome(client.recover([root, later], by: stranger.lineage)) == .other)
    let state = client.cloud.cloud.projections.state
    #expect(state.lineages.count == 3)
    #expect(state.epochs.root(foundedWith: client.victim.nonce) == 0)
    #expect(!state.epochs[0].isUnproven)
    // The victim's enrolment is answered as before, also by who reads the file.
    let again = try SyncResponse(
      bytes: client.cloud.cloud.handle(client.victim.enrolment, now: client.now))
    guard case .enrolled(let grant, _) = again else {
      Issue.record("\(again)")
      return
    }
    #expect(grant == client.victim.grant)
    try check(client)
  }

  /// With grants that nobody proved a lineage may name any key and any time.
  @Test func `takes no other device along when its lineage is removed`() throws {
    let client = try HostileClient()
    let (stranger, next) = (TestDevice(3), TestDevice(60))
    let root = client.forged(
      of: stranger, key: next.key.publicKey, time: Timestamp(milliseconds: 0))
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let later = client.forged(
      of: stranger, epoch: EpochName(bits: 71), parent: parent, nonce: Nonce(bits: 72),
      key: client.victim.key.publicKey)
    #expect(try client.outcome(client.recover([root, later], by: stranger.lineage)) == .other)
    let aggregator = client.cloud.cloud
    #expect(aggregator.projections.state.lineages[2].enrolled == client.now)
    _ = try aggregator.revoke(root.lineage, counts: .kept, now: client.now)
    _ = try aggregator.revoke(client.grant.lineage, counts: .kept, now: client.now)
    let reopened = try client.cloud.reopened()
    #expect(reopened.projections.state.revokedKeys == [client.own.key.publicKey])
    try aggregator.rebuild()
    #expect(aggregator.projections.state.revokedKeys == [client.own.key.publicKey])
    let again = client.recover([root], by: stranger.lineage)
    #expect(try client.outcome(again) == .refused(.notAllowed))
    var honest = next
    try honest.enrol(with: aggregator, now: client.now)
    try check(client)
  }
}
