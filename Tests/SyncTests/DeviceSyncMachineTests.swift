import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A device's sync machine") struct DeviceSyncMachineTests {
  private let start = Timestamp(milliseconds: 1_000_000)

  private func machine(
    head: UInt64 = 0, acknowledged: UInt64 = 0, window: Int = 1, isEnrolled: Bool = true
  ) -> DeviceSyncMachine {
    var policy = DeviceSyncMachine.Policy()
    policy.window = window
    var machine = DeviceSyncMachine(policy: policy)
    if isEnrolled { machine.resume(head: head, acknowledged: acknowledged) }
    return machine
  }

  private func news(_ limits: SyncLimits = SyncLimits()) -> CloudNews {
    CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: limits, wanted: [])
  }

  /// A machine whose `open` was answered with ok.
  private func ready(head: UInt64, acknowledged: UInt64 = 0, window: Int = 1) -> DeviceSyncMachine {
    var machine = machine(head: head, acknowledged: acknowledged, window: window)
    machine.recordSent(last: nil, now: start)
    var random = SplitMix64(1)
    machine.opened(
      .ok(cloudHead: acknowledged), news(), now: start, using: &random, ownDigest: { _ in nil })
    return machine
  }

  private func receipt(_ first: UInt64, _ last: UInt64) -> Receipt {
    Receipt(
      lineage: Sample.lineage, epoch: Sample.epoch, first: SequenceNumber(first)!,
      last: SequenceNumber(last)!, digest: Sample.digest, cloudLife: Sample.cloudLife,
      receivedMark: last, backedUpMark: 0, receivedTime: start, signedBy: Sample.cloudKey)
  }

  @Test func `enrols, opens and then sends, one thing at a time`() {
    var machine = machine(isEnrolled: false)
    var random = SplitMix64(1)
    #expect(machine.next(now: start) == .enrol)
    machine.recordSent(last: nil, now: start)
    #expect(machine.next(now: start) == .wait(until: start.advanced(byMilliseconds: 30_000)))
    #expect(machine.enrolled(limits: SyncLimits()) == true)
    #expect(machine.next(now: start) == .nothing)
    machine.updateHead(to: 3, now: start, using: &random)
    #expect(
      machine.next(now: start)
        == .append(first: 1, entryCountMax: 1_024, byteCountMax: 256 << 10))
    #expect(self.machine(head: 3).next(now: start) == .open)
  }

  @Test func `takes a receipt once and continues behind it`() {
    var machine = ready(head: 5)
    machine.recordSent(last: 3, now: start)
    let receipt = receipt(1, 3)
    let first = machine.received(
      receipt, news(), epoch: Sample.epoch, isSigned: true, ownDigest: { _ in Sample.digest })
    #expect(first == .new)
    #expect(machine.acknowledged == 3)
    let again = machine.received(
      receipt, news(), epoch: Sample.epoch, isSigned: true, ownDigest: { _ in Sample.digest })
    #expect(again == .known)
    guard case .append(first: 4, _, _) = machine.next(now: start) else {
      Issue.record("the machine has to send from entry 4 on")
      return
    }
  }

  @Test func `believes no receipt that is unsigned, of another epoch or of other content`() {
    var machine = ready(head: 3)
    machine.recordSent(last: 3, now: start)
    let unsigned = machine.received(
      receipt(1, 3), news(), epoch: Sample.epoch, isSigned: false,
      ownDigest: { _ in Sample.digest })
    let elsewhere = machine.received(
      receipt(1, 3), news(), epoch: Sample.childEpoch, isSigned: true,
      ownDigest: { _ in Sample.digest })
    let other = machine.received(
      receipt(1, 3), news(), epoch: Sample.epoch, isSigned: true, ownDigest: { _ in .zero })
    for answer in [unsigned, elsewhere, other] {
      guard case .disbelieved = answer else {
        Issue.record("\(answer) should have been disbelieved")
        continue
      }
    }
    #expect(machine.acknowledged == 0)
  }

  @Test func `believes a late receipt only in the life of the cloud that answered last`() {
    func taken(isLate: Bool, answeredIn life: CloudLife?) -> UInt64 {
      var machine = ready(head: 5)
      machine.recordSent(last: 3, now: start)
      if let life { machine.recordAnswer(in: life) }
      _ = machine.received(
        receipt(1, 3), news(), epoch: Sample.epoch, isSigned: true, isLate: isLate,
        ownDigest: { _ in Sample.digest })
      return machine.acknowledged
    }
    #expect(taken(isLate: true, answeredIn: .zero) == 0)
    #expect(taken(isLate: true, answeredIn: Sample.cloudLife) == 3)
    #expect(taken(isLate: true, answeredIn: nil) == 3)
    #expect(taken(isLate: false, answeredIn: .zero) == 3)
  }

  @Test func `opens again when the cloud says that it has less than it acknowledged`() {
    for (mark, next) in [(2 as UInt64, DeviceSyncMachine.Next.open), (3, .nothing)] {
      var machine = ready(head: 3)
      machine.recordSent(last: 3, now: start)
      _ = machine.received(
        receipt(1, 3), news(), epoch: Sample.epoch, isSigned: true,
        ownDigest: { _ in Sample.digest })
      machine.recordSent(last: nil, now: start)
      var news = news()
      news.receivedMark = mark
      machine.applyNews(news)
      #expect(machine.next(now: start) == next)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `waits within the bounds after failures, and as the seed says`(seed: UInt64) {
    var one = ready(head: 1)
    var other = ready(head: 1)
    var random = SplitMix64(seed)
    var same = SplitMix64(seed)
    var now = start
    for failure in 1...12 {
      one.recordSent(last: 1, now: now)
      other.recordSent(last: 1, now: now)
      one.connectionFailed("cut", now: now, using: &random)
      other.connectionFailed("cut", now: now, using: &same)
      #expect(one == other)
      guard case .wait(let until) = one.next(now: now) else {
        Issue.record("after failure \(failure) the machine has to wait")
        return
      }
      let delay = until.milliseconds - now.milliseconds
      let ceiling = min(6 * 3_600_000, Int64(1_000) << (failure - 1))
      #expect(delay >= 1 && delay <= ceiling)
      now = until
    }
  }

  @Test func `never comes back before Retry-After is over`() {
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = SplitMix64(seed)
      var machine = ready(head: 1)
      machine.recordSent(last: 1, now: start)
      machine.refused(
        Refusal(.retryLater, "busy", retryAfterMilliseconds: 60_000), isSigned: true, now: start,
        using: &random)
      guard case .wait(let until) = machine.next(now: start) else {
        Issue.record("the machine has to wait")
        return
      }
      #expect(until.milliseconds > start.milliseconds + 60_000)
    }
  }

  @Test func `halves the batch on too large, and parks what is too large alone`() {
    var random = SplitMix64(1)
    var machine = ready(head: 8)
    for expected in [4, 2, 1] {
      guard case .append(let first, let count, _) = machine.next(now: start) else {
        Issue.record("the machine has to send")
        return
      }
      machine.recordSent(last: min(8, first + UInt64(min(count, 8)) - 1), now: start)
      machine.refused(Refusal(.tooLarge, "too large"), isSigned: true, now: start, using: &random)
      #expect(machine.entryCountMax == UInt32(expected))
      #expect(machine.parked.isEmpty)
    }
    var now = start
    for _ in 1..<3 {
      machine.recordSent(last: 1, now: now)
      machine.refused(Refusal(.tooLarge, "too large"), isSigned: true, now: now, using: &random)
      #expect(machine.parked.isEmpty, "one damaged bit can say so")
      guard case .wait(let time) = machine.next(now: now) else {
        Issue.record("the machine has to wait before it asks again")
        return
      }
      now = time
    }
    machine.recordSent(last: 1, now: now)
    machine.refused(Refusal(.tooLarge, "too large"), isSigned: true, now: now, using: &random)
    #expect(machine.parked == [1])
    #expect(machine.lastError == "entry 1 is parked: too large")
    guard case .append(first: 1, _, _) = machine.next(now: now) else {
      Issue.record("a parked entry travels without its payload and blocks nothing")
      return
    }
  }

  @Test func `keeps as many batches on their way as its window says`() {
    var machine = ready(head: 9, window: 2)
    machine.recordSent(last: 3, now: start)
    guard case .append(first: 4, _, _) = machine.next(now: start) else {
      Issue.record("the second batch has to leave beside the first")
      return
    }
    machine.recordSent(last: 6, now: start)
    #expect(machine.next(now: start) == .wait(until: start.advanced(byMilliseconds: 30_000)))
  }

  @Test func `gives up on an answer that does not come, and sends again`() {
    var random = SplitMix64(1)
    var machine = ready(head: 3)
    machine.recordSent(last: 3, now: start)
    let later = start.advanced(byMilliseconds: 30_000)
    machine.timePassed(to: later, using: &random)
    #expect(machine.failures == 1)
    #expect(machine.sent == 0)
    guard case .wait(let until) = machine.next(now: later) else {
      Issue.record("the machine has to wait before it sends again")
      return
    }
    guard case .append(first: 1, _, _) = machine.next(now: until) else {
      Issue.record("the machine has to send from entry 1 again")
      return
    }
  }
}
