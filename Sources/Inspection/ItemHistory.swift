package import JournalFormat
package import JournalStore
internal import Search

/// What happened to an item or activity of one app, entry by entry, by the rules that the index
/// follows.
package struct ItemHistory: Hashable, Sendable {
  package enum Effect: String, Hashable, Sendable {
    case indexed, replaced, updated
    /// As an activity that can be found.
    case recorded
    /// As an activity that cannot be found: nobody asked for it, or the item that it is bound to is
    /// not there.
    case notEligible = "recorded, not for search"
    case deleted
    case deletedWithDomain = "deleted with its domain"
    case deletedWithAll = "deleted with all of its app"
    case expired, swept
    case engaged
    case shown
    case askedFor = "asked for again"
  }

  package struct Step: Hashable, Sendable {
    package let number: UInt64
    package let time: Timestamp
    package let effect: Effect
    /// The domain that was deleted, or the query.
    package let detail: String
    /// Whether it can be found after this.
    package let isThere: Bool
  }

  package let app: String
  package let id: String
  package private(set) var steps: [Step] = []
  /// Entries whose words are gone: what they said of the item, if anything, is not here.
  package private(set) var redactedCount = 0
  /// When the item says that it expires; nil: it does not.
  package private(set) var expires: Timestamp?

  private var isItemThere = false
  private var isActivityThere = false
  /// The domain of the item, of the activity, and the item that the activity is bound to.
  private var domain = ""
  private var activityDomain = ""
  private var related = ""

  package var isThere: Bool { isItemThere || isActivityThere }

  package init(app: String, id: String) { (self.app, self.id) = (app, id) }

  /// Reads one entry more.
  package mutating func read(_ row: EntryRow) throws(FormatError) {
    guard row.kind == .event else { return }
    guard let payload = row.payload else {
      redactedCount += 1
      return
    }
    // Most entries are of other items, which is seen without decoding them.
    if let scan = EventScan(payload), !concerns(scan) { return }
    let event = try JournalEvent(payload: [UInt8](payload))
    guard let (effect, detail) = take(event) else { return }
    steps.append(
      Step(
        number: row.number.rawValue, time: row.time, effect: effect, detail: detail,
        isThere: isThere))
  }

  private func concerns(_ scan: EventScan) -> Bool {
    switch scan.fact {
    case .itemIndexed, .activityRecorded:
      scan.app.elementsEqual(app.utf8)
        && (scan.id.elementsEqual(id.utf8)
          || (!related.isEmpty && scan.id.elementsEqual(related.utf8)))
    case .itemsDeleted, .activitiesDeleted, .itemsExpired, .reindexRequested:
      scan.app.elementsEqual(app.utf8)
    case .resultEngaged, .resultsShown: true
    default: false
    }
  }

  private mutating func take(_ event: JournalEvent) -> (Effect, String)? {
    switch event.fact {
    case .itemIndexed(let item): return take(item)
    case .activityRecorded(let activity): return take(activity)
    case .itemsDeleted(let deletion): return take(deletion)
    case .activitiesDeleted(let deletion):
      guard deletion.all || deletion.persistentIdentifiers.contains(id), isActivityThere else {
        return nil
      }
      isActivityThere = false
      return (deletion.all ? .deletedWithAll : .deleted, "")
    case .itemsExpired(let expiry):
      guard expiry.ids.contains(id) || expiry.ids.contains(related) else { return nil }
      guard isThere else { return nil }
      end(isBoth: expiry.ids.contains(id))
      return (expiry.requestID.isEmpty ? .expired : .swept, "")
    case .resultEngaged(let engagement): return take(engagement)
    case .resultsShown(let shown):
      return shown.results.contains(where: isMeant) ? (.shown, shown.query) : nil
    case .reindexRequested(let request):
      return request.ids.contains(id) ? (.askedFor, request.reason.text) : nil
    default: return nil
    }
  }

  private func isMeant(_ result: JournalShownResult) -> Bool {
    result.source == .device && result.app == app && result.id == id
  }

  private mutating func take(_ engagement: JournalResultEngaged) -> (Effect, String)? {
    if isMeant(engagement.result) { return (.engaged, engagement.query) }
    return engagement.shown.contains(where: isMeant) ? (.shown, engagement.query) : nil
  }

  private mutating func take(_ item: JournalItemIndexed) -> (Effect, String)? {
    guard item.id == id else { return nil }
    let wasThere = isItemThere
    isItemThere = true
    let merges = item.merge && wasThere
    if !merges || !item.domain.isEmpty { domain = item.domain }
    if !merges || item.expiresMilliseconds != 0 {
      let time = Timestamp(milliseconds: item.expiresMilliseconds)
      expires = item.expiresMilliseconds == 0 ? nil : time
    }
    return (merges ? .updated : wasThere ? .replaced : .indexed, item.domain)
  }

  private mutating func take(_ activity: JournalActivityRecorded) -> (Effect, String)? {
    guard activity.id == id else { return nil }
    related = activity.relatedUniqueIdentifier
    isActivityThere = activity.eligibleForSearch
    activityDomain = activity.attributes.text("domainIdentifier")
    expires =
      activity.expiresMilliseconds == 0
      ? nil : Timestamp(milliseconds: activity.expiresMilliseconds)
    return (isActivityThere ? .recorded : .notEligible, activity.type)
  }

  private mutating func take(_ deletion: JournalItemsDeleted) -> (Effect, String)? {
    let hit = deletion.domains.first { covers($0) }
    let isNamed = deletion.ids.contains(id)
    let isBound = !related.isEmpty && deletion.ids.contains(related)
    guard deletion.all || isNamed || isBound || hit != nil, isThere || isNamed else { return nil }
    end(isBoth: deletion.all || isNamed || hit != nil)
    if deletion.all { return (.deletedWithAll, "") }
    return hit.map { (.deletedWithDomain, $0) } ?? (.deleted, isNamed ? "" : related)
  }

  private func covers(_ deleted: String) -> Bool {
    guard !deleted.isEmpty else { return false }
    return [(domain, isItemThere), (activityDomain, isActivityThere)].contains { name, isThere in
      isThere && (name == deleted || name.hasPrefix(deleted + "."))
    }
  }

  private mutating func end(isBoth: Bool) {
    isActivityThere = false
    if isBoth { isItemThere = false }
  }
}
