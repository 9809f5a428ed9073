import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// How much of the log one device can have.
@Suite("A quota of reports") struct ReportQuotaTests {
  private static let day: Int64 = 86_400_000

  private func word(
    _ cloud: TestCloud, _ device: TestDevice, _ entry: Int, after milliseconds: Int64 = 0
  ) throws -> String {
    switch try cloud.answer(try device.request(entry, entry), after: milliseconds) {
    case .received: "received"
    case .refused(let refusal): "\(refusal.code) \(refusal.retryAfterMilliseconds ?? 0)"
    default: "?"
    }
  }

  @Test func `holds for each device and day, and loses nothing`() throws {
    let cloud = try TestCloud { $0.reportsPerDayMax = 2 }
    var one = try cloud.device(1)
    var other = try cloud.device(2)
    for number in 1...6 as ClosedRange<UInt64> {
      one.add(engaged(number))
      other.add(engaged(100 + number))
    }
    #expect(try [1, 2].map { try word(cloud, one, $0) } == ["received", "received"])
    #expect(try word(cloud, one, 3) == "retryLater 86400000")
    #expect(try word(cloud, one, 3, after: Self.day - 1) == "retryLater 60000")
    // What the cloud has is a duplicate, and another device has its own quota.
    #expect(try word(cloud, one, 2) == "received" && word(cloud, other, 1) == "received")
    for entry in 3...4 { #expect(try word(cloud, one, entry, after: Self.day) == "received") }
    #expect(try word(cloud, one, 5, after: Self.day) == "retryLater 86400000")
    #expect(cloud.cloud.counters.reports == 5)
  }

  @Test func `takes the batch whole that reaches it`() throws {
    let cloud = try TestCloud { $0.reportsPerDayMax = 2 }
    var device = try cloud.device(1)
    for number in 1...4 as ClosedRange<UInt64> { device.add(engaged(number)) }
    guard case .received = try cloud.answer(try device.request(1, 3)) else {
      Issue.record("a batch is not cut")
      return
    }
    #expect(try word(cloud, device, 4) == "retryLater 86400000")
  }

  @Test func `is none where nothing is set`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    for number in 1...9 as ClosedRange<UInt64> { device.add(engaged(number)) }
    for entry in 1...9 { #expect(try word(cloud, device, entry) == "received") }
  }
}
