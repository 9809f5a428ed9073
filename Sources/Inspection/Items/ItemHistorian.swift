internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Search

/// Writes histories of items down. Whether an item is there is what the index says that holds
/// nothing else: no rule of the index is written a second time.
struct ItemHistorian {
  private(set) var histories: [ItemHistory]
  /// The items that activities of these identifiers were bound to.
  private(set) var bound: Set<String> = []
  private let app: String
  private let projection: IndexProjection
  /// The identifiers that the index is told of.
  private let items: Set<String>

  init(_ ids: [String], app: String, with items: Set<String>) throws {
    histories = ids.map { ItemHistory(app: app, id: $0) }
    (self.app, self.items) = (app, items)
    projection = try IndexProjection(
      creatingAt: ":memory:", vfs: nil,
      start: IndexProjection.Checkpoint(journal: .zero, number: 0, digest: .zero))
  }

  mutating func read(_ row: EntryRow) throws {
    guard row.kind == .event else { return }
    guard let payload = row.payload else {
      for index in histories.indices { histories[index].redactedCount += 1 }
      return
    }
    // Most entries are of other items, which is seen without decoding them.
    if let scan = EventScan(payload), !concerns(scan) { return }
    // What cannot be read says nothing of anything; `InspectedItem` names such entries.
    guard let event = try? JournalEvent(payload: [UInt8](payload)), let fact = event.fact else {
      return
    }
    let entry = IndexedEntry(
      number: row.number.rawValue, time: row.time, saying: .event(event))
    if case .activityRecorded(let activity) = fact, !activity.relatedUniqueIdentifier.isEmpty {
      bound.insert(activity.relatedUniqueIdentifier)
    }
    let before = try histories.map { try state(of: $0.id) }
    if Self.isChange(fact) {
      try projection.apply([entry], upTo: entry.number, digest: .zero)
    }
    for index in histories.indices {
      let after = try state(of: histories[index].id)
      histories[index].add(fact, entry, from: before[index], to: after)
    }
  }

  private func concerns(_ scan: EventScan) -> Bool {
    switch scan.fact {
    case .itemIndexed, .activityRecorded:
      scan.app.elementsEqual(app.utf8) && items.contains(String(decoding: scan.id, as: UTF8.self))
    case .itemsDeleted, .activitiesDeleted, .itemsExpired, .reindexRequested:
      scan.app.elementsEqual(app.utf8)
    case .resultEngaged, .resultsShown: true
    case .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun, .synonymsSet,
      nil:
      false
    }
  }

  private static func isChange(_ fact: JournalEvent.OneOf_Fact) -> Bool {
    switch fact {
    case .itemIndexed, .activityRecorded, .itemsDeleted, .activitiesDeleted, .itemsExpired: true
    case .resultsShown, .resultEngaged, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, .synonymsSet:
      false
    }
  }

  /// What the index holds of an identifier.
  struct State {
    let item: SearchDocument?
    let activity: SearchDocument?
    /// The item that the activity is bound to.
    let related: SearchDocument?

    var isThere: Bool { item != nil || activity != nil }
    /// Of an activity that is bound to an item, the sooner of both.
    var expires: Timestamp? {
      let times = item.map { [$0.expires] } ?? [activity, related].compactMap { $0?.expires }
      return times.filter { $0.milliseconds != 0 }.min()
    }
    /// What a deletion finds it by, the item first.
    var subjects: [DeletionScope.Subject] {
      [item, activity].compactMap(\.self).map { document in
        DeletionScope.Subject(
          id: document.id, domain: document.domain, isActivity: document.kind == .activity,
          related: document.related, relatedDomain: related?.domain ?? "")
      }
    }
  }

  private func state(of id: String) throws -> State {
    let activity = try projection.documents.document(.activity, app: app, id: id)
    return try State(
      item: projection.documents.document(.item, app: app, id: id), activity: activity,
      related: activity.flatMap { activity in
        try activity.related.isEmpty
          ? nil : projection.documents.document(.item, app: app, id: activity.related)
      })
  }
}

