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
  ]
}

extension DrillFleet {
  /// A page that was opened, reported, deleted, and taken back: only journals know that it was.
  func comeAndGo(_ device: DrillDevice, _ page: String) throws {
    try engage(device, page)
    try sync(device)
    try delete(device, page)
    try sync(device)
  }
}
