#if Server
  import Foundation
  import JournalFormat
  import JournalStore
  import Simulation

  /// What devices of a drill do, and what is done to them.
  extension ProcessFleet {
    // MARK: Living

    /// A person finds pages and opens them.
    ///
    /// - Parameter items: what an app gives besides, and what stays on the device.
    func engage(_ device: ProcessDevice, _ pages: String..., keeping items: [String] = []) throws {
      let all = pages.map(ProcessActs.engagement) + items.map { [ProcessActs.item($0)] }
      let lines = try all.flatMap { $0 }.lines(at: now)
      try expect(["device", "index", device.folder], input: lines)
      for acts in all { record(acts, device) }
    }

    func delete(_ device: ProcessDevice, _ page: String) throws {
      try breaks.copyCloudAside()
      let acts = [ProcessActs.deletion(page)]
      try expect(["device", "delete", device.folder], input: acts.lines(at: now))
      record(acts, device)
      recordMoment("\(device.name) deletes page \(page)")
    }

    func record(_ acts: [AppAct], _ device: ProcessDevice) {
      ledger.record(acts, person: device.person, device: device.place, at: now)
    }

    /// Everybody who is alive is given an item and engages with two pages, one of them at chance.
    func live() throws {
      for device in living {
        try engage(
          device, "common", "p\(dice.next() as UInt64 % 5)", keeping: ["note\(device.place)"])
      }
      wait(days: 1)
      try syncAndCompare()
      try breaks.copyCloudAside()
      recordMoment("\(Figure.count(living.count, "device has", "devices have")) lived for a day")
    }

    /// Something happens on the device, and it speaks.
    func engageAndSync(_ device: ProcessDevice, _ page: String) throws {
      try engage(device, page)
      try sync(device)
    }

    // MARK: Speaking

    private struct SyncAnswer: Decodable {
      let acknowledged: UInt64
      let reports: UInt64
    }

    /// The device speaks until everything is acknowledged.
    func sync(_ device: ProcessDevice) throws {
      let before = try epochIfItMatters(device)
      let answer = try ask(
        ["device", "sync", device.folder, "--url", serverURL, "--wait", "60"],
        as: SyncAnswer.self)
      guard answer.acknowledged == answer.reports else {
        return find(
          "\(device.name) rests with \(answer.acknowledged) of \(answer.reports) reports "
            + "acknowledged")
      }
      let epoch = try epochIfItMatters(device)
      if let epoch, let before, epoch != before {
        recordMoment("\(device.name) continues in a new epoch")
      }
      ledger.acknowledged(
        by: device.place, person: device.person, wasTold: epoch != nil && epoch != before)
    }

    /// The life of the device's outbox, where it may tell what the device has heard: of what its
    /// person took back.
    private func epochIfItMatters(_ device: ProcessDevice) throws -> String? {
      struct Stats: Decodable { let name: String }
      guard ledger.hasDeleted(device.person),
        FileManager.default.fileExists(atPath: device.file("shared.journal"))
      else { return nil }
      return try ask(
        ["journal", "stats", device.file("shared.journal")], as: Stats.self
      ).name
    }

    // MARK: Losing and restoring

    /// A snapshot of a device, and what it holds.
    struct DeviceSnapshot {
      let path: String
      let mark: FactSet
    }

    private struct Created: Decodable { let path: String }

    /// - Returns: the path of a new snapshot of a device's or the cloud's folder.
    func snapshot(of folder: String, to backups: String) throws -> String {
      try ask(["snapshot", "create", folder, "--to", backups], as: Created.self).path
    }

    func snapshot(_ device: ProcessDevice) throws -> DeviceSnapshot {
      let path = try snapshot(of: device.folder, to: file("backups-\(device.place)"))
      recordMoment("a snapshot of \(device.name) is taken", .saved)
      return DeviceSnapshot(path: path, mark: ledger.mark(of: device.place))
    }

    /// Everything of the device is gone; where nothing brings it back, for good.
    func lose(_ device: ProcessDevice) throws {
      try FileManager.default.removeItem(atPath: device.folder)
      device.isAlive = false
      ledger.died(device.place, at: now)
      recordMoment("\(device.name) is lost, with everything in its folder", .lost)
    }

    /// Puts a snapshot into the device's folder. What else lies there stays, as its witness.
    func restore(_ device: ProcessDevice, to snapshot: DeviceSnapshot) throws {
      try restore(snapshot.path, to: device.folder)
      device.isAlive = true
      ledger.restored(device.place, to: snapshot.mark, at: now)
      // Opening does not wait for the index to be whole; listing all items does.
      _ = try measure("open") { try expect(["device", "status", device.folder]) }
      _ = try measure("index usable") { try items(of: device) }
      recordMoment("\(device.name) is restored from a snapshot", .recovered)
    }

    private struct Restored: Decodable { let phases: [RestoredFolder.Phase] }

    /// Restores a folder, and measures what the command says and what it does not: its start and
    /// its end.
    func restore(_ snapshot: String, to folder: String) throws {
      let start = DispatchTime.now().uptimeNanoseconds
      let restored = try ask(["snapshot", "restore", snapshot, "--to", folder], as: Restored.self)
      var rest = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
      for phase in restored.phases {
        story.spend(phase.milliseconds, on: "restore: \(phase.phase)")
        rest -= phase.milliseconds
      }
      story.spend(max(0, rest), on: "restore: the process around it")
    }

    /// A copy of a device's folder, byte by byte; both go on.
    func clone(_ device: ProcessDevice) throws -> ProcessDevice {
      let copy = addDevice(of: device.person)
      try FileManager.default.copyItem(atPath: device.folder, toPath: copy.folder)
      ledger.copied(device.place, to: copy.place)
      recordMoment("\(copy.name) is a copy of \(device.name)")
      return copy
    }

    /// The identifiers that the device's index has.
    func items(of device: ProcessDevice) throws -> Set<String> {
      let table = try expect(
        ["device", "items", device.folder, "--format", "tsv", "--columns", "id"])
      return Set(table.split(separator: "\n").dropFirst().map(String.init))
    }
  }
#endif
