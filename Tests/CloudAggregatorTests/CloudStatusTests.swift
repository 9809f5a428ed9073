import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A running cloud's status") struct CloudStatusTests {
  @Test func `digests the state as it is, however often it was asked before`() throws {
    let world = try FleetCloud()
    let cloud = world.cloud
    func expectTrue(sourceLocation: SourceLocation = #_sourceLocation) throws -> CloudStatus {
      let status = try cloud.status()
      #expect(try status == cloud.projections.status(), sourceLocation: sourceLocation)
      #expect(try cloud.status() == status, sourceLocation: sourceLocation)
      return status
    }
    let before = try expectTrue()
    try world.revoke(.retracted)
    let after = try expectTrue()
    #expect(after.stateDigest != before.stateDigest)
    try cloud.rebuild()
    #expect(try expectTrue() == after)
  }

  /// Who rebuilds wants to know whether the state was what the log gives.
  @Test func `digests it again after a rebuild`() throws {
    let world = try FleetCloud()
    let cloud = world.cloud
    let honest = try cloud.status()
    cloud.knownDigest?.digest = .zero
    #expect(try cloud.status().stateDigest == Digest.zero.description, "the known one is used")
    try cloud.rebuild()
    #expect(try cloud.status() == honest)
    #expect(try world.cloud.status() == honest)
  }
}
