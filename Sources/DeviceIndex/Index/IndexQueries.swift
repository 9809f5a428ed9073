package import JournalFormat
package import QueryLanguage
internal import SQLite
package import Search

/// What a device's index answers: searches for words, queries, and what it holds under a name.
package struct IndexQueries {
  /// What a query found, and what it took.
  package struct QueryResults: Sendable {
    package let found: [SearchResult]
    package let survey: DocumentTable.Survey
  }

  let index: ManagedIndex

  // MARK: Words

  /// What the words find on this device, the best first; the last word need not be whole. Where
  /// hardly anything has all words, what has some of them follows.
  ///
  /// - Parameters:
  ///   - app: nil searches the items of all apps, as the system's own search does.
  ///   - isExplained: whether to say of what each score is made.
  ///   - hasExcerpts: whether to say where the words are in title and text.
  ///   - filter: what else has to hold of a result.
  ///   - publicResults: what the public index found for the same words, to be ranked among the
  ///     device's own. A page that the device has itself is one result of both.
  package func search(
    _ query: String, app: String? = nil, now: Timestamp, limit: Int = 20, isExplained: Bool = false,
    hasExcerpts: Bool = false, filter: CompiledQuery? = nil,
    blending publicResults: [PublicResult] = []
  ) throws(DeviceError) -> [SearchResult] {
    let accept = filter.map { filter in
      { (document: SearchDocument) in filter.matches(DocumentItem(document)) }
    }
    return try index.asking { projection throws(SQLiteError) in
      try projection.results(
        for: query, app: app, now: now, limit: limit, isExplained: isExplained,
        hasExcerpts: hasExcerpts, accept: accept, blending: publicResults)
    }
  }

  /// The same from what the index has read by now and reads in one more step: what was journaled
  /// just before is found, and an index that is being rebuilt answers at once.
  package func searchMeanwhile(
    _ query: String, app: String? = nil, now: Timestamp, limit: Int = 20, isExplained: Bool = false,
    hasExcerpts: Bool = false, filter: CompiledQuery? = nil,
    blending publicResults: [PublicResult] = []
  ) throws(DeviceError) -> SearchResults {
    try index.afterOneStep { () throws(DeviceError) in
      let found = try search(
        query, app: app, now: now, limit: limit, isExplained: isExplained,
        hasExcerpts: hasExcerpts, filter: filter, blending: publicResults)
      // Looked at last: an index that was damaged has started over.
      return SearchResults(found, index: try index.read(atMost: 0))
    }
  }

  // MARK: Queries

  /// The items and activities of which a query holds, as they are shown and each once, sorted by
  /// app and identifier as bytes: items first. Where the query asks for words, only items that have
  /// them are looked at.
  ///
  /// - Parameters:
  ///   - app: nil: of all apps.
  ///   - limit: results at most.
  package func find(
    _ query: Query, app: String? = nil, clock: QueryClock, limit: Int = .max
  ) throws(DeviceError) -> [SearchResult] {
    try survey(query, app: app, clock: clock, limit: limit).found
  }

  package func survey(
    _ query: Query, app: String? = nil, clock: QueryClock, limit: Int = .max
  ) throws(DeviceError) -> QueryResults {
    let compiled = CompiledQuery(query, clock: clock)
    let now = Timestamp(milliseconds: clock.now)
    return try index.asking { projection throws(SQLiteError) in
      // Names alone, since there may be very many: what is shown is read afterwards.
      var names: Set<ShownName> = []
      let survey = try projection.documents.forEachCandidate(of: query, clock: clock) { document in
        guard app == nil || document.app == app, !document.isExpired(at: now),
          !document.isLocked,
          compiled.matches(DocumentItem(document))
        else { return }
        names.insert(ShownName(document))
      }
      return QueryResults(
        found: try projection.results(names, limit: limit, at: now), survey: survey)
    }
  }

  /// What of the next documents a query holds of, in no particular order.
  ///
  /// Everything that was in the index at the first step and is there at the last one is delivered
  /// once, whatever changed meanwhile.
  ///
  /// - Parameters:
  ///   - protectionClasses: only items of these; nil: of all.
  ///   - isCancelled: whether nobody waits for the answer any more, asked before every comparison.
  ///     Then nothing is found, and the place stays.
  package func nextFound(
    _ query: Query, app: String?, clock: QueryClock, _ place: inout QueryPlace,
    protectionClasses: Set<ProtectionClass>? = nil, isCancelled: () -> Bool = { false }
  ) throws(DeviceError) -> [SearchResult] {
    let compiled = CompiledQuery(query, clock: clock)
    let now = Timestamp(milliseconds: clock.now)
    let before = place
    let (found, after) = try index.asking { projection throws(SQLiteError) in
      var place = before
      try place.resetIfChanged(projection, generation: index.generation, query, clock)
      let found = try place.nextDocuments(in: projection, comparisonCount: compiled.textCount) {
        document in
        guard !isCancelled() else { return nil }
        guard app == nil || document.app == app, !document.isExpired(at: now), !document.isLocked
        else { return false }
        return compiled.matches(DocumentItem(document), isGivenUp: isCancelled)
      }
      guard let found else { return ([SearchResult](), before) }
      var results: [SearchResult] = []
      for document in found {
        guard let shown = try projection.shown(document, at: now),
          protectionClasses?.contains(ProtectionClass(shown.protection)) ?? true,
          place.deliver(document)
        else { continue }
        results.append(try projection.result(shown))
      }
      return (results, place)
    }
    place = after
    return found
  }

  /// What each part of a query says of an item, and of the activity of the same identifier where
  /// there is no such item; nil where there is neither.
  package func explanation(
    of query: Query, app: String, id: String, clock: QueryClock
  ) throws(DeviceError) -> QueryExplanation? {
    let now = Timestamp(milliseconds: clock.now)
    return try index.asking { projection throws(SQLiteError) in
      guard let document = try projection.documents.rows.itemOrActivity(app: app, id: id, at: now),
        try projection.shown(document, at: now) != nil
      else { return nil }
      return QueryExplanation(query, of: DocumentItem(document), clock: clock)
    }
  }

  // MARK: What it holds

  /// Every item of the index that is not locked, sorted by app and identifier as bytes.
  package func items() throws(DeviceError) -> [SearchResult] {
    try index.asking { projection throws(SQLiteError) in try projection.items() }
  }

  /// Calls `body` with each of `items()`.
  package func forEachItem(
    _ body: (_ app: String, _ id: String, _ domain: String, AttributeSet) -> Void
  ) throws(DeviceError) {
    for item in try items() {
      body(
        item.bundleIdentifier, item.uniqueIdentifier, item.domainIdentifier, item.attributeSet)
    }
  }

  /// Calls `body` with every activity of the index that is not bound to a locked item, sorted by
  /// app and identifier as bytes.
  package func forEachActivity(
    _ body: (_ app: String, _ id: String, _ title: String, AttributeSet) -> Void
  ) throws(DeviceError) {
    let activities = try index.asking { projection throws(SQLiteError) in
      var activities: [SearchDocument] = []
      try projection.documents.forEach(.activity) { activities.append($0.document) }
      var shown: [SearchDocument] = []
      for activity in activities where try !projection.isLocked(activity) { shown.append(activity) }
      return shown
    }
    for activity in activities {
      body(activity.app, activity.id, activity.title, AttributeSet(activity.attributes))
    }
  }

  /// Calls `body` with every item and activity of the index that was in a list of which nothing was
  /// opened: in how many, and how often it was looked at, in thousandths. Sorted by app and
  /// identifier as bytes, items first.
  package func forEachAbandoned(
    _ body: (_ app: String, _ id: String, _ isActivity: Bool, _ lists: Int, _ looks: Int) -> Void
  ) throws(DeviceError) {
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.forEachAbandoned { document in
        body(
          document.app, document.id, document.kind == .activity, document.lists, document.looks)
      }
    }
  }

  package func itemCount() throws(DeviceError) -> Int {
    try index.asking { projection throws(SQLiteError) in try projection.documents.count(.item) }
  }

  package func activityCount() throws(DeviceError) -> Int {
    try index.asking { projection throws(SQLiteError) in try projection.documents.count(.activity) }
  }

  /// The client state of an app's named index; nil before its first batch.
  package func clientState(
    app: String, indexName: String
  ) throws(DeviceError) -> [UInt8]? {
    try index.asking { projection throws(SQLiteError) in
      try projection.clientState(app: app, indexName: indexName)
    }
  }

  /// Whether the index holds an item, which can be locked.
  package func holdsItem(app: String, id: String) throws(DeviceError) -> Bool {
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.document(.item, app: app, id: id) != nil
    }
  }

  /// Whether the index does not hold an activity that was recorded.
  package func lacks(_ activity: JournalActivityRecorded) throws(DeviceError) -> Bool {
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.document(.activity, app: activity.app, id: activity.id) == nil
    }
  }

  /// Whether a result of this device is neither an item nor an activity of it.
  package func lacks(_ result: JournalShownResult) throws(DeviceError) -> Bool {
    guard result.source == .device else { return false }
    return try !holdsResult(app: result.app, id: result.id)
  }

  /// Whether the index holds an item or an activity, which can be locked.
  package func holdsResult(app: String, id: String) throws(DeviceError) -> Bool {
    try index.asking { projection throws(SQLiteError) in
      let item = try projection.documents.document(.item, app: app, id: id)
      guard item == nil else { return true }
      return try projection.documents.document(.activity, app: app, id: id) != nil
    }
  }

  /// What a deletion would reach of what is journaled now, sorted: items first. Nothing is changed.
  /// Of what is locked only names are told.
  package func wouldDelete(
    _ deletion: JournalItemsDeleted
  ) throws(DeviceError) -> [SearchResult] {
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.rows.documents(removedBy: deletion).map {
        document throws(SQLiteError) in
        SearchResult(try projection.isLocked(document) ? document.withoutContent : document)
      }
    }
  }

  /// Whether a deletion would reach nothing of what is journaled now.
  package func reachesNothing(_ deletion: JournalItemsDeleted) throws(DeviceError) -> Bool {
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.rows.reachesNothing(deletion)
    }
  }

  // MARK: Documented attributes

  /// The warnings of a query, by the attributes that Apple documents.
  package static func warnings(of query: Query) -> [String] { query.warnings(.documented) }
}

