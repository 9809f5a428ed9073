internal import JournalFormat

/// What is seen of a drill while it runs.
struct DrillStory {
  /// What must not be; each is said once.
  private(set) var findings: [String] = []
  private(set) var timeline: [DrillReport.Moment] = []
  private var phases: [DrillReport.Phase] = []

  mutating func note(
    _ what: String, _ kind: DrillReport.Moment.Kind = .step, at time: Timestamp
  ) {
    timeline.append(
      DrillReport.Moment(
        time: time.text, milliseconds: time.milliseconds, kind: kind, what: what))
  }

  mutating func find(_ finding: String, at time: Timestamp) {
    if !findings.contains(finding) { findings.append(finding) }
    note(finding, .finding, at: time)
  }

  /// A part of the recovery took so long, besides what the same part took before.
  mutating func spend(_ milliseconds: Double, on phase: String) {
    if let place = phases.firstIndex(where: { $0.phase == phase }) {
      phases[place].milliseconds += milliseconds
    } else {
      phases.append(DrillReport.Phase(phase: phase, milliseconds: milliseconds))
    }
  }

  /// Goes on as another one that went on from this.
  mutating func become(_ other: DrillStory) {
    findings = other.findings
    timeline = other.timeline
    for phase in other.phases { spend(phase.milliseconds, on: phase.phase) }
  }

  /// Begins a story of its own, in which nothing has taken any time yet.
  var continued: DrillStory {
    var story = self
    story.phases = []
    return story
  }

  /// Forgets what was seen while nothing could go well, and not what it took.
  mutating func forget(since before: DrillStory) {
    findings = before.findings
    timeline = before.timeline
  }

  /// Fills in what is known once everything was judged.
  func conclude(_ report: inout DrillReport, by ledger: DrillLedger) {
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
}
