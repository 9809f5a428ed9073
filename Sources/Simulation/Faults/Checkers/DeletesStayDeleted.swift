/// Who took back what it engaged with does not endorse, and what is public has enough who do.
final class DeletesStayDeleted: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let figures = rest.figures
    let threshold = Int(world.plan.knobs.threshold)
    for (page, bounds) in rest.bounds.sorted(by: { $0.key < $1.key }) {
      let people = figures[page]?.people ?? 0
      world.expect(
        .deletesStayDeleted, people <= max(bounds.people.upperBound, 0),
        "page \(page): \(bounds.people.upperBound) people at most still stand by it, and "
          + "\(people) count")
      world.expect(
        .deletesStayDeleted, !rest.shown.contains(page) || bounds.people.upperBound >= threshold,
        "page \(page) is public, with \(bounds.people.upperBound) people at most")
      world.expect(
        .deletesStayDeleted,
        !rest.shown.contains(page) || bounds.peopleOfOneTitle >= threshold,
        "page \(page) is public, and \(bounds.peopleOfOneTitle) people at most saw one title")
    }
  }
}
