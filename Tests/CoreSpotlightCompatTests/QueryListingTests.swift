import CoreSpotlightCompat
import Foundation
import TestSupport
import Testing

/// Listings of Apple's guides to searching inside of an app.
extension AppleNames {
  @Suite("Queries by Apple's names") struct Queries {
    private let home: CompatHome

    init() throws { home = try CompatHome() }

    @Test func `as a user typed it, escaped into the query language`() async throws {
      try await CSSearchableIndex.default().indexSearchableItems([
        CompatHome.item("1", #"The "best" soup"#), CompatHome.item("2", "The best salad"),
      ])
      let userQuery = #"soup "best"#
      let escaped = userQuery.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"")
      let queryString = "**=\"" + escaped + "\"cwdt"
      let query = CSSearchQuery(queryString: queryString, attributes: ["displayName", "title"])
      let gathered = Gathered<String>()
      await withCheckedContinuation { done in
        query.foundItemsHandler = { items in
          for item in items {
            gathered.add("\(item.uniqueIdentifier) \(item.attributeSet.title ?? "")")
          }
        }
        query.completionHandler = { error in
          #expect(error == nil)
          done.resume()
        }
        query.start()
        query.start()
      }
      #expect(gathered.elements == [#"1 The "best" soup"#])
      #expect(query.foundItemCount == 1)
      #expect(!query.isCancelled)
    }

    @Test func `gives only the attributes that were asked for, of what the filters leave`()
      async throws
    {
      let item = CompatHome.item("1")
      item.attributeSet.comment = "remark"
      try await CSSearchableIndex.default().indexSearchableItems([item, CompatHome.item("2")])
      let queryContext = CSSearchQueryContext()
      queryContext.fetchAttributes = ["title"]
      queryContext.filterQueries = [#"comment == "rem*""#]
      let query = CSSearchQuery(queryString: #"title == "soup""#, queryContext: queryContext)
      var found: [CSSearchableItem] = []
      for try await result in query.results { found.append(result.item) }
      #expect(found.map(\.uniqueIdentifier) == ["1"])
      #expect(found.first?.attributeSet.title == "soup")
      #expect(found.first?.attributeSet.comment == nil)
    }

    private func ask(_ text: String) async throws -> (
      [CSSuggestion], [CSUserQuery.Item], CSUserQuery
    ) {
      let queryContext = CSUserQueryContext()
      queryContext.fetchAttributes = ["title"]
      queryContext.enableRankedResults = true
      queryContext.maxResultCount = 12
      queryContext.maxSuggestionCount = 4
      let query = CSUserQuery(userQueryString: text, userQueryContext: queryContext)
      var suggestions: [CSSuggestion] = []
      var items: [CSUserQuery.Item] = []
      for try await element in query.responses {
        switch element {
        case .item(let item): items.append(item)
        case .suggestion(let suggestion): suggestions.append(suggestion.suggestion)
        @unknown default: break
        }
      }
      #expect(query.foundItemCount == items.count)
      #expect(query.foundSuggestionCount == suggestions.count)
      return (suggestions, items, query)
    }

    @Test func `answers what a person typed with suggestions and ranked items`() async throws {
      try await CSSearchableIndex.default().indexSearchableItems(
        (0..<30).map { CompatHome.item("\($0)", "soup \($0)") })
      let (none, items, query) = try await ask("soup 17")
      #expect(none.isEmpty)
      // Those that have one of the two words stand below.
      #expect(items.first?.id == "17" && items.count > 1)
      query.userEngaged(items[0], visibleItems: items, interaction: .select)
      let (suggestions, ranked, _) = try await ask("sou")
      let texts = suggestions.map { String($0.localizedAttributedSuggestion.characters) }
      // Others are completions from titles.
      #expect(texts.first == "soup 17" && texts.count == 4)
      let typed = suggestions.first?.localizedAttributedSuggestion.runs.first {
        $0[CSTypedTextAttribute.self] == true
      }
      #expect(
        typed.map { String(suggestions[0].localizedAttributedSuggestion[$0.range].characters) }
          == "sou"
      )
      #expect(ranked.count == 12)
      #expect(ranked.first?.id == "17")
      #expect(ranked.shuffled().sorted().map(\.id) == ranked.map(\.id))
      #expect(ranked[0].item.compare(byRank: ranked[1].item) == .orderedAscending)
      #expect(home.errors.elements.isEmpty)
    }

    @Test func `calls handlers of what a person typed, the suggestions first`() async throws {
      CSUserQuery.prepare()
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("1")])
      let query = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
      let gathered = Gathered<String>()
      await withCheckedContinuation { done in
        query.foundSuggestionsHandler = { gathered.add("suggestions \($0.count)") }
        query.foundItemsHandler = { gathered.add("items \($0.count)") }
        query.completionHandler = { _ in done.resume() }
        query.start()
      }
      #expect(gathered.elements == ["suggestions 0", "items 1"])
    }

