import Foundation
import JournalFormat
import JournalStore
import SQLite
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

extension FleetCloud {
  /// Appends an entry to the log as another program would, and has it applied.
  fileprivate func append(_ entry: ControlEntry) throws {
    let draft = EntryDraft(entry, at: Fleet.now)
    _ = try log.append([draft], extending: log.head)
    try projections.catchUp(log)
  }

  /// Copies the projections' file as it is now.
  fileprivate func copyProjections(to name: String) throws {
    try cloud.flushFiles()
    try FileManager.default.copyItem(atPath: projectionsPath, toPath: folder.file(name))
  }
}

@Suite("A retraction") struct RetractionTests {
  struct Part: CustomStringConvertible {
    let description: String
    var first: UInt64
    var last: UInt64
    /// What differs then.
    var effect: @Sendable (Facts) -> Bool
  }

  static let parts: [Part] = [
    Part(description: "an engagement", first: 1, last: 1) {
      $0.counts[Fleet.tag(1)]?.events == 3 && $0.titles.first == "Page word2"
    },
    Part(description: "a feedback", first: 6, last: 6) { $0.shown.isEmpty },
    Part(description: "a content", first: 7, last: 7) {
      $0.counts[Fleet.tag(1)]?.distinct == 4 && !$0.titles.contains("Page word1")
    },
    Part(description: "a content that came again", first: 8, last: 8) {
      $0.titles.contains("Page word2") && $0.counts[Fleet.tag(2)]?.distinct == 4
    },
    Part(description: "a withdrawal", first: 11, last: 11) {
      $0.counts[Fleet.tag(3)]?.distinct == 4
    },
    Part(description: "a batch", first: 1, last: 6) { $0.counts[Fleet.tag(1)]?.events == 3 },
    Part(description: "across batches", first: 5, last: 9) {
      $0.counts[Fleet.tag(5)] == nil && $0.titles == ["Page word2", "Page word3"]
    },
    Part(description: "what has not come", first: 12, last: .max) { _ in true },
    Part(description: "nothing", first: 3, last: 2) { _ in true },
  ]

  @Test(arguments: parts) func `takes a part out, and gives it back`(part: Part) throws {
    let world = try FleetCloud()
    let (digest, before) = (try world.projections.stateDigest(), try Facts(world.projections))
    let epoch = world.fleet.epoch
    try world.append(.retract(epoch, first: part.first, last: part.last, isUndone: false))
    let facts = try Facts(world.projections)
    #expect(part.effect(facts))
    let isWithoutEffect = part.first > 11 || part.first > part.last
    // Who sent a content that came again is not said of it.
    #expect((facts == before) == (isWithoutEffect || part.first == 8))
    let retracted = try world.projections.stateDigest()
    #expect(try world.opened("new.sqlite").stateDigest() == retracted)
    try world.append(.retract(epoch, first: part.first, last: part.last, isUndone: true))
    #expect(try world.projections.stateDigest() == digest)
  }

  @Test func `is the same in pieces, in any order`() throws {
    let whole = try FleetCloud()
    try whole.append(.retract(whole.fleet.epoch, first: 1, last: 9, isUndone: false))
    let pieces = try FleetCloud()
    for (first, last) in [(6, 9), (1, 2), (4, 6), (2, 3)] as [(UInt64, UInt64)] {
      try pieces.append(.retract(pieces.fleet.epoch, first: first, last: last, isUndone: false))
    }
    #expect(try pieces.projections.stateDigest() == whole.projections.stateDigest())
    try pieces.append(.retract(pieces.fleet.epoch, first: 4, last: 5, isUndone: true))
    #expect(try pieces.projections.stateDigest() != whole.projections.stateDigest())
  }

