internal import CloudAggregator

/// The cloud can say of an item why it is public or not, and from what its count is made.
final class Explained: InvariantChecker {
  /// Items that are asked for: each is an answer made from the whole log.
  private static let itemsMax = 4

  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    for tag in rest.cloud.projections.tags.sorted().prefix(Self.itemsMax) {
      let page = world.page(of: tag)
      let explanation = try rest.cloud.explanation(of: tag)
      world.expect(
        .explained, explanation?.isEqual == true, "page \(page) is counted and not explained")
      var isPublic = false
      if case .isPublic? = explanation?.reason { isPublic = true }
      world.expect(
        .explained, isPublic == rest.shown.contains(page),
        "page \(page) is \(isPublic ? "" : "not ")public by its explanation alone")
    }
  }
}
