internal import CloudAggregator

/// What each report counts for, told from the log alone, adds up to what the projections say.
final class SoundSums: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let tags = Set(rest.cloud.projections.tags)
    let ledger = try rest.cloud.contributions(to: tags)
    for tag in tags.sorted() {
      world.expect(
        .soundSums, ledger.figures(of: tag) == rest.cloud.projections.figures(of: tag),
        "page \(world.page(of: tag)): its contributions do not add up to what is counted")
    }
  }
}