  @Test func `is the operator's to ask for, once, and to take back`() throws {
    let world = try FleetCloud()
    let lineage = world.fleet.lineage
    let range = try #require(ReportRange(epoch: world.fleet.epoch, first: 1, last: 6))
    let digest = try world.projections.stateDigest()
    func ask(_ counts: RevokedCounts) throws -> Int {
      try world.cloud.retract(range, of: lineage, counts: counts, now: Fleet.now).controlEntries
    }
    #expect(try ask(.kept) == 0)
    #expect(try ask(.retracted) == 1)
    #expect(try Facts(world.projections).counts[Fleet.tag(1)]?.events == 3)
    #expect(try ask(.retracted) == 0)
    #expect(try ask(.kept) == 1)
    #expect(try world.projections.stateDigest() == digest)
    let stranger = try #require(ReportRange(epoch: Sample.epoch, first: 1, last: 6))
    for (range, lineage) in [(stranger, lineage), (range, Sample.lineage)] {
      let error = #expect(throws: CloudError.self) {
        try world.cloud.retract(range, of: lineage, counts: .retracted, now: Fleet.now)
      }
      #expect(error?.code == .notFound)
    }
    _ = try world.cloud.erase(lineage, now: Fleet.now)
    let error = #expect(throws: CloudError.self) { try ask(.kept) }
    #expect(error?.code == .erased)
    #expect(try ask(.retracted) == 0)
    #expect(ReportRange(epoch: Sample.epoch, first: 0, last: 1) == nil)
    #expect(ReportRange(epoch: Sample.epoch, first: 2, last: 1) == nil)
  }

  @Test func `of an epoch that nobody was granted does nothing`() throws {
    let world = try FleetCloud()
    let digest = try world.projections.stateDigest()
    try world.append(.retract(Sample.epoch, first: 1, last: .max, isUndone: false))
    try world.append(.revoke(Sample.lineage, isUndone: false))
    try world.append(.erase(Sample.lineage))
    #expect(try world.projections.stateDigest() == digest)
  }

  @Test func `holds for what comes after it too, which is received all the same`() throws {
    var world = try FleetCloud()
    try world.append(.retract(world.fleet.epoch, first: 1, last: .max, isUndone: false))
    let facts = try Facts(world.projections)
    guard case .received = try world.fleet.goOn() else {
      Issue.record("its key was not refused")
      return
    }
    #expect(try Facts(world.projections) == facts)
    let digest = try world.projections.stateDigest()
    try world.cloud.rebuild()
    #expect(try world.projections.stateDigest() == digest)
  }

  @Test(arguments: [CloudProjections.Access.maintain, .look])
  func `is found by who opens projections that are older than it`(access: CloudProjections.Access)
    throws
  {
    let world = try FleetCloud()
    try world.copyProjections(to: "old.sqlite")
    try world.revoke(.retracted)
    let digest = try world.projections.stateDigest()
    let opened = try world.opened("old.sqlite", access: access)
    #expect(try opened.stateDigest() == digest)
    #expect(try Facts(opened) == Facts(world.projections))
    guard access == .maintain else { return }
    let again = try world.opened("old.sqlite")
    #expect(again.rebuildReason == nil)
    #expect(try again.stateDigest() == digest)
  }

  @Test func `is applied alike by a rebuild, a new file and the cloud's own, opened again`() throws
  {
    let world = try FleetCloud()
    for counts in [RevokedCounts.retracted, .kept] {
      _ = try world.cloud.revoke(world.fleet.lineage, counts: counts, now: Fleet.now)
      let digest = try world.projections.stateDigest()
      try world.cloud.flushFiles()
      let again = try world.opened("projections.sqlite", access: .look)
      #expect(again.rebuildReason == nil)
      #expect(try again.stateDigest() == digest)
      #expect(try world.opened("\(counts).sqlite").stateDigest() == digest)
      try world.cloud.rebuild()
      #expect(try world.projections.stateDigest() == digest)
    }
  }

  /// A file of which only the later part of the log says that it lacks something is never believed.
  @Test func `leaves no file behind when replay is interrupted`() throws {
    let world = try FleetCloud()
    let digest = try world.projections.stateDigest()
    let length = world.log.entries.count
    try world.copyProjections(to: "old.sqlite")
    try world.revoke(.retracted)
    // It is read from the checkpoint, then for retractions, then from its beginning.
    world.log.interruption = (reads: 2, behind: UInt64(length))
    #expect(throws: CloudError.self) { try world.opened("old.sqlite") }
    do {
      let file = try Connection(path: world.folder.file("old.sqlite"), mode: .readOnly)
      #expect(try file.integer("SELECT count(*) FROM checkpoint") == 1)
    }
    world.log.loseTail(2)
    let opened = try world.opened("old.sqlite")
    #expect(opened.rebuildReason == "the projections were of another version, or not finished")
    #expect(try opened.stateDigest() == digest)
  }
}
