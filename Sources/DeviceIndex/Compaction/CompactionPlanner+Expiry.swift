internal import JournalFormat

extension CompactionPlanner {
  /// Expiries of what has expired at `now`: of items, where their apps were asked about it, and of
  /// activities that do not go with these.
  func expiries(at now: Timestamp) -> [JournalItemsExpired] {
    apps.map { (app: $0.key.text, documents: $0.value) }.sorted { $0.app < $1.app }
      .flatMap { app, documents in
        let items = documents.items.values.filter {
          $0.askedVersion != nil && $0.isExpired(at: now)
        }
        let gone = Set(items.map(\.id))
        let activities = documents.activities.values.filter {
          $0.isInIndex && $0.isExpired(at: now) && !gone.contains($0.shape.related)
        }
        return JournalItemsExpired.expiries(of: items.map(ExpiredName.init), .item, app: app)
          + JournalItemsExpired.expiries(of: activities.map(ExpiredName.init), .activity, app: app)
      }
  }
}

/// What has expired under an identifier, and when.
struct ExpiredName {
  let id: String
  let expires: Timestamp
}

extension ExpiredName {
  fileprivate init(_ life: DocumentLife) { self.init(id: life.id.text, expires: life.expires) }
}

extension JournalItemsExpired {
  /// Bytes of identifiers after which another entry begins: an event is bounded.
  private static let expiryByteCount = 64 << 10

  /// Events that say of all of the names, sorted, that they have expired.
  static func expiries(
    of names: [ExpiredName], _ kind: Kind, app: String
  ) -> [JournalItemsExpired] {
    var expiries: [JournalItemsExpired] = []
    var left = 0
    for name in names.sorted(by: { $0.id < $1.id }) {
      if left <= 0 {
        var expiry = JournalItemsExpired()
        expiry.app = app
        expiry.kind = kind
        expiries.append(expiry)
        left = expiryByteCount
      }
      expiries[expiries.count - 1].ids.append(name.id)
      expiries[expiries.count - 1].expiredMilliseconds.append(name.expires.milliseconds)
      left -= name.id.utf8.count + MemoryLayout<Int64>.size
    }
    return expiries
  }
}
