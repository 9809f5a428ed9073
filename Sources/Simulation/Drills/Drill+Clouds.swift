internal import CloudAggregator
internal import JournalFormat
internal import JournalStore
internal import SQLite

/// A cloud that dies, goes back, or loses everything.
extension Drill {
  static let clouds: [Drill] = [
    Drill(
      "cloud-killed-before-receipt",
      "The cloud is killed when it has taken a batch and nobody has its receipt.",
      promises: [1, 4, 5]
    ) { fleet in
      try fleet.live()
      for device in fleet.living {
        try fleet.engage(device, "common", "late")
        var isLost = false
        try fleet.sync(device) { reports in
          isLost = reports.counted != ([], [])
          return isLost ? .answerIsLost : .arrives
        }
        if !isLost { fleet.find("\(device.name) sent no reports whose receipt could be lost") }
        try fleet.crashCloud()
      }
    },
    Drill(
      "cloud-from-yesterday", "The cloud is restored from yesterday; its devices know more.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live(days: 2)
      let snapshot = try fleet.snapshotCloud()
      try fleet.live()
      try fleet.restoreCloud(to: snapshot)
      try fleet.live()
    },
    Drill(
      "cloud-and-a-tenth",
      "The cloud and a tenth of its devices are restored from yesterday at once.",
      promises: [4, 5, 8, 9]
    ) { fleet in
      try fleet.live(days: 2)
      let restored = fleet.everybody.prefix(max(1, fleet.everybody.count / 10))
      let snapshots = try restored.map { try fleet.snapshot($0) }
      let cloud = try fleet.snapshotCloud()
      try fleet.live()
      try fleet.restoreCloud(to: cloud)
      for (device, snapshot) in zip(restored, snapshots) {
        try fleet.restore(device, to: snapshot)
      }
      try fleet.live()
    },
    Drill(
      "feedback-restored",
      "A device and the cloud are restored from different backups: how often people saw a public "
        + "page counts exactly once.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.publish()
      let device = fleet.devices[0]
      try fleet.see(device, "kept", times: 2)
      try fleet.sync(device)
      let snapshot = try fleet.snapshot(device)
      try fleet.see(device, "kept", times: 3, opening: 1)
      try fleet.sync(device)
      let cloud = try fleet.snapshotCloud()
      // Of these neither backup knows.
      try fleet.see(device, "kept", times: 1)
      try fleet.sync(device)
      try fleet.restore(device, to: snapshot)
      try fleet.restoreCloud(to: cloud)
      try fleet.see(device, "kept", times: 1)
      try fleet.settle()
      try fleet.expectFeedback("kept", shown: 6, engaged: 1)
      // A copy says the same again, and the cloud goes back to before most of it.
      let copy = try fleet.clone(device)
      try fleet.see(copy, "kept", times: 1, opening: 1)
      try fleet.restoreCloud(to: cloud)
      try fleet.settle()
      try fleet.expectFeedback("kept", shown: 7, engaged: 2)
      // A flood is cut, of all lives of the device together.
      try fleet.see(copy, "kept", times: 12)
      try fleet.see(device, "kept", times: 12)
      try fleet.settle()
      try fleet.expectFeedback("kept", shown: 10, engaged: 2)
    },
    Drill(
      "cloud-lost", "The cloud loses everything but its keys; its devices bring it back.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live(days: 2)
      // Who is dead cannot bring anything back.
      try fleet.engageAndSync(fleet.devices[1], "only here")
      fleet.wait(minutes: 13)
      fleet.kill(fleet.devices[1])
      fleet.wait(minutes: 17)
      try fleet.loseCloud()
      try fleet.live()
    },
    Drill(
      "cloud-lost-after-restores",
      "The cloud loses everything when devices have gone on in new epochs and as copies.",
      promises: [4, 5, 8, 9]
    ) { fleet in
      try fleet.live()
      let snapshot = try fleet.snapshot(fleet.devices[0])
      try fleet.live()
      try fleet.restore(fleet.devices[0], to: snapshot)
      try fleet.engageAndSync(fleet.devices[0], "restored")
      let copy = try fleet.clone(fleet.devices[1])
      try fleet.engageAndSync(copy, "copy")
      try fleet.engageAndSync(fleet.devices[1], "original")
      try fleet.loseCloud()
      try fleet.live()
    },
    Drill(
      "cloud-before-grant",
      "The cloud is restored to before a copy's grant, and the copy speaks first.",
      promises: [4, 5, 8]
    ) { fleet in
      try fleet.live()
      let original = fleet.devices[0]
      let snapshot = try fleet.snapshotCloud()
      let copy = try fleet.clone(original)
      try fleet.engageAndSync(original, "original")
      try fleet.engageAndSync(copy, "copy")
      try fleet.restoreCloud(to: snapshot)
      try fleet.engageAndSync(copy, "copy first")
      try fleet.engageAndSync(original, "original second")
      try fleet.live()
    },
    Drill(
      "cloud-restored-twice", "The cloud is restored from one snapshot, and again from it.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live()
      let snapshot = try fleet.snapshotCloud()
      for _ in 0..<2 {
        try fleet.live()
        try fleet.restoreCloud(to: snapshot)
      }
      try fleet.live()
    },
    Drill(
      "cloud-witness-behind",
      "The cloud is restored, and its witness is as old as the snapshot.", promises: [4, 5]
    ) { fleet in
      try fleet.live()
      let snapshot = try fleet.snapshotCloud()
      try fleet.live()
      try fleet.restoreCloud(to: snapshot, witness: .isBehind)
      try fleet.live()
    },
    Drill(
      "cloud-witness-lost",
      "The cloud is restored without its witness, and the operator accepts the loss.",
      promises: [4, 5],
      notChecked: ["What the cloud hides while it waits for its witness."]
    ) { fleet in
      try fleet.live()
      let snapshot = try fleet.snapshotCloud()
      try fleet.live()
      try fleet.restoreCloud(to: snapshot, witness: .isLost, acceptsLoss: true)
      try fleet.live()
    },
    Drill(
      "newest-cloud-backup-lost",
      "The cloud's newest snapshot is lost as well: it is restored from the one before.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live()
      let older = try fleet.snapshotCloud()
      try fleet.live()
      _ = try fleet.snapshotCloud()
      try fleet.live()
      try fleet.restoreCloud(to: older)
      try fleet.live()
    },
    Drill(
      "floor-above-cloud",
      "A device has let go of reports that the cloud lacks after its restore: it makes them again "
        + "from its private journal.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshotCloud()
      let known = try fleet.head(of: device)?.number ?? 0
      try fleet.live(days: 2)
      let sent = try fleet.head(of: device)?.number ?? 0
      try fleet.prune(device)
      try fleet.restoreCloud(to: snapshot)
      try fleet.live()
      try fleet.expectHole(of: sent - known)
    },
    Drill(
      "rebuild-after-fence", "The cloud's projections are rebuilt when an epoch has been fenced.",
      promises: [8, 9]
    ) { fleet in
      try fleet.live()
      let copy = try fleet.clone(fleet.devices[0])
      try fleet.engageAndSync(fleet.devices[0], "original")
      try fleet.engageAndSync(copy, "copy")
      try fleet.rebuildCloud()
      // Still fenced: who is of the old epoch has to continue in a new one.
      try fleet.engageAndSync(fleet.devices[0], "original again")
      try fleet.engageAndSync(copy, "copy again")
    },
  ]
}

