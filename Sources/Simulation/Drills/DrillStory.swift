package import JournalFormat

/// What is seen of a drill while it runs.
package struct DrillStory {
  /// What must not be; each is said once.
  private(set) var findings: [String] = []
  private(set) var timeline: [DrillReport.Moment] = []
  private var phases: [DrillReport.Phase] = []
  private var items = SideBySide()
  private var heads = SideBySide()

  /// A line for each device, as two sides tell it.
  private struct SideBySide {
    var expected = ""
    var found = ""

    mutating func add(_ name: String, _ expected: String, _ found: String) {
      self.expected += "\(name) \(expected)\n"
      self.found += "\(name) \(found)\n"
    }

    var digests: (expected: String, found: String) {
      guard !expected.isEmpty else { return ("", "") }
      return (
        Digest(of: Array(expected.utf8)).description, Digest(of: Array(found.utf8)).description
      )
    }
  }

  mutating func recordMoment(
    _ what: String, _ kind: DrillReport.Moment.Kind = .step, at time: Timestamp
  ) {
    timeline.append(
      DrillReport.Moment(
        time: time.text, milliseconds: time.milliseconds, kind: kind, what: what))
  }

  mutating func find(_ finding: String, at time: Timestamp) {
    if !findings.contains(finding) { findings.append(finding) }
    recordMoment(finding, .finding, at: time)
  }

  package init() {}

  /// A part of the recovery took so long, besides what the same part took before.
  package mutating func spend(_ milliseconds: Double, on phase: String) {
    if let place = phases.firstIndex(where: { $0.phase == phase }) {
      phases[place].milliseconds += milliseconds
    } else {
      phases.append(DrillReport.Phase(phase: phase, milliseconds: milliseconds))
    }
  }

  /// What a device has is what it was given.
  ///
  /// - Parameter difference: what of it is otherwise than apps gave it; nil: nothing.
  mutating func compare(
    items found: Set<String>, with expected: Set<String>, _ difference: String? = nil,
    on device: String, at time: Timestamp
  ) {
    items.add(
      device, "\(expected.sorted())", "\(found.sorted())" + (difference.map { " " + $0 } ?? ""))
    if let difference { find("\(device) \(difference)", at: time) }
    guard let difference = SetDifference(found, from: expected) else { return }
    find("\(device) \(difference)", at: time)
  }

  /// A device's outbox ends where the cloud says that it does.
  mutating func compare(head: String, inCloud: String, of device: String, at time: Timestamp) {
    heads.add(device, head, inCloud)
    guard head != inCloud else { return }
    find("\(device) ends with report \(head), and for the cloud with \(inCloud)", at: time)
  }

  /// Continues as another one that continued from this.
  mutating func become(_ other: DrillStory) {
    findings = other.findings
    timeline = other.timeline
    for phase in other.phases { spend(phase.milliseconds, on: phase.phase) }
  }

  /// Begins a story of its own, in which nothing has taken any time yet.
  var continued: DrillStory {
    var story = self
    story.phases = []
    story.items = SideBySide()
    return story
  }

  /// Forgets what was seen while nothing could go well, and not what it took.
  mutating func forget(since before: DrillStory) {
    findings = before.findings
    timeline = before.timeline
  }

  /// Fills in what is known once everything was judged.
  package func conclude(_ report: inout DrillReport, by ledger: DrillLedger) {
    report.rto = phases.map {
      DrillReport.Phase(phase: $0.phase, milliseconds: ($0.milliseconds * 10).rounded() / 10)
    }
    (report.digests.itemsExpected, report.digests.itemsFound) = items.digests
    (report.digests.headsOnDevices, report.digests.headsInCloud) = heads.digests
    report.timeline = timeline
    report.findings = findings
    report.rpo = ledger.loss
    report.cameBack = ledger.cameBack
    let isGood = findings.isEmpty && report.lost + report.duplicated + report.resurrected == 0
    report.verdict = isGood ? .pass : .fail
  }
}

/// What a drill is played on: what is seen of it, and the ledger of what was done, which is kept
/// outside.
package protocol DrillStage: AnyObject {
  var story: DrillStory { get set }
  var ledger: DrillLedger { get set }
  var now: Timestamp { get }
  /// People that have to endorse before a page is public.
  var threshold: Int { get }
  /// Milliseconds of a clock that only continues, for the times of the report.
  var clock: () -> Double { get }
}

extension DrillStage {
  package func recordMoment(_ what: String, _ kind: DrillReport.Moment.Kind = .step) {
    story.recordMoment(what, kind, at: now)
  }

  /// Something that must not be; the same is said once.
  package func find(_ finding: String) { story.find(finding, at: now) }

  /// Measures a part of a recovery, which is so long as the same parts before and this one.
  package func measure<Value>(_ phase: String, _ body: () throws -> Value) rethrows -> Value {
    let start = clock()
    defer { story.spend(clock() - start, on: phase) }
    return try body()
  }

  /// Compares what a device has with what it was given.
  ///
  /// - Parameter difference: what of it is not as apps gave it; nil: nothing.
  package func compare(
    items found: Set<String>, _ difference: String? = nil, on device: Int, name: String
  ) {
    let expected = ledger.items(in: ledger.mark(of: device))
    story.compare(items: found, with: expected, difference, on: name, at: now)
  }

  /// Holds at every moment, and is looked at after each round of the devices: nothing counts more
  /// often than it ever happened.
  package func expectNothingTooHigh(_ found: [String: DrillFigures]) {
    for finding in ledger.findingsTooHigh(found) { find(finding) }
  }

  /// Judges what the cloud counts and shows in the end.
  package func judge(_ found: [String: DrillFigures], into report: inout DrillReport) {
    report.judge(found, by: ledger, threshold: threshold, find: find)
  }
}
