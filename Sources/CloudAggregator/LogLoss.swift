internal import JournalFormat

/// Entries that backups of the log were to hold, and that it lacks: devices may have thrown away
/// what was in them.
struct LogLoss: Hashable {
  let missing: ClosedRange<UInt64>

  /// Nil when the log holds all that its witness says is backed up.
  ///
  /// - Parameter head: where the log ended when it was restored.
  init?(of witness: CloudWitness, restoredThrough head: UInt64) {
    guard let place = witness.place, head < place.backedUpNumber else { return nil }
    missing = head + 1...place.backedUpNumber
  }

  /// A sentence that names what is missing, and what to do.
  var reason: String {
    "The log ends with entry \(missing.lowerBound - 1), but the oldest backup was to hold entry "
      + "\(missing.upperBound), and devices may have thrown away what comes before that: "
      + "entries \(missing.lowerBound) to \(missing.upperBound) of the log could be lost for ever. "
      + "Restore a newer backup; or, to go on without them, start with --accept-loss yes."
  }
}

extension Aggregator {
  /// What was given up and was not asked for by this yet.
  package func takeUntoldLosses() -> [AcceptedLoss] {
    defer { toldLossCount = acceptedLosses.count }
    return Array(acceptedLosses.dropFirst(toldLossCount))
  }
}

/// What an operator's `accept-loss` let go, since the start.
package enum AcceptedLoss: Hashable, Sendable {
  /// Entries of the log that no backup holds and devices may have thrown away.
  case entries(ClosedRange<UInt64>)
  /// What was taken back since the backup, of which nobody knows.
  case withdrawals

  /// A sentence for the operator.
  package var text: String {
    switch self {
    case .entries(let range):
      "\(range.count) entries of the log, \(range.lowerBound) to \(range.upperBound), were given "
        + "up (--accept-loss yes): what no device has any more of them is lost."
    case .withdrawals:
      "What was taken back since the restored backup is not known, and is shown again "
        + "(--accept-loss yes) until its device says it again."
    }
  }
}
