import Foundation
import JournalFormat
import JournalStore
import Simulation
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("The health of a host") struct CloudHostHealthTests {
  /// A device that enrolled over the host, with a batch that is not sent yet.
  private func device(_ seed: UInt64, at world: HostWorld) async throws -> TestDevice {
    var device = TestDevice(seed)
    guard case .enrolled(let grant, _)? = await world.call(device.enrolment) else {
      throw FormatError(.malformed, "The enrolment was refused.")
    }
    device.begin(with: grant)
    device.add(engaged(seed))
    return device
  }

  private func expectNoReports(_ health: CloudHealth) {
    #expect(health.status == .degraded)
    #expect(health.reasons.count == 1)
    #expect(
      health.reasons.first?.hasPrefix("No reports are taken: the log cannot be written (") == true)
    #expect(
      health.reasons.first?.hasSuffix("). Make room; the server tries again automatically.") == true
    )
  }

  @Test func `says that the log cannot be written, and that it can again`() async throws {
    let disk = SimulatedDisk(name: "host-\(UUID())", seed: 1)
    let world = try HostWorld(options: disk.journalOptions, holdOffMilliseconds: 60_000)
    try await world.host.open()
    let device = try await device(1, at: world)
    let digest = try await world.digest()
    #expect(world.host.health == CloudHealth(.ready))
    disk.failSyncs(true)
    for _ in 0..<3 {
      let answer = await world.call(try device.request())
      #expect(answer == Aggregator.notNow)
      #expect(answer?.refusal?.retryAfterMilliseconds == 5_000)
      expectNoReports(world.host.health)
      // What may not be durable is told to nobody: it would be there, and gone again.
      let error = await #expect(throws: CloudError.self) { try await world.digest() }
      #expect(error?.code == .log)
      await world.host.performUpkeep()
      expectNoReports(world.host.health)
    }
    disk.failSyncs(false)
    await world.host.performUpkeep()
    #expect(world.host.health == CloudHealth(.ready))
    guard case .received? = await world.call(try device.request()) else {
      Issue.record("the log can be written again")
      return
    }
    #expect(try await world.digest() != digest)
    #expect(!world.hasLeftovers)
    try await world.host.close()
  }

  @Test func `is told when it changes, and not each time that it is looked at`() async throws {
    let disk = SimulatedDisk(name: "host-\(UUID())", seed: 1)
    let world = try HostWorld(options: disk.journalOptions)
    let reading = world.host.health
    try await world.host.open()
    let device = try await device(1, at: world)
    await world.host.performUpkeep()
    disk.failSyncs(true)
    for _ in 0..<3 {
      _ = await world.call(try device.request())
      await world.host.performUpkeep()
    }
    let bad = world.host.health
    expectNoReports(bad)
    disk.failSyncs(false)
    for _ in 0..<3 { await world.host.performUpkeep() }
    let ready = CloudHealth(.ready)
    let steps = [reading, ready, bad, ready]
    #expect(
      world.healthChanges.all
        == zip(steps, steps.dropFirst()).map { HealthChanges.Change(before: $0, after: $1) })
    try await world.host.close()
  }

  @Test func `that is bad has the log left alone for a while`() async throws {
    let disk = SimulatedDisk(name: "host-\(UUID())", seed: 1)
    let world = try HostWorld(options: disk.journalOptions, holdOffMilliseconds: 60_000)
    try await world.host.open()
    let device = try await device(1, at: world)
    disk.failSyncs(true)
    #expect(await world.call(try device.request()) == Aggregator.notNow)
    let (writes, syncs) = (disk.writeCount, disk.syncCount)
    for _ in 0..<10 { #expect(await world.call(try device.request()) == Aggregator.notNow) }
    #expect(disk.writeCount == writes)
    #expect(disk.syncCount == syncs)
    disk.failSyncs(false)
    // Without anybody who looks after it, the next request after that while finds out.
    #expect(await world.call(try device.request()) == Aggregator.notNow)
    world.clock.goOn(byMilliseconds: 60_000)
    guard case .received? = await world.call(try device.request()) else {
      Issue.record("the log can be written again")
      return
    }
    await world.host.performUpkeep()
    #expect(world.host.health == CloudHealth(.ready))
    try await world.host.close()
  }

  @Test func `is bad when an operator's request cannot be written, too`() async throws {
    let disk = SimulatedDisk(name: "host-\(UUID())", seed: 1)
    let world = try HostWorld(options: disk.journalOptions)
    try await world.host.open()
    let device = try await device(1, at: world)
    _ = await world.call(try device.request())
    let takeDown: @Sendable (Aggregator, Timestamp) throws(CloudError) -> OperatorChange = {
      aggregator, now throws(CloudError) in
      try aggregator.takeDown(Sample.tag, isUndone: false, now: now)
    }
    disk.failSyncs(true)
    let error = await #expect(throws: CloudError.self) { try await world.host.ask(takeDown) }
    #expect(error?.code == .log)
    expectNoReports(world.host.health)
    disk.failSyncs(false)
    // What was written before the sync that failed is there, and is not done twice.
    _ = try await world.host.ask(takeDown)
    await world.host.performUpkeep()
    #expect(world.host.health == CloudHealth(.ready))
    try await world.host.close()
  }

  #if canImport(Glibc)
    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why))
    func `says that the disk is full, and takes none of its last room`() async throws {
      let disk = try #require(TinyDisk())
      let world = try HostWorld(in: disk.folder)
      try await world.host.open()
      let digest = try await world.digest()
      try disk.fillUp()
      var refused: SyncResponse?
      for seed in 1...50 as ClosedRange<UInt64> where refused == nil {
        let answer = await world.enrol(seed)
        if answer?.isEnrolled == false { refused = answer }
      }
      #expect(refused == Aggregator.notNow)
      for _ in 0..<3 {
        await world.host.performUpkeep()
        #expect(world.host.health.status == .degraded)
        #expect(!world.hasLeftovers)
      }
      try disk.makeRoom()
      #expect(await world.enrol(100)?.isEnrolled == true)
      await world.host.performUpkeep()
      #expect(world.host.health == CloudHealth(.ready))
      #expect(try await world.digest() != digest)
      try await world.host.close()
    }
  #endif

  // MARK: The witness

  private func witness(_ world: HostWorld) throws -> CloudWitness {
    let path = world.witnessPath
    return try CloudWitness(
      bytes: try #require(try FileSystem.read(path, atMost: 1 << 20)))
  }

  @Test func `is looked after with a witness that knows the log's head`() async throws {
    let world = try HostWorld()
    try await world.host.open()
    let first = try witness(world)
    #expect(await world.enrol(1)?.isEnrolled == true)
    #expect(try witness(world) == first, "not with every commit")
    await world.host.performUpkeep()
    let second = try witness(world)
    let head = try await world.host.ask { cloud, _ in cloud.projections.position }
    #expect(second.place?.logNumber == head.number)
    #expect(second.place?.logDigest == head.digest)
    #expect(second.place?.logNumber == first.place.map { $0.logNumber + 1 })
    // Nothing new, nothing written: also where somebody took the file away.
    try FileManager.default.removeItem(atPath: world.witnessPath)
    await world.host.performUpkeep()
    #expect(try FileSystem.read(world.witnessPath, atMost: 1) == nil)
    #expect(await world.enrol(2)?.isEnrolled == true)
    await world.host.performUpkeep()
    #expect(try witness(world).place?.logNumber == head.number + 1)
    try await world.host.close()
  }

  @Test func `is bad while the witness cannot be written`() async throws {
    let world = try HostWorld()
    try await world.host.open()
    let path = world.witnessPath
    // Its name is taken by a folder that is not empty.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(
      atPath: path + "/in-the-way", withIntermediateDirectories: true)
    #expect(await world.enrol(1)?.isEnrolled == true)
    for _ in 0..<2 {
      await world.host.performUpkeep()
      #expect(world.host.health.status == .degraded)
      #expect(
        world.host.health.reasons
          == ["The witness cannot be written (\(path): Is a directory). Check its folder."])
      #expect(await world.enrol(2)?.isEnrolled == true, "reports are taken meanwhile")
      #expect(!world.hasLeftovers)
    }
    try FileManager.default.removeItem(atPath: path)
    await world.host.performUpkeep()
    #expect(world.host.health == CloudHealth(.ready))
    #expect(try witness(world).place?.logNumber == world.host.statistics.logEntries)
    try await world.host.close()
  }
}
