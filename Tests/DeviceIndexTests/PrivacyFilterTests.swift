import Foundation
import JournalFormat
import JournalStore
import SQLite
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("The privacy filter") struct PrivacyFilterTests {
  private func kinds(_ events: [JournalEvent]) throws -> [ReportKind] {
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

  @Test func `lets nothing out of what was shown and not opened, but for tags that are public`()
    throws
  {
    let own = TestHome.engage("1").resultEngaged.result
    var other = JournalShownResult()
    other.source = .public
    other.tag = .init(Sample.tag.bytes)
    var list = JournalEvent()
    list.resultsShown = JournalResultsShown(query: "canary", visible: [own, other])
    var sums = JournalEvent()
    var sum = JournalShownSums()
    (sum.app, sum.id, sum.activity, sum.lists, sum.looks) = ("app", "1", true, 5, 5_000)
    sums.resultsShown.sums = [sum]
    let activity = try TestHome.activity("1")
    #expect(try kinds([activity, sums]).isEmpty)
    #expect(try kinds([activity, list, sums, list]) == [.feedback, .feedback])
    var opened = TestHome.engage("1")
    opened.resultEngaged.shown = [other]
    #expect(try kinds([activity, list, opened]) == [.feedback, .feedback, .engaged])
  }

  /// It read for ever where no row was left of those that the head promised.
  @Test func `ends with an error where entries up to the head cannot be found`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    _ = try home.reports(sync)
    let last = try device.privateJournal.head().number
    try device.record([try TestHome.activity("1"), TestHome.engage("1")], at: home.now)
    try device.privateJournal.connection.execute("DELETE FROM entries WHERE number > \(last)")
    let error = #expect(throws: (any Error).self) { _ = try home.reports(sync) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(", and has an entry "), "\(text)")
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
    // An empty domain holds nothing, also not what has none.
    let plain = [try TestHome.activity("1"), TestHome.engage("1")]
    #expect(try kinds(plain + [TestHome.delete(domains: [""])]) == [.engaged])
    #expect(try kinds(start + [TestHome.delete(domains: [""])]) == [.engaged])
    // Nothing to take back where nothing was said.
    #expect(try kinds([start[0], TestHome.delete(ids: ["1"])]).isEmpty)
  }

  private func tag(_ page: String) throws -> JournalFormat.Tag {
    guard case .activityRecorded(let activity) = try TestHome.activity(page).fact else {
      throw FormatError(.malformed, "not an activity")
    }
    return try #require(PublicItem(activity)).tag(salt: Sample.tagSalt)
  }

  private func withdrawn(_ events: [JournalEvent]) throws -> [JournalFormat.Tag] {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(events, at: home.now)
    return try home.reports(sync).compactMap {
      if case .withdrawn(let report) = $0 { report.tag } else { nil }
    }
  }

  @Test func `withdraws everything that was endorsed under an identifier, each tag once`()
    throws
  {
    let both = [try tag("A"), try tag("B")].sorted()
    let start = [
      try TestHome.activity("x", page: "A", related: "item", domain: "a"), TestHome.engage("x"),
      try TestHome.activity("x", page: "B", related: "item", domain: "a"),
    ]
    let off = try TestHome.activity("x", page: "B", isPublic: false)
    let deletions = [
      TestHome.delete(ids: ["x"]), TestHome.delete(ids: ["item"]), TestHome.delete(domains: ["a"]),
      TestHome.delete(ids: ["x", "item"], domains: ["a"]), TestHome.delete(all: true), off,
    ]
    for deletion in deletions {
      #expect(try withdrawn(start + [deletion]) == [tag("A")])
      #expect(try withdrawn(start + [TestHome.engage("x"), deletion, deletion]) == both)
    }
    // A page that changed its address, or its words, was not taken back.
    #expect(try withdrawn(start).isEmpty)
  }

  @Test func `withdraws a page that two identifiers name with either, once`() throws {
    let start = [
      try TestHome.activity("x", page: "A"), TestHome.engage("x"),
      try TestHome.activity("y", page: "A"), TestHome.engage("y"),
    ]
    let afterwards = [
      try TestHome.activity("y", page: "B"), TestHome.engage("y"), TestHome.delete(ids: ["y"]),
    ]
    #expect(try withdrawn(start + [TestHome.delete(ids: ["x"])]) == [tag("A")])
    #expect(try withdrawn(start + [TestHome.delete(all: true)]) == [tag("A")])
    // Gone with the one, it is nothing that the other could take back.
    #expect(
      try withdrawn(start + [TestHome.delete(ids: ["x"])] + afterwards) == [tag("A"), tag("B")])
    // Also by an identifier under which it was never engaged with.
    #expect(
      try withdrawn([start[0], start[1], start[2], TestHome.delete(ids: ["y"])]) == [tag("A")])
  }

  @Test func `takes the bound activity with the smallest identifier, as bytes`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    // Decomposed, "e" comes first; Swift takes the second and third for equal.
    let ids = ["\u{E9}", "z", "e\u{301}"]
    for (place, id) in ids.enumerated() {
      try device.record(
        [try TestHome.activity(id, page: "\(place)", related: "item")], at: home.now)
    }
    try device.record([TestHome.engage("item")], at: home.now)
    guard case .engaged(let report)? = try home.reports(sync).first else {
      Issue.record("there has to be an engagement")
      return
    }
    #expect(try report.tag == tag("2"))
  }

  @Test(arguments: JournalItemsExpired.Kind.allCases)
  func `makes no withdrawal of an expiry or a reindex`(kind: JournalItemsExpired.Kind) throws {
    var expiry = JournalEvent()
    expiry.itemsExpired.app = "app"
    expiry.itemsExpired.ids = ["1"]
    expiry.itemsExpired.kind = kind
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

  /// Has the cloud wish for the content several times.
  private func wish(
    for engaged: Report.Engaged, of sync: DeviceSync, _ home: TestHome
  ) throws {
    let wish = WantedContent(tag: engaged.tag, content: engaged.content)
    let news = CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 0, backedUpMark: 0, limits: SyncLimits(),
      wanted: [wish])
    for _ in 0..<3 {
      try sync.hear(.notReceived(.ahead(cloudHead: genesis(sync)), news), now: home.now)
    }
  }

  @Test func `answers a wish with the words it endorsed, once, or says that they are gone`()
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
    // What else was endorsed since, of the same page under another name too, changes nothing.
    try device.record(
      [try TestHome.activity("2", page: "1"), TestHome.engage("2")], at: home.now)
    try wish(for: engaged, of: sync, home)
    let reports = try home.reports(sync)
    #expect(reports.map(\.kind) == [.engaged, .engaged, .content])
    guard case .content(let item, _)? = reports.last else { return }
    #expect(item.title == "Page 1" && item.digest == engaged.content)
    #expect(item.tag(salt: Sample.tagSalt) == engaged.tag)
  }

  @Test(arguments: [true, false])
  func `gives no words to a wish once they were deleted`(isFilterBehind: Bool) throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(
      [try TestHome.activity("1", page: "A"), TestHome.engage("1")], at: home.now)
    guard case .engaged(let engaged)? = try home.reports(sync).first else {
      Issue.record("there has to be an engagement")
      return
    }
    try device.record(
      [try TestHome.activity("1", page: "B"), TestHome.delete(ids: ["1"])], at: home.now)
    if !isFilterBehind { try sync.runFilter(now: home.now) }
    try wish(for: engaged, of: sync, home)
    #expect(try home.reports(sync).map(\.kind) == [.engaged, .withdrawn])
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
    let filter = PrivacyFilter(
      privateJournal: stranger.privateJournal, shared: shared,
      tables: FilterTables(connection: shared.connection), lineageSecret: [], tagSalt: [])
    let error = #expect(throws: DeviceError.self) { try filter.run() }
    #expect(error?.message.contains("one of the two was restored alone") == true)
  }
}
