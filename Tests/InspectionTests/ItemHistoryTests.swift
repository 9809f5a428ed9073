import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import Inspection

@Suite("An item's history") struct ItemHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func history(
    _ events: [JournalEvent], of id: String, name: String = "private"
  ) throws -> ItemHistory {
    try ItemHistory(of: id, app: "app", in: try folder.source(events, name: name).journal)
  }

  typealias Case = (events: [JournalEvent], effects: [ItemHistory.Effect], isThere: Bool)

  static let cases: [Case] = [
    ([SampleEvents.indexed("1")], [.indexed], true),
    ([SampleEvents.indexed("1"), SampleEvents.indexed("1")], [.indexed, .replaced], true),
    (
      [SampleEvents.indexed("1"), SampleEvents.indexed("1", merge: true)], [.indexed, .updated],
      true
    ),
    ([SampleEvents.indexed("1", merge: true)], [.indexed], true),
    ([SampleEvents.indexed("1"), SampleEvents.indexed("2")], [.indexed], true),
    ([SampleEvents.indexed("1"), SampleEvents.indexed("1", app: "other")], [.indexed], true),
    (
      [SampleEvents.indexed("1"), SampleEvents.deleted(ids: ["2", "1"])], [.indexed, .deleted],
      false
    ),
    (
      [SampleEvents.indexed("1"), SampleEvents.deleted(ids: ["1"], app: "other")], [.indexed], true
    ),
    (
      [SampleEvents.indexed("1", domain: "a.b"), SampleEvents.deleted(domains: ["a"])],
      [.indexed, .deletedWithDomain], false
    ),
    (
      [SampleEvents.indexed("1", domain: "ab"), SampleEvents.deleted(domains: ["a"])], [.indexed],
      true
    ),
    (
      [SampleEvents.indexed("1"), SampleEvents.deleted(all: true)], [.indexed, .deletedWithAll],
      false
    ),
    (
      [SampleEvents.indexed("1"), SampleEvents.expired(["1"])], [.indexed, .expired], false
    ),
    (
      [SampleEvents.indexed("1"), SampleEvents.expired(["1"], sweep: true)], [.indexed, .swept],
      false
    ),
    (
      [SampleEvents.indexed("1"), SampleEvents.engaged("1", query: "q")], [.indexed, .engaged],
      true
    ),
    ([SampleEvents.activity("1")], [.recorded], true),
    ([SampleEvents.activity("1", search: false)], [.notEligible], false),
    (
      [SampleEvents.activity("1"), SampleEvents.activitiesDeleted(["1"])], [.recorded, .deleted],
      false
    ),
    (
      [SampleEvents.activity("1"), SampleEvents.activitiesDeleted(all: true)],
      [.recorded, .deletedWithAll], false
    ),
    (
      [
        SampleEvents.indexed("2"), SampleEvents.activity("1", related: "2"),
        SampleEvents.deleted(ids: ["2"]),
      ], [.recorded, .deleted], false
    ),
    (
      [
        SampleEvents.indexed("2", domain: "a.b"), SampleEvents.activity("1", related: "2"),
        SampleEvents.deleted(domains: ["x", "a"]),
      ], [.recorded, .deletedWithDomain], false
    ),
    ([SampleEvents.activity("1", related: "2")], [.boundToNothing], false),
    (
      [
        SampleEvents.indexed("1", domain: "a"), SampleEvents.activity("1", domain: "b"),
        SampleEvents.deleted(domains: ["b"]),
      ], [.indexed, .recorded, .deletedWithDomain], true
    ),
  ]

  @Test(arguments: cases.indices)
  func `tells what happened`(index: Int) throws {
    let wanted = Self.cases[index]
    let history = try history(wanted.events, of: "1")
    #expect(history.steps.map(\.effect) == wanted.effects)
    #expect(history.isThere == wanted.isThere)
  }

  /// Random events of a few items in two apps: anyone who the history says is there, the index
  /// finds.
  @Test(arguments: LongRun.seeds(8, of: 40))
  func `agrees with the index`(seed: UInt64) throws {
    var dice = Dice.seeded(seed)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(dice.next(upperBound: UInt64(values.count)))]
    }
    let events = (0..<60).map { _ -> JournalEvent in
      let id = pick(["1", "2", "3", "4"])
      let app = pick(["app", "app", "other"])
      let domain = pick(["", "a", "a.b", "ab"])
      return switch pick(Array(0..<10)) {
      case 0, 1, 2: SampleEvents.indexed(id, app: app, domain: domain)
      case 3: SampleEvents.indexed(id, app: app, domain: domain, merge: true)
      case 4: SampleEvents.deleted(ids: [id, pick(["1", "9"])], app: app)
      case 5: SampleEvents.deleted(domains: [pick(["a", "a.b", "b"])], app: app)
      case 6:
        SampleEvents.activity(id, app: app, related: pick(["", "", "1", "4"]), domain: domain)
      case 7: SampleEvents.activitiesDeleted([id], app: app)
      case 8:
        SampleEvents.expired([id], app: app, kind: pick([.unspecified, .item, .activity]))
      default:
        pick([SampleEvents.deleted(all: true, app: app), SampleEvents.engaged(id, app: app)])
      }
    }
    let source = try folder.source(events)
    for until in stride(from: UInt64(5), through: 60, by: 11) {
      let index = try PastIndex(of: source, until: until)
      for id in ["1", "2", "3"] {
        let history = try history(Array(events.prefix(Int(until))), of: id, name: "\(until) \(id)")
        let isFound = try !index.documents(app: "app", id: id).isEmpty
        #expect(history.isThere == isFound, "item \(id) until \(until)")
      }
    }
  }

  @Test(arguments: [
    (SampleEvents.expired(["1"], kind: .item, at: [0]), "1970-01-01T00:00:00.000Z", true),
    (
      SampleEvents.expired(["0", "1"], kind: .activity, at: [5, 0]), "1970-01-01T00:00:00.000Z",
      true
    ),
    (SampleEvents.expired(["2"], kind: .item, at: [0]), "1970-01-01T00:00:00.000Z", true),
    (SampleEvents.expired(["1"]), "", false),
  ])
  func `says when it expired, by itself or with its item`(
    expiry: JournalEvent, moment: String, isThere: Bool
  ) throws {
    let events = [
      SampleEvents.indexed("2"), SampleEvents.indexed("1"),
      SampleEvents.activity("1", related: "2"), expiry,
    ]
    let last = try #require(try history(events, of: "1").steps.last)
    #expect(last.effect == .expired && last.detail == moment && last.isThere == isThere)
  }

  @Test func `counts what it cannot know`() throws {
    let path = folder.file("redacted.journal")
    var dice = Dice.seeded(2)
    let journal = try Journal.create(
      at: path, identity: JournalIdentity(kind: .private, name: Sample.journalName),
      created: Sample.day.start)
    try journal.append(
      [SampleEvents.indexed("1"), SampleEvents.indexed("2")].map {
        EntryDraft(kind: .event, time: Sample.day.start, payload: try $0.payload(using: &dice))
      })
    try journal.redact(.first)
    let history = try ItemHistory(of: "1", app: "app", in: journal)
    #expect(history.steps.isEmpty && history.redactedCount == 1)
    let index = try PastIndex(of: JournalSource(path), until: 2)
    #expect(index.gaps.count == 1 && index.gaps.first == 1 && index.gaps.last == 1)
  }
}
