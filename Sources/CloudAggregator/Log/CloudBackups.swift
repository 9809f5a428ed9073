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

    /// What is wrong with the log on its disk, in a sentence; nil where its whole chain holds.
    /// Reads all of it: an aggregator goes by its projections, and would not notice for long.
    func damage() -> String? {
      do throws(JournalError) {
        return verify(try open()).findings.first?.meaning
      } catch {
        return error.message
      }
    }

    /// The same of the log that an aggregator has open; nil while it has none.
    package func verifyLog(of aggregator: Aggregator) -> Verification? {
      aggregator.log.file?.journal.map(verify)
    }

    private func verify(_ log: Journal) -> Verification {
      storage.checksLog ? log.verify() : Verification(head: log.floor)
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
  ///   - isIncrement: whether it may continue from another one.
  ///   - damages: those from which nothing continues.
  private func add(
    _ source: Source, isIncrement: Bool, without damages: [SnapshotFolder.Damage],
    life: CloudLife, now: Timestamp, dice: inout Dice, files: any SnapshotFiles
  ) throws(CloudError) {
    try CloudError.translating(as: .configuration) {
      var snapshot = Snapshot(
        of: [(file: SnapshotProfile.cloud.leader.file, journal: try source.open())], kind: .cloud,
        to: folder)
      snapshot.key = key
      snapshot.files = files
      snapshot.cloudLife = life
      _ = try snapshots(without: damages, files).add(
        snapshot, isIncrement: isIncrement, retention: retention, created: now, dice: &dice)
    } saying: {
      "No backup could be made in \(folder) (\($0)), so devices keep everything. Make room or "
        + "check the folder."
    }
  }

  /// What all of them hold that can be restored to continue with the log.
  func held(
    _ source: Source, without damages: [SnapshotFolder.Damage], files: any SnapshotFiles
  ) throws(CloudError) -> Held {
    try reading { () throws(any Error) in
      let journal = try source.open()
      let found = snapshots(without: damages, files)
      let items = try found.items()
      var held = Held()
      var heads: [Journal.Position] = []
      var most: UInt64 = 0
      for snapshot in found.complete(of: journal.identity, among: items) {
        guard let head = snapshot.manifest.leader.head.position,
          try journal.digest(at: head.number) == head.digest
        else {
          held.left.append(snapshot.file)
          continue
        }
        heads.append(head)
        let made = BackupFigures.Made(file: snapshot.file, time: snapshot.manifest.createdTime)
        // By what they hold and not by when they were made: a clock may have been wrong.
        let isNewer = held.newest.map { (most, $0.time) < (head.number, made.time) } ?? true
        if isNewer { (held.newest, most) = (made, head.number) }
      }
      held.position = heads.min { $0.number < $1.number }
      held.unreadable = items.filter { $0.needsAnotherKey || $0.isUnsealed }.map(\.file)
      return held
    }
  }

  /// Reads all of them to the last byte, and says which cannot be restored.
  private func verify(
    _ source: Source, files: any SnapshotFiles
  ) throws(CloudError) -> [SnapshotFolder.Damage] {
    try reading { () throws(any Error) in
      try snapshots(files).verify(of: source.open().identity)
    }
  }

  private func reading<Value>(_ body: () throws -> Value) throws(CloudError) -> Value {
    try CloudError.translating(as: .configuration) {
      try body()
    } saying: {
      "The backups in \(folder) cannot be read (\($0)). Check the folder and its disk."
    }
  }
}

/// What the backups in a folder hold.
package struct Held: Hashable, Sendable {
  /// How much of the log every one holds that can be restored; nil when there is none.
  package var position: Journal.Position?
  package var newest: BackupFigures.Made?
  /// Those of a past that the log left when it was restored: they hold nothing of it.
  package var left: [String] = []
  /// Those that another key sealed, or none although there is one.
  package var unreadable: [String] = []
}

