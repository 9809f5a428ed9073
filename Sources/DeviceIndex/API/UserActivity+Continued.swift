internal import Foundation
package import JournalFormat
internal import SQLite
internal import Search

/// What an app is handed when somebody opens a result of it, as `application(_:continue:)` hands it
/// over. The names are the values of Apple's constants.
extension UserActivity {
  /// `CSSearchableItemActionType`: an item was opened.
  public static let searchableItemActionType = "com.apple.corespotlightitem"
  /// `CSSearchableItemActivityIdentifier`: under it `userInfo` has the item's identifier.
  public static let searchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"
  /// `CSQueryContinuationActionType`: a search continues inside of the app.
  public static let queryContinuationActionType = "com.apple.corespotlightquery"
  /// `CSSearchQueryString`: under it `userInfo` has what was typed.
  public static let searchQueryString = "kCSSearchQueryString"
  /// `NSUserActivityTypeBrowsingWeb`: a web page that the app may know was opened.
  public static let browsingWebType = "NSUserActivityTypeBrowsingWeb"

  /// What an app is handed when a search continues inside of it.
  public static func continuing(query: String) -> UserActivity {
    var activity = UserActivity(activityType: queryContinuationActionType)
    activity.userInfo[searchQueryString] = .string(query)
    return activity
  }

  fileprivate static func browsing(_ url: URL, title: String) -> UserActivity {
    var activity = UserActivity(activityType: browsingWebType)
    activity.title = title
    activity.webpageURL = url
    return activity
  }

  /// What a public item leads to: its page, else what its app shared of itself. Nil: there is
  /// neither a page nor a type.
  fileprivate init?(openingPublic result: SearchResult) {
    if let url = URL(string: result.url) {
      self = .browsing(url, title: result.title)
      return
    }
    guard let found = result.publicResult, !found.activityType.isEmpty else { return nil }
    self.init(activityType: found.activityType)
    title = found.title
    userInfo = found.userInfo
    requiredUserInfoKeys = Set(userInfo.keys)
    var attributes = AttributeSet()
    attributes.relatedUniqueIdentifier = found.itemIdentifier
    contentAttributeSet = attributes
  }

  fileprivate init(opening document: SearchDocument, from query: String?) {
    switch document.kind {
    case .activity:
      self.init(activityType: document.activityType)
      title = document.title
      userInfo = document.userInfo.mapValues { AttributeValue($0) }
      requiredUserInfoKeys = Set(userInfo.keys)
      webpageURL = document.url.isEmpty ? nil : URL(string: document.url)
      contentAttributeSet = AttributeSet(document.attributes)
      // An app is not told of a name that it did not give.
      if document.id != resultIdentifier { persistentIdentifier = document.id }
    case .item, .publicItem:
      self.init(activityType: Self.searchableItemActionType)
      title = document.title
      userInfo[Self.searchableItemActivityIdentifier] = .string(document.id)
      if let query { userInfo[Self.searchQueryString] = .string(query) }
    }
  }
}

extension IndexQueries {
  /// Nil when what the result showed is gone.
  package func activity(
    toContinue result: SearchResult, query: String?, now: Timestamp
  ) throws(DeviceError) -> UserActivity? {
    if result.source == .public { return UserActivity(openingPublic: result) }
    return try index.afterOneStep { () throws(DeviceError) in
      try index.asking { projection throws(SQLiteError) in
        guard
          let document = try projection.documents.document(of: result, at: now),
          try projection.shown(document, at: now) != nil
        else { return nil }
        return UserActivity(opening: document, from: query)
      }
    }
  }

  /// Activities that are opened often where they are shown, the ones that are opened oftenest of
  /// all times first.
  package func suggestedActivities(
    app: String?, now: Timestamp, limit: Int
  ) throws(DeviceError) -> [SearchResult] {
    try index.afterOneStep { () throws(DeviceError) in
      try index.asking { projection throws(SQLiteError) in
        var suggested: [SearchResult] = []
        var names: Set<ShownName> = []
        try projection.documents.forEachSuggestedActivity(app: app, now: now) {
          activity throws(SQLiteError) in
          guard suggested.count < limit else { return false }
          // Of several that are bound to an item, the first.
          guard let shown = try projection.shown(activity, at: now),
            names.insert(ShownName(shown)).inserted
          else { return true }
          var result = try projection.result(shown)
          result.activityIdentifier = activity.id
          suggested.append(result)
          return true
        }
        return suggested
      }
    }
  }
}

extension DocumentTable {
  /// What opening a result leads to.
  fileprivate func document(
    of result: SearchResult, at now: Timestamp
  ) throws(SQLiteError) -> SearchDocument? {
    guard let activity = result.activityIdentifier else {
      return try rows.itemOrActivity(
        app: result.bundleIdentifier, id: result.uniqueIdentifier, at: now)
    }
    return try document(.activity, app: result.bundleIdentifier, id: activity)
  }
}

extension DeviceHost {
  /// Makes the activity that an app continues when a person opens a result: it has an item's
  /// identifier, an activity's type and `userInfo`, or a public result's web page. A public result
  /// without a page gives the type, the `userInfo` that its app shared, and the identifier of the
  /// item that it is related to.
  ///
  /// Call `userEngaged(with:query:visible:)` as well, so that the index learns from it.
  ///
  /// - Parameters:
  ///   - result: the result that was opened.
  ///   - query: what the person had typed, so that the app can highlight it in an item.
  /// - Returns: nil if the result has been deleted, has expired, or is locked.
  public func activity(
    toContinue result: SearchResult, query: String? = nil
  ) throws(DeviceError) -> UserActivity? {
    try device.queries.activity(toContinue: result, query: query, now: clock())
  }

  /// Makes the same activity for a result of the device's own that is known by its identifier only.
  ///
  /// Call `userEngaged(withIdentifier:tag:inApp:query:visibleIdentifiers:visibleTags:)` as well.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of an item or of an activity's result; not empty.
  ///   - bundleIdentifier: its app.
  ///   - query: what the person had typed.
  /// - Returns: nil if there is no such result, or it has expired or is locked.
  /// - Throws: `DeviceError.Code.invalidItem` for an empty identifier.
  public func activity(
    toContinueIdentifier identifier: String, inApp bundleIdentifier: String, query: String? = nil
  ) throws(DeviceError) -> UserActivity? {
    try activity(
      toContinue: SearchResult(named: identifier, ofApp: bundleIdentifier), query: query)
  }

  /// Suggests activities to return to, before anything is typed: those that were opened at least
  /// three times, and in at least half of the searches that showed them.
  ///
  /// Showings count as in ranking: less at lower positions, and with two showings added.
  ///
  /// - Parameters:
  ///   - app: the app whose activities are suggested; nil suggests activities of all apps.
  ///   - limit: the largest number of suggestions, at least 1.
  public func suggestedActivities(
    inApp app: String? = nil, limit: Int = 5
  ) throws(DeviceError) -> [SearchResult] {
    try device.queries.suggestedActivities(app: app, now: clock(), limit: limit)
  }
}
