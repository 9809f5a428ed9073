import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// What an operator asks for is done, or has changed nothing and says so.
@Suite("An operator's request") struct OperatorFailureTests {
  typealias Request = @Sendable (FleetCloud) throws -> OperatorChange

  static let requests: [String: Request] = [
    "revoke": { try $0.cloud.revoke($0.fleet.lineage, counts: .kept, now: Fleet.now) },
    "retract": { try $0.cloud.revoke($0.fleet.lineage, counts: .retracted, now: Fleet.now) },
    "erase": { try $0.cloud.erase($0.fleet.lineage, now: Fleet.now) },
    "take down": { try $0.cloud.takeDown(Fleet.tag(1), isUndone: false, now: Fleet.now) },
  ]

  /// What the state is once the request was fulfilled.
  private func expected(_ request: Request) throws -> Digest {
    let world = try FleetCloud()
    _ = try request(world)
    return try world.projections.stateDigest()
  }

  @Test(arguments: requests.keys.sorted(), [StrictCloudLog.Fault.refused, .appendLost])
  func `changes nothing when the log refuses it, and can be made again`(
    name: String, fault: StrictCloudLog.Fault
  ) throws {
    let request = try #require(Self.requests[name])
    let world = try FleetCloud()
    let digest = try world.projections.stateDigest()
    let length = world.log.entries.count
    world.log.nextFault = fault
    let error = #expect(throws: CloudError.self) { try request(world) }
    #expect(error?.code == .log)
    #expect(
      error?.message == "The log cannot be written. Make room or check its disk, then try again: "
        + "nothing is done twice. The log says: "
        + (fault == .refused ? "the log is full" : "no answer"))
    #expect(try world.projections.stateDigest() == digest)
    #expect(world.log.entries.count == length)
    #expect(try request(world).controlEntries > 0)
    #expect(try world.projections.stateDigest() == expected(request))
  }

  @Test(arguments: requests.keys.sorted())
  func `that nobody can tell of is found in the log`(name: String) throws {
    let request = try #require(Self.requests[name])
    let world = try FleetCloud()
    world.log.nextFault = .answerLost
    #expect(throws: CloudError.self) { try request(world) }
    #expect(try world.projections.stateDigest() == expected(request))
    #expect(try request(world).controlEntries == 0)
  }

  @Test func `has to wait until the log is settled`() throws {
    let world = try FleetCloud()
    world.log.nextFault = .appendLost
    world.log.refusesSettling = true
    #expect(throws: CloudError.self) { try world.revoke(.kept) }
    let error = #expect(throws: CloudError.self) { try world.revoke(.kept) }
    #expect(
      error?.message
        == "The log cannot be used now, so nothing was changed. Make room or check its "
        + "disk, then try again.")
    world.log.refusesSettling = false
    try world.revoke(.kept)
  }

  @Test func `whose replay was interrupted is brought to its end before any answer`() throws {
    let world = try FleetCloud()
    let request = try #require(Self.requests["retract"])
    // The log is read on, then for retractions, then from its beginning; then nobody can read it.
    world.log.interruption = (reads: 2, behind: 9)
    world.log.refusesReadsAfter = 3
    #expect(throws: CloudError.self) { try request(world) }
    let device = world.fleet.others[0]
    let asked = try device.request()
    #expect(
      try SyncResponse(bytes: world.cloud.handle(asked, now: Fleet.now)) == Aggregator.notNow)
    world.log.refusesReadsAfter = nil
    guard case .received = try SyncResponse(bytes: world.cloud.handle(asked, now: Fleet.now))
    else {
      Issue.record("the log can be read again")
      return
    }
    #expect(try world.projections.stateDigest() == expected(request))
  }

  /// On a disk that lets a sync fail, or a write.
  @Test(arguments: [StrictCloudLog.Fault.answerLost, .appendLost])
  func `is fulfilled when the disk is well again`(fault: StrictCloudLog.Fault) throws {
    let folder = try TemporaryFolder()
    let faulty = try FaultyJournalLog()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 2
    let cloud = try Aggregator(
      log: faulty.log,
      projections: try CloudProjections(
        path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: faulty.log,
        logStart: faulty.start),
      keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration, dice: .seeded(1),
      now: Fleet.now)
    let fleet = try Fleet(on: cloud)
    let digest = try cloud.projections.stateDigest()
    faulty.fail(fault)
    for _ in 0..<2 {
      #expect(throws: CloudError.self) {
        try cloud.revoke(fleet.lineage, counts: .retracted, now: Fleet.now)
      }
      #expect(try cloud.projections.stateDigest() == digest)
    }
    faulty.recover()
    let change = try cloud.revoke(fleet.lineage, counts: .retracted, now: Fleet.now)
    #expect(change.controlEntries == (fault == .answerLost ? 0 : 2))
    #expect(try cloud.erase(fleet.lineage, now: Fleet.now).redactedBatches == 2)
    #expect(try cloud.projections.stateDigest() == expected(try #require(Self.requests["erase"])))
    #expect(cloud.verifyLog()?.isWhole == true)
  }
}
