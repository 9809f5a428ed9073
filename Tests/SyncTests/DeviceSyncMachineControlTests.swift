import JournalFormat
import Sync
import TestSupport
import Testing

/// Requests that are no batch: another key, contents that are gone, and the time in them.
@Suite("A device's sync machine, beside its batches,") struct DeviceSyncMachineControlTests {
  private let start = Timestamp(milliseconds: 1_000_000)
  private var deadline: Timestamp { start.advanced(byMilliseconds: 30_000) }
  private let news = CloudNews(
    cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(), wanted: [])

  private func machine(head: UInt64 = 0, isEnrolled: Bool = true, window: Int = 1)
    -> DeviceSyncMachine
  {
    var policy = DeviceSyncMachine.Policy()
    policy.window = window
    var machine = DeviceSyncMachine(policy: policy)
    if isEnrolled { machine.resume(head: head, acknowledged: 0) }
    return machine
  }

  /// A machine whose `open` was answered with ok.
  private func ready(head: UInt64 = 0, window: Int = 1) -> DeviceSyncMachine {
    var machine = machine(head: head, window: window)
    machine.recordSent(last: nil, now: start)
    var random = SplitMix64(1)
    machine.opened(
      .ok(cloudHead: 0), news, now: start, using: &random, ownDigest: { _ in nil })
    return machine
  }

  private func contents(_ range: Range<UInt64>) -> [WantedContent] {
    range.map { WantedContent(tag: Sample.tag, content: ContentDigest(bits: UInt128($0))) }
  }

  /// The end of the wait that the machine is in.
  private func end(of machine: DeviceSyncMachine, at now: Timestamp) throws -> Timestamp {
    guard case .wait(let until) = machine.next(now: now) else {
      throw FormatError(.malformed, "The machine does not wait.")
    }
    return until
  }

  // MARK: Another key

  @Test func `asks for its next key before everything else`() {
    var machine = ready(head: 5)
    machine.queueGone(contents(0..<1)[0])
    machine.requestRotation()
    #expect(machine.next(now: start) == .rotate)
    var opening = self.machine(head: 5)
    opening.requestRotation()
    #expect(opening.next(now: start) == .rotate)
    machine.recordSent(last: nil, now: start)
    #expect(machine.next(now: start) == .wait(until: deadline))
    #expect(machine.rotated(limits: SyncLimits()) == true)
    #expect(machine.next(now: start) == .wanted(gone: contents(0..<1)))
    opening.recordSent(last: nil, now: start)
    #expect(opening.rotated(limits: SyncLimits()) == true)
    #expect(opening.next(now: start) == .open)
    // The same answer once more, or one that nobody asked for.
    #expect(machine.rotated(limits: SyncLimits()) == false)
  }

  @Test func `asks for no other key before it is enrolled`() {
    var machine = machine(isEnrolled: false)
    machine.requestRotation()
    #expect(machine.next(now: start) == .enrol)
  }

  @Test func `lets the next key wait for what is on its way`() {
    var machine = ready(head: 9, window: 3)
    machine.recordSent(last: 3, now: start)
    machine.recordSent(last: 6, now: start)
    machine.requestRotation()
    #expect(machine.next(now: start) == .wait(until: deadline))
    for last in [3, 6] as [UInt64] {
      #expect(machine.next(now: start) == .wait(until: deadline))
      let receipt = Receipt(
        lineage: Sample.lineage, epoch: Sample.epoch, first: .first, last: SequenceNumber(last)!,
        digest: Sample.digest, cloudLife: Sample.cloudLife, receivedMark: last, backedUpMark: 0,
        receivedTime: start, signedBy: Sample.cloudKey)
      _ = machine.received(
        receipt, news, epoch: Sample.epoch, isSigned: true, ownDigest: { _ in Sample.digest })
    }
    #expect(machine.next(now: start) == .rotate)
  }

  @Test func `asks for its next key again when no answer came`() throws {
    var random = SplitMix64(1)
    var machine = ready(head: 3)
    machine.requestRotation()
    machine.recordSent(last: nil, now: start)
    machine.timePassed(to: deadline, using: &random)
    let later = try end(of: machine, at: deadline)
    #expect(later > deadline)
    #expect(machine.next(now: later) == .rotate)
  }

  @Test func `brings back the grant of an epoch that is to have another key`() {
    var random = SplitMix64(1)
    for isOpen in [true, false] {
      var machine = isOpen ? ready(head: 3) : machine(head: 3)
      machine.requestRotation()
      machine.recordSent(last: nil, now: start)
      machine.notReceived(
        .unknownEpoch, news, now: start, using: &random, ownDigest: { _ in nil })
      #expect(machine.next(now: start) == .recover)
      machine.recordSent(last: nil, now: start)
      machine.applyNews(news)
      #expect(machine.next(now: start) == .rotate)
    }
  }