extension ItemHistory {
  /// Adds what an entry did to the item, if it did anything.
  fileprivate mutating func add(
    _ fact: JournalEvent.OneOf_Fact, _ entry: IndexedEntry, from before: ItemHistorian.State,
    to after: ItemHistorian.State
  ) {
    if case .activityRecorded(let activity) = fact, activity.app == app, activity.id == id {
      publicStanding = PublicItem.Standing(activity)
      activityEnd = nil
    }
    if after.activity != nil { activityEnd = nil }
    guard let (effect, detail) = effect(of: fact, from: before, to: after) else { return }
    if before.activity != nil, after.activity == nil { activityEnd = effect }
    if after.isThere { expires = after.expires }
    steps.append(
      Step(
        number: entry.number, time: entry.time, effect: effect, detail: detail,
        isThere: after.isThere))
  }

  private func effect(
    of fact: JournalEvent.OneOf_Fact, from before: ItemHistorian.State,
    to after: ItemHistorian.State
  ) -> (Effect, String)? {
    let isLess =
      (before.item != nil && after.item == nil) || (before.activity != nil && after.activity == nil)
    switch fact {
    case .itemIndexed(let item):
      guard item.app == app, item.id == id else { return nil }
      return (before.item == nil ? .indexed : item.merge ? .updated : .replaced, item.domain)
    case .activityRecorded(let activity):
      guard activity.app == app, activity.id == id else { return nil }
      if after.activity != nil { return (.recorded, activity.type) }
      return activity.eligibleForSearch
        ? (.boundToNothing, activity.relatedUniqueIdentifier) : (.notEligible, activity.type)
    case .itemsDeleted(let deletion):
      guard isLess || (deletion.app == app && DeletionScope(deletion).names(id)) else { return nil }
      return how(deletion, before)
    case .activitiesDeleted(let deletion):
      return isLess ? (deletion.all ? .deletedWithAll : .deleted, "") : nil
    case .itemsExpired(let expiry):
      guard isLess else { return nil }
      return expiry.requestID.isEmpty ? (.expired, moment(of: expiry, before)) : (.swept, "")
    case .resultEngaged(let engagement):
      if isThisItem(engagement.result) { return (.engaged, engagement.query) }
      return engagement.shown.contains(where: isThisItem) ? (.shown, engagement.query) : nil
    case .resultsShown(let shown):
      if shown.results.contains(where: isThisItem) { return (.abandoned, shown.query) }
      // An item and the activity of its name have sums of their own.
      let sums = shown.sums.filter { $0.app == app && $0.id == id }
      return sums.map(\.lists).max().map { (.summed, "\($0)") }
    case .reindexRequested(let request):
      return request.app == app && request.ids.contains(id) ? (.askedFor, request.reason.text) : nil
    case .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun, .synonymsSet: return nil
    }
  }

  /// When it expired, or the item that it was bound to; empty where the entry does not say.
  private func moment(of expiry: JournalItemsExpired, _ before: ItemHistorian.State) -> String {
    let names = [id, before.activity?.related].compactMap(\.self)
    let place = names.lazy.compactMap { expiry.ids.firstIndex(of: $0) }.first
    guard let place, expiry.expiredMilliseconds.indices.contains(place) else { return "" }
    return Timestamp(milliseconds: expiry.expiredMilliseconds[place]).text
  }

  private func how(
    _ deletion: JournalItemsDeleted, _ before: ItemHistorian.State
  ) -> (Effect, String) {
    let scope = DeletionScope(deletion)
    let reason = before.subjects.lazy.compactMap { scope.reason(toReach: $0) }.first
    switch reason {
    // One that names what is not there.
    case nil, .identifier: return (.deleted, "")
    case .item(let related): return (.deleted, related)
    case .domain(let domain): return (.deletedWithDomain, domain)
    case .all: return (.deletedWithAll, "")
    }
  }

  private func isThisItem(_ result: JournalShownResult) -> Bool {
    result.source == .device && result.app == app && result.id == id
  }
}
