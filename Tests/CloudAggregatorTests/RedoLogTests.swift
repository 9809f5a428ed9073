import Foundation
import JournalFormat
import SQLite
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// What the projections' file is written with, counted in rows and bytes, and what it holds between
/// any two writes.
@Suite("A flush of the projections") struct RedoLogTests {
  private static func item(_ title: Int) -> PublicItem {
    var item = Sample.item
    item.title = "Title \(title)"
    return item
  }

  private static func report(_ origin: UInt64, tag: UInt64, title: Int = 1) -> Report {
    .engaged(
      Report.Engaged(
        tag: Fleet.tag(tag), content: item(title).digest, origin: Origin(rawValue: origin),
        isCarried: false))
  }

  /// Sends what a device has added and not sent.
  private func send(_ device: inout TestDevice, from sent: Int, to cloud: TestCloud) throws {
    guard case .received = try cloud.answer(try device.request(sent + 1)) else {
      Issue.record("the batch is taken")
      return
    }
  }

  private func written(_ cloud: TestCloud) throws -> ProjectionStore.WrittenRows {
    try #require(cloud.cloud.projections.file.store).written
  }

  /// What a flush of all that changed writes.
  private func flushed(_ cloud: TestCloud) throws -> ProjectionStore.WrittenRows {
    let before = try written(cloud)
    try cloud.cloud.projections.flush()
    let after = try written(cloud)
    return .init(
      placed: after.placed - before.placed, logged: after.logged - before.logged,
      byteCount: after.byteCount - before.byteCount)
  }

  @Test func `writes what a report changed, however much was said of its item`() throws {
    let cloud = try TestCloud(threshold: 10)
    var stranger = try cloud.device(1)
    for number in 1...4_000 {
      stranger.add(Self.report(UInt64(number), tag: 1, title: number))
    }
    try send(&stranger, from: 0, to: cloud)
    try cloud.cloud.projections.flush()
    var device = try cloud.device(2)
    try cloud.cloud.projections.flush()
    device.add(Self.report(1 << 32, tag: 1, title: 7))
    try send(&device, from: 0, to: cloud)
    // The item, the content, the day and the epoch; the checkpoint, the batch and the news.
    let one = try flushed(cloud)
    #expect(one.logged == 4 && one.placed == 3)
    #expect(one.byteCount < 1_500)
    // Of a device that said much, the one history that changed comes with it, and no origin again.
    stranger.add(Self.report(2 << 32, tag: 2))
    try send(&stranger, from: 4_000, to: cloud)
    let other = try flushed(cloud)
    #expect(other.logged == 4 && other.placed == 3)
    #expect(other.byteCount < 1_500)
    stranger.add(Self.report(3 << 32, tag: 1, title: 1))
    try send(&stranger, from: 4_001, to: cloud)
    let full = try flushed(cloud)
    #expect(full.logged == 4 && full.placed == 3)
    #expect((50_000..<200_000).contains(full.byteCount))
  }

  @Test func `comes before more has changed than one request should write`() throws {
    let cloud = try TestCloud(threshold: 10)
    var device = try cloud.device(1)
    var before = try written(cloud)
    var flushCount = 0
    for batch in 0..<6 {
      for number in 0..<4_096 {
        let origin = UInt64(batch * 4_096 + number + 1)
        device.add(Self.report(origin, tag: origin))
      }
      try send(&device, from: batch * 4_096, to: cloud)
      let after = try written(cloud)
      if after.logged > before.logged { flushCount += 1 }
      #expect(after.byteCount - before.byteCount < 4 << 20)
      #expect(after.placed - before.placed < 32)
      before = after
    }
    #expect(flushCount == 2)
    let digest = try cloud.cloud.projections.stateDigest()
    let read = try cloud.reopened().projections
    #expect(read.rebuildReason == nil)
    #expect(try read.stateDigest() == digest)
    try read.rebuild(cloud.log)
    #expect(try read.stateDigest() == digest)
  }

