internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import Sync

/// A cloud elsewhere, seen as everybody can see it.
extension World {
  /// What only the cloud's own folder could show.
  static let notCheckedFromOutside = [
    "every engagement counted exactly once, below the threshold too",
    "every wanted content has arrived", "the log's chain is whole",
    "a rebuild gives the same state",
  ]

  func checkFromOutside(
    _ shown: PublicState?, _ endorsed: [[UInt8]: Ledger.Endorsed]
  ) -> [CheckResult] {
    guard let shown else { return [lively()] }
    let best = best(of: endorsed).mapValues { CloudTables.Line($0.words, tag: $0.tag) }
    let expected = Dictionary(uniqueKeysWithValues: best.map { ($1.tag, $1) })
    return [
      lively(), countsAreRight(shown), onlyExpected(shown, expected),
      allExpected(shown, expected),
    ]
  }

  private func countsAreRight(_ shown: PublicState) -> CheckResult {
    let happened = ledger.counts()
    let violations = shown.counts.compactMap { count -> String? in
      guard let expected = count.tag.flatMap(Tag.init(hex:)).flatMap({ happened[$0] }) else {
        return "\(count.key) was counted and never happened"
      }
      let days = expected.days.keys.sorted()
      if count.events == expected.deviceDays, Int(count.distinctDevices) == expected.devices,
        count.firstDay == days.first?.description, count.lastDay == days.last?.description
      {
        return nil
      }
      return "\(count.key): \(expected.deviceDays) engagements of \(expected.devices) devices "
        + "happened, \(count.events) of \(count.distinctDevices) were counted, from "
        + "\(count.firstDay) to \(count.lastDay)"
    }
    return result(5, CheckResult.publicCountedOnce, violations)
  }

  private func onlyExpected(
    _ shown: PublicState, _ expected: [String: CloudTables.Line]
  ) -> CheckResult {
    let violations = shown.counts.filter { expected[$0.tag ?? ""] == nil }.map {
      "\($0.key) is public and has too few devices"
    }
    return result(10, "public only where \(plan.threshold) devices endorse", violations)
  }

  private func allExpected(
    _ shown: PublicState, _ expected: [String: CloudTables.Line]
  ) -> CheckResult {
    let found = Dictionary(shown.items.map { ($0.tag, $0) }) { first, _ in first }
    let violations = expected.sorted { $0.key < $1.key }.compactMap { tag, line -> String? in
      guard let item = found[tag] else {
        return "\(line.key) has enough devices and is not public"
      }
      return item.hasWords(of: line)
        ? nil : "\(line.key) is public with other words than most devices endorse"
    }
    return result(
      12, "public wherever \(plan.threshold) devices endorse", violations, severity: .liveness)
  }

  /// What a report says of a cloud, as far as it can be known.
  func cloudFigures(_ shown: PublicState?) throws -> CloudFigures {
    guard let localCloud, let cloud else { return figuresFromOutside(shown) }
    let entries = try cloud.projections.publicEntries()
    let intake = localCloud.intake
    return CloudFigures(
      reports: intake.reports, batches: intake.batches,
      stateDigest: try cloud.projections.stateDigest().description, notChecked: nil,
      eventsByDay: cloud.projections.eventsByDay().map { ($0, $1) },
      items: entries.map { CloudTables.Line($0) })
  }

  private func figuresFromOutside(_ shown: PublicState?) -> CloudFigures {
    var days: [Day: UInt64] = [:]
    for count in ledger.counts().values {
      for (day, onDay) in count.days { days[day, default: 0] += onDay.events }
    }
    return CloudFigures(
      reports: devices.reduce(0) { $0 + ($1.machine?.acknowledged ?? 0) },
      batches: UInt64(measures.batches), stateDigest: nil,
      notChecked: Self.notCheckedFromOutside,
      eventsByDay: days.sorted { $0.key < $1.key }.map { ($0, $1) }, items: shown?.items ?? [])
  }
}

/// What a report says of a cloud.
struct CloudFigures {
  var reports: UInt64
  var batches: UInt64
  /// Nil where only the cloud's own folder could show it.
  var stateDigest: String?
  var notChecked: [String]?
  var eventsByDay: [(Day, UInt64)]
  var items: [CloudTables.Line]
}
