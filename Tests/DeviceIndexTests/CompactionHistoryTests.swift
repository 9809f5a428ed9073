import Foundation
import JournalFormat
import JournalStore
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// Events as apps and people could make them, in any order, over few names.
private struct RandomHistory {
  var random: SplitMix64
  /// Whether some of its items are protected.
  let isProtected: Bool
  private var time = Sample.day.start

  init(seed: UInt64, isProtected: Bool = false) {
    random = SplitMix64(seed)
    self.isProtected = isProtected
  }

  mutating func events(_ count: Int) throws -> [(event: JournalEvent, time: Timestamp)] {
    try (0..<count).map { _ in
      // Clocks go back now and then.
      time = time.advanced(byMilliseconds: Int64.random(in: -3_000...10_000, using: &random))
      return (try event(), time)
    }
  }

  private mutating func name(_ count: Int) -> String {
    String(Int.random(in: 1...count, using: &random))
  }

  private mutating func domain() -> String? {
    [nil, nil, "a", "a.b", "b"].randomElement(using: &random) ?? nil
  }

  private mutating func expires() -> Int64 {
    guard Int.random(in: 0..<5, using: &random) == 0 else { return 0 }
    return time.milliseconds + Int64.random(in: 50_000...200_000, using: &random)
  }

  private mutating func event() throws -> JournalEvent {
    var event = JournalEvent()
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      event = try TestHome.item(
        name(6), "title \(name(99))", domain: domain(),
        isUpdate: Int.random(in: 0..<3, using: &random) == 0)
      event.itemIndexed.expiresMilliseconds = expires()
      if isProtected, Bool.random(using: &random) {
        event.itemIndexed.protection = Bool.random(using: &random) ? .complete : .none
      }
    case 40..<65:
      event = try TestHome.activity(
        name(8), page: name(3), isPublic: Bool.random(using: &random),
        related: Bool.random(using: &random) ? name(6) : nil, domain: domain())
      event.activityRecorded.eligibleForSearch = Int.random(in: 0..<6, using: &random) > 0
      event.activityRecorded.expiresMilliseconds = expires()
    case 65..<72:
      event.resultsShown = JournalResultsShown(
        query: ["", "query \(name(9))"].randomElement(using: &random) ?? "",
        visible: (0..<Int.random(in: 1...4, using: &random)).map { _ in
          TestHome.engage(name(8)).resultEngaged.result
        })
    case 72..<80:
      event = TestHome.engage(name(8))
      event.resultEngaged.query = ["", "query \(name(9))"].randomElement(using: &random) ?? ""
      if Bool.random(using: &random) {
        event.resultEngaged.shown = [TestHome.engage(name(8)).resultEngaged.result]
      }
    case 80..<88: event = TestHome.delete(ids: [name(8), name(8)])
    case 88..<91: event = TestHome.delete(domains: [domain() ?? "b"])
    case 91..<95:
      event.activitiesDeleted.app = "app"
      event.activitiesDeleted.persistentIdentifiers = [name(8)]
    case 95: event = TestHome.delete(all: true)
    case 96..<98:
      event.reindexRequested = .asking(
        ReindexHome.target, for: .identifiers([name(6), name(6)]),
        named: ReindexRequestName(using: &random), because: .expiring, until: time)
    default:
      event.batchEnded.app = "app"
      event.batchEnded.indexName = name(2)
      event.batchEnded.clientState = .init(name(99).utf8)
    }
    return event
  }
}

@Suite("A compacted history") struct CompactionHistoryTests {
  /// Everything that the index says: of what is protected how it is sealed, or not.
  private static func index(
    _ folder: TemporaryFolder, withSealed: Bool = true
  ) throws -> [String] {
    let connection = try Connection(path: folder.file("index.sqlite"), mode: .readOnly)
    let select = try connection.statement(
      """
      SELECT kind || '|' || app || '|' || id || '|' || domain || '|' || title || '|'
        || CASE WHEN protection <> 0 AND \(withSealed ? 0 : 1) THEN '' ELSE hex(attributes) END
        || '|' || protection || '|' || url || '|' || related || '|' || expires || '|' || date || '|'
        || keywords || '|' || engaged || '|' || fades || '|' || opened || '|' || looks || '|'
        || abandoned_lists || '|' || abandoned_looks
        || '|' || coalesce(unasked_expiry, 0) || '|' || coalesce(asked_expiry, 0)
        FROM documents LEFT JOIN given USING (row)
      UNION ALL SELECT app || '|' || opened || '|' || looks FROM app_engagement WHERE looks > 0
      UNION ALL SELECT folded || '|' || id || '|' || past.fades
        FROM past_queries AS past JOIN documents ON documents.row = past.row
      UNION ALL SELECT app || '|' || index_name || '|' || hex(state) FROM client_states ORDER BY 1
      """)
    var rows: [String] = []
    while try select.step() { rows.append(select.text(0)) }
    return rows
  }

  private static func settledIndex(_ home: TestHome, withSealed: Bool = true) throws -> [String] {
    try home.device().index.catchUp()
    return try index(home.folder, withSealed: withSealed)
  }

  private static func difference(_ one: [String], _ other: [String]) -> [String] {
    Set(one).symmetricDifference(other).sorted()
  }

