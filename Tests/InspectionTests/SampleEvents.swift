import Foundation
import Inspection
import JournalFormat
import JournalStore
import TestSupport

extension TemporaryFolder {
  /// A journal of events, a second apart.
  func source(_ events: [JournalEvent], name: String = "private") throws -> JournalSource {
    var dice = Dice.seeded(9)
    let path = file(name + ".journal")
    let journal = try Journal.create(
      at: path, identity: JournalIdentity(kind: .private, name: Sample.journalName),
      created: Sample.day.start)
    try journal.append(
      events.enumerated().map { index, event in
        EntryDraft(
          kind: .event, time: Sample.day.start.advanced(byMilliseconds: Int64(index) * 1_000),
          payload: try event.payload(using: &dice))
      })
    return try JournalSource(path)
  }
}

/// One event of each kind, and some with what is at the edges.
enum SampleEvents {
  static func attribute(_ name: String, _ text: String) -> JournalAttribute {
    var attribute = JournalAttribute()
    attribute.name = name
    attribute.value.string = text
    return attribute
  }

  static func indexed(
    _ id: String, app: String = "app", domain: String = "", title: String = "", merge: Bool = false
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemIndexed.app = app
    event.itemIndexed.id = id
    event.itemIndexed.domain = domain
    event.itemIndexed.merge = merge
    if !title.isEmpty { event.itemIndexed.attributes.values = [attribute("title", title)] }
    return event
  }

  static func deleted(
    ids: [String] = [], domains: [String] = [], all: Bool = false, app: String = "app"
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = app
    event.itemsDeleted.ids = ids
    event.itemsDeleted.domains = domains
    event.itemsDeleted.all = all
    return event
  }

  static func activity(
    _ id: String, app: String = "app", related: String = "", search: Bool = true,
    domain: String = ""
  ) -> JournalEvent {
    var event = JournalEvent()
    event.activityRecorded.app = app
    event.activityRecorded.id = id
    event.activityRecorded.type = "view"
    event.activityRecorded.title = "Page \(id)"
    event.activityRecorded.relatedUniqueIdentifier = related
    event.activityRecorded.eligibleForSearch = search
    if !domain.isEmpty {
      event.activityRecorded.attributes.values = [attribute("domainIdentifier", domain)]
    }
    return event
  }

  static func engaged(_ id: String, app: String = "app", query: String = "") -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged.result.app = app
    event.resultEngaged.result.id = id
    event.resultEngaged.query = query
    return event
  }

  static func expired(
    _ ids: [String], app: String = "app", sweep: Bool = false,
    kind: JournalItemsExpired.Kind = .unspecified, at times: [Int64] = []
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemsExpired.kind = kind
    event.itemsExpired.expiredMilliseconds = times
    event.itemsExpired.app = app
    event.itemsExpired.ids = ids
    if sweep { event.itemsExpired.requestID = Data(repeating: 1, count: 16) }
    return event
  }

  static func activitiesDeleted(
    _ ids: [String] = [], all: Bool = false, app: String = "app"
  ) -> JournalEvent {
    var event = JournalEvent()
    event.activitiesDeleted.app = app
    event.activitiesDeleted.persistentIdentifiers = ids
    event.activitiesDeleted.all = all
    return event
  }

  static var all: [JournalEvent] {
    var shown = JournalEvent()
    shown.resultsShown.query = "milk"
    shown.resultsShown.results = [engaged("1").resultEngaged.result]
    var sums = JournalEvent()
    sums.resultsShown.sums = [JournalShownSums(), JournalShownSums()]
    (sums.resultsShown.sums[0].app, sums.resultsShown.sums[0].id) = ("app", "1")
    (sums.resultsShown.sums[0].lists, sums.resultsShown.sums[0].looks) = (3, 1_500)
    sums.resultsShown.sums[1] = sums.resultsShown.sums[0]
    sums.resultsShown.sums[1].activity = true
    var asked = JournalEvent()
    asked.reindexRequested.requestID = Data(repeating: 2, count: 16)
    asked.reindexRequested.app = "app"
    asked.reindexRequested.ids = ["1", "2"]
    asked.reindexRequested.reason = .restored
    var answered = JournalEvent()
    answered.reindexAcknowledged.requestID = Data(repeating: 2, count: 16)
    answered.reindexAcknowledged.app = "app"
    var ended = JournalEvent()
    ended.batchEnded.app = "app"
    ended.batchEnded.indexName = "index"
    ended.batchEnded.clientState = Data([1, 2, 3])
    var synonyms = JournalEvent()
    synonyms.synonymsSet = JournalSynonymsSet(
      app: "app", version: "2", groups: [["tv", "television"], ["sofa", "couch"]])
    var begun = JournalEvent()
    begun.journalBegun.createdBy = "spotlog"
    begun.journalBegun.lineageSecret = Data(repeating: 3, count: 32)
    var adopted = JournalEvent()
    adopted.epochAdopted.grant = Data(Sample.grant.bytes)
    var named = indexed("9", title: "Plain")
    named.itemIndexed.attributes.values.insert(attribute("displayName", "Shown"), at: 0)
    var localized = indexed("10")
    var title = JournalAttribute()
    title.name = "title"
    title.value.localized.texts = ["de": "Milch"]
    title.value.localized.fallback = "Milk"
    localized.itemIndexed.attributes.values = [title]
    return [
      indexed("1", domain: "a.b", title: "Buy milk"), indexed("2", merge: true), indexed(""),
      deleted(ids: ["1", "2", "3"]), deleted(domains: ["a", "b"]), deleted(all: true),
      activity("act", related: "1"), activity("x", search: false), shown, sums,
      engaged("1", query: "mi"), asked, answered, ended, synonyms, begun, adopted,
      activitiesDeleted(["p"]),
      activitiesDeleted(all: true), expired(["1"]), expired(["1", "2"], sweep: true),
      expired(["1", "2"], kind: .item, at: [5, 1 << 40]), expired(["1"], kind: .activity, at: [-5]),
      named,
      localized, JournalEvent(),
    ]
  }
}
