package import JournalFormat
package import QueryLanguage
internal import SQLite
package import Search

extension Device {
  /// What a query found, and what it took.
  package struct QueryResults: Sendable {
    package let found: [SearchResult]
    package let survey: DocumentTable.Survey
  }

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
    return try asking { fold throws(SQLiteError) in
      // Names alone, since there may be very many: what is shown is read afterwards.
      var names: Set<ShownName> = []
      let survey = try fold.documents.forEachCandidate(of: query, clock: clock) { document in
        guard app == nil || document.app == app, !document.isExpired(at: now),
          !document.isLocked,
          compiled.matches(DocumentItem(document))
        else { return }
        names.insert(ShownName(document))
      }
      return QueryResults(
        found: try fold.results(names, limit: limit, at: now), survey: survey)
    }
  }

  /// What each part of a query says of an item, and of the activity of the same identifier where
  /// there is no such item; nil where there is neither.
  package func explanation(
    of query: Query, app: String, id: String, clock: QueryClock
  ) throws(DeviceError) -> QueryExplanation? {
    let now = Timestamp(milliseconds: clock.now)
    return try asking { fold throws(SQLiteError) in
      guard let document = try fold.documents.rows.itemOrActivity(app: app, id: id, at: now),
        try fold.shown(document, at: now) != nil
      else { return nil }
      return QueryExplanation(query, of: DocumentItem(document), clock: clock)
    }
  }

  /// Whether the index holds an item, which can be locked.
  package func holdsItem(app: String, id: String) throws(DeviceError) -> Bool {
    try asking { fold throws(SQLiteError) in
      try fold.documents.document(.item, app: app, id: id) != nil
    }
  }

  /// Whether the index does not hold an activity that was recorded.
  package func lacks(_ activity: JournalActivityRecorded) throws(DeviceError) -> Bool {
    try asking { fold throws(SQLiteError) in
      try fold.documents.document(.activity, app: activity.app, id: activity.id) == nil
    }
  }

  /// Whether a result of this device is neither an item nor an activity of it.
  package func lacks(_ result: JournalShownResult) throws(DeviceError) -> Bool {
    guard result.source == .device else { return false }
    return try !holdsResult(app: result.app, id: result.id)
  }

  /// Whether the index holds an item or an activity, which can be locked.
  package func holdsResult(app: String, id: String) throws(DeviceError) -> Bool {
    try asking { fold throws(SQLiteError) in
      let item = try fold.documents.document(.item, app: app, id: id)
      guard item == nil else { return true }
      return try fold.documents.document(.activity, app: app, id: id) != nil
    }
  }

  /// What a deletion would reach of what is journaled now, sorted: items first. Nothing is changed.
  /// Of what is locked only names are told.
  package func wouldDelete(
    _ deletion: JournalItemsDeleted
  ) throws(DeviceError) -> [SearchResult] {
    try asking { fold throws(SQLiteError) in
      try fold.documents.rows.documents(removedBy: deletion).map { document throws(SQLiteError) in
        SearchResult(try fold.isLocked(document) ? document.withoutContent : document)
      }
    }
  }

  /// The warnings of a query, by the attributes that Apple documents.
  package static func warnings(of query: Query) -> [String] { query.warnings(.documented) }
}

extension AttributeSet {
  /// The documented attribute that somebody probably meant by a name that is none, for a warning:
  /// "title" for "titel". Nil for a documented one, and for one that is like none of them.
  public static func documentedName(near name: String) -> String? {
    QuerySchema.documented.suggestion(for: name)
  }
}
