internal import CloudAggregator

/// The cloud's state rebuilt from its log is the same. The last one to look: it rebuilds it.
final class EqualRebuild: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let before = try rest.cloud.projections.stateDigest()
    try rest.cloud.rebuild()
    let after = try rest.cloud.projections.stateDigest()
    world.expect(
      .equalRebuild, before == after,
      "the cloud's state rebuilt from its log is \(after), and it was \(before)")
  }
}
