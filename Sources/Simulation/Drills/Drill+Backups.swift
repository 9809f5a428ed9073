internal import CloudAggregator
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
      try fleet.live()
      var backups = [try fleet.backUpCloud()]
      try fleet.comeAndGo(fleet.devices[0], "gone")
      backups.append(try fleet.backUpCloud())
      try fleet.compact(fleet.devices[0])
      try fleet.live()
      try fleet.restoreCloud(toNewestOf: backups)
      try fleet.live()
    },
    Drill(
      "backup-base-lost",
      "The base of the cloud's own backups rots; the cloud finds it, a device compacts by the "
        + "mark, and the cloud is lost and restored from what is left.",
      promises: [4, 5, 7, 9]
    ) { fleet in
      try fleet.live()
      let first = try fleet.backUpCloud()
      try fleet.live()
      var backups = [first, try fleet.backUpCloud()]
      try fleet.damage(first)
      try fleet.live()
      try fleet.comeAndGo(fleet.devices[0], "gone")
      backups.append(try fleet.backUpCloud())
      try fleet.compact(fleet.devices[0])
      try fleet.live()
      try fleet.restoreCloud(toNewestOf: backups)
      try fleet.live()
    },
  ]
}

extension DrillFleet {
  /// The cloud makes a backup of itself as a server does, and its mark says what its backups hold.
  fileprivate func backUpCloud() throws -> CloudSnapshot {
    let (path, head) = try cloud.backUp(now: now)
    note("the cloud makes a backup; they hold its log up to \(try cloud.mark)", .saved)
    return CloudSnapshot(
      path: path, head: head, mark: ledger.cloudMark, witness: cloud.witness.bytes)
  }

  /// Changes words of a backup without its noticing.
  fileprivate func damage(_ backup: CloudSnapshot) throws {
    try cloud.damage(backup: backup.path)
    note("a backup of the cloud rots", .lost)
  }

  /// The cloud is lost, and goes back to the newest of its backups that can be restored.
  fileprivate func restoreCloud(toNewestOf backups: [CloudSnapshot]) throws {
    let mark = try cloud.mark
    guard let newest = backups.last(where: { cloud.canRestore($0.path) }) else {
      find("no backup of the cloud can be restored, and its mark is \(mark)")
      return try loseCloud()
    }
    if newest.head.number < mark {
      find("the backups hold the log up to \(newest.head.number), and the mark is \(mark)")
    }
    try restoreCloud(to: newest)
  }
}

extension DrillCloud {
  /// How much of the log devices may rely on.
  fileprivate var mark: UInt64 {
    get throws { try aggregator.status().backedUpEntry }
  }

  fileprivate func canRestore(_ path: String) -> Bool {
    (try? SnapshotChain(path: path, files: files).verify()) != nil
  }
}
