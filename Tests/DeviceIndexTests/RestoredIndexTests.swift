import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// Promise 11: a restored device, after its reindex, has the index that its apps' data say.
@Suite("A restored device's index") struct RestoredIndexTests {
  /// What an app has, and what it does to it.
  private struct App {
    var items: [String: String] = [:]
    var random: SplitMix64

    mutating func change() throws -> JournalEvent {
      let id = "\(random.below(20))"
      guard random.below(3) > 0 else {
        items[id] = nil
        return TestHome.delete(ids: [id])
      }
      items[id] = "word \(random.below(1_000))"
      return try TestHome.item(id, items[id]!)
    }

    func everything() throws -> [JournalEvent] {
      try items.sorted { $0.key < $1.key }.map { try TestHome.item($0.key, $0.value) }
    }
  }

  /// The device as it was after so many entries, restored.
  private static func past(
    of home: ReindexHome, entries: UInt64, seed: UInt64
  ) throws -> ReindexHome.Running {
    let restored = try ReindexHome()
    let source = try Journal.open(at: home.home.folder.file("private.journal"), for: .read)
    do {
      let target = try Journal.create(
        at: restored.home.folder.file("private.journal"), identity: source.identity,
        created: home.now, localTables: SharedJournal.epochTable)
      try target.append(
        source.entries(from: 1, atMost: Int(entries)).map {
          EntryDraft(kind: $0.header.kind, time: $0.header.time, payload: $0.payload ?? [])
        })
      #expect(try target.head().digest == source.digest(at: entries))
    }
    let device = try restored.home.device(seed: seed)
    try ReindexHome.noteRestore(device)
    try device.reindex.askAfterRestore(at: home.now)
    return ReindexHome.Running(home: restored, device: device)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `is what its apps' data say, from any earlier point`(seed: UInt64) throws {
    var app = App(random: SplitMix64(seed))
    let original = try ReindexHome()
    do {
      let device = try original.home.device(seed: seed)
      for _ in 0..<60 { try device.record([try app.change()], at: original.now) }
    }
    let entries = 1 + app.random.below(60)
    var running = try Self.past(of: original, entries: entries, seed: seed + 100)
    let registered = [ReindexHome.target]
    try running.device.reindex.review(registered: registered, at: original.now)
    let requests = try running.device.reindex.openRequests()
    let request = try #require(requests.first)
    #expect(requests.count == 1 && request.reason == .restored)
    // The app gives everything, and the device is restarted within.
    for (offset, event) in try app.everything().enumerated() {
      try running.device.record([event], at: original.now)
      guard offset == 3 else { continue }
      running = try running.home.copy(seed: seed + 200)
      try running.device.reindex.review(registered: registered, at: original.now)
      #expect(try running.device.reindex.openRequests() == requests)
    }
    for _ in 0..<5 { try running.device.record([try app.change()], at: original.now) }
    let device = running.device
    _ = try device.reindex.complete(request.name, at: original.now)
    #expect(try ReindexHome.titles(device) == app.items)
    #expect(try ReindexHome.unconfirmed(device) == [])
    // And a rebuild is equal.
    let rebuilt = try running.home.copy(seed: seed + 300)
    #expect(try ReindexHome.contents(rebuilt.device) == ReindexHome.contents(device))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `says the same when it is rebuilt at any point of a reindex`(seed: UInt64) throws {
    var app = App(random: SplitMix64(seed))
    let home = try ReindexHome()
    let device = try home.home.device(seed: seed)
    for step in 0..<50 {
      switch app.random.below(6) {
      case 0:
        let scope: ReindexRequest.Scope =
          app.random.below(2) == 0 ? .all : .identifiers(["\(app.random.below(20))", "3"])
        try device.reindex.request(scope, of: ReindexHome.target, because: .operator, at: home.now)
      case 1:
        guard let request = try device.reindex.openRequests().last else { continue }
        _ = try device.reindex.complete(request.name, at: home.now)
      default: try device.record([try app.change()], at: home.now)
      }
      guard step % 7 == 0 else { continue }
      let rebuilt = try home.copy(seed: UInt64(step) + 50)
      #expect(try ReindexHome.contents(rebuilt.device) == ReindexHome.contents(device))
    }
  }

  @Test func `takes a hundred thousand items in batches, and sweeps in pages`() throws {
    let home = try ReindexHome()
    let device = try home.home.device()
    func give(_ name: String, _ count: Int) throws {
      for first in stride(from: 0, to: count, by: 1_000) {
        try device.record(
          try (first..<first + 1_000).map { try TestHome.item("\(name) \($0)", "word") },
          at: home.now)
      }
    }
    try give("old", 20_000)
    let name = try device.reindex.request(
      .all, of: ReindexHome.target, because: .restored, at: home.now)
    try give("new", 100_000)
    let before = try device.journaledNumber
    #expect(try device.reindex.complete(name, at: home.now) == .ended(sweptCount: 20_000))
    #expect(try device.queries.itemCount() == 100_000)
    // What is held at a time is a batch, or a page of identifiers, whatever their number.
    let entries = try device.privateJournal.entries(from: before + 1, atMost: 100)
    #expect(entries.count == 21)
    for entry in entries.dropLast() {
      let swept = try JournalEvent(payload: entry.payload ?? []).itemsExpired
      #expect(swept.ids.count == 1_000 && swept.requestID == Data(name.bytes))
    }
    guard case .reindexAcknowledged = try JournalEvent(payload: entries.last?.payload ?? []).fact
    else {
      Issue.record("the acknowledgement has to be the last")
      return
    }
  }
}
