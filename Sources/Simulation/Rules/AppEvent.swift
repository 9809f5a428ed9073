internal import DeviceIndex
internal import Foundation
internal import JournalFormat

/// What is journaled of an act, made by what an app calls, and what acts a journal tells of.
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
      // What led to a protected item may say what it is.
      if name.app.text == VaultDice.app { event.resultEngaged.query = VaultDice.query }
      return [event]
    case .abandoned(let app, let ids):
      var event = JournalEvent()
      event.resultsShown = JournalResultsShown(
        visible: ids.map { id in
          var result = JournalShownResult()
          (result.app, result.id) = (app.text, id.text)
          return result
        })
      return [event]
    case .setSynonyms(let app, let version, let groups):
      var event = JournalEvent()
      event.synonymsSet = JournalSynonymsSet(
        app: app.text, version: version.text, groups: groups.map { $0.map(\.text) })
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
    var item = SearchableItem(
      uniqueIdentifier: given.name.id.text,
      domainIdentifier: given.domain.isEmpty ? nil : given.domain.text,
      attributeSet: AttributeSet(given.attributes.journaled), expirationDate: date(given.expires))
    item.isUpdate = isUpdate
    item.protectionClass = given.protection.map { protection in
      switch protection {
      case .unprotected: .none
      case .untilFirstUnlock: .untilFirstUnlock
      case .complete: .complete
      }
    }
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
    activity.contentAttributeSet = AttributeSet(given.attributes.journaled)
    activity.isEligibleForSearch = given.isSearchable
    activity.isEligibleForPublicIndexing = given.isPublic
    activity.expirationDate = date(given.expires)
    activity.publicAttributeNames = given.shares
    activity.userInfo = given.userInfo.mapValues { AttributeValue($0) }
    activity.requiredUserInfoKeys = given.requiredKeys
    return activity
  }

  // MARK: Reading

  /// What an app or a person did; nothing for what a device did by itself.
  static func acts(of event: JournalEvent) -> [AppAct] {
    switch event.fact {
    case .itemIndexed(let given):
      var item = AppItem(
        name: AppName(app: given.app, id: given.id), domain: ExactText(given.domain),
        expires: given.expiresMilliseconds, index: ExactText(given.indexName))
      item.attributes = AppAttributes(given.attributes)
      return [given.merge ? .merged(item) : .given(item)]
    case .activityRecorded(let given): return [.recorded(activity(given))]
    case .resultEngaged(let engagement):
      return [.opened(AppName(app: engagement.result.app, id: engagement.result.id))]
    case .itemsDeleted(let deletion):
      let app = ExactText(deletion.app)
      guard !deletion.all else { return [.deletedAll(app: app)] }
      return [
        .deleted(app: app, ids: deletion.ids.map { ExactText($0) }),
        .deletedDomains(app: app, domains: deletion.domains.map { ExactText($0) }),
      ]
    case .activitiesDeleted(let deletion):
      let ids = deletion.persistentIdentifiers.map { ExactText($0) }
      return [.deletedActivities(app: ExactText(deletion.app), ids: deletion.all ? nil : ids)]
    case .batchEnded(let batch):
      return [
        .batched(
          [], index: AppName(app: batch.app, id: batch.indexName),
          state: String(decoding: batch.clientState, as: UTF8.self))
      ]
    case .resultsShown(let shown):
      // No line of a trace has sums, or results of several apps.
      guard let app = shown.results.first?.app else { return [] }
      return [.abandoned(app: ExactText(app), ids: shown.results.map { ExactText($0.id) })]
    case .synonymsSet(let table):
      return [
        .setSynonyms(
          app: ExactText(table.app), version: ExactText(table.version),
          table.groups.map { $0.terms.map { ExactText($0) } })
      ]
    // No line of a trace expires anything.
    case .itemsExpired, .reindexRequested, .reindexAcknowledged, .epochAdopted,
      .journalBegun, nil:
      return []
    }
  }

  private static func activity(_ given: JournalActivityRecorded) -> AppActivity {
    var activity = AppActivity(
      name: AppName(app: given.app, id: given.id), type: ExactText(given.type),
      title: ExactText(given.title))
    activity.address = PublicAddress.spelling(of: given.webpageURL)
    activity.keywords = given.keywords.map { ExactText($0) }
    activity.attributes = AppAttributes(given.attributes)
    activity.isSearchable = given.eligibleForSearch
    // RULES, "Public pages": another name would not make it a page that others can open.
    activity.isPublic =
      given.eligibleForPublicIndexing && (given.webpageURL.isEmpty || activity.address != nil)
    activity.expires = given.expiresMilliseconds
    activity.shares = Set(given.publicAttributeNames)
    activity.userInfo = given.userInfo
    activity.requiredKeys = Set(given.requiredUserInfoKeys)
    return activity
  }

  /// Whole seconds are the same as a date.
  private static func date(_ milliseconds: Int64) -> Date? {
    milliseconds == 0 ? nil : Date(timeIntervalSince1970: Double(milliseconds / 1_000))
  }
}
