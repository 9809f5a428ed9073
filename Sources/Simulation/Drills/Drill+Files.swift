internal import DeviceIndex
internal import JournalStore
internal import SQLite

/// Snapshots that are damaged or of somebody else, and restores that are interrupted.
extension Drill {
  static let files: [Drill] = [
    Drill(
      "snapshot-bit", "A snapshot with a flipped bit is refused, wherever the bit means something.",
      promises: [3, 13]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.engageAndSync(device, "after")
      let whole = fleet.disk.bytes(of: snapshot.path) ?? []
      // Most of a small archive's pages is empty.
      let used = whole.indices.filter { whole[$0] != 0 }
      var refusals = 0
      for sixteenth in stride(from: 1, to: 16, by: 2) {
        var bytes = whole
        bytes[used[used.count * sixteenth / 16]] ^= 4
        _ = fleet.disk.put(bytes, at: snapshot.path)
        if try fleet.isRefused(snapshot, for: device) {
          refusals += 1
        } else {
          // A bit between the rows of the archive: all that it holds has to be there.
          try fleet.restore(device, to: snapshot)
          try fleet.engageAndSync(device, "restored")
        }
      }
      if refusals < 4 { fleet.find("of 8 flipped bits \(refusals) were noticed") }
    },
    damaged("snapshot-truncated", "A snapshot that was cut off is refused.") { bytes in
      bytes.removeLast(bytes.count / 3)
    },
    damaged("snapshot-empty", "A snapshot without a byte is refused.") { $0 = [] },
    Drill(
      "snapshot-wrong-device", "A snapshot of another device is refused.", promises: [3, 13]
    ) { fleet in
      try fleet.live()
      let other = try fleet.snapshot(fleet.devices[1])
      try fleet.expectRefusal(of: other, for: fleet.devices[0])
    },
    Drill(
      "snapshot-newer", "A snapshot of a newer format is refused, and the device continues.",
      promises: [3, 13]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.engageAndSync(device, "after")
      try fleet.edit(
        snapshot,
        "UPDATE sqlar SET sz = 13, data = CAST('{\"format\":99}' AS BLOB) "
          + "WHERE name = 'header.json'")
      try fleet.expectRefusal(of: snapshot, for: device)
      try fleet.engageAndSync(device, "continues")
    },
    Drill(
      "copied-without-log",
      "A running device's files were copied, without their write-ahead logs, and are put back.",
      promises: [3, 4, 5, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let facts = fleet.ledger.held[device.place] ?? []
      try fleet.perform(PageActs.engagement("in the log"), device)
      let paths = [device.storage.sharedPath, device.storage.privatePath]
      let copies = paths.map { fleet.disk.bytes(of: $0) ?? [] }
      try fleet.engageAndSync(device, "sent")
      device.replaceWitness(by: nil)
      for (path, copy) in zip(paths, copies) { _ = fleet.disk.put(copy, at: path) }
      fleet.ledger.restored(device.place, to: facts, at: fleet.now)
      fleet.recordMoment("the files of \(device.name) are put back as they were copied", .recovered)
      try fleet.engageAndSync(device, "after")
    },
    Drill(
      "restore-crash-at-each-step",
      "A restore, and the new epoch after it, end at each change of the disk in turn, and are run "
        + "again.",
      promises: [1, 2, 4, 5, 11]
    ) { fleet in
      try fleet.live()
      let snapshot = try fleet.snapshot(fleet.devices[0])
      try fleet.engageAndSync(fleet.devices[0], "after")
      try fleet.endAtEachChange(of: "the restore") { fork in
        try fork.restore(fork.devices[0], to: snapshot)
        try fork.sync(fork.devices[0])
      }
      try fleet.engageAndSync(fleet.devices[0], "restored")
    },
    epochCrash("epoch-crash-at-each-step", isTorn: false),
    epochCrash("epoch-crash-at-each-torn-step", isTorn: true),
  ]

  private static func epochCrash(_ name: String, isTorn: Bool) -> Drill {
    Drill(
      name,
      "A device that lost its witness begins a new epoch, which ends at each change of the disk in "
        + "turn"
        + (isTorn ? ", of which half is there, and is begun again." : ", and is begun again."),
      promises: [1, 2, 4, 5]
    ) { fleet in
      try fleet.live()
      try fleet.engage(fleet.devices[0], "unsent")
      fleet.devices[0].replaceWitness(by: nil)
      try fleet.endAtEachChange(of: "the new epoch", isTorn: isTorn) { fork in
        try fork.sync(fork.devices[0])
      }
      try fleet.engageAndSync(fleet.devices[0], "after")
    }
  }

  private static func damaged(
    _ name: String, _ summary: String, _ damage: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> Drill {
    Drill(name, summary, promises: [3, 13]) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.engageAndSync(device, "after")
      var bytes = fleet.disk.bytes(of: snapshot.path) ?? []
      damage(&bytes)
      _ = fleet.disk.put(bytes, at: snapshot.path)
      try fleet.expectRefusal(of: snapshot, for: device)
    }
  }
}
