import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A search session") struct SearchSessionTests {
  private let home: TestHost
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)

  init() throws { home = try TestHost() }

  private static func time(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  /// The events from an entry on.
  private func events(after number: UInt64) throws -> [JournalEvent] {
    try home.journal().entries(from: number + 1, atMost: 100).map {
      try JournalEvent(payload: $0.payload ?? [])
    }
  }

  private func abandoned(after number: UInt64) throws -> [JournalResultsShown] {
    try events(after: number).compactMap {
      if case .resultsShown(let shown) = $0.fact { shown } else { nil }
    }
  }

  private func results(_ words: String = "word") async throws -> [SearchResult] {
    Array(try await home.host.search(words))
  }

  private func give(_ items: SearchableItem...) async throws {
    let place = try await home.index.indexSearchableItems(items)
    try await home.index.waitUntilSearchable(place)
  }

  @Test func `journals a search of which nothing was opened when it ends, as one entry`()
    async throws
  {
    try await give(TestHost.item("1"), TestHost.item("2"))
    let found = try await results()
    let session = home.host.searchSession()
    let before = try home.journaledNumber
    for (place, typed) in ["w", "wo", "wor"].enumerated() {
      try await session.show(found, for: typed, at: Self.time(Double(place) * 2))
    }
    #expect(try home.journaledNumber == before)
    let place = try await session.end(at: Self.time(6))
    #expect(place?.number == before + 1)
    let shown = try #require(try abandoned(after: before).first)
    #expect(shown.query == "wor" && shown.sums.isEmpty)
    #expect(shown.results.map(\.id) == found.map(\.uniqueIdentifier))
    #expect(shown.results.allSatisfy { $0.app == "app" && $0.source == .device })
    #expect(try await session.end(at: Self.time(60)) == nil)
    #expect(try home.journaledNumber == before + 1)
  }

  @Test func `journals what was opened at once, with what was visible beside it`() async throws {
    try await give(TestHost.item("1"), TestHost.item("2"))
    let found = try await results()
    let session = home.host.searchSession()
    let before = try home.journaledNumber
    try await session.show(found, for: "wo", at: Self.time(0))
    let place = try await session.open(found[0], at: Self.time(0.2))
    #expect(place.number == before + 1)
    try await session.open(found[1], at: Self.time(5))
    #expect(try await session.end(at: Self.time(9)) == nil)
    let engagements = try events(after: before).compactMap {
      if case .resultEngaged(let engagement) = $0.fact { engagement } else { nil }
    }
    #expect(engagements.map(\.query) == ["wo", "wo"])
    #expect(engagements.map(\.result.id) == found.map(\.uniqueIdentifier))
    // The other one was seen once, with the first.
    #expect(engagements.map { $0.shown.map(\.id) } == [[found[1].uniqueIdentifier], []])
    #expect(engagements.map(\.place) == [1, 0])
    #expect(engagements.map(\.waitedMilliseconds) == [200, 0])
    #expect(try home.journaledNumber == before + 2)
  }

  @Test func `journals eight searches before it ends`() async throws {
    try await give(TestHost.item("1"))
    let found = try await results()
    let session = home.host.searchSession()
    let before = try home.journaledNumber
    let typed = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
    for (place, text) in typed.enumerated() {
      #expect(try home.journaledNumber == before)
      try await session.show(found, for: text, at: Self.time(Double(place) * 2))
    }
    #expect(try abandoned(after: before).map(\.query) == Array(typed[..<8]))
    let place = try await session.end(at: Self.time(100))
    #expect(place?.number == before + 10)
    #expect(try abandoned(after: before).map(\.query) == typed)
  }

  @Test func `journals no query of a protected result, nor while protected items are locked`()
    async throws
  {
    var secret = TestHost.item("1", "secret word")
    secret.protectionClass = .complete
    try await home.host.unlock(with: ProtectionHome.key)
    try await give(secret, TestHost.item("2", "open word"))
    let (all, plain) = (try await results("word"), try await results("open"))
    #expect(all.count == 2 && plain.count == 1)
    let before = try home.journaledNumber
    let session = home.host.searchSession()
    try await session.show(all, for: "word of what is secret", at: Self.time(0))
    try await session.end(at: Self.time(2))
    try await session.show(plain, for: "open", at: Self.time(3))
    try await session.end(at: Self.time(5))
    try await home.host.lock()
    try await session.show(plain, for: "what may be locked", at: Self.time(6))
    try await session.end(at: Self.time(8))
    let shown = try abandoned(after: before)
    #expect(shown.map(\.query) == ["", "open", ""])
    #expect(shown.map { Set($0.results.map(\.id)) } == [["1", "2"], ["2"], ["2"]])
  }

  @Test func `journals what was typed of a search that found nothing, and nothing without it`()
    async throws
  {
    try await give(TestHost.item("1"))
    let before = try home.journaledNumber
    let session = home.host.searchSession()
    try await session.show([], for: "zebra", at: Self.time(0))
    #expect(try await session.end(at: Self.time(2))?.number == before + 1)
    try await session.show([], for: String(repeating: "x", count: 257), at: Self.time(3))
    #expect(try await session.end(at: Self.time(5)) == nil)
    try await session.show([], for: "", at: Self.time(6))
    #expect(try await session.end(at: Self.time(8)) == nil)
    let place = try await home.host.userAbandoned(
      visibleIdentifiers: [], inApp: "app", query: "gnu")
    #expect(place?.number == before + 2)
    let found = try abandoned(after: before)
    #expect(found.map(\.query) == ["zebra", "gnu"])
    #expect(found.allSatisfy { $0.results.isEmpty && $0.sums.isEmpty })
    // A device that holds what is locked says nothing: that may be what was meant.
    var secret = TestHost.item("2", "secret word")
    secret.protectionClass = .complete
    try await home.host.unlock(with: ProtectionHome.key)
    try await give(secret)
    try await home.host.lock()
    try await session.show([], for: "secret", at: Self.time(10))
    #expect(try await session.end(at: Self.time(12)) == nil)
  }

  @Test func `journals no text that nobody typed`() async throws {
    try await give(TestHost.item("1"))
    let found = try await results()
    let before = try home.journaledNumber
    let session = home.host.searchSession()
    for text in [String(repeating: "x", count: 256), String(repeating: "y", count: 257)] {
      try await session.show(found, for: text, at: Self.time(0))
      try await session.end(at: Self.time(2))
    }
    #expect(try abandoned(after: before).map(\.query.utf8.count) == [256, 0])
  }

  @Test func `journals nothing but engagements where the configuration says so`() async throws {
    let folder = try TemporaryFolder()
    var configuration = DeviceConfiguration.local
    #expect(configuration.journalsAbandonedSearches)
    configuration.journalsAbandonedSearches = false
    let host = try DeviceHost(folder: folder.path, configuration: configuration)
    let index = host.searchableIndex(forApp: "app")
    let place = try await index.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    try await index.waitUntilSearchable(place)
    let found = Array(try await host.search("word"))
    let session = host.searchSession()
    try await session.show(found, for: "word", at: Self.time(0))
    #expect(try await session.end(at: Self.time(9)) == nil)
    #expect(
      try await host.userAbandoned(visibleIdentifiers: ["1"], inApp: "app", query: "word") == nil)
    try await session.show(found, for: "word", at: Self.time(10))
    #expect(try await session.open(found[0], at: Self.time(11)).number == place.number + 1)
  }

  @Test func `can be told by the names of results`() async throws {
    let before = try home.journaledNumber
    let place = try await home.host.userAbandoned(
      visibleIdentifiers: ["2", "1", "2"], inApp: "app", query: "wo")
    #expect(place?.number == before + 1)
    let shown = try #require(try abandoned(after: before).first)
    #expect(shown.query == "wo" && shown.results.map(\.id) == ["2", "1"])
    for identifiers in [[], [""], ["1", ""]] {
      let error = await #expect(throws: DeviceError.self) {
        try await home.host.userAbandoned(visibleIdentifiers: identifiers, inApp: "app")
      }
      #expect(error?.code == .invalidItem)
    }
    #expect(try home.journaledNumber == before + 1)
  }

  @Test func `lets results sink that are shown and never opened`() async throws {
    try await give(TestHost.item("1", "word of the first"), TestHost.item("2", "word of another"))
    let session = home.host.searchSession()
    let first = try #require(try await results().first)
    for round in 0..<3 {
      let now = Double(round) * 10
      try await session.show([first], for: "word", at: Self.time(now))
      try await session.end(at: Self.time(now + 2))
    }
    #expect(try await results().last?.uniqueIdentifier == first.uniqueIdentifier)
  }
}
