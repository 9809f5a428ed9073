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
