internal import CloudAggregator
internal import JournalFormat

/// What the cloud has, by the names that the ledger knows.
extension FaultWorld {
  /// What the cloud counts, of all that it knows.
  func figures(of cloud: Aggregator) -> [String: DrillFigures] {
    var found: [String: DrillFigures] = [:]
    for (tag, count) in cloud.projections.counts() {
      found[page(of: tag)] = DrillFigures(events: Int(count.events), people: Int(count.distinct))
    }
    return found
  }

  func publicPages(of cloud: Aggregator) throws -> Set<String> {
    Set(try cloud.projections.publicEntries().map { page(of: $0.tag) })
  }

  /// The page of a tag; the tag itself where no page has it.
  func page(of tag: Tag) -> String { pages[tag] ?? "tag:\(tag)" }

  /// Notes what has become public.
  func noteRevealed(_ cloud: Aggregator) {
    guard measures.hasRipe, let shown = try? publicPages(of: cloud)
    else { return }
    measures.revealed(at: now) { shown.contains($0) }
  }

  func judgeRest() throws {
    expect(.comesToRest, cloud.process != nil, "the cloud does not run")
    guard let process = cloud.process else { return }
    let rest = FaultRest(
      cloud: process, figures: figures(of: process), shown: try publicPages(of: process),
      bounds: ledger.bounds())
    for checker in checkers { try checker.atRest(rest, in: self) }
  }
}
