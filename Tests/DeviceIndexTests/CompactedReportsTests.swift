import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// What apps and a person do with two activities and two items, in any order.
private struct Verbs {
  enum Verb {
    case journal(JournalEvent)
    case runFilter, compact
  }

  private var random: SplitMix64
  /// The items that activities are bound to; empty for none.
  private var related: [String: String] = [:]
  private var expiredActivities: Set<String> = []
  private(set) var time = Sample.day.start

  init(seed: UInt64) { random = SplitMix64(seed) }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  mutating func next() throws -> Verb {
    if Int.random(in: 0..<8, using: &random) == 0 { time = time.after(days: 40) }
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<7: return .journal(try recorded())
    case 7..<13: return engaged(one(of: ["1", "1", "2", "2", "x", "y"]))
    case 13..<16: return .journal(try indexed())
    case 16: return .journal(TestHome.delete(ids: [one(of: ["1", "2", "x", "y"])]))
    case 17: return .journal(TestHome.delete(domains: ["d"]))
    case 18:
      var event = JournalEvent()
      event.activitiesDeleted.app = "app"
      event.activitiesDeleted.persistentIdentifiers = [one(of: ["1", "2"])]
      return .journal(event)
    case 19: return .journal(expired())
    case 20: return .runFilter
    default: return .compact
    }
  }

  private mutating func recorded() throws -> JournalEvent {
    let (id, item) = (one(of: ["1", "2"]), one(of: [nil, nil, "x", "y"] as [String?]))
    related[id] = item ?? ""
    expiredActivities.remove(id)
    return try Sample.activity(
      id, page: one(of: ["p", "q"]), title: one(of: ["Lily", "Rose"]),
      isPublic: one(of: [true, true, true, true, false]), related: item,
      domain: one(of: [nil, nil, nil, "d"]))
  }

  /// Nobody finds what has expired, and a compaction takes its words.
  private func engaged(_ id: String) -> Verb {
    let isExpired = expiredActivities.contains { $0 == id || related[$0] == id }
    return isExpired ? .runFilter : .journal(TestHome.engage(id))
  }

  private mutating func indexed() throws -> JournalEvent {
    try ProtectionHome.item(
      one(of: ["x", "y"]), "title", one(of: [nil, ProtectionClass.none, .complete]),
      domain: one(of: [nil, "d", "d.e"]))
  }

  private mutating func expired() -> JournalEvent {
    var expiry = JournalItemsExpired()
    expiry.app = "app"
    expiry.kind = one(of: [.item, .activity])
    let id = expiry.kind == .item ? one(of: ["x", "y"]) : one(of: ["1", "2"])
    expiredActivities.formUnion(["1", "2"].filter { $0 == id || related[$0] == id })
    expiry.ids = [id]
    return .expired(expiry)
  }
}

@Suite("A compacted device reports") struct CompactedReportsTests {
  private struct Said: Equatable {
    let time: Timestamp
    let tag: JournalFormat.Tag
    /// Nil: it was withdrawn.
    let content: ContentDigest?

    static func == (one: Said, other: Said) -> Bool {
      one.tag == other.tag && one.content == other.content
    }
  }

  private static func said(_ device: Device, at now: Timestamp) throws -> [Said] {
    let sync = try device.sync(now: now)
    try sync.runFilter(now: now)
    let shared = try #require(sync.shared)
    return try shared.entries(from: 1, atMost: 1_000).compactMap { entry in
      switch try Report(kind: entry.header.kind, payload: entry.payload ?? []) {
      case .engaged(let report):
        Said(time: entry.header.time, tag: report.tag, content: report.content)
      case .withdrawn(let report): Said(time: entry.header.time, tag: report.tag, content: nil)
      case .feedback, .content: nil
      }
    }
  }

  private static func device(_ home: TestHome) throws -> Device {
    let device = try home.device()
    try device.unlock(with: ProtectionHome.key)
    _ = try home.enrol(device)
    return device
  }

  /// The engagements with a page since its last withdrawal.
  private static func counted(_ said: [Said], _ tag: JournalFormat.Tag) -> [Said] {
    var counted: [Said] = []
    for said in said where said.tag == tag {
      if said.content == nil { counted = [] } else { counted.append(said) }
    }
    return counted
  }

  @Test(arguments: LongRun.seeds(12, of: 60))
  func `and gives the words that it is asked for, as one that kept everything`(seed: UInt64) throws
  {
    var verbs = Verbs(seed: seed)
    let (home, twinHome) = (try TestHome(), try TestHome())
    var lastCompaction = Sample.day.start
    let whole: [Said]
    // Older words may be gone.
    func isRecent(_ said: Said) -> Bool { said.time > lastCompaction.after(days: -90) }
    do {
      let (device, twin) = (try Self.device(home), try Self.device(twinHome))
      for _ in 0..<24 {
        switch try verbs.next() {
        case .journal(let event):
          try device.record([event], at: verbs.time)
          try twin.record([event], at: verbs.time)
        case .runFilter: try device.sync(now: verbs.time).runFilter(now: verbs.time)
        case .compact:
          lastCompaction = verbs.time
          _ = try device.compact(CompactionLimits(), now: verbs.time)
        }
      }
      whole = try Self.said(twin, at: verbs.time)
      #expect(try Self.said(device, at: verbs.time) == whole)
      for said in whole {
        guard let content = said.content else { continue }
        let wanted = WantedContent(tag: said.tag, content: content)
        let answer = try twinHome.given(wanted, twin, now: verbs.time)
        if answer == .reported, !isRecent(said) { continue }
        #expect(try home.given(wanted, device, now: verbs.time) == answer)
      }
    }
    try home.loseOutbox()
    let again = try Self.said(home.device(seed: 2), at: verbs.time)
    for tag in Set(whole.map(\.tag)) {
      let counted = Self.counted(whole, tag).filter(isRecent)
      let own = again.filter { $0.tag == tag }.filter(isRecent)
      #expect(Array(own.suffix(counted.count)) == counted)
    }
  }
}
