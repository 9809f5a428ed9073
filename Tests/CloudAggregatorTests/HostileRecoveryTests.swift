import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Grants that a client makes up, beside those that the cloud gave it.
@Suite("A hostile recovery") struct HostileRecoveryTests {
  private func state(_ client: HostileClient) -> CloudState { client.cloud.cloud.projections.state }

  /// Withdraws so many items, in the epoch that the cloud granted.
  private func withdraw(_ count: UInt64, by client: inout HostileClient) throws {
    let sent = client.own.chain.entries.count
    for number in 1...count { client.say(withdrawn(1_000 + number, item: Fleet.item(number))) }
    #expect(try client.outcome(client.append(from: sent)) == .other)
  }

  /// Grants that continue from the client's first epoch.
  private func later(
    _ numbers: Range<UInt64>, than client: HostileClient,
    telling withdrawals: [JournalFormat.Tag] = [],
    signedBy key: SigningKey? = nil
  ) -> [Grant] {
    let parent = Head(epoch: client.grant.epoch, number: 1, digest: Sample.digest)
    return numbers.map { number in
      client.forged(
        epoch: EpochName(bits: UInt128(1_000 + number)), parent: parent, order: 10 + number,
        nonce: Nonce(bits: UInt128(1_000 + number)), withdrawals: withdrawals, signedBy: key)
    }
  }

  /// The entries that the log gets by a request that is taken.
  private func entries(_ grants: [Grant], of client: HostileClient) throws -> UInt64 {
    let before = client.cloud.log.head.number
    #expect(try client.outcome(client.recover(grants)) == .other)
    return client.cloud.log.head.number - before
  }

  private func expectSameAgain(_ client: HostileClient) throws {
    let cloud = client.cloud.cloud
    let digest = try cloud.projections.stateDigest()
    #expect(try client.cloud.reopened().projections.stateDigest() == digest)
    try cloud.rebuild()
    #expect(try cloud.projections.stateDigest() == digest)
  }

  /// 300 such grants stopped a cloud for 29 seconds, as each looked at all that was withdrawn.
  @Test func `is told nothing for grants that nobody proved`() throws {
    var client = try HostileClient()
    try withdraw(100, by: &client)
    // Of a lineage that the cloud proves none is taken, and of another one all.
    let grants = [client.grant] + later(0..<300, than: client, telling: [Sample.tag])
    try expectNothingTaken(grants, of: client)
    let stranger = TestDevice(3)
    let root = client.forged(of: stranger)
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let chain = (0..<300).map { number in
      client.forged(
        of: stranger, epoch: EpochName(bits: UInt128(2_000 + number)), parent: parent,
        nonce: Nonce(bits: UInt128(2_000 + number)), withdrawals: [Sample.tag])
    }
    #expect(try client.outcome(client.recover([root] + chain, by: stranger.lineage)) == .other)
    #expect(state(client).epochs.count == 303)
    #expect(state(client).epochs.all.allSatisfy { $0.told.isEmpty })
    #expect(state(client).lineages.all.allSatisfy { $0.toldTags == nil }, "nobody looked")
    try expectSameAgain(client)
  }

  private func expectNothingTaken(
    _ grants: [Grant], of client: HostileClient, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try client.cloud.fingerprint()
    let outcome = try client.outcome(client.recover(grants))
    #expect(outcome == .lineageKnown, sourceLocation: sourceLocation)
    #expect(try client.cloud.fingerprint() == before, sourceLocation: sourceLocation)
  }

