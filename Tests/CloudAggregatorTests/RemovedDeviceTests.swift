import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A removed device") struct RemovedDeviceTests {
  private static let refusal = SyncResponse.refused(
    Refusal(
      .notAllowed,
      "This device was removed by the operator. Ask the operator to reinstate it, or begin with a "
        + "new device: `spotlog device init` in another folder."))

  private func answer(_ request: [UInt8], of world: FleetCloud) throws -> SyncResponse {
    let answer = try SyncResponse(bytes: world.cloud.handle(request, now: Fleet.now))
    guard case .refused(var refusal) = answer else { return answer }
    // Signed over the request, which other suites look at.
    #expect(refusal.signature != nil)
    refusal.signature = nil
    return .refused(refusal)
  }

  @Test(arguments: RevokedCounts.allCases)
  func `is refused whatever it asks, which changes nothing`(counts: RevokedCounts) throws {
    let world = try FleetCloud()
    let lost = world.fleet.lost
    try world.revoke(counts)
    let digest = try world.projections.stateDigest()
    let length = world.log.entries.count
    let again = EnrolRequest(lineage: Sample.lineageKey, key: lost.key)
    let requests = [
      lost.enrolment, SyncRequest.enrol(again).bytes, try lost.opening(), try lost.request(),
      try lost.request(2, 3),
    ]
    for request in requests { #expect(try answer(request, of: world) == Self.refusal) }
    #expect(try world.projections.stateDigest() == digest)
    #expect(world.log.entries.count == length)
    // Everybody else is served, and so is the device with another key.
    guard case .opened(.ok, _) = try answer(try world.fleet.others[0].opening(), of: world),
      case .received = try answer(try world.fleet.others[0].request(), of: world),
      case .enrolled = try answer(TestDevice(10).enrolment, of: world)
    else {
      Issue.record("nobody else was removed")
      return
    }
  }

  @Test func `is refused to anyone who does not hold its key for that reason alone`() throws {
    let world = try FleetCloud()
    try world.revoke(.kept)
    let forged = try world.fleet.lost.batch(signedBy: TestDevice(10).key)
    guard
      case .refused(let refusal) = try answer(
        SyncRequest.append(AppendRequest(batch: forged)).bytes, of: world)
    else {
      Issue.record("a forged batch is refused")
      return
    }
    #expect(refusal.message.contains("not signed by the key"))
  }

  @Test func `keeps its counts when they are kept`() throws {
    let world = try FleetCloud()
    let before = try Facts(world.projections)
    #expect(before.titles == [1, 2, 3, 4].map { "Page word\($0)" })
    try world.revoke(.kept)
    #expect(try Facts(world.projections) == before)
  }

  @Test func `leaves counts as if it had never been there when they are retracted`() throws {
    let world = try FleetCloud()
    let without = try Facts(try FleetCloud(withLost: false).projections)
    #expect(try Facts(world.projections) != without)
    try world.revoke(.retracted)
    #expect(try Facts(world.projections) == without)
    // The content that somebody else sent in vain is shown now; the lost one's is asked for.
    #expect(without.titles == ["Page word2", "Page word3"])
    #expect(without.candidates.map(\.tag) == [Fleet.tag(1).description])
  }

  @Test func `hides with its counts what fewer than k others endorse`() throws {
    let world = try FleetCloud()
    #expect(try world.projections.search("word4", limit: 5).count == 1)
    try world.revoke(.retracted)
    #expect(try world.projections.search("word4", limit: 5).isEmpty)
    #expect(!world.projections.counts().keys.contains(Fleet.tag(5)))
    #expect(world.projections.counts()[Fleet.tag(4)]?.distinct == 1)
  }

  @Test(arguments: RevokedCounts.allCases)
  func `comes back as it was, and continues where it was`(counts: RevokedCounts) throws {
    var world = try FleetCloud()
    let digest = try world.projections.stateDigest()
    try world.revoke(counts)
    #expect(try world.projections.stateDigest() != digest)
    let change = try world.cloud.reinstate(world.fleet.lineage, now: Fleet.now)
    #expect(change.controlEntries == (counts == .kept ? 1 : 2))
    #expect(try world.projections.stateDigest() == digest)
    guard case .received(let receipt, _) = try world.fleet.goOn() else {
      Issue.record("it is a device like any other again")
      return
    }
    #expect(receipt.first.rawValue == 12)
  }

  @Test func `can have its counts taken later, and given back without being taken back`() throws {
    let world = try FleetCloud()
    let before = try Facts(world.projections)
    try world.revoke(.kept)
    let kept = try world.projections.stateDigest()
    for _ in 0..<2 {
      _ = try world.cloud.revoke(world.fleet.lineage, counts: .retracted, now: Fleet.now)
      #expect(try Facts(world.projections) != before)
      _ = try world.cloud.revoke(world.fleet.lineage, counts: .kept, now: Fleet.now)
      #expect(try world.projections.stateDigest() == kept)
    }
    #expect(try answer(world.fleet.lost.enrolment, of: world) == Self.refusal)
  }

  @Test func `is removed, or taken back, once`() throws {
    let world = try FleetCloud()
    let lineage = world.fleet.lineage
    for counts in RevokedCounts.allCases {
      _ = try world.cloud.revoke(lineage, counts: counts, now: Fleet.now)
      let length = world.log.entries.count
      let again = try world.cloud.revoke(lineage, counts: counts, now: Fleet.now)
      #expect(again.controlEntries == 0)
      #expect(world.log.entries.count == length)
    }
    #expect(try world.cloud.reinstate(lineage, now: Fleet.now).controlEntries == 2)
    #expect(try world.cloud.reinstate(lineage, now: Fleet.now).controlEntries == 0)
  }

  @Test func `has to be a device`() throws {
    let world = try FleetCloud()
    let digest = try world.projections.stateDigest()
    let requests: [(Aggregator) throws -> OperatorChange] = [
      { try $0.revoke(Sample.lineage, counts: .kept, now: Fleet.now) },
      { try $0.reinstate(Sample.lineage, now: Fleet.now) },
      { try $0.erase(Sample.lineage, now: Fleet.now) },
    ]
    for request in requests {
      let error = #expect(throws: CloudError.self) { try request(world.cloud) }
      #expect(error?.code == .notFound)
      #expect(
        error?.message == "No device has enrolled as \(Sample.lineage). List the devices, and take "
          + "its lineage from there.")
    }
    #expect(try world.projections.stateDigest() == digest)
  }

  @Test func `that has sent nothing is removed as well`() throws {
    let world = try FleetCloud()
    let digest = try world.projections.stateDigest()
    var silent = TestDevice(20)
    try silent.enrol(with: world.cloud, now: Fleet.now)
    let lineage = try #require(silent.grant?.lineage)
    #expect(try world.projections.stateDigest() != digest)
    _ = try world.cloud.revoke(lineage, counts: .retracted, now: Fleet.now)
    #expect(try answer(try silent.opening(), of: world) == Self.refusal)
    #expect(try world.cloud.erase(lineage, now: Fleet.now).redactedBatches == 0)
  }
}
