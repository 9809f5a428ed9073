package import JournalFormat

/// What an entry is about: for filters, histories and what supersedes what.
package struct EntrySubject: Hashable, Sendable {
  package var app = ""
  /// The apps of results, where none of them is the entry's.
  package var appsOfResults: Set<String> = []
  /// Items and activities, by their identifiers.
  package var ids: [String] = []
  package var domains: [String] = []
  /// Everything of the app.
  package var isAll = false
  package var tags: [Tag] = []
  /// Lineages and epochs.
  package var devices: [String] = []

  package init() {}

  /// - Throws: `FormatError` for a payload that is not what its kind says.
  package init(kind: EntryKind, payload: [UInt8]) throws(FormatError) {
    self.init()
    switch kind.meaning {
    case .event: self = EntrySubject(try JournalEvent(payload: payload))
    case .report: addReport(try Report(kind: kind, payload: payload))
    case .batch: try addBatch(payload)
    case .control, .unknown: addControlEntry(try ControlEntry(kind: kind, payload: payload))
    }
  }

  package init(_ event: JournalEvent) {
    switch event.fact {
    case .itemIndexed(let item):
      (app, ids) = (item.app, [item.id])
      if !item.domain.isEmpty { domains = [item.domain] }
    case .itemsDeleted(let deletion):
      (app, ids, domains, isAll) = (deletion.app, deletion.ids, deletion.domains, deletion.all)
    case .activityRecorded(let activity):
      (app, ids) = (activity.app, [activity.id])
      if !activity.relatedUniqueIdentifier.isEmpty {
        ids.append(activity.relatedUniqueIdentifier)
      }
    case .activitiesDeleted(let deletion):
      (app, ids, isAll) = (deletion.app, deletion.persistentIdentifiers, deletion.all)
    case .itemsExpired(let expiry): (app, ids) = (expiry.app, expiry.ids)
    case .resultEngaged(let engagement):
      app = engagement.result.app
      ids = ([engagement.result] + engagement.shown).map(\.id)
      tags = ([engagement.result] + engagement.shown).compactMap { Tag(bytes: [UInt8]($0.tag)) }
    case .resultsShown(let shown):
      ids = shown.results.map(\.id) + shown.sums.map(\.id)
      appsOfResults = Set(shown.results.map(\.app) + shown.sums.map(\.app))
      tags = shown.results.compactMap { Tag(bytes: [UInt8]($0.tag)) }
    case .reindexRequested(let request): (app, ids) = (request.app, request.ids)
    case .reindexAcknowledged(let answer): app = answer.app
    case .batchEnded(let batch): app = batch.app
    case .synonymsSet(let set): app = set.app
    case .epochAdopted(let adopted):
      if let grant = try? Grant(bytes: [UInt8](adopted.grant)) { addGrant(grant) }
    case .journalBegun, nil: break
    }
  }

  private mutating func addGrant(_ grant: Grant) {
    devices += [grant.lineage.description, grant.epoch.description]
    if let parent = grant.parent { devices.append(parent.epoch.description) }
  }

  private mutating func addReport(_ report: Report) {
    switch report {
    case .engaged(let engaged): tags = [engaged.tag]
    case .withdrawn(let withdrawn): tags = [withdrawn.tag]
    case .feedback(let feedback): tags = [feedback.tag]
    case .content(let item, _): (app, ids) = (item.app, [item.key])
    }
  }

  private mutating func addBatch(_ payload: [UInt8]) throws(FormatError) {
    let header = try BatchHeader(startOf: payload)
    devices = [header.lineage.description, header.epoch.description]
    var found: Set<Tag> = []
    for entry in try BatchReader().entries(of: payload) {
      guard let payload = entry.payload else { continue }
      let report = try Report(kind: entry.header.kind, payload: payload)
      if case .content(let item, _) = report { ids.append(item.key) }
      var subject = EntrySubject()
      subject.addReport(report)
      found.formUnion(subject.tags)
    }
    tags = Array(found)
  }

  private mutating func addControlEntry(_ entry: ControlEntry) {
    switch entry {
    case .enrol(let grant), .grant(let grant), .recovered(let grant, _): addGrant(grant)
    case .fence(let head, let child): devices = ["\(head.epoch)", "\(child)"]
    case .takeDown(let tag, _): tags = [tag]
    case .incident(let incident): devices = ["\(incident.lineage)", "\(incident.epoch)"]
    case .revoke(let lineage, _), .erase(let lineage): devices = ["\(lineage)"]
    case .withdrawal(let withdrawal):
      tags = [withdrawal.tag]
      devices = ["\(withdrawal.lineage)", "\(withdrawal.epoch)"]
    case .redacted(let redacted): devices = ["\(redacted.epoch)"]
    case .hole(let hole): devices = ["\(hole.epoch)"]
    case .retract(let epoch, _, _, _), .admitted(let epoch, _): devices = ["\(epoch)"]
    case .cloudLife, .threshold, .mark, .recovering: break
    }
  }

  /// Whether the domain, or one above it, is among those that it names.
  package func holds(domain: String) -> Bool {
    domains.contains { DomainName($0).contains(domain) }
  }
}
