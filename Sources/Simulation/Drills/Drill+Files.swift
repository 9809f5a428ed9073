internal import JournalStore

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
      try fleet.goOn(device, "after")
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
          try fleet.goOn(device, "restored")
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
      "restore-crash-at-each-step",
      "A restore ends at each change of the disk in turn, and is run again.",
      promises: [1, 2, 4, 5, 11]
    ) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.goOn(device, "after")
      var crashes = 0
      while crashes < 400 {
        fleet.disk.fail(afterChanges: crashes)
        let isComplete = (try? fleet.putBack(device, snapshot)) != nil
        fleet.disk.fail(afterChanges: nil)
        if isComplete { break }
        crashes += 1
      }
      fleet.note("a restore is interrupted at \(crashes) places")
      if crashes < 5 || crashes == 400 { fleet.find("\(crashes) places is no restore") }
      try fleet.restore(device, to: snapshot)
      try fleet.goOn(device, "restored")
    },
  ]

  private static func damaged(
    _ name: String, _ summary: String, _ damage: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> Drill {
    Drill(name, summary, promises: [3, 13]) { fleet in
      try fleet.live()
      let device = fleet.devices[0]
      let snapshot = try fleet.snapshot(device)
      try fleet.goOn(device, "after")
      var bytes = fleet.disk.bytes(of: snapshot.path) ?? []
      damage(&bytes)
      _ = fleet.disk.put(bytes, at: snapshot.path)
      try fleet.expectRefusal(of: snapshot, for: device)
    }
  }
}

extension DrillFleet {
  /// The snapshot is refused, by name, and nothing of the device is touched.
  func expectRefusal(of snapshot: DeviceSnapshot, for device: DrillDevice) throws {
    if try !isRefused(snapshot, for: device) {
      find("\(snapshot.path) was restored to \(device.name)")
    }
  }

  /// Whether the snapshot is refused; then nothing of the device may be touched.
  func isRefused(_ snapshot: DeviceSnapshot, for device: DrillDevice) throws -> Bool {
    device.end()
    let paths = [device.paths.shared, device.paths.private]
    let before = paths.map { disk.bytes(of: $0) }
    do throws(SnapshotError) {
      try putBack(device, snapshot)
      return false
    } catch {
      note("refused: \(error.message)")
    }
    if paths.map({ disk.bytes(of: $0) }) != before {
      find("a refused restore touched the journals")
    }
    return true
  }
}