/// What is known of the backups, for people and metrics.
package struct BackupFigures: Hashable, Sendable {
  package struct Made: Hashable, Sendable {
    package var file: String
    package var time: Timestamp
  }

  /// What was there when somebody looked last; nil: nobody did yet.
  package var held: Held?
  /// Those that the last verification found damaged or without what they stand on.
  package var damages: [SnapshotFolder.Damage] = []
  /// When all were read to their last byte; nil: not since the start.
  package var verifiedTime: Timestamp?
  /// What was wrong with the log itself when the last backup was due; nil: nothing.
  package var logDamage: String?

  package init() {}

  /// The newest one that can be restored; nil: there is none, or nobody looked yet.
  package var last: Made? { held?.newest }

  /// A sentence for each file in the folder that is not a valid backup of this log.
  package var problems: [String] {
    damages.map(\.reason)
      + (held?.left ?? []).map {
        "\($0) is of a history that the log left when it was restored, and does not count. Remove "
          + "it once nobody needs that history."
      }
      + (held?.unreadable ?? []).map {
        "\($0) was made with another key or without one, and does not count. No rule removes "
          + "it: remove it by hand once it is not needed, as what was erased since stays in it."
      }
  }
}

extension CloudBackups {
  /// Reads the backups again when it is time for that, makes one, and has the log told what all of
  /// them hold. What damage takes away is told before another one is tried, since that may fail.
  ///
  /// The log is read before. Of a damaged one no backup is made, and so no rule removes those that
  /// are whole.
  ///
  /// - Parameters:
  ///   - figures: what was known, and then what is known, also where this throws.
  ///   - recordHeld: has the log say how much of it all backups hold; where `onlyLess`, if that is
  ///     less than it said.
  package func runTurn(
    _ source: Source, _ figures: inout BackupFigures, isVerifying: Bool, life: CloudLife,
    now: Timestamp, dice: inout Dice, files: any SnapshotFiles = SystemFiles(),
    recordHeld: (_ held: Journal.Position?, _ onlyLess: Bool) throws(CloudError) -> Void
  ) throws(CloudError) {
    var isNewlyDamaged = false
    var trouble: CloudError?
    if isVerifying {
      do throws(CloudError) {
        let damages = try verify(source, files: files)
        isNewlyDamaged = !Set(figures.damages).isSuperset(of: damages)
        figures.damages = damages
        figures.verifiedTime = now
        if !damages.isEmpty {
          try updateHeldPosition(source, &figures, onlyLess: true, files, recordHeld)
        }
      } catch {
        // A new one is wanted all the more.
        trouble = error
      }
    }
    do throws(CloudError) {
      figures.logDamage = source.damage()
      if let damage = figures.logDamage {
        throw CloudError(.log, Aggregator.damageText(damage))
      }
      try add(
        source, isIncrement: !isNewlyDamaged, without: figures.damages, life: life, now: now,
        dice: &dice, files: files)
    } catch {
      // Those that are there may hold less than they did.
      try? updateHeldPosition(source, &figures, onlyLess: true, files, recordHeld)
      throw error
    }
    try updateHeldPosition(source, &figures, onlyLess: false, files, recordHeld)
    if let trouble { throw trouble }
  }

  private func updateHeldPosition(
    _ source: Source, _ figures: inout BackupFigures, onlyLess: Bool, _ files: any SnapshotFiles,
    _ recordHeld: (Journal.Position?, Bool) throws(CloudError) -> Void
  ) throws(CloudError) {
    let held = try held(source, without: figures.damages, files: files)
    figures.held = held
    try recordHeld(held.position, onlyLess)
  }
}

extension SnapshotProfile {
  /// A cloud's data folder, as `CloudStorage.folder` lays it out.
  package static let cloud = SnapshotProfile(
    kind: .cloud, journals: [Member("cloud.journal", .cloud)], derivedFiles: ["projections.sqlite"])
}
