internal import DeviceIndex
internal import Foundation
internal import JournalFormat

/// What is journaled of an act, made by what an app calls.
enum AppEvent {
  static func events(of act: AppAct) throws -> [JournalEvent] {
    switch act {
    case .given(let item): return [try event(of: item)]
    case .merged(let item): return [try event(of: item, isUpdate: true)]
    case .batched(let items, let index, let state):
      var ended = JournalEvent()
      ended.batchEnded.app = act.app
      ended.batchEnded.indexName = index
      ended.batchEnded.clientState = Data(state.utf8)
      return try items.map { try event(of: $0) } + [ended]
    case .recorded(let activity):
      var event = JournalEvent()
      event.activityRecorded = try userActivity(activity).journaled(app: activity.name.app)
      return [event]
    case .opened(let name):
      var event = JournalEvent()
      event.resultEngaged.result.app = name.app
      event.resultEngaged.result.id = name.id
      return [event]
    case .deleted(_, let ids): return [deletion(act.app) { $0.ids = ids }]
    case .deletedDomains(_, let domains): return [deletion(act.app) { $0.domains = domains }]
    case .deletedAll: return [deletion(act.app) { $0.all = true }]
    case .deletedActivities(_, let ids):
      var event = JournalEvent()
      event.activitiesDeleted.app = act.app
      event.activitiesDeleted.persistentIdentifiers = ids ?? []
      event.activitiesDeleted.all = ids == nil
      return [event]
    case .itemGone, .activityGone: return []
    }
  }

  private static func deletion(
    _ app: String, _ set: (inout JournalItemsDeleted) -> Void
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = app
    set(&event.itemsDeleted)
    return event
  }

  private static func event(of given: AppItem, isUpdate: Bool = false) throws -> JournalEvent {
    var set = AttributeSet()
    set.title = given.title
    set.contentDescription = given.note
    if given.clearsNote { set["contentDescription"] = .null }
    var item = SearchableItem(
      uniqueIdentifier: given.name.id,
      domainIdentifier: given.domain.isEmpty ? nil : given.domain, attributeSet: set,
      expirationDate: date(given.expires))
    item.isUpdate = isUpdate
    var event = JournalEvent()
    event.itemIndexed = try item.journaled(app: given.name.app, indexName: given.index)
    return event
  }

  private static func userActivity(_ given: AppActivity) -> UserActivity {
    var activity = UserActivity(activityType: AppWords.activityType)
    activity.persistentIdentifier = given.name.id
    activity.title = given.title
    if let address = given.address {
      activity.webpageURL = URL(string: "https://example.com/\(given.name.app)/\(address)")
    }
    var set = AttributeSet()
    if !given.domain.isEmpty { set.domainIdentifier = given.domain }
    if !given.item.isEmpty, given.isWeak { set.weakRelatedUniqueIdentifier = given.item }
    if !given.item.isEmpty, !given.isWeak { set.relatedUniqueIdentifier = given.item }
    if given.isLong { set.contentDescription = AppWords.longNote }
    activity.contentAttributeSet = set
    activity.isEligibleForSearch = given.eligibility != .none
    activity.isEligibleForPublicIndexing = given.eligibility == .everybody
    activity.expirationDate = date(given.expires)
    return activity
  }

  /// Whole seconds are the same as a date.
  private static func date(_ milliseconds: Int64) -> Date? {
    milliseconds == 0 ? nil : Date(timeIntervalSince1970: Double(milliseconds / 1_000))
  }
}
