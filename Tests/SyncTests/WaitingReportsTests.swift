import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A report that may wait for a fuller batch") struct WaitingReportsTests {
  private static let hour: Int64 = 3_600_000
  private let start = Timestamp(milliseconds: 1_000_000_000)

  private func later(_ hours: Int64) -> Timestamp {
    start.advanced(byMilliseconds: hours * Self.hour)
  }

  private func news(batchEntryCount: UInt32 = 10) -> CloudNews {
    var limits = SyncLimits()
    limits.batchEntryCount = batchEntryCount
    return CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: limits, wanted: [])
  }

  /// A machine whose `open` was answered, that has nothing to send, and whose reports wait for six
  /// hours.
  private func machine(
    delay: Int64 = 6 * Self.hour, head: UInt64 = 0, acknowledged: UInt64 = 0,
    released: UInt64? = nil, oldest: Timestamp? = nil
  ) -> DeviceSyncMachine {
    var policy = DeviceSyncMachine.Policy()
    policy.batchDelayMilliseconds = delay
    var machine = DeviceSyncMachine(policy: policy)
    machine.resume(head: head, acknowledged: acknowledged, released: released, oldest: oldest)
    #expect(machine.next(now: start) == .open)
    machine.recordSent(last: nil, now: start)
    var random = SplitMix64(1)
    machine.opened(
      .ok(cloudHead: acknowledged), news(), now: start, using: &random, ownDigest: { _ in nil })
    return machine
  }

  private func grow(
    _ machine: inout DeviceSyncMachine, to head: UInt64, oldest: Timestamp?, isUrgent: Bool = false
  ) {
    var random = SplitMix64(1)
    machine.updateHead(
      to: head, oldest: oldest, now: start, isUrgent: isUrgent, using: &random)
  }

  private func receipt(_ first: UInt64, _ last: UInt64) -> Receipt {
    Receipt(
      lineage: Sample.lineage, epoch: Sample.epoch, first: SequenceNumber(first)!,
      last: SequenceNumber(last)!, digest: Sample.digest, cloudLife: Sample.cloudLife,
      receivedMark: last, backedUpMark: 0, receivedTime: start, signedBy: Sample.cloudKey)
  }

  private func isSending(
    _ machine: DeviceSyncMachine, from first: UInt64 = 1, at now: Timestamp? = nil
  ) -> Bool {
    guard case .append(first, _, _) = machine.next(now: now ?? start) else { return false }
    return true
  }

  @Test func `waits while it is young, and leaves when it is old`() {
    var machine = machine()
    grow(&machine, to: 3, oldest: start)
    #expect(machine.next(now: start) == .wait(until: later(6)))
    #expect(machine.isCollecting && machine.batchDue == later(6))
    let justBefore = later(6).advanced(byMilliseconds: -1)
    #expect(machine.next(now: justBefore) == .wait(until: later(6)))
    #expect(isSending(machine, at: later(6)))
  }

  @Test func `is as old as the oldest that waits`() {
    var machine = machine()
    grow(&machine, to: 1, oldest: later(-2))
    grow(&machine, to: 2, oldest: start)
    #expect(machine.next(now: start) == .wait(until: later(4)))
  }

  @Test func `leaves at once with a whole batch`() {
    var machine = machine()
    grow(&machine, to: 9, oldest: start)
    #expect(machine.next(now: start) == .wait(until: later(6)))
    grow(&machine, to: 10, oldest: start)
    #expect(isSending(machine) && !machine.isCollecting && machine.batchDue == nil)
  }

  @Test func `leaves with what may not wait, such as a deletion behind it`() {
    var machine = machine()
    grow(&machine, to: 3, oldest: start)
    grow(&machine, to: 4, oldest: nil)
    #expect(isSending(machine))
    // What the cloud asked for comes as urgent.
    machine = self.machine()
    grow(&machine, to: 3, oldest: start)
    grow(&machine, to: 4, oldest: nil, isUrgent: true)
    #expect(isSending(machine))
  }

  @Test func `leaves once a full outbox has no room for a deletion`() {
    var machine = machine()
    grow(&machine, to: 3, oldest: start)
    machine.releaseWaiting()
    #expect(isSending(machine))
  }

  @Test func `does not wait when the clock went back`() {
    var machine = machine()
    grow(&machine, to: 1, oldest: later(1))
    #expect(isSending(machine))
    #expect(machine.next(now: later(1)) == .wait(until: later(7)))
  }

  @Test func `waits for nothing without a delay`() {
    #expect(DeviceSyncMachine.Policy().batchDelayMilliseconds == 0)
    var machine = machine(delay: 0)
    grow(&machine, to: 1, oldest: start)
    #expect(isSending(machine) && machine.batchDue == nil && !machine.isCollecting)
  }

  @Test func `takes those behind it along, and the next ones wait again`() {
    var machine = machine()
    grow(&machine, to: 12, oldest: start)
    #expect(isSending(machine))
    machine.recordSent(last: 10, now: start)
    let answer = machine.received(
      receipt(1, 10), news(), epoch: Sample.epoch, isSigned: true,
      ownDigest: { _ in Sample.digest })
    #expect(answer == .new)
    // The rest of what was there goes at once.
    #expect(isSending(machine, from: 11))
    machine.recordSent(last: 12, now: start)
    _ = machine.received(
      receipt(11, 12), news(), epoch: Sample.epoch, isSigned: true,
      ownDigest: { _ in Sample.digest })
    #expect(machine.next(now: start) == .nothing)
    grow(&machine, to: 13, oldest: start)
    #expect(machine.next(now: start) == .wait(until: later(6)))
    #expect(machine.isCollecting)
  }

  @Test func `is sent again at once after a failure`() {
    var machine = machine()
    grow(&machine, to: 3, oldest: start)
    machine.recordSent(last: 3, now: later(6))
    var random = SplitMix64(1)
    machine.connectionFailed("cut", now: later(6), using: &random)
    grow(&machine, to: 4, oldest: later(6))
    guard case .wait(let retry) = machine.next(now: later(6)) else {
      Issue.record("after a failure the machine has to wait")
      return
    }
    // That is the time of the next attempt, and not the delay's.
    #expect(retry < later(12) && !machine.isCollecting)
    #expect(isSending(machine, at: retry))
  }

  @Test func `of a process that ended waits on, unless it may have left`() {
    var waiting = machine(head: 5, acknowledged: 2, released: 2, oldest: later(-1))
    #expect(waiting.next(now: start) == .wait(until: later(5)))
    grow(&waiting, to: 6, oldest: start)
    #expect(waiting.next(now: start) == .wait(until: later(5)))
    let left = machine(head: 5, acknowledged: 2, released: 4, oldest: later(-1))
    #expect(isSending(left, from: 3))
    // Nobody knows when it was made.
    #expect(isSending(machine(head: 5, acknowledged: 2), from: 3))
  }

  @Test func `does not hold back what else there is to say`() {
    var machine = machine()
    grow(&machine, to: 3, oldest: start)
    machine.requestRotation()
    #expect(machine.next(now: start) == .rotate && !machine.isCollecting)
    machine = self.machine()
    grow(&machine, to: 3, oldest: start)
    let gone = WantedContent(tag: Sample.tag, content: Sample.item.digest)
    machine.queueGone(gone)
    #expect(machine.next(now: start) == .wanted(gone: [gone]) && !machine.isCollecting)
  }

  @Test func `of an epoch that begins again does not wait`() {
    var machine = machine()
    grow(&machine, to: 3, oldest: start)
    machine.startEpoch(endingWith: 2)
    #expect(isSending(machine))
  }

  @Test(arguments: [(-1, false), (0, true), (604_800_000, true), (604_800_001, false)])
  func `waits for seven days at most`(milliseconds: Int64, isPossible: Bool) {
    #expect(DeviceSyncMachine.Policy.batchDelayRange.contains(milliseconds) == isPossible)
  }
}
