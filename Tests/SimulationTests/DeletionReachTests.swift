import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Search
import Sync
import TestSupport
import Testing

@testable import DeviceIndex
@testable import Simulation

/// What an app has and deletes, drawn at random over few names, with a reading of deletions of the
/// test's own: domains are compared part by part.
private struct DeletionCase {
  struct Activity {
    var domain: String
    var related: String
    var isInIndex: Bool
  }

  private var random: SplitMix64
  private(set) var items: [String: String] = [:]
  private(set) var activities: [String: Activity] = [:]
  private(set) var events: [JournalEvent] = []

  static let names = ["1", "2", "3", "\u{E9}", "e\u{301}"]
  /// An activity may have the name of an item; those with an even place are public.
  static let activityNames = ["a", "b", "1", "c", "d", "e", "\u{E9}"]
  private static let domains = ["", "", "x", "x.y", "xy", "x.y.z", "y", "e\u{301}.a", "\u{E9}"]

  static func isPublic(_ id: String) -> Bool {
    activityNames.firstIndex { $0.utf8.elementsEqual(id.utf8) }.map { $0.isMultiple(of: 2) }
      ?? false
  }

  init(seed: UInt64) throws {
    random = SplitMix64(seed)
    for _ in 0..<Int.random(in: 4...24, using: &random) { try add() }
    // Every public activity is engaged with, so each withdrawal is seen.
    for id in Self.activityNames where Self.isPublic(id) && activities[Self.key(id)] != nil {
      var event = JournalEvent()
      event.resultEngaged.result.app = "app"
      event.resultEngaged.result.id = id
      events.append(event)
    }
  }

  private mutating func pick(_ names: [String]) -> String { names.randomElement(using: &random)! }

  private mutating func add() throws {
    var event = JournalEvent()
    if Bool.random(using: &random) {
      let (id, domain) = (pick(Self.names), pick(Self.domains))
      event.itemIndexed.app = "app"
      event.itemIndexed.id = id
      event.itemIndexed.domain = domain
      event.itemIndexed.merge = Bool.random(using: &random)
      let key = Self.key(id)
      if !event.itemIndexed.merge || !domain.isEmpty || items[key] == nil { items[key] = domain }
    } else {
      let id = pick(Self.activityNames)
      let (domain, related) = (pick(Self.domains), pick(["", ""] + Self.names))
      var activity = UserActivity(activityType: "view")
      activity.persistentIdentifier = id
      activity.title = "Page"
      activity.webpageURL = URL(string: "https://example.com/\(Array(id.utf8).hex)")
      activity.isEligibleForSearch = true
      activity.isEligibleForPublicIndexing = Self.isPublic(id)
      var set = AttributeSet()
      if !domain.isEmpty { set.domainIdentifier = domain }
      if !related.isEmpty { set.relatedUniqueIdentifier = related }
      activity.contentAttributeSet = set
      event.activityRecorded = try activity.journaled(app: "app")
      activities[Self.key(id)] = Activity(
        domain: domain, related: related,
        isInIndex: related.isEmpty || items[Self.key(related)] != nil)
    }
    events.append(event)
  }

  /// Swift takes some texts for equal that have other bytes.
  static func key(_ text: String) -> String { Array(text.utf8).hex }

  // MARK: The deletion

  private static func lies(_ domain: String, in other: String) -> Bool {
    guard !other.isEmpty, !domain.isEmpty else { return false }
    func parts(_ text: String) -> [[UInt8]] {
      text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(
        Array.init)
    }
    return parts(domain).starts(with: parts(other))
  }

  /// Draws a deletion and takes out what it reaches.
  ///
  /// - Returns: keys of the public activities that it takes back.
  mutating func delete() -> Set<String> {
    var event = JournalEvent()
    var (ids, domains, isAll, isOfItems): ([String], [String], Bool, Bool) = ([], [], false, true)
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3:
      domains = (0...Int.random(in: 0...1, using: &random)).map { _ in pick(Self.domains) }
    case 4, 5: ids = (0...1).map { _ in pick(Self.names + Self.activityNames) }
    case 6: isAll = true
    default: (ids, isOfItems) = ([pick(Self.activityNames)], false)
    }
    if isOfItems {
      event = Sample.deletion(ids: ids, domains: domains, all: isAll)
    } else {
      event.activitiesDeleted.app = "app"
      event.activitiesDeleted.persistentIdentifiers = ids
    }
    events.append(event)
    let named = Set(ids.map(Self.key))
    let goneItems = items.filter { id, domain in
      isOfItems && (isAll || named.contains(id) || domains.contains { Self.lies(domain, in: $0) })
    }
    let goneActivities = activities.filter { id, activity in
      if isAll || named.contains(id) { return true }
      guard isOfItems else { return false }
      let related = Self.key(activity.related)
      return domains.contains { Self.lies(activity.domain, in: $0) }
        || !activity.related.isEmpty && (named.contains(related) || goneItems[related] != nil)
    }
    items = items.filter { goneItems[$0.key] == nil }
    activities = activities.filter { goneActivities[$0.key] == nil }
    return Set(
      goneActivities.keys.filter { key in
        Self.activityNames.contains { Self.key($0) == key && Self.isPublic($0) }
      })
  }
}

/// Index, privacy filter, compaction, inspection and the simulator's ledger against that reading.
@Suite("A deletion of an app's") struct DeletionReachTests {
  private struct Home {
    let folder: TemporaryFolder
    let device: Device

