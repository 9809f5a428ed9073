package import JournalFormat
package import JournalStore

/// The snapshots that a running aggregator makes of its own log, and what they let devices throw
/// away.
package struct CloudBackups: Sendable {
  package var folder: String
  package var intervalMilliseconds: Int64 = 3_600_000
  package var retention = SnapshotRetention(hourly: 24, daily: 7, weekly: 4)
  package var key: SnapshotKey?

  package init(folder: String) { self.folder = folder }

  /// How long after a start the first one is made at the earliest.
  static let firstDelayMilliseconds: Int64 = 60_000

  private var snapshots: SnapshotFolder { SnapshotFolder(folder, key: key) }

  /// Copies what is new of the log, verifies it, and removes what is kept long enough. Reads beside
  /// the writer, on whatever thread.
  ///
  /// - Returns: how much of the log every snapshot holds that is kept.
  func add(
    logPath: String, options: JournalOptions, life: CloudLife, now: Timestamp
  ) throws(CloudError) -> Journal.Position? {
    do {
      let journal = try Journal.open(at: logPath, kind: .cloud, for: .read, options: options)
      var snapshot = Snapshot(
        of: [(file: SnapshotProfile.cloud.leader.file, journal: journal)], kind: .cloud,
        to: folder)
      snapshot.key = key
      snapshot.cloudLife = life
      var dice = Dice.system
      _ = try snapshots.add(
        snapshot, isIncrement: true, retention: retention, created: now, dice: &dice)
      return try heldByAll(of: journal.identity)
    } catch {
      throw CloudError(
        .configuration,
        "No backup could be made in \(folder) (\(error)), so devices keep everything. Make room or "
          + "check the folder.", cause: error)
    }
  }

  /// How much of the log every snapshot holds that can be restored; nil when there is none.
  private func heldByAll(of identity: JournalIdentity) throws -> Journal.Position? {
    let kept = try snapshots.items().filter { snapshots.isComplete($0.file) }
      .compactMap { try? $0.manifest.get() }.filter { $0.leader.identity == identity }
    // By what they hold and not by when they were made: a clock may have been wrong.
    return kept.map(\.leader.head).min { $0.number < $1.number }?.position
  }

  /// When the newest one was made; nil when there is none.
  package func newestTime() -> Timestamp? {
    (try? snapshots.items())?.compactMap { try? $0.manifest.get().createdTime }.max()
  }
}

extension Aggregator {
  /// Notes in the log how much of it the oldest backup holds: more than before, or less.
  package func noteBackup(_ held: Journal.Position?, now: Timestamp) throws(CloudError) {
    let position = try held.flatMap { position throws(CloudError) in
      try hasEntry(position) ? position : nil
    }
    let number = position?.number ?? 0
    let before = folds.state.backedUpLogNumber
    guard number != before else { return }
    // A backup that is older than all that were there before can be restored from now on.
    if number < before { try rememberAgain(after: number, through: before) }
    try commit([.mark(logNumber: number, logDigest: position?.digest ?? .zero)], now: now)
    try writeWitness()
  }

  /// A backup of a past that is not this log's holds nothing of it.
  private func hasEntry(_ position: Journal.Position) throws(CloudError) -> Bool {
    guard let journal = logFile?.journal else { return false }
    do throws(JournalError) {
      return try journal.digest(at: position.number) == position.digest
    } catch {
      throw CloudError(.log, error.message, cause: error)
    }
  }
}
