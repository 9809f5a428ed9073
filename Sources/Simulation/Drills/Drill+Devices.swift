internal import DeviceIndex

/// A device that is lost and restored.
extension Drill {
  static let devices: [Drill] = [
    restored(
      "restored-1-minute", "A device is restored from a minute ago.", unsentMinutes: 1
    ) { _ in },
    restored(
      "restored-1-day", "A device is restored from yesterday.", unsentMinutes: 5
    ) { try $0.live() },
    restored(
      "restored-90-days",
      "A device is restored from 90 days ago, in which everybody lived now and then.",
      unsentMinutes: 5
    ) { fleet in
      for _ in 0..<3 {
        try fleet.live(days: 2)
        fleet.wait(days: 28)
      }
    },
    Drill(
      "restored-witness-kept",
      "A device is restored from yesterday, and its witness says so before the cloud does.",
      promises: [3, 4, 5, 11]
    ) { fleet in
      try fleet.live(days: 2)
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.live()
      try fleet.engage(device, "unsent")
      fleet.wait(minutes: 7)
      try fleet.restore(device, to: snapshot, surviving: [.witness])
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "restored-twice", "A device is restored from one snapshot, and again from it.",
      promises: [4, 5, 11]
    ) { fleet in
      try fleet.live(days: 2)
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.live()
      for round in ["first", "second"] {
        try fleet.restore(device, to: snapshot)
        try fleet.engageAndSync(device, round)
      }
    },
    Drill(
      "ping-pong", "A device goes back and forth between an older and a newer snapshot.",
      promises: [4, 5, 8, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let older = try fleet.snapshot(device)
      try fleet.live()
      let newer = try fleet.snapshot(device)
      for (round, snapshot) in [older, newer, older, newer, older].enumerated() {
        try fleet.restore(device, to: snapshot)
        try fleet.engageAndSync(device, "round\(round)")
      }
    },
    Drill(
      "witness-lost", "A device's witness is lost, and nothing else.", promises: [3, 4, 5]
    ) { fleet in
      try fleet.live(days: 2)
      let device = fleet.devices[0]
      try fleet.engage(device, "unsent")
      try fleet.loseWitness(device)
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "index-deleted", "A device's index is deleted.", promises: [11],
      notChecked: ["Items that apps gave are found as activities are; sweeps are not asked for."]
    ) { fleet in
      try fleet.live(days: 2)
      let device = fleet.devices[0]
      _ = try device.process(now: fleet.now).queries.search("page", now: fleet.now)
      try fleet.loseIndex(device)
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "filter-lagging",
      "A snapshot is taken before the filter has read on; the device has sent since what its "
        + "restore makes again.",
      promises: [5, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      try fleet.engage(device, "waiting", "waiting too")
      let snapshot = try fleet.snapshot(device, runsFilter: false)
      try fleet.engageAndSync(device, "sent")
      try fleet.restore(device, to: snapshot)
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "power-cut",
      "The power goes when a device has just journaled something, and its cloud has just given a "
        + "receipt to another one.",
      promises: [1, 2, 4]
    ) { fleet in
      try fleet.live()
      try fleet.engage(fleet.devices[1], "received")
      try fleet.losePower {
        try fleet.sync(fleet.devices[1])
        try fleet.perform(PageActs.engagement("journaled"), fleet.devices[0])
      }
      for device in fleet.devices.prefix(2) { try fleet.engageAndSync(device, "after") }
    },
    Drill(
      "outbox-lost", "A device's shared journal is lost; its private one makes all reports again.",
      promises: [4, 5, 11]
    ) { fleet in
      try fleet.live(days: 2)
      let device = fleet.devices[0]
      try fleet.engage(device, "unsent")
      try fleet.loseOutbox(device)
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "before-epoch-change",
      "A device that began a new epoch is restored from before it, and once more.",
      promises: [4, 5, 8, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let before = try fleet.snapshot(device)
      try fleet.live()
      try fleet.restore(device, to: before)
      try fleet.engageAndSync(device, "second epoch")
      let within = try fleet.snapshot(device)
      try fleet.restore(device, to: before)
      try fleet.engageAndSync(device, "third epoch")
      try fleet.restore(device, to: within)
      try fleet.engageAndSync(device, "fourth epoch")
    },
    Drill(
      "index-survives",
      "A device's journals go back, and its index, which does not, is found to be of another past.",
      promises: [3, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.engage(device, "gone", "gone too")
      _ = try device.process(now: fleet.now).queries.search("page", now: fleet.now)
      fleet.wait(minutes: 3)
      try fleet.restore(device, to: snapshot, surviving: [.index])
      // As many entries as before, and others.
      try fleet.engage(device, "other", "other too", "more")
      try fleet.engageAndSync(device, "after")
    },
  ]

  /// - Parameter meanwhile: what happens between the snapshot and the last that is not sent.
  private static func restored(
    _ name: String, _ summary: String, unsentMinutes: Int64,
    _ meanwhile: @escaping @Sendable (DrillFleet) throws -> Void
  ) -> Drill {
    Drill(name, summary, promises: [4, 5, 11]) { fleet in
      try fleet.live(days: 2)
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      // Sent and acknowledged after the snapshot: the cloud keeps it.
      try fleet.engage(device, "sent")
      try fleet.sync(device)
      try meanwhile(fleet)
      // Dies with the device: nobody else has it.
      try fleet.engage(device, "unsent")
      fleet.wait(minutes: unsentMinutes)
      try fleet.restore(device, to: snapshot)
      try fleet.engageAndSync(device, "after")
      try fleet.live()
    }
  }
}

/// Several that are one device.
extension Drill {
  static let copies: [Drill] = [
    Drill(
      "clone-both-alive", "A device is copied whole; both copies continue.", promises: [5, 6, 8]
    ) { fleet in
      try fleet.live(days: 2)
      let original = fleet.devices[0]
      try fleet.engage(original, "unsent")
      let copy = try fleet.clone(original)
      try fleet.engage(original, "original")
      try fleet.engage(copy, "copy")
      try fleet.live(days: 2)
    },
    Drill(
      "clone-original-dies", "A device is copied whole, the copy continues, and the original dies.",
      promises: [4, 5, 8]
    ) { fleet in
      try fleet.live(days: 2)
      let original = fleet.devices[0]
      let copy = try fleet.clone(original)
      try fleet.engageAndSync(original, "sent")
      try fleet.engage(original, "unsent")
      fleet.wait(minutes: 11)
      fleet.kill(original)
      try fleet.engageAndSync(copy, "copy")
      try fleet.live()
    },
    Drill(
      "clone-without-witness", "A device's journals are copied without its witness; both go on.",
      promises: [5, 8]
    ) { fleet in
      try fleet.live(days: 2)
      let copy = try fleet.clone(fleet.devices[0], withWitness: false)
      try fleet.engage(fleet.devices[0], "original")
      try fleet.engage(copy, "copy")
      try fleet.live(days: 2)
    },
    Drill(
      "twins", "Two copies with equal witnesses send different reports under the same numbers.",
      promises: [5, 6, 8]
    ) { fleet in
      try fleet.live()
      let original = fleet.devices[0]
      let twin = try fleet.clone(original)
      // The same number, other content: anyone who comes second forks.
      try fleet.engage(original, "one")
      try fleet.engage(twin, "other")
      let heads = try (fleet.head(of: original), fleet.head(of: twin))
      try fleet.sync(original)
      try fleet.sync(twin)
      try fleet.expectIncident(known: heads.0, sent: heads.1)
      try fleet.engage(original, "one again")
      try fleet.engage(twin, "other again")
    },
    Drill(
      "twins-long-after",
      "Two copies with equal witnesses: one comes back when the other has long gone on.",
      promises: [5, 6, 8]
    ) { fleet in
      try fleet.live()
      let twin = try fleet.clone(fleet.devices[0])
      twin.isAlive = false
      try fleet.engage(twin, "asleep")
      try fleet.live(days: 3)
      fleet.wait(days: 365)
      twin.isAlive = true
      try fleet.engageAndSync(twin, "awake")
      try fleet.live()
    },
    Drill(
      "many-copies", "Fifty copies of one device engage with one page, and publish nothing.",
      promises: [5, 10],
      notChecked: ["Copies of a device before it enrolled."]
    ) { fleet in
      try fleet.engageAndSync(fleet.devices[0], "mine")
      for _ in 0..<50 { try fleet.engageAndSync(fleet.clone(fleet.devices[0]), "mine") }
    },
  ]
}