  /// Such a grant fenced its parent: the epoch took nothing more, and nobody had granted another.
  @Test func `ends no epoch of the cloud's with a grant that nobody proved`() throws {
    let client = try HostileClient()
    let child = later(0..<1, than: client)[0]
    let grandchild = client.forged(
      epoch: EpochName(bits: 71),
      parent: Head(epoch: child.epoch, number: 1, digest: Sample.digest),
      nonce: Nonce(bits: 72))
    for grants in [[child], [child, grandchild], [client.forged(order: 99), child]] {
      try expectNothingTaken([client.grant] + grants, of: client)
    }
    #expect(state(client).epochs.all.allSatisfy { $0.child == nil })
    // Beside one that the cloud signed, it is taken only where that one continues from it.
    let proven = later(1..<2, than: client, signedBy: Sample.cloudKey)[0]
    #expect(try entries([client.grant, child, proven], of: client) == 2)
    #expect(state(client).epochs.places[child.epoch] == nil)
    #expect(state(client).epochs[1].child == proven.epoch)
    try expectSameAgain(client)
  }

  @Test func `takes what nobody proved where a grant of the cloud's continues from it`() throws {
    let client = try HostileClient()
    let child = later(0..<1, than: client)[0]
    let proven = client.forged(
      epoch: EpochName(bits: 71),
      parent: Head(epoch: child.epoch, number: 1, digest: Sample.digest),
      order: 20, nonce: Nonce(bits: 72), signedBy: Sample.cloudKey)
    // Two grants, and a fence before each.
    #expect(try entries([client.grant, child, proven], of: client) == 4)
    #expect(state(client).epochs.all.suffix(2).map(\.isUnproven) == [true, false])
    try expectSameAgain(client)
  }

  /// The cloud's newer key is gone with what it signed: the device asks for another epoch, as it is
  /// told, and everything counts once.
  @Test func `has a device whose epoch nobody can prove any more continue from one that is`() throws
  {
    let client = try HostileClient()
    let own = client.own
    let orphan = later(0..<1, than: client, signedBy: TestDevice(8).key)[0]
    let rotated = client.forged(
      order: 50, nonce: Nonce(bits: 5), key: TestDevice(9).key.publicKey,
      signedBy: TestDevice(8).key)
    for last in [orphan, rotated] { try expectNothingTaken([client.grant, last], of: client) }
    let locator = Locator(
      epoch: .zero, places: [Locator.Place(number: 0, digest: Sample.digest)])
    let request = GrantRequest(
      locator: locator, nonce: Nonce(bits: 91), time: client.now, lineage: own.lineage,
      child: TestDevice(92).key)
    guard
      case .granted(let grant, _, _, _, _) = try client.cloud.answer(
        SyncRequest.grant(request).bytes)
    else {
      Issue.record("the lineage's key asks for an epoch")
      return
    }
    #expect(grant.parent?.epoch == client.grant.epoch)
    #expect(state(client).epochs[1].child == grant.epoch)
    var next = TestDevice(92)
    next.begin(with: grant)
    for origin in [1, 2] as [UInt64] { next.add(engaged(origin)) }
    guard case .received = try client.cloud.answer(try next.request()) else {
      Issue.record("the later epoch is one")
      return
    }
    let count = try #require(client.cloud.cloud.projections.counts()[Sample.tag])
    #expect(count.events == 3 && count.distinct == 2, "the victim's, and two of the device's")
    try expectSameAgain(client)
  }

  @Test func `has what proven grants tell found once`() throws {
    var client = try HostileClient()
    try withdraw(100, by: &client)
    let grants = later(0..<20, than: client, telling: [Sample.tag], signedBy: Sample.cloudKey)
    _ = try entries([client.grant] + grants, of: client)
    let told = state(client).epochs.all.suffix(20).map(\.told)
    #expect(told.allSatisfy { $0.count == 100 })
    #expect(Set(told.map { $0.withUnsafeBufferPointer(\.baseAddress) }).count == 1)
    // What is withdrawn afterwards is told by the next.
    var next = client.own
    next.begin(with: grants[19])
    next.add(withdrawn(9_000, item: Fleet.item(9_000)))
    guard case .received = try client.cloud.answer(try next.request()) else {
      Issue.record("the later epoch is one")
      return
    }
    let further = later(20..<21, than: client, telling: [Sample.tag], signedBy: Sample.cloudKey)
    _ = try entries([client.grant] + further, of: client)
    #expect(state(client).epochs.all.last?.told.count == 101)
    try expectSameAgain(client)
  }

