internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// What is checked of a run that has come to rest.
struct RunChecks {
  let world: World

  private var plan: WorldPlan { world.plan }
  private var ledger: Ledger { world.ledger }
  private var devices: [TracedDevice] { world.devices }
  private var cloud: Aggregator? { world.cloud }

  /// Everything that can be checked.
  ///
  /// - Parameter shown: what the cloud shows, where it is elsewhere.
  func all(_ shown: PublicState?) throws -> [CheckResult] {
    let endorsed = ledger.endorsed()
    let checks: [CheckResult]
    if let cloud {
      let entries = try cloud.projections.publicEntries()
      checks =
        try [
          lively(), exactlyOnce(cloud), publicOnlyAboveThreshold(entries, endorsed),
          publicAboveThreshold(entries, endorsed), logIsWhole(cloud), rebuildIsEqual(cloud),
        ] + checkLosses()
    } else {
      checks = checkFromOutside(shown, endorsed)
    }
    return checks + [.agreement(of: checks)]
  }

  func result(
    _ promise: Int, _ name: String, _ violations: [String],
    severity: CheckResult.Severity = .correctness
  ) -> CheckResult {
    let shown = violations.prefix(5).joined(separator: "; ")
    let more = violations.count > 5 ? "; and \(violations.count - 5) more" : ""
    return CheckResult(
      promise: promise, name: name, severity: severity,
      violation: violations.isEmpty ? nil : shown + more)
  }

  func lively() -> CheckResult {
    var violations: [String] = []
    for (place, device) in devices.enumerated() where !world.isGone(place) {
      if device.agenda.hasNews { violations.append("device \(device.name) has not spoken") }
      // Until it has, it takes for acknowledged what the cloud may have forgotten.
      if device.agenda.beginsAnew {
        violations.append("device \(device.name) has not asked the cloud again")
      }
      guard let machine = device.machine else { continue }
      if machine.acknowledged != machine.head || machine.phase != .ready {
        violations.append(
          "device \(device.name): \(machine.acknowledged) of \(machine.head) reports acknowledged, "
            + (machine.lastError ?? machine.phase.explanation ?? "phase \(machine.phase.name)"))
      }
      // A cloud has one life until it goes back: what an earlier one acknowledged it may lack.
      if let life = cloud?.projections.life, machine.acknowledged > 0,
        machine.acknowledgedIn != life
      {
        violations.append(
          "device \(device.name): "
            + Figure.count(machine.acknowledged, "report was", "reports were")
            + " acknowledged before the cloud went back, and not confirmed since")
      }
    }
    let wanted = (cloud?.projections.wantedCount ?? 0) - (world.losses?.goneContents() ?? []).count
    if wanted > 0 {
      violations.append(
        Figure.count(wanted, "wanted content has", "wanted contents have") + " not arrived")
    }
    return result(12, CheckResult.everythingArrived, violations, severity: .liveness)
  }

  private func exactlyOnce(_ cloud: Aggregator) -> CheckResult {
    var violations: [String] = []
    let found = cloud.projections.counts()
    let expected = ledger.counts()
    for (tag, count) in expected.sorted(by: { $0.key < $1.key }) {
      guard let counted = found[tag] else {
        violations.append(
          "tag \(tag): \(Figure.count(count.events, "engagement")) happened, none was counted")
        continue
      }
      if let difference = count.difference(from: counted) {
        violations.append("tag \(tag): " + difference)
      }
    }
    for tag in found.keys.filter({ expected[$0] == nil }).sorted() {
      violations.append("tag \(tag) was counted and never happened")
    }
    return result(5, CheckResult.countedOnce, violations)
  }

  private var endorsers: String {
    Figure.plainCount(plan.threshold, "device endorses", "devices endorse")
  }

  private func publicOnlyAboveThreshold(
    _ entries: [PublicEntry], _ endorsed: [[UInt8]: Ledger.Endorsed]
  ) -> CheckResult {
    let violations = entries.filter { entry in
      endorsed[entry.item.bytes].map { $0.devices + $0.undecided } ?? 0 < max(1, plan.threshold)
    }.map { "\($0.item.key) is public with words of too few devices" }
    return result(10, "public only where \(endorsers)", violations)
  }

  /// In a world at rest nothing that could have arrived is missing, so what enough devices endorse
  /// is public, unless its words were lost with them; of several words of one item, those with the
  /// most devices, then the smallest digest.
  private func publicAboveThreshold(
    _ entries: [PublicEntry], _ endorsed: [[UInt8]: Ledger.Endorsed]
  ) -> CheckResult {
    let gone = (world.losses?.goneContents() ?? [])
    let best = best(
      of: endorsed.filter { _, one in
        !gone.contains(WantedContent(tag: one.tag, content: one.words.digest))
      })
    let open = Set(endorsed.values.filter { $0.undecided > 0 }.map(\.tag))
    let found = Dictionary(uniqueKeysWithValues: entries.map { ($0.tag, $0.item) })
    let violations = best.sorted { $0.key < $1.key }.compactMap { tag, expected -> String? in
      guard let item = found[tag] else {
        return "\(expected.words.key) has \(Figure.count(expected.devices, "device")) and is not "
          + "public"
      }
      if item.bytes == expected.words.bytes || open.contains(tag) { return nil }
      return "\(item.key) is public with other words than most devices endorse"
    }
    return result(
      12, "public wherever \(endorsers)", violations, severity: .liveness)
  }

