internal import Dispatch
internal import JournalFormat
internal import JournalStore
internal import Synchronization

/// When a backup is made next. One at a time.
struct BackupTurns {
  let started: Timestamp
  var isRunning = false
  var next: Timestamp?
  /// Nil: at the first turn after a start.
  var nextVerification: Timestamp?
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
    try await planBackups(backups)
    guard beginBackup(backups) else { return }
    defer { backupTurns.withLock { $0.isRunning = false } }
    let isNewlyDamaged = try await verifyBackups(backups)
    let life = try await ask { aggregator, _ throws(CloudError) in aggregator.folds.life }
    let (source, now) = (CloudBackups.Source(storage), clock())
    let damages = backupTurns.withLock { $0.figures.damages }
    do throws(CloudError) {
      let made = try await Self.run(on: Self.backupQueue) { () throws(CloudError) in
        var dice = Dice.system
        return try backups.add(
          source, isIncrement: !isNewlyDamaged, without: damages, life: life, now: now,
          dice: &dice)
      }
      backupTurns.withLock { $0.figures.last = made }
    } catch {
      // Those that are there may hold less than they did.
      try? await noteHeld(backups, onlyLess: true)
      throw error
    }
    try await noteHeld(backups)
  }

  private static var backupQueue: DispatchQueue { .global(qos: .utility) }

  /// Has the log say how much of it the backups hold that can be restored.
  private func noteHeld(_ backups: CloudBackups, onlyLess: Bool = false) async throws(CloudError) {
    let source = CloudBackups.Source(storage)
    let damages = backupTurns.withLock { $0.figures.damages }
    let held = try await Self.run(on: Self.backupQueue) { () throws(CloudError) in
      try backups.heldByAll(source, without: damages)
    }
    try await ask { aggregator, now throws(CloudError) in
      let before = aggregator.folds.state.backedUpLogNumber
      guard !onlyLess || held?.number ?? 0 < before else { return }
      try aggregator.noteBackup(held, now: now)
    }
  }

  /// Reads all backups to the last byte when it is time for that. The mark is lowered before a new
  /// one is tried, since that one may fail.
  ///
  /// - Returns: whether one is damaged of which that was not known.
  private func verifyBackups(_ backups: CloudBackups) async throws(CloudError) -> Bool {
    let now = clock()
    let isDue = backupTurns.withLock { turns in turns.nextVerification.map { now >= $0 } ?? true }
    guard isDue else { return false }
    let source = CloudBackups.Source(storage)
    let damages = try await Self.run(on: Self.backupQueue) { () throws(CloudError) in
      try backups.verify(source)
    }
    let known = backupTurns.withLock { turns in
      defer {
        turns.figures.damages = damages
        turns.figures.verifiedTime = now
        turns.nextVerification = now.advanced(
          byMilliseconds: backups.verifyIntervalMilliseconds)
      }
      return Set(turns.figures.damages)
    }
    if !damages.isEmpty { try await noteHeld(backups, onlyLess: true) }
    return !known.isSuperset(of: damages)
  }

  /// Looks what is there, at the first time after a start.
  private func planBackups(_ backups: CloudBackups) async throws(CloudError) {
    guard backupTurns.withLock({ $0.next == nil }) else { return }
    let source = CloudBackups.Source(storage)
    // A folder that is not there has none.
    let newest = try? await Self.run(on: Self.backupQueue) { () throws(CloudError) in
      try backups.newest(source)
    }
    backupTurns.withLock { turns in
      let first = turns.started.advanced(byMilliseconds: CloudBackups.firstDelayMilliseconds)
      let next = newest.flatMap { $0 }?.time.advanced(
        byMilliseconds: backups.intervalMilliseconds)
      turns.figures.last = newest.flatMap { $0 }
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
