import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// Meetings of a device and a cloud beside the decision table: each side was set back on its own.
@Suite("A device in trouble") struct DeviceTroubleTests {
  private let world: DecisionWorld

  init() throws { world = try DecisionWorld() }

  /// What is said until nothing more is to be said.
  private func turns() throws -> [String] {
    try world.life { _, sync in
      let turns = try world.talk.talk(sync).summary
      #expect(sync.machine.phase == .ready && sync.machine.acknowledged == sync.machine.head)
      return turns
    }
  }

  /// Something on the way could be what made the first one.
  private let refusals = Array(repeating: "open: notAllowed", count: 2)

  private func rotate() throws {
    try world.life { _, sync in
      try world.talk.talk(sync)
      try sync.requestRotation()
      try world.talk.talk(sync)
    }
  }

  @Test func `continues when its copy has changed the key that both had`() throws {
    try world.live("1")
    let copy = try world.copy()
    try rotate()
    try world.put(copy)
    #expect(try turns() == refusals + ["grant: granted", "append: received"])
    #expect(try world.counts(["1"]) == ["1 of 1"])
  }

  @Test func `continues when the cloud has forgotten the device's new key`() throws {
    try world.live("1")
    let early = try world.cloudCopy()
    try rotate()
    try world.restoreCloud(early)
    #expect(try turns() == refusals + ["grant: granted", "append: received"])
    #expect(try world.counts(["1"]) == ["1 of 1"])
  }

  @Test(arguments: [false, true])
  func `continues in an epoch that neither the cloud nor the private journal knows`(
    isWitnessLost: Bool
  ) throws {
    try world.live("1")
    let young = try world.copy()
    let early = try world.cloudCopy()
    try world.live("2")
    try world.put(young)
    try world.live("3")
    var mixed = try world.copy()
    mixed.journals["private.journal"] = young.journals["private.journal"]
    if isWitnessLost { mixed.witness = nil }
    try world.restoreCloud(early)
    try world.put(mixed)
    #expect(try turns().last == "append: received")
    #expect(try world.counts(["1", "2", "3"]) == ["1 of 1", "none", "1 of 1"])
  }

  /// It has never heard of the grant that its lineage began with.
  @Test func `that was copied before it was enrolled brings its lineage back`() throws {
    let nothing = try world.cloudCopy()
    try world.note("1")
    let young = DecisionWorld.Copy(
      journals: ["private.journal": try Data(contentsOf: world.url("private.journal"))],
      witness: nil)
    try world.live("2")
    try world.put(young)
    #expect(
      try turns() == ["enrol: not received, lineageKnown", "grant: granted", "append: received"])
    try world.restoreCloud(nothing)
    let said = try turns()
    #expect(said.prefix(2) == ["open: unknownEpoch", "recover: news"])
    #expect(said.last == "resend: received")
    #expect(try world.counts(["1", "2"]) == ["1 of 1", "none"])
    #expect(try world.talk.cloud.projections.status().lineages == 1)
  }

  /// Its witness knows a grant of which the private journal has never heard, and the cloud has lost
  /// the whole lineage.
  @Test(arguments: ["first epoch", "first epoch, next key", "child epoch"])
  func `that went back to before it was enrolled, beside its witness, begins again`(
    witness: String
  ) throws {
    let nothing = try world.cloudCopy()
    try world.note("1")
    var young = DecisionWorld.Copy(
      journals: ["private.journal": try Data(contentsOf: world.url("private.journal"))],
      witness: nil)
    try world.live("2")
    if witness == "first epoch, next key" { try rotate() }
    if witness == "child epoch" {
      var old = try world.copy()
      old.witness = nil
      try world.put(old)
      try world.live("3")
    }
    young.witness = try world.copy().witness
    try world.restoreCloud(nothing)
    try world.put(young)
    let said = try turns()
    #expect(said.first == "grant: not received, unknownEpoch" && said.last == "append: received")
    #expect(said.contains("recover: news") == (witness == "first epoch"))
    try world.live("4")
    #expect(try world.counts(["1", "2", "3", "4"]) == ["1 of 1", "none", "none", "1 of 1"])
    #expect(try world.talk.cloud.projections.status().lineages == 1)
  }

  /// Its private journal has heard of the last epoch alone, and the cloud only of the first.
  @Test func `that went back to before it was enrolled twice continues when the cloud goes back`()
    throws
  {
    try world.note("1")
    let young = DecisionWorld.Copy(
      journals: ["private.journal": try Data(contentsOf: world.url("private.journal"))],
      witness: nil)
    try world.live("2")
    let early = try world.cloudCopy()
    for page in ["3", "4"] {
      let copy = DecisionWorld.Copy(
        journals: young.journals, witness: try world.copy().witness)
      try world.put(copy)
      try world.live(page)
    }
    try world.restoreCloud(early)
    #expect(try turns().last == "append: received")
    #expect(try world.counts(["1", "2", "3", "4"]) == ["1 of 1", "1 of 1", "none", "1 of 1"])
    #expect(try world.talk.cloud.projections.status().lineages == 1)
  }

  /// The original has the grants of a lineage, and its copy, which never had one, enrolled: the
  /// lineage has another beginning now, from which the original continues.
  @Test(arguments: [0, 1])
  func `continues in the lineage as which its copy enrolled with a cloud that forgot both`(
    pruned: UInt64
  ) throws {
    let nothing = try world.cloudCopy()
    try world.note("1")
    let young = DecisionWorld.Copy(
      journals: ["private.journal": try Data(contentsOf: world.url("private.journal"))],
      witness: nil)
    try world.live("2")
    if pruned > 0 {
      try world.life { _, sync in try #require(sync.shared).prune(through: pruned) }
    }
    let original = try world.copy()
    try world.restoreCloud(nothing)
    try world.put(young)
    #expect(try turns() == ["enrol: enrolled", "append: received"])
    try world.live("3")
    let copy = try world.copy()
    try world.put(original)
    #expect(
      try turns() == [
        "open: unknownEpoch", "recover: not received, lineageKnown", "grant: granted",
        "append: received",
      ])
    try world.live("4")
    let pages = ["1", "2", "3", "4"]
    #expect(try world.counts(pages) == Array(repeating: "1 of 1", count: 4))
    #expect(try world.talk.cloud.projections.status().lineages == 1)
    // Both have the new lineage's grants to show when that is forgotten as well.
    try world.restoreCloud(nothing)
    #expect(try turns().last == "resend: received")
    try world.put(copy)
    // The original's epoch continued from the copy's.
    #expect(try turns().last == "append: received")
    #expect(try world.counts(pages) == Array(repeating: "1 of 1", count: 4))
    #expect(try world.talk.cloud.projections.status().lineages == 1)
  }

  @Test(arguments: [true, false])
  func `does not bring back what was withdrawn, when the cloud lost what was pruned`(
    isCloudWitnessKept: Bool
  ) throws {
    let nothing = try world.cloudCopy()
    try world.live("1")
    try world.withdraw("1")
    try world.live("2")
    #expect(try world.counts(["1", "2"]) == ["1 of 0", "1 of 1"])
    try world.life { _, sync in try #require(sync.shared).prune(through: 1) }
    try world.restoreCloud(nothing, keepingWitness: isCloudWitnessKept)
    #expect(try turns().contains("grant: granted"))
    #expect(try world.counts(["1", "2"]) == ["1 of 0", "1 of 1"])
  }
}
