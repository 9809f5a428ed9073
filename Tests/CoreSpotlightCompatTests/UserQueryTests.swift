import CoreSpotlightCompat
import DeviceIndex
import Foundation
import TestSupport
import Testing

/// What a person types, by the names and numbers of Apple's headers.
extension AppleNames {
  @Suite("User queries by Apple's names") struct UserQueries {
    private let home: CompatHome

    init() throws { home = try CompatHome() }

    private func items(_ query: CSUserQuery) async throws -> [CSUserQuery.Item] {
      var items: [CSUserQuery.Item] = []
      for try await element in query.responses {
        if case .item(let item) = element { items.append(item) }
      }
      return items
    }

    private func suggestions(_ text: String, atMost count: Int = 0) async throws -> [String] {
      let context = CSUserQueryContext()
      context.maxSuggestionCount = count
      var found: [String] = []
      for try await element in CSUserQuery(userQueryString: text, userQueryContext: context)
        .suggestions
      {
        found.append(String(element.suggestion.localizedAttributedSuggestion.characters))
        #expect(element.id.suggestionKind == CSSuggestion.SuggestionKind.default)
      }
      return found
    }

    @Test func `gives its items alone as results, which need no query in the language`()
      async throws
    {
      try await CSSearchableIndex.default().indexSearchableItems(
        (0..<3).map { CompatHome.item("\($0)", "soup \($0)") })
      var found: [String] = []
      for try await item in CSUserQuery(userQueryString: "soup", userQueryContext: nil).results {
        found.append(item.id)
      }
      #expect(found.sorted() == ["0", "1", "2"])
    }

    @Test(arguments: [(0, 30), (12, 12), (40, 30)])
    func `gives as many results as the context says, and all where it says nothing`(
      count: Int, found: Int
    ) async throws {
      try await CSSearchableIndex.default().indexSearchableItems(
        (0..<30).map { CompatHome.item("\($0)", "soup \($0)") })
      for isRanked in [true, false] {
        let context = CSUserQueryContext(currentSuggestion: nil)
        #expect(context.maxResultCount == 0)
        #expect(context.maxSuggestionCount == 0)
        context.maxResultCount = count
        context.enableRankedResults = isRanked
        context.maxRankedResultCount = 2
        context.disableSemanticSearch = true
        context.keyboardLanguage = "de"
        let query = CSUserQuery(userQueryString: "soup", userQueryContext: context)
        #expect(try await items(query).count == found)
      }
    }

    @Test func `suggests as much as there is, or as the context says`() async throws {
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("1", "soup")])
      for text in ["so", "sou", "s", "soup"] {
        let query = CSUserQuery(userQueryString: text, userQueryContext: nil)
        let found = try await items(query)
        query.userEngaged(found[0], visibleItems: found, interaction: .select)
      }
      _ = try await home.found()
      #expect(try await suggestions("s").count == 3)
      #expect(try await suggestions("").count == 4)
      #expect(try await suggestions("", atMost: 2).count == 2)
    }

    /// Which engagements count: what is counted is suggested later.
    @Test(arguments: [
      (CSUserQuery.UserInteractionKind.select, ["spicy"]), (.default, ["spicy"]), (.focus, []),
    ])
    func `counts what was chosen, by either name, and not what was looked at`(
      kind: CSUserQuery.UserInteractionKind, suggested: [String]
    ) async throws {
      let item = CompatHome.item("1", "soup")
      // Words of a description complete nothing by themselves.
      item.attributeSet.contentDescription = "spicy"
      try await CSSearchableIndex.default().indexSearchableItems([item])
      let query = CSUserQuery(userQueryString: "spicy", userQueryContext: nil)
      let found = try await items(query)
      query.userEngaged(found[0], visibleItems: found, interaction: kind)
      _ = try await home.found()
      #expect(try await suggestions("spi") == suggested)
      for try await suggestion in CSUserQuery(userQueryString: "s", userQueryContext: nil)
        .suggestions
      {
        query.userEngaged(suggestion, visibleSuggestions: [suggestion], interaction: kind)
      }
      #expect(try await suggestions("spi") == suggested)
      #expect(home.errors.elements.isEmpty)
    }

    @Test func `finds only items of the classes that were asked for`() async throws {
      try await home.host.unlock(with: [UInt8](repeating: 7, count: 32))
      let secrets = CSSearchableIndex(name: "secrets", protectionClass: .complete)
      try await secrets.indexSearchableItems([CompatHome.item("secret", "soup soup soup")])
      let later = CSSearchableIndex(
        name: "later", protectionClass: .completeUntilFirstUserAuthentication)
      try await later.indexSearchableItems([CompatHome.item("later")])
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("open")])
      let asked: [([FileProtectionType], [String])] = [
        ([], ["later", "open", "secret"]), ([.complete], ["secret"]), ([.none], ["open"]),
        ([.completeUntilFirstUserAuthentication, .none], ["later", "open"]),
      ]
      for (classes, found) in asked {
        let query = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
        query.protectionClasses = classes
        #expect(try await items(query).map(\.id).sorted() == found)
        let context = CSUserQueryContext()
        context.maxResultCount = 1
        let best = CSUserQuery(userQueryString: "soup", userQueryContext: context)
        best.protectionClasses = classes
        let only = try await items(best)
        #expect(only.count == 1)
        #expect(only.allSatisfy { found.contains($0.id) })
      }
      CSUserQuery.prepareProtectionClasses([.complete, .none])
      _ = try await home.found()
      #expect(home.errors.elements.isEmpty)
    }

    /// What handlers of a class that nobody shares may do.
    private final class Results {
      var items: [CSSearchableItem] = []
    }

    @Test func `gathers in handlers without a lock, since one is called after the other`()
      async throws
    {
      try await CSSearchableIndex.default().indexSearchableItems(
        (0..<2_500).map { CompatHome.item("\($0)") })
      let count = await withCheckedContinuation { done in
        gather { done.resume(returning: $0) }
      }
      #expect(count == 2_500)
    }

    /// A listing as apps have it: the handlers take what is not `Sendable`.
    private func gather(_ end: @escaping @Sendable (Int) -> Void) {
      let results = Results()
      let query = CSSearchQuery(queryString: "title == *", attributes: ["title"])
      query.foundItemsHandler = { results.items.append(contentsOf: $0) }
      query.completionHandler = { _ in end(results.items.count) }
      query.start()
    }

    @Test func `takes a variable of the caller's into its handlers`() async throws {
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("1")])
      let found = await withCheckedContinuation { done in
        var results: [CSSearchableItem] = []
        let query = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
        query.foundItemsHandler = { results.append(contentsOf: $0) }
        query.completionHandler = { error in
          #expect(error == nil)
          done.resume(returning: results.map(\.uniqueIdentifier))
        }
        query.start()
      }
      #expect(found == ["1"])
    }
  }
}