  @Test func `goes on into tables by a bounded number of rows at a time`() throws {
    let cloud = try TestCloud(threshold: 2)
    for round in 0..<3 as Range<UInt64> {
      for seed in 1...2 as ClosedRange<UInt64> {
        var device = try cloud.device(10 * round + seed)
        for tag in 0..<300 as Range<UInt64> {
          device.add(Self.report(round << 40 | seed << 32 | tag, tag: 100 * round + tag))
        }
        device.add(engaged(round << 40 | seed << 32 | 1_000))
        device.add(.content(Sample.item, salt: UInt128(seed)))
        device.add(withdrawn(round << 40 | seed << 32 | 1_001))
        try send(&device, from: 0, to: cloud)
      }
      let digest = try flushedDigest(cloud)
      let store = try #require(cloud.cloud.projections.file.store)
      #expect(store.redo.byteCount > 0)
      var steps = 0
      while store.redo.byteCount > 0, steps < 100 {
        let before = store.written
        try store.shortenRedo(to: 0)
        #expect(store.written.placed - before.placed <= RedoLog.movedRowsMax)
        #expect(store.written.logged == before.logged)
        steps += 1
        let read = try look(cloud)
        #expect(read.rebuildReason == nil)
        #expect(try read.stateDigest() == digest)
      }
      #expect((2...20).contains(steps))
      #expect(try store.connection.integer("SELECT count(*) FROM redo") == 0)
      #expect(
        try store.connection.integer("SELECT count(*) FROM tags")
          == Int64(cloud.cloud.projections.state.items.tags.count))
    }
  }

  @Test func `leaves rows out that a later one wrote again`() throws {
    let cloud = try TestCloud(threshold: 10)
    var device = try cloud.device(1)
    for number in 0..<20 {
      device.add(Self.report(UInt64(number + 1), tag: 1))
      try send(&device, from: number, to: cloud)
      try cloud.cloud.projections.flush()
    }
    let store = try #require(cloud.cloud.projections.file.store)
    let before = store.written.placed
    while store.redo.byteCount > 0 { try store.shortenRedo(to: 0) }
    // The item, its content and its day; the lineage and the epoch.
    #expect(store.written.placed - before == 5)
  }

  /// As the disk holds it at any moment, also before and after a move of rows.
  @Test func `leaves a file from which a cloud that was killed continues`() throws {
    let cloud = try TestCloud(threshold: 2)
    let folder = try TemporaryFolder()
    var copies: [String] = []
    func copy() throws {
      let path = folder.file("\(copies.count).sqlite")
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: cloud.projectionsPath + suffix, toPath: path + suffix)
      }
      copies.append(path)
    }
    let store = try #require(cloud.cloud.projections.file.store)
    for seed in 1...6 as ClosedRange<UInt64> {
      var device = try cloud.device(seed)
      for tag in 0..<250 as Range<UInt64> {
        device.add(Self.report(seed << 32 | tag + 1, tag: 40 * seed + tag))
      }
      device.add(.content(Self.item(1), salt: UInt128(seed)))
      if seed > 3 { device.add(withdrawn(seed << 32 | 999)) }
      try send(&device, from: 0, to: cloud)
      try copy()
      if seed % 2 == 0 {
        try cloud.cloud.projections.flush()
        try copy()
        try store.shortenRedo(to: 0)
        try copy()
      }
    }
    let digest = try cloud.cloud.projections.stateDigest()
    for path in copies {
      let opened = try CloudProjections(
        path: path, vfs: nil, access: .maintain, log: cloud.log, logStart: cloud.log.start)
      #expect(opened.rebuildReason == nil, "\(path)")
      #expect(try opened.stateDigest() == digest, "\(path)")
    }
  }

  @Test func `has the state of its log after a record was lost or changed`() throws {
    let cloud = try TestCloud(threshold: 2)
    var device = try cloud.device(1)
    for number in 1...40 { device.add(Self.report(UInt64(number), tag: UInt64(number))) }
    try send(&device, from: 0, to: cloud)
    let digest = try flushedDigest(cloud)
    for change in [
      "DELETE FROM redo WHERE place = (SELECT max(place) FROM redo)", "DELETE FROM redo",
      "UPDATE redo SET row = zeroblob(length(row))", "UPDATE redo SET place = place + 1",
      "UPDATE redo SET place = -1", "UPDATE redo SET row = substr(row, 1, length(row) - 1)",
    ] {
      let folder = try TemporaryFolder()
      let path = folder.file("copy.sqlite")
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: cloud.projectionsPath + suffix, toPath: path + suffix)
      }
      try Connection(path: path, mode: .readWrite).execute(change)
      let opened = try CloudProjections(
        path: path, vfs: nil, access: .maintain, log: cloud.log, logStart: cloud.log.start)
      #expect(opened.rebuildReason != nil, "\(change)")
      #expect(try opened.stateDigest() == digest, "\(change)")
    }
  }

  private func flushedDigest(_ cloud: TestCloud) throws -> Digest {
    try cloud.cloud.projections.flush()
    return try cloud.cloud.projections.stateDigest()
  }

  private func look(_ cloud: TestCloud) throws -> CloudProjections {
    try CloudProjections(
      path: cloud.projectionsPath, vfs: nil, access: .look, log: cloud.log,
      logStart: cloud.log.start)
  }
}