/// Devices that let go of what the cloud's backups hold, and clouds that go back to one.
extension Drill {
  static let compactions: [Drill] = [
    Drill(
      "compact-then-cloud-restored",
      "A device compacts, and the cloud is restored from the backup that it went by.",
      promises: [4, 5, 7, 9]
    ) { fleet in
      try fleet.live()
      let backup = try fleet.snapshotCloud()
      try fleet.keepBackup(backup)
      try fleet.comeAndGo(fleet.devices[0], "gone")
      try fleet.compact(fleet.devices[0])
      try fleet.restoreCloud(to: backup)
      try fleet.live()
    },
    Drill(
      "mark-lowered-then-compact",
      "The cloud's newest backup is lost, so its mark goes down; then a device compacts, and the "
        + "cloud is restored from the older one.",
      promises: [4, 5, 7, 9]
    ) { fleet in
      try fleet.live()
      let older = try fleet.snapshotCloud()
      try fleet.keepBackup(older)
      try fleet.comeAndGo(fleet.devices[0], "gone")
      try fleet.keepBackup(fleet.snapshotCloud())
      // The device hears of the higher mark, and then of the lower one.
      try fleet.sync(fleet.devices[0])
      try fleet.keepBackup(older)
      try fleet.sync(fleet.devices[0])
      try fleet.compact(fleet.devices[0])
      try fleet.restoreCloud(to: older)
      try fleet.live()
    },
    Drill(
      "gap-with-loss",
      "A device compacts by the mark of the cloud's newest backup, and that backup is lost: what "
        + "the device let go of is gone, and nothing else; the cloud says how many reports.",
      promises: [4, 5, 7, 9]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let older = try fleet.snapshotCloud()
      let known = try fleet.head(of: device)?.number ?? 0
      try fleet.comeAndGo(device, "gone")
      let sent = try fleet.head(of: device)?.number ?? 0
      try fleet.keepBackup(fleet.snapshotCloud())
      try fleet.sync(device)
      try fleet.compact(device)
      fleet.ledger.letGo(of: "gone", on: device.place)
      fleet.wait(minutes: 19)
      try fleet.restoreCloud(to: older, acceptsLoss: true)
      try fleet.live()
      try fleet.expectHole(of: sent - known)
      fleet.expectLoss(of: 1, page: "gone")
    },
  ]
}

