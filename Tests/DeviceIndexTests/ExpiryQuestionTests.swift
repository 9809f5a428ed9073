import Foundation
import JournalFormat
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A question about what expires") struct ExpiryQuestionTests {
  private let home: ReindexHome
  private let device: Device
  private var now: Timestamp { home.now }
  private var soon: Timestamp { now.advanced(byMilliseconds: 1_000) }

  init() throws {
    home = try ReindexHome()
    device = try home.home.device()
  }

  private func expired() throws -> [[String]] { try ReindexHome.expired(device).map(\.expiry.ids) }

  /// Two items, of which one expires soon, and the question about it.
  private func asked() throws -> ReindexRequest {
    try device.record(
      [try ReindexHome.item("a", expires: soon), try ReindexHome.item("b")], at: now)
    try device.reindex.review(at: now)
    return try #require(try device.reindex.openRequests().last)
  }

  @Test func `sweeps nothing when it is acknowledged: what was asked about goes at its time`()
    throws
  {
    let request = try asked()
    #expect(try device.reindex.complete(request.name, at: now) == .ended(sweptCount: 0))
    #expect(try device.reindex.openRequests().isEmpty)
    let before = soon.advanced(byMilliseconds: -1)
    try device.reindex.review(at: before)
    #expect(try device.queries.search("word", now: before).count == 2)
    #expect(try expired().isEmpty)
    try device.reindex.review(at: soon)
    #expect(try expired() == [["a"]])
    #expect(try ReindexHome.titles(device).keys.sorted() == ["b"])
  }

  @Test func `has what expired meanwhile go when it is acknowledged`() throws {
    let request = try asked()
    let late = soon.advanced(byMilliseconds: 7)
    #expect(try device.reindex.complete(request.name, at: late) == .ended(sweptCount: 0))
    #expect(try expired() == [["a"]])
    #expect(try ReindexHome.titles(device).keys.sorted() == ["b"])
  }

  /// Each is left open for ever.
  @Test(
    arguments: [ReindexRequest.Scope.all, .identifiers(["a", "b"]), .resume(from: [7])])
  func `is asked whatever else is open, so that an expiry comes`(
    scope: ReindexRequest.Scope
  ) throws {
    let open = try device.reindex.request(
      scope, of: ReindexHome.target, because: .operator, at: now)
    let request = try asked()
    #expect(request.name != open && request.reason == .expiring)
    try device.reindex.review(at: soon)
    #expect(try expired() == [["a"]])
    #expect(try device.reindex.openRequests().contains { $0.name == open })
  }

  @Test func `is asked again about another date, also while the one before is open`() throws {
    _ = try asked()
    let later = soon.advanced(byMilliseconds: 9)
    try device.record([try ReindexHome.item("a", expires: later)], at: now)
    try device.reindex.review(at: soon)
    #expect(try expired().isEmpty)
    try device.reindex.review(at: later)
    #expect(try expired() == [["a"]])
  }

  @Test func `answers nobody who asked for the same items, and is answered by who did`() throws {
    _ = try asked()
    let names = try device.reindex.request(
      identifiers: ["a"], ofApp: "app", indexName: "", because: .operator, at: now)
    // What is asked for without a reason in time ends the question, and sweeps.
    #expect(try device.reindex.openRequests().map(\.name) == names)
    #expect(try device.reindex.complete(names[0], at: now) == .ended(sweptCount: 1))
  }

  @Test(arguments: [true, false])
  func `is over once all that it names has expired or was given again`(isGiven: Bool) throws {
    let request = try asked()
    let end = request.deadline
    try device.reindex.review(at: end.advanced(byMilliseconds: -1))
    #expect(try device.reindex.openRequests().count == 1)
    if isGiven { try device.record([try ReindexHome.item("a")], at: now) }
    try device.reindex.review(at: end)
    #expect(try device.reindex.openRequests().isEmpty)
    #expect(try device.reindex.nextReview() == nil)
  }

  @Test func `comes again as long as something that it names is there`() throws {
    let request = try asked()
    try device.record([try ReindexHome.item("a", index: "", expires: nil)], at: now)
    let other = try device.reindex.request(
      .identifiers(["b"]), of: ReindexHome.target, because: .expiring, at: now)
    try device.reindex.review(at: request.deadline)
    // Its own item was given again; that of the other is there, and does not expire.
    #expect(try device.reindex.openRequests().map(\.name) == [other])
    #expect(try device.reindex.openRequests().first?.attempts == 2)
  }
}

