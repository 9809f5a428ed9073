internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// What people do to keep a device in a world of faults: snapshots, and another key.
struct SnapshotSteps {
  let world: FaultWorld

  /// A snapshot of a device, and what the device held.
  struct Archive {
    let file: String
    let bytes: [UInt8]
    let facts: FactSet
  }

  func create(_ name: String, of device: FaultDevice) {
    world.tell(device.place, "createSnapshot \(name)")
    world.guarding(device) { try makeSnapshot(name, of: device) }
  }

  func restore(_ name: String, to device: FaultDevice) {
    world.tell(device.place, "restoreSnapshot \(name)")
    world.guarding(device) { try goBack(name, to: device) }
  }

  func rotateKey(of device: FaultDevice) {
    world.tell(device.place, "rotateKey")
    world.guarding(device) { try requestRotation(of: device) }
  }

  private static let folder = "/snapshots"

  /// Copies the journals of a device that is in use.
  private func makeSnapshot(_ name: String, of device: FaultDevice) throws {
    let process = try world.opened(device)
    // Nobody but the writer can read on this disk.
    var journals = [(file: "private.journal", journal: process.privateJournal)]
    if let shared = try process.sync(now: world.localTime(of: device)).shared {
      journals.insert((file: "shared.journal", journal: shared), at: 0)
    }
    var snapshot = JournalStore.Snapshot(of: journals, kind: .device, to: Self.folder)
    let files = SimulatedFiles(device.disk)
    snapshot.files = files
    var dice = Dice.seeded(world.plan.seed ^ UInt64(world.eventCount))
    let path = try snapshot.make(created: world.now, dice: &dice).path
    // It is kept where the device is not.
    guard let bytes = device.disk.bytes(of: path) else { return }
    try files.remove(path)
    world.archives[name] = Archive(
      file: path, bytes: bytes, facts: world.ledger.mark(of: device.place))
  }

  /// Makes the journals of a snapshot on a sound disk, and puts them in the place of the device's.
  /// Witness and keyring stay.
  private func goBack(_ name: String, to device: FaultDevice) throws {
    guard let archive = world.archives[name] else { return }
    world.count(.restore)
    device.kill()
    let disk = SimulatedDisk(
      name: "\(world.diskName)-restored-\(world.eventCount)", seed: world.plan.seed)
    _ = disk.put(archive.bytes, at: archive.file)
    let files = SimulatedFiles(disk)
    var restore = SnapshotRestore(
      try SnapshotChain(path: archive.file, files: files), .device, to: "/restored")
    restore.files = files
    _ = try restore.run(now: world.now)
    let restored = disk.files("/restored/").map { path, bytes in
      (String(path.dropFirst("/restored".count)), bytes)
    }
    let image = FaultDevice.Files(uniqueKeysWithValues: restored)
    try device.become(image, witness: device.witness.bytes)
    world.ledger.restored(device.place, to: archive.facts, at: world.now)
    world.schedule(beginOf: device, at: world.now)
  }

  /// The device continues with another key, once the cloud agrees. Before it has enrolled it has no
  /// key that the cloud knows.
  private func requestRotation(of device: FaultDevice) throws {
    let sync = try world.opened(device).sync(now: world.localTime(of: device))
    guard let grant = sync.witness.grant else { return }
    try sync.requestRotation()
    device.keyToReplace = grant.deviceKey
    world.wakeSoon(device)
  }
}
