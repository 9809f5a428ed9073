import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// A cloud that was restored without its witness, which then turns up.
@Suite("A witness that comes back") struct WitnessReturnTests {
  /// A cloud of which a snapshot is taken, and that is restored from it without its witness.
  private struct Story {
    let home: RestoredCloud
    let bytes: Data
    /// Where the log ended in the snapshot, and where all backups held it when the cloud was lost.
    let held: UInt64
    let mark: UInt64
    var witness: URL { URL(fileURLWithPath: home.folder.file("witness")) }
    var store: any CloudWitnessStore {
      get throws { try #require(home.storage.witness) }
    }

    /// - Parameter ahead: whether the backups held more in the end than the snapshot.
    init(ahead: Bool) throws {
      home = try RestoredCloud()
      (held, mark) = try Self.live(home, ahead: ahead)
      bytes = try Data(contentsOf: URL(fileURLWithPath: home.folder.file("witness")))
      try home.restore()
      try FileManager.default.removeItem(atPath: home.folder.file("witness"))
    }

    /// What goes before the loss. The process has ended afterwards.
    private static func live(
      _ home: RestoredCloud, ahead: Bool
    ) throws -> (held: UInt64, mark: UInt64) {
      let cloud = try home.open()
      var device = TestDevice(1)
      try device.enrol(with: cloud, now: home.now)
      device.add(engaged(1))
      device.add(.content(Sample.item, salt: 1))
      _ = try home.send(device, to: cloud)
      try home.snapshot()
      let held = cloud.projections.position
      if !ahead { try cloud.recordBackup(held, now: home.now) }
      device.add(engaged(3))
      _ = try home.send(device, 3, to: cloud)
      if ahead { try cloud.recordBackup(cloud.projections.position, now: home.now) }
      let mark = cloud.projections.state.backedUpLogNumber
      try cloud.close()
      return (held.number, mark)
    }

    /// Has the log go on far beyond what its backups held before.
    func goOn(_ cloud: Aggregator) throws {
      for _ in 0..<10 {
        _ = try cloud.takeDown(Sample.item.tag(salt: Sample.tagSalt), isUndone: true, now: home.now)
      }
      #expect(cloud.projections.position.number > mark)
    }
  }

  @Test func `does not end the recovering of a log that lacks what its backups held`() throws {
    let story = try Story(ahead: true)
    #expect(story.mark > story.held)
    do {
      let cloud = try story.home.open()
      try story.goOn(cloud)
      try story.bytes.write(to: story.witness)
      try cloud.recovery.recover(from: story.store, now: story.home.now)
      try expectRecovering(cloud, story)
      try cloud.close()
    }
    #expect(try Data(contentsOf: story.witness) == story.bytes, "the witness is not written over")
    // Neither does a start, though the log is longer now than the mark.
    do {
      let cloud = try story.home.open()
      try expectRecovering(cloud, story)
      let life = cloud.projections.life
      try cloud.rebuild()
      try expectRecovering(cloud, story)
      #expect(cloud.projections.life == life)
    }
    #expect(try Data(contentsOf: story.witness) == story.bytes)
    let cloud = try story.home.open(acceptsLoss: true)
    #expect(!cloud.projections.state.isRecovering)
    #expect(cloud.recovery.acceptedLosses == [.entries(story.held + 1...story.mark)])
    #expect(try cloud.status().acceptedLosses.first?.contains("was given up") == true)
    #expect(try cloud.status().recovering == nil)
  }

  @Test func `hears of what the log has when it is asked for again`() throws {
    let home = try RestoredCloud()
    let path = home.folder.file("witness")
    let tag = Sample.item.tag(salt: Sample.tagSalt)
    do {
      let cloud = try home.open()
      var device = TestDevice(1)
      try device.enrol(with: cloud, now: home.now)
      device.add(engaged(1))
      device.add(.content(Sample.item, salt: 1))
      _ = try home.send(device, to: cloud)
      try home.snapshot()
      try FileManager.default.removeItem(atPath: path)
      // Its name is taken by a folder that is not empty.
      try FileManager.default.createDirectory(
        atPath: path + "/in-the-way", withIntermediateDirectories: true)
      for _ in 0..<2 {
        #expect(throws: CloudError.self) {
          try cloud.takeDown(tag, isUndone: false, now: home.now)
        }
      }
      try FileManager.default.removeItem(atPath: path)
      #expect(try cloud.takeDown(tag, isUndone: false, now: home.now).controlEntries == 0)
      try cloud.close()
    }
    try home.restore()
    let cloud = try home.open()
    #expect(try cloud.takeDown(tag, isUndone: false, now: home.now).controlEntries == 0)
  }

