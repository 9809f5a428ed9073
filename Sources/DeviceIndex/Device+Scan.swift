package import JournalFormat
package import QueryLanguage
package import SQLite
package import Search

/// Where a query is in the index, between two of its batches.
package struct QueryPlace: Sendable {
  /// When it was asked.
  var asked: Timestamp?
  /// Everything up to this row was looked at.
  fileprivate var row: Int64 = 0
  /// The rows that are to be looked at, as of a moment of the index; nil: all.
  fileprivate var rows: [Int64]?
  fileprivate var moment: Moment?
  /// What was delivered: an item that is given again meanwhile is in a new row.
  fileprivate var delivered: Set<ShownName> = []
  package fileprivate(set) var isAtEnd = false

  fileprivate struct Moment: Hashable {
    var generation: Int
    var checkpoint: UInt64
  }

  package init() {}
}

extension Device {
  /// Documents that one step of a query looks at: whoever waits for the device waits for one step.
  /// Whoever gives up asking waits for one comparison.
  package static let documentsPerStep = 1_000
  /// Bytes of texts after which such a step ends, each as often as it is compared.
  fileprivate static let comparedBytesPerStep = 64 << 20

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
    let (found, after) = try asking { fold throws(SQLiteError) in
      var place = before
      try place.moveTo(fold, generation: indexGeneration, query, clock)
      let found = try place.lookOn(in: fold, comparisonCount: compiled.textCount) { document in
        guard !isCancelled() else { return nil }
        guard app == nil || document.app == app, !document.isExpired(at: now), !document.isLocked
        else { return false }
        return compiled.matches(DocumentItem(document), isGivenUp: isCancelled)
      }
      guard let found else { return ([SearchResult](), before) }
      var results: [SearchResult] = []
      for document in found {
        guard let shown = try fold.shown(document, at: now),
          protectionClasses?.contains(ProtectionClass(shown.protection)) ?? true,
          place.delivered.insert(ShownName(document)).inserted
        else { continue }
        results.append(try fold.result(shown))
      }
      return (results, place)
    }
    place = after
    return found
  }
}

extension QueryPlace {
  /// Documents of a step that something holds of; nil where that was given up.
  fileprivate mutating func lookOn(
    in fold: IndexFold, comparisonCount: Int, _ holds: (SearchDocument) -> Bool?
  ) throws(SQLiteError) -> [SearchDocument]? {
    var found: [SearchDocument]? = []
    var comparedByteCount = 0
    let last = try fold.documents.forEach(
      after: row, among: rows, atMost: Device.documentsPerStep
    ) { document in
      guard let isFound = holds(document) else {
        found = nil
        return false
      }
      if isFound { found?.append(document) }
      comparedByteCount += comparisonCount * document.searchedByteCount
      return comparedByteCount < Device.comparedBytesPerStep
    }
    if let last { row = last } else { isAtEnd = true }
    return found
  }

  /// The rows are those of another moment where the index has read on or was made anew.
  fileprivate mutating func moveTo(
    _ fold: IndexFold, generation: Int, _ query: Query, _ clock: QueryClock
  ) throws(SQLiteError) {
    let moment = Moment(generation: generation, checkpoint: fold.checkpoint.number)
    guard moment != self.moment else { return }
    if moment.generation != self.moment?.generation { row = 0 }
    rows = try fold.documents.narrowedRows(of: query, clock: clock)
    self.moment = moment
  }
}

extension SearchDocument {
  /// Whether it is an activity that is bound to an item.
  var isBound: Bool { kind == .activity && !related.isEmpty }

  /// An activity that is bound to an item is shown as the item.
  var shownIdentifier: String { isBound ? related : id }
}

/// What is one result for whoever looks at results. An item, and an activity that only has the name
/// of one, are two.
struct ShownName: Hashable {
  let kind: SearchDocument.Kind
  let app: String
  let id: String

  init(_ document: SearchDocument) {
    kind = document.isBound ? .item : document.kind
    (app, id) = (document.app, document.shownIdentifier)
  }

  /// Items first, then by app and identifier as bytes.
  func precedes(_ other: ShownName) -> Bool {
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    return app == other.app
      ? id.utf8.lexicographicallyPrecedes(other.id.utf8)
      : app.utf8.lexicographicallyPrecedes(other.app.utf8)
  }
}

extension IndexFold {
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

  /// The first of what is shown under the names: items first, then by app and identifier. What is
  /// locked is none of it.
  func results(
    _ names: Set<ShownName>, limit: Int, at now: Timestamp
  ) throws(SQLiteError) -> [SearchResult] {
    var results: [SearchResult] = []
    for name in names.sorted(by: { $0.precedes($1) }) where results.count < limit {
      guard let document = try documents.document(name.kind, app: name.app, id: name.id),
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
