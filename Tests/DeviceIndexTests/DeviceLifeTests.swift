import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// A device that is lost, restored and copied, and the cloud that it speaks with.
private struct Lives {
  var talk = try! Conversation { $0.threshold = 2 }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: talk.home.folder.file(name)) }

  /// The files of the device that a backup holds; with the witness, those of a copy of everything.
  func backup(withWitness: Bool = false) throws -> [String: Data] {
    let names = ["private.journal", "shared.journal"] + (withWitness ? ["witness"] : [])
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: url($0))) })
  }

  /// Puts the files back. What is not among them is as it was, or gone as well.
  func restore(_ files: [String: Data], keepingWitness: Bool = false) throws {
    let all = ["private.journal", "shared.journal", "index.sqlite", "witness"]
    for name in all where name != "witness" || !keepingWitness {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(at: url(name + suffix))
      }
    }
    for (name, bytes) in files { try bytes.write(to: url(name)) }
  }

  /// One run of the device's process: it engages with the pages and says so.
  @discardableResult
  func live(_ seed: UInt64, pages: [String] = []) throws -> [String] {
    try talk.life(seed) { device, sync in
      if sync.machine.phase == .needsEnrolment { try talk.talk(sync) }
      for page in pages { try talk.engage(device, sync, page: page) }
      return try talk.talk(sync).summary
    }
  }

  func delete(_ seed: UInt64, _ pages: [String]) throws {
    try talk.life(seed) { device, sync in
      try device.record([TestHome.delete(ids: pages)], at: talk.home.now)
      try sync.runFilter(now: talk.deviceTime())
      try talk.talk(sync)
    }
  }

  /// - Parameter gates: as a device does that is open for an app; one that only syncs has its gate
  ///   run when it has heard of its epoch.
  func record(_ seed: UInt64, _ events: [JournalEvent], gates: Bool = true) throws {
    try talk.life(seed) { device, sync in
      if sync.machine.phase == .needsEnrolment { try talk.talk(sync) }
      try device.record(events, at: talk.home.now)
      if gates { try sync.runFilter(now: talk.deviceTime()) }
      try talk.talk(sync)
    }
  }

  /// What the cloud counts: for each page, events and lineages that endorse.
  func counts(_ pages: [String]) throws -> [String] {
    let counts = talk.cloud.projections.counts()
    return try pages.map { page in
      guard case .activityRecorded(let activity) = try TestHome.activity(page).fact,
        let item = PublicItem(activity), let count = counts[item.tag(salt: Sample.tagSalt)]
      else { return "none" }
      return "\(count.events) of \(count.distinct)"
    }
  }
}

@Suite("A device's lives") struct DeviceLifeTests {
  private let lives = Lives()

  @Test func `go on after a restore, and what came after the backup stays counted`() throws {
    try lives.live(1, pages: ["1", "2"])
    let backup = try lives.backup()
    try lives.live(2, pages: ["3"])
    try lives.restore(backup)
    let turns = try lives.live(3, pages: ["4"])
    #expect(turns == ["grant: granted", "append: received"])
    #expect(try lives.counts(["1", "2", "3", "4"]) == ["1 of 1", "1 of 1", "1 of 1", "1 of 1"])
    // From then on it is a device like any other.
    #expect(try lives.live(4).map { $0.prefix(9) } == ["open: ok("])
    #expect(try lives.live(5, pages: ["5"]).last == "append: received")
    #expect(try lives.talk.cloud.projections.status().lineages == 1)
    #expect(try lives.talk.cloud.projections.status().epochs == 2)
  }

  @Test func `are told apart by the witness before the cloud says anything`() throws {
    try lives.live(1, pages: ["1"])
    let backup = try lives.backup()
    try lives.live(2, pages: ["2"])
    try lives.restore(backup, keepingWitness: true)
    try lives.talk.life(3) { _, sync in
      guard case .needsGrant(.witnessContradicts) = sync.machine.phase else {
        Issue.record("the witness knows more, not \(sync.machine.phase)")
        return
      }
      let turns = try lives.talk.talk(sync).summary
      #expect(turns == ["grant: granted", "append: received"])
    }
    #expect(try lives.counts(["1", "2"]) == ["1 of 1", "1 of 1"])
  }

  @Test func `count once what a filter that lagged makes again`() throws {
    try lives.live(1, pages: ["1"])
    let backup = try lives.backup()
    // The private journal is copied after the filter has read on and its reports have left.
    try lives.live(2, pages: ["2", "3"])
    var late = backup
    late["private.journal"] = try lives.backup()["private.journal"]
    try lives.restore(late)
    try lives.live(3)
    #expect(try lives.counts(["1", "2", "3"]) == ["1 of 1", "1 of 1", "1 of 1"])
  }

