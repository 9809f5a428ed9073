import Foundation
import JournalFormat
import QueryLanguage
import TestSupport
import Testing

@testable import DeviceIndex

/// Of what the index still has, since nobody came to journal it.
@Suite("What has expired") struct ExpiredResultsTests {
  private let home: ReindexHome
  private let device: Device
  private var now: Timestamp { home.now }
  private var soon: Timestamp { now.advanced(byMilliseconds: 1_000) }
  private var times: [(time: Timestamp, isThere: Bool)] {
    [(soon.advanced(byMilliseconds: -1), true), (soon, false)]
  }

  /// An item that expires, bound activities that do not, and enough openings to suggest them.
  init() throws {
    home = try ReindexHome()
    device = try home.home.device()
    try device.record(
      [
        try ReindexHome.item("a", expires: home.now.advanced(byMilliseconds: 1_000)),
        try ReindexHome.activity("bound", related: "a"),
      ], at: home.now)
    var engagement = TestHome.engage("bound")
    engagement.resultEngaged.query = "page"
    try device.record([engagement, engagement, engagement, engagement], at: home.now)
  }

  @Test(arguments: ["word", "page", "bouns"])
  func `is found by no words, also not through what is bound to it`(words: String) throws {
    for (time, isThere) in times {
      let found = try device.queries.search(words, now: time).map(\.uniqueIdentifier)
      #expect(found == (isThere ? ["a"] : []))
    }
  }

  @Test func `is found by no query`() throws {
    let query = try Query("title == \"*\"")
    for (time, isThere) in times {
      let clock = QueryClock(now: time.milliseconds)
      #expect(try device.queries.find(query, clock: clock).isEmpty != isThere)
      var place = QueryPlace()
      var found: [SearchResult] = []
      while !place.isAtEnd {
        found += try device.queries.nextFound(query, app: nil, clock: clock, &place)
      }
      #expect(found.isEmpty != isThere)
    }
  }

  @Test func `is suggested no more, and neither is what led to it`() throws {
    for (time, isThere) in times {
      #expect(
        try device.queries.suggestedActivities(app: nil, now: time, limit: 5).isEmpty != isThere)
      #expect(
        try device.queries.suggestions(for: "pa", app: nil, now: time, limit: 5).isEmpty != isThere)
    }
  }

  @Test func `is handed to no app any more, unless the activity of its name is there`() throws {
    let result = try #require(try device.queries.search("word", now: now).first)
    for (time, isThere) in times {
      let handed = try device.queries.activity(toContinue: result, query: nil, now: time)
      #expect((handed != nil) == isThere)
    }
    try device.record([try ReindexHome.activity("a")], at: now)
    let handed = try device.queries.activity(toContinue: result, query: nil, now: soon)
    #expect(handed?.activityType == "view")
  }
}
