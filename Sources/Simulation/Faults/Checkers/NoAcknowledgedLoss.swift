/// What the cloud has said that it has, or a living device holds, counts.
final class NoAcknowledgedLoss: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let found = rest.figures
    for (page, bounds) in rest.bounds.sorted(by: { $0.key < $1.key }) {
      let figures = found[page] ?? DrillFigures()
      world.expect(
        .noAcknowledgedLoss,
        figures.events >= bounds.events.lowerBound && figures.people >= bounds.people.lowerBound,
        "page \(page): \(bounds.events.lowerBound) engagements of \(bounds.people.lowerBound) "
          + "people have to count at least, and \(figures.events) of \(figures.people) do")
      // Words that died with the only devices that had them cannot be shown.
      // Of a page that was renamed nobody may have seen either title often enough.
      guard bounds.people.lowerBound >= world.plan.knobs.threshold, world.hasWords(of: page),
        bounds.titleCount == 1
      else { continue }
      world.expect(
        .noAcknowledgedLoss, rest.shown.contains(page),
        "page \(page) is not public, with \(bounds.people.lowerBound) people")
    }
  }
}
