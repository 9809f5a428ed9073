import JournalFormat
import JournalStore
import Simulation
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Grants that a client makes up, beside those that the cloud gave it.
@Suite("A hostile recovery") struct HostileRecoveryTests {
  private func state(_ session: HostileSession) -> CloudState {
    session.cloud.cloud.projections.state
  }

  /// Withdraws so many items, in the epoch that the cloud granted.
  private func withdraw(_ count: UInt64, by session: inout HostileSession) throws {
    let sent = session.client.own.entries.count
    for number in 1...count { session.say(withdrawn(1_000 + number, item: Fleet.item(number))) }
    #expect(try session.outcome(session.client.append(from: sent)) == .other)
  }

  /// Grants that continue from the client's first epoch.
  private func later(
    _ numbers: Range<UInt64>, than session: HostileSession,
    telling withdrawals: [JournalFormat.Tag] = [],
    signedBy key: SigningKey? = nil
  ) -> [Grant] {
    let parent = Head(epoch: session.client.grant.epoch, number: 1, digest: Sample.digest)
    return numbers.map { number in
      session.client.forged(
        epoch: EpochName(bits: UInt128(1_000 + number)), parent: parent, order: 10 + number,
        nonce: Nonce(bits: UInt128(1_000 + number)), withdrawals: withdrawals, signedBy: key)
    }
  }

  /// The entries that the log gets by a request that is taken.
  private func entries(_ grants: [Grant], of session: HostileSession) throws -> UInt64 {
    let before = session.cloud.log.head.number
    #expect(try session.outcome(session.client.recover(grants)) == .other)
    return session.cloud.log.head.number - before
  }

  private func expectSameAgain(_ session: HostileSession) throws {
    let cloud = session.cloud.cloud
    let digest = try cloud.projections.stateDigest()
    #expect(try session.cloud.reopened().projections.stateDigest() == digest)
    try cloud.rebuild()
    #expect(try cloud.projections.stateDigest() == digest)
  }

  /// 300 such grants stopped a cloud for 29 seconds, as each looked at all that was withdrawn.
  @Test func `is told nothing for grants that nobody proved`() throws {
    var session = try HostileSession()
    try withdraw(100, by: &session)
    // Of a lineage that the cloud proves none is taken, and of another one all.
    let grants = [session.client.grant] + later(0..<300, than: session, telling: [Sample.tag])
    try expectNothingTaken(grants, of: session)
    let stranger = KeyedDevice(3)
    let root = session.client.forged(of: stranger)
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let chain = (0..<300).map { number in
      session.client.forged(
        of: stranger, epoch: EpochName(bits: UInt128(2_000 + number)), parent: parent,
        nonce: Nonce(bits: UInt128(2_000 + number)), withdrawals: [Sample.tag])
    }
    let recovery = session.client.recover([root] + chain, by: stranger.lineage)
    #expect(try session.outcome(recovery) == .other)
    #expect(state(session).epochs.count == 303)
    #expect(state(session).epochs.all.allSatisfy { $0.told.isEmpty })
    #expect(state(session).lineages.all.allSatisfy { $0.toldTags == nil }, "nobody looked")
    try expectSameAgain(session)
  }

  private func expectNothingTaken(
    _ grants: [Grant], of session: HostileSession, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try session.cloud.fingerprint()
    let outcome = try session.outcome(session.client.recover(grants))
    #expect(outcome == .lineageKnown, sourceLocation: sourceLocation)
    #expect(try session.cloud.fingerprint() == before, sourceLocation: sourceLocation)
  }

  /// Such a grant fenced its parent: the epoch took nothing more, and nobody had granted another.
  @Test func `ends no epoch of the cloud's with a grant that nobody proved`() throws {
    let session = try HostileSession()
    let child = later(0..<1, than: session)[0]
    let grandchild = session.client.forged(
      epoch: EpochName(bits: 71),
      parent: Head(epoch: child.epoch, number: 1, digest: Sample.digest),
      nonce: Nonce(bits: 72))
    for grants in [[child], [child, grandchild], [session.client.forged(order: 99), child]] {
      try expectNothingTaken([session.client.grant] + grants, of: session)
    }
    #expect(state(session).epochs.all.allSatisfy { $0.child == nil })
    // Beside one that the cloud signed, it is taken only where that one continues from it.
    let proven = later(1..<2, than: session, signedBy: Sample.cloudKey)[0]
    #expect(try entries([session.client.grant, child, proven], of: session) == 2)
    #expect(state(session).epochs.places[child.epoch] == nil)
    #expect(state(session).epochs[1].child == proven.epoch)
    try expectSameAgain(session)
  }

