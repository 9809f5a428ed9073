internal import JournalFormat
package import QueryLanguage
internal import SQLite
internal import Search

/// Where a query is in the index, between two of its batches.
package struct QueryPlace: Sendable {
  /// Everything up to this row was looked at.
  fileprivate var row: Int64 = 0
  /// The rows that are to be looked at, as of a moment of the index; nil: all.
  fileprivate var rows: [Int64]?
  fileprivate var moment: Moment?
  /// What was delivered: an item that is given again meanwhile is in a new row.
  fileprivate var delivered: Set<[String]> = []
  package fileprivate(set) var isAtEnd = false

  fileprivate struct Moment: Hashable {
    var generation: Int
    var checkpoint: UInt64
  }

  package init() {}
}

extension Device {
  /// Documents that one step of a query looks at: whoever waits for the device waits for one step.
  package static let documentsPerStep = 1_000

  /// What of the next documents a query holds of, in no particular order.
  ///
  /// Everything that was in the index at the first step and is there at the last one is delivered
  /// once, whatever changed meanwhile.
  ///
  /// - Parameter protectionClasses: only items of these; nil: of all.
  package func nextFound(
    _ query: Query, app: String?, clock: QueryClock, _ place: inout QueryPlace,
    protectionClasses: Set<ProtectionClass>? = nil
  ) throws(DeviceError) -> [SearchResult] {
    let compiled = CompiledQuery(query, clock: clock)
    let now = Timestamp(milliseconds: clock.now)
    let before = place
    let (found, after) = try asking { fold throws(SQLiteError) in
      var place = before
      try place.moveTo(fold, generation: indexGeneration, query, clock)
      var found: [SearchDocument] = []
      let last = try fold.documents.forEach(
        after: place.row, among: place.rows, atMost: Self.documentsPerStep
      ) { document in
        guard app == nil || document.app == app, !document.isExpired(at: now),
          !document.isLocked,
          protectionClasses?.contains(ProtectionClass(document.protection)) ?? true,
          compiled.matches(DocumentItem(document)),
          place.delivered.insert(document.shownName).inserted
        else { return }
        found.append(document)
      }
      if let last { place.row = last } else { place.isAtEnd = true }
      return (try fold.results(found, at: now), place)
    }
    place = after
    return found
  }
}

extension QueryPlace {
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
  /// An activity that is bound to an item is shown as the item.
  var shownIdentifier: String { kind == .activity && !related.isEmpty ? related : id }

  /// What is one result for whoever looks at results.
  var shownName: [String] { [app, shownIdentifier] }
}

extension IndexFold {
  /// What a result of the document shows: of an activity that is bound to an item, the item. Nil
  /// for one that is locked or has expired.
  func shown(
    _ document: SearchDocument, at now: Timestamp
  ) throws(SQLiteError) -> SearchDocument? {
    var shown = document
    if document.shownIdentifier != document.id {
      let item = try documents.document(.item, app: document.app, id: document.shownIdentifier)
      shown = item ?? document
    }
    let isGone = shown.isLocked || shown.isExpired(at: now) || document.isExpired(at: now)
    return isGone ? nil : shown
  }

  /// Documents as results show them, without those that are locked or have expired.
  func results(
    _ documents: [SearchDocument], at now: Timestamp
  ) throws(SQLiteError) -> [SearchResult] {
    var results: [SearchResult] = []
    for document in documents {
      guard let shown = try shown(document, at: now) else { continue }
      results.append(try result(shown))
    }
    return results
  }

  /// A document that is shown, as a result.
  func result(_ shown: SearchDocument) throws(SQLiteError) -> SearchResult {
    var result = SearchResult(shown)
    result.isUnconfirmed = try isUnconfirmed(
      app: result.bundleIdentifier, id: result.uniqueIdentifier)
    return result
  }
}
