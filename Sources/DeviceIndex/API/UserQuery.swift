public import Foundation
public import JournalFormat
public import QueryLanguage
internal import Search

/// What a person typed, looked for in the items and activities of an app or of all apps.
///
/// What has all words is found first, the last one as the beginning of a word: people search while
/// they type. Where hardly anything has all words, results that have some of them follow, and say
/// which they have not (`SearchResult.omittedWords`). The answer is at once what the index has by
/// now. Cancel nothing: a newer query does not wait for an older one.
public struct UserQuery: Sendable {
  /// How a query is asked.
  public struct Context: Sendable {
    /// Only these attributes are in the results' attribute sets, by their property or `kMDItem`
    /// names; nil: all.
    public var fetchAttributes: Set<String>?
    /// What has to hold of an item besides: all of them.
    public var filterQueries: [Query] = []
    /// Only items of these classes; those that are locked are never found. Activities are of the
    /// class `none`.
    public var protectionClasses = Set(ProtectionClass.allCases)
    /// From 0 on.
    public var maxResultCount = 20
    /// Results that are left out at the beginning, for the pages after the first. From 0 on.
    public var skippedResultCount = 0
    /// From 0 on.
    public var maxSuggestionCount = 5
    /// Whether the best come first, which is what `maxResultCount` then keeps; otherwise they are
    /// sorted by app and identifier.
    public var isRanked = true
    /// Whether results say where the words are, in `markedTitle` and `snippet`.
    public var hasExcerpts = false
    /// Whether results say what their scores are made of, in `SearchResult.score`.
    public var isExplained = false
    /// Who is asked for public results, which are ranked among the device's own; nil: nobody. What
    /// is typed is sent to it. Its failure never hides what the device finds.
    public var cloud: (any PublicSearching)?
    /// How long its answer is waited for.
    public var cloudWait = Duration.seconds(1)
    /// What `$time.today` and the like are taken by in filters: its time zone, and its first day of
    /// a week.
    public var calendar = Calendar.current

    /// A context that asks for all attributes.
    public init() {}
  }

  /// One of what a person is shown.
  public enum Element: Hashable, Sendable {
    case suggestion(SearchSuggestion)
    case item(SearchResult)
  }

  /// What a query found.
  public struct Answer: Hashable, Sendable {
    /// What was found, best first.
    public let results: SearchResults
    /// How the query could continue, best first.
    public let suggestions: [SearchSuggestion]
    /// What a cloud had to do with it.
    public let cloud: CloudShare
  }

  /// As it was typed; may be empty, then nothing is found and past queries are suggested.
  public let text: String
  /// How it is asked.
  public let context: Context
  /// Nil: of all apps.
  public let bundleIdentifier: String?
  private let host: DeviceHost

  init(_ text: String, _ context: Context, app: String?, _ host: DeviceHost) {
    self.text = text
    self.context = context
    bundleIdentifier = app
    self.host = host
  }

  /// Results and suggestions; with a cloud, the last of `answers`.
  public func answer() async throws(DeviceError) -> Answer {
    guard context.cloud != nil else { return try await ownAnswer(.notAsked) }
    var last: Answer?
    for try await answer in answers { last = answer }
    guard let last else { return try await ownAnswer(.notAsked) }
    return last
  }

  /// What the device finds by now, with what a cloud found.
  func ownAnswer(
    _ cloud: CloudShare, blending found: [PublicResult] = []
  ) async throws(DeviceError) -> Answer {
    try await host.answer(to: self, cloud, blending: found)
  }

  /// The same query, asked otherwise.
  func asking(_ context: Context) -> UserQuery {
    UserQuery(text, context, app: bundleIdentifier, host)
  }

  /// How many results there are, on all pages: each is found, which takes its time.
  public func resultCount() async throws(DeviceError) -> Int {
    var all = self.context
    (all.maxResultCount, all.skippedResultCount, all.maxSuggestionCount) = (.max, 0, 0)
    return try await asking(all).answer().results.count
  }

  /// The suggestions, then the results: what `answer()` gives, one by one.
  public var responses: QuerySequence<Element> {
    QuerySequence { step throws(DeviceError) in
      guard step == 0 else { return nil }
      let answer = try await answer()
      return answer.suggestions.map { .suggestion($0) } + answer.results.map { .item($0) }
    }
  }
}

extension DeviceHost {
  func answer(
    to query: UserQuery, _ cloud: CloudShare, blending found: [PublicResult]
  ) throws(DeviceError) -> UserQuery.Answer {
    let context = query.context
    let results = try device.queries.results(of: query, blending: found, now: clock())
    if results.isPartial { readIndexInBackground() }
    let suggestions = try device.queries.suggestions(
      for: query.text, app: query.bundleIdentifier, now: clock(),
      limit: context.maxSuggestionCount)
    return UserQuery.Answer(results: results, suggestions: suggestions, cloud: cloud)
  }

