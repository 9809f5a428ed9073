package import HTMLPages
package import JournalFormat

/// The runs of a sweep beside each other: `report.json`.
package struct SweepReport: Codable, Sendable, PageReport {
  /// The figures of one run.
  package struct Row: Codable, Sendable {
    package let threshold: UInt32
    package let syncIntervalHours: Double
    package let batchDelayHours: Double
    package let publicItems: Int
    package let itemsEngaged: Int
    /// From the k-th device's engagement with the same words until the item was public; nil: none
    /// became public.
    package let reveal: WaitQuantiles?
    /// What a device sent on an average day, headers and enrolment included.
    package let bytesPerDeviceDay: Double
    package let bytesPerReport: Double
    /// From the first report that waited to the receipt for all of them; nil: none was sent.
    package let lag: WaitQuantiles?
    package let traceHash: String
    /// Checks that do not hold.
    package let failedChecks: [CheckResult]
    package let wallSeconds: Double

    /// The settings, for people.
    package var name: String {
      "\(threshold), \(intervalText)" + (batchDelayHours > 0 ? ", delay \(delayText)" : "")
    }
    package var intervalText: String { SweepReport.text(seconds: syncIntervalHours * 3_600) }
    package var delayText: String {
      batchDelayHours > 0 ? SweepReport.text(seconds: batchDelayHours * 3_600) : "none"
    }
  }

  package let seed: UInt64
  package let faults: String
  package private(set) var devices = 0
  package private(set) var traceEvents = 0
  /// From the first event to the last one.
  package private(set) var days = 0.0
  package private(set) var rows: [Row] = []

  init(seed: UInt64, faults: String) { (self.seed, self.faults) = (seed, faults) }

  mutating func add(
    _ report: RunReport, _ waits: RunWaits, syncIntervalMilliseconds: Int64,
    batchDelayMilliseconds: Int64 = 0
  ) {
    (devices, traceEvents, days) = (report.devices, report.traceEvents, Self.tenths(waits.days))
    let deviceDays = Double(max(1, report.devices)) * waits.days
    rows.append(
      Row(
        threshold: report.threshold,
        syncIntervalHours: Double(syncIntervalMilliseconds) / 3_600_000,
        batchDelayHours: Double(batchDelayMilliseconds) / 3_600_000,
        publicItems: report.publicItems, itemsEngaged: report.itemsEngaged,
        reveal: WaitQuantiles(of: waits.reveals),
        bytesPerDeviceDay: Self.tenths(Double(report.bytesUp) / deviceDays),
        bytesPerReport: Self.tenths(report.bytesPerReport), lag: WaitQuantiles(of: waits.lags),
        traceHash: report.traceHash, failedChecks: report.checks.filter { !$0.holds },
        wallSeconds: Self.tenths(report.wallSeconds)))
  }

  /// Whether reports wait for a fuller batch in any of the runs.
  package var hasDelays: Bool { rows.contains { $0.batchDelayHours > 0 } }

  package var failedChecks: [CheckResult] { rows.flatMap(\.failedChecks) }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// A length of time in the largest unit of which it has one: "12 s", "1.5 h".
  package static func text(seconds: Double) -> String {
    let units = [(86_400.0, "d"), (3_600, "h"), (60, "min")]
    let (size, name) = units.first { seconds >= $0.0 } ?? (1, "s")
    let amount = tenths(seconds / size)
    return (amount == amount.rounded() ? "\(Int(amount))" : "\(amount)") + " \(name)"
  }

  package func page(madeOn day: Day) -> HTMLPage { SweepPage(report: self).page(madeOn: day) }

  /// Writes `report.json` and `report.html`.
  package func write(to folder: String, madeOn day: Day) throws {
    try writeFiles(to: folder, madeOn: day)
  }
}
