internal import CloudAggregator
internal import Foundation
internal import JournalFormat
internal import JournalStore

/// What a run did and showed: `report.json`.
package struct RunReport: Codable, Sendable {
  package struct Day: Codable, Sendable {
    package var day: String
    package var events: UInt64
    package var newPublicItems: Int
  }

  package var seed: UInt64
  package var threshold: UInt32
  package var faults: String
  package var devices: Int
  package var traceEvents: Int
  package var privateEntries: UInt64
  /// Entries of shared journals that the cloud holds.
  package var reports: UInt64
  package var batches: UInt64
  package var publicItems: Int
  package var itemsEngaged: Int
  package var requests: Int
  package var messages: SimulatedNetwork.Counters
  package var bytesUp: Int
  package var bytesDown: Int
  /// All bytes that devices sent, headers and enrolment included, by report.
  package var bytesPerReport: Double
  /// Upper bounds, in seconds, of the wait of half, 90 %, 99 % and all of the devices' syncs.
  package var lagSeconds: [Int]
  /// Syncs by wait: at most 1 s, 2 s, 4 s, and so on.
  package var lagHistogram: [Int]
  package var virtualDays: Int
  package var steps: Int
  package var cpuSeconds: Double
  package var wallSeconds: Double
  package var peakMemoryMiB: Int
  package var traceHash: String
  /// Nil where only the cloud's own folder could show it.
  package var stateDigest: String?
  package var days: [Day]
  package var topItems: [Item]
  package var checks: [CheckResult]
  /// Nil where nothing was lost on purpose.
  package var losses: Losses?
  /// Checks that could not be made, because the cloud is elsewhere.
  package var notChecked: [String]?

  /// What was lost on purpose, and what of it is nowhere any more.
  package struct Losses: Codable, Sendable {
    package var lostAt: String
    package var restoredDevices: Int
    package var clonedDevices: Int
    package var cloudRestores: Int
    /// How often all counts were looked at while the run continued.
    package var looks: Int
    /// Devices whose index was compared with what their apps gave them.
    package var indexesCompared: Int
    /// Those whose index was not: nothing of them was lost or copied, or no app gave them anything.
    package var indexesLeftOut: Int
    package var lostReports: [LostReport]
    /// Contents that the cloud waits for, and that nobody has any more.
    package var lostContents: Int
  }

  package struct Item: Codable, Sendable {
    package var key: String
    package var app: String
    package var title: String
    package var events: UInt64
    package var distinctDevices: UInt32
  }

  package var allHold: Bool { checks.allSatisfy(\.holds) }
}

extension World {
  /// The report of a run that has come to rest.
  ///
  /// - Parameter shown: what the cloud shows, where it is elsewhere.
  package func report(
    checks: [CheckResult], shown: PublicState? = nil, cpuSeconds: Double, wallSeconds: Double,
    peakMemoryMiB: Int
  ) throws -> RunReport {
    let figures = try cloudFigures(shown)
    let reports = figures.reports
    let top = figures.items.sorted {
      ($0.distinctDevices, $0.events) > ($1.distinctDevices, $1.events)
    }.prefix(20).map {
      RunReport.Item(
        key: $0.key, app: $0.app, title: $0.title, events: $0.events,
        distinctDevices: $0.distinctDevices)
    }
    return RunReport(
      seed: plan.seed, threshold: plan.threshold, faults: plan.network.name,
      devices: places.count, traceEvents: measures.traceEvents,
      privateEntries: devices.indices.reduce(0) {
        isGone($1) ? $0 : $0 + devices[$1].entryCount
      }, reports: reports,
      batches: figures.batches, publicItems: figures.items.count,
      itemsEngaged: ledger.itemCount, requests: measures.requests,
      messages: networkCounters, bytesUp: measures.bytesUp, bytesDown: measures.bytesDown,
      bytesPerReport: reports == 0 ? 0 : Double(measures.bytesUp) / Double(reports),
      lagSeconds: [0.5, 0.9, 0.99, 1].map { measures.lag.secondsBound(share: $0) },
      lagHistogram: measures.lag.counts,
      virtualDays: Int((now.milliseconds - (started ?? now).milliseconds) / 86_400_000),
      steps: measures.steps, cpuSeconds: cpuSeconds, wallSeconds: wallSeconds,
      peakMemoryMiB: peakMemoryMiB, traceHash: String(traceHash, radix: 16),
      stateDigest: figures.stateDigest, days: days(figures.eventsByDay), topItems: Array(top),
      checks: checks, losses: lossFigures, notChecked: figures.notChecked)
  }

