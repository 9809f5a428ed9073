/// Every engagement counts once, through restores, copies, repeats and whatever else there was.
final class EffectOnce: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let found = rest.figures
    for (page, bounds) in rest.bounds.sorted(by: { $0.key < $1.key }) {
      let figures = found[page] ?? DrillFigures()
      world.expect(
        .effectOnce,
        figures.events <= bounds.events.upperBound && figures.people <= bounds.everyone,
        "page \(page): at most \(bounds.events.upperBound) engagements of \(bounds.everyone) "
          + "people may count, and \(figures.events) of \(figures.people) do")
    }
  }
}
