import CoreSpotlightCompat
import Foundation
import TestSupport
import Testing

/// The listings of Apple's guide to app search, in today's Swift: only the import is another.
extension AppleNames {
  @Suite("The guide's listings") struct Listings {
    private let home: CompatHome

    init() throws { home = try CompatHome() }

    @Test func `create an item and add it to the index`() async throws {
      // Creates a set of attributes to describe an item.
      let attributeSet = CSSearchableItemAttributeSet(contentType: UTType.image)
      attributeSet.title = "My First Spotlight Search"
      attributeSet.contentDescription = "This is my first spotlight search"
      attributeSet.keywords = ["photo", "vacation"]
      attributeSet.thumbnailData = Data([1, 2, 3])
      attributeSet.rating = 4.5
      attributeSet.supportsPhoneCall = true
      attributeSet.phoneNumbers = ["+49 30 123"]
      attributeSet.authors = [
        CSPerson(displayName: "Anne", handles: ["a@example.com"], handleIdentifier: "email")
      ]

      // Creates an item with a unique identifier, a domain identifier and the set of attributes.
      let item = CSSearchableItem(
        uniqueIdentifier: "1", domainIdentifier: "file-1", attributeSet: attributeSet)

      // Adds the item to the on-device index.
      let error = await withCheckedContinuation { done in
        CSSearchableIndex.default().indexSearchableItems([item]) { error in
          done.resume(returning: error.map { "\($0)" })
        }
      }
      #expect(error == nil)
      #expect(try await home.found(#"title == "my first*"c && keywords == "photo""#) == ["1"])
      #expect(try await home.found("rating > 4 && supportsPhoneCall == 1") == ["1"])
    }

    @Test func `update an item, merged or whole`() async throws {
      let index = CSSearchableIndex.default()
      try await index.indexSearchableItems([CompatHome.item("1", "old")])
      let change = CSSearchableItemAttributeSet(contentType: .text)
      change.comment = "remark"
      let update = CSSearchableItem(
        uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: change)
      update.isUpdate = true
      try await index.indexSearchableItems([update])
      #expect(try await home.found(#"title == "old" && comment == "remark""#) == ["1"])
      update.isUpdate = false
      try await index.indexSearchableItems([update])
      #expect(try await home.found("title == *").isEmpty)
    }

    @Test func `delete by identifiers, by domains and all`() async throws {
      let index = CSSearchableIndex.default()
      try await index.indexSearchableItems([
        CompatHome.item("0001"), CompatHome.item("a", domain: "mail.inbox"),
        CompatHome.item("b", domain: "mail.inbox.old"),
        CompatHome.item("c", domain: "mail.inboxes"),
      ])
      index.deleteSearchableItems(withIdentifiers: ["0001"]) { error in #expect(error == nil) }
      #expect(try await home.found() == ["a", "b", "c"])
      try await index.deleteSearchableItems(withDomainIdentifiers: ["mail.inbox"])
      #expect(try await home.found() == ["c"])
      try await index.deleteAllSearchableItems()
      #expect(try await home.found().isEmpty)
    }

    @Test func `put a batch with a client state, and resume from it`() async throws {
      let index = CSSearchableIndex(name: "myIndex")
      index.fetchLastClientState { state, error in
        #expect(state == nil)
        #expect(error == nil)
      }
      index.beginBatch()
      try await index.indexSearchableItems([CompatHome.item("1"), CompatHome.item("2")])
      try await index.deleteSearchableItems(withIdentifiers: ["1"])
      #expect(try await home.found().isEmpty, "nothing is taken before the end")
      try await index.endBatch(withClientState: Data([7]))
      #expect(try await home.found() == ["2"])

      // The next launch.
      #expect(try await CSSearchableIndex(name: "myIndex").fetchLastClientState() == Data([7]))
      #expect(try await CSSearchableIndex(name: "another").fetchLastClientState() == nil)

      index.beginBatch()
      try await index.indexSearchableItems([CompatHome.item("3")])
      let error = await #expect(throws: CSIndexError.self) {
        try await index.endIndexBatch(expectedClientState: Data([6]), newClientState: Data([8]))
      }
      #expect(error?.code == .mismatchedClientState)
      #expect(try await home.found() == ["2"])
      index.beginBatch()
      try await index.deleteAllSearchableItems()
      try await index.indexSearchableItems([CompatHome.item("3")])
      try await index.endIndexBatch(expectedClientState: Data([7]), newClientState: Data([8]))
      #expect(try await home.found() == ["3"])
      #expect(try await index.fetchLastClientState() == Data([8]))
    }

