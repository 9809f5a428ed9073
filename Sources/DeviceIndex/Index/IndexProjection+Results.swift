package import JournalFormat
package import SQLite
package import Search

extension IndexProjection {
  /// More results than this are never asked for: rows have 32 bits.
  private static let resultsMax = Int(Int32.max) / 2

  /// What the words find, the best first, each thing once and nothing that is locked: of a device's
  /// own index, and of one as it was.
  ///
  /// - Parameter accept: what else has to hold of a result.
  package func results(
    for query: String, app: String?, now: Timestamp, limit: Int, isExplained: Bool = false,
    hasExcerpts: Bool = false, accept: ((SearchDocument) -> Bool)? = nil,
    blending publicResults: [PublicResult] = []
  ) throws(SQLiteError) -> [SearchResult] {
    try documents.withGuests(publicResults.map(\.guest), now: now) { () throws(SQLiteError) in
      var list = ResultList(self, at: now, limit: limit) { (hit, shown) in
        hasExcerpts ? shown.matched(by: query, hit.corrections, hit.synonyms) : nil
      }
      try list.expect(publicResults, app: app, accept)
      // An item and all that is bound to it are one result of many hits: there may have to be more
      // of these, and a longer list of hits begins as the shorter one does.
      var asked = min(limit, Self.resultsMax) * 2
      while true {
        let hits = try documents.search(
          query, app: app, now: now, limit: asked, isExplained: isExplained, accept: accept)
        try list.append(hits)
        guard !list.isFull, hits.count == asked else { return list.results }
        asked *= 4
      }
    }
  }

  /// Every item that is not locked, sorted by app and identifier as bytes.
  package func items() throws(SQLiteError) -> [SearchResult] {
    var unconfirmed: Set<[String]> = []
    try forEachUnconfirmed { unconfirmed.insert([$0, $1]) }
    var items: [SearchResult] = []
    try documents.forEach(.item) { hit in
      guard !hit.document.isLocked else { return }
      var item = SearchResult(hit.document)
      item.isUnconfirmed = unconfirmed.contains([hit.document.app, hit.document.id])
      items.append(item)
    }
    return items
  }

  // MARK: What is shown

  /// What a result of the document shows: of an activity that is bound to an item, the item. Nil
  /// for one that is locked or has expired.
  ///
  /// The item is looked up whatever it is called: an activity may have its name.
  package func shown(
    _ document: SearchDocument, at now: Timestamp
  ) throws(SQLiteError) -> SearchDocument? {
    let shown = try itemOrItself(document)
    let isGone = shown.isLocked || shown.isExpired(at: now) || document.isExpired(at: now)
    return isGone ? nil : shown
  }

  /// Whether nothing can be told of the document: it is protected, or bound to what is.
  package func isLocked(_ document: SearchDocument) throws(SQLiteError) -> Bool {
    try itemOrItself(document).isLocked
  }

  private func itemOrItself(_ document: SearchDocument) throws(SQLiteError) -> SearchDocument {
    guard document.isBound else { return document }
    return try documents.document(.item, app: document.app, id: document.related) ?? document
  }

  /// The first of what is shown under the names: items first, then by app and identifier. Locked
  /// items are not among them.
  func results(
    _ names: Set<ShownName>, limit: Int, at now: Timestamp
  ) throws(SQLiteError) -> [SearchResult] {
    var results: [SearchResult] = []
    for name in names.sorted(by: { $0.precedes($1) }) where results.count < limit {
      guard let document = try documents.document(name.kind, app: name.app.text, id: name.id.text),
        let shown = try shown(document, at: now)
      else { continue }
      results.append(try result(shown))
    }
    return results
  }

  /// A document that is shown, as a result.
  package func result(_ shown: SearchDocument) throws(SQLiteError) -> SearchResult {
    var result = SearchResult(shown)
    result.isUnconfirmed = try isUnconfirmed(
      app: result.bundleIdentifier, id: result.uniqueIdentifier)
    return result
  }
}

extension SearchDocument {
  /// Whether it is an activity that is bound to an item.
  var isBound: Bool { kind == .activity && !related.isEmpty }

  /// An activity that is bound to an item is shown as the item.
  var shownIdentifier: String { isBound ? related : id }
}

/// What is one result for anyone who looks at results. An item, and an activity that only has the
/// name of one, are two.
struct ShownName: Hashable {
  let kind: SearchDocument.Kind
  let app: ExactText
  let id: ExactText

  init(_ document: SearchDocument) {
    kind = document.isBound ? .item : document.kind
    (app, id) = (ExactText(document.app), ExactText(document.shownIdentifier))
  }

  /// Items first, then by app and identifier as bytes.
  func precedes(_ other: ShownName) -> Bool {
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    return app == other.app ? id < other.id : app < other.app
  }
}
