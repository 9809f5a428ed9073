public import Foundation
internal import JournalFormat
public import QueryLanguage

/// A query in the query language, over the items and activities of an app or of all apps.
///
/// A value that can be asked again. `all()`, `count()` and the sequences each ask again, and each
/// waits until the index has read what is journaled. Everything that is there from the beginning to
/// the end of one is found once, in no order; what comes or goes meanwhile may be found or not.
///
/// To end one early stop asking it for more, or cancel the task that asks: then it throws
/// `DeviceError.Code.cancelled`.
public struct SearchQuery: Sendable {
  /// How a query is asked, and what of the items is wanted.
  public struct Context: Sendable {
    /// Only these attributes are in the results' attribute sets, by their property or `kMDItem`
    /// names; nil: all.
    public var fetchAttributes: Set<String>?
    /// What has to hold besides: all of them.
    public var filterQueries: [Query] = []
    /// From 0 on.
    public var maxResultCount = Int.max
    /// Only items of these classes; those that are locked are never found. Activities are of the
    /// class `none`.
    public var protectionClasses = Set(ProtectionClass.allCases)
    /// What `$time.today` and the like are taken by: its time zone, and its first day of a week.
    public var calendar: Calendar

    /// - Parameters:
    ///   - fetchAttributes: what the results' attribute sets have, by property or `kMDItem` names;
    ///     nil: all.
    ///   - filterQueries: an item has to fulfil each of them as well.
    ///   - calendar: what `$time` in queries means.
    public init(
      fetchAttributes: Set<String>? = nil, filterQueries: [Query] = [],
      calendar: Calendar = .current
    ) {
      self.fetchAttributes = fetchAttributes
      self.filterQueries = filterQueries
      self.calendar = calendar
    }
  }

  /// What items have to fulfil.
  public let query: Query
  /// How it is asked.
  public let context: Context
  /// Nil: of all apps.
  public let bundleIdentifier: String?
  let host: DeviceHost

  init(_ query: Query, _ context: Context, app: String?, _ host: DeviceHost) {
    self.query = query
    self.context = context
    bundleIdentifier = app
    self.host = host
  }

  /// What is found, in parts that come as soon as they are found. None is empty.
  public var batches: Batches { Batches(self) }

  /// What is found, one by one.
  public var results: Results { Results(self) }

  /// Everything that is found.
  public func all() async throws(DeviceError) -> [SearchResult] {
    var found: [SearchResult] = []
    for try await batch in batches { found += batch }
    return found
  }

  /// How much is found.
  public func count() async throws(DeviceError) -> Int {
    var count = 0
    for try await batch in batches { count += batch.count }
    return count
  }

  /// The parts of what a query finds.
  public struct Batches: AsyncSequence, Sendable {
    public typealias Element = [SearchResult]
    public typealias Failure = DeviceError

    private let query: SearchQuery

    init(_ query: SearchQuery) { self.query = query }

    public func makeAsyncIterator() -> Iterator { Iterator(query) }

    /// Asks at each call of `next`, and holds nothing open between two calls.
    public struct Iterator: AsyncIteratorProtocol {
      private let query: SearchQuery
      private var place: QueryPlace?
      private var left: Int

      init(_ query: SearchQuery) {
        self.query = query
        left = query.context.maxResultCount
      }

      public mutating func next() async throws(DeviceError) -> [SearchResult]? {
        try await next(isolation: nil)
      }

