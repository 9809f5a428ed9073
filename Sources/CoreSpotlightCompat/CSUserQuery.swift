internal import DeviceIndex
public import Foundation
internal import Synchronization

/// What a person typed, looked for in the app's items, asked once: by `start()` with handlers, or
/// by reading `responses` or `suggestions`.
open class CSUserQuery: CSSearchQuery, @unchecked Sendable {
  /// A suggested completion.
  public struct Suggestion: Hashable, Identifiable, Sendable {
    /// The completion.
    public let suggestion: CSSuggestion
    public var id: CSSuggestion { suggestion }
  }

  /// One of what a person is shown.
  public enum Response: Sendable {
    case item(Item)
    case suggestion(Suggestion)
  }

  /// What a person did with it: a selection counts as an opening, a look does not.
  public enum UserInteractionKind: Int, Sendable {
    case select, focus
    /// As in Apple's header.
    public static var `default`: Self { .select }
  }

  private let text: String
  private let words: Result<UserQuery.Context, any Error>
  /// Called once with all suggestions, before the items. Set before the start.
  public var foundSuggestionsHandler: (([CSSuggestion]) -> Void)?

  /// - Parameters:
  ///   - userQueryString: as it was typed; nil and an empty one find nothing, and have past queries
  ///     suggested.
  ///   - userQueryContext: what is wanted of the results; nil: the default.
  public init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
    text = userQueryString ?? ""
    let context = userQueryContext ?? CSUserQueryContext()
    words = Result { try context.takenForWords() }
    super.init(queryString: "", queryContext: nil)
  }

  /// Suggestions that were found by now; raised before the handler is called.
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

  /// Opens the index, which has the protected items of all classes too.
  public static func prepareProtectionClasses(_ protectionClasses: [FileProtectionType]) {
    prepare()
  }

  open override func start() {
    guard markAsked() else { return }
    run { [self] in
      let (suggestions, items) = try await answer()
      foundSuggestionsHandler?(suggestions.map(\.suggestion))
      try checkCancellation()
      if !items.isEmpty { foundItemsHandler?(items.map(\.item)) }
    } end: { [self] error in
      completionHandler?(error)
    }
  }

  /// The suggestions, then the items. Reading it asks the query, in place of the handlers.
  public var responses: AsyncThrowingStream<Response, any Error> {
    stream { [self] put in
      let (suggestions, items) = try await answer()
      for suggestion in suggestions {
        try checkCancellation()
        put(.suggestion(suggestion))
      }
      for item in items {
        try checkCancellation()
        put(.item(item))
      }
    }
  }

  /// Only the items.
  public override var results: AsyncThrowingStream<Item, any Error> {
    stream { [self] put in
      for item in try await answer().1 {
        try checkCancellation()
        put(item)
      }
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
    var context = try words.get()
    if let classes = wantedClasses { context.protectionClasses = classes }
    let answer = try await home.host.searchableIndex(forApp: home.bundleIdentifier)
      .userQuery(text, context: context).answer()
    try checkCancellation()
    let suggestions = answer.suggestions.enumerated().map {
      Suggestion(suggestion: CSSuggestion($0.element, rank: $0.offset))
    }
    let items = answer.results.enumerated().map {
      Item($0.element, rank: context.isRanked ? $0.offset : nil)
    }
    state.withLock { state in
      (state.foundItemCount, state.foundSuggestionCount) = (items.count, suggestions.count)
    }
    return (suggestions, items)
  }

  /// Says what a person did with an item of this query, and what else was visible: it affects
  /// the order of later ones, and stays on the device. One that was only looked at is not counted.
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
