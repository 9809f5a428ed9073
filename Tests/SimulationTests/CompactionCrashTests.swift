import JournalFormat
import JournalStore
import Simulation
import Sync
import TestSupport
import Testing
import TraceLines

@testable import DeviceIndex

/// An enrolled device on a simulated disk that fails where it is told to.
private struct CompactingHome {
  let disk: SimulatedDisk
  let storage: DeviceStorage
  let configuration = DeviceConfiguration(
    tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
  let now = Sample.day.start

  init(_ name: String) throws {
    disk = SimulatedDisk(name: name, seed: 7)
    storage = DeviceStorage(
      privatePath: "/private.journal", sharedPath: "/shared.journal", indexPath: "/index.sqlite",
      witness: MemoryWitnessStore(), journalOptions: disk.journalOptions,
      batchWriter: BatchWriter())
    let device = try Device.create(storage, configuration, now: now, random: .seeded(1))
    for (place, line) in Self.lines.enumerated() {
      let json = "{\"time\":\(place),\"device\":\"d\",\"app\":\"a\",\(line)}"
      try device.record([try TraceEvent(json: Array(json.utf8)).journaled()], at: now)
    }
    let sync = try device.sync(now: now)
    try sync.enrolAsSample(now: now)
  }

  private static var lines: [String] {
    (0..<12).flatMap { step in
      let id = "\"id\":\"\(step % 4)\""
      return [
        "\"kind\":\"index\",\"id\":\"i\(step % 5)\",\"attributes\":{\"title\":\"word\(step)\"}",
        "\"kind\":\"activity\",\"type\":\"view\",\(id),\"search\":true,\"public\":true,"
          + "\"title\":\"Page \(step)\",\"url\":\"https://example.com/\(step)\"",
        "\"kind\":\"engage\",\(id)",
      ] + (step % 4 == 3 ? ["\"kind\":\"delete\",\"ids\":[\"i\(step % 5)\",\"\(step % 4)\"]"] : [])
    }
  }

  /// Compacts the device as a process of its own would, and says what there is then.
  func compact() throws -> [[Entry]] {
    let device = try Device.open(storage, configuration, random: .seeded(4))
    _ = try device.compact(CompactionLimits(backedUp: 6, acknowledged: 6), now: now)
    return try state(device)
  }

  func state(_ device: Device) throws -> [[Entry]] {
    let shared = try #require(try device.sync(now: now).shared)
    for journal in [device.privateJournal, shared] { #expect(journal.verify().isWhole) }
    return [
      try device.privateJournal.entries(from: 1, atMost: 1_000),
      try shared.entries(from: 1, atMost: 1_000),
    ]
  }
}

@Suite("A compaction that crashes", .serialized) struct CompactionCrashTests {
  @Test(arguments: [false, true])
  func `loses nothing whichever write fails, and the next one completes`(isTorn: Bool) throws {
    let calm = try CompactingHome("compact-calm-\(isTorn)")
    let headers = try calm.state(
      Device.open(calm.storage, calm.configuration, random: .seeded(4))
    ).map { $0.map(\.header) }
    let expected = try calm.compact()
    #expect(expected[0].map(\.header) == headers[0])
    #expect(expected[1].map(\.header) == Array(headers[1][6...]))
    #expect(expected[0].count(where: { $0.payload == nil }) > 5)
    var crashes = 0
    // Each write of the small beginning, then some of the many.
    for changes in Array(0..<60) + Array(stride(from: 60, to: 3_000, by: 7)) {
      let home = try CompactingHome("compact-\(isTorn)-\(changes)")
      home.disk.fail(afterChanges: changes, isTorn: isTorn)
      let undisturbed = try? home.compact()
      home.disk.fail(afterChanges: nil)
      let survivor = try home.state(
        Device.open(home.storage, home.configuration, random: .seeded(5)))
      #expect(survivor[0].map(\.header) == headers[0], "after \(changes) changes")
      #expect(try home.compact() == expected, "after \(changes) changes")
      if undisturbed != nil { break }
      crashes += 1
    }
    #expect(crashes > 50)
  }
}
