internal import Dispatch
internal import JournalFormat
internal import JournalStore
internal import Synchronization

/// When a backup is made next. One at a time.
///
/// Times of backups and of turns count only up to the present: a later one came from a wrong
/// clock, and delays nothing.
struct BackupSchedule {
  let started: Timestamp
  private(set) var isRunning = false
  private(set) var next: Timestamp?
  var figures = BackupFigures()

  init(started: Timestamp) { self.started = started }

  /// Plans the first turn after a start: an interval after the newest backup, once the server has
  /// run for a while. One that claims to be made later than now says nothing of when it was.
  mutating func plan(_ held: Held?, now: Timestamp, intervalMilliseconds: Int64) {
    let first = started.advanced(byMilliseconds: CloudBackups.firstDelayMilliseconds)
    let newest = (held?.newest?.time).flatMap { $0 <= now ? $0 : nil }
    figures.held = held
    next = max(first, newest?.advanced(byMilliseconds: intervalMilliseconds) ?? first)
  }

  /// Starts a turn if it is time for one, and plans the next.
  mutating func startIfDue(now: Timestamp, intervalMilliseconds: Int64) -> Bool {
    guard !isRunning, let next, Self.isDue(next, now: now, within: intervalMilliseconds) else {
      return false
    }
    isRunning = true
    self.next = now.advanced(byMilliseconds: intervalMilliseconds)
    return true
  }

  mutating func end() { isRunning = false }

  /// Whether a time has come that was planned at most so far ahead. One that is further away was
  /// planned by a clock that has gone back since.
  static func isDue(_ time: Timestamp, now: Timestamp, within milliseconds: Int64) -> Bool {
    let most = max(milliseconds, CloudBackups.firstDelayMilliseconds)
    return now >= time || now.advanced(byMilliseconds: most) < time
  }
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
    guard startBackupIfDue(backups) else { return }
    defer { backupTurns.withLock { $0.end() } }
    let life = try await ask { aggregator, _ throws(CloudError) in aggregator.projections.life }
    let (source, now, known) = (CloudBackups.Source(storage), clock(), backupFigures)
    let (figures, failure) = await Self.run(on: Self.backupQueue) {
      [self] () -> (BackupFigures, CloudError?) in
      var (figures, dice) = (known ?? BackupFigures(), Dice.system)
      do throws(CloudError) {
        try backups.runTurn(
          source, &figures, isVerifying: backups.isVerificationDue(figures, now: now), life: life,
          now: now, dice: &dice
        ) { held, onlyLess throws(CloudError) in
          try askAndWait { aggregator, now throws(CloudError) in
            try aggregator.recordBackup(held, onlyLess: onlyLess, now: now)
          }
        }
      } catch {
        return (figures, error)
      }
      return (figures, nil)
    }
    backupTurns.withLock { $0.figures = figures }
    await setLogDamage(figures.logDamage)
    if let failure { throw failure }
  }

  /// Reads the whole log beside the requests, and has the health say what is wrong with it. To be
  /// called after a start: each backup does it too.
  public func checkLog() async {
    let source = CloudBackups.Source(storage)
    await setLogDamage(await Self.run(on: Self.backupQueue) { source.damage() })
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
    let now = clock()
    backupTurns.withLock {
      $0.plan(held, now: now, intervalMilliseconds: backups.intervalMilliseconds)
    }
  }

  private func startBackupIfDue(_ backups: CloudBackups) -> Bool {
    let now = clock()
    return backupTurns.withLock {
      $0.startIfDue(now: now, intervalMilliseconds: backups.intervalMilliseconds)
    }
  }
}

extension CloudBackups {
  /// At the first turn after a start, and then at its time.
  fileprivate func isVerificationDue(_ figures: BackupFigures, now: Timestamp) -> Bool {
    guard let last = figures.verifiedTime else { return true }
    return BackupSchedule.isDue(
      last.advanced(byMilliseconds: verifyIntervalMilliseconds), now: now,
      within: verifyIntervalMilliseconds)
  }
}
