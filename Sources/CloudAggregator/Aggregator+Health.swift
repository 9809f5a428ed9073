internal import JournalFormat

/// What does not work now, and whether it works again.
extension Aggregator {
  /// Why the log could not be written, and until when it is not tried again.
  struct WriteTrouble {
    var reason: String
    var triedAgainFrom: Timestamp
  }

  var health: CloudHealth {
    var reasons: [String] = []
    if let writeTrouble {
      reasons.append(
        "No reports are taken: the log cannot be written (\(writeTrouble.reason)). Make room; it "
          + "is tried again by itself.")
    }
    if let logDamage { reasons.append(Self.damageText(logDamage)) }
    if folds.state.isRecovering {
      reasons.append(recoveringTrouble.map { "Nothing is public. \($0)" } ?? Self.isRecovering)
    }
    if let foldTrouble { reasons.append(foldTrouble) }
    if let witnessTrouble { reasons.append(witnessTrouble) }
    if let redactionTrouble { reasons.append(redactionTrouble) }
    return CloudHealth(reasons.isEmpty ? .ready : .degraded, reasons)
  }

  static func damageText(_ damage: String) -> String {
    "The log is damaged: \(damage) No backup is made, so that the whole ones stay; devices keep "
      + "what they sent since. Check the disk, stop the server, and restore the newest backup."
  }

  static let isRecovering =
    "Nothing is public: the log was restored, and the witness that knows what was taken back since "
    + "is missing. Bring it back to its place; or start with --accept-loss yes, and show what may "
    + "have been taken back."

  /// Whether requests are turned away without being looked at, since the log could not be written
  /// a moment ago.
  func isHeldOff(now: Timestamp) -> Bool {
    guard let writeTrouble else { return false }
    return now < writeTrouble.triedAgainFrom
  }

  /// Whether what the folds say may be told: nothing that the log may lack.
  func canTell(now: Timestamp) -> Bool {
    !folds.isAheadOfLog || (!isHeldOff(now: now) && isReady)
  }

  func logFailed(_ failure: CloudLogFailure, now: Timestamp) {
    writeTrouble = WriteTrouble(
      reason: failure.reason,
      triedAgainFrom: now.advanced(byMilliseconds: configuration.holdOffMilliseconds))
  }

  /// Looks whether the log and the folds can be written again.
  ///
  /// - Parameter hasRoom: whether the disk takes more.
  func tryAgain(now: Timestamp, hasRoom: () -> Bool) {
    if writeTrouble != nil, hasRoom(), isReady { writeTrouble = nil }
    if foldTrouble != nil { flushFolds() }
  }

  /// Derived: a flush that fails is tried again with the next one, and the log is safe.
  func flushFolds() {
    do throws(CloudError) {
      if folds.isDamaged { try folds.rebuild(log) }
      try folds.flush()
      foldTrouble = nil
    } catch {
      foldTrouble = error.message
    }
  }
}