  private var lossFigures: RunReport.Losses? {
    losses.map {
      RunReport.Losses(
        lostAt: $0.plan.lostAt.rawValue, restoredDevices: $0.restoredCount,
        clonedDevices: $0.clonedCount, cloudRestores: $0.cloudRestoreCount, looks: $0.lookCount,
        indexesCompared: $0.comparedCount, indexesLeftOut: $0.leftOutCount,
        lostReports: lostReports, lostContents: goneContents().count)
    }
  }

  /// Engagements by the day they happened, items by the day they became public.
  private func days(_ eventsByDay: [(Day, UInt64)]) -> [RunReport.Day] {
    var revealed = measures.revealedByDay
    var days = eventsByDay.map { day, events in
      RunReport.Day(
        day: day.description, events: events, newPublicItems: revealed.removeValue(forKey: day) ?? 0
      )
    }
    days += revealed.sorted { $0.key < $1.key }.map {
      RunReport.Day(day: $0.key.description, events: 0, newPublicItems: $0.value)
    }
    return days.sorted { $0.day < $1.day }
  }
}

extension RunReport {
  /// The outcome in a few lines for people.
  package var summary: String {
    let perReport = (bytesPerReport * 10).rounded() / 10
    let lost =
      messages.lost == 0 && messages.duplicated == 0
      ? ""
      : ", \(Figure.grouped(messages.lost)) lost, \(Figure.grouped(messages.duplicated)) twice, "
        + "\(Figure.grouped(messages.late)) late"
    var lines = [
      "devices     \(Figure.grouped(devices)), \(Figure.count(traceEvents, "event")) over "
        + "\(Figure.count(virtualDays, "day")), seed \(seed)",
      "reports     \(Figure.grouped(reports)) in \(Figure.count(batches, "batch", "batches")), "
        + "\(perReport) bytes each, all told",
      "messages    \(Figure.grouped(messages.sent))\(lost)",
      "items       \(Figure.grouped(itemsEngaged)) engaged with, "
        + "\(Figure.grouped(publicItems)) public (threshold \(threshold))",
      "state       \(stateDigest ?? "known to the server alone")",
      "trace hash  \(traceHash)",
      "took        \((wallSeconds * 10).rounded() / 10) s, \(peakMemoryMiB) MiB",
    ]
    if let losses { lines += Self.lines(of: losses) }
    for check in checks {
      lines.append("\(check.holds ? "holds " : "FAILS ")      \(check.promise). \(check.name)")
      if let violation = check.violation { lines.append("            \(violation)") }
    }
    for check in notChecked ?? [] { lines.append("unseen      \(check)") }
    return lines.joined(separator: "\n")
  }

  private static func lines(of losses: Losses) -> [String] {
    let lost = losses.lostReports
    let indexes = Figure.count(losses.indexesCompared, "index", "indexes")
    var lines = [
      "lost        \(Figure.count(losses.restoredDevices, "device")) restored, "
        + "\(Figure.grouped(losses.clonedDevices)) copied, "
        + "the cloud restored \(Figure.count(losses.cloudRestores, "time"))",
      "            \(indexes) compared with what apps gave, "
        + "\(Figure.grouped(losses.indexesLeftOut)) not: of devices that lost nothing, or were "
        + "given nothing",
      "            \(Figure.count(lost.count, "report")) died with their devices, "
        + "\(Figure.grouped(lost.filter(\.wasAcknowledged).count)) of them acknowledged by a cloud "
        + "that went back",
    ]
    if losses.lostContents > 0 {
      let contents = Figure.count(losses.lostContents, "content")
      lines.append(
        "            the words of \(contents) died with their devices, before the cloud had them")
    }
    return lines
  }
}
