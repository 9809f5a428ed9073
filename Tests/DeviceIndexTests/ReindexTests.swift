import Foundation
import JournalFormat
import JournalStore
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device that asks for items again") struct ReindexTests {
  private let reindex: ReindexHome
  private let device: Device
  private var now: Timestamp { reindex.now }

  init() throws {
    reindex = try ReindexHome()
    device = try reindex.home.device()
    try device.record(
      [
        try ReindexHome.item("1"), try ReindexHome.item("2"),
        try ReindexHome.item("3", index: "named"), ReindexHome.batchEnd([7]),
      ], at: reindex.now)
  }

  @Test func `finds items meanwhile, marked, and sweeps at the acknowledgement`() throws {
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .operator, at: now)
    try device.record([try ReindexHome.item("2", "new word")], at: now)
    let found = try device.queries.search("word", now: now)
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ($0.uniqueIdentifier, $0.isUnconfirmed) })
        == ["1": true, "2": false, "3": false])
    #expect(try ReindexHome.unconfirmed(device) == ["1"])
    #expect(try device.reindex.complete(name, at: now) == .ended(sweptCount: 1))
    #expect(try ReindexHome.titles(device) == ["2": "new word", "3": "word"])
    #expect(try ReindexHome.unconfirmed(device) == [])
    // An acknowledgement that comes again changes nothing.
    let before = try device.journaledNumber
    #expect(try device.reindex.complete(name, at: now) == .notOpen)
    #expect(try device.journaledNumber == before)
  }

  @Test(arguments: [nil, "1"])
  func `sweeps no activity that has but the name of an item`(weak: String?) throws {
    var activity = try ReindexHome.activity("1")
    activity.activityRecorded.weakRelatedUniqueIdentifier = weak ?? ""
    try device.record([activity], at: now)
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .operator, at: now)
    #expect(try device.reindex.complete(name, at: now) == .ended(sweptCount: 2))
    #expect(try ReindexHome.titles(device).keys.sorted() == ["3"])
    #expect(try device.queries.search("page", now: now).map(\.title) == ["Page 1"])
  }

  @Test func `sweeps of identifiers those that were not given again, and nothing else`() throws {
    let names = try device.reindex.request(
      identifiers: ["1", "2", "3", "nobody"], ofApp: "app", indexName: "", because: .operator,
      at: now)
    // Each index is asked for its own.
    #expect(names.count == 2)
    try device.record([try ReindexHome.item("1")], at: now)
    #expect(try device.reindex.complete(names[0], at: now) == .ended(sweptCount: 1))
    #expect(try ReindexHome.titles(device).keys.sorted() == ["1", "3"])
    #expect(try device.reindex.complete(names[1], at: now) == .ended(sweptCount: 1))
    #expect(try ReindexHome.titles(device).keys.sorted() == ["1"])
  }

  @Test func `asks after a restore once, from the client state where there is one`() throws {
    try ReindexHome.noteRestore(device)
    for _ in 0..<3 { try device.reindex.review(at: now) }
    let requests = try device.reindex.openRequests()
    #expect(requests.map(\.target) == [ReindexHome.target, ReindexHome.named])
    #expect(requests.map(\.scope) == [.all, .resume(from: [7])])
    #expect(requests.allSatisfy { $0.reason == .restored && $0.attempts == 1 })
    #expect(try ReindexHome.unconfirmed(device) == ["1", "2", "3"])
    // Who resumes confirms; who cannot is asked for everything.
    #expect(try device.reindex.complete(requests[1].name, at: now) == .ended(sweptCount: 0))
    #expect(try ReindexHome.titles(device).count == 3)
    try ReindexHome.noteRestore(device, time: 2)
    try device.reindex.askAfterRestore(at: now)
    let next = try #require(try device.reindex.openRequests().last)
    guard
      case .askedForAll(let all) = try device.reindex.complete(next.name, .cannotResume, at: now)
    else {
      Issue.record("everything has to be asked for")
      return
    }
    #expect(try device.reindex.openRequests().last?.name == all)
    #expect(try device.reindex.openRequests().last?.scope == .all)
    #expect(try device.reindex.openRequests().count == 2)
    #expect(try device.reindex.complete(all, at: now) == .ended(sweptCount: 1))
    #expect(try ReindexHome.titles(device).keys.sorted() == ["1", "2"])
  }

  @Test(arguments: ["local_restored", "local_reindexed"])
  func `asks for everything once where a table of restores is missing`(table: String) throws {
    try ReindexHome.noteRestore(device)
    if table == "local_reindexed" { try device.reindex.askAfterRestore(at: now) }
    let journal = device.privateJournal
    try journal.connection.execute("DROP TABLE \(table)")
    #expect(try LocalTables.problems(of: journal).map(\.meaning) == ["\(table) is missing"])
    try device.reindex.askAfterRestore(at: now)
    let number = try device.journaledNumber
    try device.reindex.askAfterRestore(at: now)
    #expect(try device.journaledNumber == number)
    #expect(try LocalTables.problems(of: journal) == [])
    let all = try device.reindex.openRequests().filter { $0.scope == .all }
    #expect(Set(all.map(\.target)) == [ReindexHome.target, ReindexHome.named])
  }

  @Test func `asks an app that the restored journal does not know once it is registered`() throws {
    let stranger = ReindexTarget(app: "stranger", indexName: "")
    try device.reindex.review(registered: [stranger], at: now)
    #expect(try device.reindex.openRequests().isEmpty)
    try ReindexHome.noteRestore(device)
    for _ in 0..<2 { try device.reindex.review(registered: [stranger], at: now) }
    let request = try #require(try device.reindex.openRequests().last)
    #expect(request.target == stranger && request.reason == .restored)
    #expect(try device.reindex.openRequests().count == 3)
    _ = try device.reindex.complete(request.name, at: now)
    try device.reindex.review(registered: [stranger], at: now)
    #expect(try device.reindex.openRequests().count == 2)
  }

  @Test func `asks when an index is rebuilt from a journal that lacks words, and only then`()
    throws
  {
    _ = try device.queries.itemCount()
    try device.privateJournal.redact(SequenceNumber(2)!)
    try device.reindex.review(at: now)
    // The index that is there has read them.
    #expect(try device.reindex.openRequests().isEmpty)
    let running = try reindex.copy(seed: 2)
    let copy = running.device
    #expect(try ReindexHome.titles(copy).keys.sorted() == ["2", "3"])
    for _ in 0..<2 { try copy.reindex.review(at: now) }
    let requests = try copy.reindex.openRequests()
    #expect(requests.map(\.reason) == [.indexLost, .indexLost])
    #expect(requests.map(\.scope) == [.all, .all])
    try copy.record([try ReindexHome.item("1"), try ReindexHome.item("2")], at: now)
    for request in requests { _ = try copy.reindex.complete(request.name, at: now) }
    // What was asked for is behind the gap: another rebuild asks nobody.
    let again = try running.home.copy(seed: 3)
    try again.device.reindex.review(at: now)
    #expect(try ReindexHome.titles(again.device).keys.sorted() == ["1", "2"])
    #expect(try again.device.reindex.openRequests().isEmpty)
  }

  @Test func `asks nobody when the journal can make the whole index again`() throws {
    let copy = try reindex.copy(seed: 2)
    try copy.device.reindex.review(at: now)
    #expect(copy.device.index.rebuildReason != nil)
    #expect(try copy.device.reindex.openRequests().isEmpty)
  }

  @Test func `asks about what expires within a day, once for each expiry`() throws {
    let soon = now.advanced(byMilliseconds: 1_000)
    let later = now.advanced(byMilliseconds: 3 * Timestamp.millisecondsPerDay)
    try device.record(
      [
        try ReindexHome.item("a", expires: soon), try ReindexHome.item("b", expires: later),
        try ReindexHome.item("c", expires: soon),
      ], at: now)
    for _ in 0..<2 { try device.reindex.review(at: now) }
    let request = try #require(try device.reindex.openRequests().first)
    #expect(request.scope == .identifiers(["a", "c"]) && request.reason == .expiring)
    #expect(try device.reindex.openRequests().count == 1)
    try device.record([try ReindexHome.item("a", expires: later)], at: now)
    _ = try device.reindex.complete(request.name, at: now)
    // What was not given another date is there until it expires.
    #expect(try ReindexHome.titles(device).keys.sorted() == ["1", "2", "3", "a", "b", "c"])
    try device.reindex.review(at: now)
    #expect(try device.reindex.openRequests().isEmpty)
    try device.reindex.review(at: later)
    #expect(try device.reindex.openRequests().map(\.scope) == [.identifiers(["a", "b"])])
  }

  @Test func `comes again while nobody answers, as the same request`() throws {
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .operator, at: now)
    var time = now
    for attempt in 1...4 {
      let request = try #require(try device.reindex.openRequests().first)
      #expect(request.name == name && request.attempts == attempt)
      try device.reindex.review(at: request.deadline.advanced(byMilliseconds: -1))
      #expect(try device.reindex.openRequests().first == request)
      time = request.deadline
      try device.reindex.review(at: time)
    }
    #expect(try device.reindex.complete(name, at: time) == .ended(sweptCount: 2))
  }

  @Test func `has ended a request with its sweep or not at all, wherever it crashed`() throws {
    try device.record((0..<2_500).map { try ReindexHome.item("many \($0)") }, at: now)
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .operator, at: now)
    try device.record([try ReindexHome.item("2", "new")], at: now)
    let log = reindex.home.folder.file("private.journal-wal")
    let before = try Data(contentsOf: URL(fileURLWithPath: log)).count
    let count = try device.queries.itemCount()
    #expect(try device.reindex.complete(name, at: now) == .ended(sweptCount: 2_501))
    let after = try Data(contentsOf: URL(fileURLWithPath: log)).count
    var ends: Set<Bool> = []
    for length in Array(stride(from: before, to: after, by: (after - before) / 12)) + [after] {
      let running = try reindex.copy(logByteCount: length, seed: UInt64(length))
      let copy = running.device
      let isOpen = try !copy.reindex.openRequests().isEmpty
      ends.insert(isOpen)
      #expect(try copy.queries.itemCount() == (isOpen ? count : 2), "\(length) bytes of the log")
      _ = try copy.reindex.complete(name, at: now)
      #expect(try ReindexHome.titles(copy) == ["2": "new", "3": "word"])
    }
    #expect(ends == [true, false])
  }

  @Test func `sweeps nothing when its disk has no room, and says so`() throws {
    try device.record((0..<5_000).map { try ReindexHome.item("many \($0)") }, at: now)
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .operator, at: now)
    let count = try device.queries.itemCount()
    let connection = device.privateJournal.connection
    let pages = try connection.integer("PRAGMA page_count")
    try connection.execute("PRAGMA max_page_count = \(pages)")
    let error = #expect(throws: DeviceError.self) { try device.reindex.complete(name, at: now) }
    #expect(error?.code == .journal)
    #expect(error?.message.contains("The disk is full: make room and try again") == true)
    #expect(try device.queries.itemCount() == count)
    #expect(try device.reindex.openRequests().map(\.name) == [name])
    try connection.execute("PRAGMA max_page_count = 1000000")
    #expect(try device.reindex.complete(name, at: now) == .ended(sweptCount: 5_002))
  }

  @Test func `says which file it is when the note of a restore cannot be read`() throws {
    try device.privateJournal.connection.execute("CREATE TABLE local_restored (other INTEGER)")
    let error = #expect(throws: DeviceError.self) { try device.reindex.askAfterRestore(at: now) }
    #expect(error?.code == .journal)
    #expect(error?.message.contains("no such column: row") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("journal verify") == true)
  }
}

