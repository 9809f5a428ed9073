internal import CloudAggregator
internal import JournalFormat

/// What a cloud says of a page.
package struct DrillFigures: Hashable, Sendable {
  package var events = 0
  package var people = 0
  package var isPublic = false

  package init(events: Int = 0, people: Int = 0, isPublic: Bool = false) {
    self.events = events
    self.people = people
    self.isPublic = isPublic
  }

  /// For people.
  var text: String {
    Figure.count(events, "engagement") + " by " + Figure.count(people, "person", "people")
  }

  package mutating func add(events: Int, people: Int) {
    self.events += events
    self.people += people
  }
}

extension Aggregator {
  /// What it counts.
  ///
  /// - Parameter name: of the page of a tag.
  func figures(_ name: (Tag) throws -> String) rethrows -> [String: DrillFigures] {
    var found: [String: DrillFigures] = [:]
    for (tag, count) in projections.counts() {
      found[try name(tag)] = DrillFigures(events: Int(count.events), people: Int(count.distinct))
    }
    return found
  }
}

extension DrillLedger {
  /// Holds at every moment: nothing counts more often than it ever happened.
  func findingsTooHigh(_ found: [String: DrillFigures]) -> [String] {
    found.sorted { $0.key < $1.key }.compactMap { page, figures in
      let (events, people) = (
        everything[page]?.events ?? 0, everything[page]?.people.count ?? 0
      )
      guard figures.events > events || figures.people > people else { return nil }
      return "page \(page): counted \(figures.text), expected at most \(events) by \(people) until "
        + "then"
    }
  }
}

extension DrillReport {
  /// Compares what the cloud says in the end with what has to be, of every page that either knows.
  ///
  /// - Parameters:
  ///   - found: all pages that the cloud has; those that the ledger never heard of by any name.
  ///   - threshold: people that have to endorse before a page is public.
  ///   - find: is told of each difference.
  mutating func judge(
    _ found: [String: DrillFigures], by ledger: DrillLedger, threshold: Int,
    find: (String) -> Void
  ) {
    var expectedLines = ""
    var foundLines = ""
    let allBounds = ledger.bounds()
    for page in Set(allBounds.keys).union(found.keys).sorted() {
      let bounds = allBounds[page] ?? .nothing
      let figures = found[page] ?? DrillFigures()
      judgeCount(of: page, figures, bounds, find)
      judgeView(of: page, figures, bounds, threshold: threshold, find)
      if found[page] != nil {
        foundLines += "\(page) \(figures.events) \(figures.people)\n"
        if !bounds.isReported { find("the cloud has page \(page), which nobody reported") }
      }
      // Where the protocol may decide, what it decided is what was to be expected.
      guard found[page] == nil ? bounds.events.lowerBound > 0 : bounds.isReported else { continue }
      expectedLines += "\(page) \(figures.events.clamped(to: bounds.events)) "
      expectedLines += "\(figures.people.clamped(to: bounds.people))\n"
    }
    digests.countsExpected = Digest(of: Array(expectedLines.utf8)).description
    digests.countsFound = Digest(of: Array(foundLines.utf8)).description
  }

  private mutating func judgeCount(
    of page: String, _ figures: DrillFigures, _ bounds: DrillLedger.Bounds,
    _ find: (String) -> Void
  ) {
    lost += max(0, bounds.events.lowerBound - figures.events)
    lost += max(0, bounds.people.lowerBound - figures.people)
    duplicated += max(0, figures.events - bounds.events.upperBound)
    duplicated += max(0, figures.people - bounds.everyone)
    resurrected += max(0, min(figures.people, bounds.everyone) - bounds.people.upperBound)
    if !bounds.events.contains(figures.events) || !bounds.people.contains(figures.people) {
      find(
        "page \(page): counted \(figures.text) in the end, expected \(bounds.events.text) by "
          + bounds.people.text)
    }
  }

  private mutating func judgeView(
    of page: String, _ figures: DrillFigures, _ bounds: DrillLedger.Bounds, threshold: Int,
    _ find: (String) -> Void
  ) {
    if figures.isPublic, bounds.people.upperBound < threshold {
      if bounds.everyone >= threshold { resurrected += 1 }
      find(
        "page \(page) is public, with "
          + "\(Figure.count(bounds.people.upperBound, "person", "people")) at most")
    }
    if !figures.isPublic, bounds.people.lowerBound >= threshold {
      lost += 1
      find(
        "page \(page) is not public, with "
          + Figure.count(bounds.people.lowerBound, "person", "people"))
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}
