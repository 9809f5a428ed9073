internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// What the cloud has said that it has, or a living device holds, counts.
final class NoAcknowledgedLoss: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let found = rest.figures
    let words = world.intruders.bounds(ofWordsIn: rest, in: world)
    for (page, bounds) in rest.bounds.sorted(by: { $0.key < $1.key }) {
      let figures = found[page] ?? DrillFigures()
      world.expect(
        .noAcknowledgedLoss,
        figures.events >= bounds.events.lowerBound && figures.people >= bounds.people.lowerBound,
        "page \(page): counted \(figures.text), expected at least \(bounds.events.lowerBound) by "
          + "\(bounds.people.lowerBound)")
      expectShown(page, words[page] ?? .nothing, rest, in: world)
    }
    for (page, item) in world.intruders.delivered.sorted(by: { $0.key < $1.key })
    where rest.shown.contains(page) {
      let found = try rest.cloud.publicEntry(of: item.tag(salt: world.configuration.tagSalt))
      world.expect(
        .noAcknowledgedLoss, found?.item.bytes == item.bytes,
        "page \(page) has other words than came for it")
    }
  }

  private func expectShown(
    _ page: String, _ bounds: DrillLedger.Bounds, _ rest: FaultRest, in world: FaultWorld
  ) {
    // Words that died with the only devices that had them cannot be shown.
    // Of a page that was renamed nobody may have seen either title often enough.
    guard bounds.people.lowerBound >= world.plan.knobs.threshold, bounds.titleCount == 1,
      world.hasWords(of: page) || world.intruders.delivered[page] != nil,
      world.ledger.operators.isTakenDown(page) == .no
    else { return }
    world.expect(
      .noAcknowledgedLoss, rest.shown.contains(page),
      "page \(page) is not public, with "
        + Figure.count(bounds.people.lowerBound, "person", "people"))
  }
}

/// At no moment is a count higher than what had happened until then.
final class NothingInvented: InvariantChecker {
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    // What left the log as it was left the counts as they were.
    guard exchange.cloud.projections.position.number != exchange.before.logNumber else { return }
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

/// Every engagement counts once, through restores, copies, repeats and whatever else there was.
final class EffectOnce: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let found = rest.figures
    for (page, bounds) in rest.bounds.sorted(by: { $0.key < $1.key }) {
      let figures = found[page] ?? DrillFigures()
      world.expect(
        .effectOnce,
        figures.events <= bounds.events.upperBound && figures.people <= bounds.everyone,
        "page \(page): counted \(figures.text), expected at most \(bounds.events.upperBound) by "
          + "\(bounds.everyone)")
    }
  }
}

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

/// Feedback on public results counts once what people saw and opened, and of a lineage, an item and
/// a day no more than ten lists.
final class BoundedFeedback: InvariantChecker {
  private static let listsMax: UInt64 = 10

  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let people = Set(world.devices.map(\.person)).count + world.intruders.newcomerCount
    for tag in rest.cloud.projections.tags {
      let (page, figures) = (world.page(of: tag), rest.cloud.projections.figures(of: tag))
      let (shown, opened) = (world.seen.shown[page] ?? 0, world.seen.opened[page] ?? 0)
      world.expect(
        .boundedFeedback,
        figures.feedback.shown <= shown && figures.feedback.engaged <= opened,
        "page \(page): shown \(figures.feedback.shown) times and opened "
          + "\(figures.feedback.engaged), expected at most \(shown) and \(opened)")
      let most = figures.days.values.map(\.feedback.shown).max() ?? 0
      world.expect(
        .boundedFeedback, most <= Self.listsMax * UInt64(people),
        "page \(page): shown \(most) times on a day to \(Figure.count(people, "lineage"))")
    }
  }
}

/// Who took back what it engaged with does not endorse, what is public has enough who do, and what
/// was taken down is not public.
final class DeletesStayDeleted: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let figures = rest.figures
    let threshold = Int(world.plan.knobs.threshold)
    let words = world.intruders.bounds(ofWordsIn: rest, in: world)
    for page in rest.shown.sorted() {
      world.expect(
        .deletesStayDeleted, world.ledger.operators.isTakenDown(page) != .yes,
        "page \(page) is public, and was taken down")
    }
    for (page, bounds) in rest.bounds.sorted(by: { $0.key < $1.key }) {
      let people = figures[page]?.people ?? 0
      world.expect(
        .deletesStayDeleted, people <= max(bounds.people.upperBound, 0),
        "page \(page): endorsed by \(Figure.count(people, "person", "people")), expected at most "
          + "\(bounds.people.upperBound)")
      let bounds = words[page] ?? .nothing
      world.expect(
        .deletesStayDeleted, !rest.shown.contains(page) || bounds.people.upperBound >= threshold,
        "page \(page) is public, with "
          + "\(Figure.count(bounds.people.upperBound, "person", "people")) at most")
      world.expect(
        .deletesStayDeleted,
        !rest.shown.contains(page) || bounds.peopleOfOneTitle >= threshold,
        "page \(page) is public, and "
          + "\(Figure.count(bounds.peopleOfOneTitle, "person", "people")) at most saw one title")
    }
  }
}

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
