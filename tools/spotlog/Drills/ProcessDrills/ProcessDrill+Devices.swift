#if Server
  import Foundation
  import Simulation

  /// One device, or copies of one, that lose something.
  extension ProcessDrill {
    static var devices: [ProcessDrill] { [lost, twice, cloned, noWitness, noIndex, deleted] }

    private static let lost = ProcessDrill(
      "real-device-lost",
      "A device's folder is gone, and a snapshot of the day before takes its place.",
      promises: [3, 4, 5]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.engageAndSync(device, "sent")
      try fleet.engage(device, "unsent")
      fleet.wait(days: 1)
      try fleet.lose(device)
      try fleet.restore(device, to: snapshot)
      try fleet.engageAndSync(device, "restored")
    }

    private static let twice = ProcessDrill(
      "real-restored-twice",
      "A device is restored from one snapshot, continues, and is restored from it again.",
      promises: [3, 4, 5, 8]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      for page in ["once", "again"] {
        try fleet.engageAndSync(device, page)
        try fleet.restore(device, to: snapshot)
        try fleet.engageAndSync(device, "after \(page)".replacing(" ", with: "-"))
      }
    }

    private static let cloned = ProcessDrill(
      "real-clone", "A device's folder is copied, and both copies continue.", promises: [5, 6, 8]
    ) { fleet in
      try fleet.live()
      let original = fleet.devices[0]
      try fleet.engage(original, "unsent")
      let copy = try fleet.clone(original)
      try fleet.engage(original, "original")
      try fleet.engage(copy, "copy")
      try fleet.syncAndCompare()
      try fleet.engageAndSync(copy, "copy-again")
      try fleet.engageAndSync(original, "original-again")
    }

    private static let noWitness = ProcessDrill(
      "real-witness-deleted", "A device's witness is deleted.", promises: [3, 5, 8]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      try FileManager.default.removeItem(atPath: device.file("witness"))
      fleet.recordMoment("the witness of \(device.name) is deleted", .lost)
      try fleet.engageAndSync(device, "after")
    }

    private static let noIndex = ProcessDrill(
      "real-index-deleted", "A device's index is deleted, and rebuilt from its journal.",
      promises: [11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: device.file("index.sqlite" + suffix))
      }
      fleet.recordMoment("the index of \(device.name) is deleted", .lost)
      _ = try fleet.measure("index usable") { try fleet.items(of: device) }
      try fleet.engageAndSync(device, "after")
    }

    private static let deleted = ProcessDrill(
      "real-delete-then-restore",
      "Everybody deletes a page that was public; one device is restored from before.",
      promises: [7, 10]
    ) { fleet in
      for device in fleet.devices { try fleet.engage(device, "kept", "secret") }
      try fleet.syncAndCompare()
      try fleet.syncAndCompare()
      let snapshot = try fleet.snapshot(fleet.devices[0])
      for device in fleet.devices { try fleet.delete(device, "secret") }
      try fleet.syncAndCompare()
      try fleet.restore(fleet.devices[0], to: snapshot)
      try fleet.engageAndSync(fleet.devices[0], "after")
    }
  }
#endif
