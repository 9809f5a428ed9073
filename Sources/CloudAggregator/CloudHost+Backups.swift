internal import Dispatch
internal import JournalFormat
internal import JournalStore
internal import Synchronization

/// When a backup is made next. One at a time.
struct BackupTurns {
  let started: Timestamp
  var isRunning = false
  var next: Timestamp?
  var figures = BackupFigures()
}

extension CloudHost {
  /// What is known of the backups; nil when none are made.
  package var backupFigures: BackupFigures? {
    configuration.backups == nil ? nil : backupTurns.withLock { $0.figures }
  }

  /// To be called every few seconds: makes a backup when it is time for one, beside the requests,
  /// and reads the older ones again when it is time for that.
  ///
  /// - Throws: `CloudError` when it could not be made; it is tried again when its time comes.
  public func backUpIfDue() async throws(CloudError) {
    guard let backups = configuration.backups, health.status != .recovering else { return }
    await planBackups(backups)
    guard beginBackup(backups) else { return }
    defer { backupTurns.withLock { $0.isRunning = false } }
    let life = try await ask { aggregator, _ throws(CloudError) in aggregator.folds.life }
    let (source, now, known) = (CloudBackups.Source(storage), clock(), backupFigures)
    let (figures, failure) = await Self.run(on: Self.backupQueue) {
      [self] () -> (BackupFigures, CloudError?) in
      var (figures, dice) = (known ?? BackupFigures(), Dice.system)
      do throws(CloudError) {
        try backups.takeTurn(
          source, &figures, isVerifying: backups.isVerificationDue(figures, now: now), life: life,
          now: now, dice: &dice
        ) { held, onlyLess throws(CloudError) in
          try askAndWait { aggregator, now throws(CloudError) in
            try aggregator.noteBackup(held, onlyLess: onlyLess, now: now)
          }
        }
      } catch {
        return (figures, error)
      }
      return (figures, nil)
    }
    backupTurns.withLock { $0.figures = figures }
    if let failure { throw failure }
  }

  private static var backupQueue: DispatchQueue { .global(qos: .utility) }

  /// Looks what is there, at the first time after a start.
  private func planBackups(_ backups: CloudBackups) async {
    guard backupTurns.withLock({ $0.next == nil }) else { return }
    let source = CloudBackups.Source(storage)
    // A folder that is not there has none.
    let held = await Self.run(on: Self.backupQueue) {
      try? backups.held(source, without: [], files: SystemFiles())
    }
    backupTurns.withLock { turns in
      let first = turns.started.advanced(byMilliseconds: CloudBackups.firstDelayMilliseconds)
      let next = held?.newest?.time.advanced(byMilliseconds: backups.intervalMilliseconds)
      turns.figures.held = held
      turns.next = max(first, next ?? first)
    }
  }

  private func beginBackup(_ backups: CloudBackups) -> Bool {
    let now = clock()
    return backupTurns.withLock { turns in
      guard !turns.isRunning, let next = turns.next, now >= next else { return false }
      turns.isRunning = true
      turns.next = now.advanced(byMilliseconds: backups.intervalMilliseconds)
      return true
    }
  }
}

extension CloudBackups {
  /// At the first turn after a start, and then at its time.
  fileprivate func isVerificationDue(_ figures: BackupFigures, now: Timestamp) -> Bool {
    guard let last = figures.verifiedTime else { return true }
    return now >= last.advanced(byMilliseconds: verifyIntervalMilliseconds)
  }
}
