import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A cloud whose projections are damaged") struct ProjectionDamageTests {
  private let folder: TemporaryFolder
  private let log = StrictCloudLog()
  private var path: String { folder.file("projections.sqlite") }

  /// Everything that the state says.
  private struct State: Equatable {
    var status: CloudStatus
    var rows: [PopularityRow]
    var batches: [BatchPlace] = []
    var wanted: [UInt32] = []
  }

  private static func item(_ number: UInt64) -> PublicItem {
    PublicItem(
      app: "app", activityType: "view", identity: .url("https://example.com/\(number)"),
      title: "Page word\(number)", contentDescription: "", keywords: [], thumbnailURL: "")
  }

  init() throws {
    folder = try TemporaryFolder()
    let now = Sample.day.start
    let projections = try open()
    let cloud = try aggregator(projections)
    var random = SplitMix64(7)
    for seed in 1...24 as ClosedRange<UInt64> {
      var device = TestDevice(seed)
      try device.enrol(with: cloud, now: now)
      for origin in 1...20 as ClosedRange<UInt64> {
        let item = Self.item(random.below(40))
        let day = Day(Sample.day.rawValue + Int32(random.below(4)))
        switch random.below(8) {
        case 0: device.add(withdrawn(seed << 8 | origin, item: item), on: day)
        case 1: device.add(.content(item, salt: UInt128(origin)), on: day)
        default: device.add(engaged(seed << 8 | origin, item: item), on: day)
        }
      }
      _ = cloud.handle(try device.request(1, 12), now: now)
      _ = cloud.handle(try device.request(13), now: now)
    }
    // In the tables, each row counts: one that the redo log has too may be lost.
    try projections.rebuild(log)
    let store = try #require(projections.file.store)
    while store.redo.byteCount > 0 { try store.shortenRedo(to: 0) }
    // Pages that hold nothing may be damaged without anyone noticing.
    try store.reclaimSpace()
  }

  private func open() throws -> CloudProjections {
    try CloudProjections(path: path, vfs: nil, access: .maintain, log: log, logStart: log.start)
  }

  private func state(_ projections: CloudProjections) throws -> State {
    var state = State(status: try projections.status(), rows: try projections.popularity())
    for epoch in projections.state.epochs.all.indices {
      for number in [1, 12, 13, 20] as [UInt64] {
        state.batches.append(try projections.file.batch(epoch: UInt32(epoch), holding: number))
      }
    }
    state.wanted = projections.state.publication.wanted.sorted()
    return state
  }

  /// What a rebuild gives; the file is as it was before.
  private func expected() throws -> (state: State, bytes: Data) {
    let bytes = try Data(contentsOf: url)
    let projections = try open()
    #expect(projections.rebuildReason == nil)
    let opened = try state(projections)
    try projections.rebuild(log)
    #expect(try state(projections) == opened)
    #expect(opened.status.publicItems > 5 && opened.status.lineages == 24)
    return (opened, bytes)
  }

  private var url: URL { URL(fileURLWithPath: path) }

  private func put(_ bytes: Data) throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try bytes.write(to: url)
  }

  @Test func `has the state of its log, whichever page of them was overwritten`() throws {
    let (expected, whole) = try expected()
    let pages = whole.count / 4_096
    var rebuilt = 0
    for page in 0..<pages {
      var bytes = whole
      for place in page * 4_096..<(page + 1) * 4_096 { bytes[place] ^= 0xA5 }
      try put(bytes)
      let projections = try open()
      #expect(try state(projections) == expected, "page \(page + 1)")
      _ = try projections.search("page", limit: 50)
      rebuilt += projections.rebuildReason == nil ? 0 : 1
    }
    #expect(pages > 10 && rebuilt > pages / 2)
  }

  @Test func `has the state of its log, wherever they were cut off`() throws {
    let (expected, whole) = try expected()
    for count in stride(from: 0, to: whole.count, by: 5_000) {
      try put(whole.prefix(count))
      let projections = try open()
      #expect(try state(projections) == expected, "\(count) bytes")
      #expect(projections.rebuildReason != nil)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `has the state of its log, whichever bit of them is another`(seed: UInt64) throws {
    let (expected, whole) = try expected()
    var random = SplitMix64(seed)
    var rebuilt = 0
    for _ in 0..<100 {
      let place = Int(random.below(UInt64(whole.count)))
      let bit = UInt8(random.below(8))
      var bytes = whole
      bytes[place] ^= 1 << bit
      try put(bytes)
      let projections = try open()
      #expect(try state(projections) == expected, "bit \(bit) of byte \(place)")
      rebuilt += projections.rebuildReason == nil ? 0 : 1
    }
    // Many bits are of no row.
    #expect(rebuilt > 20)
  }

  @Test(arguments: [
    "PRAGMA user_version = \(ProjectionStore.formatVersion - 1)", "PRAGMA application_id = 1",
    "DELETE FROM checkpoint", "DELETE FROM items",
    "DELETE FROM tags WHERE place = (SELECT max(place) FROM tags)",
    "UPDATE tags SET place = 4000000000 WHERE place = (SELECT max(place) FROM tags)",
    "UPDATE tags SET place = -1 WHERE place = (SELECT max(place) FROM tags)",
    "UPDATE tags SET row = (SELECT row FROM tags WHERE place = 1) WHERE place = 0",
    "DELETE FROM contents WHERE place = 2", "DELETE FROM days WHERE place = 2",
    "DELETE FROM histories WHERE place = (SELECT max(place) FROM histories)",
    "DELETE FROM news WHERE place = (SELECT max(place) FROM news)",
    "INSERT INTO redo VALUES (1, x'')", "INSERT INTO redo SELECT 1, row FROM tags WHERE place = 1",
    "DELETE FROM lineages WHERE place = 3", "UPDATE lineages SET row = zeroblob(4000)",
    "UPDATE lineages SET row = x'' WHERE place = 2", "DELETE FROM epochs",
    "DELETE FROM batches WHERE epoch = 4 AND last = 12", "UPDATE batches SET last = last + 1",
  ])
  func `has the state of its log after a change from outside`(change: String) throws {
    let (expected, whole) = try expected()
    try put(whole)
    try Connection(path: path, mode: .readWrite).execute(change)
    let projections = try open()
    #expect(projections.rebuildReason != nil)
    #expect(try state(projections) == expected)
  }

  /// Bytes that say what is not there, below a checksum that fits.
  @Test(arguments: [
    "tags", "contents", "days", "lineages", "news", "histories", "epochs", "batches",
  ])
  func `has the state of its log whatever a row with a fitting checksum says`(
    table: String
  ) throws {
    let (expected, whole) = try expected()
    try put(whole)
    let key = table == "batches" ? "epoch" : "place"
    let (row, rowKey): ([UInt8], Int64)
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      let select = try connection.statement(
        "SELECT row, \(key) FROM \(table) ORDER BY \(key) >= 2 DESC, \(key), row LIMIT 1")
      try #require(try select.step())
      (row, rowKey) = (select.bytes(0), select.integer(1))
      select.reset()
    }
    let placeCount = LongRun.isOn ? 100 : 24
    for place in stride(from: 9, to: row.count - 4, by: max(3, row.count / placeCount)) {
      for value in [0xFF, 0x80] as [UInt8] {
        var writer = ByteWriter()
        var changed = Array(row.dropLast(4))
        for place in place..<min(place + 4, changed.count) { changed[place] = value }
        writer.raw(changed)
        _ = ProjectionRow.finishRow(&writer)
        try put(whole)
        do {
          let connection = try Connection(path: path, mode: .readWrite)
          let update = try connection.statement("UPDATE \(table) SET row = ? WHERE \(key) = ?")
          update.bind(1, writer.bytes)
          update.bind(2, rowKey)
          try update.run()
        }
        #expect(try state(try open()) == expected, "byte \(place)")
      }
    }
  }

  /// Counts below what lineages say, in rows that are whole.
  @Test func `has the state of its log where a device takes back more than they count`() throws {
    let (item, now) = (Self.item(1), Sample.day.start)
    var device = TestDevice(99)
    do {
      let projections = try open()
      let cloud = try aggregator(projections)
      try device.enrol(with: cloud, now: now)
      for origin in 1...19 as ClosedRange<UInt64> {
        device.add(engaged(99 << 8 | origin, item: item), on: Sample.day)
      }
      _ = cloud.handle(try device.request(1, 12), now: now)
      _ = cloud.handle(try device.request(13), now: now)
      var state = projections.state
      for place in state.items.tags.indices {
        state.items.tags[place].distinct = 0
        state.items.markChanged(place)
      }
      for place in state.items.contents.indices {
        while state.items.removeEndorser(of: UInt32(place)) {}
      }
      for place in state.items.dayCounts.indices {
        let count = Int(state.items.dayCounts[place].distinct)
        _ = state.items.changeLineages(onDay: place, by: -count)
      }
      projections.state = state
      try projections.flush()
      try projections.file.flushWriteAheadLog()
    }
    let crafted = try Data(contentsOf: url)
    device.add(withdrawn(99 << 8 | 20, item: item), on: Sample.day)
    let running = try open()
    #expect(running.rebuildReason == nil)
    let cloud = try aggregator(running)
    _ = cloud.handle(try device.request(20), now: now)
    #expect(cloud.committer.isReady && !running.isDamaged)
    let expected = try state(running)
    #expect(expected.status.publicItems > 5)
    try put(crafted)
    let opened = try open()
    #expect(opened.rebuildReason != nil, "the counts were believed")
    #expect(try state(opened) == expected)
  }

  private func aggregator(_ projections: CloudProjections) throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 3
    return try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration, dice: .seeded(1), now: Sample.day.start)
  }

  @Test func `has the state of its log after newer rows were lost`() throws {
    let projections = try open()
    var state = projections.state
    state.lineages[0].removal.isRevoked = true
    state.lineages.markChanged(0)
    projections.state = state
    try projections.flush()
    try projections.file.flushWriteAheadLog()
    #expect(try open().state.lineages[0].removal.isRevoked)
    try Connection(path: path, mode: .readWrite).execute("DELETE FROM redo")
    let opened = try open()
    #expect(
      opened.rebuildReason == "the projections were damaged: Rows are missing, or older.")
    #expect(!opened.state.lineages[0].removal.isRevoked)
  }
}
