import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing
import WordSearch

@testable import DeviceIndex

/// A device in a folder of its own, with the helpers of a test.
struct TestHome {
  let folder: TemporaryFolder
  let now = Sample.day.start
  var configuration = DeviceConfiguration(
    tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])

  init() throws { folder = try TemporaryFolder() }

  func device(seed: UInt64 = 1) throws -> Device {
    try Device.inFolder(folder.path, configuration, now: now, random: .seeded(seed))
  }

  static func item(
    _ id: String, _ title: String, domain: String? = nil, isUpdate: Bool = false
  ) throws -> JournalEvent {
    var set = AttributeSet(contentType: "public.item")
    set.title = title
    var item = SearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributeSet: set)
    item.isUpdate = isUpdate
    var event = JournalEvent()
    event.itemIndexed = try item.journaled(app: "app", indexName: "")
    return event
  }

  static func activity(
    _ id: String, page: String? = nil, isPublic: Bool = true, related: String? = nil,
    domain: String? = nil
  ) throws -> JournalEvent {
    try Sample.activity(id, page: page, isPublic: isPublic, related: related, domain: domain)
  }

  static func engage(_ id: String) -> JournalEvent { Sample.engagement(id) }

  static func delete(ids: [String] = [], domains: [String] = [], all: Bool = false) -> JournalEvent
  {
    Sample.deletion(ids: ids, domains: domains, all: all)
  }

  func titles(_ query: String, _ device: Device) throws -> [String] {
    try device.queries.search(query, now: now).map(\.title)
  }

  /// Enrols the device by hand, as a cloud would.
  func enrol(_ device: Device) throws -> DeviceSync {
    let sync = try device.sync(now: now)
    try sync.enrolAsSample(now: now)
    return sync
  }

  /// What the filter has let through.
  func reports(_ sync: DeviceSync) throws -> [Report] {
    try sync.runFilter(now: now)
    let shared = try #require(sync.shared)
    return try shared.entries(from: 1, atMost: 1_000).map {
      try Report(kind: $0.header.kind, payload: $0.payload ?? [])
    }
  }
}

@Suite("A device's index") struct DeviceTests {
  @Test func `finds items by the beginnings of their words, what was opened first`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record(
      [
        try TestHome.item("1", "Water lilies"), try TestHome.item("2", "Water colour"),
        try TestHome.item("3", "Café crème"),
      ], at: home.now)
    #expect(try home.titles("wat lil", device) == ["Water lilies"])
    #expect(try home.titles("CAFE", device) == ["Café crème"])
    #expect(try home.titles("\"NEAR( OR *", device).isEmpty)
    #expect(try home.titles("", device).isEmpty)
    try device.record([TestHome.engage("2")], at: home.now)
    #expect(try home.titles("water", device) == ["Water colour", "Water lilies"])
    try device.record([TestHome.engage("1")], at: home.now.advanced(byMilliseconds: 5))
    #expect(try home.titles("water", device) == ["Water lilies", "Water colour"])
  }

  @Test func `replaces, merges and deletes`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record(
      [
        try TestHome.item("1", "one", domain: "a.b"),
        try TestHome.item("2", "two", domain: "a.b.c"),
        try TestHome.item("3", "three", domain: "a.bc"), try TestHome.item("4", "four"),
      ], at: home.now)
    try device.record([try TestHome.item("4", "vier", isUpdate: true)], at: home.now)
    #expect(try home.titles("four", device).isEmpty)
    #expect(try home.titles("vier", device) == ["vier"])
    try device.record([TestHome.delete(domains: ["a.b"])], at: home.now)
    #expect(try home.titles("one", device).isEmpty)
    #expect(try home.titles("two", device).isEmpty)
    #expect(try home.titles("three", device) == ["three"])
    try device.record([TestHome.delete(ids: ["3"])], at: home.now)
    #expect(try device.queries.itemCount() == 1)
    // An empty domain holds nothing: neither what has none, nor what begins with a period.
    try device.record(
      [try TestHome.item("5", "five", domain: ".a"), TestHome.delete(domains: [""])], at: home.now)
    #expect(try device.queries.itemCount() == 2)
    try device.record([TestHome.delete(all: true)], at: home.now)
    #expect(try device.queries.itemCount() == 0)
  }

  enum Damage: CaseIterable { case missing, truncated, garbage, newer, ofAnotherJournal }

  @Test(arguments: Damage.allCases)
  func `makes its index again when it is`(damage: Damage) throws {
    let home = try TestHome()
    let path = home.folder.file("index.sqlite")
    var device = try home.device()
    try device.record([try TestHome.item("1", "Water lilies")], at: home.now)
    #expect(try home.titles("water", device) == ["Water lilies"])
    device = try Self.reopen(home, &device) { try Self.harm(path, damage) }
    #expect(try home.titles("water", device) == ["Water lilies"])
    #expect(device.index.rebuildReason != nil)
  }

  private static func reopen(
    _ home: TestHome, _ device: inout Device, between: () throws -> Void
  ) throws -> Device {
    // The old one lets go of its files first.
    device = try Device.create(
      DeviceStorage(
        privatePath: ":memory:", sharedPath: ":memory:", indexPath: ":memory:",
        witness: FileWitnessStore(path: home.folder.file("none")),
        journalOptions: JournalOptions()), home.configuration, now: home.now, random: .seeded(2))
    try between()
    return try home.device()
  }

  private static func harm(_ path: String, _ damage: Damage) throws {
    let url = URL(fileURLWithPath: path)
    switch damage {
    case .missing: try FileManager.default.removeItem(at: url)
    case .truncated: try Data(contentsOf: url).prefix(5_000).write(to: url)
    case .garbage: try Data(repeating: 0x5A, count: 20_000).write(to: url)
    case .newer:
      var bytes = try Data(contentsOf: url)
      // user_version, big-endian at byte 60.
      bytes[63] = 99
      try bytes.write(to: url)
    case .ofAnotherJournal:
      let other = try TestHome()
      let device = try other.device(seed: 9)
      try device.record([try TestHome.item("9", "foreign")], at: other.now)
      _ = try device.queries.itemCount()
      try FileManager.default.removeItem(at: url)
      try FileManager.default.copyItem(
        atPath: other.folder.file("index.sqlite"), toPath: path)
    }
  }

  @Test func `blends its own and public results, each marked, a page once`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record([try TestHome.activity("1")], at: home.now)
    func result(_ number: Int, engaged: UInt64 = 2) -> PublicResult {
      let url = "https://example.com/\(number)"
      return PublicResult(
        bundleIdentifier: "app", uniqueIdentifier: url, title: "Page \(number)", url: url,
        engagedCount: engaged)
    }
    func found(_ results: [PublicResult], limit: Int = 10) throws -> [SearchResult] {
      try device.queries.search("page", now: home.now, limit: limit, blending: results)
    }
    // The device's own was seen just now; engagement of very many says more.
    let blended = try found([result(1), result(2)])
    #expect(blended.map(\.source) == [.device, .public])
    #expect(blended.map(\.isAlsoPublic) == [true, false])
    #expect(blended.map(\.url) == ["https://example.com/1", "https://example.com/2"])
    let popular = try found([result(2, engaged: 100), result(1, engaged: 1_000), result(3)])
    #expect(popular.map(\.url).map { $0.suffix(1) } == ["1", "2", "3"])
    #expect(popular.map(\.source) == [.device, .public, .public])
    #expect(try found([result(2, engaged: 100)]).map(\.source) == [.public, .device])
    #expect(try found([result(2, engaged: 100)], limit: 1).map(\.source) == [.public])
    // What the public index found for other words, or with a query of its own.
    let other = PublicResult(bundleIdentifier: "app", uniqueIdentifier: "x", title: "Lily")
    #expect(try found([other]).map(\.source) == [.device])
    #expect(try found([result(1)]).map(\.isAlsoPublic) == [true])
    // They leave nothing behind.
    #expect(try device.queries.search("page", now: home.now).map(\.source) == [.device])
    #expect(try device.queries.itemCount() == 0)
  }
}

