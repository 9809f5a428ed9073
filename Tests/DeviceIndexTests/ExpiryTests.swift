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

  private func expired(_ device: Device) throws -> [[String]] {
    try ReindexHome.expired(device).map(\.expiry.ids)
  }

  private func found(_ device: Device, _ query: String = "word", at time: Timestamp) throws
    -> [String]
  {
    try device.queries.search(query, now: time).map(\.uniqueIdentifier).sorted()
  }

  @Test(arguments: [0, 1, 500_000])
  func `is journaled when somebody looks, with the moment at which it was`(late: Int64) throws {
    try device.record(
      [try ReindexHome.item("a", expires: soon), try ReindexHome.item("b")], at: now)
    try device.reindex.review(at: now)
    try device.reindex.review(at: soon.advanced(byMilliseconds: -1))
    #expect(try expired(device).isEmpty)
    #expect(try ReindexHome.titles(device).keys.sorted() == ["a", "b"])
    let look = soon.advanced(byMilliseconds: late)
    try device.reindex.review(at: look)
    let journaled = try #require(try ReindexHome.expired(device).first)
    #expect(journaled.time == look)
    #expect(journaled.expiry.kind == .item && journaled.expiry.ids == ["a"])
    #expect(journaled.expiry.expiredMilliseconds == [soon.milliseconds])
    #expect(try ReindexHome.titles(device).keys.sorted() == ["b"])
    try device.reindex.review(at: look)
    #expect(try expired(device).count == 1)
  }

  @Test func `is asked about first where nobody could before, and hidden meanwhile`() throws {
    try device.record([try ReindexHome.item("a", expires: soon)], at: now)
    try device.reindex.review(at: soon)
    #expect(try expired(device).isEmpty)
    #expect(try device.reindex.openRequests().map(\.scope) == [.identifiers(["a"])])
    #expect(try device.queries.search("word", now: soon).isEmpty)
    try device.reindex.review(at: soon)
    #expect(try expired(device) == [["a"]])
  }

  @Test func `stays where its app gives it a later date`() throws {
    let later = now.advanced(byMilliseconds: 9 * Timestamp.millisecondsPerDay)
    try device.record([try ReindexHome.item("a", expires: soon)], at: now)
    try device.reindex.review(at: now)
    let request = try #require(try device.reindex.openRequests().first)
    try device.record([try ReindexHome.item("a", expires: later)], at: now)
    try device.reindex.complete(request.name, at: now)
    try device.reindex.review(at: soon)
    #expect(try expired(device).isEmpty)
    #expect(try ReindexHome.titles(device).keys.sorted() == ["a"])
    // A later date is another expiry, about which it is asked again.
    try device.reindex.review(at: later.advanced(byMilliseconds: -1))
    #expect(try device.reindex.openRequests().map(\.scope) == [.identifiers(["a"])])
    try device.reindex.review(at: later)
    #expect(try expired(device) == [["a"]])
  }

  @Test func `is an activity too, which nobody is asked about`() throws {
    try device.record([try ReindexHome.activity("view", expires: soon)], at: now)
    try device.reindex.review(at: soon)
    #expect(try ReindexHome.expired(device).map(\.expiry.kind) == [.activity])
    #expect(try expired(device) == [["view"]])
    #expect(try device.reindex.openRequests().isEmpty)
  }

  // An item and an activity say themselves when they expire; what one of them says keeps nothing
  // of the other. Only an activity that is bound to an item exists with it alone.
  @Test func `takes what is bound to the item along, and not the activity of its name`() throws {
    try device.record(
      [
        try ReindexHome.item("a", expires: soon), try ReindexHome.activity("a"),
        try ReindexHome.activity("bound", related: "a"),
        // Goes with its item, though it expired by itself as well.
        try ReindexHome.activity("short", related: "a", expires: soon),
      ], at: now)
    try device.reindex.review(at: now)
    try device.reindex.review(at: soon)
    #expect(try expired(device) == [["a"]])
    #expect(try ReindexHome.titles(device).isEmpty)
    #expect(try found(device, "page", at: soon) == ["a"])
    #expect(try device.queries.search("page", now: soon).map(\.title) == ["Page a"])
  }

  @Test(arguments: [nil, "a"])
  func `is the activity alone, and its item stays`(related: String?) throws {
    let id = related == nil ? "a" : "bound"
    try device.record(
      [
        try ReindexHome.item("a"), try ReindexHome.activity(id, related: related, expires: soon),
      ], at: now)
    try device.reindex.review(at: soon)
    #expect(try expired(device) == [[id]])
    #expect(try found(device, at: soon) == ["a"])
    #expect(try found(device, "page", at: soon).isEmpty)
  }

  @Test func `is journaled in entries of bounded size, those of a page sorted`() throws {
    let ids = (0..<2_300).map { String(format: "%04d", $0) }
    try device.record(try ids.map { try ReindexHome.item($0, expires: soon) }, at: now)
    try device.reindex.review(at: now)
    try device.reindex.review(at: soon)
    #expect(try expired(device).flatMap(\.self) == ids)
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
    #expect(try device.queries.search("word", now: end.advanced(byMilliseconds: -1)).count == 2)
    #expect(try device.queries.search("word", now: end).map(\.uniqueIdentifier) == ["own"])
    let row = try #require(try device.privateJournal.entry(SequenceNumber(2)!))
    let journaled = try JournalEvent(payload: row.payload ?? []).itemIndexed
    #expect(journaled.expiresMilliseconds == end.milliseconds, "anybody can see it")
  }

  @Test(arguments: [[nil, ProtectionClass.complete], [.complete], [.complete, .complete]])
  func `has the life of the policy where an update makes it, and it is protected`(
    classes: [ProtectionClass?]
  ) throws {
    var home = try ProtectionHome()
    home.home.configuration.itemLifeMilliseconds = 5_000
    let device = try home.unlocked()
    try device.record(
      try classes.map { try ProtectionHome.update("made", $0, comment: "word") }, at: now)
    let end = now.advanced(byMilliseconds: 5_000)
    #expect(try found(device, at: end.advanced(byMilliseconds: -1)) == ["made"])
    #expect(try found(device, at: end).isEmpty)
  }

  @Test func `has the life of the policy where an update makes it`() throws {
    var home = try TestHome()
    home.configuration.itemLifeMilliseconds = 5_000
    let device = try home.device()
    try device.record([try TestHome.item("made", "word", isUpdate: true)], at: now)
    let end = now.advanced(byMilliseconds: 5_000)
    // One that changes it leaves it the life that it has.
    try device.record(
      [try TestHome.item("made", "word changed", isUpdate: true)],
      at: now.advanced(byMilliseconds: 4_000))
    #expect(try found(device, at: end.advanced(byMilliseconds: -1)) == ["made"])
    #expect(try found(device, at: end).isEmpty)
    let row = try #require(try device.privateJournal.entry(SequenceNumber(2)!))
    let journaled = try JournalEvent(payload: row.payload ?? []).itemIndexed
    #expect(journaled.defaultExpiresMilliseconds == end.milliseconds, "anybody can see it")
    for time in [now, end] { try device.reindex.review(at: time) }
    #expect(try expired(device) == [["made"]])
  }
}