  // MARK: What is gone

  @Test func `tells what is gone in a request of its own, before the next batch, once`() {
    var machine = ready(head: 3)
    let gone = contents(0..<2)
    for content in gone + gone { machine.queueGone(content) }
    #expect(machine.next(now: start) == .wanted(gone: gone))
    machine.recordSent(goneCount: 2, now: start)
    #expect(machine.next(now: start) == .wait(until: deadline))
    machine.applyNews(news)
    guard case .append(first: 1, _, _) = machine.next(now: start) else {
      Issue.record("what is gone was told, and the batch is next")
      return
    }
  }

  @Test func `tells what is gone beside batches, one request at a time`() {
    var machine = ready(head: 9, window: 4)
    machine.recordSent(last: 3, now: start)
    machine.queueGone(contents(0..<1)[0])
    #expect(machine.next(now: start) == .wanted(gone: contents(0..<1)))
    machine.recordSent(goneCount: 1, now: start)
    // What became gone since has to wait for the answer; batches have not.
    machine.queueGone(contents(1..<2)[0])
    guard case .append(first: 4, _, _) = machine.next(now: start) else {
      Issue.record("the window has room for a batch")
      return
    }
    machine.applyNews(news)
    #expect(machine.next(now: start) == .wanted(gone: contents(1..<2)))
  }

  @Test func `tells what is gone again after a failure`() throws {
    var random = SplitMix64(1)
    var machine = ready()
    machine.queueGone(contents(0..<1)[0])
    var now = start
    for _ in 0..<3 {
      #expect(machine.next(now: now) == .wanted(gone: contents(0..<1)))
      machine.recordSent(goneCount: 1, now: now)
      machine.connectionFailed("cut", now: now, using: &random)
      machine.queueGone(contents(0..<1)[0])
      now = try end(of: machine, at: now)
    }
    machine.recordSent(goneCount: 1, now: now)
    machine.applyNews(news)
    #expect(machine.next(now: now) == .nothing)
  }

  @Test func `tells more than 1,024 contents in several requests`() {
    var machine = ready()
    let all = contents(0..<2_500)
    for content in all { machine.queueGone(content) }
    var told: [WantedContent] = []
    var requests: [Int] = []
    while case .wanted(let gone) = machine.next(now: start), requests.count < 9 {
      machine.recordSent(goneCount: gone.count, now: start)
      machine.applyNews(news)
      told += gone
      requests.append(gone.count)
    }
    #expect(requests == [1_024, 1_024, 452])
    #expect(told == all)
    #expect(machine.next(now: start) == .nothing)
  }

  // MARK: Time, and refusals

  @Test(
    arguments: [
      (1_000_000, 0), (1_000_500, 500), (-31_536_000_000, -31_537_000_000),
      (.max, Int64.max - 1_000_000),
      // As far apart as numbers go: nothing is added, and nothing overflows.
      (.min + 1, 0),
    ] as [(Int64, Int64)])
  func `takes over the cloud's time from a refusal`(cloudTime: Int64, offset: Int64) throws {
    var random = SplitMix64(1)
    var machine = machine(head: 1)
    machine.recordSent(last: nil, now: start)
    machine.refused(
      Refusal(.stale, "Old.", cloudTime: Timestamp(milliseconds: cloudTime)), isSigned: true,
      now: start,
      using: &random)
    #expect(machine.clockOffsetMilliseconds == offset)
    let later = try end(of: machine, at: start)
    #expect(machine.next(now: later) == .open)
  }

  @Test func `keeps its time when the cloud does not say another one`() {
    var random = SplitMix64(1)
    var machine = machine(head: 1)
    machine.recordSent(last: nil, now: start)
    machine.refused(Refusal(.stale, "Old."), isSigned: true, now: start, using: &random)
    machine.refused(
      Refusal(.retryLater, "Busy.", cloudTime: .init(milliseconds: 5)), isSigned: true, now: start,
      using: &random)
    #expect(machine.clockOffsetMilliseconds == 0)
    #expect(machine.failures == 2)
  }

  @Test func `parks no entry for a request that is no batch`() throws {
    var random = SplitMix64(1)
    var machine = machine(isEnrolled: false)
    machine.recordSent(last: nil, now: start)
    machine.refused(Refusal(.tooLarge, "too large"), isSigned: true, now: start, using: &random)
    #expect(machine.parked.isEmpty)
    #expect(machine.lastError == "too large")
    #expect(try end(of: machine, at: start) > start)
  }
}
