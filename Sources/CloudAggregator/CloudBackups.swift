package import JournalFormat
package import JournalStore

/// The snapshots that a running aggregator makes of its own log, and what they let devices throw
/// away.
package struct CloudBackups: Sendable {
  package var folder: String
  package var intervalMilliseconds: Int64 = 3_600_000
  /// How long the older ones are believed after they were read to their last byte. Milliseconds.
  package var verifyIntervalMilliseconds: Int64 = 86_400_000
  package var retention = SnapshotRetention(hourly: 24, daily: 7, weekly: 4)
  package var key: SnapshotKey?

  package init(folder: String) { self.folder = folder }

  /// How long after a start the first one is made at the earliest.
  static let firstDelayMilliseconds: Int64 = 60_000

  /// A log whose backups they are, open for reading beside its writer.
  package struct Source: Sendable {
    let storage: CloudStorage

    package init(_ storage: CloudStorage) { self.storage = storage }

    func open() throws(JournalError) -> Journal {
      try Journal.open(
        at: storage.logPath, kind: .cloud, for: .read, options: storage.options)
    }
  }

  private func snapshots(
    without damages: [SnapshotFolder.Damage] = [], _ files: any SnapshotFiles
  ) -> SnapshotFolder {
    var snapshots = SnapshotFolder(folder, key: key)
    snapshots.files = files
    snapshots.damaged = Set(damages.map(\.file))
    return snapshots
  }

  /// Copies what is new of the log, verifies it, and removes what is kept long enough. Reads beside
  /// the writer, on whatever thread.
  ///
  /// - Parameters:
  ///   - isIncrement: whether it may go on from another one.
  ///   - damages: those from which nothing goes on.
  package func add(
    _ source: Source, isIncrement: Bool, without damages: [SnapshotFolder.Damage],
    life: CloudLife, now: Timestamp, dice: inout Dice,
    files: any SnapshotFiles = SystemFiles()
  ) throws(CloudError) -> BackupFigures.Made {
    do {
      var snapshot = Snapshot(
        of: [(file: SnapshotProfile.cloud.leader.file, journal: try source.open())], kind: .cloud,
        to: folder)
      snapshot.key = key
      snapshot.files = files
      snapshot.cloudLife = life
      let made = try snapshots(without: damages, files).add(
        snapshot, isIncrement: isIncrement, retention: retention, created: now, dice: &dice
      ).made
      return BackupFigures.Made(
        file: String(made.path.split(separator: "/").last ?? ""),
        time: made.manifest.createdTime)
    } catch {
      throw CloudError(
        .configuration,
        "No backup could be made in \(folder) (\(error)), so devices keep everything. Make room or "
          + "check the folder.", cause: error)
    }
  }

  /// How much of the log every snapshot holds that can be restored; nil when there is none.
  package func heldByAll(
    _ source: Source, without damages: [SnapshotFolder.Damage],
    files: any SnapshotFiles = SystemFiles()
  ) throws(CloudError) -> Journal.Position? {
    try reading { () throws(any Error) in
      let complete = try snapshots(without: damages, files).complete(of: source.open().identity)
      // By what they hold and not by when they were made: a clock may have been wrong.
      return complete.map(\.manifest.leader.head).min { $0.number < $1.number }?.position
    }
  }

  /// Reads all of them to the last byte, and says which cannot be restored.
  package func verify(
    _ source: Source, files: any SnapshotFiles = SystemFiles()
  ) throws(CloudError) -> [SnapshotFolder.Damage] {
    try reading { () throws(any Error) in
      try snapshots(files).verify(of: source.open().identity)
    }
  }

  /// The newest one that can be restored; nil when there is none.
  func newest(_ source: Source) throws(CloudError) -> BackupFigures.Made? {
    try reading { () throws(any Error) in
      try snapshots(SystemFiles()).complete(of: source.open().identity).map {
        BackupFigures.Made(file: $0.file, time: $0.manifest.createdTime)
      }.max { $0.time < $1.time }
    }
  }

  private func reading<Value>(_ body: () throws -> Value) throws(CloudError) -> Value {
    do { return try body() } catch {
      throw CloudError(
        .configuration,
        "The backups in \(folder) cannot be read (\(error)). Check the folder and its disk.",
        cause: error)
    }
  }
}

/// What is known of the backups, for people and metrics.
package struct BackupFigures: Hashable, Sendable {
  package struct Made: Hashable, Sendable {
    package var file: String
    package var time: Timestamp
  }

  /// The newest one that can be restored; nil: there is none, or nobody looked yet.
  package var last: Made?
  /// Those that the last verification found damaged or without what they stand on.
  package var damages: [SnapshotFolder.Damage] = []
  /// When all were read to their last byte; nil: not since the start.
  package var verifiedTime: Timestamp?

  package init() {}
}

extension Aggregator {
  /// Notes in the log how much of it the oldest backup holds: more than before, or less.
  package func noteBackup(_ held: Journal.Position?, now: Timestamp) throws(CloudError) {
    let position = try held.flatMap { position throws(CloudError) in
      try hasEntry(position) ? position : nil
    }
    let number = position?.number ?? 0
    let before = folds.state.backedUpLogNumber
    guard number != before || markBefore > 0 else { return }
    // A backup that is older than all that were there before can be restored from now on.
    if number < before { try rememberAgain(after: number, through: before) }
    if number != before {
      try commit([.mark(logNumber: number, logDigest: position?.digest ?? .zero)], now: now)
    }
    markBefore = 0
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
