import Foundation
import JournalFormat
import JournalStore
import SQLite
import Search
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// A device with a journal of some pages, of which the last entries are whole: it can be opened for
/// writing, whatever happened to the entries before.
@Suite("A device whose journal is damaged in its middle") struct DamagedJournalTests {
  private static let count = 400
  private let home: TestHome
  private var path: String { home.folder.file("private.journal") }
  private var indexPath: String { home.folder.file("index.sqlite") }

  init() throws {
    home = try TestHome()
    let device = try home.device()
    try fill(device, 0..<Self.count / 4)
    try device.index.catchUp()
  }

  private func fill(_ device: Device, _ numbers: Range<Int>) throws {
    try device.record(
      try numbers.map { try TestHome.item("\($0)", "word number\($0)") }, at: home.now)
    try device.privateJournal.flushWriteAheadLog()
  }

  /// How far the index is when the damage is there.
  enum Index: CaseIterable {
    case absent, behind, current
  }

  /// Journals the other items, and has the index be so far.
  private func prepare(_ index: Index) throws {
    let device = try home.device(seed: 2)
    try fill(device, Self.count / 4..<Self.count)
    if index == .current { try device.index.catchUp() }
    if index == .absent { removeIndex() }
  }

  private func removeIndex() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: indexPath + suffix)
    }
  }

  enum Damage: CaseIterable {
    case zeroPage, flippedByte, lostEntry
  }

  private func damage(_ damage: Damage) throws {
    let middle = Self.count / 2
    switch damage {
    case .lostEntry:
      try Connection(path: path, mode: .readWrite).execute(
        "DELETE FROM entries WHERE number = \(middle)")
    case .flippedByte, .zeroPage:
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let place = try #require(bytes.range(of: Data("number\(middle)".utf8))).lowerBound
      if damage == .flippedByte {
        bytes[place] ^= 1
      } else {
        let page = place / 4_096 * 4_096
        bytes.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096))
      }
      try bytes.write(to: URL(fileURLWithPath: path))
    }
  }

  private func head() throws -> UInt64 {
    try Journal.open(at: path, for: .read).lastNumber()
  }

  private func host() throws -> DeviceHost {
    try DeviceHost(
      folder: home.folder.path, configuration: home.configuration, readsAhead: false)
  }

  // MARK: What records

  struct Call: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let run: @Sendable (DeviceHost, SearchableIndex) async throws -> Void
  }

  private static let calls = [
    Call(testDescription: "an item") { _, index in
      try await index.indexSearchableItems([TestHost.item("new", "new")])
    },
    Call(testDescription: "a deletion by identifier") { _, index in
      try await index.deleteSearchableItems(withIdentifiers: ["1"])
    },
    Call(testDescription: "a deletion of a domain") { _, index in
      try await index.deleteSearchableItems(withDomainIdentifiers: ["a"])
    },
    Call(testDescription: "a deletion of all") { _, index in
      try await index.deleteAllSearchableItems()
    },
    Call(testDescription: "an activity") { host, _ in
      var activity = UserActivity(activityType: "view")
      activity.title = "new"
      activity.persistentIdentifier = "new"
      activity.isEligibleForSearch = true
      try await host.becomeCurrent(activity, inApp: "app")
    },
    Call(testDescription: "a deletion of activities") { host, _ in
      try await host.deleteSavedUserActivities(withPersistentIdentifiers: nil, inApp: "app")
    },
    Call(testDescription: "an engagement") { host, _ in
      try await host.userEngaged(withIdentifier: "1", inApp: "app")
    },
    Call(testDescription: "a request for items") { host, _ in
      try await host.requestReindex(forApp: "app")
    },
    Call(testDescription: "a compaction") { host, _ in try await host.compact() },
  ]

  @Test(
    arguments: calls,
    [(.absent, .zeroPage), (.absent, .lostEntry), (.behind, .flippedByte)] as [(Index, Damage)])
  func `records nothing that its readers would not get to`(
    call: Call, trouble: (index: Index, damage: Damage)
  ) async throws {
    try prepare(trouble.index)
    try damage(trouble.damage)
    let before = try head()
    let host = try host()
    // Not the second time either.
    for _ in 0..<2 {
      let error = await #expect(throws: DeviceError.self) {
        try await call.run(host, host.searchableIndex(forApp: "app"))
      }
      #expect((error?.cause as? JournalError)?.code == .damaged, "\(error)")
      #expect(error?.message.contains("spotlog journal salvage") == true, "\(error)")
    }
    #expect(try head() == before)
  }

  @Test(arguments: calls, Index.allCases)
  func `records everything where nothing is damaged`(call: Call, index: Index) async throws {
    try prepare(index)
    let host = try host()
    try await call.run(host, host.searchableIndex(forApp: "app"))
    let place = try await host.searchableIndex(forApp: "app").indexSearchableItems([
      TestHost.item("last", "last")
    ])
    try await host.waitUntilSearchable(place)
    #expect(try await host.search("last").map(\.uniqueIdentifier) == ["last"])
  }

  /// What says so is a verification: LIMITS has it.
  @Test(arguments: Damage.allCases)
  func `records and finds all the same where its index has read past the damage`(
    damage: Damage
  ) throws {
    try prepare(.current)
    try self.damage(damage)
    do {
      let device = try home.device(seed: 3)
      try device.record([try TestHome.item("new", "word new")], at: home.now)
      #expect(try home.titles("new", device) == ["word new"])
      #expect(try home.titles("number\(Self.count / 2)", device).count == 1)
      #expect(!device.privateJournal.verify().isWhole)
    }
    // From the loss of the index on it records nothing more.
    removeIndex()
    let device = try home.device(seed: 4)
    let before = try head()
    let error = #expect(throws: DeviceError.self) {
      try device.record([try TestHome.item("newer", "word newer")], at: home.now)
    }
    #expect(
      error?.message.hasPrefix("Nothing was journaled, because no reader could reach it. ") == true,
      "\(error)")
    #expect(try head() == before)
  }

  private func secret() throws -> [UInt8] { try home.device(seed: 2).lineageSecret }

  /// With another secret it would be another device, whose engagements count once more.
  @Test func `is refused where its secret is another one`() throws {
    let secret = Data(try secret())
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[try #require(bytes.range(of: secret)).lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DeviceError.self) { _ = try home.device(seed: 3) }
    #expect((error?.cause as? JournalError)?.code == .damaged, "\(error)")
    #expect(error?.message.contains("Entry 1 of ") == true, "\(error)")
  }

  @Test func `needs no index to record, and makes none`() throws {
    try prepare(.absent)
    let device = try home.device(seed: 3)
    for number in 0..<2 {
      try device.record([try TestHome.item("new \(number)", "new")], at: home.now)
    }
    #expect(device.index.searchableNumber == nil)
    #expect(!FileManager.default.fileExists(atPath: indexPath))
    #expect(try home.titles("new", device).count == 2)
  }

  @Test func `records behind an entry that no program can decode`() throws {
    try prepare(.absent)
    let garbage: [UInt8] = [UInt8](repeating: 7, count: 16) + [0x0A, 0xFF]
    try home.device(seed: 3).record(
      [EntryDraft(kind: .event, time: home.now, payload: garbage)])
    let device = try home.device(seed: 4)
    try device.record([try TestHome.item("new", "new")], at: home.now)
    #expect(try home.titles("new", device) == ["new"])
    #expect(try device.index.unreadableEntries().count == 1)
  }

  @Test func `begins no epoch that its readers would not get to`() throws {
    try prepare(.behind)
    try damage(.flippedByte)
    let before = try head()
    let device = try home.device(seed: 3)
    let sync = try device.sync(now: home.now)
    let error = #expect(throws: DeviceError.self) { try sync.enrolAsSample(now: home.now) }
    #expect((error?.cause as? JournalError)?.code == .damaged, "\(error)")
    #expect(try head() == before)
  }
}