    init() throws {
      folder = try TemporaryFolder()
      device = try Device.inFolder(
        folder.path,
        DeviceConfiguration(tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey]),
        now: Sample.day.start, random: .seeded(1))
    }

    func enrol() throws -> DeviceSync {
      let now = Sample.day.start
      let sync = try device.sync(now: now)
      try sync.enrolAsSample(now: now)
      return sync
    }

    /// The tags that the reports withdraw.
    func withdrawn(_ sync: DeviceSync) throws -> Set<JournalFormat.Tag> {
      try sync.runFilter(now: Sample.day.start)
      var found: Set<JournalFormat.Tag> = []
      for entry in try #require(sync.shared).entries(from: 1, atMost: 1_000) {
        guard let payload = entry.payload,
          case .withdrawn(let report) = try Report(
            kind: entry.header.kind, payload: payload)
        else { continue }
        found.insert(report.tag)
      }
      return found
    }

    /// Keys of items and activities in the index, rebuilt.
    func documents() throws -> (items: Set<String>, activities: Set<String>) {
      device.index.projection = nil
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasPrefix("index.sqlite") {
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
      return try device.index.asking { projection throws(SQLiteError) in
        var found: (items: Set<String>, activities: Set<String>) = ([], [])
        try projection.documents.forEach(.item) {
          found.items.insert(DeletionCase.key($0.document.id))
        }
        try projection.documents.forEach(.activity) {
          found.activities.insert(DeletionCase.key($0.document.id))
        }
        return found
      }
    }
  }

  private func tags(_ keys: Set<String>, _ events: [JournalEvent]) throws -> Set<JournalFormat.Tag>
  {
    var found: Set<JournalFormat.Tag> = []
    for case .activityRecorded(let activity) in events.compactMap(\.fact)
    where keys.contains(DeletionCase.key(activity.id)) {
      guard let item = PublicItem(activity) else { continue }
      found.insert(item.tag(salt: Sample.tagSalt))
    }
    return found
  }

  private func check(
    _ home: Home, holds expected: DeletionCase, _ what: Comment
  ) throws {
    let found = try home.documents()
    #expect(found.items == Set(expected.items.keys), what)
    let activities = expected.activities.filter { $0.value.isInIndex }.keys
    #expect(found.activities == Set(activities), what)
  }

  @Test(arguments: LongRun.seeds(20, of: 150))
  func `reaches the same everywhere`(seed: UInt64) throws {
    var history = try DeletionCase(seed: seed)
    let before = history.events
    let reached = history.delete()
    let expected = try tags(reached, before)
    let now = Sample.day.start

    // The filter reads all at once, or the deletion alone.
    let home = try Home()
    let sync = try home.enrol()
    try home.device.record(before, at: now)
    if seed.isMultiple(of: 2) { try sync.runFilter(now: now) }
    try home.device.record([history.events[before.count]], at: now)
    #expect(try home.withdrawn(sync) == expected, "gate")
    try check(home, holds: history, "index")
    let journal = home.device.privateJournal
    for id in DeletionCase.names + DeletionCase.activityNames {
      let key = DeletionCase.key(id)
      let isThere = history.items[key] != nil || history.activities[key]?.isInIndex == true
      let found = try ItemHistory(of: id, app: "app", in: journal)
      #expect(found.isThere == isThere, "inspection of \(key)")
    }
    _ = try home.device.compact(CompactionLimits(), now: now)
    try check(home, holds: history, "compacted index")

    // Compacted before there is a filter: it still takes everything back.
    let late = try Home()
    try late.device.record(history.events, at: now)
    _ = try late.device.compact(CompactionLimits(), now: now)
    try check(late, holds: history, "index that was compacted early")
    #expect(try late.withdrawn(late.enrol()) == expected, "gate after a compaction")

    var ledger = Ledger(tagSalt: Sample.tagSalt)
    for event in history.events { ledger.record(event, device: 0, time: now) }
    let endorsed = Set(ledger.endorsed().values.map(\.tag))
    let engaged = try tags(
      Set(DeletionCase.activityNames.filter(DeletionCase.isPublic).map(DeletionCase.key)), before)
    #expect(endorsed == engaged.subtracting(expected), "ledger")
  }

  @Test func `by a domain takes back the activity that is bound to an item in it`() throws {
    let home = try Home()
    let sync = try home.enrol()
    var item = JournalEvent()
    item.itemIndexed.app = "app"
    item.itemIndexed.id = "1"
    item.itemIndexed.domain = "x.y"
    var activity = UserActivity(activityType: "view")
    activity.title = "Page"
    activity.webpageURL = URL(string: "https://example.com/1")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    var set = AttributeSet()
    set.relatedUniqueIdentifier = "1"
    activity.contentAttributeSet = set
    var page = JournalEvent()
    page.activityRecorded = try activity.journaled(app: "app")
    var engaged = JournalEvent()
    engaged.resultEngaged.result.app = "app"
    engaged.resultEngaged.result.id = "1"
    try home.device.record([item, page, engaged], at: Sample.day.start)
    for (domain, count) in [("xy", 0), ("x.yz", 0), ("", 0), ("x", 1)] {
      try home.device.record(
        [Sample.deletion(ids: [], domains: [domain], all: false)], at: Sample.day.start)
      #expect(try home.withdrawn(sync).count == count, "domain \(domain)")
    }
  }
}