  /// What is public when everything has arrived: the words of an item that most devices endorse.
  func best(of endorsed: [[UInt8]: Ledger.Endorsed]) -> [Tag: Ledger.Endorsed] {
    var best: [Tag: Ledger.Endorsed] = [:]
    for one in endorsed.values where one.devices >= max(1, plan.threshold) {
      if let other = best[one.tag],
        (other.devices, one.words.digest) > (one.devices, other.words.digest)
      {
        continue
      }
      best[one.tag] = one
    }
    return best
  }

  func logIsWhole(_ cloud: Aggregator) -> CheckResult {
    result(3, "the log's chain is whole", (cloud.verifyLog()?.findings ?? []).map(\.meaning))
  }

  func rebuildIsEqual(_ cloud: Aggregator) throws -> CheckResult {
    let before = try cloud.projections.stateDigest()
    try cloud.rebuild()
    let after = try cloud.projections.stateDigest()
    return result(
      9, "a rebuild gives the same state",
      before == after ? [] : ["\(before) before, \(after) after"])
  }

  // MARK: Losses

  func checkLosses() throws -> [CheckResult] {
    guard let losses = world.losses else { return [] }
    losses.lookAtCounts()
    return [
      nothingAcknowledgedIsLost(losses), result(5, "no count was ever too high", losses.tooHigh),
      try indexesAreRight(losses), everythingWasLost(losses),
    ]
  }

  private func nothingAcknowledgedIsLost(_ losses: Losses) -> CheckResult {
    let forbidden = losses.lostReports.filter {
      losses.plan.lostAt == .receipt || $0.wasAcknowledged && losses.cloudRestoreCount == 0
    }
    return result(
      4, CheckResult.nothingAcknowledgedIsLost,
      forbidden.map { "an engagement of device \($0.device) with \($0.key), line \($0.line)" })
  }

  /// Each device that was lost or copied has what its apps' data say.
  private func indexesAreRight(_ losses: Losses) throws -> CheckResult {
    var violations: [String] = []
    for device in devices where !world.isGone(device.place) {
      guard let apps = losses.apps(of: device) else { continue }
      let difference = try device.withDevice(now: world.now) {
        try IndexComparison(apps, with: $0).difference
      }
      // Derived, and so many are a lot of memory.
      try SimulatedFiles(device.disk).remove(device.storage.indexPath)
      if let difference { violations.append("device \(device.name) \(difference)") }
    }
    return result(11, "restored devices find what their apps gave them", violations)
  }

  private func everythingWasLost(_ losses: Losses) -> CheckResult {
    var violations = losses.spared.map { "device \($0) was to be lost and is not" }.sorted()
    let missing = losses.plan.cloudRestores - losses.cloudRestoreCount
    if missing > 0 {
      violations.append("the cloud was to go back \(Figure.count(missing, "time")) more")
    }
    return result(12, "everything that was to be lost was lost", violations, severity: .liveness)
  }

  // MARK: A cloud elsewhere, seen as everybody can see it

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
      return "\(count.key): \(Figure.count(expected.deviceDays, "engagement")) of "
        + "\(Figure.count(expected.devices, "device")) happened, \(count.events) of "
        + "\(count.distinctDevices) were counted, from "
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
    return result(10, "public only where \(endorsers)", violations)
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
      12, "public wherever \(endorsers)", violations, severity: .liveness)
  }
}

extension Ledger.Count {
  /// What the cloud counted otherwise; nil: nothing.
  fileprivate func difference(from counted: ItemCount) -> String? {
    guard counted.events == events,
      (devices...devices + undecided).contains(Int(counted.distinct))
    else {
      return "\(Figure.count(events, "engagement")) of \(Figure.count(devices, "device")) "
        + "happened, \(counted.events) of \(counted.distinct) were counted"
    }
    if counted.firstDay != days.keys.min() || counted.lastDay != days.keys.max() {
      return "counted from \(counted.firstDay) to \(counted.lastDay), which are other days than "
        + "those of its first and last engagement"
    }
    for day in counted.days {
      let expected = days[day.day] ?? OnDay()
      let bounds = expected.devices...expected.devices + expected.undecided
      if day.events != expected.events || !bounds.contains(Int(day.distinct)) {
        return "\(Figure.count(expected.events, "engagement")) of "
          + "\(Figure.count(expected.devices, "device")) happened on \(day.day), \(day.events) of "
          + "\(day.distinct) were counted"
      }
    }
    if counted.days.count == days.count { return nil }
    return "\(Figure.count(days.count, "day")) had engagements, \(counted.days.count) were counted"
  }
}
