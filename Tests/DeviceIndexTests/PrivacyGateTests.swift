import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("The privacy gate") struct PrivacyGateTests {
  private func kinds(_ events: [JournalEvent]) throws -> [EntryKind] {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    for event in events { try device.record([event], at: home.now) }
    return try home.reports(sync).map(\.kind)
  }

  @Test func `lets an engagement with a public activity out, and no item ever`() throws {
    #expect(
      try kinds([try TestHome.activity("1"), TestHome.engage("1")]) == [.engaged])
    #expect(try kinds([try TestHome.activity("1")]).isEmpty)
    #expect(try kinds([try TestHome.item("1", "secret"), TestHome.engage("1")]).isEmpty)
    #expect(
      try kinds([try TestHome.activity("1", isPublic: false), TestHome.engage("1")]).isEmpty)
  }

  @Test func `judges an engagement by what the activity was at that entry`() throws {
    let events = [
      TestHome.engage("1"), try TestHome.activity("1"), TestHome.engage("1"),
      try TestHome.activity("1", isPublic: false), TestHome.engage("1"),
    ]
    #expect(try kinds(events) == [.engaged, .withdrawn])
  }

  @Test func `withdraws on an explicit delete, by identifier, binding, domain or all`() throws {
    let start = [
      try TestHome.activity("1", related: "item", domain: "a.b"), TestHome.engage("1"),
    ]
    for deletion in [
      TestHome.delete(ids: ["1"]), TestHome.delete(ids: ["item"]), TestHome.delete(domains: ["a"]),
      TestHome.delete(all: true),
    ] {
      #expect(try kinds(start + [deletion]) == [.engaged, .withdrawn])
      #expect(try kinds(start + [deletion, deletion]) == [.engaged, .withdrawn])
    }
    #expect(try kinds(start + [TestHome.delete(domains: ["a.bc"])]) == [.engaged])
    // Nothing to take back where nothing was said.
    #expect(try kinds([start[0], TestHome.delete(ids: ["1"])]).isEmpty)
  }

  @Test func `makes no withdrawal of an expiry or a reindex`() throws {
    var expiry = JournalEvent()
    expiry.itemsExpired.app = "app"
    expiry.itemsExpired.ids = ["1"]
    var reindex = JournalEvent()
    reindex.reindexRequested.app = "app"
    let events = [try TestHome.activity("1"), TestHome.engage("1"), expiry, reindex]
    #expect(try kinds(events) == [.engaged])
  }

  @Test func `makes every report once, however often it is opened and run`() throws {
    let home = try TestHome()
    var origins: [Origin] = []
    for round in 0..<4 {
      let device = try home.device(seed: UInt64(round + 1))
      let sync = try round == 0 ? home.enrol(device) : device.sync(now: home.now)
      try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
      _ = try home.reports(sync)
      let reports = try home.reports(sync)
      #expect(reports.count == round + 1)
      origins = reports.compactMap { if case .engaged(let one) = $0 { one.origin } else { nil } }
    }
    #expect(Set(origins).count == 4)
  }

  @Test func `answers a wish with the words it vouched for, once, or says that they are gone`()
    throws
  {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    guard case .engaged(let engaged)? = try home.reports(sync).first else {
      Issue.record("there has to be an engagement")
      return
    }
    let wish = WantedContent(tag: engaged.tag, content: engaged.content)
    let news = CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(),
      wanted: [wish])
    for _ in 0..<3 {
      try sync.received(.notReceived(.ahead(cloudHead: genesis(sync)), news), now: home.now)
    }
    let reports = try home.reports(sync)
    #expect(reports.map(\.kind) == [.engaged, .content])
    guard case .content(let item, _)? = reports.last else { return }
    #expect(item.title == "Page 1" && item.digest == engaged.content)
    #expect(item.tag(salt: Sample.tagSalt) == engaged.tag)
  }

  private func genesis(_ sync: DeviceSync) -> Head {
    Head(epoch: Sample.epoch, number: 0, digest: sync.shared?.identity.genesis ?? .zero)
  }

  @Test func `never puts a private word into the shared journal's entries`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    let canary = "canary-3f9a"
    try device.record(
      [
        try TestHome.item(canary, canary, domain: canary),
        try TestHome.activity(canary, isPublic: false), TestHome.engage(canary),
        try TestHome.activity("1"), TestHome.engage("1"),
      ], at: home.now)
    #expect(try home.reports(sync).count == 1)
    let shared = try #require(sync.shared)
    for entry in try shared.entries(from: 1, atMost: 10) {
      #expect(!String(decoding: entry.payload ?? [], as: UTF8.self).contains("canary"))
    }
  }

  @Test func `stops when one of the two journals went back alone`() throws {
    let home = try TestHome()
    let device = try home.device()
    let shared = try #require(try home.enrol(device).shared)
    let stranger = try TestHome().device(seed: 5)
    let gate = PrivacyGate(
      privateJournal: stranger.privateJournal, shared: shared,
      tables: GateTables(connection: shared.connection), lineageSecret: [], tagSalt: [])
    let error = #expect(throws: DeviceError.self) { try gate.run() }
    #expect(error?.message.contains("one of the two was restored alone") == true)
  }
}