extension AttributeSet {
  /// The documented attribute that somebody probably meant by an unknown name, for a warning:
  /// "title" for "titel". Nil for a documented one, and for one that is like none of them.
  public static func documentedName(near name: String) -> String? {
    QuerySchema.documented.suggestion(for: name)
  }
}

/// Where a query is in the index, between two of its batches.
package struct QueryPlace: Sendable {
  /// Documents that one step of a query looks at: anyone who waits for the device waits for one
  /// step. Anyone who gives up asking waits for one comparison.
  static let documentsPerStep = 1_000
  /// Bytes of texts after which such a step ends, each as often as it is compared.
  private static let comparedBytesPerStep = 64 << 20

  /// When it was asked.
  var asked: Timestamp?
  /// Everything up to this row was looked at.
  private var row: Int64 = 0
  /// The rows to look at, as of a moment of the index; nil: all.
  private var rows: [Int64]?
  private var moment: Moment?
  /// What was delivered: an item that is given again meanwhile is in a new row.
  private var delivered: Set<ShownName> = []
  package private(set) var isAtEnd = false

  private struct Moment: Hashable {
    var generation: Int
    var checkpoint: UInt64
  }

  package init() {}

  /// Documents of a step that something holds of; nil where that was given up.
  mutating func nextDocuments(
    in projection: IndexProjection, comparisonCount: Int, _ holds: (SearchDocument) -> Bool?
  ) throws(SQLiteError) -> [SearchDocument]? {
    var found: [SearchDocument]? = []
    var comparedByteCount = 0
    let last = try projection.documents.forEach(
      after: row, among: rows, atMost: Self.documentsPerStep
    ) { document in
      guard let isFound = holds(document) else {
        found = nil
        return false
      }
      if isFound { found?.append(document) }
      comparedByteCount += comparisonCount * document.searchedByteCount
      return comparedByteCount < Self.comparedBytesPerStep
    }
    if let last { row = last } else { isAtEnd = true }
    return found
  }

  /// The rows are those of another moment where the index has read on or was rebuilt.
  mutating func resetIfChanged(
    _ projection: IndexProjection, generation: Int, _ query: Query, _ clock: QueryClock
  ) throws(SQLiteError) {
    let moment = Moment(generation: generation, checkpoint: projection.checkpoint.number)
    guard moment != self.moment else { return }
    if moment.generation != self.moment?.generation { row = 0 }
    rows = try projection.documents.narrowedRows(of: query, clock: clock)
    self.moment = moment
  }

  /// Whether it was not delivered before; from now on it was.
  mutating func deliver(_ document: SearchDocument) -> Bool {
    delivered.insert(ShownName(document)).inserted
  }
}
