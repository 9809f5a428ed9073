import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// An app that has no items any more.
private struct EmptyApp: SearchableIndexDelegate {
  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws { try await acknowledge() }

  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws { try await acknowledge() }
}

@Suite("A user's activity") struct UserActivityTests {
  private static func activity(
    _ id: String = "1", isSearched: Bool = false, isPublic: Bool = false
  ) -> UserActivity {
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = id
    activity.title = "word \(id)"
    activity.webpageURL = URL(string: "https://example.com/\(id)")
    if isSearched { activity.isEligibleForSearch = true }
    if isPublic { activity.isEligibleForPublicIndexing = true }
    return activity
  }

  @Test func `is neither searchable nor public unless its app says so`() throws {
    let activity = UserActivity(activityType: "view")
    #expect(!activity.isEligibleForSearch && !activity.isEligibleForPublicIndexing)
    #expect(activity.isEligibleForHandoff)
    let journaled = try activity.journaled(app: "app")
    #expect(!journaled.eligibleForSearch && !journaled.eligibleForPublicIndexing)
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func `is found on the device when it is searchable, and leaves it only when it is public too`(
    isSearched: Bool, isPublic: Bool
  ) throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    var event = JournalEvent()
    event.activityRecorded = try Self.activity(isSearched: isSearched, isPublic: isPublic)
      .journaled(app: "app")
    try device.record([event, TestHome.engage("1")], at: home.now)
    #expect(try home.titles("word", device) == (isSearched ? ["word 1"] : []))
    let left = try home.reports(sync)
    #expect(left.map(\.kind) == (isSearched && isPublic ? [.engaged] : []))
    // A cloud that asks for its words gets them in the one case, and nothing in the others.
    let item = try #require(
      PublicItem(try Self.activity(isSearched: true, isPublic: true).journaled(app: "app")))
    let wish = WantedContent(tag: item.tag(salt: Sample.tagSalt), content: item.digest)
    let news = CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(),
      wanted: [wish])
    let genesis = Head(
      epoch: Sample.epoch, number: 0, digest: try #require(sync.shared).identity.genesis)
    try sync.hear(.notReceived(.ahead(cloudHead: genesis), news), now: home.now)
    #expect(
      try home.reports(sync).map(\.kind) == (isSearched && isPublic ? [.engaged, .content] : []))
  }

  @Test func `that becomes current is found until it is deleted`() async throws {
    let home = try TestHost()
    for id in ["1", "2", "3"] {
      try await home.host.becomeCurrent(
        Self.activity(id, isSearched: true), inApp: "app")
    }
    try await home.host.becomeCurrent(Self.activity("4"), inApp: "app")
    #expect(try await home.found() == ["1", "2", "3"])
    try await home.host.deleteSavedUserActivities(
      withPersistentIdentifiers: ["2", "nobody"], inApp: "app")
    #expect(try await home.found() == ["1", "3"])
    try await home.host.deleteSavedUserActivities(withPersistentIdentifiers: nil, inApp: "other")
    #expect(try await home.found() == ["1", "3"])
    let place = try await home.host.deleteSavedUserActivities(
      withPersistentIdentifiers: nil, inApp: "app")
    #expect(try home.journaledNumber == place.number)
    #expect(try await home.found() == [])
  }

  @Test(
    arguments: [
      ("name", "https://example.com/a", "item", "weak", "name"),
      (nil, "https://example.com/a", "item", "weak", "https://example.com/a"),
      (nil, nil, "item", "weak", "item"), (nil, nil, nil, "weak", "view#793ab6b274e99070"),
      (nil, nil, nil, nil, "view"),
    ] as [(String?, String?, String?, String?, String)])
  func `is named by the first of its names that is given`(
    persistent: String?, page: String?, related: String?, weak: String?, name: String
  ) throws {
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = persistent
    activity.webpageURL = page.flatMap { URL(string: $0) }
    var set = AttributeSet()
    set.relatedUniqueIdentifier = related
    set.weakRelatedUniqueIdentifier = weak
    activity.contentAttributeSet = set
    #expect(try activity.journaled(app: "app").id == name)
  }

  @Test func `without a name is named by its state, so that two states are two results`()
    async throws
  {
    let home = try TestHost()
    func view(_ recipe: String, scroll: Double) async throws {
      var activity = UserActivity(activityType: "view")
      activity.title = "word \(recipe)"
      activity.userInfo = ["recipe": .string(recipe), "scroll": .number(scroll)]
      activity.requiredUserInfoKeys = ["recipe"]
      activity.isEligibleForSearch = true
      try await home.host.becomeCurrent(activity, inApp: "app")
    }
    try await view("soup", scroll: 1)
    try await view("cake", scroll: 1)
    try await view("soup", scroll: 2)
    let found = try await home.host.search("word")
    #expect(found.map(\.title).sorted() == ["word cake", "word soup"])
    // The app is told of no name that it did not give.
    let continued = try await home.host.activity(toContinue: #require(found.first))
    #expect(continued != nil && continued?.persistentIdentifier == nil)
  }

  @Test func `is called by nothing that is empty`() async throws {
    let home = try TestHost()
    for state in ["soup", "cake"] {
      var activity = UserActivity(activityType: "view")
      (activity.title, activity.isEligibleForSearch) = ("word " + state, true)
      activity.userInfo = ["recipe": .string(state)]
      activity.persistentIdentifier = ""
      activity.contentAttributeSet = AttributeSet()
      activity.contentAttributeSet?.relatedUniqueIdentifier = ""
      try await home.host.becomeCurrent(activity, inApp: "app")
    }
    #expect(try await home.host.search("word").count == 2)
  }

  @Test(arguments: [true, false])
  func `goes with the item that it is bound to strongly, and stays without one bound to weakly`(
    isStrong: Bool
  ) async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("soup", "item", domain: "food")])
    var activity = UserActivity(activityType: "view")
    activity.title = "word"
    activity.isEligibleForSearch = true
    var set = AttributeSet()
    if isStrong {
      set.relatedUniqueIdentifier = "soup"
    } else {
      set.weakRelatedUniqueIdentifier = "soup"
    }
    activity.contentAttributeSet = set
    for deletion in 0..<4 {
      try await home.index.indexSearchableItems([TestHost.item("soup", "item", domain: "food")])
      try await home.host.becomeCurrent(activity, inApp: "app")
      #expect(try await home.found().count == 1)
      switch deletion {
      case 0: try await home.index.deleteSearchableItems(withIdentifiers: ["soup"])
      case 1: try await home.index.deleteSearchableItems(withDomainIdentifiers: ["food"])
      case 2:
        await home.index.setIndexDelegate(EmptyApp())
        try await home.host.requestReindex(forApp: "app")
        try await home.host.answerReindexRequests()
      default:
        // Without the item it cannot be recorded either, where it needs one.
        try await home.index.deleteSearchableItems(withIdentifiers: ["soup"])
        try await home.host.becomeCurrent(activity, inApp: "app")
      }
      #expect(try await home.found().count == (isStrong ? 0 : 1), "\(deletion)")
      #expect(try await home.found("item") == [], "\(deletion)")
    }
    // Everything of an app is everything.
    try await home.index.deleteAllSearchableItems()
    #expect(try await home.found() == [])
  }

  private static func changed(_ change: (inout UserActivity) -> Void) -> UserActivity {
    var activity = activity(isSearched: true, isPublic: true)
    change(&activity)
    return activity
  }

  private static let wrong: [(activity: UserActivity, problem: String)] = [
    (UserActivity(activityType: ""), "its activityType is empty"),
    (changed { $0.title = nil }, "it is eligible for search and has no title"),
    (changed { $0.title = "" }, "it is eligible for search and has no title"),
    (
      changed { $0.webpageURL = URL(string: "ftp://example.com/a") },
      "its webpageURL is not an http or https address"
    ),
    (
      changed { $0.webpageURL = URL(string: "https://me:secret@example.com/a") },
      "its webpageURL has a name or a password."
    ),
    (
      changed {
        $0.webpageURL = URL(string: "https://example.com/" + String(repeating: "a", count: 2_029))
      }, "its webpageURL has more than 2048 bytes."
    ),
    (changed { $0.webpageURL = URL(string: "https:///") }, "its webpageURL has no host."),
    (
      changed {
        $0.webpageURL = nil
        $0.contentAttributeSet = AttributeSet()
        $0.contentAttributeSet?.relatedUniqueIdentifier = ""
      },
      "it is eligible for public indexing and has neither a webpageURL nor a related identifier"
    ),
    (
      changed { $0.webpageURL = nil },
      "it is eligible for public indexing and has neither a webpageURL nor a related identifier"
    ),
    (
      changed {
        $0.contentAttributeSet = AttributeSet()
        $0.contentAttributeSet?["rating"] = .string("high")
      }, "\"rating\" takes a number"
    ),
    (
      changed { $0.expirationDate = Date(timeIntervalSince1970: 1e300) },
      "expirationDate is a date outside the years 1 to 9999"
    ),
    (
      changed { $0.userInfo = ["a": .list([.date(Date(timeIntervalSince1970: -.infinity))])] },
      "\"a\" in its userInfo is a date outside the years 1 to 9999"
    ),
  ]

  @Test(arguments: wrong.indices)
  func `that could never be found is refused with the reason, and not journaled`(place: Int)
    async throws
  {
    let home = try TestHost()
    let before = try home.journaledNumber
    let (activity, problem) = Self.wrong[place]
    let error = await #expect(throws: DeviceError.self) {
      try await home.host.becomeCurrent(activity, inApp: "app")
    }
    #expect(error?.code == .invalidActivity)
    #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    #expect(try home.journaledNumber == before)
  }

  @Test func `that is public and named by an item alone needs no page`() throws {
    var activity = Self.activity(isSearched: true, isPublic: true)
    activity.webpageURL = nil
    for name in ["relatedUniqueIdentifier", "weakRelatedUniqueIdentifier"] {
      activity.contentAttributeSet = AttributeSet()
      activity.contentAttributeSet?[name] = .string("item-7")
      let item = PublicItem(try activity.journaled(app: "app"))
      #expect(item?.identity == .related("item-7"))
    }
  }

  @Test func `keeps what its app needs to come back to it`() async throws {
    let home = try TestHost()
    var activity = Self.activity(isSearched: true)
    activity.userInfo = ["page": .number(7)]
    activity.requiredUserInfoKeys = ["page"]
    activity.keywords = ["zebra", "ant"]
    let place = try await home.host.becomeCurrent(activity, inApp: "app")
    let entry = try #require(try home.journal().entry(SequenceNumber(place.number)!))
    let journaled = try JournalEvent(payload: entry.payload ?? []).activityRecorded
    #expect(journaled.userInfo["page"]?.number == 7)
    #expect(journaled.requiredUserInfoKeys == ["page"])
    #expect(journaled.keywords == ["ant", "zebra"])
    #expect(try await home.found("zebra") == ["1"])
  }
}