  @Test(arguments: [true, false])
  func `go on in a salvaged journal, and what was counted counts once`(isOneLost: Bool) throws {
    try lives.live(1, pages: ["1"])
    try lives.talk.life(2) { device, sync in
      try device.record([try TestHome.item("i", "haystack")], at: lives.talk.home.now)
      try lives.talk.engage(device, sync, page: "2")
      try lives.talk.talk(sync)
    }
    var bytes = try #require(try lives.backup()["private.journal"])
    if isOneLost {
      let place = try #require(bytes.range(of: Data("haystack".utf8)))
      bytes[place.lowerBound] ^= 1
    }
    try lives.restore(["private.journal": bytes])
    let saved = lives.talk.home.folder.file("saved.journal")
    do {
      let path = lives.talk.home.folder.file("private.journal")
      let survey = try EntrySurvey(path)
      let salvage = try JournalSalvage(survey, path: path)
      var random = Dice.seeded(5)
      let companion = try SalvagedEntries.companion(
        isBeginningLost: salvage.isBeginningLost, isSame: salvage.isComplete,
        now: lives.talk.home.now, using: &random)
      let made = try salvage.write(
        to: saved, name: JournalName(using: &random), companion: companion)
      #expect(made.isSame == !isOneLost)
      #expect(survey.lostCount == (isOneLost ? 1 : 0))
    }
    // Nothing of the device is there but what was saved.
    try lives.restore([
      "private.journal": try Data(contentsOf: URL(fileURLWithPath: saved))
    ])
    #expect(try lives.live(3, pages: ["3"]).first == "grant: granted")
    #expect(try lives.counts(["1", "2", "3"]) == ["1 of 1", "1 of 1", "1 of 1"])
    #expect(try lives.talk.cloud.projections.status().lineages == 1)
    try lives.delete(4, ["1"])
    #expect(try lives.counts(["1", "2", "3"]) == ["1 of 0", "1 of 1", "1 of 1"])
  }