/// Clouds that go back to backups which they made themselves.
extension Drill {
  static let backups: [Drill] = [
    Drill(
      "cloud-from-own-backups",
      "The cloud makes backups of itself, a device compacts by their mark, and the cloud is "
        + "restored from the newest.",
      promises: [4, 5, 7, 9]
    ) { fleet in
      let backups = OwnBackups(fleet)
      try fleet.live()
      try backups.make()
      try fleet.comeAndGo(fleet.devices[0], "gone")
      try backups.make()
      try fleet.compact(fleet.devices[0])
      try fleet.live()
      try backups.restoreNewest()
      try fleet.live()
    },
    Drill(
      "backup-base-lost",
      "The base of the cloud's own backups rots; the cloud finds it, a device compacts by the "
        + "mark, and the cloud is lost and restored from what is left.",
      promises: [4, 5, 7, 9]
    ) { fleet in
      let backups = OwnBackups(fleet)
      try fleet.live()
      try backups.make()
      try fleet.live()
      try backups.make()
      try backups.damageFirst()
      try fleet.live()
      try fleet.comeAndGo(fleet.devices[0], "gone")
      try backups.make()
      try fleet.compact(fleet.devices[0])
      try fleet.live()
      try backups.restoreNewest()
      try fleet.live()
    },
  ]
}

/// Backups that a cloud makes of itself, as a running server does.
private final class OwnBackups {
  private let fleet: DrillFleet
  private let backups = CloudBackups(folder: "/cloud-own-backups")
  private var figures = BackupFigures()
  private var made: [DrillFleet.CloudSnapshot] = []

  init(_ fleet: DrillFleet) { self.fleet = fleet }

  /// Makes one between two runs of the process; the cloud's mark says what they hold.
  func make() throws {
    let cloud = fleet.cloud
    let life = try cloud.running.projections.life
    try cloud.stop(inOrder: true)
    // The cloud comes up and throws dice on the way.
    var (figures, names) = (figures, Dice.seeded(cloud.dice.next()))
    defer { self.figures = figures }
    try backups.runTurn(
      CloudBackups.Source(cloud.storage), &figures, isVerifying: isVerifying, life: life,
      now: fleet.now, dice: &names, files: fleet.files
    ) { held, onlyLess throws(CloudError) in
      try tell(held, onlyLess: onlyLess)
    }
    try cloud.start(now: fleet.now)
    guard let newest = figures.last else { throw CloudIsDown() }
    let path = backups.folder + "/" + newest.file
    let head = try SnapshotArchive(path: path, files: fleet.files).manifest.leader.head
    fleet.recordMoment("the cloud makes a backup; they hold its log up to \(try mark)", .saved)
    made.append(
      DrillFleet.CloudSnapshot(
        path: path,
        head: Journal.Position(number: head.number, digest: head.position?.digest ?? .zero),
        mark: fleet.ledger.cloudMark, witness: cloud.witness?.bytes))
  }

  private func tell(_ held: Journal.Position?, onlyLess: Bool) throws(CloudError) {
    do {
      try fleet.cloud.start(now: fleet.now)
      try fleet.cloud.running.recordBackup(held, onlyLess: onlyLess, now: fleet.now)
      try fleet.cloud.stop(inOrder: true)
    } catch let error as CloudError {
      throw error
    } catch {
      throw CloudError(.notReady, "\(error)", cause: error)
    }
  }

  private var isVerifying: Bool {
    #if Sabotage
      return fleet.plan.sabotage != .believesBackups
    #else
      return true
    #endif
  }

  /// How much of the log devices may rely on.
  private var mark: UInt64 {
    get throws { try fleet.cloud.running.status().backedUpEntry }
  }

  /// Changes bytes of the first one's first part of the log, and neither its manifest nor its
  /// length.
  func damageFirst() throws {
    let path = made[0].path
    let archive = try SnapshotArchive(path: path, files: fleet.files)
    guard let row = archive.manifest.leader.segments.first?.row.name else { return }
    let connection = try Connection(path: path, mode: .readWrite, vfs: fleet.disk.name)
    try connection.execute(
      """
      UPDATE sqlar SET data = CAST(substr(data, 1, length(data) / 2) || x'00112233'
        || substr(data, length(data) / 2 + 5) AS BLOB) WHERE name = '\(row)'
      """)
    fleet.recordMoment("a backup of the cloud rots", .lost)
  }

  /// The cloud is lost, and goes back to the newest that can be restored.
  func restoreNewest() throws {
    let mark = try mark
    let newest = made.last {
      (try? SnapshotChain(path: $0.path, files: fleet.files).verify()) != nil
    }
    guard let newest else {
      fleet.find("no backup of the cloud can be restored, and its mark is \(mark)")
      return try fleet.loseCloud()
    }
    if newest.head.number < mark {
      fleet.find(
        "the backups hold the log up to \(newest.head.number), and the mark is \(mark)")
    }
    try fleet.restoreCloud(to: newest)
  }
}
