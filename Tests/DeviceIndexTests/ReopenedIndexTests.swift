import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// A device that is opened without its index, as after a restore or a loss.
@Suite("An index that is read on in steps") struct ReopenedIndexTests {
  private static let count = 5_000
  private static let step = ManagedIndex.entriesPerStep
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try Self.fill(try home.device(), "old", Self.count)
  }

  private static func fill(_ device: Device, _ name: String, _ count: Int) throws {
    for first in stride(from: 0, to: count, by: 1_000) {
      try device.record(
        try (first..<min(first + 1_000, count)).map { try TestHome.item("\(name) \($0)", name) },
        at: Sample.day.start)
    }
  }

  private func found(_ query: String, _ device: Device) throws -> SearchResults {
    try device.queries.searchMeanwhile(query, now: home.now, limit: 100_000)
  }

  @Test func `answers from what was read, says that it is partial, and comes to its end`() throws {
    let device = try home.device(seed: 2)
    #expect(device.index.searchableNumber == nil)
    // Recording and the conversation need no index.
    try device.record([try TestHome.item("new", "new")], at: home.now)
    _ = try device.sync(now: home.now).next(now: home.now)
    #expect(device.index.searchableNumber == nil)
    var counts: [Int] = []
    var results = try found("old", device)
    while results.isPartial {
      counts.append(results.count)
      #expect(results.index.doneCount == UInt64(counts.count * Self.step))
      #expect(results.index.entryCount == UInt64(Self.count + 2))
      let new = try device.index.withoutReading { () throws(DeviceError) in
        try device.queries.search("new", now: home.now)
      }
      #expect(new.isEmpty)
      results = try found("old", device)
    }
    // The first entry is the journal's own.
    #expect(counts == [Self.step - 1, 2 * Self.step - 1])
    #expect(results.count == Self.count && results.index.isComplete)
    #expect(try home.titles("new", device) == ["new"])
  }

  @Test func `finds at once what was journaled just before, when it is not behind`() throws {
    let device = try home.device(seed: 2)
    try device.index.catchUp()
    try device.record([try TestHome.item("new", "new")], at: home.now)
    let results = try found("new", device)
    #expect(results.map(\.uniqueIdentifier) == ["new"] && !results.isPartial)
  }

  @Test func `continues from its last step when the process ended meanwhile`() throws {
    do { try #expect(home.device(seed: 2).index.read().doneCount == UInt64(Self.step)) }
    let device = try home.device(seed: 3)
    #expect(try device.index.read(atMost: 0).doneCount == UInt64(Self.step))
    #expect(device.index.rebuildReason == nil)
    #expect(try home.titles("old", device).count == 20)
    #expect(try device.queries.itemCount() == Self.count)
  }

  @Test func `is as one that was read in one go, whatever came between the steps`() throws {
    let device = try home.device(seed: 2)
    var random = SplitMix64(5)
    var number = 0
    while try !device.index.read(atMost: 1 + Int(random.below(700))).isComplete {
      number += 1
      try device.record(
        [
          try TestHome.item("old \(random.below(5_000))", "changed"),
          TestHome.delete(ids: ["old \(random.below(5_000))"]),
        ], at: home.now)
    }
    #expect(number > 5)
    let stepwise = try ReindexHome.contents(device)
    let other = try ReindexHome()
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: home.folder.file("private.journal" + end),
        toPath: other.home.folder.file("private.journal" + end))
    }
    #expect(try ReindexHome.contents(try other.home.device(seed: 3)) == stepwise)
  }

  @Test func `ends a step at some bytes, however few entries they are`() throws {
    let home = try TestHome()
    let device = try home.device()
    var random = SplitMix64(7)
    for id in 0..<6 {
      // Nothing that a journal could make shorter.
      let bytes = Data((0..<1_500_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      let text = bytes.base64EncodedString()
      var event = JournalEvent()
      event.itemIndexed.app = "app"
      event.itemIndexed.id = "\(id)"
      event.itemIndexed.domain = text
      try device.record([event], at: home.now)
    }
    // Three such items are more than four megabytes.
    #expect(try device.index.read(atMost: Self.step) == IndexProgress(doneCount: 4, entryCount: 7))
  }

  @Test func `that shows damage in the middle starts over, and says how far it is`() throws {
    let device = try home.device(seed: 2)
    try device.index.read()
    var asked = 0
    let count = try device.index.withoutReading { () throws(DeviceError) in
      try device.index.asking { projection throws(SQLiteError) in
        asked += 1
        if asked == 1 { throw SQLiteError(code: .damaged, message: "damaged") }
        return try projection.documents.count(.item)
      }
    }
    // An answer from nothing would be taken for one: a step is read before the second.
    #expect(asked == 2 && count > 0)
    #expect(device.index.rebuildReason == "the index was damaged")
    #expect(try device.index.read(atMost: 0).doneCount >= UInt64(count))
    #expect(try device.queries.itemCount() == Self.count)
  }

  // MARK: After a restore

  private static func batch(_ state: UInt8) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = "app"
    event.batchEnded.indexName = "named"
    event.batchEnded.clientState = .init([state])
    return event
  }

  /// The device, restored to where a client state of 7 was the last.
  private func restored(seed: UInt64) throws -> Device {
    let device = try home.device(seed: seed)
    try device.record([Self.batch(7)], at: home.now)
    try ReindexHome.noteRestore(device)
    return device
  }

  private func scopes(_ device: Device) throws(DeviceError) -> [String] {
    try device.reindex.openRequests().map { "\($0.target.indexName) \($0.scope)" }
  }

  @Test func `asks apps to resume from what was restored, not from what came since`() throws {
    let device = try restored(seed: 2)
    try device.reindex.askAfterRestore(at: home.now, readingAtMost: Self.step)
    try device.record([Self.batch(9)], at: home.now)
    let restoredNumber = try device.journaledNumber - 1
    while try device.index.read().doneCount < restoredNumber {
      try device.reindex.askAfterRestore(at: home.now, readingAtMost: 0)
      let asked = try device.index.withoutReading { () throws(DeviceError) in try scopes(device) }
      #expect(asked.isEmpty)
    }
    for _ in 0..<2 { try device.reindex.askAfterRestore(at: home.now, readingAtMost: 0) }
    #expect(try scopes(device) == [" all", "named resume(from: [7])"])
    #expect(try device.queries.clientState(app: "app", indexName: "named") == [9])
  }

  @Test func `asks for everything when what was restored is not known any more`() throws {
    do {
      let device = try restored(seed: 2)
      try device.record([Self.batch(9)], at: home.now)
      try device.index.catchUp()
    }
    let device = try home.device(seed: 3)
    try device.reindex.askAfterRestore(at: home.now)
    #expect(try scopes(device) == [" all", "named all"])
  }

  // MARK: In the background

  private func host() throws -> DeviceHost {
    try DeviceHost(folder: home.folder.path, configuration: home.configuration)
  }

  @Test func `is read on by the host itself, which answers and records meanwhile`() async throws {
    try Self.fill(try home.device(seed: 2), "more", 20_000)
    let host = try host()
    let index = host.searchableIndex(forApp: "app")
    var partial: [IndexProgress] = []
    var place = try await index.indexSearchableItems([TestHost.item("first", "fresh")])
    while true {
      let results = try await host.search("old")
      guard results.isPartial else { break }
      partial.append(results.index)
      place = try await index.indexSearchableItems([TestHost.item("\(partial.count)", "fresh")])
    }
    // It may be done before anybody looks; it never goes back.
    #expect(partial == partial.sorted { $0.doneCount < $1.doneCount })
    #expect(Set(partial.map(\.doneCount)).count == partial.count)
    try await index.waitUntilSearchable(place)
    #expect(try await host.search("fresh", limit: 100_000).count == partial.count + 1)
    #expect(try await host.search("more", limit: 100_000).count == 20_000)
  }

  @Test func `comes to its end in the background when nobody asks`() async throws {
    let host = try host()
    var waits = 0
    while await host.readSoFar != UInt64(Self.count + 1), waits < 6_000 {
      waits += 1
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await host.readSoFar == UInt64(Self.count + 1))
  }

  @Test func `does not keep its host alive`() async throws {
    weak var gone: DeviceHost?
    do {
      let host = try host()
      gone = host
      _ = try await host.search("old")
    }
    var waits = 0
    while gone != nil, waits < 6_000 {
      waits += 1
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(gone == nil)
  }

  @Test func `is complete before a client state is compared`() async throws {
    try home.device(seed: 2).record([Self.batch(7)], at: home.now)
    let index = try host().searchableIndex(forApp: "app", name: "named")
    #expect(try await index.fetchLastClientState() == [7])
    _ = try await index.beginBatch().end(expectedClientState: [7], newClientState: [8])
    #expect(try await index.fetchLastClientState() == [8])
  }
}

extension DeviceHost {
  /// How far the index is that the host has opened; nothing is opened or read for it.
  fileprivate var readSoFar: UInt64? { device.index.searchableNumber }
}
