internal import JournalFormat
internal import JournalStore

/// The domains of items, as the privacy filter needs them: a deletion of a domain reaches
/// activities that are bound to an item in it, and the filter keeps nothing else of items.
///
/// Read from the private journal when such a deletion is met, and kept while the filter runs.
final class ItemDomains {
  /// Everything up to this entry was read; nil: nothing was.
  private(set) var number: UInt64?
  /// By app and identifier; what has no domain is not here.
  private var domains: [ExactText: [ExactText: String]] = [:]

  /// The domain of an item; empty where it has none or is not there.
  func domain(of id: String, app: String) -> String {
    domains[ExactText(app)]?[ExactText(id)] ?? ""
  }

  /// Reads everything up to an entry.
  func read(_ journal: Journal, through last: UInt64) throws(JournalError) {
    if number.map({ $0 > last }) ?? true {
      domains = [:]
      number = journal.floor.number
    }
    let start = number ?? 0
    let remnants = Remnants(of: journal)
    if last > start {
      try journal.forEach(from: start + 1) { row throws(JournalError) in
        if let event = try remnants.event(of: row) { apply(event) }
        return row.number.rawValue < last ? .next : .stop
      }
    }
    number = last
  }

  /// Follows a reader that is at the entry, if everything before it was read.
  func follow(_ event: JournalEvent?, number: UInt64) {
    guard let read = self.number, read == number - 1 else { return }
    if let event { apply(event) }
    self.number = number
  }

  private func apply(_ event: JournalEvent) {
    switch event.fact {
    case .itemIndexed(let item):
      // An update that names no domain leaves the item where it is.
      guard !item.merge || !item.domain.isEmpty else { return }
      let domain = item.domain.isEmpty ? nil : item.domain
      domains[ExactText(item.app), default: [:]][ExactText(item.id)] = domain
    case .itemsDeleted(let deletion):
      let scope = DeletionScope(deletion)
      if scope.isAll { domains[ExactText(scope.app)] = nil }
      remove(scope.ids, of: scope.app)
      guard !scope.domains.isEmpty, let own = domains[ExactText(scope.app)] else { return }
      domains[ExactText(scope.app)] = own.filter { id, domain in
        !scope.reaches(DeletionScope.Subject(id: id.text, domain: domain))
      }
    case .itemsExpired(let expiry) where expiry.kind != .activity:
      remove(expiry.ids, of: expiry.app)
    case .itemsExpired, .activityRecorded, .activitiesDeleted, .resultsShown, .resultEngaged,
      .reindexRequested, .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun,
      .synonymsSet, nil:
      break
    }
  }

  private func remove(_ ids: [String], of app: String) {
    for id in ids { domains[ExactText(app)]?[ExactText(id)] = nil }
  }
}
