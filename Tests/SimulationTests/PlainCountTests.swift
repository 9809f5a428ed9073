import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import SQLite
import Testing
import TraceLines

@testable import Simulation

/// The same history in a bare table of SQLite: one row for each event of a trace, and each figure
/// one COUNT of them. It has no code of the product's and none of the ledgers'.
private struct PlainCounts {
  struct Row: Hashable {
    let events: Int64
    let devices: Int64
  }

  private let connection: Connection

  init(_ events: [TraceEvent]) throws {
    connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(Self.schema)
    try connection.execute("BEGIN")
    let insertion = try connection.statement(
      "INSERT INTO event(device, app, kind, id, url, title) VALUES (?, ?, ?, ?, ?, ?)")
    func insert(_ event: TraceEvent, _ kind: String, _ id: String, url: String?, title: String)
      throws
    {
      for (place, text) in [event.device, event.app, kind, id, url, title].enumerated() {
        if let text {
          insertion.bind(Int32(place + 1), text)
        } else {
          insertion.bindNull(Int32(place + 1))
        }
      }
      try insertion.run()
    }
    for event in events {
      switch event.action {
      case .activity(let activity):
        let isPublic = activity.isEligibleForSearch && activity.isEligibleForPublicIndexing
        try insert(
          event, "recorded", activity.persistentIdentifier ?? "",
          url: isPublic ? activity.webpageURL?.absoluteString : nil, title: activity.title ?? "")
      case .engage(let id, _, _): try insert(event, "opened", id, url: nil, title: "")
      case .delete(let ids, _, _):
        for id in ids { try insert(event, "deleted", id, url: nil, title: "") }
      case .index, .abandon, .synonyms: break
      }
    }
    try connection.execute(Self.derived)
    try connection.execute("COMMIT")
  }

  private static let schema = """
    CREATE TABLE event(
      number INTEGER PRIMARY KEY, device TEXT, app TEXT, kind TEXT, id TEXT, url TEXT, title TEXT);
    CREATE INDEX event_of_name ON event(device, app, id, kind, number);
    """

  /// What was opened is the last that was recorded of the name, if it was not deleted since.
  private static let derived = """
    CREATE TABLE opened AS
      SELECT e.number, e.device, e.app, e.id, r.url, r.title FROM event e
      JOIN event r ON r.number = (
        SELECT MAX(b.number) FROM event b
        WHERE b.device = e.device AND b.app = e.app AND b.id = e.id
          AND b.kind IN ('recorded', 'deleted') AND b.number < e.number)
      WHERE e.kind = 'opened' AND r.kind = 'recorded' AND r.url IS NOT NULL;
    CREATE TABLE endorsed AS
      SELECT o.* FROM opened o WHERE NOT EXISTS (
        SELECT 1 FROM event d WHERE d.device = o.device AND d.app = o.app AND d.id = o.id
          AND d.kind = 'deleted' AND d.number > o.number);
    """

  private func rows(_ query: String) throws -> [String: Row] {
    let statement = try connection.statement(query)
    var rows: [String: Row] = [:]
    while try statement.step() {
      rows[statement.text(0)] = Row(events: statement.integer(1), devices: statement.integer(2))
    }
    return rows
  }

  /// By address: engagements, and devices that endorse it.
  func counts() throws -> [String: Row] {
    try rows(
      """
      SELECT o.url, COUNT(*), (
        SELECT COUNT(DISTINCT e.device) FROM endorsed e WHERE e.url = o.url)
      FROM opened o GROUP BY o.url
      """)
  }

  /// Addresses that enough devices endorse as one title.
  func shown(from threshold: Int) throws -> Set<String> {
    Set(
      try rows(
        """
        SELECT url, 0, COUNT(DISTINCT device) FROM endorsed GROUP BY url, title
        HAVING COUNT(DISTINCT device) >= \(threshold)
        """
      ).keys)
  }
}

