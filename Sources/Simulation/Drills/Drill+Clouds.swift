internal import JournalStore

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
          isLost = !reports.isEmpty
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
      "cloud-lost", "The cloud loses everything but its keys; its devices bring it back.",
      promises: [4, 5, 9]
    ) { fleet in
      try fleet.live(days: 2)
      // Who is dead cannot bring anything back.
      try fleet.goOn(fleet.devices[1], "only here")
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
      try fleet.goOn(fleet.devices[0], "restored")
      let copy = try fleet.clone(fleet.devices[1])
      try fleet.goOn(copy, "copy")
      try fleet.goOn(fleet.devices[1], "original")
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
      try fleet.goOn(original, "original")
      try fleet.goOn(copy, "copy")
      try fleet.restoreCloud(to: snapshot)
      try fleet.goOn(copy, "copy first")
      try fleet.goOn(original, "original second")
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
      try fleet.goOn(fleet.devices[0], "original")
      try fleet.goOn(copy, "copy")
      try fleet.rebuildCloud()
      // Still fenced: who is of the old epoch has to continue in a new one.
      try fleet.goOn(fleet.devices[0], "original again")
      try fleet.goOn(copy, "copy again")
    },
  ]
}
