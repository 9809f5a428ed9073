internal import Dispatch
internal import JournalFormat
internal import JournalStore
internal import Synchronization

/// When a backup is made next. One at a time.
struct BackupTurns {
  let started: Timestamp
  var isRunning = false
  var next: Timestamp?
}

extension CloudHost {
  /// To be called every few seconds: makes a backup when it is time for one, beside the requests.
  ///
  /// - Throws: `CloudError` when it could not be made; it is tried again when its time comes.
  public func backUpIfDue() async throws(CloudError) {
    guard let backups = configuration.backups, health.status != .recovering, beginBackup(backups)
    else { return }
    defer { backupTurns.withLock { $0.isRunning = false } }
    let life = try await ask { aggregator, _ throws(CloudError) in aggregator.folds.life }
    let (storage, now) = (storage, clock())
    let held = try await Self.run(on: .global(qos: .utility)) { () throws(CloudError) in
      try backups.add(
        logPath: storage.logPath, options: storage.options, life: life, now: now)
    }
    try await ask { aggregator, now throws(CloudError) in
      try aggregator.noteBackup(held, now: now)
    }
  }

  private func beginBackup(_ backups: CloudBackups) -> Bool {
    let now = clock()
    return backupTurns.withLock { turns in
      if turns.next == nil {
        let first = turns.started.advanced(byMilliseconds: CloudBackups.firstDelayMilliseconds)
        let newest = backups.newestTime()?.advanced(byMilliseconds: backups.intervalMilliseconds)
        turns.next = max(first, newest ?? first)
      }
      guard !turns.isRunning, let next = turns.next, now >= next else { return false }
      turns.isRunning = true
      turns.next = now.advanced(byMilliseconds: backups.intervalMilliseconds)
      return true
    }
  }
}
