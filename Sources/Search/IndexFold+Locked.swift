internal import JournalFormat
package import SQLite

/// Requests for items that nobody can give while the device is locked.
extension IndexFold {
  /// Whether all that the request still waits for is protected, and cannot be given now.
  package func waitsForUnlocking(_ request: ReindexRequest) throws(SQLiteError) -> Bool {
    guard try documents.hasLocked() else { return false }
    switch request.scope {
    case .all, .resume:
      guard try hasMissing(request, isLocked: true) else { return false }
      return try !hasMissing(request, isLocked: false)
    case .identifiers(let ids):
      var isWaiting = false
      for id in ids {
        // The app may supply an item that is missing.
        guard let item = try givenItem(app: request.target.app, id: id) else { return false }
        guard item.target == request.target, item.number < request.number else { continue }
        guard item.isLocked else { return false }
        isWaiting = true
      }
      return isWaiting
    }
  }

  private func hasMissing(
    _ request: ReindexRequest, isLocked: Bool
  ) throws(SQLiteError) -> Bool {
    let select = try connection.statement(
      """
      SELECT EXISTS (SELECT 1 FROM documents JOIN given ON given.row = documents.row
        WHERE app = ? AND kind = 0 AND index_name = ? AND number < ?
          AND protection \(isLocked ? "NOT IN" : "IN") (\(documents.givableClasses)))
      """)
    defer { select.reset() }
    select.bind(1, request.target.app)
    select.bind(2, request.target.indexName)
    select.bind(3, Int64(clamping: request.number))
    return try select.step() && select.integer(0) != 0
  }
}
