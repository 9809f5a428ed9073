import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("What expires") struct ExpiryTests {
  private let home: ReindexHome
  private let device: Device
  private var now: Timestamp { home.now }
  private var soon: Timestamp { now.advanced(byMilliseconds: 1_000) }

  init() throws {
    home = try ReindexHome()
    device = try home.home.device()
  }

  private func expired(_ device: Device) throws -> [(time: Timestamp, ids: [String])] {
    var found: [(Timestamp, [String])] = []
    try device.privateJournal.forEach(from: 1, refuse: { $0 as any Error }) { row in
      if row.kind == .event, let payload = row.payload,
        case .itemsExpired(let expiry) = try JournalEvent(payload: [UInt8](payload)).fact
      {
        found.append((row.time, expiry.ids))
      }
      return .next
    }
    return found
  }

  @Test func `is journaled as expired at its time, when its app was asked before`() throws {
    try device.record(
      [try ReindexHome.item("a", expires: soon), try ReindexHome.item("b")], at: now)
    try device.reviewReindex(at: now)
    try device.reviewReindex(at: soon.advanced(byMilliseconds: -1))
    #expect(try expired(device).isEmpty)
    #expect(try ReindexHome.titles(device).keys.sorted() == ["a", "b"])
    try device.reviewReindex(at: soon)
    #expect(try expired(device).map(\.ids) == [["a"]])
    #expect(try expired(device).map(\.time) == [soon])
    #expect(try ReindexHome.titles(device).keys.sorted() == ["b"])
    try device.reviewReindex(at: soon)
    #expect(try expired(device).count == 1)
  }

  @Test func `is asked about first where nobody could before, and hidden meanwhile`() throws {
    try device.record([try ReindexHome.item("a", expires: soon)], at: now)
    try device.reviewReindex(at: soon)
    #expect(try expired(device).isEmpty)
    #expect(try device.openReindexRequests().map(\.scope) == [.identifiers(["a"])])
    #expect(try device.search("word", now: soon).isEmpty)
    try device.reviewReindex(at: soon)
    #expect(try expired(device).map(\.ids) == [["a"]])
  }

  @Test func `stays where its app gives it a later date`() throws {
    let later = now.advanced(byMilliseconds: 9 * Timestamp.millisecondsPerDay)
    try device.record([try ReindexHome.item("a", expires: soon)], at: now)
    try device.reviewReindex(at: now)
    let request = try #require(try device.openReindexRequests().first)
    try device.record([try ReindexHome.item("a", expires: later)], at: now)
    try device.answerReindex(request.name, at: now)
    try device.reviewReindex(at: soon)
    #expect(try expired(device).isEmpty)
    #expect(try ReindexHome.titles(device).keys.sorted() == ["a"])
    // A later date is another expiry, about which it is asked again.
    try device.reviewReindex(at: later.advanced(byMilliseconds: -1))
    #expect(try device.openReindexRequests().map(\.scope) == [.identifiers(["a"])])
    try device.reviewReindex(at: later)
    #expect(try expired(device).map(\.ids) == [["a"]])
  }

  @Test func `is an activity too, which nobody is asked about`() throws {
    var activity = try TestHome.activity("view", isPublic: false)
    activity.activityRecorded.expiresMilliseconds = soon.milliseconds
    try device.record([activity], at: now)
    try device.reviewReindex(at: soon)
    #expect(try expired(device).map(\.ids) == [["view"]])
    #expect(try device.openReindexRequests().isEmpty)
  }

  @Test func `stays while something else of its name does not expire`() throws {
    var activity = try TestHome.activity("a", isPublic: false)
    activity.activityRecorded.expiresMilliseconds = soon.milliseconds
    try device.record([try ReindexHome.item("a"), activity], at: now)
    try device.reviewReindex(at: soon)
    #expect(try expired(device).isEmpty)
  }

  @Test func `is journaled in entries of bounded size, sorted by app and identifier`() throws {
    let ids = (0..<2_300).map { String(format: "%04d", $0) }
    try device.record(try ids.map { try ReindexHome.item($0, expires: soon) }, at: now)
    try device.reviewReindex(at: now)
    try device.reviewReindex(at: soon)
    #expect(try expired(device).flatMap(\.ids) == ids)
    #expect(try ReindexHome.titles(device).isEmpty)
  }

  @Test func `has the life of the policy where its app gives no date`() throws {
    var home = try TestHome()
    home.configuration.itemLifeMilliseconds = 5_000
    let device = try home.device()
    let given = now.advanced(byMilliseconds: 90_000)
    try device.record(
      [
        try ReindexHome.item("policy"), try ReindexHome.item("own", expires: given),
        try TestHome.item("policy", "word changed", isUpdate: true),
      ], at: now)
    let end = now.advanced(byMilliseconds: 5_000)
    #expect(try device.search("word", now: end.advanced(byMilliseconds: -1)).count == 2)
    #expect(try device.search("word", now: end).map(\.uniqueIdentifier) == ["own"])
    let row = try #require(try device.privateJournal.entry(SequenceNumber(2)!))
    let journaled = try JournalEvent(payload: row.payload ?? []).itemIndexed
    #expect(journaled.expiresMilliseconds == end.milliseconds, "anybody can see it")
  }
}