    @Test func `begin a batch where none can be, and lose nothing`() async throws {
      let index = CSSearchableIndex.default()
      index.beginBatch()
      try await index.indexSearchableItems([CompatHome.item("1")])
      let error = await #expect(throws: CSIndexError.self) {
        try await index.endBatch(withClientState: Data([7]))
      }
      #expect(error?.code == .unknownError)
      #expect(try await home.found() == ["1"])

      let named = CSSearchableIndex(name: "named")
      named.beginBatch()
      try await named.indexSearchableItems([CompatHome.item("2")])
      named.beginBatch()
      try await named.indexSearchableItems([CompatHome.item("3")])
      try await named.endBatch(withClientState: Data([7]))
      #expect(try await home.found() == ["1", "2", "3"])
      #expect(
        home.errors.elements == [
          "The default index takes no batches. Use an index with a name.",
          "A batch is open already, and continues. End it first.",
        ])
    }

    @Test func `create an activity, make it current and continue it`() async throws {
      // Creates an activity.
      let activity = NSUserActivity(activityType: "com.myapp.browseRecipe")
      activity.title = "Baked Potato Chips"
      activity.userInfo = ["recipeID": "potato", "scroll": 3]
      activity.requiredUserInfoKeys = ["recipeID"]
      activity.isEligibleForSearch = true
      activity.isEligibleForPublicIndexing = true
      activity.keywords = ["snack"]
      activity.webpageURL = URL(string: "http://www.example.com/recipes/potato")
      let attributes = CSSearchableItemAttributeSet(contentType: .item)
      attributes.contentDescription = "Crisp and salty"
      attributes.domainIdentifier = "recipes"
      activity.contentAttributeSet = attributes
      activity.becomeCurrent()
      try await expectFound()

      // Continues it.
      func application(continue userActivity: NSUserActivity) -> String? {
        guard userActivity.activityType == "com.myapp.browseRecipe" else { return nil }
        return userActivity.userInfo?["recipeID"] as? String
      }
      let result = try #require(try await home.host.search("baked").first)
      let handed = try #require(try await home.host.activity(toContinue: result))
      #expect(application(continue: NSUserActivity(handed)) == "potato")
      #expect(NSUserActivity(handed).userInfo?.count == 1)

      // Activities go by their domain, like items.
      try await CSSearchableIndex.default().deleteSearchableItems(withDomainIdentifiers: ["recipes"]
      )
      #expect(try await home.host.search("baked").isEmpty)
      #expect(home.errors.elements.isEmpty)
    }

    private func expectFound() async throws {
      for query in ["baked", "snack", "salty"] {
        var found: [CSUserQuery.Item] = []
        for try await element in CSUserQuery(userQueryString: query, userQueryContext: nil)
          .responses
        {
          if case .item(let item) = element { found.append(item) }
        }
        #expect(found.map(\.item.attributeSet.contentDescription) == ["Crisp and salty"])
      }
    }

    @Test func `continue an item, a web page and a search`() async throws {
      func application(continue userActivity: NSUserActivity) -> String? {
        switch userActivity.activityType {
        case CSSearchableItemActionType:
          userActivity.userInfo?[CSSearchableItemActivityIdentifier] as? String
        case CSQueryContinuationActionType: userActivity.userInfo?[CSSearchQueryString] as? String
        case NSUserActivityTypeBrowsingWeb: userActivity.webpageURL?.path
        default: nil
        }
      }
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("id-1")])
      var result = try #require(try await home.host.search("soup").first)
      let item = try #require(try await home.host.activity(toContinue: result))
      #expect(application(continue: NSUserActivity(item)) == "id-1")
      #expect(application(continue: NSUserActivity(.continuing(query: "sou"))) == "sou")
      (result.source, result.url) = (.public, "https://example.com/soup")
      let page = try #require(try await home.host.activity(toContinue: result))
      #expect(application(continue: NSUserActivity(page)) == "/soup")
    }

    @Test func `delete activities that were saved`() async throws {
      for id in ["1", "2", "3"] {
        let activity = NSUserActivity(activityType: "view")
        activity.title = "soup \(id)"
        activity.persistentIdentifier = id
        activity.isEligibleForSearch = true
        activity.becomeCurrent()
      }
      await withCheckedContinuation { done in
        NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["1"]) { done.resume() }
      }
      #expect(try await home.host.search("soup").count == 2)
      await withCheckedContinuation { done in
        NSUserActivity.deleteAllSavedUserActivities { done.resume() }
      }
      #expect(try await home.host.search("soup").isEmpty)
    }
  }
}
