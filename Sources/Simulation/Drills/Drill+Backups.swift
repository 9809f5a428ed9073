internal import CloudAggregator
internal import JournalFormat
internal import JournalStore
internal import SQLite

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
    fleet.note("the cloud makes a backup; they hold its log up to \(try mark)", .saved)
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
    fleet.note("a backup of the cloud rots", .lost)
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
