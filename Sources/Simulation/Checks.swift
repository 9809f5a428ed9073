internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// What a run has to show, each named for the promise that it is about.
package struct CheckResult: Hashable, Sendable, Codable {
  package enum Severity: String, Hashable, Sendable, Codable {
    /// Something is wrong with what was counted or kept.
    case correctness
    /// Something did not come to an end.
    case liveness
  }

  package let promise: Int
  package let name: String
  package let severity: Severity
  /// Nil: it holds. Else the values that contradict it.
  package let violation: String?

  package var holds: Bool { violation == nil }

  package static let everythingArrived = "everything arrived"
  package static let nothingAcknowledgedIsLost = "nothing that was acknowledged is lost"
  package static let countedOnce = "every engagement counted exactly once"
  package static let publicCountedOnce = "every engagement with a public item counted exactly once"

  /// Whether checks of one run can hold and fail as they do.
  ///
  /// Where everything arrived and nothing acknowledged is lost, the cloud counts what happened, no
  /// more and no less. A run that says the first and not the second has lost or invented something
  /// behind the back of a check, or its ledger is wrong: it says so, whatever else it says.
  package static func agreement(of checks: [CheckResult]) -> CheckResult {
    let arrivals = checks.filter {
      [everythingArrived, nothingAcknowledgedIsLost].contains($0.name)
    }
    let miscounts = checks.filter {
      [countedOnce, publicCountedOnce].contains($0.name) && !$0.holds
    }
    var violation: String?
    if let miscount = miscounts.first, let detail = miscount.violation, !arrivals.isEmpty,
      arrivals.allSatisfy(\.holds)
    {
      let claims = arrivals.map { "\"\($0.name)\"" }.joined(separator: " and ")
      violation =
        "\(claims) \(arrivals.count == 1 ? "holds" : "hold"), and \"\(miscount.name)\" does not "
        + "(\(detail)): the cloud counted something else than it acknowledged, or the ledger of "
        + "the run is wrong"
    }
    return CheckResult(
      promise: 5, name: "no check contradicts another", severity: .correctness,
      violation: violation)
  }
}

extension World {
  /// Everything that can be checked when the world has come to rest.
  ///
  /// - Parameter shown: what the cloud shows, where it is elsewhere.
  package func check(_ shown: PublicState? = nil) throws -> [CheckResult] {
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
    for (place, device) in devices.enumerated() where !isGone(place) {
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
          "device \(device.name): \(machine.acknowledged) reports were acknowledged before the "
            + "cloud went back, and not confirmed since")
      }
    }
    let wanted = (cloud?.projections.wantedCount ?? 0) - goneContents().count
    if wanted > 0 { violations.append("\(wanted) wanted contents have not arrived") }
    return result(12, CheckResult.everythingArrived, violations, severity: .liveness)
  }

  private func exactlyOnce(_ cloud: Aggregator) -> CheckResult {
    var violations: [String] = []
    let found = cloud.projections.counts()
    let expected = ledger.counts()
    for (tag, count) in expected.sorted(by: { $0.key < $1.key }) {
      guard let counted = found[tag] else {
        violations.append("tag \(tag): \(count.events) engagements happened, none was counted")
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

  private func publicOnlyAboveThreshold(
    _ entries: [PublicEntry], _ endorsed: [[UInt8]: Ledger.Endorsed]
  ) -> CheckResult {
    let violations = entries.filter { entry in
      endorsed[entry.item.bytes].map { $0.devices + $0.undecided } ?? 0 < max(1, plan.threshold)
    }.map { "\($0.item.key) is public with words of too few devices" }
    return result(10, "public only where \(plan.threshold) devices endorse", violations)
  }

  /// In a world at rest nothing that could have arrived is missing, so what enough devices endorse
  /// is public, unless its words were lost with them; of several words of one item, those with the
  /// most devices, then the smallest digest.
  private func publicAboveThreshold(
    _ entries: [PublicEntry], _ endorsed: [[UInt8]: Ledger.Endorsed]
  ) -> CheckResult {
    let gone = goneContents()
    let best = best(
      of: endorsed.filter { _, one in
        !gone.contains(WantedContent(tag: one.tag, content: one.words.digest))
      })
    let open = Set(endorsed.values.filter { $0.undecided > 0 }.map(\.tag))
    let found = Dictionary(uniqueKeysWithValues: entries.map { ($0.tag, $0.item) })
    let violations = best.sorted { $0.key < $1.key }.compactMap { tag, expected -> String? in
      guard let item = found[tag] else {
        return "\(expected.words.key) has \(expected.devices) devices and is not public"
      }
      if item.bytes == expected.words.bytes || open.contains(tag) { return nil }
      return "\(item.key) is public with other words than most devices endorse"
    }
    return result(
      12, "public wherever \(plan.threshold) devices endorse", violations, severity: .liveness)
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
}

extension Ledger.Count {
  /// What the cloud counted otherwise; nil: nothing.
  fileprivate func difference(from counted: ItemCount) -> String? {
    guard counted.events == events,
      (devices...devices + undecided).contains(Int(counted.distinct))
    else {
      return "\(events) engagements of \(devices) devices happened, \(counted.events) of "
        + "\(counted.distinct) were counted"
    }
    if counted.firstDay != days.keys.min() || counted.lastDay != days.keys.max() {
      return "counted from \(counted.firstDay) to \(counted.lastDay), which are other days than "
        + "those of its first and last engagement"
    }
    for day in counted.days {
      let expected = days[day.day] ?? OnDay()
      let bounds = expected.devices...expected.devices + expected.undecided
      if day.events != expected.events || !bounds.contains(Int(day.distinct)) {
        return "\(expected.events) engagements of \(expected.devices) devices happened on "
          + "\(day.day), \(day.events) of \(day.distinct) were counted"
      }
    }
    if counted.days.count == days.count { return nil }
    return "\(days.count) days had engagements, \(counted.days.count) were counted"
  }
}
