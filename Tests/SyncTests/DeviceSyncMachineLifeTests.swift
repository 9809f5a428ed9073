import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A device's sync machine at the end of an epoch") struct DeviceSyncMachineLifeTests {
  private let start = Timestamp(milliseconds: 1_000_000)
  private let news = CloudNews(
    cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(), wanted: [])
  private var random = SplitMix64(1)

  private func machine(head: UInt64 = 9, acknowledged: UInt64 = 2) -> DeviceSyncMachine {
    var machine = DeviceSyncMachine(policy: DeviceSyncMachine.Policy())
    machine.resume(head: head, acknowledged: acknowledged)
    return machine
  }

  private mutating func hear(
    _ verdict: OpenVerdict, _ machine: inout DeviceSyncMachine, at time: Timestamp? = nil,
    own: Digest? = Sample.digest
  ) {
    machine.recordSent(last: nil, now: time ?? start)
    if machine.phase == .needsOpen {
      machine.opened(
        verdict, news, now: time ?? start, using: &random, ownDigest: { _ in own })
    } else {
      machine.notReceived(
        verdict, news, now: time ?? start, using: &random, ownDigest: { _ in own })
    }
  }

  @Test(arguments: [
    (
      OpenVerdict.behind(lastMatch: Sample.head),
      DeviceSyncMachine.NewEpochReason.behind(lastMatch: Sample.head)
    ),
    (.fork(lastMatch: Sample.head), .forked(lastMatch: Sample.head)),
    (.fork(lastMatch: nil), .forked(lastMatch: nil)),
    (.fenced(child: Sample.childEpoch), .fenced(child: Sample.childEpoch)),
    (.gap(cloudHead: Sample.head), .gap(cloudHead: Sample.head)),
    (.lineageKnown, .copied),
  ])
  mutating func `asks for a new epoch at once`(
    verdict: OpenVerdict, reason: DeviceSyncMachine.NewEpochReason
  ) {
    var opening = machine()
    hear(verdict, &opening)
    #expect(opening.phase == .needsGrant(reason))
    #expect(opening.next(now: start) == .grant)
    #expect(opening.phase.isOverEpoch)
    // A batch on its way can hear it as well.
    var sending = machine()
    hear(.ok(cloudHead: 2), &sending)
    hear(verdict, &sending)
    #expect(sending.next(now: start) == .grant)
  }

  @Test mutating func `begins the new epoch with everything unsent, and nothing of the old one`() {
    var machine = machine()
    machine.queueGone(WantedContent(tag: Sample.tag, content: Sample.item.digest))
    machine.requestRotation()
    hear(.fenced(child: Sample.childEpoch), &machine)
    machine.recordSent(last: nil, now: start)
    // One thing at a time, and nothing else meanwhile.
    guard case .wait = machine.next(now: start) else {
      Issue.record("the answer is waited for")
      return
    }
    #expect(machine.granted(news) == true)
    machine.startEpoch(endingWith: 5)
    #expect(machine.phase == .ready)
    guard case .append(first: 1, _, _) = machine.next(now: start) else {
      Issue.record("the new epoch has to be sent from its beginning")
      return
    }
    // A late answer changes nothing.
    #expect(machine.granted(news) == false)
    #expect(machine.phase == .ready)
  }

  @Test mutating func `asks again for the same epoch when the answer is lost`() throws {
    var machine = machine()
    hear(.behind(lastMatch: Sample.head), &machine)
    machine.recordSent(last: nil, now: start)
    let deadline = start.advanced(byMilliseconds: 30_000)
    machine.timePassed(to: deadline, using: &random)
    guard case .wait(let later) = machine.next(now: deadline) else {
      Issue.record("it has to wait before it asks again")
      return
    }
    #expect(machine.next(now: later) == .grant)
  }

  @Test mutating func `sends a cloud that went back what it lacks, from its head on`() {
    var fresh = machine(acknowledged: 4)
    hear(.ahead(cloudHead: Sample.head), &fresh)
    #expect(fresh.receivedBefore == 0)
    guard case .append(first: 5, _, _) = fresh.next(now: start) else {
      Issue.record("the machine has to send from entry 5 on")
      return
    }
    var robbed = machine(acknowledged: 7)
    hear(.ahead(cloudHead: Sample.head), &robbed)
    #expect(robbed.acknowledged == 4 && robbed.receivedBefore == 7)
    guard case .append(first: 5, _, _) = robbed.next(now: start) else {
      Issue.record("what it was acknowledged has to be sent again")
      return
    }
    // It goes back further, and the receipts are remembered as far as they went.
    let further = OpenVerdict.ahead(
      cloudHead: Head(epoch: Sample.epoch, number: 1, digest: Sample.digest))
    hear(further, &robbed)
    #expect(robbed.phase == .needsOpen && robbed.acknowledged == 4, "it may be an old answer")
    hear(further, &robbed)
    #expect(robbed.acknowledged == 1 && robbed.receivedBefore == 7)
  }

  @Test(arguments: [Digest.zero, nil] as [Digest?])
  mutating func `takes a cloud with other content for a fork`(own: Digest?) {
    var machine = machine(acknowledged: 4)
    hear(.ahead(cloudHead: Sample.head), &machine, own: own)
    guard case .needsGrant(.forked) = machine.phase else {
      Issue.record("other content at the cloud's head is a fork")
      return
    }
  }

  @Test mutating func `brings a cloud that does not know it its grants, and opens again`() {
    var machine = machine()
    hear(.unknownEpoch, &machine)
    #expect(machine.phase == .needsRecovery(nil) && !machine.phase.isOverEpoch)
    #expect(machine.next(now: start) == .recover)
    machine.recordSent(last: nil, now: start)
    machine.applyNews(news)
    #expect(machine.next(now: start) == .open)
  }

  @Test mutating func `brings its grants before it asks for a new epoch of one that is unknown`() {
    var machine = machine()
    machine.needsNewEpoch(.witnessLost)
    #expect(machine.next(now: start) == .grant)
    hear(.unknownEpoch, &machine)
    #expect(machine.phase == .needsRecovery(.witnessLost) && machine.phase.isOverEpoch)
    machine.recordSent(last: nil, now: start)
    machine.applyNews(news)
    #expect(machine.phase == .needsGrant(.witnessLost))
  }

  @Test func `enrols where neither side knows anything`() {
    var machine = machine()
    machine.isUnknown()
    #expect(machine.next(now: start) == .enrol)
  }

  @Test mutating func `waits longer each time when the two sides do not come together`() {
    var machine = machine()
    var now = start
    var waits: [Int64] = []
    for _ in 0..<12 {
      hear(.unknownEpoch, &machine, at: now)
      if case .wait(let until) = machine.next(now: now) {
        waits.append(until.milliseconds - now.milliseconds)
        now = until
      }
      #expect(machine.next(now: now) == .recover)
      machine.recordSent(last: nil, now: now)
      machine.applyNews(news)
    }
    #expect(waits.count == 9)
    // Full jitter under a limit that doubles.
    for (place, wait) in waits.enumerated() { #expect(wait <= 1_000 << Int64(place)) }
    #expect(waits.max()! > 10_000)
  }

  @Test func `tells every reason and what happens next`() {
    let reasons: [DeviceSyncMachine.NewEpochReason] = [
      .behind(lastMatch: Sample.head), .forked(lastMatch: Sample.head),
      .fenced(child: Sample.childEpoch), .gap(cloudHead: Sample.head),
      .witnessContradicts(Sample.head), .witnessLost, .journalsContradict, .copied, .unfinished,
    ]
    let phases = reasons.map(DeviceSyncMachine.Phase.needsGrant)
    #expect(Set(phases.map(\.name)).count == reasons.count)
    for phase in phases {
      #expect(
        phase.explanation?.hasSuffix(
          "With its next sync it continues in a new epoch, and nothing is lost.") == true)
    }
    let recovery = DeviceSyncMachine.Phase.needsRecovery(.witnessLost)
    #expect(recovery.name == "recovery: witness lost")
    #expect(recovery.explanation?.contains("sends its grants again") == true)
  }
}