      /// - Throws: `DeviceError.Code.cancelled` when the task is; `index` when the index cannot be
      ///   read or made.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(DeviceError) -> [SearchResult]? {
        if place == nil {
          place = QueryPlace()
          try await query.host.catchUpIndex()
        }
        while left > 0, let current = place, !current.isAtEnd {
          try DeviceError.checkCancellation()
          let (found, after) = try await query.host.nextFound(query, current)
          place = after
          guard !found.isEmpty else { continue }
          let batch = Array(found.prefix(left))
          left -= batch.count
          return batch
        }
        return nil
      }
    }
  }

  /// What a query finds, one by one.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = SearchResult
    public typealias Failure = DeviceError

    private let query: SearchQuery

    init(_ query: SearchQuery) { self.query = query }

    public func makeAsyncIterator() -> Iterator { Iterator(query) }

    /// Asks when everything found before was returned, and holds nothing open between two calls.
    public struct Iterator: AsyncIteratorProtocol {
      private var batches: Batches.Iterator
      private var batch: ArraySlice<SearchResult> = []

      init(_ query: SearchQuery) { batches = Batches.Iterator(query) }

      public mutating func next() async throws(DeviceError) -> SearchResult? {
        try await next(isolation: nil)
      }

      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(DeviceError) -> SearchResult? {
        if batch.isEmpty { batch = try await batches.next(isolation: actor)?[...] ?? [] }
        return batch.popFirst()
      }
    }
  }
}

extension QueryClock {
  /// The clock of anyone who asks at that time.
  init(_ calendar: Calendar, at now: Timestamp) {
    let zone = calendar.timeZone
    // Foundation counts weekdays from Sunday, 1; a query clock from Monday, 0.
    self.init(now: now.milliseconds, firstWeekday: (calendar.firstWeekday + 5) % 7) {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0) / 1_000))
    }
  }
}

extension QueryTime {
  /// That moment, to the millisecond; what no date of a calendar is, is the next that is. Of a date
  /// that is not a number no query is made.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    let (first, last) = (Timestamp.calendar.lowerBound, Timestamp.calendar.upperBound)
    self = .instant(
      milliseconds.isNaN
        ? .min
        : Int64(min(Double(last.milliseconds), max(Double(first.milliseconds), milliseconds))))
  }
}

extension Query {
  /// Holds where all of them do; nil for none.
  init?(all queries: [Query]) {
    guard let first = queries.first else { return nil }
    self = queries.count == 1 ? first : Query(.all(queries.map(\.condition)))
  }
}

extension SearchResult {
  /// Only what was asked for.
  func fetching(_ names: Set<String>?) -> SearchResult {
    guard let names else { return self }
    var result = self
    result.attributeSet.removeAttributes(except: Set(names.map { QueryAttributeName.property($0) }))
    return result
  }
}

extension DeviceError {
  static func checkCancellation() throws(DeviceError) {
    guard !Task.isCancelled else {
      throw DeviceError(.cancelled, "The query was cancelled before its end.")
    }
  }
}

extension DeviceHost {
  func nextFound(
    _ query: SearchQuery, _ place: QueryPlace
  ) throws(DeviceError) -> ([SearchResult], QueryPlace) {
    var place = place
    // What holds is asked at one time, however long it takes.
    let asked = place.asked ?? clock()
    place.asked = asked
    let found = try device.queries.nextFound(
      Query(all: [query.query] + query.context.filterQueries) ?? query.query,
      app: query.bundleIdentifier,
      clock: QueryClock(query.context.calendar, at: asked), &place,
      protectionClasses: query.context.protectionClasses, isCancelled: { Task.isCancelled })
    return (found.map { $0.fetching(query.context.fetchAttributes) }, place)
  }

  /// A query over the items and activities of all apps, as the system's own search asks it.
  public nonisolated func searchQuery(
    _ query: Query, context: SearchQuery.Context = .init()
  ) -> SearchQuery {
    SearchQuery(query, context, app: nil, self)
  }
}

extension SearchableIndex {
  /// A query over the app's items and activities.
  public func searchQuery(
    _ query: Query, context: SearchQuery.Context = .init()
  ) -> SearchQuery {
    SearchQuery(query, context, app: bundleIdentifier, host)
  }

  /// A query over the app's items and activities, from a text in the query language.
  ///
  /// - Throws: `QueryError` with the place of what cannot be read.
  public func searchQuery(
    _ queryString: String, context: SearchQuery.Context = .init()
  ) throws(QueryError) -> SearchQuery {
    searchQuery(try Query(queryString), context: context)
  }
}
