internal import JournalFormat
internal import JournalStore
internal import Sync

/// What the log says later of what comes earlier in it.
extension CloudFolds {
  /// Folds everything again, by all that the log says by now. A log that cannot be read is noticed
  /// before anything is thrown away.
  func foldAnew(_ log: any CloudLog) throws(CloudError) {
    let retractions = try retractions(in: log)
    rebuildReason = rebuildReason ?? "the log takes back what was folded, or gives it back"
    try startOver()
    state.retractions = retractions
    try readOn(log)
    // A file that is not finished is made again at the next start, no worse than that.
    try? flush()
  }

  /// All that the log, read to its end, says of earlier reports.
  func retractions(in log: any CloudLog) throws(CloudError) -> Retractions {
    var found = Retractions()
    do throws(CloudLogFailure) {
      try log.read(after: logStart.number, expecting: logStart.digest) {
        row throws(CloudError) in
        let isLater = row.number.rawValue > until
        do throws(FormatError) { try found.read(row, isLater: isLater) } catch {
          throw Self.unreadable(row, error)
        }
        return .next
      }
    } catch {
      throw Self.unreadable(error)
    }
    return found
  }

  /// Folds a batch that the log says is redacted, without its payload, which may be there still.
  func applyRedacted(_ redacted: ControlEntry.Redacted, _ row: EntryRow) {
    guard let epoch = state.epochs.places[redacted.epoch], redacted.first <= redacted.last,
      redacted.last < .max, !state.removal(ofEpoch: epoch).isErased
    else { return }
    if row.payload != nil { state.publication.logged.unredacted.insert(row.number.rawValue) }
    state.countReports(of: redacted, epoch: epoch)
    note(
      BatchPlace(
        first: redacted.first, last: redacted.last, digest: redacted.digest,
        logNumber: row.number.rawValue, receivedTime: row.time), epoch: epoch)
  }

  static func unreadable(_ row: EntryRow, _ error: FormatError) -> CloudError {
    let code: CloudError.Code =
      switch error.code {
      case .unknownKind, .unknownVersion: .newerLog
      default: .log
      }
    return CloudError(
      code, "Entry \(row.number) of the log cannot be read: \(error.message)", cause: error)
  }

  static func unreadable(_ failure: CloudLogFailure) -> CloudError {
    switch failure {
    case .reader(let cause): cause
    case .refused(let reason), .outcomeUnknown(let reason): CloudError(.log, reason)
    case .notExtending, .unknownPosition:
      CloudError(
        .log, "The log does not begin as its name says. Run `spotlog journal verify` on it.")
    }
  }
}
