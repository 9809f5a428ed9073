import DeviceIndex
import Foundation
import TestSupport
import Testing

@Suite("A result that is opened") struct ContinuedActivityTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  private func first(_ query: String) async throws -> SearchResult {
    try #require(try await home.host.search(query).first)
  }

  private func activity(_ id: String, _ title: String) -> UserActivity {
    var activity = UserActivity(activityType: "com.example.view")
    activity.title = title
    activity.persistentIdentifier = id
    activity.isEligibleForSearch = true
    return activity
  }

  @Test func `hands an item's identifier to the app, and what was searched for`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "soup")])
    let handed = try #require(
      try await home.host.activity(toContinue: first("soup"), query: "sou"))
    #expect(handed.activityType == UserActivity.searchableItemActionType)
    #expect(
      handed.userInfo == [
        UserActivity.searchableItemActivityIdentifier: .string("1"),
        UserActivity.searchQueryString: .string("sou"),
      ])
    let plain = try await home.host.activity(toContinue: first("soup"))
    #expect(plain?.userInfo[UserActivity.searchQueryString] == nil)
  }

  @Test func `hands an activity back with its type, and the keys that it requires`() async throws {
    var viewed = activity("1", "soup")
    viewed.userInfo = [
      "recipe": .string("7"), "place": .list([.number(1.5), .boolean(true)]),
      "scroll": .number(100),
    ]
    viewed.requiredUserInfoKeys = ["recipe", "place"]
    viewed.webpageURL = URL(string: "https://example.com/soup")
    try await home.host.becomeCurrent(viewed, inApp: "app")
    let handed = try #require(try await home.host.activity(toContinue: first("soup")))
    #expect(handed.activityType == "com.example.view")
    #expect(handed.title == "soup")
    #expect(
      handed.userInfo == [
        "recipe": .string("7"), "place": .list([.number(1.5), .boolean(true)]),
      ])
    #expect(handed.webpageURL == viewed.webpageURL)
  }

  @Test func `hands all of userInfo back where no keys are named, also beside a web page`()
    async throws
  {
    var viewed = activity("1", "soup")
    viewed.userInfo = ["recipe": .string("7")]
    viewed.webpageURL = URL(string: "https://example.com/soup")
    try await home.host.becomeCurrent(viewed, inApp: "app")
    #expect(
      try await home.host.activity(toContinue: first("soup"))?.userInfo == viewed.userInfo)
  }

  @Test func `keeps what an activity needs through a restart and an index that is rebuilt`()
    async throws
  {
    let folder = try TemporaryFolder()
    var viewed = activity("1", "soup")
    viewed.userInfo = ["recipe": .string("7")]
    do {
      let home = try TestHost(in: folder)
      let place = try await home.host.becomeCurrent(viewed, inApp: "app")
      try await home.host.waitUntilSearchable(place)
    }
    try FileManager.default.removeItem(atPath: folder.file("index.sqlite"))
    let again = try TestHost(in: folder)
    let result = try #require(try await again.host.search("soup").first)
    #expect(try await again.host.activity(toContinue: result)?.userInfo == viewed.userInfo)
  }

  @Test func `refuses a required key that is not there`() async throws {
    var viewed = activity("1", "soup")
    viewed.userInfo = ["recipe": .string("7")]
    viewed.requiredUserInfoKeys = ["recipe", "place"]
    let error = await #expect(throws: DeviceError.self) {
      try await home.host.becomeCurrent(viewed, inApp: "app")
    }
    #expect(error?.code == .invalidActivity)
    #expect(
      error?.message
        == "Activity \"com.example.view\" of \"1\" cannot be recorded: its userInfo lacks "
        + "\"place\", which its requiredUserInfoKeys name.")
  }

  @Test func `opens the page of a public result`() async throws {
    var result = try await {
      try await home.index.indexSearchableItems([TestHost.item("1", "soup")])
      return try await first("soup")
    }()
    (result.source, result.url) = (.public, "https://example.com/soup")
    let handed = try await home.host.activity(toContinue: result)
    #expect(handed?.activityType == UserActivity.browsingWebType)
    #expect(handed?.webpageURL?.absoluteString == "https://example.com/soup")
  }

  @Test func `is nothing when what it showed is gone`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1", "soup")])
    let result = try await first("soup")
    try await home.index.deleteSearchableItems(withIdentifiers: ["1"])
    #expect(try await home.host.activity(toContinue: result) == nil)
  }

  @Test func `continues in the app as a search`() {
    let handed = UserActivity.continuing(query: "sou")
    #expect(handed.activityType == UserActivity.queryContinuationActionType)
    #expect(handed.userInfo == [UserActivity.searchQueryString: .string("sou")])
  }

  @Test(arguments: ["soup", "activity"])
  func `is suggested as the item that it is bound to, and continues the activity`(id: String)
    async throws
  {
    try await home.index.indexSearchableItems([TestHost.item("soup", "tomato soup")])
    var viewed = activity(id, "viewed")
    viewed.userInfo = ["recipe": .string("7")]
    viewed.contentAttributeSet = AttributeSet()
    viewed.contentAttributeSet?.relatedUniqueIdentifier = "soup"
    try await home.host.becomeCurrent(viewed, inApp: "app")
    for _ in 0..<4 {
      try await home.host.userEngaged(with: first("tomato"), query: "tomato", visible: [])
    }
    let suggested = try #require(try await home.host.suggestedActivities().first)
    #expect(suggested.title == "tomato soup" && suggested.uniqueIdentifier == "soup")
    let continued = try await home.host.activity(toContinue: suggested)
    #expect(continued?.activityType == "com.example.view")
    #expect(continued?.userInfo == ["recipe": .string("7")])
    // Found by a search, it is the item that is opened.
    let opened = try await home.host.activity(toContinue: first("tomato"))
    #expect(opened?.activityType == UserActivity.searchableItemActionType)
  }

  @Test func `is the activity that is shown, whatever else has its name`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("42", "quince jam")])
    try await home.host.becomeCurrent(activity("42", "folder of quinces"), inApp: "app")
    let found = try await home.host.search("quince")
    #expect(Set(found.map(\.title)) == ["quince jam", "folder of quinces"])
    let query = try home.index.searchQuery(#"title == "*quince*""#)
    #expect(try await query.count() == 2)
    for result in found {
      let opened = try await home.host.activity(toContinue: result)
      #expect(
        opened?.activityType
          == (result.title == "quince jam"
            ? UserActivity.searchableItemActionType : "com.example.view"))
    }
  }

  @Test func `is suggested once where several activities show one item`() async throws {
    try await home.index.indexSearchableItems([
      TestHost.item("soup", "tomato soup"), TestHost.item("cake", "plum cake"),
    ])
    for (number, item) in ["soup", "soup", "soup", "cake"].enumerated() {
      var viewed = activity("a\(number)", "viewed")
      viewed.contentAttributeSet = AttributeSet()
      viewed.contentAttributeSet?.relatedUniqueIdentifier = item
      try await home.host.becomeCurrent(viewed, inApp: "app")
    }
    for query in ["tomato", "tomato", "tomato", "plum", "plum", "plum", "plum"] {
      try await home.host.userEngaged(with: first(query), query: query, visible: [])
    }
    let suggested = try await home.host.suggestedActivities(limit: 2)
    #expect(Set(suggested.map(\.uniqueIdentifier)) == ["soup", "cake"])
  }

  @Test func `is suggested when it is an activity that is mostly opened when it is seen`()
    async throws
  {
    for (id, title) in [("often", "soup one"), ("seldom", "soup two"), ("never", "soup three")] {
      try await home.host.becomeCurrent(activity(id, title), inApp: "app")
    }
    try await home.index.indexSearchableItems([TestHost.item("item", "soup four")])
    func open(_ query: String, beside others: [String] = []) async throws {
      var visible: [SearchResult] = []
      for other in others { visible.append(try await first(other)) }
      try await home.host.userEngaged(with: first(query), query: query, visible: visible)
    }
    for _ in 0..<4 {
      try await open("one", beside: ["two", "three"])
      try await open("four")
    }
    for _ in 0..<3 { try await open("two") }
    let suggested = try await home.host.suggestedActivities()
    #expect(suggested.map(\.uniqueIdentifier) == ["often"])
    #expect(try await home.host.suggestedActivities(inApp: "other").isEmpty)
    #expect(try await home.host.suggestedActivities(limit: 0).isEmpty)
    try await home.host.deleteSavedUserActivities(
      withPersistentIdentifiers: ["often"], inApp: "app")
    #expect(try await home.host.suggestedActivities().isEmpty)
  }
}
