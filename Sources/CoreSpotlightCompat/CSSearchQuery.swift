internal import DeviceIndex
public import Foundation
internal import Synchronization

/// A query in the query language over the app's items, asked once: by `start()` with handlers, or
/// by reading `results`.
open class CSSearchQuery: NSObject, @unchecked Sendable {
  /// An item that was found.
  public struct Item: Comparable, Hashable, Identifiable, @unchecked Sendable {
    /// The item, with the attributes that were asked for.
    public let item: CSSearchableItem
    let result: SearchResult

    init(_ result: SearchResult, rank: Int?) {
      self.result = result
      item = CSSearchableItem(result, rank: rank)
    }

    public var id: String { result.uniqueIdentifier }

    public static func == (first: Item, second: Item) -> Bool { first.result == second.result }
    public func hash(into hasher: inout Hasher) { hasher.combine(result) }
    /// What a ranked query found first is less.
    public static func < (first: Item, second: Item) -> Bool {
      first.item.compare(byRank: second.item) == .orderedAscending
    }
  }

  struct State {
    var foundItemCount = 0
    var foundSuggestionCount = 0
    var isCancelled = false
    /// What asks, once it does.
    var asking: Task<Void, Never>?
    var wasAsked = false
  }

  let state = Mutex(State())
  private let queryString: String
  private let context: Result<SearchQuery.Context, any Error>

  /// Called with each batch of what is found, one after the other, on no particular thread. Set
  /// before the start.
  public var foundItemsHandler: (([CSSearchableItem]) -> Void)?
  /// Called once, at the end: with the error, or nil.
  public var completionHandler: (((any Error)?) -> Void)?

  /// Only items of these classes are found; empty: of all that can be read. Set before the start.
  public var protectionClasses: [FileProtectionType] = []

  /// - Parameters:
  ///   - queryString: in the query language of docs/SEARCH.md.
  ///   - attributes: only these are in the found items; nil: all.
  public convenience init(queryString: String, attributes: [String]?) {
    let context = CSSearchQueryContext()
    context.fetchAttributes = attributes ?? []
    self.init(queryString: queryString, queryContext: context)
  }

  /// - Parameters:
  ///   - queryString: in the query language of docs/SEARCH.md. A text that is not a query fails
  ///     when it is asked.
  ///   - queryContext: copied here; nil: all attributes of the app's own items.
  public init(queryString: String, queryContext: CSSearchQueryContext?) {
    self.queryString = queryString
    context = Result { try (queryContext ?? CSSearchQueryContext()).snapshot() }
  }

  /// What was found by now; raised before the handler is called.
  public var foundItemCount: Int { state.withLock { $0.foundItemCount } }
  /// Whether `cancel` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Asks, and calls the handlers. A query is asked once: another call does nothing.
  open func start() {
    guard markAsked() else { return }
    run { [self] in
      for try await batch in try asked().batches {
        try checkCancellation()
        deliver(batch)
      }
    } end: { [self] error in
      completionHandler?(error)
    }
  }

  /// Ends the query: no handler is called from here on but the one that is running, and at the end
  /// the completion handler, with `CSSearchQueryError.Code.cancelled`.
  open func cancel() {
    let asking = state.withLock { state in
      state.isCancelled = true
      return state.asking
    }
    asking?.cancel()
  }

  /// What is found. Reading it asks the query, in place of the handlers.
  public var results: AsyncThrowingStream<Item, any Error> {
    stream { [self] put in
      for try await result in try asked().results {
        try checkCancellation()
        state.withLock { $0.foundItemCount += 1 }
        put(Item(result, rank: nil))
      }
    }
  }

  // MARK: Asking

  private func asked() throws -> SearchQuery {
    let home = try CoreSpotlightDevice.home()
    var context = try self.context.get()
    if let classes = wantedClasses { context.protectionClasses = classes }
    return try home.host.searchableIndex(forApp: home.bundleIdentifier)
      .searchQuery(queryString, context: context)
  }

  /// Nil: all.
  var wantedClasses: Set<ProtectionClass>? {
    protectionClasses.isEmpty ? nil : Set(protectionClasses.map { ProtectionClass($0) })
  }

  func checkCancellation() throws(CSSearchQueryError) {
    guard !isCancelled else {
      throw CSSearchQueryError(.cancelled, "The query was cancelled before its end.")
    }
  }

  private func deliver(_ batch: [SearchResult]) {
    state.withLock { $0.foundItemCount += batch.count }
    foundItemsHandler?(batch.map { CSSearchableItem($0, rank: nil) })
  }

  /// - Returns: false for a query that was asked before.
  func markAsked() -> Bool {
    state.withLock { state in
      defer { state.wasAsked = true }
      return !state.wasAsked
    }
  }

  /// - Parameter end: called once, with what went wrong.
  func run(
    _ body: @escaping @Sendable () async throws -> Void,
    end: @escaping @Sendable (CSSearchQueryError?) -> Void
  ) {
    let asking = Task {
      do {
        try await waitForEarlierCalls()
        try await body()
        try checkCancellation()
        end(nil)
      } catch {
        end(CSSearchQueryError(error))
      }
    }
    let isCancelled = state.withLock { state in
      state.asking = asking
      return state.isCancelled
    }
    if isCancelled { asking.cancel() }
  }

  func stream<Element: Sendable>(
    _ body: @escaping @Sendable ((Element) -> Void) async throws -> Void
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      guard markAsked() else {
        return continuation.finish(
          throwing: CSSearchQueryError(
            .unknown, "The query was asked before. Make another one to ask it again."))
      }
      run {
        try await body { continuation.yield($0) }
      } end: {
        continuation.finish(throwing: $0)
      }
      let asking = state.withLock { $0.asking }
      continuation.onTermination = { _ in asking?.cancel() }
    }
  }

  /// What was given before is found: it is looked for after it was taken.
  private func waitForEarlierCalls() async throws {
    await withCheckedContinuation { continuation in
      CoreSpotlightDevice.order.run { continuation.resume() }
    }
    try checkCancellation()
  }
}
