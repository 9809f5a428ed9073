internal import DeviceIndex
public import Foundation
internal import QueryLanguage
internal import Synchronization

/// How what a person typed is looked for.
public final class CSUserQueryContext: CSSearchQueryContext, @unchecked Sendable {
  /// From 0 on.
  public var maxResultCount = 20
  /// From 0 on.
  public var maxSuggestionCount = 5
  /// Whether the best come first, which is what `maxResultCount` then keeps.
  public var enableRankedResults = true
  /// The suggestion that the person chose to get here.
  public private(set) var currentSuggestion: CSSuggestion?

  public override init() { super.init() }

  public init(currentSuggestion: CSSuggestion?) {
    self.currentSuggestion = currentSuggestion
    super.init()
  }

  func takenForWords() throws -> UserQuery.Context {
    let taken = try taken()
    var context = UserQuery.Context()
    context.fetchAttributes = taken.fetchAttributes
    context.filterQueries = taken.filterQueries
    context.maxResultCount = maxResultCount
    context.maxSuggestionCount = maxSuggestionCount
    context.isRanked = enableRankedResults
    return context
  }
}

/// Marks what was typed of a suggestion.
public enum CSTypedTextAttribute: AttributedStringKey {
  public typealias Value = Bool
  public static var name: String { "CSTypedText" }
}

/// A query that led somewhere before, and goes on from what is being typed.
public final class CSSuggestion: Hashable, Sendable {
  public enum Kind: Int, Sendable {
    case none, custom, `default`
  }

  let suggestion: SearchSuggestion
  let rank: Int

  init(_ suggestion: SearchSuggestion, rank: Int) {
    (self.suggestion, self.rank) = (suggestion, rank)
  }

  public var suggestionKind: Kind { .default }

  /// The whole query; what was typed of it by now has the `CSTypedTextAttribute`.
  public var localizedAttributedSuggestion: AttributedString {
    var text = AttributedString(suggestion.text)
    let end = text.characters.index(text.startIndex, offsetBy: suggestion.typedCount)
    text[text.startIndex..<end][CSTypedTextAttribute.self] = true
    return text
  }

  /// By their texts.
  public func compare(_ other: CSSuggestion) -> ComparisonResult {
    let (own, others) = (suggestion.text, other.suggestion.text)
    return own == others ? .orderedSame : own < others ? .orderedAscending : .orderedDescending
  }

  /// Whether the query gave this one before another.
  public func compare(byRank other: CSSuggestion) -> ComparisonResult {
    rank == other.rank
      ? .orderedSame : rank < other.rank ? .orderedAscending : .orderedDescending
  }

  public static func == (first: CSSuggestion, second: CSSuggestion) -> Bool {
    (first.suggestion, first.rank) == (second.suggestion, second.rank)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(suggestion) }
}

/// What a person typed, looked for in the app's items, asked once: by `start()` with handlers, or
/// by reading `responses` or `suggestions`.
public final class CSUserQuery: CSSearchQuery, @unchecked Sendable {
  /// A suggested completion.
  public struct Suggestion: Hashable, Sendable {
    public let suggestion: CSSuggestion
  }

  /// One of what a person is shown.
  public enum Response: Sendable {
    case item(Item)
    case suggestion(Suggestion)
  }

  /// What a person did with it: only a selection counts as an opening.
  public enum UserInteractionKind: Int, Sendable {
    case select, `default`, focus
  }

  private let text: String
  private let words: Result<UserQuery.Context, any Error>
  /// Called once with all suggestions, before the items. Set before the start.
  public var foundSuggestionsHandler: (@Sendable ([CSSuggestion]) -> Void)?

  /// - Parameter userQueryString: as it was typed; nil and an empty one find nothing, and have past
  ///   queries suggested.
  public init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
    text = userQueryString ?? ""
    let context = userQueryContext ?? CSUserQueryContext()
    words = Result { try context.takenForWords() }
    super.init(queryString: "", queryContext: nil)
  }

  public var foundSuggestionCount: Int { state.withLock { $0.foundSuggestionCount } }

  /// Opens the index, so that the first query finds it open.
  public static func prepare() {
    CoreSpotlightDevice.order.run {
      do {
        _ = try await CoreSpotlightDevice.home().host.indexProgress()
      } catch {
        CoreSpotlightDevice.report(error)
      }
    }
  }

  public override func start() {
    guard begin() else { return }
    run { [self] in
      let (suggestions, items) = try await answer()
      foundSuggestionsHandler?(suggestions.map(\.suggestion))
      if !items.isEmpty { foundItemsHandler?(items.map(\.item)) }
    } end: { [self] error in
      completionHandler?(error)
    }
  }

  /// The suggestions, then the items. Reading it asks the query, in place of the handlers.
  public var responses: AsyncThrowingStream<Response, any Error> {
    stream { [self] put in
      let (suggestions, items) = try await answer()
      for suggestion in suggestions { put(.suggestion(suggestion)) }
      for item in items { put(.item(item)) }
    }
  }

  /// Only the suggestions.
  public var suggestions: AsyncThrowingStream<Suggestion, any Error> {
    stream { [self] put in
      for suggestion in try await answer().0 { put(suggestion) }
    }
  }

  private func answer() async throws -> ([Suggestion], [Item]) {
    let home = try CoreSpotlightDevice.home()
    let answer = try await home.host.searchableIndex(forApp: home.bundleIdentifier)
      .userQuery(text, context: words.get()).answer()
    let suggestions = answer.suggestions.enumerated().map {
      Suggestion(suggestion: CSSuggestion($0.element, rank: $0.offset))
    }
    let isRanked = try words.get().isRanked
    let items = answer.results.enumerated().map {
      Item($0.element, rank: isRanked ? $0.offset : nil)
    }
    state.withLock { state in
      (state.foundItemCount, state.foundSuggestionCount) = (items.count, suggestions.count)
    }
    return (suggestions, items)
  }

  /// Says what a person did with an item of this query, and what else was to be seen: it counts for
  /// the order of later ones, and stays on the device.
  public func userEngaged(
    _ item: Item, visibleItems: [Item], interaction: UserInteractionKind
  ) {
    guard interaction == .select else { return }
    let text = text
    CoreSpotlightDevice.order.run {
      do {
        try await CoreSpotlightDevice.home().host.userEngaged(
          with: item.result, query: text,
          visible: visibleItems.map(\.result).filter { $0 != item.result })
      } catch {
        CoreSpotlightDevice.report(error)
      }
    }
  }

  /// Nothing is kept of a suggestion that was chosen: what is opened from its query counts.
  public func userEngaged(
    _ suggestion: Suggestion, visibleSuggestions: [Suggestion], interaction: UserInteractionKind
  ) {}
}
