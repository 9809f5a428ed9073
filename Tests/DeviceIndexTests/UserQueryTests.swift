import DeviceIndex
import Foundation
import QueryLanguage
import TestSupport
import Testing

@Suite("What a person typed") struct UserQueryTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  /// Opens what a query finds first.
  private func open(_ query: String, times: Int = 1) async throws {
    for _ in 0..<times {
      let found = try await home.host.search(query)
      try await home.host.userEngaged(
        with: #require(found.first), query: query, visible: Array(found.dropFirst()))
    }
  }

  private func suggested(_ text: String, limit: Int = 5) async throws -> [String] {
    var context = UserQuery.Context()
    context.maxSuggestionCount = limit
    return try await home.index.userQuery(text, context: context).answer().suggestions.past
  }

  @Test func `comes as suggestions and then items, as many as were asked for`() async throws {
    try await home.index.indexSearchableItems(
      (0..<30).map { TestHost.item("\($0)", "soup \($0)") })
    try await open("soup 7")
    var context = UserQuery.Context()
    (context.maxResultCount, context.maxSuggestionCount) = (3, 1)
    var seen: [UserQuery.Element] = []
    let query = home.index.userQuery("sou", context: context)
    for try await element in query.responses { seen.append(element) }
    #expect(seen.count == 4)
    #expect(seen.first == .suggestion(try await query.answer().suggestions[0]))
    guard case .item(let best) = seen[1] else {
      Issue.record("the second one has to be an item")
      return
    }
    // It was opened before.
    #expect(best.uniqueIdentifier == "7")
    #expect(try await query.resultCount() == 30)
  }

  @Test func `has pages that together are the list`() async throws {
    try await home.index.indexSearchableItems(
      (0..<57).map { TestHost.item("\($0)", "soup \($0 % 5)") })
    var all = UserQuery.Context()
    all.maxResultCount = 100
    let whole = try await home.index.userQuery("soup", context: all).answer().results
    #expect(whole.count == 57)
    var paged: [SearchResult] = []
    for page in 0..<6 {
      var context = UserQuery.Context()
      (context.maxResultCount, context.skippedResultCount) = (10, page * 10)
      paged += try await home.index.userQuery("soup", context: context).answer().results
    }
    #expect(paged == Array(whole))
  }

  /// Each of these is found by 26 documents and is one result.
  @Test func `has as many results as were asked for, however many activities each is bound to`()
    async throws
  {
    try await home.index.indexSearchableItems(
      (0..<30).map { TestHost.item("\($0)", "soup \($0)") })
    for number in 0..<75 {
      var activity = UserActivity(activityType: "view")
      (activity.title, activity.isEligibleForSearch) = ("soup", true)
      activity.persistentIdentifier = "activity \(number)"
      activity.contentAttributeSet = AttributeSet()
      activity.contentAttributeSet?.relatedUniqueIdentifier = "\(number % 3)"
      try await home.host.becomeCurrent(activity, inApp: "app")
    }
    func names(_ limit: Int, after skipped: Int = 0) async throws -> [String] {
      var context = UserQuery.Context()
      (context.maxResultCount, context.skippedResultCount) = (limit, skipped)
      return try await home.index.userQuery("soup", context: context).answer().results
        .map(\.uniqueIdentifier)
    }
    let all = try await names(100)
    #expect(all.count == 30 && Set(all).count == 30)
    for limit in [1, 5, 10, 20, 25, 29] {
      #expect(try await names(limit) == Array(all.prefix(limit)))
    }
    #expect(try await names(10, after: 20) == Array(all.suffix(10)))
    #expect(try await home.index.userQuery("soup").resultCount() == 30)
  }

  @Test func `takes today of its filters by its calendar`() async throws {
    // Where it is a day later than in UTC, or a day earlier: of some time one of the two is true.
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      var context = UserQuery.Context()
      context.calendar = Calendar(identifier: .gregorian)
      context.calendar.timeZone = try #require(TimeZone(identifier: zone))
      var set = AttributeSet(contentType: "public.text")
      set.title = "soup"
      set.dueDate = context.calendar.startOfDay(for: .now)
      try await home.index.indexSearchableItems([
        SearchableItem(uniqueIdentifier: zone, attributeSet: set)
      ])
      context.filterQueries = [try Query("dueDate >= $time.today && dueDate <= $time.today")]
      let found = try await home.index.userQuery("soup", context: context).answer().results
      #expect(found.map(\.uniqueIdentifier) == [zone])
    }
  }

  @Test func `is sorted by identifier where it is not to be ranked`() async throws {
    try await home.index.indexSearchableItems(
      (0..<30).reversed().map { TestHost.item("\($0)", "soup \($0)") })
    try await open("soup 7")
    var context = UserQuery.Context()
    (context.isRanked, context.maxResultCount) = (false, 4)
    let found = try await home.index.userQuery("soup", context: context).answer().results
    #expect(found.map(\.uniqueIdentifier) == ["0", "1", "10", "11"])
  }

  @Test func `finds the best of those that the filters hold of`() async throws {
    try await home.index.indexSearchableItems(
      (0..<200).map { TestHost.item("\($0)", "soup \($0)", domain: $0 < 195 ? "a" : "b") })
    var context = UserQuery.Context()
    context.filterQueries = [
      try Query(#"domainIdentifier == "b""#), try Query(#"uniqueIdentifier != "196""#),
    ]
    let found = try await home.index.userQuery("soup", context: context).answer().results
    #expect(Set(found.map(\.uniqueIdentifier)) == ["195", "197", "198", "199"])
  }

  @Test func `gives only the attributes that were asked for`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "soup")])
    var context = UserQuery.Context()
    context.fetchAttributes = ["title"]
    let found = try await home.index.userQuery("soup", context: context).answer().results
    #expect(found.first?.attributeSet.all.map(\.name) == ["title"])
  }

  @Test(arguments: ["", "   ", "!", "\u{0}"])
  func `finds nothing where there is no word`(_ text: String) async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "soup")])
    #expect(try await home.index.userQuery(text).answer().results.isEmpty)
    #expect(try await home.index.userQuery(text).resultCount() == 0)
  }

  @Test func `says where its words are, and what it took for others`() async throws {
    var set = AttributeSet(contentType: "public.text")
    set.title = "Tomato soup"
    set.contentDescription = "Take ripe tomatoes, salt and water."
    try await home.index.indexSearchableItems([
      SearchableItem(uniqueIdentifier: "1", attributeSet: set)
    ])
    var context = UserQuery.Context()
    context.hasExcerpts = true
    func best(_ text: String) async throws -> SearchResult? {
      try await home.index.userQuery(text, context: context).answer().results.first
    }
    let found = try await best("tomato salt")
    #expect(found?.markedTitle?.marked("<", ">") == "<Tomato> soup")
    #expect(found?.snippet?.marked("<", ">") == "Take ripe <tomatoes>, <salt> and water.")
    #expect(found?.corrections == [])
    let meant = try await best("tomoto")
    #expect(meant?.corrections.map(\.meant) == ["tomato"])
    #expect(meant?.markedTitle?.marked("<", ">") == "<Tomato> soup")
    context.hasExcerpts = false
    #expect(try await best("tomato")?.snippet == nil)
    #expect(try await best("tomato")?.markedTitle == nil)
  }

  // MARK: Suggestions

  @Test func `continues as queries that led somewhere, the ones that did so oftenest first`()
    async throws
  {
    try await home.index.indexSearchableItems([
      TestHost.item("1", "tomato soup"), TestHost.item("2", "tomato salad"),
    ])
    try await open("tomato salad")
    try await open("Tomato  Soup", times: 3)
    try await open("tomat")
    #expect(try await suggested("tom") == ["Tomato  Soup", "tomat", "tomato salad"])
    #expect(try await suggested("TÓMATO ") == ["Tomato  Soup", "tomato salad"])
    #expect(try await suggested("tomato s", limit: 1) == ["Tomato  Soup"])
    #expect(try await suggested("") == ["Tomato  Soup", "tomat", "tomato salad"])
    #expect(try await suggested("tomato soup").isEmpty, "it is typed already")
    #expect(try await suggested("soup").isEmpty)
    #expect(try await suggested("tom", limit: 0).isEmpty)
  }

  @Test(arguments: [
    ("tom", "Tomato  Soup", 3), ("tomato s", "Tomato  Soup", 9), ("", "Tomato  Soup", 0),
    ("stra", "straße 7", 4), ("strass", "straße 7", 5), ("caf", "cafe\u{301} crème", 3),
    ("cafe", "cafe\u{301} crème", 4), ("你", "你好吗", 1),
  ])
  func `says how much of a suggestion is typed`(
    _ typed: String, _ past: String, _ count: Int
  ) async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", past)])
    try await open(past)
    let found = try await home.index.userQuery(typed).answer().suggestions
    #expect(found.past == [past])
    #expect(found.first?.typedCount == count)
  }

  @Test func `is suggested no longer when what it led to is gone`() async throws {
    try await home.index.indexSearchableItems([
      TestHost.item("1", "tomato soup"), TestHost.item("2", "tomato salad", domain: "cold"),
    ])
    try await open("tomato salad")
    try await open("tomato so")
    try await home.index.deleteSearchableItems(withDomainIdentifiers: ["cold"])
    #expect(try await suggested("to") == ["tomato so"])
    try await home.index.deleteSearchableItems(withIdentifiers: ["1"])
    #expect(try await suggested("to").isEmpty)
    // Given again, it is another item to anyone who looks.
    try await home.index.indexSearchableItems([TestHost.item("1", "tomato soup")])
    #expect(try await suggested("to").isEmpty)
  }

  @Test func `suggests to an app only what led to something of its own`() async throws {
    try await home.host.searchableIndex(forApp: "other").indexSearchableItems([
      TestHost.item("1", "tomato soup")
    ])
    try await open("tomato")
    #expect(try await suggested("to").isEmpty)
    #expect(try await home.host.userQuery("to").answer().suggestions.past == ["tomato"])
  }

  @Test func `remembers no text that nobody typed`() async throws {
    let long = String(repeating: "tomato ", count: 60)
    try await home.index.indexSearchableItems([TestHost.item("1", "tomato soup")])
    try await open(long)
    try await open("  tomato\n")
    #expect(try await suggested("to") == ["tomato"])
  }
}

extension [SearchSuggestion] {
  /// The queries that led somewhere before.
  fileprivate var past: [String] {
    compactMap { if case .pastQuery = $0.reason { $0.text } else { nil } }
  }
}
