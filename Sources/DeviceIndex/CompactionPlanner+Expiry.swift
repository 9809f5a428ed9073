internal import JournalFormat

extension CompactionPlanner {
  /// Expiries of all that is there and has expired at `now`, with nothing else under its name.
  func expiries(at now: Timestamp) -> [JournalItemsExpired] {
    apps.map { (app: $0.key.text, ids: Self.expired(in: $0.value, at: now)) }
      .sorted { $0.app < $1.app }
      .flatMap { JournalItemsExpired.expiries(of: $0.ids, app: $0.app) }
  }

  /// The identifiers, sorted, under which everything has expired.
  private static func expired(in documents: AppDocuments, at now: Timestamp) -> [String] {
    let ids = documents.all.filter { $0.isInIndex && $0.isExpired(at: now) }.map(\.id)
    return Set(ids).filter { id in
      [documents.items[id], documents.activities[id]].compactMap { $0 }
        .allSatisfy { !$0.isInIndex || $0.isExpired(at: now) }
    }.map(\.text).sorted()
  }
}

extension JournalItemsExpired {
  /// Bytes of identifiers after which another entry begins: an event is bounded.
  private static let expiryByteCount = 64 << 10

  static func expiries(of ids: [String], app: String) -> [JournalItemsExpired] {
    var expiries: [JournalItemsExpired] = []
    var left = 0
    for id in ids {
      if left <= 0 {
        var expiry = JournalItemsExpired()
        expiry.app = app
        expiries.append(expiry)
        left = expiryByteCount
      }
      expiries[expiries.count - 1].ids.append(id)
      left -= id.utf8.count
    }
    return expiries
  }
}