  @Test func `of two copies go on as siblings, and count as one device`() throws {
    try lives.live(1, pages: ["1"])
    let copy = try lives.backup(withWitness: true)
    try lives.live(2, pages: ["1", "2"])
    let original = try lives.backup(withWitness: true)
    // The copy engages with the same page and with one of its own.
    try lives.restore(copy)
    let turns = try lives.live(3, pages: ["1", "3"])
    #expect(turns.last == "append: received" && turns.contains("grant: granted"))
    let twin = try lives.backup(withWitness: true)
    try lives.restore(original)
    #expect(try lives.live(4, pages: ["4"]).contains("grant: granted"))
    try lives.restore(twin)
    #expect(try lives.live(5, pages: ["5"]).last == "append: received")
    #expect(
      try lives.counts(["1", "2", "3", "4", "5"])
        == ["3 of 1", "1 of 1", "1 of 1", "1 of 1", "1 of 1"])
    #expect(try lives.talk.cloud.projections.status().lineages == 1)
  }

  @Test func `of fifty copies publish nothing`() throws {
    try lives.live(1, pages: ["1"])
    let copy = try lives.backup(withWitness: true)
    for seed in 2...51 as ClosedRange<UInt64> {
      try lives.restore(copy)
      try lives.live(seed, pages: ["1"])
    }
    #expect(try lives.counts(["1"]) == ["51 of 1"])
    #expect(try lives.talk.cloud.projections.status().lineages == 1)
    #expect(try lives.talk.cloud.projections.publicEntries().isEmpty)
  }

  @Test func `that were copied before the enrolment are one lineage`() throws {
    try lives.talk.life(1) { device, _ in
      _ = try device.record(
        [try TestHome.activity("1"), TestHome.engage("1")], at: lives.talk.home.now)
    }
    let young = [
      "private.journal": try Data(
        contentsOf: URL(fileURLWithPath: lives.talk.home.folder.file("private.journal")))
    ]
    try lives.live(2)
    try lives.restore(young)
    let turns = try lives.talk.life(3) { _, sync in try lives.talk.talk(sync).summary }
    #expect(
      turns == ["enrol: not received, lineageKnown", "grant: granted", "append: received"])
    #expect(try lives.counts(["1"]) == ["1 of 1"])
    #expect(try lives.talk.cloud.projections.status().lineages == 1)
  }

  @Test func `keep both tails of a fork, and an incident with both digests`() throws {
    try lives.live(1, pages: ["1"])
    let copy = try lives.backup(withWitness: true)
    try lives.live(2, pages: ["2"])
    try lives.restore(copy)
    // The same number, other content.
    let turns = try lives.live(3, pages: ["3"])
    #expect(turns.contains("grant: granted") && turns.last == "append: received")
    #expect(try lives.counts(["1", "2", "3"]) == ["1 of 1", "1 of 1", "1 of 1"])
  }

  @Test func `do not bring back what was deleted after the backup`() throws {
    try lives.live(1, pages: ["1", "2"])
    let backup = try lives.backup()
    try lives.delete(2, ["1"])
    #expect(try lives.counts(["1", "2"]) == ["1 of 0", "1 of 1"])
    try lives.restore(backup)
    try lives.live(3)
    #expect(try lives.counts(["1", "2"]) == ["1 of 0", "1 of 1"])
    // Only a new engagement does.
    try lives.live(4, pages: ["1"])
    #expect(try lives.counts(["1"]) == ["2 of 1"])
  }

  /// What was in a backup, and which of it came back with the device.
  enum Kept: CaseIterable { case bothJournals, privateJournal, everything }

  @Test(arguments: Kept.allCases, [false, true])
  func `take back what they endorsed after the backup`(_ kept: Kept, isHeard: Bool) throws {
    try lives.record(1, [TestHome.activity("1"), TestHome.activity("2")])
    var backup = try lives.backup(withWitness: kept == .everything)
    if kept == .privateJournal { backup["shared.journal"] = nil }
    try lives.live(2, pages: ["1", "2"])
    try lives.restore(backup)
    // Nothing that the device has left says that its engagement was ever reported. A filter that
    // reads everything again cannot tell a deletion before the backup from a later one.
    let isHeard = isHeard || kept == .privateJournal
    if isHeard { try lives.live(3) }
    try lives.record(4, [TestHome.delete(ids: ["1"])], gates: isHeard)
    #expect(try lives.counts(["1", "2"]) == ["1 of 0", "1 of 1"])
    // Said once.
    try lives.record(5, [TestHome.delete(ids: ["1"])])
    #expect(try lives.counts(["1", "2"]) == ["1 of 0", "1 of 1"])
  }

  @Test func `take back a page that they switch off after a restore`() throws {
    try lives.record(1, [TestHome.activity("1")])
    let backup = try lives.backup()
    try lives.live(2, pages: ["1"])
    try lives.restore(backup)
    var off = try TestHome.activity("1")
    if case .activityRecorded(var activity)? = off.fact {
      activity.eligibleForPublicIndexing = false
      off.activityRecorded = activity
    }
    try lives.record(3, [off])
    #expect(try lives.counts(["1"]) == ["1 of 0"])
  }

  @Test func `do not take back an engagement that a restore lost by an older deletion`() throws {
    try lives.record(1, [TestHome.activity("1"), TestHome.delete(ids: ["1"])])
    var backup = try lives.backup()
    try lives.live(2, pages: ["1"])
    for keepsShared in [true, false] {
      if !keepsShared { backup["shared.journal"] = nil }
      try lives.restore(backup)
      try lives.live(3)
      #expect(try lives.counts(["1"]) == ["1 of 1"])
    }
    // It is there again, and its deletion is a new one.
    try lives.record(4, [TestHome.activity("1"), TestHome.delete(ids: ["1"])])
    #expect(try lives.counts(["1"]) == ["1 of 0"])
  }

  @Test func `report no deletion of what nobody endorsed`() throws {
    try lives.record(1, [TestHome.activity("1"), TestHome.activity("2")])
    let backup = try lives.backup()
    try lives.live(2, pages: ["1"])
    try lives.restore(backup)
    try lives.record(3, [TestHome.delete(ids: ["2"])])
    #expect(try lives.counts(["1", "2"]) == ["1 of 1", "none"])
  }

  @Test func `go on when the answer to the request for an epoch is lost`() throws {
    try lives.live(1, pages: ["1"])
    let backup = try lives.backup()
    try lives.live(2, pages: ["2"])
    try lives.restore(backup)
    // Asked, answered, and nobody hears it.
    try lives.talk.life(3) { _, sync in
      let (request, _) = try lives.talk.sent(sync)
      guard case .granted = try lives.talk.answer(request.bytes) else {
        Issue.record("the cloud grants it")
        return
      }
    }
    try lives.live(4, pages: ["3"])
    #expect(try lives.talk.cloud.projections.status().epochs == 2)
    #expect(try lives.counts(["1", "2", "3"]) == ["1 of 1", "1 of 1", "1 of 1"])
  }

  @Test func `that go back and forth between two snapshots count everything once`() throws {
    try lives.live(1, pages: ["1"])
    let early = try lives.backup()
    try lives.live(2, pages: ["2"])
    let late = try lives.backup()
    for (place, files) in [early, late, early, late, early].enumerated() {
      try lives.restore(files)
      try lives.live(UInt64(10 + place), pages: ["p\(place)"])
    }
    #expect(
      try lives.counts(["1", "2", "p0", "p1", "p2", "p3", "p4"])
        == Array(repeating: "1 of 1", count: 7))
  }

  @Test func `begin from nothing but the private journal`() throws {
    try lives.live(1, pages: ["1", "2"])
    let backup = try lives.backup()
    try lives.live(2, pages: ["3"])
    try lives.restore(["private.journal": try #require(backup["private.journal"])])
    try lives.live(3, pages: ["4"])
    #expect(try lives.counts(["1", "2", "3", "4"]) == Array(repeating: "1 of 1", count: 4))
  }
}
