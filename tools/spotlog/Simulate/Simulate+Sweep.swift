import ArgumentParser
import Foundation
import JournalFormat
import JournalStore
import Simulation

/// Settings of which a run tries several values.
struct SweepOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Compares runs with several values of a setting: threshold=5,10, sync-interval=1h,24h or \
      batch-delay=0,6h,24h; can be repeated, for at most \(Sweep.runCountMax) runs.
      """, valueName: "setting=values"))
  var sweep: [String] = []

  var isGiven: Bool { !sweep.isEmpty }

  /// What can be compared.
  private enum Setting: String, CaseIterable {
    case threshold
    case syncInterval = "sync-interval"
    case batchDelay = "batch-delay"
  }

  /// The values of each setting, as they were given.
  struct Values: Hashable {
    /// Empty: nothing was said of it.
    fileprivate(set) var thresholds: [UInt32] = []
    /// Milliseconds.
    fileprivate(set) var syncIntervals: [Int64] = []
    /// Milliseconds.
    fileprivate(set) var batchDelays: [Int64] = []

    fileprivate var runCount: Int {
      [thresholds.count, syncIntervals.count, batchDelays.count].reduce(1) { $0 * max(1, $1) }
    }
  }

  func validate() throws { _ = try values }

  var values: Values {
    get throws {
      var values = Values()
      for text in sweep {
        let (setting, words) = try Self.parts(of: text)
        switch setting {
        case .threshold:
          try Self.check(values.thresholds.isEmpty, setting)
          values.thresholds = try words.map(Self.threshold)
          try Self.checkEach(values.thresholds, words)
        case .syncInterval:
          try Self.check(values.syncIntervals.isEmpty, setting)
          values.syncIntervals = try words.map(Self.interval)
          try Self.checkEach(values.syncIntervals, words)
        case .batchDelay:
          try Self.check(values.batchDelays.isEmpty, setting)
          values.batchDelays = try words.map(Self.delay)
          try Self.checkEach(values.batchDelays, words)
        }
      }
      let runs = values.runCount
      guard runs <= Sweep.runCountMax else {
        throw ValidationError(
          "These values make \(Figure.grouped(runs)) runs, and a sweep has at most "
            + "\(Sweep.runCountMax). Leave some values out.")
      }
      return values
    }
  }

  private static func parts(of text: String) throws -> (Setting, [String]) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "--sweep \(text.printable) names no values. Write a setting and its values, such as "
          + "threshold=5,10,20.")
    }
    guard let setting = Setting(rawValue: parts[0]) else {
      let names = Setting.allCases.map(\.rawValue)
      let hint =
        Suggestion.nearest(to: parts[0], of: names).map { "Did you mean \($0)?" }
        ?? "It compares \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")."
      throw ValidationError("--sweep knows no setting \"\(parts[0].printable)\". \(hint)")
    }
    return (
      setting, parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    )
  }

  private static func threshold(_ text: String) throws -> UInt32 {
    guard let number = UInt32(text), number > 0 else {
      throw ValidationError(
        "--sweep threshold has the value \"\(text.printable)\". Give numbers of devices, 1 or more."
      )
    }
    return number
  }

  private static func interval(_ text: String) throws -> Int64 {
    let hour: Int64 = 3_600_000
    guard let duration = GivenDuration(text), duration.milliseconds.isMultiple(of: hour),
      (1...8_760).contains(duration.milliseconds / hour)
    else {
      throw ValidationError(
        "--sweep sync-interval has the value \"\(text.printable)\". Give whole hours or days, "
          + "from 1h to 8760h: 1h, 24h, 7d.")
    }
    return duration.milliseconds
  }

  private static func delay(_ text: String) throws -> Int64 {
    guard let delay = Simulate.batchDelay(text) else {
      throw ValidationError(
        "--sweep batch-delay has the value \"\(text.printable)\". Give lengths of time from 0 to "
          + "7d: 0, 90m, 6h, 1d.")
    }
    return delay
  }

  private static func check(_ isFirst: Bool, _ setting: Setting) throws {
    guard isFirst else {
      throw ValidationError(
        "--sweep names \(setting.rawValue) twice. Give all of its values at once, with commas.")
    }
  }

  /// Equal runs would be compared.
  private static func checkEach<Value: Hashable>(_ values: [Value], _ words: [String]) throws {
    var known: Set<Value> = []
    guard let place = values.indices.first(where: { !known.insert(values[$0]).inserted }) else {
      return
    }
    throw ValidationError("--sweep has the value \(words[place].printable) twice.")
  }
}

extension Simulate {
  /// What the runs of a sweep cannot have.
  func refuseStrayWithSweep() throws {
    guard sweep.isGiven else { return }
    let values = try sweep.values
    let stray =
      [
        ("--threshold", threshold != nil && !values.thresholds.isEmpty),
        ("--sync-interval", syncInterval != nil && !values.syncIntervals.isEmpty),
        ("--batch-delay", batchDelay != nil && !values.batchDelays.isEmpty),
        ("--keep-devices", keepDevices),
      ] + losses.given + server.given
    if let name = stray.first(where: \.1)?.0 {
      throw ValidationError("\(name) cannot be combined with this --sweep.")
    }
    guard trace != "-" else {
      throw ValidationError("A sweep reads its trace several times: give --trace a file.")
    }
  }

  func runSweep(_ plan: WorldPlan, of source: TraceSource) throws {
    let values = try sweep.values
    let sweep = Sweep(
      plan, source: source,
      thresholds: values.thresholds.isEmpty ? [plan.threshold] : values.thresholds,
      syncIntervals: values.syncIntervals.isEmpty
        ? [plan.syncIntervalMilliseconds] : values.syncIntervals,
      batchDelays: values.batchDelays.isEmpty ? nil : values.batchDelays)
    if let out { try FileSystem.makeFolder(out) }
    let report = try sweep.perform { runs, events in
      Terminal.progress(
        "run \(runs + 1) of \(sweep.runCount): \(Figure.plainCount(events, "event"))")
    }
    Terminal.endProgress()
    if let out { try report.write(to: out, madeOn: Timestamp.current.day) }
    if form.json {
      try Output.json(report)
    } else {
      report.print()
      if let out { print("report      \(out)/report.html") }
    }
    try Self.judge(report.failedChecks)
  }
}

extension SweepReport {
  fileprivate func print() {
    Terminal.print(
      "devices     \(Figure.grouped(devices)), \(Figure.count(traceEvents, "event")) over "
        + "\(days) days, seed \(seed), faults \(faults)")
    Terminal.print("")
    let table = TextTable(of: rows) { row in
      func wait(_ title: String, _ seconds: Double?) -> TextTable.Cell {
        .init(
          title: title, text: seconds.map { Self.text(seconds: $0) } ?? "-", isNumber: true)
      }
      let delay =
        hasDelays ? [TextTable.Cell(title: "delay", text: row.delayText, isNumber: true)] : []
      return [
        .number("threshold", row.threshold),
        .init(title: "interval", text: row.intervalText, isNumber: true),
      ] + delay + [
        .number("public", row.publicItems), .number("engaged", row.itemsEngaged),
        wait("to public p50", row.reveal?.p50), wait("p99", row.reveal?.p99),
        .init(title: "bytes/device/day", text: "\(row.bytesPerDeviceDay)", isNumber: true),
        .init(title: "bytes/report", text: "\(row.bytesPerReport)", isNumber: true),
        wait("lag p50", row.lag?.p50), wait("p99", row.lag?.p99), wait("max", row.lag?.max),
        .text("checks", row.failedChecks.isEmpty ? "hold" : "FAIL"),
      ]
    }
    for line in table.lines { Terminal.print(line) }
    Terminal.print("")
    for row in rows {
      for check in row.failedChecks {
        Terminal.print("FAILS       threshold \(row.name): \(check.name)")
        if let violation = check.violation { Terminal.print("            \(violation)") }
      }
    }
    if failedChecks.isEmpty { Terminal.print("all checks hold in all runs") }
  }
}
