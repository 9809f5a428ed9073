import JournalFormat
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device whose reports wait for a fuller batch") struct BatchDelayTests {
  private static let hour: Int64 = 3_600_000

  private static func home(_ delay: Int64 = 24 * hour) throws -> TestHome {
    var home = try TestHome()
    home.configuration.batchDelayMilliseconds = delay
    return home
  }

  private static func later(_ hours: Int64, than home: TestHome) -> Timestamp {
    home.now.advanced(byMilliseconds: hours * hour)
  }

  /// The kinds of the reports that the device sends, where it sends a batch.
  private static func sent(_ sync: DeviceSync, at time: Timestamp) throws -> [EntryKind]? {
    try sync.runFilter(now: time)
    guard case .send(let request) = try sync.next(now: time),
      case .append(let append) = try SyncRequest(bytes: request.bytes)
    else { return nil }
    return try BatchReader().entries(of: append.batch).map(\.header.kind)
  }

  @Test func `keeps them by the time of what they report, in every process`() throws {
    let home = try Self.home()
    let device = try home.device()
    _ = try home.enrol(device)
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    let sync = try device.sync(now: home.now)
    // The sync comes later than what it reports.
    let first = Self.later(6, than: home)
    #expect(try Self.sent(sync, at: first) == nil)
    #expect(try sync.next(now: first) == .wait(until: Self.later(24, than: home)))
    try device.record(
      [try TestHome.activity("2"), TestHome.engage("2")], at: Self.later(20, than: home))
    #expect(try Self.sent(sync, at: Self.later(20, than: home)) == nil)
    #expect(sync.machine.batchDue == Self.later(24, than: home) && sync.machine.isCollecting)
    #expect(try SyncStatus(sync).batchDue == Self.later(24, than: home))
    #expect(
      try Self.sent(sync, at: Self.later(24, than: home))
        == [.report(.engaged), .report(.engaged)])
  }

  @Test func `reads how old they are from its files when its process begins`() throws {
    let home = try Self.home()
    do {
      let device = try home.device()
      let sync = try home.enrol(device)
      try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
      #expect(try Self.sent(sync, at: home.now) == nil)
    }
    do {
      let device = try home.device()
      let sync = try device.sync(now: home.now)
      try sync.runFilter(now: home.now)
      #expect(sync.machine.batchDue == Self.later(24, than: home))
      #expect(try Self.isOpening(sync, at: Self.later(1, than: home)))
    }
    // Without a delay, everything is due.
    var other = home
    other.configuration.batchDelayMilliseconds = 0
    let device = try other.device()
    #expect(try device.sync(now: home.now).machine.batchDue == nil)
  }

  /// A sync asks how far the cloud is, whatever waits.
  private static func isOpening(_ sync: DeviceSync, at time: Timestamp) throws -> Bool {
    guard case .send(let request) = try sync.next(now: time),
      case .open = try SyncRequest(bytes: request.bytes)
    else { return false }
    return true
  }

  @Test func `sends a deletion at once, behind what is before it`() throws {
    let home = try Self.home()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    #expect(try Self.sent(sync, at: home.now) == nil)
    try device.record([TestHome.delete(ids: ["1"])], at: home.now)
    #expect(try Self.sent(sync, at: home.now) == [.report(.engaged), .report(.withdrawn)])
  }

  @Test func `sends what may be older than the clock says`() throws {
    let home = try Self.home()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(
      [try TestHome.activity("1"), TestHome.engage("1")], at: Self.later(48, than: home))
    #expect(try Self.sent(sync, at: home.now) == [.report(.engaged)])
  }

  @Test func `sends what fills its outbox, since a deletion may be behind it`() throws {
    var home = try Self.home()
    home.configuration.outboxCountMax = 2
    let device = try home.device()
    let sync = try home.enrol(device)
    for page in ["1", "2"] {
      try device.record([try TestHome.activity(page), TestHome.engage(page)], at: home.now)
    }
    #expect(try Self.sent(sync, at: home.now) == nil)
    try device.record([TestHome.delete(ids: ["1"])], at: home.now)
    #expect(
      try Self.sent(sync, at: home.now) == [.report(.engaged), .report(.engaged)])
  }

  @Test func `has no delay unless an app gives one`() throws {
    #expect(DeviceConfiguration.local.batchDelayMilliseconds == 0)
    let home = try Self.home(0)
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    #expect(try Self.sent(sync, at: home.now) == [.report(.engaged)])
  }
}
