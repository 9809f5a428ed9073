import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Search
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("Compacting a device") struct CompactionTests {
  /// Which of the words are in any byte of any file of the device.
  private func found(_ words: [String], _ folder: TemporaryFolder) throws -> [String] {
    let bytes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try Data(contentsOf: URL(fileURLWithPath: folder.file($0)))
    }
    return words.filter { word in bytes.contains { $0.range(of: Data(word.utf8)) != nil } }
  }

  @Test func `leaves no byte of what was deleted, superseded or expired`() throws {
    let home = try TestHome()
    let device = try home.device()
    var brief = try TestHome.item("4", "dragonfruit")
    brief.itemIndexed.expiresMilliseconds = home.now.milliseconds + 1
    try device.record(
      [
        try TestHome.item("1", "apricot"), try TestHome.item("2", "blackberry"),
        try TestHome.item("identifier-of-three", "cherry"), brief,
      ], at: home.now)
    // Also what came and went between two readings of the index.
    try device.record(
      [
        try TestHome.item("5", "elderberry"), TestHome.delete(ids: ["5", "identifier-of-three"]),
        try TestHome.item("1", "fig"),
      ], at: home.now)
    try device.index.catchUp()
    // About what expires an app is asked before it does.
    try device.reindex.review(at: home.now)
    let words = ["apricot", "blackberry", "cherry", "dragonfruit", "elderberry", "fig"]
    #expect(try found(words, home.folder) == words)
    let plan = try device.compact(CompactionLimits(), now: home.now.advanced(byMilliseconds: 2))
    #expect(plan.expiries.map(\.ids) == [["4"]])
    #expect(try found(words, home.folder) == ["blackberry", "fig"])
    #expect(try home.titles("fig", device) == ["fig"])
    #expect(try home.titles("cherry", device).isEmpty)
    #expect(device.privateJournal.verify(checksPayloads: true).isWhole)
    // The deletion is one that a filter has still to read.
    #expect(try found(["identifier-of-three"], home.folder) == ["identifier-of-three"])
  }

  @Test func `journals what expired in entries of a bounded size`() throws {
    let home = try TestHome()
    let device = try home.device()
    let ids = (100..<300).map { "\($0)" + String(repeating: "x", count: 1_000) }
    try device.record(
      try ids.map { id in
        var item = try TestHome.item(id, "title")
        item.itemIndexed.expiresMilliseconds = home.now.milliseconds
        return item
      }, at: home.now)
    try device.reindex.review(at: home.now)
    let plan = try device.compact(CompactionLimits(), now: home.now)
    #expect(plan.expiries.flatMap(\.ids) == ids)
    #expect(plan.expiries.count == 4)
    #expect(try device.queries.itemCount() == 0)
  }

  @Test func `takes no item as expired about which nobody was asked, and asks`() throws {
    let home = try TestHome()
    let device = try home.device()
    let late = home.now.advanced(byMilliseconds: 50)
    try device.record(
      [try ReindexHome.item("1", "dragonfruit", expires: home.now)], at: home.now)
    #expect(try device.compact(CompactionLimits(), now: late).expiries.isEmpty)
    #expect(try device.queries.itemCount() == 1)
    let request = try #require(try device.reindex.openRequests().first)
    #expect(request.reason == .expiring && request.scope == .identifiers(["1"]))
    #expect(try found(["dragonfruit"], home.folder) == ["dragonfruit"])
    let plan = try device.compact(CompactionLimits(), now: late)
    #expect(plan.expiries.map(\.expiredMilliseconds) == [[home.now.milliseconds]])
    #expect(try device.queries.itemCount() == 0)
    #expect(try found(["dragonfruit"], home.folder).isEmpty)
  }

  /// A device whose page the cloud asks for, with what it answered.
  private func reported(_ talk: Conversation, _ device: Device, _ sync: DeviceSync) throws {
    try talk.talk(sync)
    try talk.engage(device, sync, page: "mulberry")
    try talk.talk(sync)
    guard case .engaged(let engaged)? = try talk.home.reports(sync).first else {
      Issue.record("there has to be an engagement")
      return
    }
    var other = TestDevice(9)
    try other.enrol(with: talk.cloud, now: talk.home.now)
    other.add(.engaged(engaged))
    _ = try talk.answer(try other.request())
    // Who engages next is asked for the words.
    try talk.engage(device, sync, page: "mulberry")
    try talk.engage(device, sync, page: "nectarine")
    try talk.talk(sync)
    let content = try #require(try sync.shared?.entries(from: 1, atMost: 9)).filter {
      $0.header.kind == .report(.content)
    }
    #expect(content.count == 1)
  }

  @Test func `takes the words of a deleted page out of the outbox too, and syncs on`() throws {
    let talk = try Conversation { $0.threshold = 2 }
    try talk.life { device, sync in
      try reported(talk, device, sync)
      try device.record([TestHome.delete(ids: ["mulberry"])], at: talk.home.now)
      let plan = try device.compact(CompactionLimits(), now: talk.home.now)
      #expect(plan.withdrawnContents.count == 1)
      #expect(
        try found(["Page mulberry", "Page nectarine"], talk.home.folder) == ["Page nectarine"])
      #expect(try talk.talk(sync).summary == ["append: received"])
    }
    try talk.life(2) { device, sync in
      #expect(sync.shared?.verify(checksPayloads: true).isWhole == true)
      try talk.engage(device, sync)
      #expect(try talk.talk(sync).summary.last == "append: received")
      #expect(sync.machine.phase == .ready)
    }
  }

  @Test func `prunes what is acknowledged and backed up, and no more`() throws {
    let talk = try Conversation { $0.threshold = 2 }
    try talk.life { device, sync in
      try reported(talk, device, sync)
      let acknowledged = sync.machine.acknowledged
      #expect(acknowledged > 2)
      for limits in [
        CompactionLimits(backedUp: 2, acknowledged: acknowledged),
        CompactionLimits(backedUp: 100, acknowledged: 2),
      ] {
        _ = try device.compact(limits, now: talk.home.now)
        #expect(sync.shared?.floor.number == 2)
      }
    }
    try talk.life(2) { device, sync in
      #expect(sync.shared?.floor.number == 2)
      try talk.engage(device, sync)
      #expect(try talk.talk(sync).summary.last == "append: received")
    }
  }

  @Test func `disturbs no request that is on its way`() throws {
    let talk = try Conversation { $0.threshold = 2 }
    try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync, page: "mulberry")
      let (request, _) = try talk.sent(sync)
      try device.record([TestHome.delete(ids: ["mulberry"])], at: talk.home.now)
      _ = try device.compact(CompactionLimits(), now: talk.home.now)
      try sync.received(
        talk.answer(request.bytes), to: request.number, now: talk.deviceTime())
      #expect(try talk.talk(sync).summary == ["append: received"])
      #expect(sync.machine.acknowledged == 2)
    }
  }

  @Test func `answers that a superseded page is gone once its words went`() throws {
    let talk = try Conversation { $0.threshold = 2 }
    try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync, page: "mulberry")
      // The first version that was engaged with stays for the index, the last one is there.
      for title in ["Another title", "The last title"] {
        var changed = try TestHome.activity("mulberry")
        changed.activityRecorded.title = title
        try device.record(
          [changed, TestHome.engage("mulberry")], at: talk.home.now.advanced(byMilliseconds: 1))
      }
      let engagements = try talk.home.reports(sync).compactMap { report in
        if case .engaged(let engaged) = report { engaged } else { nil }
      }
      try #require(engagements.count == 3)
      let engaged = engagements[1]
      for (days, answer) in [(1, .reported), (91, .gone)] as [(Int64, SharedJournal.OnWanted)] {
        let home = try TestHome()
        for name in try FileManager.default.contentsOfDirectory(atPath: talk.home.folder.path) {
          try FileManager.default.copyItem(
            atPath: talk.home.folder.file(name), toPath: home.folder.file(name))
        }
        let copy = try home.device()
        let now = talk.home.now.advanced(byMilliseconds: days * 86_400_000)
        _ = try copy.compact(CompactionLimits(), now: now)
        let shared = try #require(try copy.sync(now: now).shared)
        let wanted = WantedContent(tag: engaged.tag, content: engaged.content)
        let given = try SharedJournal.report(wanted, copy, shared, now: now) { _ in false }
        #expect(given == answer, "\(days)")
      }
    }
  }

  @Test func `is planned beside the device in use, and then changes nothing`() throws {
    let home = try TestHome()
    let device = try home.device()
    try device.record([try TestHome.item("1", "one"), try TestHome.item("1", "two")], at: home.now)
    let before = try device.privateJournal.entries(from: 1, atMost: 9)
    let reader = try Journal.open(at: home.folder.file("private.journal"), for: .read)
    let plan = try Compaction.plan(
      privateJournal: reader, shared: nil, limits: CompactionLimits(), now: home.now)
    #expect(plan.redactions.map(\.number.rawValue) == [2])
    #expect(try device.privateJournal.entries(from: 1, atMost: 9) == before)
    #expect(try device.compact(CompactionLimits(), now: home.now) == plan)
    #expect(try device.compact(CompactionLimits(), now: home.now).redactions.isEmpty)
  }
}
