package import JournalFormat

/// The ledger of a drill whose devices and cloud are elsewhere: it is told what was done to them,
/// and what they say of themselves when it is over.
package struct DrillAccount {
  private var ledger = DrillLedger()
  private var timeline: [DrillReport.Moment] = []
  private var findings: [String] = []
  private var phases: [DrillReport.Phase] = []
  /// What each device has of each of its snapshots, and the cloud of its own.
  package struct Mark: Sendable { fileprivate let facts: Set<Int> }

  package enum Fact { case engaged, deleted, kept }

  /// What a cloud says of a page.
  package struct Figures: Hashable, Sendable {
    package var events = 0
    package var people = 0
    package var isPublic = false

    package init() {}
  }

  package init() {}

  // MARK: What is told

  package mutating func note(_ what: String, at time: Timestamp) {
    timeline.append(DrillReport.Moment(time: time.text, what: what))
  }

  /// Something that must not be; the same is said once.
  package mutating func find(_ finding: String, at time: Timestamp) {
    guard !findings.contains(finding) else { return }
    findings.append(finding)
    note("FINDING: \(finding)", at: time)
  }

  /// A part of the recovery took so long, besides what the same part took before.
  package mutating func spend(_ milliseconds: Double, on phase: String) {
    if let place = phases.firstIndex(where: { $0.phase == phase }) {
      phases[place].milliseconds += milliseconds
    } else {
      phases.append(DrillReport.Phase(phase: phase, milliseconds: milliseconds))
    }
  }

  package mutating func record(
    _ fact: Fact, page: String, person: Int, device: Int, at time: Timestamp
  ) {
    let kind: DrillLedger.Fact.Kind =
      switch fact {
      case .engaged: .engaged
      case .deleted: .deleted
      case .kept: .kept
      }
    ledger.record(kind, page: page, person: person, device: device, at: time)
  }

  /// Requests of the device left; whether they arrived is not known.
  package mutating func left(_ device: Int) { ledger.left(device) }

  /// The device has a receipt for all that it holds.
  ///
  /// - Parameter wasTold: whether it began a new epoch, and so heard of its person's withdrawals.
  package mutating func acknowledged(by device: Int, person: Int, wasTold: Bool) {
    ledger.acknowledged(by: device, person: person, wasTold: wasTold)
  }

  package func mark(of device: Int) -> Mark { Mark(facts: ledger.held[device] ?? []) }

  package func markOfCloud() -> Mark { Mark(facts: ledger.inCloud) }

  package mutating func died(_ device: Int, at time: Timestamp) {
    ledger.died(device, at: time)
  }

  package mutating func restored(_ device: Int, to mark: Mark, at time: Timestamp) {
    ledger.restored(device, to: mark.facts, at: time)
  }

  package mutating func copied(_ device: Int, to copy: Int) { ledger.copied(device, to: copy) }

  /// - Parameter mark: what its snapshot holds; nil: it has lost everything, its witness too.
  package mutating func cloudWentBack(to mark: Mark?, at time: Timestamp) {
    ledger.cloudWentBack(to: mark?.facts ?? [], keepsWithdrawals: mark != nil, at: time)
  }

  // MARK: What is asked

  /// Whether the person has ever taken something back.
  package func hasDeleted(_ person: Int) -> Bool {
    ledger.facts.contains { $0.person == person && $0.kind == .deleted }
  }

  package var pages: Set<String> { Set(ledger.facts.map(\.page)) }

  /// What is to be found on a device: what it was given and what it has not deleted since.
  package func items(on device: Int) -> Set<String> { items(in: mark(of: device)) }

  /// The same of a snapshot.
  package func items(in mark: Mark) -> Set<String> {
    var items: Set<String> = []
    for place in mark.facts.sorted() {
      let fact = ledger.facts[place]
      if fact.kind == .deleted { items.remove(fact.page) } else { items.insert(fact.page) }
    }
    return items
  }

  /// Holds at every moment: nothing counts more often than it ever happened.
  package mutating func expectNothingTooHigh(_ found: [String: Figures], at time: Timestamp) {
    let engaged = ledger.facts.filter { $0.kind == .engaged }
    for (page, facts) in Dictionary(grouping: engaged, by: \.page).sorted(by: { $0.key < $1.key }) {
      guard let figures = found[page] else { continue }
      let people = Set(facts.map(\.person)).count
      guard figures.events > facts.count || figures.people > people else { continue }
      find(
        "page \(page) counted \(figures.events) of \(figures.people) on the way, and only "
          + "\(facts.count) of \(people) ever happened", at: time)
    }
  }

  /// Judges the end, and fills the report in.
  ///
  /// - Parameter threshold: people that have to vouch before a page is public.
  package mutating func judge(
    _ found: [String: Figures], threshold: Int, at time: Timestamp, into report: inout DrillReport
  ) {
    var expectedLines = ""
    var foundLines = ""
    for (page, bounds) in ledger.bounds().sorted(by: { $0.key < $1.key }) {
      let figures = found[page] ?? Figures()
      judge(page, figures, bounds, threshold: threshold, at: time, &report)
      // Where the protocol may decide, what it decided is what was to be expected.
      expectedLines += "\(page) \(figures.events.clamped(to: bounds.events)) "
      expectedLines += "\(figures.people.clamped(to: bounds.people))\n"
      foundLines += "\(page) \(figures.events) \(figures.people)\n"
    }
    report.digests.countsExpected = Digest(of: Array(expectedLines.utf8)).description
    report.digests.countsFound = Digest(of: Array(foundLines.utf8)).description
    report.rto = phases.map {
      DrillReport.Phase(phase: $0.phase, milliseconds: ($0.milliseconds * 10).rounded() / 10)
    }
    report.timeline = timeline
    report.findings = findings
    report.rpo = ledger.loss
    report.cameBack = ledger.cameBack
    let isGood = findings.isEmpty && report.lost + report.duplicated + report.resurrected == 0
    report.verdict = isGood ? .pass : .fail
  }

  private mutating func judge(
    _ page: String, _ figures: Figures, _ bounds: DrillLedger.Bounds, threshold: Int,
    at time: Timestamp, _ report: inout DrillReport
  ) {
    report.lost += max(0, bounds.events.lowerBound - figures.events)
    report.lost += max(0, bounds.people.lowerBound - figures.people)
    report.duplicated += max(0, figures.events - bounds.events.upperBound)
    report.duplicated += max(0, figures.people - bounds.everyone)
    report.resurrected += max(
      0, min(figures.people, bounds.everyone) - bounds.people.upperBound)
    if !bounds.events.contains(figures.events) || !bounds.people.contains(figures.people) {
      find(
        "page \(page): \(bounds.events.text) engagements of \(bounds.people.text) people have to "
          + "count, and \(figures.events) of \(figures.people) do", at: time)
    }
    if figures.isPublic, bounds.people.upperBound < threshold {
      if bounds.everyone >= threshold { report.resurrected += 1 }
      find(
        "page \(page) is public, with \(bounds.people.upperBound) people at most", at: time)
    }
    if !figures.isPublic, bounds.people.lowerBound >= threshold {
      report.lost += 1
      find("page \(page) is not public, with \(bounds.people.lowerBound) people", at: time)
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