  @Test func `begins no more epochs than a grant`() throws {
    let client = try HostileClient { $0.epochCountMax = 4 }
    let tooMany = [client.grant] + later(0..<4, than: client, signedBy: Sample.cloudKey)
    let before = try client.cloud.fingerprint()
    #expect(try client.outcome(client.recover(tooMany)) == .refused(.retryLater))
    #expect(try client.cloud.fingerprint() == before)
    let few = [client.grant] + later(0..<3, than: client, signedBy: Sample.cloudKey)
    _ = try entries(few, of: client)
    #expect(try client.outcome(client.recover(tooMany)) == .refused(.retryLater))
    #expect(try client.outcome(client.grant()) == .refused(.retryLater))
    // Who brings what is known is served, and so is a lineage of its own size.
    #expect(try entries(few, of: client) == 0)
    let stranger = TestDevice(3)
    let root = client.forged(of: stranger)
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let chain = (0..<4).map { number in
      client.forged(of: stranger, epoch: EpochName(bits: UInt128(2_000 + number)), parent: parent)
    }
    let whole = client.recover([root] + chain, by: stranger.lineage)
    #expect(try client.outcome(whole) == .refused(.retryLater))
    #expect(state(client).lineages.count == 2)
  }

  @Test func `adds nothing when it is repeated, and little for one epoch`() throws {
    let client = try HostileClient()
    let child = later(0..<1, than: client, signedBy: Sample.cloudKey)[0]
    let renewals = (1...50).map { number in
      client.forged(
        epoch: child.epoch, parent: child.parent, order: child.order + UInt64(number),
        nonce: child.nonce, signedBy: Sample.cloudKey)
    }
    // The epoch as it began and as it ends, and the fence before it.
    #expect(try entries([client.grant, child] + renewals, of: client) == 3)
    #expect(try entries([client.grant, child] + renewals, of: client) == 0)
    #expect(state(client).epochs.all.last?.grant == renewals.last)
    try expectSameAgain(client)
  }

  /// In either sequence, whatever order the one that nobody proved names.
  @Test(arguments: [false, true])
  func `decides nothing against a grant that the cloud signed`(isUnprovenFirst: Bool) throws {
    let client = try HostileClient()
    let root = client.grant
    let proven = later(0..<1, than: client, signedBy: Sample.cloudKey)[0]
    var unproven = client.forged(
      epoch: proven.epoch, parent: proven.parent, order: 1 << 62, nonce: proven.nonce,
      key: TestDevice(3).key.publicKey)
    unproven.time = future
    if isUnprovenFirst { try expectNothingTaken([root, unproven], of: client) }
    _ = try entries([root, proven], of: client)
    try expectNothingTaken([root, unproven], of: client)
    func check(_ state: CloudState) {
      #expect(state.epochs.all.last?.grant == proven)
      #expect(state.epochs.all.last?.isUnproven == false)
    }
    check(state(client))
    check(try client.cloud.reopened().projections.state)
    try expectSameAgain(client)
    check(state(client))
    var next = client.own
    next.begin(with: proven)
    next.add(engaged(77))
    guard case .received = try client.cloud.answer(try next.request()) else {
      Issue.record("the key that the cloud granted speaks in the epoch")
      return
    }
  }