@Suite("Hints of an app") struct RankingHintTests {
  private static func item(_ app: String, _ id: String, hint: Double?, isOwned: Bool? = nil)
    throws -> JournalEvent
  {
    var set = AttributeSet(contentType: "public.item")
    set.title = "lily \(id)"
    set.rankingHint = hint
    set.userOwned = isOwned
    var event = JournalEvent()
    event.itemIndexed = try SearchableItem(uniqueIdentifier: id, attributeSet: set)
      .journaled(app: app, indexName: "")
    return event
  }

  private func found(_ items: [JournalEvent]) throws -> [String] {
    let home = try TestHome()
    let device = try home.device()
    try device.record(items, at: home.now)
    return try device.queries.search("lily", now: home.now).map(\.uniqueIdentifier)
  }

  @Test func `order its own items`() throws {
    let hints: [(String, Double?, Bool?)] = [
      ("a", 10, nil), ("b", nil, nil), ("c", 90, nil), ("d", 100, nil), ("e", 0, nil),
      ("f", nil, true), ("g", 85, true),
    ]
    let items = try hints.map { try Self.item("app", $0.0, hint: $0.1, isOwned: $0.2) }
    #expect(try found(items) == ["d", "g", "c", "f", "b", "a", "e"])
  }

  @Test func `move it nowhere among others, whatever it says of all of them`() throws {
    func items(_ hint: Double?) throws -> [JournalEvent] {
      try (0..<20).map { number in
        let isLoud = number % 2 == 0
        return try Self.item(isLoud ? "loud" : "calm", "\(number)", hint: isLoud ? hint : nil)
      }
    }
    let plain = try found(try items(nil))
    #expect(plain.count == 20)
    #expect(try found(try items(100)) == plain)
    #expect(try found(try items(0)) == plain)
  }

  @Test func `are explained, and go with the items`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record(
      [try Self.item("app", "1", hint: 100), try Self.item("app", "2", hint: nil)], at: home.now)
    let parts = try device.queries.search("lily", now: home.now, isExplained: true)
      .map { $0.explanation?.parts.filter { $0.name.contains("hint") }.map(\.score) ?? [] }
    #expect(parts == [[500, -250], [-250]])
    try device.record([try Self.item("app", "1", hint: nil)], at: home.now)
    let after = try device.queries.search("lily", now: home.now, isExplained: true)
      .flatMap { $0.explanation?.parts.filter { $0.name.contains("hint") } ?? [] }
    #expect(after.isEmpty)
    try device.record([try Self.item("app", "1", hint: 100)], at: home.now)
    try device.record([TestHome.delete(ids: ["1"])], at: home.now)
    let left = try device.queries.search("lily", now: home.now, isExplained: true)
      .flatMap { $0.explanation?.parts.filter { $0.name.contains("hint") } ?? [] }
    #expect(left.isEmpty)
  }
}
