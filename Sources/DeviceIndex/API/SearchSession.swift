public import Foundation
internal import JournalFormat

/// One visit of a person to a search field, from the first letter to the end: what was shown and
/// came to rest, what was opened, and what was abandoned. The ranking learns from it.
///
///     let session = host.searchSession()
///     let answer = try await host.userQuery("tom").answer()
///     try await session.show(Array(answer.results.prefix(8)), for: "tom", at: .now)
///     if let best = answer.results.first { try await session.open(best, at: .now) }
///     try await session.end(at: .now)
///
/// Call `show` for each letter, with what the person can see: not with what is below the fold or
/// under the keyboard. A list counts if it stayed for `restMilliseconds`. A longer or shorter text
/// of the same search replaces it; at most one list of each search counts.
///
/// An opened result is journaled at once, with what was visible beside it, its place in the list
/// and how long the list had been there. A search of which nothing was opened is one small entry,
/// with at most `visibleMax` results, journaled when the session ends or has `searchesMax` of them;
/// one that found nothing has what was typed alone. Of it, the cloud hears how often public results
/// were shown, by their tags, and nothing else. What was typed is not in it where a result is
/// protected, while protected items are locked, or where it has more than 256 bytes.
/// `DeviceConfiguration.journalsAbandonedSearches` switches these entries off.
///
/// A session that is never ended journals its last searches never. Call it from any task.
public actor SearchSession {
  /// How long a list has to stay to count, in milliseconds.
  public static let restMilliseconds: Int64 = 1_000
  /// Results of a list that count, from the top down: more than a person sees at once.
  public static let visibleMax = 20
  /// Abandoned searches after which they are journaled, before the session ends.
  public static let searchesMax = 8

  private let host: DeviceHost
  private var lists = ShownLists()

  init(_ host: DeviceHost) { self.host = host }

  /// The person sees these results now, in place of those before.
  ///
  /// - Parameters:
  ///   - visible: what can be seen, from the top down; empty when nothing was found.
  ///   - query: what is typed by now.
  ///   - time: the time, which need not be that of the host's clock. If it goes back, the list
  ///     before does not count.
  /// - Throws: `DeviceError` if `searchesMax` searches cannot be journaled. They are dropped then.
  public func show(
    _ visible: [SearchResult], for query: String, at time: Date
  ) async throws(DeviceError) {
    lists.show(ShownList(query, visible), at: time.journalMilliseconds)
    guard lists.abandoned.count >= Self.searchesMax else { return }
    try await host.record(lists.takeAbandoned())
  }

  /// The person opened a result of those that are visible.
  ///
  /// - Returns: the place in the journal; the engagement is durable when this returns.
  /// - Throws: `DeviceError` if it cannot be journaled.
  @discardableResult
  public func open(
    _ result: SearchResult, at time: Date
  ) async throws(DeviceError) -> JournalPlace {
    let opening = lists.open(at: time.journalMilliseconds)
    return try await host.userEngaged(
      with: result, query: opening.list.query, visible: opening.list.results,
      waitedMilliseconds: opening.waitedMilliseconds)
  }

  /// The person is done: what stayed and led to nothing is journaled. The session can be used
  /// again.
  ///
  /// - Returns: the place in the journal; nil: there was nothing to journal.
  /// - Throws: `DeviceError` if it cannot be journaled. It is dropped then.
  @discardableResult
  public func end(at time: Date) async throws(DeviceError) -> JournalPlace? {
    lists.end(at: time.journalMilliseconds)
    return try await host.record(lists.takeAbandoned())
  }
}

/// What a person could see, and what was typed.
struct ShownList: Hashable, Sendable {
  /// A longer text was typed by nobody.
  private static let queryBytesMax = 256

  let query: String
  let results: [SearchResult]

  /// - Parameter visible: from the top down.
  init(_ query: String, _ visible: [SearchResult]) {
    self.query = query
    results = Array(visible.prefix(SearchSession.visibleMax))
  }

  /// Whether a person came from one to the other by typing on, or by taking letters back.
  func isSameSearch(as other: ShownList) -> Bool {
    let (one, two) = (query.utf8, other.query.utf8)
    return one.isEmpty == two.isEmpty && (one.starts(with: two) || two.starts(with: one))
  }

  /// Nothing was typed, and nothing found.
  var saysNothing: Bool { results.isEmpty && query.isEmpty }

  fileprivate func shows(_ other: ShownList) -> Bool {
    query == other.query && results.map(\.journaled) == other.results.map(\.journaled)
  }

  /// As an event that says that nothing was opened.
  ///
  /// - Parameter withQuery: false: without what was typed.
  func abandoned(withQuery: Bool) -> JournalEvent {
    // Of what the index has, it says whether it is protected; this may be gone from it.
    let saysQuery =
      withQuery && query.utf8.count <= Self.queryBytesMax
      && results.allSatisfy { $0.protectionClass == .none }
    return .shown(
      JournalResultsShown(query: saysQuery ? query : "", visible: results.map(\.journaled)))
  }
}

/// Decides which of the lists that a person was shown count as abandoned.
///
/// Times are milliseconds of any clock; each call has the time at which it is made.
struct ShownLists: Sendable {
  private var current: (list: ShownList, since: Int64)?
  /// The list of the search that goes on which came to rest last.
  private var rested: ShownList?
  /// What was typed when something was opened: a beginning of it is no other search.
  private var openedQuery: String?
  /// The lists of which nothing was opened, of searches that are over, oldest first.
  private(set) var abandoned: [ShownList] = []

  mutating func show(_ list: ShownList, at time: Int64) {
    rest(at: time)
    if let current, current.list.shows(list) { return }
    current = (list, time)
  }

  /// What something was opened from.
  struct Opening: Hashable {
    /// What was visible; without results where something was opened of it before.
    let list: ShownList
    /// For how long; nil: it is not known, or something was opened of it before.
    var waitedMilliseconds: UInt64?
  }

  mutating func open(at time: Int64) -> Opening {
    rest(at: time)
    let list = current?.list ?? ShownList("", [])
    if let rested, !rested.isSameSearch(as: list) { abandoned.append(rested) }
    rested = nil
    guard openedQuery != list.query else { return Opening(list: ShownList(list.query, [])) }
    openedQuery = list.query
    let waited = current.flatMap { UInt64(exactly: time.subtractingReportingOverflow($0.since).0) }
    return Opening(list: list, waitedMilliseconds: waited)
  }

  mutating func end(at time: Int64) {
    rest(at: time)
    if let rested { abandoned.append(rested) }
    (current, rested, openedQuery) = (nil, nil, nil)
  }

  mutating func takeAbandoned() -> [ShownList] {
    defer { abandoned = [] }
    return abandoned
  }

  /// What is visible has stayed until now.
  private mutating func rest(at time: Int64) {
    guard let (list, since) = current, !list.saysNothing,
      openedQuery?.utf8.starts(with: list.query.utf8) != true,
      time.subtractingReportingOverflow(since).partialValue >= SearchSession.restMilliseconds,
      time >= since
    else { return }
    if let rested {
      let isSame = rested.isSameSearch(as: list)
      // A letter too many hides nothing of what was seen.
      if isSame, list.results.isEmpty, !rested.results.isEmpty { return }
      if !isSame { abandoned.append(rested) }
    }
    rested = list
  }
}
