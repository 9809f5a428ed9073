package import JournalFormat

/// The ledger of a drill whose devices and cloud are elsewhere: it is told what was done to them,
/// and what they say of themselves when it is over.
package struct DrillAccount {
  private var ledger: DrillLedger
  private var story = DrillStory()
  /// What a device has, as in a snapshot of it.
  package struct Mark: Sendable { fileprivate let facts: FactSet }
  /// What the cloud has.
  package struct CloudMark: Sendable { fileprivate let mark: DrillLedger.CloudMark }

  package enum Fact { case engaged, deleted, kept }

  /// - Parameter app: what gives everything to devices.
  package init(app: String) { ledger = DrillLedger(app: app) }

  // MARK: What is told

  package mutating func note(
    _ what: String, _ kind: DrillReport.Moment.Kind = .step, at time: Timestamp
  ) {
    story.note(what, kind, at: time)
  }

  /// Something that must not be; the same is said once.
  package mutating func find(_ finding: String, at time: Timestamp) {
    story.find(finding, at: time)
  }

  /// A part of the recovery took so long, besides what the same part took before.
  package mutating func spend(_ milliseconds: Double, on phase: String) {
    story.spend(milliseconds, on: phase)
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

  /// Reports of the device left; whether they arrived is not known.
  package mutating func left(_ device: Int) { ledger.left(device) }

  /// The device has a receipt for all that it holds.
  ///
  /// - Parameter wasTold: whether it began a new epoch, and so heard of its person's withdrawals.
  package mutating func acknowledged(by device: Int, person: Int, wasTold: Bool) {
    ledger.acknowledged(by: device, person: person, wasTold: wasTold)
  }

  package func mark(of device: Int) -> Mark { Mark(facts: ledger.held[device] ?? []) }

  package func markOfCloud() -> CloudMark { CloudMark(mark: ledger.cloudMark) }

  package mutating func died(_ device: Int, at time: Timestamp) {
    ledger.died(device, at: time)
  }

  package mutating func restored(_ device: Int, to mark: Mark, at time: Timestamp) {
    ledger.restored(device, to: mark.facts, at: time)
  }

  package mutating func copied(_ device: Int, to copy: Int) { ledger.copied(device, to: copy) }

  /// - Parameter mark: what its snapshot holds; nil: it has lost everything, its witness too.
  package mutating func cloudWentBack(to mark: CloudMark?, at time: Timestamp) {
    ledger.cloudWentBack(to: mark?.mark ?? .nothing, keepsWithdrawals: mark != nil, at: time)
  }

  // MARK: What is asked

  /// Whether the person has ever taken something back.
  package func hasDeleted(_ person: Int) -> Bool {
    ledger.facts.contains { $0.person == person && $0.kind == .deleted }
  }

  package var pages: Set<String> { ledger.pages }

  /// What is to be found on a device: what it was given and what it has not deleted since.
  package func items(on device: Int) -> Set<String> { items(in: mark(of: device)) }

  /// The same of a snapshot.
  package func items(in mark: Mark) -> Set<String> { ledger.items(in: mark.facts) }

  /// Compares what a device has with what it was given.
  package mutating func judge(
    items found: Set<String>, on device: Int, name: String, at time: Timestamp
  ) {
    let expected = items(on: device)
    story.compare(items: found, with: expected, on: name, at: time)
  }

  /// Holds at every moment: nothing counts more often than it ever happened.
  package mutating func expectNothingTooHigh(_ found: [String: DrillFigures], at time: Timestamp) {
    for finding in ledger.findingsTooHigh(found) { find(finding, at: time) }
  }

  /// Judges the end, and fills the report in.
  ///
  /// - Parameter threshold: people that have to endorse before a page is public.
  package mutating func judge(
    _ found: [String: DrillFigures], threshold: Int, at time: Timestamp,
    into report: inout DrillReport
  ) {
    report.judge(found, by: ledger, threshold: threshold) { story.find($0, at: time) }
    story.conclude(&report, by: ledger)
  }

  /// For a drill that came to no end: what was found up to there. What nobody asked the cloud
  /// for is not lost.
  package func giveUp(into report: inout DrillReport) { story.conclude(&report, by: ledger) }
}
