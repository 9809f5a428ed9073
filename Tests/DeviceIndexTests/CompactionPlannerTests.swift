import JournalFormat
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("What a compaction takes") struct CompactionPlannerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let events: [JournalEvent]
    let taken: [UInt64]

    var testDescription: String { name }
  }

  private static func item(_ id: String, domain: String? = nil, merges: Bool = false)
    -> JournalEvent
  {
    (try? TestHome.item(id, "title", domain: domain, isUpdate: merges)) ?? JournalEvent()
  }

  private static func activity(_ id: String, related: String? = nil, domain: String? = nil)
    -> JournalEvent
  {
    (try? TestHome.activity(id, related: related, domain: domain)) ?? JournalEvent()
  }

  private static func deleteActivities(_ ids: String...) -> JournalEvent {
    var event = JournalEvent()
    event.activitiesDeleted.app = "app"
    event.activitiesDeleted.persistentIdentifiers = ids
    return event
  }

  private static func expiry(
    _ id: String, _ kind: JournalItemsExpired.Kind = .unspecified
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemsExpired.app = "app"
    event.itemsExpired.ids = [id]
    event.itemsExpired.kind = kind
    return event
  }

  private static func expiring(_ expires: Int64 = 5) -> JournalEvent {
    var event = item("1")
    event.itemIndexed.expiresMilliseconds = expires
    return event
  }

  /// Its app is asked about the expiry of the item.
  private static let asked: JournalEvent = {
    var event = JournalEvent()
    event.reindexRequested.app = "app"
    event.reindexRequested.ids = ["1"]
    event.reindexRequested.reason = .expiring
    return event
  }()

  private static func state(_ index: String) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = "app"
    event.batchEnded.indexName = index
    return event
  }

  private static func synonyms(_ groups: [String]...) -> JournalEvent {
    var event = JournalEvent()
    event.synonymsSet = JournalSynonymsSet(app: "app", version: "1", groups: groups)
    return event
  }

  private static func seen(_ id: String, beside engaged: String) -> JournalEvent {
    var event = TestHome.engage(engaged)
    event.resultEngaged.shown = [TestHome.engage(id).resultEngaged.result]
    return event
  }

  private static func abandoned(_ ids: String...) -> JournalEvent {
    .shown(JournalResultsShown(visible: ids.map { TestHome.engage($0).resultEngaged.result }))
  }

  private static func sums(_ ids: String..., activity: Bool = false) -> JournalEvent {
    var event = JournalEvent()
    event.resultsShown.sums = ids.map { id in
      var sums = JournalShownSums()
      (sums.app, sums.id, sums.activity, sums.lists, sums.looks) = ("app", id, activity, 7, 7_000)
      return sums
    }
    return event
  }

  private static let engage = TestHome.engage("1")
  private static let delete = TestHome.delete(ids: ["1"])

  static let cases: [Case] = [
    Case(name: "a version that was replaced", events: [item("1"), item("1")], taken: [1]),
    Case(
      name: "nothing of what was merged together", events: [item("1"), item("1", merges: true)],
      taken: []),
    Case(
      name: "what was merged together, once it was given in full",
      events: [item("1"), item("1", merges: true), item("1")], taken: [1, 2]),
    Case(
      name: "not the version that an engagement was with",
      events: [item("1"), item("1"), engage, item("1"), item("1")], taken: [1, 4]),
    Case(
      name: "the version that a later engagement was with, as long as an earlier one counts",
      events: [item("1"), engage, item("1"), engage, item("1")], taken: [3]),
    Case(
      name: "not the version that was seen beside what somebody opened",
      events: [item("1"), item("2"), seen("2", beside: "1"), item("2"), item("2")], taken: [4]),
    Case(
      name: "an engagement only once all that was seen in it is gone",
      events: [item("1"), item("2"), seen("2", beside: "1"), delete], taken: [1, 4]),
    Case(
      name: "an engagement of which nothing is left",
      events: [
        item("1"), item("2"), seen("2", beside: "1"), delete, TestHome.delete(ids: ["2"]),
      ], taken: [1, 2, 3, 4, 5]),
    Case(
      name: "not the version that made room for an activity",
      events: [item("1"), activity("9", related: "1"), item("1")], taken: []),
    Case(
      name: "a version in between of another domain only if nothing depends on what was before",
      events: [item("1"), engage, item("1", domain: "a"), item("1", domain: "a"), item("1")],
      taken: [4]),
    Case(
      name: "no list of which something is not in sums",
      events: [item("1"), item("2"), abandoned("1", "2"), sums("1")], taken: []),
    Case(
      name: "lists that are in sums, and earlier sums",
      events: [
        item("1"), item("2"), abandoned("1", "2"), sums("1", "2"), abandoned("2"), sums("1", "2"),
      ], taken: [3, 4, 5]),
    Case(
      name: "a list, and sums, of what is not there", events: [abandoned("1"), sums("1")],
      taken: [1, 2]),
    Case(
      name: "sums of an activity only with the activity",
      events: [item("1"), activity("1"), sums("1", activity: true), deleteActivities("1")],
      taken: [2, 3, 4]),
    Case(
      name: "not the version that sums are of",
      events: [item("1"), sums("1"), item("1"), item("1")], taken: [3]),
    Case(
      name: "a list with what was deleted",
      events: [item("1"), abandoned("1"), sums("1"), delete], taken: [1, 2, 3, 4]),
    Case(name: "a deleted item and its deletion", events: [item("1"), delete], taken: [1, 2]),
    Case(
      name: "an engagement with what was deleted", events: [item("1"), engage, delete],
      taken: [1, 2, 3]),
    Case(
      name: "the activities of a deleted item",
      events: [item("1"), activity("9", related: "1"), delete], taken: [1, 2, 3]),
    Case(
      name: "what lies in a deleted domain",
      events: [
        item("1", domain: "a"), item("2", domain: "a.b"), item("3", domain: "ab"),
        TestHome.delete(domains: ["a"]),
      ], taken: [1, 2, 4]),
    Case(
      name: "everything of an app that starts over",
      events: [item("1"), activity("2"), state("s"), TestHome.delete(all: true), item("1")],
      taken: [1, 2, 3, 4]),
    Case(
      name: "a deleted activity, not the item of the same name",
      events: [item("1"), activity("1"), deleteActivities("1")], taken: [2, 3]),
    Case(name: "what expired", events: [item("1"), expiry("1")], taken: [1, 2]),
    Case(
      name: "an expired item with what is bound to it, not the activity of its name",
      events: [item("1"), activity("9", related: "1"), activity("1"), expiry("1", .item)],
      taken: [1, 2, 4]),
    Case(
      name: "an expired activity, not the item of its name, nor what is bound to that",
      events: [item("1"), activity("9", related: "1"), activity("1"), expiry("1", .activity)],
      taken: [3, 4]),
    Case(
      name: "not the version about whose expiry the app was asked, as long as it has that",
      events: [expiring(), expiring(), asked, expiring(), expiring()], taken: [1, 4]),
    Case(
      name: "the version about whose expiry the app was asked, once it has another",
      events: [expiring(), asked, expiring(6)], taken: [1]),
    Case(
      name: "client states but the last", events: [state("a"), state("b"), state("a")], taken: [1]),
    Case(
      name: "synonyms but the last", events: [synonyms(["a", "b"]), synonyms(["a", "c"])],
      taken: [1]),
    Case(
      name: "synonyms that were removed, and their removal",
      events: [synonyms(["a", "b"]), synonyms()], taken: [1, 2]),
    Case(
      name: "synonyms with everything of their app",
      events: [synonyms(["a", "b"]), TestHome.delete(all: true)], taken: [1, 2]),
    Case(
      name: "a letter that is written in two ways is two names",
      events: [item("\u{E9}"), item("e\u{301}")], taken: []),
  ]

  private static func planner(_ events: [JournalEvent]) throws -> CompactionPlanner {
    var planner = CompactionPlanner()
    for (place, event) in events.enumerated() {
      try planner.read(
        event, number: UInt64(place + 1),
        time: Sample.day.start.advanced(byMilliseconds: Int64(place)), payloadByteCount: 1)
    }
    return planner
  }

  private func taken(
    _ events: [JournalEvent], _ adjust: (inout FilterNeeds) -> Void = { _ in }
  ) throws -> [UInt64] {
    var planner = try Self.planner(events)
    var needs = FilterNeeds(readThrough: UInt64(events.count), now: Sample.day.start)
    adjust(&needs)
    return planner.plan(needs).redactions.map(\.number.rawValue)
  }

  /// When the cloud asks for no words any more of what is recorded here.
  private static func later(_ needs: inout FilterNeeds) {
    needs.now = Sample.day.start.after(days: 91)
  }

  @Test(arguments: cases) func `is decided by what the index needs`(_ example: Case) throws {
    #expect(try taken(example.events, Self.later) == example.taken)
  }

  @Test(arguments: [(0, []), (89, []), (91, [1, 2])] as [(Int64, [UInt64])])
  func `leaves an expired page, which can still be opened, for 90 days`(
    days: Int64, expected: [UInt64]
  ) throws {
    var activity = Self.activity("1")
    #expect(
      try taken([activity, Self.expiry("1", .activity)]) {
        $0.now = Sample.day.start.after(days: days)
      } == expected)
    activity.activityRecorded.eligibleForPublicIndexing = false
    #expect(try taken([activity, Self.expiry("1", .activity)]) == [1, 2])
  }

  @Test func `leaves what the filter has not read, but items, of which it makes nothing`() throws {
    let events = [Self.item("1"), Self.activity("2"), Self.activity("2"), Self.delete]
    #expect(try taken(events) == [1, 2, 4])
    for (readThrough, expected) in [(0, [1]), (2, [1]), (3, [1, 2])] as [(UInt64, [UInt64])] {
      #expect(try taken(events) { $0.readThrough = readThrough } == expected)
    }
  }

  @Test(arguments: [(0, []), (89, []), (91, [1])] as [(Int64, [UInt64])])
  func `leaves a version that was endorsed, for 90 days`(
    days: Int64, expected: [UInt64]
  ) throws {
    let events = [Self.activity("2"), Self.activity("2")]
    let found = try taken(events) { needs in
      needs.endorsed = [1]
      needs.now = Sample.day.start.advanced(byMilliseconds: days * 86_400_000)
    }
    #expect(found == expected)
  }

  @Test func `leaves what reports were made of, but words that were deleted`() throws {
    let events = [Self.activity("1"), Self.engage, Self.delete]
    #expect(try taken(events) == [1, 2, 3])
    #expect(try taken(events) { $0.reported = [1, 2, 3] } == [1])
    #expect(try taken(events) { $0.reported = [2] } == [1, 3])
  }

  @Test func `leaves the page of an engagement that the filter still has to report`()
    throws
  {
    // What has expired is a page to the filter all the same.
    let events = [Self.activity("1"), Self.expiry("1", .activity), Self.engage]
    #expect(try taken(events, Self.later) == [1, 2])
    #expect(try taken(events) { $0.readThrough = 2 } == [])
    guard case .activityRecorded(let activity) = events[0].fact else { return }
    let content = try #require(PublicItem(activity)).digest
    #expect(try taken(events) { ($0.reported, $0.contents) = ([3], [content]) } == [])
    // Once it is taken back there is nothing to report again.
    let found = try taken(events) { needs in
      needs.reported = [3]
      Self.later(&needs)
    }
    #expect(found == [1, 2])
  }

  @Test func `leaves what followed an expired page that the filter still has to report`() throws {
    let events = [
      Self.item("9"), Self.activity("1", related: "9"), Self.engage, Self.expiry("9", .item),
      Self.activity("1"), Self.activity("1"),
    ]
    guard case .activityRecorded(let activity) = events[1].fact else { return }
    let content = try #require(PublicItem(activity)).digest
    // Without entry 5 a deletion of the item that came before entry 6 would take the page back.
    #expect(try taken(events) { ($0.reported, $0.contents) = ([3], [content]) } == [1])
    #expect(try taken(events, Self.later) == [1, 2, 3, 4, 5])
  }

  @Test func `stays what an entry that stays would otherwise bring back`() throws {
    // Somebody endorsed a version that is not to be seen any more.
    let events = [Self.activity("1"), Self.activity("1"), Self.expiry("1")]
    #expect(try taken(events) { $0.endorsed = [1] } == [])
    #expect(try taken(events, Self.later) == [1, 2, 3])
  }

  @Test func `has sums of all that was in a list, once there is a list that they lack`() throws {
    var planner = try Self.planner([
      Self.item("1"), Self.activity("9", related: "1"), Self.item("2"), Self.activity("1"),
      Self.item("3"), Self.abandoned("2", "1"), Self.abandoned("1"),
    ])
    let entries = planner.sums()
    #expect(entries.count == 1)
    let sums = entries.flatMap(\.sums)
    #expect(sums.allSatisfy { $0.app == "app" })
    #expect(
      sums.map { "\($0.id) \($0.activity) \($0.lists) \($0.looks)" } == [
        "1 false 2 1500", "1 true 2 1500", "2 false 1 1000", "9 true 2 1500",
      ])
    try planner.read(.shown(entries[0]), number: 8, time: Sample.day.start, payloadByteCount: 1)
    #expect(planner.sums().isEmpty)
    try planner.read(
      Self.abandoned("2"), number: 9, time: Sample.day.start, payloadByteCount: 1)
    #expect(planner.sums().flatMap(\.sums).map(\.lists) == [2, 2, 2, 2])
    let plan = planner.plan(FilterNeeds(readThrough: 9, now: Sample.day.start))
    #expect(plan.redactions.map(\.number.rawValue) == [6, 7])
    #expect(plan.redactions.map(\.reason) == [.superseded, .superseded])
  }

  @Test func `has sums in entries of a thousand`() throws {
    let ids = (1...2_001).map { "\($0)" }
    let planner = try Self.planner(
      ids.map { Self.item($0) } + ids.map { Self.abandoned($0) })
    let entries = planner.sums()
    #expect(entries.map(\.sums.count) == [1_000, 1_000, 1])
    #expect(Set(entries.flatMap(\.sums).map(\.id)) == Set(ids))
  }

  @Test func `names the reasons`() throws {
    var planner = try Self.planner([
      Self.item("1"), Self.item("1"), Self.delete, Self.item("2"), Self.expiry("2"),
    ])
    let plan = planner.plan(FilterNeeds(readThrough: 5, now: Sample.day.start))
    #expect(
      plan.redactions.map(\.reason) == [.superseded, .deleted, .deleted, .expired, .expired])
  }

  @Test func `journals of items those as expired whose apps were asked about that`() throws {
    var activity = Self.activity("9", related: "1")
    activity.activityRecorded.expiresMilliseconds = 5
    var alone = Self.activity("1")
    alone.activityRecorded.expiresMilliseconds = 4
    let events = [Self.expiring(), activity, alone]
    func expiries(_ more: [JournalEvent], at time: Int64) throws -> [JournalItemsExpired] {
      try Self.planner(events + more).expiries(at: Timestamp(milliseconds: time))
    }
    #expect(try expiries([], at: 3).isEmpty)
    let unasked = try expiries([], at: 5)
    #expect(unasked.map(\.kind) == [.activity] && unasked.map(\.ids) == [["1", "9"]])
    #expect(unasked.map(\.expiredMilliseconds) == [[4, 5]])
    // What is bound to an item goes with it.
    let asked = try expiries([Self.asked], at: 5)
    #expect(asked.map(\.kind) == [.item, .activity] && asked.map(\.ids) == [["1"], ["1"]])
    #expect(asked.map(\.expiredMilliseconds) == [[5], [4]])
    #expect(try expiries([Self.asked, Self.expiring(6)], at: 9).map(\.kind) == [.activity])
  }

  @Test(arguments: [JournalEvent(), expiry("1", .UNRECOGNIZED(9))])
  func `is nothing where an event of a later version could need it`(later: JournalEvent) throws {
    let error = #expect(throws: DeviceError.self) { try Self.planner([Self.item("1"), later]) }
    #expect(
      error?.message == "Entry 2 is an event that this program does not know, so it cannot tell "
        + "what of the journal is still needed. Use a newer spotlog.")
  }
}
