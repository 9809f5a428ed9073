import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import Simulation
import Sync
import TestSupport
import Testing
import TraceLines

/// A witness whose n-th writing fails, before the bytes are there or after.
private final class FailingWitness: WitnessStore {
  var bytes: [UInt8]?
  /// How many writings still succeed; nil: all.
  var writesLeft: Int?
  var isWrittenNevertheless = false

  func read() throws(FileFailure) -> [UInt8]? { bytes }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    let fails = writesLeft == 0
    writesLeft = writesLeft.map { max(0, $0 - 1) }
    if !fails || isWrittenNevertheless { self.bytes = bytes }
    if fails { throw FileFailure("witness", reason: "no room") }
  }
}

/// A device on a simulated disk that has lost its witness, and the cloud that knows it.
private struct LostWitnessHome {
  let disk: SimulatedDisk
  let witness = FailingWitness()
  private let storage: DeviceStorage
  private let folder: TemporaryFolder
  let cloud: Aggregator
  private let now = Sample.day.start

  init(_ name: String) throws {
    disk = SimulatedDisk(name: name, seed: 7)
    storage = DeviceStorage(
      privatePath: "/private.journal", sharedPath: "/shared.journal", indexPath: "/index.sqlite",
      witness: witness, journalOptions: disk.journalOptions, batchWriter: BatchWriter())
    folder = try TemporaryFolder()
    let log = StrictCloudLog()
    let projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    cloud = try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(1), now: now)
    try live(1, [Self.activity(1), Self.engage(1), Self.activity(2), Self.engage(2)])
    try live(2, ["\"kind\":\"delete\",\"ids\":[\"1\"]"])
    witness.bytes = nil
  }

  static func activity(_ page: Int) -> String {
    "\"kind\":\"activity\",\"type\":\"view\",\"id\":\"\(page)\",\"search\":true,\"public\":true,"
      + "\"title\":\"Page \(page)\",\"url\":\"https://example.com/\(page)\""
  }

  static func engage(_ page: Int) -> String { "\"kind\":\"engage\",\"id\":\"\(page)\"" }

  /// One run of the device's process, which ends at the first failure.
  func live(_ seed: UInt64, _ lines: [String] = []) throws {
    let configuration = DeviceConfiguration(
      tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
    let device =
      seed == 1
      ? try Device.create(storage, configuration, now: now, random: .seeded(seed))
      : try Device.open(storage, configuration, random: .seeded(seed))
    let sync = try device.sync(now: now)
    for line in lines {
      let json = "{\"time\":1,\"device\":\"d\",\"app\":\"a\",\(line)}"
      try device.record([try TraceEvent(json: Array(json.utf8)).journaled()], at: now)
    }
    try sync.runFilter(now: now)
    while case .send(let request) = try sync.next(now: now) {
      try sync.received(
        cloud.handle(request.bytes, now: now), to: request.number, now: now)
    }
    guard sync.machine.phase == .ready, sync.machine.acknowledged == sync.machine.head else {
      throw DeviceError(.journal, "It has more to say: \(sync.machine.phase).")
    }
  }

  /// Events and lineages of each item, and what else the cloud knows of the device.
  func outcome() throws -> [String] {
    let status = try cloud.projections.status()
    return cloud.projections.counts().values.map { "\($0.events) of \($0.distinct)" }.sorted()
      + ["\(status.lineages) lineage", "\(status.epochs) epochs"]
  }
}

@Suite("A new epoch that crashes", .serialized) struct NextEpochCrashTests {
  private static let expected = ["1 of 0", "1 of 1", "1 lineage", "2 epochs"]

  @Test(arguments: [false, true])
  func `is begun once, whichever change of the disk fails`(isTorn: Bool) throws {
    var crashes = 0
    for changes in 0... {
      let home = try LostWitnessHome("epoch-\(isTorn)-\(changes)")
      home.disk.fail(afterChanges: changes, isTorn: isTorn)
      let isUndisturbed = (try? home.live(3)) != nil
      home.disk.fail(afterChanges: nil)
      try home.live(4)
      #expect(try home.outcome() == Self.expected, "after \(changes) changes")
      if isUndisturbed { break }
      crashes += 1
    }
    #expect(crashes > 10)
  }

  @Test(arguments: [false, true])
  func `is begun once, whichever writing of the witness fails`(isWritten: Bool) throws {
    var crashes = 0
    for writes in 0... {
      let home = try LostWitnessHome("witness-\(isWritten)-\(writes)")
      home.witness.writesLeft = writes
      home.witness.isWrittenNevertheless = isWritten
      let isUndisturbed = (try? home.live(3)) != nil
      home.witness.writesLeft = nil
      try home.live(4)
      #expect(try home.outcome() == Self.expected, "after \(writes) writings")
      if isUndisturbed { break }
      crashes += 1
    }
    #expect(crashes >= 3)
  }
}
