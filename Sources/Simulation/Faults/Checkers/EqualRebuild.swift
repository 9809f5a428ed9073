internal import CloudAggregator

/// The cloud's state made anew from its log is the same. The last one to look: it makes it anew.
final class EqualRebuild: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let before = try rest.cloud.folds.stateDigest()
    try rest.cloud.rebuild()
    let after = try rest.cloud.folds.stateDigest()
    world.expect(
      .equalRebuild, before == after,
      "the cloud's state made anew from its log is \(after), and it was \(before)")
  }
}
