internal import CloudAggregator
internal import JournalStore

/// At no moment is a count higher than what had happened until then.
final class NothingInvented: InvariantChecker {
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    // What left the log as it was left the counts as they were.
    guard exchange.cloud.projections.position.number != exchange.logBefore else { return }
    let findings = world.ledger.findingsTooHigh(world.figures(of: exchange.cloud))
    world.expect(.nothingInvented, findings.isEmpty, findings.first ?? "")
  }

  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    for page in rest.figures.keys.sorted() {
      world.expect(
        .nothingInvented, rest.bounds[page]?.isReported == true,
        "the cloud has page \(page), which nobody reported")
    }
  }
}
