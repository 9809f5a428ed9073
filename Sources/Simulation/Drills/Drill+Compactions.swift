internal import JournalStore

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

extension DrillFleet {
  /// A page that was opened, reported, deleted, and taken back: only journals know that it was.
  func comeAndGo(_ device: SimulatedDevice, _ page: String) throws {
    try engage(device, page)
    try sync(device)
    try delete(device, page)
    try sync(device)
  }
}
