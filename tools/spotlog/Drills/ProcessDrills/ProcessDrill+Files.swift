#if Server
  import Foundation
  import SQLite
  import Simulation

  /// Snapshots that are damaged or of somebody else, restores that are interrupted, and files that
  /// are copied wrongly.
  extension ProcessDrill {
    static var files: [ProcessDrill] { [refused, interrupted, torn, fullDisk] }

    private static let refused = ProcessDrill(
      "real-snapshot-refused",
      "Snapshots that are damaged, cut off, of another device or of a newer format are refused.",
      promises: [3, 13]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      let other = try fleet.snapshot(fleet.devices[1])
      try fleet.engageAndSync(device, "after")
      try fleet.expectRefusal(of: snapshot.path, for: device, "with a flipped bit") { path in
        try fleet.flipBit(ofRowsIn: path)
      }
      try fleet.expectRefusal(of: snapshot.path, for: device, "that was cut off") { path in
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: path))
      }
      try fleet.expectRefusal(of: snapshot.path, for: device, "of a newer format") { path in
        try Connection(path: path, mode: .readWrite).execute(
          "UPDATE sqlar SET data = CAST('{\"format\":2}' AS BLOB), sz = 12 "
            + "WHERE name = 'header.json'")
      }
      try fleet.expectRefusal(of: snapshot.path, for: device, "of another device") { path in
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: other.path, toPath: path)
      }
    }

    private static let interrupted = ProcessDrill(
      "real-restore-killed",
      "A restore is killed at each of its steps in turn, and run again or undone.",
      promises: [1, 2, 4, 5, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.engageAndSync(device, "after")
      let kills = try fleet.killRestores(of: device, from: snapshot)
      fleet.recordMoment("a restore is killed at \(kills) steps")
      if kills < 5 { fleet.find("\(kills) steps is not a restore") }
      if fleet.breaks.endsRestores { try fleet.restore(device, to: snapshot) }
      try fleet.engageAndSync(device, "restored")
    }

    private static let torn = ProcessDrill(
      "real-torn-copy",
      "A device's journal is copied without its -wal while it is written, and brought back.",
      promises: [2, 3, 4, 5]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let mark = fleet.ledger.mark(of: device.place)
      let copy = try fleet.copyWithoutLog(of: device, while: ["torn-1", "torn-2", "torn-3"])
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: device.file("private.journal" + suffix))
      }
      try FileManager.default.moveItem(atPath: copy, toPath: device.file("private.journal"))
      fleet.ledger.restored(device.place, to: mark, at: fleet.now)
      fleet.recordMoment("the torn copy takes the place of the journal of \(device.name)")
      try fleet.engageAndSync(device, "after")
    }

    private static let fullDisk = ProcessDrill(
      "real-disk-full", "The disk is full in the middle of a snapshot, and of a restore.",
      promises: [1, 2, 4]
    ) { fleet in
      guard let disk = SmallDisk(at: fleet.file("small-disk")) else {
        throw DrillSkip(reason: "Only root may mount the small disk that it needs.")
      }
      try fleet.live()
      let device = fleet.devices[0]
      try fleet.move(device, to: disk.folder + "/device")
      let backups = disk.folder + "/backups"
      try disk.fill(leaving: 4_096)
      try fleet.expectNoRoom(["snapshot", "create", device.folder, "--to", backups], device)
      let left = (try? FileManager.default.contentsOfDirectory(atPath: backups)) ?? []
      if left.contains(where: { $0.hasSuffix(".sqlar") }) {
        fleet.find("a snapshot that did not fit has its name: \(left)")
      }
      try disk.makeRoom()
      let snapshot = try fleet.snapshot(device)
      try fleet.engageAndSync(device, "after")
      try disk.fill(leaving: 8_192)
      try fleet.expectNoRoom(
        ["snapshot", "restore", snapshot.path, "--to", device.folder], device)
      try disk.makeRoom()
      try fleet.restore(device, to: snapshot)
      try fleet.move(device, to: fleet.file("device-moved"))
      try fleet.engageAndSync(device, "restored")
    }
  }
#endif
