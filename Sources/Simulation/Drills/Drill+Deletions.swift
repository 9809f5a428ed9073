/// What was taken back stays taken back.
extension Drill {
  static let deletions: [Drill] = [
    Drill(
      "delete-then-restore",
      "Everybody deletes a page that was public; one device is restored from before.",
      promises: [7, 10]
    ) { fleet in
      let snapshots = try fleet.publishAndDelete()
      try fleet.restore(fleet.devices[0], to: snapshots[0])
      try fleet.goOn(fleet.devices[0], "after")
    },
    Drill(
      "all-restored-before-delete",
      "Everybody deletes a page that was public, and everybody is restored from before.",
      promises: [7, 10]
    ) { fleet in
      let snapshots = try fleet.publishAndDelete()
      try fleet.restoreAll(to: snapshots)
      try fleet.settle()
      for device in fleet.devices { try fleet.goOn(device, "after") }
    },
    Drill(
      "delete-then-restore-both",
      "Everybody deletes a page that was public; then the cloud and every device are restored from "
        + "before, and the cloud's witness alone remembers.",
      promises: [7, 10]
    ) { fleet in
      try fleet.publish()
      let snapshots = try fleet.snapshotAll()
      let cloud = try fleet.snapshotCloud()
      for device in fleet.devices { try fleet.delete(device, "secret") }
      try fleet.settle()
      try fleet.restoreCloud(to: cloud)
      try fleet.restoreAll(to: snapshots)
      try fleet.settle()
    },
    Drill(
      "delete-outlives-cloud",
      "Everybody deletes a page and is restored from before; then the cloud goes back to before "
        + "the deletion, without its witness: that devices were told is all that is left of it.",
      promises: [7, 10]
    ) { fleet in
      try fleet.publish()
      let snapshots = try fleet.snapshotAll()
      let cloud = try fleet.snapshotCloud()
      for device in fleet.devices { try fleet.delete(device, "secret") }
      try fleet.settle()
      try fleet.restoreAll(to: snapshots)
      try fleet.settle()
      try fleet.restoreCloud(to: cloud, witness: .isLost, acceptsLoss: true)
      try fleet.settle()
      try fleet.expectHidden("secret")
    },
    Drill(
      "regated-after-withdrawal",
      "An engagement is taken back, and the device is restored to where the filter had not read "
        + "it.",
      promises: [5, 7]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      try fleet.engage(device, "secret")
      let snapshot = try fleet.snapshot(device, runsFilter: false)
      try fleet.sync(device)
      try fleet.delete(device, "secret")
      try fleet.sync(device)
      try fleet.restore(device, to: snapshot)
      try fleet.goOn(device, "after")
    },
    Drill(
      "reindex-made-public",
      "Restored devices are given their pages again, with other titles and now public: nobody has "
        + "opened them since, so nothing counts again.",
      promises: [5, 7, 10, 11]
    ) { fleet in
      for device in fleet.devices { try fleet.engagePrivately(device, "quiet") }
      try fleet.publish()
      let snapshots = try fleet.snapshotAll()
      for (device, snapshot) in zip(fleet.devices, snapshots) {
        try fleet.restore(device, to: snapshot)
        for page in ["quiet", "kept", "secret"] { try fleet.reindex(device, page) }
      }
      try fleet.settle()
      // Engaged with as it is called now, by as many as it takes: shown with the words of now, or
      // with those of before, and never with words that nobody engaged with.
      for device in fleet.devices.dropFirst() {
        let title = DrillEvent.laterTitle(of: "kept")
        try fleet.journalEngagement(device, "kept", title: title)
        try fleet.sync(device)
      }
    },
    Drill(
      "engaged-again",
      "A page is deleted, the device is restored from before, and its person opens the page again.",
      promises: [5, 7]
    ) { fleet in
      let snapshots = try fleet.publishAndDelete()
      try fleet.restore(fleet.devices[0], to: snapshots[0])
      try fleet.goOn(fleet.devices[0], "secret")
    },
  ]
}

extension DrillFleet {
  /// Everybody engages with a page, which becomes public.
  fileprivate func publish() throws {
    for device in devices { try engage(device, "secret", "kept") }
    for _ in 0..<3 {
      try settle()
      wait(days: 1)
    }
  }

  /// - Returns: snapshots of all devices from between.
  fileprivate func publishAndDelete() throws -> [DeviceSnapshot] {
    try publish()
    let snapshots = try snapshotAll()
    for device in devices { try delete(device, "secret") }
    try settle()
    return snapshots
  }
}