  private static func device(_ home: TestHome, _ history: RandomHistory) throws -> Device {
    let device = try home.device()
    if history.isProtected { try device.unlock(with: ProtectionHome.key) }
    return device
  }

  private static func limits(
    _ sync: DeviceSync?, using random: inout SplitMix64
  ) throws -> CompactionLimits {
    let head = try sync?.shared?.head().number ?? 0
    let acknowledged = UInt64.random(in: 0...head, using: &random)
    return CompactionLimits(
      backedUp: UInt64.random(in: 0...head, using: &random), acknowledged: acknowledged)
  }

  /// The next entries, in a device that is compacted and in one that never is.
  private static func goOn(
    _ compacted: TestHome, _ twin: TestHome, _ history: inout RandomHistory, isEnrolled: Bool,
    isFirst: Bool
  ) throws -> Int {
    let events = try history.events(60)
    let now = events[59].time.advanced(byMilliseconds: 100_000)
    let device = try Self.device(compacted, history)
    if isEnrolled, isFirst { _ = try compacted.enrol(device) }
    let half = Int.random(in: 0...60, using: &history.random)
    try device.record(Array(events[..<half]))
    let sync = isEnrolled ? try device.sync(now: now) : nil
    if Bool.random(using: &history.random) { try sync?.runFilter(now: now) }
    try device.record(Array(events[half...]))
    let before = try device.journaledNumber
    let plan = try device.compact(limits(sync, using: &history.random), now: now)
    let uncompacted = try Self.device(twin, history)
    // What one transaction says is settled without an index, so that both have the same ones.
    try uncompacted.record(Array(events[..<half]))
    try uncompacted.record(Array(events[half...]))
    #expect(try Self.expired(uncompacted, at: now) == plan.expiries.flatMap(\.ids).sorted())
    try uncompacted.record(plan.expiries.map(JournalEvent.expired), at: now)
    // What was journaled as expired may be redacted by now; whom the compaction asked is not.
    let added = try device.privateJournal.entries(from: before + 1, atMost: 1_000)
    let journaled = try added.compactMap { try $0.payload.map { try JournalEvent(payload: $0) } }
    let requests = journaled.filter { if case .reindexRequested = $0.fact { true } else { false } }
    try uncompacted.record(requests, at: now)
    #expect(device.privateJournal.verify(checksPayloads: true).isWhole)
    if let shared = sync?.shared { #expect(shared.verify(checksPayloads: true).isWhole) }
    return plan.redactions.count
  }

  /// What a review would journal as expired, sorted.
  private static func expired(_ device: Device, at now: Timestamp) throws -> [String] {
    try device.index.asking { projection throws(SQLiteError) in
      let items = try projection.given.expiredItems(at: now, after: nil, atMost: 100).map(\.id)
      var names = items
      for activity in try projection.given.expiredActivities(at: now, after: nil, atMost: 100) {
        // Those that are bound to an item go with it.
        let document = try projection.documents.document(.activity, app: "app", id: activity.id)
        if !items.contains(document?.related ?? "") { names.append(activity.id) }
      }
      return names.sorted()
    }
  }

  @Test(arguments: LongRun.seeds(6, of: 30))
  func `makes the same index as one that kept everything`(seed: UInt64) throws {
    var history = RandomHistory(seed: seed)
    let compacted = try TestHome()
    let twin = try TestHome()
    var redactionCount = 0
    var oldIndex: Data?
    let path = compacted.folder.file("index.sqlite")
    for round in 0..<4 {
      redactionCount += try Self.goOn(
        compacted, twin, &history, isEnrolled: seed % 2 == 0, isFirst: round == 0)
      let expected = try Self.settledIndex(twin)
      #expect(try Self.settledIndex(compacted) == expected, "maintained, round \(round)")
      // An index of before the compaction, as a person could have copied it.
      if let oldIndex {
        try oldIndex.write(to: URL(fileURLWithPath: path))
        #expect(try Self.settledIndex(compacted) == expected, "from an old one, round \(round)")
      }
      try FileManager.default.removeItem(atPath: path)
      #expect(try Self.settledIndex(compacted) == expected, "rebuilt, round \(round)")
      oldIndex = FileManager.default.contents(atPath: path)
    }
    #expect(redactionCount > 20)
  }

  /// Each device seals with dice of its own, so what is sealed is compared with itself alone.
  @Test(arguments: LongRun.seeds(6, of: 30))
  func `of protected items makes the same index as one that kept everything`(seed: UInt64) throws {
    var history = RandomHistory(seed: seed, isProtected: true)
    let compacted = try TestHome()
    let twin = try TestHome()
    let path = compacted.folder.file("index.sqlite")
    for round in 0..<4 {
      _ = try Self.goOn(
        compacted, twin, &history, isEnrolled: seed % 2 == 0, isFirst: round == 0)
      let maintained = try Self.settledIndex(compacted)
      let expected = try Self.settledIndex(twin, withSealed: false)
      let other = try Self.difference(Self.index(compacted.folder, withSealed: false), expected)
      #expect(other == [], "maintained, round \(round)")
      try FileManager.default.removeItem(atPath: path)
      let rebuilt = try Self.difference(Self.settledIndex(compacted), maintained)
      #expect(rebuilt == [], "rebuilt, round \(round)")
    }
  }
}
