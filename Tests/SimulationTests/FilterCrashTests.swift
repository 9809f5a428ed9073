import Foundation
import JournalFormat
import JournalStore
import Simulation
import Sync
import TestSupport
import Testing
import TraceLines

@testable import DeviceIndex

/// A device on a simulated disk that fails where it is told to.
private struct CrashingHome {
  let disk: SimulatedDisk
  let storage: DeviceStorage
  let configuration = DeviceConfiguration(
    tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
  let now = Sample.day.start

  init(_ name: String) {
    disk = SimulatedDisk(name: name, seed: 7)
    storage = DeviceStorage(
      privatePath: "/private.journal", sharedPath: "/shared.journal", indexPath: "/index.sqlite",
      witness: MemoryWitnessStore(), journalOptions: disk.journalOptions,
      batchWriter: BatchWriter())
  }

  /// Records everything that the filter will read.
  func record() throws {
    let device = try Device.create(storage, configuration, now: now, random: .seeded(1))
    for (place, line) in Self.lines.enumerated() {
      let json = "{\"time\":\(place),\"device\":\"d\",\"app\":\"a\",\(line)}"
      try device.record(
        [try TraceEvent(json: Array(json.utf8)).journaled()], at: now)
    }
  }

  private static var lines: [String] {
    (0..<10).flatMap { step in
      let id = "\"id\":\"\(step % 3)\""
      let last = step % 4 == 3 ? ["\"kind\":\"delete\",\"ids\":[\"\(step % 3)\"]"] : []
      return [
        "\"kind\":\"activity\",\"type\":\"view\",\(id),\"search\":true,\"public\":true,"
          + "\"title\":\"Page \(step)\",\"url\":\"https://example.com/\(step)\"",
        "\"kind\":\"engage\",\(id)",
      ] + last
    }
  }

  /// Enrols the device, which makes the shared journal; the filter has not read anything.
  func enrol() throws {
    do {
      let device = try Device.open(storage, configuration, random: .seeded(2))
      let sync = try device.sync(now: now)
      let key = try #require(SigningKey(seed: sync.witness.keySeed))
      var witness = sync.witness
      witness.grant = Grant(
        lineage: Sample.lineage, epoch: Sample.epoch, deviceKey: key.publicKey, parent: nil,
        cloudLife: Sample.cloudLife, order: 0, nonce: witness.nonce, time: now,
        withdrawals: [], signedBy: Sample.cloudKey)
      try storage.witness.write(witness.bytes)
    }
    let device = try Device.open(storage, configuration, random: .seeded(3))
    _ = try device.sync(now: now)
  }

  /// Opens the device and lets the filter read on, two entries at a time.
  func runFilter() throws -> [Entry] {
    let device = try Device.open(storage, configuration, random: .seeded(4))
    let shared = try #require(try device.sync(now: now).shared)
    var gate = SharedJournal.filter(device, shared)
    gate.entriesPerTransaction = 2
    try gate.run()
    #expect(shared.verify().isWhole)
    return try shared.entries(from: 1, atMost: 1_000)
  }
}

@Suite("A privacy filter that crashes", .serialized) struct FilterCrashTests {
  @Test(arguments: [false, true])
  func `makes each report once, with its origin, whichever write fails`(isTorn: Bool) throws {
    let calm = CrashingHome("calm-\(isTorn)")
    try calm.record()
    try calm.enrol()
    let expected = try calm.runFilter()
    #expect(expected.count > 10)
    var crashes = 0
    for changes in 0... {
      let home = CrashingHome("crash-\(isTorn)-\(changes)")
      try home.record()
      try home.enrol()
      home.disk.fail(afterChanges: changes, isTorn: isTorn)
      let undisturbed = try? home.runFilter()
      home.disk.fail(afterChanges: nil)
      let found = try home.runFilter()
      #expect(found == expected, "after \(changes) changes")
      if undisturbed != nil { break }
      crashes += 1
    }
    #expect(crashes > 50)
  }
}
