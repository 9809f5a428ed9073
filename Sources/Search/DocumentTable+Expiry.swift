package import JournalFormat
package import SQLite

/// What has expired is not found, whether it is journaled by now or not.
extension DocumentTable {
  /// Whether a row `document` may be shown at the time `?2`: an activity that is bound to an item
  /// is shown as the item, and exists only with it.
  static let isCurrentAt2 = """
    (document.expires = 0 OR document.expires > ?2)
      AND (document.related = '' OR NOT EXISTS (
        SELECT 1 FROM documents AS item
        WHERE item.app = document.app AND item.id = document.related AND item.kind = 0
          AND item.expires <> 0 AND item.expires <= ?2))
    """

  /// When the document expires, by itself or with the item that it is bound to; 0: it does not.
  package func expiry(of document: SearchDocument) throws(SQLiteError) -> Timestamp {
    let item =
      document.related.isEmpty
      ? nil : try self.document(.item, app: document.app, id: document.related)
    let times = [document.expires, item?.expires].compactMap(\.self)
    return times.filter { $0.milliseconds != 0 }.min() ?? Timestamp(milliseconds: 0)
  }

  package func isExpired(
    _ document: SearchDocument, at now: Timestamp
  ) throws(SQLiteError) -> Bool {
    let expiry = try expiry(of: document)
    return expiry.milliseconds != 0 && expiry <= now
  }

  /// The item, or the activity where there is no such item. One that has expired only where the
  /// other has as well.
  package func itemOrActivity(
    app: String, id: String, at now: Timestamp
  ) throws(SQLiteError) -> SearchDocument? {
    let item = try document(.item, app: app, id: id)
    if let item, !item.isExpired(at: now) { return item }
    guard let activity = try document(.activity, app: app, id: id) else { return item }
    let isActivityExpired = try isExpired(activity, at: now)
    return item == nil || !isActivityExpired ? activity : item
  }
}