    @Test(arguments: ["", "title ==", "title == soup", "InRange(title, 1)"])
    func `says where a query cannot be read`(_ text: String) async throws {
      let error = await #expect(throws: CSSearchQueryError.self) {
        for try await _ in CSSearchQuery(queryString: text, attributes: nil).results {}
      }
      #expect(error?.code == .invalidQuery)
      #expect(error?.errorCode == -2_002)
      #expect(error?.description.hasPrefix("Character ") == true)
      let context = CSSearchQueryContext()
      context.filterQueries = [text]
      let query = CSSearchQuery(queryString: "title == *", queryContext: context)
      let failed = await withCheckedContinuation { done in
        query.completionHandler = { done.resume(returning: $0 as? CSSearchQueryError) }
        query.start()
      }
      #expect(failed?.code == .invalidQuery)
    }

    @Test func `is cancelled before it starts, and while it runs`() async throws {
      try await CSSearchableIndex.default().indexSearchableItems(
        (0..<2_500).map { CompatHome.item("\($0)") })
      let early = CSSearchQuery(queryString: "title == *", attributes: nil)
      early.cancel()
      let running = CSSearchQuery(queryString: "title == *", attributes: nil)
      running.foundItemsHandler = { [weak running] _ in running?.cancel() }
      for query in [early, running] {
        let error = await withCheckedContinuation { done in
          query.completionHandler = { done.resume(returning: $0 as? CSSearchQueryError) }
          query.start()
        }
        #expect(error?.code == .cancelled)
        #expect(query.isCancelled)
      }
      #expect(early.foundItemCount == 0)
      #expect((1...1_000).contains(running.foundItemCount))
    }

    @Test func `is cancelled by its own handlers, which are called no more`() async throws {
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("1")])
      let query = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
      let told = Gathered<String>()
      let error = await withCheckedContinuation { done in
        query.foundSuggestionsHandler = { [weak query] _ in
          told.add("suggestions")
          query?.cancel()
        }
        query.foundItemsHandler = { _ in told.add("items") }
        query.completionHandler = { done.resume(returning: $0 as? CSSearchQueryError) }
        query.start()
      }
      #expect(told.elements == ["suggestions"])
      #expect(error?.code == .cancelled)

      // While the last handler runs, the completion handler has not been called.
      let last = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
      let late = await withCheckedContinuation { done in
        last.foundItemsHandler = { [weak last] _ in last?.cancel() }
        last.completionHandler = { done.resume(returning: $0 as? CSSearchQueryError) }
        last.start()
      }
      #expect(late?.code == .cancelled)

      let read = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
      read.cancel()
      let none = await #expect(throws: CSSearchQueryError.self) {
        for try await _ in read.responses {}
      }
      #expect(none?.code == .cancelled)
    }

    @Test func `is asked once`() async throws {
      let query = CSUserQuery(userQueryString: "soup", userQueryContext: nil)
      for try await _ in query.suggestions {}
      let error = await #expect(throws: CSSearchQueryError.self) {
        for try await _ in query.responses {}
      }
      #expect(error?.description == "The query was asked before. Make another one to ask it again.")
    }
  }
}
