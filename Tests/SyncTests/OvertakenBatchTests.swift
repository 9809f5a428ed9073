import JournalFormat
import Sync
import TestSupport
import Testing

/// Several batches on their way: one may come before another, and the cloud may have gone back.
@Suite("A device's sync machine, with batches that overtake each other,")
struct OvertakenBatchTests {
  private let start = Timestamp(milliseconds: 1_000_000)
  /// Later than any delay before another attempt.
  private var later: Timestamp { start.advanced(byMilliseconds: 86_400_000) }
  private let otherLife = CloudLife(bits: 77)

  private func news(_ life: CloudLife = Sample.cloudLife) -> CloudNews {
    CloudNews(
      cloudLife: life, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(), wanted: [])
  }

  /// A machine that the cloud has answered up to an entry, with batches of ten on their way.
  private func machine(window: Int, acknowledged: UInt64) -> DeviceSyncMachine {
    var policy = DeviceSyncMachine.Policy()
    policy.window = window
    var machine = DeviceSyncMachine(policy: policy)
    machine.resume(head: 1_000, acknowledged: acknowledged)
    machine.recordSent(last: nil, now: start)
    var random = SplitMix64(1)
    machine.opened(
      .ok(cloudHead: acknowledged), news(), now: start, using: &random, ownDigest: { _ in nil })
    fill(&machine)
    return machine
  }

  /// Has batches of ten leave until the window is full, and says how many.
  @discardableResult
  private func fill(_ machine: inout DeviceSyncMachine, now: Timestamp? = nil) -> Int {
    var count = 0
    while case .append(let first, _, _) = machine.next(now: now ?? start), count < 99 {
      machine.recordSent(last: first + 9, now: now ?? start)
      count += 1
    }
    return count
  }

  private func hear(
    _ cloudHead: UInt64, in life: CloudLife = Sample.cloudLife, _ machine: inout DeviceSyncMachine
  ) {
    var random = SplitMix64(1)
    let head = Head(epoch: Sample.epoch, number: cloudHead, digest: Sample.digest)
    machine.notReceived(
      .ahead(cloudHead: head), news(life), now: start, using: &random,
      ownDigest: { _ in Sample.digest })
  }

  private func receive(upTo last: UInt64, _ machine: inout DeviceSyncMachine) {
    let receipt = Receipt(
      lineage: Sample.lineage, epoch: Sample.epoch, first: SequenceNumber(last - 9)!,
      last: SequenceNumber(last)!, digest: Sample.digest, cloudLife: Sample.cloudLife,
      receivedMark: last, backedUpMark: 0, receivedTime: start, signedBy: Sample.cloudKey)
    _ = machine.received(
      receipt, news(), epoch: Sample.epoch, isSigned: true, ownDigest: { _ in Sample.digest })
  }

  @Test func `has fewer on their way after one overtook another, and more with each receipt`() {
    var random = SplitMix64(1)
    var machine = machine(window: 8, acknowledged: 0)
    var sent: [Int] = []
    for _ in 0..<4 {
      hear(0, &machine)
      machine.connectionFailed("cut", now: start, using: &random)
      sent.append(fill(&machine, now: later))
    }
    // With one alone there is nothing that it could have overtaken: it is sent again at once.
    #expect(sent == [4, 2, 1, 1])
    sent = []
    for last in 1...8 {
      receive(upTo: 10 * UInt64(last), &machine)
      sent.append(fill(&machine, now: later))
    }
    // One for the one that was received, and one more until the window is as it was.
    #expect(sent == [2, 2, 2, 2, 2, 2, 2, 1])
  }

  @Test func `waits for the batch that was overtaken`() {
    var machine = machine(window: 2, acknowledged: 0)
    hear(0, &machine)
    guard case .wait = machine.next(now: start) else {
      Issue.record("the other batch's answer says more")
      return
    }
    receive(upTo: 10, &machine)
    guard case .append(first: 11, _, _) = machine.next(now: start) else {
      Issue.record("what was not taken is sent again")
      return
    }
  }

  @Test func `goes back at once with a cloud of another life that has less`() {
    var machine = machine(window: 2, acknowledged: 50)
    hear(20, in: otherLife, &machine)
    #expect(machine.acknowledged == 20)
    #expect(machine.receivedBefore == 50)
    guard case .append(first: 21, _, _) = machine.next(now: start) else {
      Issue.record("what the cloud lacks is sent again, whatever else is on its way")
      return
    }
  }

  @Test func `asks where a cloud is that has less in the same life`() {
    var machine = machine(window: 1, acknowledged: 50)
    hear(20, &machine)
    #expect(machine.acknowledged == 50, "an answer from before another one takes nothing back")
    #expect(machine.next(now: start) == .open)
    var random = SplitMix64(1)
    machine.recordSent(last: nil, now: start)
    let head = Head(epoch: Sample.epoch, number: 20, digest: Sample.digest)
    machine.opened(
      .ahead(cloudHead: head), news(), now: start, using: &random,
      ownDigest: { _ in Sample.digest })
    #expect(machine.acknowledged == 20, "it went back, and has not noticed itself")
  }

  @Test func `stops when it is not allowed twice, and not once`() throws {
    var random = SplitMix64(1)
    var machine = DeviceSyncMachine(policy: .init())
    for time in 0..<2 {
      let now = start.advanced(byMilliseconds: Int64(time) * 86_400_000)
      #expect(machine.next(now: now) == .enrol)
      machine.recordSent(last: nil, now: now)
      machine.refused(Refusal(.notAllowed, "No."), isSigned: true, now: now, using: &random)
    }
    #expect(machine.next(now: later) == .stopped(.notAllowed("No.")))
  }
}