@Suite("A device whose outbox is damaged in its middle") struct DamagedOutboxTests {
  private let home: TestHome

  /// Three reports of which the second is not what was written.
  init() throws {
    home = try TestHome()
    do {
      let device = try home.device()
      let sync = try home.enrol(device)
      try engage(1...3, device)
      #expect(try home.reports(sync).count == 3)
    }
    try Connection(path: home.folder.file("shared.journal"), mode: .readWrite).execute(
      "UPDATE entries SET payload = zeroblob(length(payload)) WHERE number = 2")
  }

  private func engage(_ pages: ClosedRange<Int>, _ device: Device) throws {
    for page in pages {
      try device.record(
        [try TestHome.activity("\(page)"), TestHome.engage("\(page)")], at: home.now)
    }
  }

  @Test func `records, and puts no report behind what can never be sent`() throws {
    let device = try home.device(seed: 2)
    let sync = try device.sync(now: home.now)
    try engage(4...5, device)
    #expect(try home.titles("Page", device).count == 5)
    for _ in 0..<2 {
      let error = #expect(throws: DeviceError.self) { try sync.runFilter(now: home.now) }
      #expect((error?.cause as? JournalError)?.code == .damaged, "\(error)")
      #expect(error?.message.contains("Entry 2 of ") == true, "\(error)")
    }
    #expect(try sync.head() == 3)
    #expect(sync.machine.head == 3)
  }

  @Test(arguments: [(1, 3), (2, 5), (3, 5)] as [(UInt64, UInt64)])
  func `reports on once the cloud has what is damaged`(
    acknowledged: UInt64, head: UInt64
  ) throws {
    do {
      let sync = try home.device(seed: 2).sync(now: home.now)
      let shared = try #require(sync.shared)
      try sync.persistReceipt(
        Receipt(
          lineage: Sample.lineage, epoch: Sample.epoch, first: .first,
          last: SequenceNumber(acknowledged)!,
          digest: try #require(try shared.digest(at: acknowledged)),
          cloudLife: Sample.cloudLife, receivedMark: 1, backedUpMark: 0, receivedTime: home.now,
          signedBy: Sample.cloudKey))
    }
    let device = try home.device(seed: 3)
    let sync = try device.sync(now: home.now)
    #expect(sync.machine.acknowledged == acknowledged)
    try engage(4...5, device)
    try? sync.runFilter(now: home.now)
    #expect(try sync.head() == head)
  }
}
