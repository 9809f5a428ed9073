internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import Sync

/// An engagement that nobody has any more: its device was lost, and the cloud does not have it.
package struct LostReport: Hashable, Sendable, Codable {
  /// Where it stands in the trace.
  package var line: Int
  package var device: String
  package var app: String
  /// What it was about: the address, or app and identity.
  package var key: String
  package var day: String
  /// The cloud had given a receipt for it, and forgot it when it went back.
  package var wasAcknowledged: Bool
}

extension World {
  /// Takes out of the ledger what died with devices. Once, when the world has come to rest: until
  /// then the cloud may hear of it still.
  func settleLosses() -> [LostReport] {
    var reports: [LostReport] = []
    for (place, life) in (losses?.lives ?? [:]).sorted(by: { $0.key < $1.key })
    where life.successor != nil {
      let first = max(life.copy?.engagementCount ?? 0, life.receipts.count)
      for (number, made) in ledger.strike(place, from: first).enumerated() {
        let words = ledger.words(of: made)
        reports.append(
          LostReport(
            line: made.line, device: life.name, app: words.app, key: words.key,
            day: made.engaged.day.description,
            wasAcknowledged: first + number < life.receipts.countMax))
      }
    }
    return reports.sorted { ($0.line, $0.device) < ($1.line, $1.device) }
  }

  /// What the cloud waits for and nobody can give any more: whoever engaged with it was lost before
  /// the cloud had the words. A device that has the same words from its app again does not tell
  /// that to anybody before its person engages with them.
  func goneContents() -> Set<WantedContent> {
    guard losses != nil, let cloud else { return [] }
    let left = devices.indices.filter { !isGone($0) }
    return cloud.projections.wantedContents.subtracting(ledger.contents(endorsedBy: left))
  }

  func checkLosses() throws -> [CheckResult] {
    guard losses != nil else { return [] }
    lookAtCounts()
    return [
      nothingAcknowledgedIsLost(), result(5, "no count was ever too high", losses?.tooHigh ?? []),
      try indexesAreRight(), everythingWasLost(),
    ]
  }

  private func nothingAcknowledgedIsLost() -> CheckResult {
    let forbidden = lostReports.filter {
      losses?.plan.lostAt == .receipt || $0.wasAcknowledged && losses?.cloudRestoreCount == 0
    }
    return result(
      4, CheckResult.nothingAcknowledgedIsLost,
      forbidden.map { "an engagement of device \($0.device) with \($0.key), line \($0.line)" })
  }

  /// Each device that was lost or copied has what its apps' data say.
  private func indexesAreRight() throws -> CheckResult {
    var violations: [String] = []
    losses?.comparedCount = 0
    losses?.leftOutCount = 0
    for (place, simulated) in devices.enumerated() where !isGone(place) {
      let root = losses?.twins.first { $0.value == place }.map { devices[$0.key].name }
      guard let apps = losses?.apps[root ?? simulated.name] else {
        losses?.leftOutCount += 1
        continue
      }
      losses?.comparedCount += 1
      let difference = try simulated.withDevice(now: now) { try apps.difference(from: $0) }
      // Derived, and so many are a lot of memory.
      try SimulatedFiles(disk).remove(simulated.storage.indexPath)
      if let difference { violations.append("device \(simulated.name) \(difference)") }
    }
    return result(11, "restored devices find what their apps gave them", violations)
  }

  private func everythingWasLost() -> CheckResult {
    let left = (losses?.lives.values ?? [:].values).filter {
      $0.fate.loss != nil && $0.successor == nil
    }
    var violations = left.map { "device \($0.name) was to be lost and is not" }.sorted()
    let missing = (losses?.plan.cloudRestores ?? 0) - (losses?.cloudRestoreCount ?? 0)
    if missing > 0 { violations.append("the cloud was to go back \(missing) times more") }
    return result(12, "everything that was to be lost was lost", violations, severity: .liveness)
  }
}
