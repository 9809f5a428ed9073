internal import CloudAggregator
internal import Foundation
package import HTMLPages
package import JournalFormat
internal import JournalStore
internal import Sync

/// What a run did and showed: `report.json`.
package struct RunReport: Codable, Sendable, PageReport {
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

  package func page(madeOn day: JournalFormat.Day) -> HTMLPage {
    ReportPage(report: self).page(madeOn: day)
  }
}

extension RunReport {
  /// Of a run that has come to rest.
  ///
  /// - Parameter shown: what the cloud shows, where it is elsewhere.
  package init(
    _ world: World, checks: [CheckResult], shown: PublicState? = nil, cpuSeconds: Double,
    wallSeconds: Double,
    peakMemoryMiB: Int
  ) throws {
    let figures = try CloudFigures(of: world, shown)
    let (plan, measures) = (world.plan, world.measures)
    let reports = figures.reports
    let top = figures.items.sorted {
      ($0.distinctDevices, $0.events) > ($1.distinctDevices, $1.events)
    }.prefix(20).map {
      Item(
        key: $0.key, app: $0.app, title: $0.title, events: $0.events,
        distinctDevices: $0.distinctDevices)
    }
    self.init(
      seed: plan.seed, threshold: plan.threshold, faults: plan.network.name,
      devices: world.places.count, traceEvents: measures.traceEvents,
      privateEntries: world.devices.reduce(0) {
        world.isGone($1.place) ? $0 : $0 + $1.entryCount
      }, reports: reports,
      batches: figures.batches, publicItems: figures.items.count,
      itemsEngaged: world.ledger.itemCount, requests: measures.requests,
      messages: world.networkCounters, bytesUp: measures.bytesUp, bytesDown: measures.bytesDown,
      bytesPerReport: reports == 0 ? 0 : Double(measures.bytesUp) / Double(reports),
      lagSeconds: [0.5, 0.9, 0.99, 1].map { measures.lag.secondsBound(share: $0) },
      lagHistogram: measures.lag.counts,
      virtualDays: Int(
        (world.now.milliseconds - (world.started ?? world.now).milliseconds) / 86_400_000),
      steps: measures.steps, cpuSeconds: cpuSeconds, wallSeconds: wallSeconds,
      peakMemoryMiB: peakMemoryMiB, traceHash: String(world.traceHash, radix: 16),
      stateDigest: figures.stateDigest,
      days: Self.days(figures.eventsByDay, measures.revealedByDay), topItems: Array(top),
      checks: checks, losses: Losses(of: world), notChecked: figures.notChecked)
  }

  /// Engagements by the day they happened, items by the day they became public.
  private static func days(
    _ eventsByDay: [(JournalFormat.Day, UInt64)], _ revealedByDay: [JournalFormat.Day: Int]
  ) -> [Day] {
    var revealed = revealedByDay
    var days = eventsByDay.map { day, events in
      Day(
        day: day.description, events: events, newPublicItems: revealed.removeValue(forKey: day) ?? 0
      )
    }
    days += revealed.sorted { $0.key < $1.key }.map {
      Day(day: $0.key.description, events: 0, newPublicItems: $0.value)
    }
    return days.sorted { $0.day < $1.day }
  }
}

/// What a report says of a cloud, as far as it can be known.
private struct CloudFigures {
  let reports: UInt64
  let batches: UInt64
  /// Nil where only the cloud's own folder could show it.
  let stateDigest: String?
  let notChecked: [String]?
  let eventsByDay: [(Day, UInt64)]
  let items: [CloudTables.Line]

  init(of world: World, _ shown: PublicState?) throws {
    guard let intake = world.localCloud?.intake, let projections = world.cloud?.projections else {
      var days: [Day: UInt64] = [:]
      for count in world.ledger.counts().values {
        for (day, onDay) in count.days { days[day, default: 0] += onDay.events }
      }
      reports = world.devices.reduce(0) { $0 + ($1.machine?.acknowledged ?? 0) }
      batches = UInt64(world.measures.batches)
      stateDigest = nil
      notChecked = RunChecks.notCheckedFromOutside
      eventsByDay = days.sorted { $0.key < $1.key }.map { ($0, $1) }
      items = shown?.items ?? []
      return
    }
    items = try projections.publicEntries().map { CloudTables.Line($0) }
    (reports, batches) = (intake.reports, intake.batches)
    stateDigest = try projections.stateDigest().description
    notChecked = nil
    eventsByDay = projections.eventsByDay().map { ($0, $1) }
  }
}

extension RunReport.Losses {
  /// Nil: nothing was lost on purpose.
  fileprivate init?(of world: World) {
    guard let losses = world.losses else { return nil }
    let left = world.devices.filter { !world.isGone($0.place) }
    let compared = left.count { losses.apps(of: $0) != nil }
    self.init(
      lostAt: losses.plan.lostAt.rawValue, restoredDevices: losses.restoredCount,
      clonedDevices: losses.clonedCount, cloudRestores: losses.cloudRestoreCount,
      looks: losses.lookCount, indexesCompared: compared, indexesLeftOut: left.count - compared,
      lostReports: losses.lostReports, lostContents: losses.goneContents().count)
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
