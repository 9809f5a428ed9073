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
}

extension World {
  /// Everything that can be checked when the world has come to rest.
  package func check() throws -> [CheckResult] {
    [
      lively(), exactlyOnce(), try publicOnlyAboveThreshold(), logIsWhole(),
      try rebuildIsEqual(),
    ]
  }

  private func result(
    _ promise: Int, _ name: String, _ violations: [String],
    severity: CheckResult.Severity = .correctness
  ) -> CheckResult {
    let shown = violations.prefix(5).joined(separator: "; ")
    let more = violations.count > 5 ? "; and \(violations.count - 5) more" : ""
    return CheckResult(
      promise: promise, name: name, severity: severity,
      violation: violations.isEmpty ? nil : shown + more)
  }

  private func lively() -> CheckResult {
    var violations: [String] = []
    for device in devices {
      if device.agenda.hasNews { violations.append("device \(device.name) has not spoken") }
      guard let machine = device.machine else { continue }
      if machine.acknowledged != machine.head || machine.phase != .ready {
        violations.append(
          "device \(device.name): \(machine.acknowledged) of \(machine.head) reports acknowledged, "
            + "\(machine.lastError ?? "phase \(machine.phase)")")
      }
    }
    let wanted = cloud.folds.wantedCount
    if wanted > 0 { violations.append("\(wanted) wanted contents have not arrived") }
    return result(12, "everything arrived", violations, severity: .liveness)
  }

  private func exactlyOnce() -> CheckResult {
    var violations: [String] = []
    let counts = cloud.folds.counts()
    for (tag, expected) in ledger.counts.sorted(by: { $0.key < $1.key }) {
      let found = counts[tag]
      if found?.events != expected.events || found?.distinct != expected.devices.count {
        violations.append(
          "tag \(tag): \(expected.events) engagements of \(expected.devices.count) devices "
            + "happened, \(found?.events ?? 0) of \(found?.distinct ?? 0) were counted")
      }
    }
    for tag in counts.keys.filter({ ledger.counts[$0] == nil }).sorted() {
      violations.append("tag \(tag) was counted and never happened")
    }
    return result(5, "every engagement counted exactly once", violations)
  }

  private func publicOnlyAboveThreshold() throws -> CheckResult {
    let violations = try cloud.folds.publicEntries().filter { entry in
      UInt32(ledger.counts[entry.tag]?.devices.count ?? 0) < plan.threshold
    }.map { "\($0.item.key) is public with too few devices" }
    return result(10, "public only where \(plan.threshold) devices vouch", violations)
  }

  private func logIsWhole() -> CheckResult {
    result(3, "the log's chain is whole", (cloud.verifyLog()?.findings ?? []).map(\.meaning))
  }

  private func rebuildIsEqual() throws -> CheckResult {
    let before = try cloud.folds.stateDigest()
    try cloud.rebuild()
    let after = try cloud.folds.stateDigest()
    return result(
      9, "a rebuild gives the same state",
      before == after ? [] : ["\(before) before, \(after) after"])
  }
}