  /// What a person typed, looked for in the items and activities of all apps.
  public nonisolated func userQuery(
    _ text: String, context: UserQuery.Context = .init()
  ) -> UserQuery {
    UserQuery(text, context, app: nil, self)
  }
}

extension DeviceHost {
  /// Begins a visit of a person to a search field.
  public nonisolated func searchSession() -> SearchSession { SearchSession(self) }

  /// Records that a person saw results that are known by their identifiers only, and opened none.
  ///
  ///     try await host.userAbandoned(
  ///       visibleIdentifiers: ["dune", "duel"], inApp: "films", query: "du")
  ///
  /// A session decides by itself what was abandoned: see `searchSession()`. The results need not
  /// exist. Without results the search found nothing, and the query is what is journaled.
  ///
  /// - Parameters:
  ///   - identifiers: the device's own visible results, from the top down, none of them empty.
  ///   - tags: the tags of visible public results (`SearchResult.tag`), from the top down. Of both
  ///     together at most `SearchSession.visibleMax` count.
  ///   - bundleIdentifier: the app of all the results.
  ///   - query: what the person had typed.
  /// - Returns: the place in the journal; nil: the configuration switches such entries off, or
  ///   nothing was found and the query is withheld.
  /// - Throws: `DeviceError.Code.invalidItem` for an empty identifier, or none at all and no query.
  @discardableResult
  public func userAbandoned(
    visibleIdentifiers identifiers: [String], visibleTags tags: [Tag] = [],
    inApp bundleIdentifier: String, query: String = ""
  ) async throws(DeviceError) -> JournalPlace? {
    guard !identifiers.isEmpty || !tags.isEmpty || !query.isEmpty else {
      throw DeviceError(
        .invalidItem, "An abandoned search names no result and no query. Name what was shown.")
    }
    let visible = try SearchResult.named(identifiers, tags, ofApp: bundleIdentifier)
    return try await record([ShownList(query, visible)])
  }

  /// Journals searches of which nothing was opened; nil: there are none, or none are wanted.
  @discardableResult
  func record(_ lists: [ShownList]) async throws(DeviceError) -> JournalPlace? {
    guard !lists.isEmpty, device.configuration.journalsAbandonedSearches else { return nil }
    let holdsProtected = try device.holdsProtected()
    // Whether results are protected is what the index says.
    if holdsProtected { try await catchUpIndex() }
    // What is locked is not found, and may be what was meant.
    let isSilent = holdsProtected && device.protectionState != .unlocked
    let events = lists.map { $0.abandoned(withQuery: !isSilent) }.filter {
      !$0.resultsShown.query.isEmpty || !$0.resultsShown.results.isEmpty
    }
    return events.isEmpty ? nil : try record(events)
  }
}

extension SearchableIndex {
  /// What a person typed, looked for in the app's items and activities.
  public func userQuery(
    _ text: String, context: UserQuery.Context = .init()
  ) -> UserQuery {
    UserQuery(text, context, app: bundleIdentifier, host)
  }
}

extension IndexQueries {
  fileprivate func results(
    of query: UserQuery, blending publicResults: [PublicResult], now: Timestamp
  ) throws(DeviceError) -> SearchResults {
    let context = query.context
    let (asked, isOver) = context.maxResultCount.addingReportingOverflow(
      context.skippedResultCount)
    // The best of a class need not be among the best of all.
    let isBounded = context.isRanked && !isOver && context.wantsEveryClass
    let found = try searchMeanwhile(
      query.text, app: query.bundleIdentifier, now: now,
      limit: isBounded ? max(0, asked) : .max, isExplained: context.isExplained,
      hasExcerpts: context.hasExcerpts,
      filter: Query(all: context.filterQueries).map {
        CompiledQuery($0, clock: QueryClock(context.calendar, at: now))
      }, blending: publicResults)
    let wanted = found.filter { context.protectionClasses.contains($0.protectionClass) }
    let ordered = context.isRanked ? wanted : wanted.sorted { $0.isNamed(before: $1) }
    let page = ordered.dropFirst(max(0, context.skippedResultCount))
      .prefix(max(0, context.maxResultCount))
    return SearchResults(
      page.map { $0.fetching(context.fetchAttributes) }, index: found.index)
  }
}

extension UserQuery.Context {
  fileprivate var wantsEveryClass: Bool {
    protectionClasses.isSuperset(of: ProtectionClass.allCases)
  }
}

extension SearchResult {
  fileprivate func isNamed(before other: SearchResult) -> Bool {
    bundleIdentifier == other.bundleIdentifier
      ? uniqueIdentifier.utf8.lexicographicallyPrecedes(other.uniqueIdentifier.utf8)
      : bundleIdentifier.utf8.lexicographicallyPrecedes(other.bundleIdentifier.utf8)
  }
}
