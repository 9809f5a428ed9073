import Foundation
import JournalFormat
import QueryLanguage
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A search query") struct SearchQueryTests {
  private static func pages(_ count: Int) -> [SearchableItem] {
    (0..<count).map { number in
      var set = AttributeSet(contentType: "public.item")
      set.title = "page \(number)"
      set.pageCount = Double(number)
      set.comment = "remark"
      return SearchableItem(uniqueIdentifier: "\(number)", attributeSet: set)
    }
  }

  @Test func `finds everything of which it holds, in batches none of which is empty`()
    async throws
  {
    let home = try TestHost()
    try await home.index.indexSearchableItems(Self.pages(2_500))
    let query = try home.index.searchQuery("pageCount >= 1000 && pageCount < 2100")
    var batches: [[SearchResult]] = []
    for try await batch in query.batches { batches.append(batch) }
    #expect(batches.count > 1)
    #expect(batches.allSatisfy { !$0.isEmpty })
    let names = batches.joined().map(\.uniqueIdentifier)
    #expect(Set(names) == Set((1_000..<2_100).map { "\($0)" }))
    #expect(names.count == 1_100)
    #expect(try await query.count() == 1_100)
    #expect(try await query.all().count == 1_100)
  }

  @Test(arguments: [0, 1, 99, 1_000, 1_001])
  func `ends after as many results as were asked for`(_ limit: Int) async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems(Self.pages(1_500))
    var context = SearchQuery.Context()
    context.maxResultCount = limit
    let query = try home.index.searchQuery("pageCount == *", context: context)
    var found = 0
    for try await _ in query.results { found += 1 }
    #expect(found == limit)
  }

  @Test func `gives only the attributes that were asked for, by either of their names`()
    async throws
  {
    let home = try TestHost()
    try await home.index.indexSearchableItems(Self.pages(1))
    let context = SearchQuery.Context(fetchAttributes: ["kMDItemNumberOfPages", "artist"])
    let found = try await home.index.searchQuery(#"title == "page*""#, context: context).all()
    #expect(found.map { $0.attributeSet.all.map(\.name) } == [["pageCount"]])
    let all = try await home.index.searchQuery(#"title == "page*""#).all()
    #expect(all.first?.attributeSet.comment == "remark")
  }

  @Test func `finds what its filters hold of as well`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems(Self.pages(20))
    var context = SearchQuery.Context()
    context.filterQueries = [try Query("pageCount > 3"), try Query("pageCount < 6")]
    let found = try await home.index.searchQuery(#"title == "page*""#, context: context).all()
    #expect(Set(found.map(\.uniqueIdentifier)) == ["4", "5"])
  }

  @Test func `finds nothing of other apps, unless it is asked of all`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("mine")])
    try await home.host.searchableIndex(forApp: "other").indexSearchableItems([
      TestHost.item("theirs")
    ])
    let query = try Query(#"title == "word""#)
    #expect(try await home.index.searchQuery(query).all().map(\.uniqueIdentifier) == ["mine"])
    #expect(
      Set(try await home.host.searchQuery(query).all().map(\.uniqueIdentifier))
        == ["mine", "theirs"])
  }

  @Test(arguments: [#"title == "word*""#, #"title == "word"w"#])
  func `delivers once what stays, whatever is given, changed and deleted between batches`(
    _ text: String
  ) async throws {
    let home = try TestHost()
    let stays = (0..<2_400).map { TestHost.item("stays \($0)", "word \($0)") }
    try await home.index.indexSearchableItems(stays)
    var found: [String] = []
    var round = 0
    for try await batch in try home.index.searchQuery(text).batches {
      found += batch.map(\.uniqueIdentifier)
      // Deleted and given again they are in new rows, changed ones stay in theirs.
      let some = stays[(round * 37)..<(round * 37 + 300)].map(\.uniqueIdentifier)
      try await home.index.deleteSearchableItems(withIdentifiers: some)
      try await home.index.indexSearchableItems(
        some.map { TestHost.item($0, "word again") }
          + stays.suffix(200).map { TestHost.item($0.uniqueIdentifier, "word changed") })
      round += 1
    }
    #expect(round > 2)
    #expect(found.count == Set(found).count)
    #expect(Set(found) == Set(stays.map(\.uniqueIdentifier)))
  }

  @Test func `is cancelled with the task that asks`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems(Self.pages(3_000))
    let query = try home.index.searchQuery("pageCount == *")
    let asking = Task {
      var count = 0
      for try await batch in query.batches {
        count += batch.count
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    let error = await #expect(throws: DeviceError.self) { try await asking.value }
    #expect(error?.code == .cancelled)
    #expect(error?.message == "The query was cancelled before its end.")
  }

  @Test func `notices before the next item that nobody waits any more`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record(
      try (0..<300).map { try TestHome.item("\($0)", "word \($0)") }, at: home.now)
    for text in ["title == *", #"title == "word 1*""#] {
      var place = QueryPlace()
      var askedCount = 0
      let query = try Query(text)
      func next(upTo count: Int) throws -> Int {
        try device.queries.nextFound(
          query, app: nil, clock: QueryClock(now: home.now.milliseconds), &place,
          isCancelled: {
            askedCount += 1
            return askedCount > count
          }
        ).count
      }
      #expect(try next(upTo: 10) == 0)
      #expect(askedCount == 11 && !place.isAtEnd)
      // Anyone who asks on all the same misses nothing.
      #expect(try next(upTo: .max) == (text == "title == *" ? 300 : 111))
    }
  }

  @Test func `is asked at one time, however long it takes`() async throws {
    let home = try TestHost()
    var set = AttributeSet(contentType: "public.item")
    set.title = "now"
    set.contentCreationDate = .now
    try await home.index.indexSearchableItems([
      SearchableItem(uniqueIdentifier: "now", attributeSet: set)
    ])
    try await home.host.catchUpIndex()
    let query = try home.index.searchQuery("contentCreationDate <= $time.now(1)")
    let (found, first) = try await home.host.nextFound(query, QueryPlace())
    #expect(found.count == 1 && first.asked != nil)
    var earlier = QueryPlace()
    earlier.asked = first.asked?.advanced(byMilliseconds: -60_000)
    let (before, after) = try await home.host.nextFound(query, earlier)
    #expect(before.isEmpty && after.asked == earlier.asked)
  }

  @Test func `knows the keywords and the page of an activity`() async throws {
    let home = try TestHost()
    var activity = UserActivity(activityType: "view")
    (activity.title, activity.isEligibleForSearch) = ("word", true)
    activity.keywords = ["actkey", "two words"]
    activity.webpageURL = URL(string: "https://example.com/page")
    activity.contentAttributeSet = AttributeSet()
    activity.contentAttributeSet?.keywords = ["of the set"]
    activity.contentAttributeSet?.url = URL(string: "https://example.com/set")
    try await home.host.becomeCurrent(activity, inApp: "app")
    // So that an index is asked.
    try await home.index.indexSearchableItems((0..<50).map { TestHost.item("\($0)") })
    for (text, count) in [
      (#"keywords == "actkey""#, 1), (#"keywords == "two words""#, 1),
      (#"keywords == "of the set""#, 1), (#"keywords == "two""#, 0),
      (#"url == "https://example.com/page""#, 1), (#"url == "https://example.com/set""#, 1),
      (#"url == "https://example.com/*""#, 1), (#"url == "https://example.com""#, 0),
    ] {
      #expect(try await home.index.searchQuery(text).count() == count, "\(text)")
    }
  }

  /// A step is bounded by what it has to compare, not only by how many documents it looks at.
  @Test func `looks at few large texts in a step, and can be given up within one`() throws {
    let home = try TestHome()
    let device = try home.device()
    let text = String(repeating: "quince ", count: 300_000)
    for number in 0..<3 {
      var event = try TestHome.item("\(number)", "word")
      var attribute = JournalAttribute()
      attribute.name = "textContent"
      attribute.value.string = text
      event.itemIndexed.attributes.values.append(attribute)
      try device.record([event], at: home.now)
    }
    let comparison = #"textContent == "*quinces*""#
    let query = try Query(Array(repeating: comparison, count: 16).joined(separator: " || "))
    var place = QueryPlace()
    var stepCount = 0
    let clock = QueryClock(now: home.now.milliseconds)
    repeat {
      #expect(try device.queries.nextFound(query, app: nil, clock: clock, &place).isEmpty)
      stepCount += 1
    } while !place.isAtEnd
    // Two of the three texts are more than a step compares.
    #expect(stepCount >= 2)
    // The question whether anybody waits is asked between the comparisons of one document.
    var askedCount = 0
    place = QueryPlace()
    _ = try device.queries.nextFound(query, app: nil, clock: clock, &place) {
      askedCount += 1
      return askedCount > 5
    }
    #expect(askedCount == 6 && !place.isAtEnd)
  }

  @Test func `lists what is shown once, in its order, as many as are asked for`() throws {
    let home = try TestHome()
    let device = try home.device()
    var events = try ["c", "b", "a"].map { try TestHome.item($0, "Page of \($0)") }
    for number in 0..<9 {
      events.append(
        try TestHome.activity("z\(9 - number)", related: ["a", "b", "c"][number % 3]))
    }
    events += try [TestHome.activity("alone"), TestHome.activity("b")]
    try device.record(events, at: home.now)
    func listed(_ limit: Int) throws -> [String] {
      try device.queries.find(
        try Query(#"title == "Page*""#), clock: QueryClock(now: home.now.milliseconds),
        limit: limit
      ).map { "\($0.uniqueIdentifier) \($0.title)" }
    }
    // One that only has the name of an item is another thing.
    let all = ["a Page of a", "b Page of b", "c Page of c", "alone Page alone", "b Page b"]
    for limit in 1...6 { #expect(try listed(limit) == Array(all.prefix(limit))) }
  }

  @Test func `takes today by its calendar`() async throws {
    let home = try TestHost()
    var set = AttributeSet()
    set.title = "now"
    set.contentCreationDate = .now
    try await home.index.indexSearchableItems([
      SearchableItem(uniqueIdentifier: "now", attributeSet: set)
    ])
    // The same moment is today everywhere, and in no week that begins tomorrow.
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: zone))
      let context = SearchQuery.Context(calendar: calendar)
      let today = try home.index.searchQuery("contentCreationDate == $time.today", context: context)
      #expect(try await today.count() == 1)
    }
    // Between the two lie 25 hours, so some day of one is never that of the other.
    let shifted = try Query("contentCreationDate == $time.today(2)")
    #expect(try await home.index.searchQuery(shifted).count() == 0)
  }

  @Test func `shows the item for the activity that is bound to it, once`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("soup", "word of the item")])
    var activity = UserActivity(activityType: "view")
    activity.title = "word of the activity"
    activity.isEligibleForSearch = true
    activity.persistentIdentifier = "activity"
    activity.contentAttributeSet = AttributeSet()
    activity.contentAttributeSet?.relatedUniqueIdentifier = "soup"
    try await home.host.becomeCurrent(activity, inApp: "app")
    for text in [#"title == "word*""#, #"title == "*activity""#] {
      let found = try await home.index.searchQuery(text).all()
      #expect(found.map(\.uniqueIdentifier) == ["soup"])
      #expect(found.map(\.title) == ["word of the item"])
    }
    let typed = try await home.index.userQuery("activity").answer().results
    #expect(typed.map(\.title) == ["word of the item"])
  }

  @Test func `knows identifiers and the type of an activity as attributes`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("a.1", domain: "mail.inbox")])
    var activity = UserActivity(activityType: "com.example.view")
    (activity.title, activity.isEligibleForSearch) = ("word", true)
    try await home.host.becomeCurrent(activity, inApp: "app")
    for text in [
      #"uniqueIdentifier == "a.1""#, #"domainIdentifier == "mail.*""#,
      #"_kMDItemExternalID == "A.1"c"#,
    ] {
      #expect(try await home.index.searchQuery(text).all().map(\.uniqueIdentifier) == ["a.1"])
    }
    let viewed = try home.index.searchQuery(#"activityType == "com.example.*""#)
    #expect(try await viewed.all().map(\.title) == ["word"])
  }
}
