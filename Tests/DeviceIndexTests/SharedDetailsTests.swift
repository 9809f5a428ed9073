import Foundation
import JournalFormat
import ResultCards
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("Details that an activity shares") struct SharedDetailsTests {
  private static func activity(sharing names: Set<String>) -> UserActivity {
    var activity = UserActivity(activityType: "view")
    activity.title = "Harbour"
    activity.webpageURL = URL(string: "https://example.com/harbour")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    activity.publicAttributeNames = names
    return activity
  }

  private static func details(_ activity: UserActivity) throws -> PublicDetails {
    try #require(PublicItem(try activity.journaled(app: "app"))).details
  }

  private static let all = Set(PublicAttribute.allCases.map(\.rawValue))

  private static func set(_ body: (inout AttributeSet) -> Void) -> AttributeSet {
    var set = AttributeSet(contentType: "public.item")
    body(&set)
    return set
  }

  @Test func `are none by default, whatever it has`() throws {
    var activity = Self.activity(sharing: [])
    activity.contentAttributeSet = Self.set { set in
      set.rating = 4.5
      set.phoneNumbers = ["+15550123"]
    }
    activity.userInfo = ["id": .integer(7)]
    activity.requiredUserInfoKeys = ["id"]
    let item = try #require(PublicItem(try activity.journaled(app: "app")))
    #expect(item.details.isEmpty && item.version == 1)
  }

  @Test func `are those that it names, in one spelling`() throws {
    var activity = Self.activity(sharing: Self.all.subtracting(["city", "contentType"]))
    activity.contentAttributeSet = Self.set { set in
      set.rating = 4.25
      set.city = "Cork"
      set.namedLocation = "Cafe\u{301}"
      set.latitude = 51.8980004
      set.longitude = -0.0
      set.supportsNavigation = true
      set.supportsPhoneCall = false
      set.phoneNumbers = ["tel:*21#", "+353 (21) 123-4567", "021.123"]
      set.startDate = Date(timeIntervalSince1970: 1_767_261_600.5)
      set.duration = 90
      set.contentURL = URL(string: "HTTPS://Example.com:443/a%c3.mp3")
      set.authorNames = ["Ann", "", "Bob"]
      set.emailAddresses = ["a@example.com"]
    }
    if let price = CustomAttributeKey(keyName: "com_example_price") {
      activity.contentAttributeSet?[price] = .number(12.5)
    }
    let details = try Self.details(activity)
    for (attribute, texts) in [
      (.rating, ["4.25"]), (.city, []), (.contentType, []), (.namedLocation, ["Caf\u{E9}"]),
      (.latitude, ["51.898"]), (.longitude, ["0"]), (.supportsNavigation, ["true"]),
      (.supportsPhoneCall, []), (.phoneNumbers, ["+353211234567", "021123"]),
      (.startDate, ["1767261600500"]), (.duration, ["90"]),
      (.contentURL, ["https://example.com/a%C3.mp3"]), (.authorNames, ["Ann", "Bob"]),
      (.price, ["12.5"]),
    ] as [(PublicAttribute, [String])] {
      #expect(details[attribute].map(Array.init) == texts.map(Array.init), "\(attribute)")
    }
    #expect(!String(decoding: details.bytes, as: UTF8.self).contains("a@example.com"))
  }

  @Test(arguments: [
    "javascript:alert(1)", "http://localhost/a.mp3", "file:///a.mp3", "http://192.168.1.1/x",
  ])
  func `have no address that others cannot open`(address: String) throws {
    var activity = Self.activity(sharing: ["contentURL"])
    activity.contentAttributeSet = Self.set { $0.contentURL = URL(string: address) }
    #expect(try Self.details(activity).isEmpty)
  }

  @Test func `leave out a value that breaks a bound`() throws {
    var activity = Self.activity(sharing: Self.all)
    activity.contentAttributeSet = Self.set { set in
      set.rating = 6
      set.latitude = 91
      set.namedLocation = String(repeating: "x", count: 257)
      set.duration = -1
      set.city = "Cork"
    }
    #expect(try Self.details(activity).members.map(\.name) == ["contentType", "city"])
  }

  @Test func `have what its app needs whole, or nothing of it`() throws {
    var activity = Self.activity(sharing: ["userInfo"])
    activity.userInfo = [
      "id": .integer(7), "side": .string("white"), "isTimed": .boolean(true),
      "secret": .string("zebra"), "when": .date(Date(timeIntervalSince1970: 0)),
    ]
    #expect(try Self.details(activity).isEmpty, "where no keys are required, none are shared")
    activity.requiredUserInfoKeys = ["id", "side", "isTimed"]
    let shared = try Self.details(activity)
    #expect(
      shared.userInfo == ["id": .integer(7), "side": .string("white"), "isTimed": .boolean(true)])
    #expect(!String(decoding: shared.bytes, as: UTF8.self).contains("zebra"))
    activity.requiredUserInfoKeys.insert("when")
    #expect(try Self.details(activity).isEmpty)
  }

  @Test func `take their room from the description`() throws {
    var activity = Self.activity(sharing: ["ratingDescription"])
    activity.contentAttributeSet = Self.set { set in
      set.contentDescription = String(repeating: "d", count: 20_000)
      set.ratingDescription = String(repeating: "r", count: 200)
    }
    let item = try #require(PublicItem(try activity.journaled(app: "app")))
    #expect(item.fits && item.textByteCount == FormatLimits.contentByteCount)
    #expect(item.details[.ratingDescription] == [String(repeating: "r", count: 200)])
  }

  @Test(arguments: ["emailAddresses", "Rating", "title", ""])
  func `are refused under another name`(name: String) {
    let error = #expect(throws: DeviceError.self) {
      try Self.activity(sharing: ["rating", name]).journaled(app: "app")
    }
    #expect(error?.code == .invalidActivity)
    #expect(error?.message.contains("name \"\(name)\", which no public item has") == true)
  }

  // MARK: Continuing

  private static func found(_ item: PublicItem) -> SearchResult {
    var found = PublicResult(
      bundleIdentifier: item.app, uniqueIdentifier: item.key, title: item.title)
    if case .url(let page) = item.identity { found.url = page }
    found.activityType = item.activityType
    found.details = item.details
    found.tag = item.tag(salt: Sample.tagSalt)
    return SearchResult(found)
  }

  @Test func `of an item without a page continue its activity in its app`() throws {
    let home = try TestHome()
    let device = try home.device()
    let result = Self.found(Sample.itemWithDetails)
    #expect(result.card.rating?.stars == 4.5 && result.tag != nil)
    let activity = try #require(
      try device.queries.activity(toContinue: result, query: nil, now: home.now))
    #expect(activity.activityType == "com.example.museum.viewRoom" && activity.title == "Room 7")
    #expect(
      activity.userInfo
        == ["room": .integer(7), "wing": .string("east"), "isOpen": .boolean(true)])
    #expect(activity.requiredUserInfoKeys == ["room", "wing", "isOpen"])
    #expect(activity.contentAttributeSet?.relatedUniqueIdentifier == "room-7")
    #expect(activity.webpageURL == nil)
  }

  @Test func `of an item with a page lead to the page`() throws {
    let home = try TestHome()
    let device = try home.device()
    let activity = try #require(
      try device.queries.activity(
        toContinue: Self.found(Sample.item), query: nil, now: home.now))
    #expect(activity.activityType == UserActivity.browsingWebType && activity.userInfo.isEmpty)
    #expect(activity.webpageURL?.absoluteString == "https://museum.example/artworks/1")
  }

  @Test func `of an unknown type lead nowhere`() throws {
    let home = try TestHome()
    let device = try home.device()
    let result = SearchResult(
      PublicResult(bundleIdentifier: "app", uniqueIdentifier: "app/1", title: "x"))
    #expect(try device.queries.activity(toContinue: result, query: nil, now: home.now) == nil)
  }
}