  @Test func `takes what nobody proved where a grant of the cloud's continues from it`() throws {
    let session = try HostileSession()
    let child = later(0..<1, than: session)[0]
    let proven = session.client.forged(
      epoch: EpochName(bits: 71),
      parent: Head(epoch: child.epoch, number: 1, digest: Sample.digest),
      order: 20, nonce: Nonce(bits: 72), signedBy: Sample.cloudKey)
    // Two grants, and a fence before each.
    #expect(try entries([session.client.grant, child, proven], of: session) == 4)
    #expect(state(session).epochs.all.suffix(2).map(\.isUnproven) == [true, false])
    try expectSameAgain(session)
  }

  /// The cloud's newer key is gone with what it signed: the device asks for another epoch, as it is
  /// told, and everything counts once.
  @Test func `has a device whose epoch nobody can prove any more continue from one that is`() throws
  {
    let session = try HostileSession()
    let own = session.client.own
    let orphan = later(0..<1, than: session, signedBy: TestDevice(8).key)[0]
    let rotated = session.client.forged(
      order: 50, nonce: Nonce(bits: 5), key: TestDevice(9).key.publicKey,
      signedBy: TestDevice(8).key)
    for last in [orphan, rotated] {
      try expectNothingTaken([session.client.grant, last], of: session)
    }
    let locator = Locator(
      epoch: .zero, places: [Locator.Place(number: 0, digest: Sample.digest)])
    let request = GrantRequest(
      locator: locator, nonce: Nonce(bits: 91), time: session.client.now, lineage: own.lineage,
      child: TestDevice(92).key)
    guard
      case .granted(let grant, _, _, _, _) = try session.cloud.answer(
        SyncRequest.grant(request).bytes)
    else {
      Issue.record("the lineage's key asks for an epoch")
      return
    }
    #expect(grant.parent?.epoch == session.client.grant.epoch)
    #expect(state(session).epochs[1].child == grant.epoch)
    var next = TestDevice(92)
    next.begin(with: grant)
    for origin in [1, 2] as [UInt64] { next.add(engaged(origin)) }
    guard case .received = try session.cloud.answer(try next.request()) else {
      Issue.record("the later epoch is one")
      return
    }
    let count = try #require(session.cloud.cloud.projections.counts()[Sample.tag])
    #expect(count.events == 3 && count.distinct == 2, "the victim's, and two of the device's")
    try expectSameAgain(session)
  }

  @Test func `has what proven grants tell found once`() throws {
    var session = try HostileSession()
    try withdraw(100, by: &session)
    let grants = later(0..<20, than: session, telling: [Sample.tag], signedBy: Sample.cloudKey)
    _ = try entries([session.client.grant] + grants, of: session)
    let told = state(session).epochs.all.suffix(20).map(\.told)
    #expect(told.allSatisfy { $0.count == 100 })
    #expect(Set(told.map { $0.withUnsafeBufferPointer(\.baseAddress) }).count == 1)
    // What is withdrawn afterwards is told by the next.
    var next = session.client.own
    next.begin(with: grants[19])
    next.add(withdrawn(9_000, item: Fleet.item(9_000)), on: Sample.day)
    guard case .received = try session.cloud.answer(try next.append().bytes) else {
      Issue.record("the later epoch is one")
      return
    }
    let further = later(20..<21, than: session, telling: [Sample.tag], signedBy: Sample.cloudKey)
    _ = try entries([session.client.grant] + further, of: session)
    #expect(state(session).epochs.all.last?.told.count == 101)
    try expectSameAgain(session)
  }

