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
      ended.batchEnded.app = index.app.text
      ended.batchEnded.indexName = index.id.text
      ended.batchEnded.clientState = Data(state.utf8)
      return try items.map { try event(of: $0) } + [ended]
    case .recorded(let activity):
      var event = JournalEvent()
      event.activityRecorded = try userActivity(activity).journaled(app: act.app.text)
      return [event]
    case .opened(let name):
      var event = JournalEvent()
      event.resultEngaged.result.app = name.app.text
      event.resultEngaged.result.id = name.id.text
      return [event]
    case .deleted(_, let ids): return [deletion(act.app) { $0.ids = ids.map(\.text) }]
    case .deletedDomains(_, let domains):
      return [deletion(act.app) { $0.domains = domains.map(\.text) }]
    case .deletedAll: return [deletion(act.app) { $0.all = true }]
    case .deletedActivities(_, let ids):
      var event = JournalEvent()
      event.activitiesDeleted.app = act.app.text
      event.activitiesDeleted.persistentIdentifiers = ids?.map(\.text) ?? []
      event.activitiesDeleted.all = ids == nil
      return [event]
    case .itemGone, .activityGone: return []
    }
  }

  private static func deletion(
    _ app: ExactText, _ set: (inout JournalItemsDeleted) -> Void
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = app.text
    set(&event.itemsDeleted)
    return event
  }

  private static func event(of given: AppItem, isUpdate: Bool = false) throws -> JournalEvent {
    var attributes = JournalAttributes()
    attributes.values = Array(given.attributes.values)
    var item = SearchableItem(
      uniqueIdentifier: given.name.id.text,
      domainIdentifier: given.domain.isEmpty ? nil : given.domain.text,
      attributeSet: AttributeSet(attributes), expirationDate: date(given.expires))
    item.isUpdate = isUpdate
    var event = JournalEvent()
    event.itemIndexed = try item.journaled(
      app: given.name.app.text, indexName: given.index.text)
    return event
  }

  private static func userActivity(_ given: AppActivity) -> UserActivity {
    var activity = UserActivity(activityType: given.type.text)
    activity.persistentIdentifier = given.name.id.text
    activity.title = given.title.text
    activity.webpageURL = given.address.flatMap { URL(string: $0.text) }
    var set = AttributeSet()
    if !given.domain.isEmpty { set.domainIdentifier = given.domain.text }
    if !given.item.isEmpty, given.isWeak { set.weakRelatedUniqueIdentifier = given.item.text }
    if !given.item.isEmpty, !given.isWeak { set.relatedUniqueIdentifier = given.item.text }
    if !given.note.isEmpty { set.contentDescription = given.note.text }
    activity.contentAttributeSet = set
    activity.isEligibleForSearch = given.isSearchable
    activity.isEligibleForPublicIndexing = given.isPublic
    activity.expirationDate = date(given.expires)
    return activity
  }

  /// Whole seconds are the same as a date.
  private static func date(_ milliseconds: Int64) -> Date? {
    milliseconds == 0 ? nil : Date(timeIntervalSince1970: Double(milliseconds / 1_000))
  }
}
