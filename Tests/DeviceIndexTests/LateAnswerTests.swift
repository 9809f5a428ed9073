import DeviceIndex
import JournalFormat
import Sync
import TestSupport
import Testing

/// Answers that come when nobody waits for them any more.
@Suite("A late answer") struct LateAnswerTests {
  private let home: TestHome
  private let device: Device
  private let sync: DeviceSync
  private let news = CloudNews(
    cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(), wanted: [])

  init() throws {
    home = try TestHome()
    device = try home.device()
    sync = try home.enrol(device)
    try device.record([TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    try sync.runFilter(now: home.now)
  }

  private func sent(at time: Timestamp) throws -> RequestNumber {
    let step = try sync.next(now: time)
    guard case .send(let request) = step else {
      throw DeviceError(.journal, "It has something to send, and says \(step).")
    }
    return request.number
  }

  @Test(arguments: [OpenVerdict.unknownEpoch, .ok(cloudHead: 0)])
  func `that speaks of the moment changes nothing`(verdict: OpenVerdict) throws {
    let first = try sent(at: home.now)
    let later = home.now.advanced(byMilliseconds: 1 << 40)
    // The first request is given up, and after a pause the second one leaves.
    _ = try sync.next(now: later)
    let second = try sent(at: later.advanced(byMilliseconds: 1 << 40))
    #expect(first != second)
    let before = sync.machine
    try sync.hear(.notReceived(verdict, news), to: first, now: later)
    try sync.hear(.refused(Refusal(.notAllowed, "no")), to: first, now: later)
    let stale = Refusal(.stale, "old", cloudTime: Timestamp(milliseconds: 5))
    try sync.hear(.refused(stale), to: first, now: later)
    try sync.hear(.news(news), to: first, now: later)
    try sync.hear(.opened(verdict, news), to: first, now: later)
    #expect(sync.machine == before)
    // The same answer to the request that is waited for is acted on.
    try sync.hear(.notReceived(verdict, news), to: second, now: later)
    #expect(sync.machine != before)
    #expect(!sync.machine.isOnItsWay(second))
  }
}
