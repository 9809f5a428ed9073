import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("The synonyms of an app") struct AppSynonymsTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  private static func table(_ version: String = "1", _ groups: [String]...) throws -> AppSynonyms {
    try AppSynonyms(version: version, groups: groups)
  }

  @Test func `are journaled once, and found by until everything is deleted`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "television")])
    #expect(try await home.index.fetchSynonyms() == nil)
    let table = try Self.table("2", ["tv", "television"])
    let place = try await home.index.setSynonyms(table)
    #expect(place?.number == 3)
    #expect(try await home.index.setSynonyms(table) == nil)
    #expect(try await home.named.fetchSynonyms() == table)
    let found = try await home.host.search("tv")
    #expect(found.map(\.uniqueIdentifier) == ["1"])
    #expect(found.first?.synonyms.map(\.meant) == ["television"])
    try await home.index.deleteAllSearchableItems()
    #expect(try await home.index.fetchSynonyms() == nil)
    try await home.index.indexSearchableItems([TestHost.item("1", "television")])
    #expect(try await home.host.search("tv").isEmpty)
  }

  @Test func `are taken back`() async throws {
    try await home.index.setSynonyms(Self.table("1", ["tv", "television"]))
    #expect(try await home.index.setSynonyms(nil) != nil)
    #expect(try await home.index.fetchSynonyms() == nil)
    #expect(try await home.index.setSynonyms(nil) == nil)
  }

  @Test func `are marked in what is found by them`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "A big television")])
    try await home.index.setSynonyms(Self.table("1", ["tv", "television"]))
    let found = try await home.host.search("tv", hasExcerpts: true)
    #expect(found.first?.markedTitle?.marked("<", ">") == "A big <television>")
  }

  @Test(arguments: [
    [], [["one"]], [["tv", ""]], [["tv", "!"]], [["tv", String(repeating: "x", count: 65)]],
    [(0..<17).map { "term\($0)" }], (0..<1_001).map { ["a\($0)", "b\($0)"] },
  ])
  func `are refused outside their bounds`(groups: [[String]]) {
    let error = #expect(throws: DeviceError.self) {
      try AppSynonyms(version: "1", groups: groups)
    }
    #expect(error?.code == .invalidSynonyms)
  }

  @Test func `are refused with a long version, and taken with the longest`() throws {
    #expect(throws: DeviceError.self) {
      try AppSynonyms(version: String(repeating: "1", count: 65), groups: [["a", "b"]])
    }
    _ = try AppSynonyms(
      version: String(repeating: "1", count: 64),
      groups: [(0..<16).map { "\($0)" + String(repeating: "x", count: 60) }])
  }

  @Test func `outlive a compaction`() throws {
    let home = try TestHome()
    let device = try home.device()
    for version in 1...3 {
      try device.record(
        [try Self.table("\(version)", ["tv", "word \(version)"]).journaled(app: "app")],
        at: home.now)
    }
    let plan = try device.compact(CompactionLimits(), now: home.now)
    #expect(plan.redactions.map(\.reason) == [.superseded, .superseded])
    #expect(try device.queries.synonyms(app: "app")?.version == "3")
    #expect(try device.queries.synonyms(app: "app") == Self.table("3", ["tv", "word 3"]))
  }
}
