import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("Suggestions from what is indexed") struct SearchSuggestionTests {
  @Test func `come on a device on which nobody searched, with the reason`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([
      TestHost.item("1", "Hawaii"), TestHost.item("2", "Hawaii by boat"),
    ])
    let found = try await home.index.userQuery("ha").answer().suggestions
    #expect(found.map(\.text) == ["Hawaii", "Hawaii by boat"])
    guard case .indexed(let count, let title) = found[0].reason else {
      Issue.record("it is of the index")
      return
    }
    #expect(count == 2 && ["Hawaii", "Hawaii by boat"].contains(title))
    #expect(found[0].typedCount == 2)
  }

  @Test func `stand behind past queries, and repeat none`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("1", "Hawaii by boat")])
    let found = try await home.host.search("hawaii")
    try await home.host.userEngaged(
      with: #require(found.first), query: "hawaii", visible: Array(found))
    let suggestions = try await home.index.userQuery("ha").answer().suggestions
    #expect(suggestions.map(\.text) == ["hawaii", "Hawaii by boat"])
    #expect(suggestions[0].reason == .pastQuery(openedCount: 1))
    #expect(
      home.host.userQuery("").text.isEmpty,
      "nothing is completed where nothing is typed")
  }

  @Test func `are of one app where that asks`() async throws {
    let home = try TestHost()
    try await home.host.searchableIndex(forApp: "other").indexSearchableItems([
      TestHost.item("1", "Hawaii")
    ])
    #expect(try await home.index.userQuery("ha").answer().suggestions.isEmpty)
    #expect(try await home.host.userQuery("ha").answer().suggestions.map(\.text) == ["Hawaii"])
  }

  /// An activity that is bound to it says no more than it does.
  @Test func `are of no protected item while it is locked`() throws {
    let home = try ProtectionHome()
    let device = try home.unlocked()
    try home.give(
      device, try ProtectionHome.item("1", "Hawaii", .complete),
      try TestHome.activity("a", page: "Harbour", related: "1"))
    func suggested() throws -> [String] {
      _ = try device.queries.itemCount()
      return try device.queries.suggestions(for: "ha", app: nil, now: home.now, limit: 5)
        .map(\.text)
    }
    #expect(try suggested() == ["Hawaii"])
    try device.lock()
    #expect(try suggested().isEmpty)
    try device.unlock(with: ProtectionHome.key)
    #expect(try suggested() == ["Hawaii"])
  }

  @Test func `at an hour are what is usually opened then`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record(
      [try TestHome.item("news", "News"), try TestHome.item("film", "Film")], at: home.now)
    let day: Int64 = 86_400_000
    for place in 0..<3 {
      try device.record(
        [TestHome.engage("news")], at: home.now.advanced(byMilliseconds: Int64(place) * day))
      try device.record(
        [TestHome.engage("film")],
        at: home.now.advanced(byMilliseconds: Int64(place) * day + day / 2))
    }
    let later = home.now.advanced(byMilliseconds: 7 * day)
    func habits() throws -> [HabitualResult] {
      try device.queries.habitualResults(app: nil, now: later, limit: 5)
    }
    let found = try habits()
    #expect(found.map(\.result.uniqueIdentifier) == ["news"])
    #expect(found.first?.openedCount == 3 && found.first?.nearCount == 3)
    #expect(found.first?.weeklyCount == 1)
  }
}