  @Test func `begins no more epochs than a grant`() throws {
    let session = try HostileSession { $0.epochCountMax = 4 }
    let tooMany = [session.client.grant] + later(0..<4, than: session, signedBy: Sample.cloudKey)
    let before = try session.cloud.fingerprint()
    #expect(try session.outcome(session.client.recover(tooMany)) == .refused(.retryLater))
    #expect(try session.cloud.fingerprint() == before)
    let few = [session.client.grant] + later(0..<3, than: session, signedBy: Sample.cloudKey)
    _ = try entries(few, of: session)
    #expect(try session.outcome(session.client.recover(tooMany)) == .refused(.retryLater))
    #expect(try session.outcome(session.client.grant()) == .refused(.retryLater))
    // Who brings what is known is served, and so is a lineage of its own size.
    #expect(try entries(few, of: session) == 0)
    let stranger = KeyedDevice(3)
    let root = session.client.forged(of: stranger)
    let parent = Head(epoch: root.epoch, number: 1, digest: Sample.digest)
    let chain = (0..<4).map { number in
      session.client.forged(
        of: stranger, epoch: EpochName(bits: UInt128(2_000 + number)), parent: parent)
    }
    let whole = session.client.recover([root] + chain, by: stranger.lineage)
    #expect(try session.outcome(whole) == .refused(.retryLater))
    #expect(state(session).lineages.count == 2)
  }

  @Test func `adds nothing when it is repeated, and little for one epoch`() throws {
    let session = try HostileSession()
    let child = later(0..<1, than: session, signedBy: Sample.cloudKey)[0]
    let renewals = (1...50).map { number in
      session.client.forged(
        epoch: child.epoch, parent: child.parent, order: child.order + UInt64(number),
        nonce: child.nonce, signedBy: Sample.cloudKey)
    }
    // The epoch as it began and as it ends, and the fence before it.
    #expect(try entries([session.client.grant, child] + renewals, of: session) == 3)
    #expect(try entries([session.client.grant, child] + renewals, of: session) == 0)
    #expect(state(session).epochs.all.last?.grant == renewals.last)
    try expectSameAgain(session)
  }

  /// In either sequence, whatever order the one that nobody proved names.
  @Test(arguments: [false, true])
  func `decides nothing against a grant that the cloud signed`(isUnprovenFirst: Bool) throws {
    let session = try HostileSession()
    let root = session.client.grant
    let proven = later(0..<1, than: session, signedBy: Sample.cloudKey)[0]
    var unproven = session.client.forged(
      epoch: proven.epoch, parent: proven.parent, order: 1 << 62, nonce: proven.nonce,
      key: KeyedDevice(3).key.publicKey)
    unproven.time = future
    if isUnprovenFirst { try expectNothingTaken([root, unproven], of: session) }
    _ = try entries([root, proven], of: session)
    try expectNothingTaken([root, unproven], of: session)
    func check(_ state: CloudState) {
      #expect(state.epochs.all.last?.grant == proven)
      #expect(state.epochs.all.last?.isUnproven == false)
    }
    check(state(session))
    check(try session.cloud.reopened().projections.state)
    try expectSameAgain(session)
    check(state(session))
    var next = session.client.own
    next.begin(with: proven)
    next.add(engaged(77), on: Sample.day)
    guard case .received = try session.cloud.answer(try next.append().bytes) else {
      Issue.record("the key that the cloud granted speaks in the epoch")
      return
    }
  }

  /// An earlier program let the order decide, and wrote so.
  @Test func `that a log took already decides nothing either`() throws {
    let session = try HostileSession()
    let usurper = session.client.forged(
      of: session.victim, key: KeyedDevice(3).key.publicKey)
    for order in [1 << 62, 0] as [UInt64] {
      var grant = usurper
      grant.order = order
      let entry = ControlEntry.recovered(grant, isProven: false)
      _ = try session.cloud.log.append(
        [EntryDraft(entry, at: session.client.now)],
        extending: session.cloud.log.head)
    }
    let reopened = try session.cloud.reopened()
    #expect(reopened.projections.state.epochs[0].grant == session.victimGrant)
    let digest = try reopened.projections.stateDigest()
    try reopened.rebuild()
    #expect(try reopened.projections.stateDigest() == digest)
    var victim = session.victim
    victim.add(engaged(2), on: Sample.day)
    let request = try victim.append(from: 1).bytes
    let answer = try SyncResponse(bytes: reopened.handle(request, now: session.client.now))
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