@Suite("When a device has to be reviewed next") struct ExpiryScheduleTests {
  private static let day = Timestamp.millisecondsPerDay

  @Test func `is the first of deadlines, questions and expiries, and nil without any`() throws {
    let home = try ReindexHome()
    let device = try home.home.device()
    func later(_ milliseconds: Int64) -> Timestamp {
      home.now.advanced(byMilliseconds: milliseconds)
    }
    try device.record([try ReindexHome.item("never")], at: home.now)
    #expect(try device.reindex.nextReview() == nil)
    try device.record([try ReindexHome.item("a", expires: later(3 * Self.day))], at: home.now)
    #expect(try device.reindex.nextReview() == later(2 * Self.day))
    try device.record(
      [try ReindexHome.activity("view", expires: later(Self.day + 5))], at: home.now)
    #expect(try device.reindex.nextReview() == later(Self.day + 5))
    try device.reindex.review(at: later(Self.day + 5))
    #expect(try device.reindex.nextReview() == later(2 * Self.day))
    // Asked a moment late, its deadline is after the expiry.
    try device.reindex.review(at: later(2 * Self.day + 1))
    #expect(try device.reindex.nextReview() == later(3 * Self.day))
    try device.reindex.review(at: later(3 * Self.day))
    #expect(try device.reindex.nextReview() == later(3 * Self.day + 1))
    try device.reindex.review(at: later(3 * Self.day + 1))
    #expect(try device.reindex.nextReview() == nil)
    #expect(try ReindexHome.titles(device).keys.sorted() == ["never"])
  }

  /// Anyone who comes when he is told has everything journaled, without asking oftener.
  @Test func `is enough to come at, by the clock of the host`() async throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let clock = TestClock(start)
    let home = try TestHost(now: { clock.now })
    let expiry = start + 3 * 86_400
    try await home.index.indexSearchableItems([TestHost.item("a", expires: expiry)])
    var visits: [Date] = []
    while let next = try await home.host.answerReindexRequests(), visits.count < 9 {
      #expect(next > clock.now)
      clock.now = next
      visits.append(next)
    }
    #expect(visits == [expiry - 86_400, expiry])
    #expect(try await home.found().isEmpty)
    let journaled = try await home.host.expired()
    #expect(journaled.map(\.expiry.ids) == [["a"]])
    #expect(journaled.map(\.time.milliseconds) == [Int64(expiry.timeIntervalSince1970) * 1_000])
    #expect(journaled.first?.expiry.expiredMilliseconds == journaled.map(\.time.milliseconds))
  }

  @Test func `is a time that has passed where something was asked about too late`() async throws {
    let clock = TestClock(Date(timeIntervalSince1970: 1_800_000_000))
    let home = try TestHost(now: { clock.now })
    let expiry = clock.now + 60
    try await home.index.indexSearchableItems([TestHost.item("a", expires: expiry)])
    clock.now += 3_600
    #expect(try await home.host.answerReindexRequests() == expiry)
    #expect(try await home.host.expired().isEmpty)
    try await home.host.answerReindexRequests()
    #expect(try await home.host.expired().count == 1)
  }
}

extension DeviceHost {
  fileprivate func expired() throws -> [(time: Timestamp, expiry: JournalItemsExpired)] {
    try ReindexHome.expired(device)
  }
}