  private func expectRecovering(_ cloud: Aggregator, _ story: Story) throws {
    #expect(cloud.projections.state.isRecovering)
    #expect(cloud.projections.state.publication.restoredThrough == story.held)
    #expect(cloud.committer.witness.keeper == nil)
    #expect(try cloud.projections.publicEntries().isEmpty)
    #expect(cloud.health.status == .degraded)
    #expect(story.mark == story.held + 1)
    let lost = "entry \(story.mark) of the log could be lost forever"
    #expect(cloud.health.reasons.first?.contains(lost) == true)
    #expect(try cloud.status().recovering?.contains(lost) == true)
  }

  @Test func `ends the recovering of a log that has all that its backups held`() throws {
    let story = try Story(ahead: false)
    #expect(story.mark == story.held)
    let cloud = try story.home.open()
    #expect(try cloud.status().recovering?.hasPrefix("Nothing is public") == true)
    try story.bytes.write(to: story.witness)
    try cloud.recovery.recover(from: story.store, now: story.home.now)
    #expect(!cloud.projections.state.isRecovering)
    #expect(cloud.health == CloudHealth(.ready))
    #expect(try cloud.status().recovering == nil)
    #expect(cloud.recovery.acceptedLosses == [])
  }

  @Test func `is not missed silently where the loss is accepted`() throws {
    let story = try Story(ahead: true)
    let cloud = try story.home.open(acceptsLoss: true)
    #expect(!cloud.projections.state.isRecovering)
    #expect(cloud.recovery.acceptedLosses == [.withdrawals])
  }

  @Test(arguments: [false, true])
  func `is not waited for once a restart accepts the loss`(isRestoredAgain: Bool) throws {
    let story = try Story(ahead: false)
    do {
      let cloud = try story.home.open()
      #expect(cloud.projections.state.isRecovering)
      #expect(try cloud.projections.publicEntries().isEmpty)
      try cloud.close()
    }
    if isRestoredAgain {
      try FileManager.default.removeItem(atPath: story.home.folder.file("backups"))
      try story.home.snapshot()
      try story.home.restore()
    }
    do {
      // No request and no upkeep comes in between.
      let cloud = try story.home.open(acceptsLoss: true)
      #expect(!cloud.projections.state.isRecovering)
      #expect(cloud.recovery.acceptedLosses == [.withdrawals])
      #expect(cloud.health == CloudHealth(.ready))
      try cloud.close()
    }
    let (projections, _) = try CloudProjections.read(at: story.home.storage)
    #expect(try projections.publicEntries().count == 1)
    #expect(FileManager.default.fileExists(atPath: story.witness.path))
  }

  /// The threshold's entry does not pass for one that the snapshot held.
  @Test func `is compared with the log as it was restored, whatever was set since`() throws {
    let story = try Story(ahead: true)
    let cloud = try story.home.open(threshold: 7)
    #expect(cloud.projections.state.publication.restoredThrough == story.held)
    #expect(cloud.projections.state.publication.threshold == 7)
  }

  /// What the witness remembers came before all that was decided without it.
  @Test func `does not undo what the operator gave back meanwhile`() throws {
    let story = try Story(ahead: false)
    let tag = Sample.item.tag(salt: Sample.tagSalt)
    var known = try CloudWitness(bytes: [UInt8](story.bytes))
    known.acts.append(
      CloudWitness.Recorded(logNumber: story.mark + 1, value: .takeDown(tag, isUndone: false)))
    for isGivenBack in [true, false] {
      do {
        let cloud = try story.home.open()
        #expect(cloud.projections.state.isRecovering)
        if isGivenBack {
          _ = try cloud.takeDown(tag, isUndone: false, now: story.home.now)
          _ = try cloud.takeDown(tag, isUndone: true, now: story.home.now)
        }
        try Data(known.bytes).write(to: story.witness)
        try cloud.recovery.recover(from: story.store, now: story.home.now)
        #expect(try cloud.projections.publicEntries().count == (isGivenBack ? 1 : 0))
        try cloud.close()
      }
      try story.home.restore()
      try FileManager.default.removeItem(at: story.witness)
    }
  }

  @Test func `that is damaged says so, and nothing becomes public`() throws {
    let story = try Story(ahead: false)
    let cloud = try story.home.open()
    var bytes = story.bytes
    bytes[20] ^= 1
    try bytes.write(to: story.witness)
    try cloud.recovery.recover(from: story.store, now: story.home.now)
    #expect(cloud.projections.state.isRecovering)
    #expect(try cloud.status().recovering?.contains("damaged in its middle") == true)
    #expect(cloud.health.reasons.first?.contains("damaged in its middle") == true)
    try story.bytes.write(to: story.witness)
    try cloud.recovery.recover(from: story.store, now: story.home.now)
    #expect(try cloud.status().recovering == nil)
  }
}
