package import JournalFormat
internal import Search

/// Decides which payloads of a private journal nothing needs any more.
///
/// A projection of the journal beside the index, which knows of each document that the index holds
/// by which entries it got there. What it leaves makes the same index: the version that is there,
/// what was merged into it, and of earlier versions those without which a later entry would have
/// found nothing, as an engagement with it or an activity that is bound to it.
package struct CompactionPlanner {
  typealias Handle = DocumentLife.Handle

  private var entries: [CompactionEntry] = []
  private(set) var apps: [ExactText: AppDocuments] = [:]
  private var removed: [DocumentLife] = []
  /// Documents that are still there, of those that an engagement was with or a list has.
  private var engagedCounts: [Handle: Int] = [:]
  /// Deletions by domain.
  private var domainDeletions: Set<Handle> = []
  /// Of each activity that had expired, the recording that followed.
  private var successors: [Handle: Handle] = [:]
  /// Of each engagement that could be reported, the version of the activity that it was with.
  private var engagedVersions: [(engagement: Handle, version: Handle)] = []

  package init() {}

  /// Reads the next entry that was not redacted before.
  ///
  /// - Throws: `DeviceError.Code.journal` for an event that this program does not know: what it
  ///   needs of earlier entries cannot be told.
  package mutating func read(
    _ event: JournalEvent, number: UInt64, time: Timestamp, payloadByteCount: Int
  ) throws(DeviceError) {
    func entry(_ kind: CompactionEntry.Kind, hasWords: Bool = false) -> CompactionEntry {
      CompactionEntry(
        number: number, time: time, kind: kind, payloadByteCount: payloadByteCount,
        hasWords: hasWords)
    }
    switch event.fact {
    case .itemIndexed(let item):
      index(item, add(entry(.item, hasWords: !item.attributes.values.isEmpty)))
    case .activityRecorded(let activity):
      record(activity, add(entry(.activity(PublicItem(activity)?.digest))))
    case .itemsDeleted(let deletion): delete(deletion, add(entry(.removal)))
    case .activitiesDeleted(let deletion): delete(deletion, add(entry(.removal)))
    case .itemsExpired(let expiry) where JournalItemsExpired.Kind.allCases.contains(expiry.kind):
      expire(expiry, add(entry(.removal)))
    case .resultEngaged(let engagement):
      engage(engagement, add(entry(.engagement, hasWords: !engagement.query.isEmpty)))
    case .batchEnded(let batch): end(batch, add(entry(.clientState)))
    case .synonymsSet(let table): setSynonyms(table, add(entry(.synonyms)))
    case .reindexRequested(let request): ask(request)
    case .resultsShown(let shown):
      let kind = CompactionEntry.Kind.abandoned(
        hasPublic: shown.results.contains { $0.source == .public })
      abandon(shown, add(entry(kind, hasWords: !shown.query.isEmpty)))
    case .reindexAcknowledged, .epochAdopted, .journalBegun: break
    case .itemsExpired, nil:
      throw DeviceError(
        .journal,
        "Entry \(number) is an event that this program does not know, so it cannot tell what of "
          + "the journal is still needed. Use a newer spotlog.")
    }
  }

  private mutating func add(_ entry: CompactionEntry) -> Handle {
    entries.append(entry)
    return entries.count - 1
  }

  private mutating func documents(of app: ExactText) -> AppDocuments {
    if let known = apps[app] { return known }
    let made = AppDocuments()
    apps[app] = made
    return made
  }

  private mutating func end(
    _ handle: Handle, _ reason: CompactionPlan.Reason, by ender: Handle
  ) {
    guard entries[handle].end == nil else { return }
    entries[handle].end = .init(reason: reason, by: entries[ender].number)
  }

  // MARK: What is given

  private mutating func index(_ item: JournalItemIndexed, _ handle: Handle) {
    let documents = documents(of: ExactText(item.app))
    let id = ExactText(item.id)
    let domain = ExactText(item.domain)
    var version = DocumentLife.Version(handles: [handle], shape: .init(domain: domain))
    version.isProtected = item.protection != .none
    if version.isProtected {
      // The index forgets what led to anything of this name.
      for opening in documents.named(id).flatMap(\.openings) {
        entries[opening].isProtectedSince = true
      }
    }
    let expires = item.expiry
    guard let life = documents.items[id] else {
      return documents.add(
        item: DocumentLife(
          app: ExactText(item.app), id: id, first: version, expires: expires))
    }
    let last = life.versions.count - 1
    if item.merge, !version.isProtected, !life.versions[last].isProtected {
      documents.change(life) { life in
        life.versions[last].handles.append(handle)
        if item.expiresMilliseconds != 0 { life.expires = expires }
        guard !domain.isEmpty, domain != life.shape.domain else { return }
        life.versions[last].shape.domain = domain
        life.versions[last].isSteady = false
      }
    } else {
      for earlier in life.versions[last].handles { end(earlier, .superseded, by: handle) }
      documents.change(life) { life in
        life.versions.append(version)
        life.expires = expires
      }
    }
  }

  private mutating func record(_ activity: JournalActivityRecorded, _ handle: Handle) {
    let documents = documents(of: ExactText(activity.app))
    let id = ExactText(activity.id)
    let related = ExactText(activity.relatedUniqueIdentifier)
    if let earlier = documents.recordings[id], entries[earlier].end?.reason == .expired {
      successors[earlier] = handle
    }
    documents.recordings.insert(id, handle, related: related)
    var version = DocumentLife.Version(
      handles: [handle],
      shape: .init(
        domain: ExactText(activity.attributes.text("domainIdentifier")), related: related,
        isPublic: entries[handle].content != nil))
    if !related.isEmpty, let item = documents.items[related] {
      version.support = (item, item.versions.count - 1)
    }
    let isInIndex =
      activity.eligibleForSearch && (related.isEmpty || version.support != nil)
    let expires = Timestamp(milliseconds: activity.expiresMilliseconds)
    if let life = documents.activities[id] {
      for earlier in life.versions[life.versions.count - 1].handles {
        end(earlier, .superseded, by: handle)
      }
      if life.isInIndex, isInIndex {
        return documents.change(life) { life in
          life.versions.append(version)
          life.expires = expires
        }
      }
      remove([life], .superseded, by: handle)
    }
    documents.add(
      activity: DocumentLife(
        app: ExactText(activity.app), id: id, isInIndex: isInIndex, first: version,
        expires: expires))
  }

  private mutating func engage(_ engagement: JournalResultEngaged, _ handle: Handle) {
    guard engagement.result.source == .device else { return }
    let opened = apps[ExactText(engagement.result.app)]
    for life in opened?.named(ExactText(engagement.result.id)) ?? [] {
      life.openings.append(handle)
    }
    for version in opened?.recordings.all(ExactText(engagement.result.id)) ?? []
    where couldBeReported(version) {
      engagedVersions.append((handle, version))
      let time = entries[handle].time
      entries[version].lastEngaged = max(time, entries[version].lastEngaged ?? time)
      // One that has expired may have been deleted since, and then it was the next one.
      if entries[version].end == nil { break }
    }
    // The index counts for each how often it was seen, not only for the one that was opened.
    for result in [engagement.result] + engagement.shown where result.source == .device {
      let documents = documents(of: ExactText(result.app))
      let id = ExactText(result.id)
      // An activity that is bound to an item is seen as the item.
      let seen = documents.all(id: id).filter(\.isInIndex)
      for life in seen { life.see(in: handle) }
      engagedCounts[handle, default: 0] += seen.count
    }
  }

  private mutating func abandon(_ shown: JournalResultsShown, _ handle: Handle) {
    for (place, result) in shown.results.enumerated() where result.source == .device {
      let looks = ShownPlace.looks(at: place)
      guard looks > 0 else { break }
      let seen = documents(of: ExactText(result.app)).all(id: ExactText(result.id))
        .filter(\.isInIndex)
      for life in seen { life.abandon(in: handle, looks: looks) }
      engagedCounts[handle, default: 0] += seen.count
    }
    for sums in shown.sums {
      let documents = documents(of: ExactText(sums.app))
      let named = sums.activity ? documents.activities : documents.items
      guard let life = named[ExactText(sums.id)], life.isInIndex else { continue }
      for earlier in life.abandoned.handles { release(earlier, .superseded, by: handle) }
      life.setAbandoned(sums, in: handle)
      engagedCounts[handle, default: 0] += 1
    }
    // The index counts it for nothing.
    if engagedCounts[handle, default: 0] == 0 { end(handle, .superseded, by: handle) }
  }

  /// One document less needs the entry.
  private mutating func release(
    _ entry: Handle, _ reason: CompactionPlan.Reason, by handle: Handle
  ) {
    engagedCounts[entry, default: 0] -= 1
    if engagedCounts[entry] == 0 { end(entry, reason, by: handle) }
  }

  /// Whether the privacy filter takes it for a page that may become public: an expiry is nothing to
  /// it.
  private func couldBeReported(_ version: Handle) -> Bool {
    entries[version].content != nil && entries[version].end?.reason != .deleted
  }

  private mutating func ask(_ request: JournalReindexRequested) {
    guard request.reason == .expiring else { return }
    let documents = documents(of: ExactText(request.app))
    for id in request.ids { documents.items[ExactText(id)]?.askAboutExpiry() }
  }

  private mutating func end(_ batch: JournalBatchEnded, _ handle: Handle) {
    let documents = documents(of: ExactText(batch.app))
    if let earlier = documents.clientStates.updateValue(handle, forKey: ExactText(batch.indexName))
    {
      end(earlier, .superseded, by: handle)
    }
  }

  /// The last table of an app holds; one without synonyms is needed by nothing.
  private mutating func setSynonyms(_ table: JournalSynonymsSet, _ handle: Handle) {
    let documents = documents(of: ExactText(table.app))
    if let earlier = documents.synonyms { end(earlier, .superseded, by: handle) }
    documents.synonyms = table.groups.isEmpty ? nil : handle
    if table.groups.isEmpty { end(handle, .superseded, by: handle) }
  }

  // MARK: What goes

  private mutating func delete(_ deletion: JournalItemsDeleted, _ handle: Handle) {
    end(handle, .deleted, by: handle)
    let documents = documents(of: ExactText(deletion.app))
    if !deletion.domains.isEmpty { domainDeletions.insert(handle) }
    remove(documents.all(DeletionScope(deletion)), .deleted, by: handle)
    guard deletion.all else { return }
    for state in documents.clientStates.values { end(state, .deleted, by: handle) }
    documents.clientStates = [:]
    if let synonyms = documents.synonyms { end(synonyms, .deleted, by: handle) }
    documents.synonyms = nil
  }

  private mutating func delete(_ deletion: JournalActivitiesDeleted, _ handle: Handle) {
    end(handle, .deleted, by: handle)
    let documents = documents(of: ExactText(deletion.app))
    let found = deletion.persistentIdentifiers.compactMap {
      documents.activities[ExactText($0)]
    }
    remove(deletion.all ? Array(documents.activities.values) : found, .deleted, by: handle)
  }

  private mutating func expire(_ expiry: JournalItemsExpired, _ handle: Handle) {
    end(handle, .expired, by: handle)
    let documents = documents(of: ExactText(expiry.app))
    for id in expiry.ids {
      // What is in no index is a candidate of the filter's, and an expiry is nothing to the filter.
      let gone = documents.expired(expiry.kind, id: ExactText(id))
      remove(gone.filter(\.isInIndex), .expired, by: handle)
    }
  }

  private mutating func remove(
    _ lives: [DocumentLife], _ reason: CompactionPlan.Reason, by handle: Handle
  ) {
    for life in lives where life.remover == nil {
      life.remover = handle
      documents(of: life.app).remove(life)
      for entry in life.versions[life.versions.count - 1].handles { end(entry, reason, by: handle) }
      for entry in life.engagements + life.abandoned.handles { release(entry, reason, by: handle) }
      removed.append(life)
    }
  }

  /// What is journaled of lists of which nothing was opened, before these go.
  func sums() -> [JournalResultsShown] {
    AbandonedLists.sums(
      of: apps.values.flatMap { documents in
        documents.items.values.map { ($0, false) } + documents.activities.values.map { ($0, true) }
      })
  }

  // MARK: What stays

  /// The entries whose payloads can go, of all that were read. Asked once, at the end.
  mutating func plan(_ filter: FilterNeeds) -> CompactionPlan {
    markFilterNeeds(filter)
    markIndexNeeds()
    for life in apps.values.flatMap({ $0.items.values }) + removed {
      for handle in life.saidBeforeProtection { entries[handle].isProtectedSince = true }
    }
    let redactions = entries.compactMap { entry -> CompactionPlan.Redaction? in
      guard let number = SequenceNumber(entry.number),
        let reason = entry.losesWords ? .protected : entry.isKept ? nil : entry.end?.reason
      else { return nil }
      return .init(number: number, reason: reason, payloadByteCount: entry.payloadByteCount)
    }
    return CompactionPlan(redactions: redactions)
  }

  private mutating func markFilterNeeds(_ filter: FilterNeeds) {
    for handle in entries.indices where filter.needs(entries[handle]) {
      entries[handle].isKept = true
    }
    for (engagement, version) in engagedVersions
    where filter.needs(entries[version], for: entries[engagement].number) {
      entries[version].isKept = true
    }
    // A deletion of a domain reaches public activities by the domains of the items that they are
    // bound to: an item stays until the filter has read by which deletion it went.
    let bound = itemsOfPublicActivities
    for life in removed where bound.contains(ItemKey(app: life.app, id: life.id)) {
      guard let remover = life.remover, domainDeletions.contains(remover),
        entries[remover].number > filter.readThrough
      else { continue }
      for handle in life.versions[life.versions.count - 1].handles {
        entries[handle].isKept = true
      }
    }
  }

  private struct ItemKey: Hashable {
    let app: ExactText
    let id: ExactText
  }

  private var itemsOfPublicActivities: Set<ItemKey> {
    var found: Set<ItemKey> = []
    for life in apps.values.flatMap({ $0.activities.values }) + removed {
      for version in life.versions where !version.shape.related.isEmpty {
        guard version.handles.contains(where: { entries[$0].content != nil })
        else { continue }
        found.insert(ItemKey(app: life.app, id: version.shape.related))
      }
    }
    return found
  }

  private mutating func markIndexNeeds() {
    // What removed them may be a version of an activity that is there.
    for life in removed { markVersionsIfNeeded(of: life) }
    // Activities first, since they hold the items that they are bound to.
    for life in apps.values.flatMap({ $0.activities.values }) where life.isInIndex {
      markVersions(of: life)
    }
    for life in apps.values.flatMap({ $0.items.values }) { markVersions(of: life) }
    for life in removed { markVersionsIfNeeded(of: life) }
  }

  /// A document that is there keeps its last version, those that something else needs, and from the
  /// first of these on each that a removal would have found by other ways than the one before.
  private mutating func markVersions(of life: DocumentLife) {
    life.versions[life.versions.count - 1].isHeld = true
    for entry in life.engagements + life.abandoned.handles { entries[entry].isKept = true }
    // From the first one on, it has to be there to be counted for.
    for version in [life.firstSeenVersion, life.abandoned.version].compactMap(\.self) {
      life.versions[version].isHeld = true
    }
    // Its app was asked about an expiry that was there then.
    if let version = life.askedVersion { life.versions[version].isHeld = true }
    var shape: DocumentLife.Shape?
    for version in life.versions {
      let changesShape = shape.map { $0 != version.shape || !version.isSteady } ?? false
      guard isHeld(version) || changesShape else { continue }
      shape = version.shape
      markHandles(of: version)
      if let support = version.support {
        support.life.versions[support.version].isHeld = true
      }
    }
  }

  /// A document that was removed is nothing to the index. If something else needs a version of it,
  /// it stays from there to its removal: otherwise it would be there afterwards, in the index or
  /// for the privacy filter.
  private mutating func markVersionsIfNeeded(of life: DocumentLife) {
    guard let first = life.versions.firstIndex(where: { isHeld($0) }) else { return }
    for version in life.versions[first...] { markHandles(of: version) }
    if let remover = life.remover { entries[remover].isKept = true }
    // To the privacy filter what has expired stays until it is recorded again.
    for handle in life.versions[life.versions.count - 1].handles {
      if let successor = successors[handle] { entries[successor].isKept = true }
    }
  }

  private func isHeld(_ version: DocumentLife.Version) -> Bool {
    version.isHeld || version.handles.contains { entries[$0].isKept }
  }

  private mutating func markHandles(of version: DocumentLife.Version) {
    for handle in version.handles { entries[handle].isKept = true }
  }
}
