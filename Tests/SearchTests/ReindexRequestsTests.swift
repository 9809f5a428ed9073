import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@Suite("The reindex requests of a journal") struct ReindexRequestsTests {
  static func name(_ number: UInt8) -> ReindexRequestName {
    ReindexRequestName(hex: [UInt8](repeating: number, count: 16).hex)!
  }

  static func request(
    _ number: UInt8, _ scope: ReindexRequest.Scope = .all, index: String = "",
    because reason: JournalReindexRequested.Reason = .operator, deadline: Int64 = 9
  ) -> JournalEvent {
    var event = JournalEvent()
    event.reindexRequested = .asking(
      ReindexTarget(app: "app", indexName: index), for: scope, named: name(number),
      because: reason, until: Timestamp(milliseconds: deadline))
    return event
  }

  static func acknowledgement(_ number: UInt8) -> JournalEvent {
    var event = JournalEvent()
    event.reindexAcknowledged.requestID = Data(name(number).bytes)
    return event
  }

  static func item(_ id: String, index: String = "", expires: Int64 = 0) -> JournalEvent {
    var event = IndexFile.item(id, ["title": .text("word")], expires: expires)
    event.itemIndexed.indexName = index
    return event
  }

  private static let few: ReindexRequest.Scope = .identifiers(["1"])
  private static let more: ReindexRequest.Scope = .identifiers(["1", "2"])
  private static let state: ReindexRequest.Scope = .resume(from: [7])

  @Test(arguments: [
    ([request(1, .all), request(2, .all)], [2]),
    ([request(1, .all), request(2, few)], [1, 2]),
    ([request(1, .all), request(2, state)], [1, 2]),
    ([request(1, few), request(2, .all)], [2]),
    ([request(1, few), request(2, more)], [2]),
    ([request(1, more), request(2, few)], [1, 2]),
    ([request(1, few), request(2, state)], [1, 2]),
    ([request(1, state), request(2, state)], [2]),
    // An answer about expiries sweeps nothing, so it ends none by which something is swept.
    ([request(1, few), request(2, more, because: .expiring)], [1, 2]),
    ([request(1, few, because: .expiring), request(2, more, because: .expiring)], [2]),
    ([request(1, few, because: .expiring), request(2, more)], [2]),
    ([request(1, state), request(2, .all)], [2]),
    ([request(1, .all), request(2, .all, index: "named")], [1, 2]),
    ([request(1, .all), acknowledgement(1)], []),
    ([request(1, .all), acknowledgement(2)], [1]),
    ([request(1, .all), acknowledgement(1), acknowledgement(1)], []),
    ([acknowledgement(1), request(1, .all)], [1]),
    ([request(1, .all), request(2, few, index: "named"), request(1, .all)], [1, 2]),
  ])
  func `are ended by acknowledgements, and by those that ask for as much`(
    events: [JournalEvent], open: [UInt8]
  ) throws {
    let file = try IndexFile()
    let projection = try file.create()
    try projection.apply(events)
    #expect(projection.requests.open.map(\.name) == open.map(Self.name))
    // What is stored says the same.
    #expect(try file.reread().requests == projection.requests)
  }

  @Test func `count their attempts, and keep the mark of the first`() throws {
    let projection = try IndexFile().create()
    try projection.apply([
      Self.request(1, .all, deadline: 100), Self.request(1, .all, deadline: 300),
    ])
    let request = try #require(projection.requests.open.first)
    #expect(request.attempts == 2 && request.number == 1)
    #expect(request.deadline.milliseconds == 300 && request.requested.milliseconds == 1_000)
  }

  @Test(arguments: [Data(), Data([1]), Data(repeating: 1, count: 17)])
  func `are none without a name of 16 bytes`(bytes: Data) throws {
    let projection = try IndexFile().create()
    var event = Self.request(1, .all)
    event.reindexRequested.requestID = bytes
    try projection.apply([event])
    #expect(projection.requests == ReindexRequests())
  }

  private static func unconfirmed(_ projection: IndexProjection) throws -> [String] {
    var found: [String] = []
    try projection.forEachUnconfirmed { found.append($1) }
    return found
  }

  @Test(arguments: [
    (ReindexRequest.Scope.all, ["1", "2", "3"], ["1", "3"], ["1", "3"]),
    (.identifiers(["2", "3", "nobody"]), ["2", "3"], ["3"], ["3"]),
    (.resume(from: [7]), ["1", "2", "3"], ["1", "3"], []),
  ])
  func `mark what they name until it is given again, and sweep what was not`(
    scope: ReindexRequest.Scope, before: [String], after: [String], swept: [String]
  ) throws {
    let projection = try IndexFile().create()
    try projection.apply(["1", "2", "3"].map { Self.item($0) } + [Self.item("4", index: "named")])
    try projection.apply([Self.request(1, scope)])
    #expect(try Self.unconfirmed(projection) == before)
    try projection.apply([Self.item("2"), Self.item("5")])
    #expect(try Self.unconfirmed(projection) == after)
    for id in ["1", "2", "3", "4", "5", "nobody"] {
      #expect(try projection.isUnconfirmed(app: "app", id: id) == after.contains(id), "\(id)")
    }
    let request = try #require(projection.requests.open.first)
    #expect(try projection.given.unconfirmed(of: request, after: "") == swept)
    #expect(
      try projection.given.unconfirmed(of: request, after: swept.first ?? "")
        == Array(swept.dropFirst()))
    try projection.apply([Self.acknowledgement(1)])
    #expect(try Self.unconfirmed(projection) == [])
  }

  @Test func `sweep a page of at most a thousand, and of long identifiers fewer`() throws {
    let projection = try IndexFile().create()
    let long = String(repeating: "x", count: 400_000)
    try projection.apply((0..<1_500).map { Self.item("\(10_000 + $0)") })
    try projection.apply(
      (0..<4).map { Self.item("\(20_000 + $0)" + long) } + [Self.request(1, .all)])
    let request = try #require(projection.requests.open.first)
    var sizes: [Int] = []
    var last = ""
    while true {
      let page = try projection.given.unconfirmed(of: request, after: last)
      guard let reached = page.last else { break }
      sizes.append(page.count)
      last = reached
    }
    #expect(sizes == [1_000, 503, 1])
  }

  @Test func `are asked about an expiry once`() throws {
    let projection = try IndexFile().create()
    let soon = Timestamp(milliseconds: 50)
    func expiring() throws -> [String] {
      try projection.given.expiring(until: soon, after: nil, atMost: 10).map(\.id)
    }
    try projection.apply([
      Self.item("late", expires: 51), Self.item("b", expires: 50), Self.item("a", expires: 20),
      Self.item("never"), Self.item("past", expires: -5),
    ])
    #expect(try expiring() == ["past", "a", "b"])
    let first = try projection.given.expiring(until: soon, after: nil, atMost: 1)
    #expect(
      try projection.given.expiring(until: soon, after: first.last, atMost: 1).map(\.id) == ["a"])
    try projection.apply([Self.request(1, .identifiers(["a", "past"]), because: .expiring)])
    #expect(try expiring() == ["b"])
    // Given again with the same expiry it was answered, with another it is asked about again.
    try projection.apply([Self.item("a", expires: 20), Self.item("past", expires: 30)])
    #expect(try expiring() == ["past", "b"])
    // An item of the same name that comes later has nothing of the one before.
    try projection.apply([IndexFile.deletion(ids: ["a"]), Self.item("a", expires: 20)])
    #expect(try expiring() == ["a", "past", "b"])
  }

  @Test func `are asked about an expiry that came back again`() throws {
    let projection = try IndexFile().create()
    try projection.apply([
      Self.item("a", expires: 20), Self.request(1, .identifiers(["a"]), because: .expiring),
      Self.item("a", expires: 30), Self.item("a", expires: 20),
    ])
    #expect(
      try projection.given.nextExpiries() == NextExpiries(unasked: Timestamp(milliseconds: 20)))
  }

  @Test func `leave what expires next to be found without looking at the rest`() throws {
    let projection = try IndexFile().create()
    func expiries() throws -> [Int64?] {
      let next = try projection.given.nextExpiries()
      return [next.unasked?.milliseconds, next.asked?.milliseconds]
    }
    #expect(try expiries() == [nil, nil])
    try projection.apply([Self.item("a", expires: 20), Self.item("b", expires: -3), Self.item("c")])
    #expect(try expiries() == [-3, nil])
    try projection.apply([Self.request(1, .identifiers(["b", "c"]), because: .expiring)])
    #expect(try expiries() == [20, -3])
    var activity = IndexFile.activity("view")
    activity.activityRecorded.expiresMilliseconds = -5
    try projection.apply([activity])
    #expect(try expiries() == [20, -5])
    for (index, rest) in [
      ("items_by_unasked_expiry", "unasked_expiry FROM given WHERE unasked_expiry <> 0"),
      ("items_by_asked_expiry", "asked_expiry FROM given WHERE asked_expiry <> 0"),
      ("activities_by_expiry", "expires FROM documents WHERE kind = 1 AND expires <> 0"),
    ] {
      let select = try projection.connection.statement(
        "EXPLAIN QUERY PLAN SELECT \(rest) ORDER BY 1 LIMIT 1")
      #expect(try select.step())
      #expect(select.text(3).contains("INDEX \(index)"), "\(select.text(3))")
      #expect(try !select.step(), "nothing is sorted")
    }
  }

  @Test func `know of the words that an index was made without`() throws {
    let file = try IndexFile()
    let projection = try file.create()
    let digest = IndexFile.digest(3)
    let time = Timestamp(milliseconds: 0)
    try projection.apply(
      [
        IndexedEntry(number: 1, time: time, saying: .event(Self.item("1"))),
        IndexedEntry(number: 2, time: time, saying: .gone),
        IndexedEntry(number: 3, time: time, saying: .event(Self.item("3"))),
      ], upTo: 3, digest: digest)
    #expect(projection.lastGap == 2)
    #expect(try file.reread().lastGap == 2)
  }
}
