internal import Foundation
package import JournalFormat
package import QueryLanguage
internal import SQLite
internal import Search

extension Device {
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
    return try asking { fold throws(SQLiteError) in
      try fold.results(
        for: query, app: app, now: now, limit: limit, isExplained: isExplained,
        hasExcerpts: hasExcerpts, accept: accept, blending: publicResults)
    }
  }

  /// The same from what the index has read by now and reads in one more step: what was journaled
  /// just before is found, and an index that is being made anew answers at once.
  package func searchMeanwhile(
    _ query: String, app: String? = nil, now: Timestamp, limit: Int = 20, isExplained: Bool = false,
    hasExcerpts: Bool = false, filter: CompiledQuery? = nil,
    blending publicResults: [PublicResult] = []
  ) throws(DeviceError) -> SearchResults {
    try withIndexMeanwhile { () throws(DeviceError) in
      let found = try search(
        query, app: app, now: now, limit: limit, isExplained: isExplained,
        hasExcerpts: hasExcerpts, filter: filter, blending: publicResults)
      // Looked at last: an index that was damaged has begun anew.
      return SearchResults(found, index: try readIndex(atMost: 0))
    }
  }

  /// Somebody engaged with a result.
  ///
  /// - Parameter visible: the results that could be seen, with it or without.
  @discardableResult
  package func engaged(
    with result: SearchResult, query: String, visible: [SearchResult], at time: Timestamp
  ) throws(DeviceError) -> UInt64 {
    var event = JournalEvent()
    // Of what the index has, it says whether it is protected; this may be gone from it.
    let wasProtected = ([result] + visible).contains { $0.protectionClass != .none }
    event.resultEngaged = JournalResultEngaged(
      result.journaled, query: wasProtected ? "" : query, visible: visible.map(\.journaled))
    return try record([event], at: time)
  }

  /// Calls `body` with every item of the index that is not locked, sorted by app and identifier as
  /// bytes.
  package func forEachItem(
    _ body: (_ app: String, _ id: String, _ domain: String, AttributeSet) -> Void
  ) throws(DeviceError) {
    // Collected first: damage that shows on the way has it begin anew.
    let items = try asking { fold throws(SQLiteError) in
      var items: [SearchDocument] = []
      try fold.documents.forEach(.item) { hit in
        if !hit.document.isLocked { items.append(hit.document) }
      }
      return items
    }
    for item in items { body(item.app, item.id, item.domain, AttributeSet(item.attributes)) }
  }

  /// Calls `body` with every activity of the index that is not bound to a locked item, sorted by
  /// app and identifier as bytes.
  package func forEachActivity(
    _ body: (_ app: String, _ id: String, _ title: String, AttributeSet) -> Void
  ) throws(DeviceError) {
    let activities = try asking { fold throws(SQLiteError) in
      var activities: [SearchDocument] = []
      try fold.documents.forEach(.activity) { activities.append($0.document) }
      var shown: [SearchDocument] = []
      for activity in activities where try !fold.isLocked(activity) { shown.append(activity) }
      return shown
    }
    for activity in activities {
      body(activity.app, activity.id, activity.title, AttributeSet(activity.attributes))
    }
  }

  package func itemCount() throws(DeviceError) -> Int {
    try asking { fold throws(SQLiteError) in try fold.documents.count(.item) }
  }

  package func activityCount() throws(DeviceError) -> Int {
    try asking { fold throws(SQLiteError) in try fold.documents.count(.activity) }
  }

  /// The client state of an app's named index; nil before its first batch.
  package func clientState(
    app: String, indexName: String
  ) throws(DeviceError) -> [UInt8]? {
    try asking { fold throws(SQLiteError) in
      try fold.clientState(app: app, indexName: indexName)
    }
  }

  /// Returns once everything that is journaled can be found.
  package func settleIndex() throws(DeviceError) {
    try asking { _ throws(SQLiteError) in }
  }
}

extension SearchResult {
  init(_ document: SearchDocument) {
    self.init(
      source: .device, bundleIdentifier: document.app, uniqueIdentifier: document.shownIdentifier,
      title: document.title, url: document.url, attributeSet: AttributeSet(document.attributes))
    if document.kind == .activity { activityIdentifier = document.id }
    domainIdentifier = document.domain
    protectionClass = ProtectionClass(document.protection)
    if document.expires.milliseconds != 0 {
      expirationDate = Date(journalMilliseconds: document.expires.milliseconds)
    }
  }
}
