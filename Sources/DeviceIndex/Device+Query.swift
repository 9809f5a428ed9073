internal import JournalFormat
package import QueryLanguage
internal import SQLite
internal import Search

extension Device {
  /// The items and activities of which a query holds, sorted by app and identifier as bytes: items
  /// first. Every one is looked at.
  ///
  /// - Parameters:
  ///   - app: nil: of all apps.
  ///   - limit: results at most.
  package func find(
    _ query: Query, app: String? = nil, clock: QueryClock, limit: Int = .max
  ) throws(DeviceError) -> [SearchResult] {
    let compiled = CompiledQuery(query, clock: clock)
    return try asking { fold throws(SQLiteError) in
      var found: [SearchResult] = []
      for kind in [SearchDocument.Kind.item, .activity] {
        try fold.documents.forEach(kind) { hit in
          let document = hit.document
          guard found.count < limit, app == nil || document.app == app,
            !document.isExpired(at: Timestamp(milliseconds: clock.now)),
            compiled.matches(DocumentItem(document))
          else { return }
          found.append(SearchResult(document))
        }
      }
      return found
    }
  }

  /// What each part of a query says of an item, and of the activity of the same identifier where
  /// there is no such item; nil where there is neither.
  package func explanation(
    of query: Query, app: String, id: String, clock: QueryClock
  ) throws(DeviceError) -> QueryExplanation? {
    try asking { fold throws(SQLiteError) in
      try fold.documents.itemOrActivity(app: app, id: id)
        .map { QueryExplanation(query, of: DocumentItem($0), clock: clock) }
    }
  }

  /// The warnings of a query, by the attributes that Apple documents.
  package static func warnings(of query: Query) -> [String] { query.warnings(.documented) }
}