  /// An earlier program let the order decide, and wrote so.
  @Test func `that a log took already decides nothing either`() throws {
    let client = try HostileClient()
    let usurper = client.forged(
      of: client.victim, key: TestDevice(3).key.publicKey)
    for order in [1 << 62, 0] as [UInt64] {
      var grant = usurper
      grant.order = order
      let entry = ControlEntry.recovered(grant, isProven: false)
      _ = try client.cloud.log.append(
        [EntryDraft(entry, at: client.now)],
        extending: client.cloud.log.head)
    }
    let reopened = try client.cloud.reopened()
    #expect(reopened.projections.state.epochs[0].grant == client.victimGrant)
    let digest = try reopened.projections.stateDigest()
    try reopened.rebuild()
    #expect(try reopened.projections.stateDigest() == digest)
    var victim = client.victim
    victim.add(engaged(2))
    let answer = try SyncResponse(bytes: reopened.handle(try victim.request(2), now: client.now))
    guard case .received = answer else {
      Issue.record("the honest key continues: \(answer)")
      return
    }
  }
}

private let future = Timestamp(milliseconds: .max)

/// With the witness of what was withdrawn since the last backup.
@Suite("A recovery with a witness") struct WitnessedRecoveryTests {
  private let home: RestoredCloud
  private var device = TestDevice(1)
  private var grant: Grant { device.grant ?? Sample.grant }

  init() throws { home = try RestoredCloud() }

  private func entries(
    _ grants: [Grant], to cloud: Aggregator, areAllTaken: Bool = true
  ) throws -> UInt64 {
    let before = cloud.projections.position.number
    let request = SyncRequest.recover(
      RecoverRequest(grants: grants, time: home.now, attestation: [], lineage: device.lineage))
    switch try SyncResponse(bytes: cloud.handle(request.bytes, now: home.now)) {
    case .news: #expect(areAllTaken)
    case .notReceived(.lineageKnown, _): #expect(!areAllTaken)
    case let answer: Issue.record("the grants are read: \(answer)")
    }
    return cloud.projections.position.number - before
  }

  private func invented(_ number: UInt64, signedBy key: SigningKey? = nil) -> Grant {
    Grant(
      lineage: grant.lineage, epoch: EpochName(bits: UInt128(900 + number)),
      deviceKey: device.key.publicKey,
      parent: Head(epoch: grant.epoch, number: 1, digest: Sample.digest),
      cloudLife: Sample.cloudLife, order: 0, nonce: Nonce(bits: UInt128(900 + number)),
      time: home.now, withdrawals: [], signedBy: key ?? device.key)
  }

  private mutating func withdraw(_ cloud: Aggregator) throws {
    try device.enrol(with: cloud, now: home.now)
    for number in 1...50 as ClosedRange<UInt64> {
      device.add(withdrawn(number, item: Fleet.item(number)))
    }
    _ = try home.send(device, to: cloud)
    #expect(cloud.committer.witness.keeper?.witness.withdrawals.count == 50)
  }

  /// 646 bytes had 16,384 entries written, each time.
  @Test mutating func `brings no withdrawals to a log that has them`() throws {
    let cloud = try home.open()
    try withdraw(cloud)
    for number in 1...5 as ClosedRange<UInt64> {
      #expect(try entries([grant, invented(number)], to: cloud, areAllTaken: false) == 0)
    }
    // The first that the cloud signed fences the epoch that it continues from.
    for number in 1...5 as ClosedRange<UInt64> {
      let grants = [grant, invented(number, signedBy: Sample.cloudKey)]
      #expect(try entries(grants, to: cloud) == (number == 1 ? 2 : 1))
      #expect(try entries(grants, to: cloud) == 0)
    }
  }

  @Test mutating func `brings them once to a log that forgot the lineage`() throws {
    do {
      let cloud = try home.open()
      try home.snapshot()
      try withdraw(cloud)
      try cloud.close()
    }
    try home.restore()
    let cloud = try home.open()
    #expect(try entries([grant], to: cloud) == 51)
    #expect(try entries([grant], to: cloud) == 0)
    #expect(try entries([grant, invented(1)], to: cloud, areAllTaken: false) == 0)
    #expect(cloud.committer.witness.knownWithdrawals(grant.lineage).isEmpty)
  }
}