@Suite("Reindexing and what leaves the device") struct ReindexFilterTests {
  @Test func `makes no report and takes none back, whatever is swept or given again`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(
      [
        try TestHome.item("item", "word"), try TestHome.activity("a", related: "item"),
        try TestHome.activity("b"), TestHome.engage("a"), TestHome.engage("b"),
      ], at: home.now)
    let before = try home.reports(sync)
    #expect(before.count == 2)
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .operator, at: home.now)
    #expect(try device.reindex.complete(name, at: home.now) == .ended(sweptCount: 1))
    // The activity went with its item from the index; what was endorsed stays endorsed.
    #expect(try home.titles("page", device) == ["Page b"])
    try device.record([try TestHome.item("item", "other word")], at: home.now)
    #expect(try home.reports(sync) == before)
  }

  @Test func `endorses what is switched on during it only when somebody engages again`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(
      [try TestHome.activity("a", isPublic: false), TestHome.engage("a")], at: home.now)
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .restored, at: home.now)
    try device.record([try TestHome.activity("a"), TestHome.engage("a")], at: home.now)
    _ = try device.reindex.complete(name, at: home.now)
    // The engagement from before it was public stays private; the new one leaves.
    #expect(try home.reports(sync).map(\.kind) == [.engaged])
    // Only the app's own switch takes it back.
    try device.record([try TestHome.activity("a", isPublic: false)], at: home.now)
    #expect(try home.reports(sync).map(\.kind) == [.engaged, .withdrawn])
  }
}