@Suite("The counts of a trace") struct PlainCountTests {
  /// People of two apps open a few films, which are renamed and deleted now and then.
  private static func films(seed: UInt64) throws -> [TraceEvent] {
    var dice = SplitMix64(seed)
    var lines: [String] = []
    for step in 0..<900 {
      let (film, app) = (dice.below(9), dice.below(2))
      let start =
        "{\"time\":\(step * 60_000),\"device\":\"d\(dice.below(10))\",\"app\":\"app\(app)\","
        + "\"id\":\"\(film)\""
      switch dice.below(8) {
      case 0:
        lines.append(
          start.replacing(",\"id\":\"\(film)\"", with: "")
            + ",\"kind\":\"delete\",\"ids\":[\"\(film)\",\"\((film + 1) % 9)\"]}")
      case 1: lines.append(start + ",\"kind\":\"engage\"}")
      default:
        let title = dice.below(6) == 0 ? "Film \(film), restored" : "Film \(film)"
        lines.append(
          start + ",\"kind\":\"activity\",\"type\":\"view\",\"title\":\"\(title)\","
            + "\"url\":\"https://example.com/app\(app)/\(film)\",\"search\":true,"
            + "\"public\":\(film != 8)}")
        lines.append(start + ",\"kind\":\"engage\"}")
      }
    }
    return try lines.map { try TraceEvent(json: Array($0.utf8)) }
  }

  private static func fleet(seed: UInt64) -> [TraceEvent] {
    var source = WorkloadEvents(Workload(devices: 30, days: 3, eventsPerDay: 30, seed: seed))
    var events: [TraceEvent] = []
    while let more = source.next(atLeast: 500) { events += more }
    return events
  }

  private static func histories(seed: UInt64) throws -> [[TraceEvent]] {
    [try films(seed: seed), fleet(seed: seed)]
  }

  /// What the cloud of a run counts and shows of these events.
  private static func cloud(
    of events: [TraceEvent], threshold: UInt32, _ network: NetworkProfile, seed: UInt64
  ) throws -> [PopularityRow] {
    var plan = WorldPlan()
    (plan.seed, plan.threshold, plan.network) = (seed, threshold, network)
    let world = try World(plan, diskName: "plain-\(seed)-\(threshold)-\(events.count)")
    for event in events { try world.perform(event) }
    try world.windDown()
    return try #require(world.cloud).projections.popularity()
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>, [1, 3] as [UInt32])
  func `are those of a plain COUNT over the same events`(seed: UInt64, threshold: UInt32) throws {
    for events in try Self.histories(seed: seed) {
      let plain = try PlainCounts(events)
      let counts = try plain.counts()
      let shown = try plain.shown(from: Int(threshold))
      #expect(counts.count > 10 && !shown.isEmpty)
      let rows = try Self.cloud(of: events, threshold: threshold, .lossy, seed: seed)
      // An item that is not public has no name, so these are compared as they stand.
      #expect(Set(rows.filter { $0.app != nil }.map(\.key)) == shown)
      func row(_ row: PopularityRow) -> PlainCounts.Row {
        PlainCounts.Row(events: Int64(row.events), devices: Int64(row.distinctDevices))
      }
      for found in rows where found.app != nil { #expect(row(found) == counts[found.key]) }
      func sorted(_ rows: some Sequence<PlainCounts.Row>) -> [[Int64]] {
        rows.map { [$0.events, $0.devices] }.sorted { $0.lexicographicallyPrecedes($1) }
      }
      #expect(sorted(rows.map(row)) == sorted(counts.values))
    }
  }

  @Test func `are other ones where one event is left out`() throws {
    var events = try Self.films(seed: 1)
    let before = try PlainCounts(events).counts()
    let place = try #require(
      events.lastIndex { if case .engage = $0.action { true } else { false } })
    events.remove(at: place)
    #expect(try PlainCounts(events).counts() != before)
  }
}
