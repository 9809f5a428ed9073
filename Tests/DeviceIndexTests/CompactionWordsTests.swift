import CloudAggregator
import Foundation
import JournalFormat
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

extension Timestamp {
  /// For tests of what a compaction keeps for days.
  func after(days: Int64) -> Timestamp { advanced(byMilliseconds: days * 86_400_000) }
}

extension TestHome {
  /// Whether the device still has the words that the cloud asks for.
  func given(
    _ wanted: WantedContent, _ device: Device, now: Timestamp
  ) throws -> SharedJournal.OnWanted {
    let shared = try #require(try device.sync(now: now).shared)
    return try SharedJournal.report(wanted, device, shared, now: now) { _ in true }
  }

  /// Removes the outbox of a device that is closed and has sent nothing: the next sync makes it
  /// again from the private journal.
  func loseOutbox() throws {
    for suffix in ["", "-wal", "-shm"] {
      let path = folder.file("shared.journal" + suffix)
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }
}

@Suite("A compaction keeps the words") struct CompactionWordsTests {
  private static func other(_ id: String, related: String? = nil) throws -> JournalEvent {
    try Sample.activity(id, page: "p", title: "Another title", related: related)
  }

  private static func page(_ id: String, related: String? = nil) throws -> JournalEvent {
    try TestHome.activity(id, page: "p", related: related)
  }

  private func firstEngaged(_ home: TestHome, _ sync: DeviceSync) throws -> WantedContent {
    for case .engaged(let engaged) in try home.reports(sync) {
      return WantedContent(tag: engaged.tag, content: engaged.content)
    }
    throw DeviceError(.journal, "there has to be an engagement")
  }

  @Test(arguments: [(0, .reported), (91, .gone)] as [(Int64, SharedJournal.OnWanted)])
  func `of an engagement for 90 days after it, also of a page that was recorded long before`(
    days: Int64, answer: SharedJournal.OnWanted
  ) throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([try Self.page("1")], at: home.now)
    // Bound to an item that is not there, it leaves the index, which needs no words of it any more.
    try device.record(
      [TestHome.engage("1"), try Self.other("1", related: "missing")],
      at: home.now.after(days: 100))
    let wanted = try firstEngaged(home, sync)
    let now = home.now.after(days: 100 + days)
    _ = try device.compact(CompactionLimits(), now: now)
    #expect(try home.given(wanted, device, now: now) == answer)
  }

  @Test func `of a page that is recorded again with the same words as long as it has them`() throws
  {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([try Self.page("1"), TestHome.engage("1")], at: home.now)
    try device.record([try Self.page("1", related: "missing")], at: home.now.after(days: 1))
    let wanted = try firstEngaged(home, sync)
    let now = home.now.after(days: 200)
    _ = try device.compact(CompactionLimits(), now: now)
    #expect(try home.given(wanted, device, now: now) == .reported)
  }

  @Test func `of a page that two identifiers name under the one that still has them`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(
      [
        try Self.page("1"), try Self.page("2"), TestHome.engage("1"), TestHome.engage("2"),
        try Self.other("2", related: "missing"),
      ], at: home.now)
    let wanted = try firstEngaged(home, sync)
    let now = home.now.after(days: 200)
    _ = try device.compact(CompactionLimits(), now: now)
    #expect(try home.given(wanted, device, now: now) == .reported)
  }

  @Test func `that the cloud has received, since it may forget them and ask again`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([try Self.page("1"), TestHome.engage("1")], at: home.now)
    let wanted = try firstEngaged(home, sync)
    #expect(try home.given(wanted, device, now: home.now) == .reported)
    try device.record([try Self.other("1", related: "missing")], at: home.now)
    _ = try device.compact(CompactionLimits(backedUp: 1, acknowledged: 2), now: home.now)
    #expect(try home.given(wanted, device, now: home.now) == .reported)
  }

  private static func expiry() -> JournalEvent {
    var expiry = JournalItemsExpired()
    expiry.app = "app"
    expiry.ids = ["1"]
    expiry.kind = .activity
    return .expired(expiry)
  }

  private static let rereadHistories = Result {
    [
      [
        try page("1"), TestHome.engage("1"), try page("1", related: "missing"),
        TestHome.engage("1"),
      ],
      [try page("1"), TestHome.engage("1"), expiry(), TestHome.engage("1")],
      [
        try page("1", related: "missing"), TestHome.engage("1"), try other("1"),
        try page("1"), TestHome.engage("1"),
      ],
    ]
  }

  /// What was never sent is reported again when the outbox is lost.
  @Test(arguments: 0..<3)
  func `of each engagement that is not in every backup`(place: Int) throws {
    let home = try TestHome()
    do {
      let device = try home.device()
      let sync = try home.enrol(device)
      try device.record(try Self.rereadHistories.get()[place], at: home.now)
      #expect(try home.reports(sync).count == 2)
      _ = try device.compact(CompactionLimits(), now: home.now)
    }
    try home.loseOutbox()
    let device = try home.device(seed: 2)
    #expect(try home.reports(device.sync(now: home.now)).count == 2)
  }

  @Test func `of a deletion that a private journal which went back has to report once more`() throws
  {
    let talk = try Conversation { $0.threshold = 2 }
    let file = URL(fileURLWithPath: talk.home.folder.file("private.journal"))
    try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync)
      try talk.talk(sync)
    }
    let old = try Data(contentsOf: file)
    try talk.life(2) { device, sync in
      // The filter reads further than the old journal goes.
      try device.record(
        try (0..<9).map { try TestHome.item("\($0)", "later") }, at: talk.home.now)
      try sync.runFilter(now: talk.deviceTime())
    }
    for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: talk.home.folder.file(name))
    }
    try old.write(to: file)
    try talk.life(3) { device, sync in
      try device.record([TestHome.delete(ids: ["1"])], at: talk.home.now)
      _ = try device.compact(CompactionLimits(), now: talk.home.now)
      try talk.talk(sync)
    }
    #expect(talk.cloud.projections.counts().values.map(\.distinct) == [0])
  }
}
