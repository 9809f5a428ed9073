import Foundation
import JournalFormat
import TestSupport
import Testing
import WordSearch

@testable import DeviceIndex

@Suite("Public results among a device's own") struct BlendedResultTests {
  private let home: TestHome
  private let device: Device

  init() throws {
    home = try TestHome()
    device = try home.device()
  }

  private static func page(_ name: String, _ title: String, engaged: UInt64 = 2) -> PublicResult {
    let url = "https://example.com/\(name)"
    return PublicResult(
      bundleIdentifier: "web", uniqueIdentifier: url, title: title, url: url,
      engagedCount: engaged)
  }

  private static func item(_ id: String, _ title: String, url: String? = nil) throws
    -> JournalEvent
  {
    var set = AttributeSet(contentType: "public.item")
    set.title = title
    set.url = url.flatMap { URL(string: $0) }
    var event = JournalEvent()
    event.itemIndexed = try SearchableItem(uniqueIdentifier: id, attributeSet: set)
      .journaled(app: "app", indexName: "")
    return event
  }

  private func found(
    _ query: String, _ pages: [PublicResult], limit: Int = 20
  ) throws -> [SearchResult] {
    try device.queries.search(
      query, now: home.now, limit: limit, isExplained: true, hasExcerpts: true, blending: pages)
  }

  @Test func `leave the device's own where they stand, and are pages of one list`() throws {
    try device.record(
      try (0..<40).map {
        try Self.item("\($0)", "lily \(String(repeating: "pond ", count: $0 % 7))")
      },
      at: home.now)
    let pages = (0..<100).map { Self.page("\($0)", "lily of page \($0)", engaged: UInt64($0)) }
    let own = try found("lily", [], limit: 200)
    let all = try found("lily", pages, limit: 200)
    #expect(all.count == 140)
    #expect(all.filter { $0.source == .device } == own)
    for limit in [1, 7, 50, 139] {
      #expect(try found("lily", pages, limit: limit) == Array(all.prefix(limit)))
    }
  }

  /// The device's own is found by its page, whatever its words are and wherever it would stand.
  @Test(arguments: [1, 2, 40])
  func `are one with what the device has of their page`(limit: Int) throws {
    try device.record(
      try (0..<30).map { try Self.item("\($0)", "lily \($0)") } + [
        try Self.item("same", "a pond", url: "HTTPS://Example.com:443/1"),
        try Self.item("shown", "water"),
        try TestHome.activity("bound", page: "2", related: "shown"),
      ], at: home.now)
    let blended = try found(
      "lily", [Self.page("1", "lily", engaged: 100_000), Self.page("2", "lily", engaged: 90_000)],
      limit: limit)
    #expect(blended.count == min(limit, 32))
    #expect(
      blended.prefix(2).map(\.uniqueIdentifier) == Array(["same", "shown"].prefix(limit)))
    #expect(blended.prefix(2).allSatisfy { $0.source == .device && $0.isAlsoPublic })
    #expect(blended.dropFirst(2).allSatisfy { !$0.isAlsoPublic && $0.source == .device })
  }

  @Test func `keep excerpts, and the explanation of what is shown`() throws {
    try device.record(
      [try Self.item("same", "a pond of lilies", url: "https://example.com/1")], at: home.now)
    let own = try #require(try found("lilies", []).first)
    let page = Self.page("1", "lilies", engaged: 100_000)
    let joined = try #require(try found("lilies", [page]).first)
    #expect(joined.isAlsoPublic && joined.uniqueIdentifier == "same")
    #expect(joined.markedTitle?.marked("[", "]") == "a pond of [lilies]")
    // It stands where the page stands, for what that says.
    #expect(try #require(joined.explanation).score > #require(own.explanation).score)
    // Found by its own words alone, it is what these say.
    let mistyped = try #require(try found("liliis", [Self.page("2", "ponds")]).first)
    #expect(mistyped.corrections.map(\.meant) == ["lilies"])
  }

  @Test func `are explained by what gave them their place, however long the page is`() throws {
    try device.record(
      try (0..<30).map {
        try Self.item("\($0)", "lily \($0)", url: "https://example.com/\($0)")
      }, at: home.now)
    let pages = (0..<60).map { Self.page("\($0 * 2)", "lily \($0)", engaged: UInt64($0 * 9)) }
    let all = try found("lily", pages, limit: 200)
    let scores = try all.map { try #require($0.explanation).score }
    #expect(scores == scores.sorted(by: >))
    for limit in [1, 3, 10, 40] {
      #expect(try found("lily", pages, limit: limit) == Array(all.prefix(limit)))
    }
  }

  /// Whether words are taken for beginnings, and mistyped ones for others, is what the device's
  /// own are like.
  @Test(arguments: [("new york", "newest yorkshire"), ("guidd", "the guide")])
  func `change nothing of how the device's own are looked for`(query: String, title: String) throws
  {
    try device.record(try (0..<3).map { try Self.item("\($0)", title + " \($0)") }, at: home.now)
    let own = try found(query, [])
    #expect(own.count == 3)
    let pages = (0..<40).map { Self.page("\($0)", query + " \($0)") }
    let all = try found(query, pages, limit: 200)
    #expect(
      all.filter { $0.source == .device }.map(\.uniqueIdentifier)
        == own.map(\.uniqueIdentifier))
  }
}
