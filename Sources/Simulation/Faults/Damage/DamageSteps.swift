internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// What happens to files beside what programs write to them, and what people do once a program says
/// so.
///
/// Damage of what is derived, and of a device's witness, has to heal. Damage of a journal or of the
/// log has to be said before anything false comes of it: by a program that fails because of it, or
/// at the latest by a verification, for which everybody has the time when the faults are over. Then
/// the device goes back to its newest sound snapshot, or is given up, and the cloud goes back.
struct DamageSteps {
  let world: FaultWorld
  private var cloud: FaultCloud { world.cloud }

  func perform(_ step: FaultStep, on device: FaultDevice) {
    // Of a device that was never used there is nothing that could rot.
    guard device.downUntil == nil, device.committed != nil else { return }
    world.tell(device.place, "a bit of its \(step.file ?? .privateJournal) turns over")
    let isOfLog = [.privateLog, .sharedLog].contains(step.file)
    // A process that ends in good order leaves no log.
    if isOfLog { device.kill() } else { device.end() }
    if rot(step, of: device) { world.count(isOfLog ? .logRot : .bitRot) }
    world.schedule(beginOf: device, at: world.now)
  }

  func performOnCloud(_ step: FaultStep) {
    guard cloud.process != nil else { return }
    world.tell(nil, "a bit of its \(step.file ?? .log) turns over")
    world.guarding(cloud) { try cloud.end() }
    guard cloud.process == nil else { return }
    if rotOfCloud(step) { world.count(.cloudBitRot) }
    if step.file == .cloudWitness { world.ledger.cloudWitnessForgot() }
    world.beginCloud()
  }

  /// The next pages are written when the log of a journal has become long, or at its end.
  func stray(_ step: FaultStep, of device: FaultDevice) {
    let storage = device.storage
    device.stray(
      step.kind == .writeLost ? .lost : .misdirected,
      of: step.file == .sharedJournal ? storage.sharedPath : storage.privatePath,
      afterPages: step.count ?? 0)
  }

  // MARK: Rot

  /// - Returns: whether there was such a file.
  private func rot(_ step: FaultStep, of device: FaultDevice) -> Bool {
    let bit = step.count ?? 0
    let storage = device.storage
    switch step.file ?? .privateJournal {
    case .index: return device.disk.flipBit(bit, of: storage.indexPath, isChecked: true)
    case .witness: return device.flipBitOfWitness(bit)
    case .privateJournal:
      guard device.disk.flipBit(bit, of: storage.privatePath) else { return false }
    case .sharedJournal:
      guard device.disk.flipBit(bit, of: storage.sharedPath) else { return false }
    case .privateLog: return rotLog(bit, of: storage.privatePath, device)
    case .sharedLog: return rotLog(bit, of: storage.sharedPath, device)
    case .log, .projections, .cloudWitness: return false
    }
    if !device.isDamaged { device.damage = .bits }
    return true
  }

  /// SQLite takes a frame that is not whole for the end of a log, so nothing in the files may say
  /// that anything is gone (docs/LIMITS.md).
  private func rotLog(_ bit: Int, of path: String, _ device: FaultDevice) -> Bool {
    guard device.disk.flipBit(bit, of: path + "-wal") else { return false }
    device.damage = .pages
    return true
  }

  private func rotOfCloud(_ step: FaultStep) -> Bool {
    let bit = step.count ?? 0
    switch step.file ?? .log {
    case .projections: return cloud.disk.flipBit(bit, of: cloud.storage.projectionsPath)
    case .cloudWitness: return cloud.flipBitOfWitness(bit)
    case .log:
      // Without a copy there is no cloud any more, for nobody to learn anything from.
      guard cloud.wayOutOfDamage == nil, let copy = cloud.wayBack(step.name),
        cloud.disk.flipBit(bit, of: cloud.storage.logPath)
      else { return false }
      cloud.wayOutOfDamage = copy
      return true
    case .privateJournal, .sharedJournal, .index, .witness, .privateLog, .sharedLog: return false
    }
  }

  // MARK: Somebody says so

  /// A program of the device said what is wrong, and may not have closed its files yet.
  func replaceSoon(_ device: FaultDevice, because said: String) {
    device.end()
    device.downUntil = world.now
    world.queue.schedule(.replace(device: device.place, said: said), at: world.now)
  }

  func replace(_ device: FaultDevice, because said: String) {
    world.tell(device.place, "its damage is found: \(said)")
    let sound = world.snapshots.values.filter { $0.device == device.place && $0.damage == .none }
    guard let newest = sound.max(by: { $0.number < $1.number }) else { return world.die(device) }
    do { try world.restore(device, to: newest, keepingWitness: true) } catch {
      world.violate(.comesToRest, "it cannot go back: \(error)", device: device.place)
    }
  }

  /// Somebody said that the log is damaged.
  func replaceLog(by copy: FaultCloud.LogCopy, because said: String) {
    world.tell(nil, "the damage of its log is found: \(said)")
    do { try world.goBack(to: copy) } catch {
      world.violate(.comesToRest, "the cloud cannot go back: \(error)")
    }
  }

  /// A program of the cloud said something.
  ///
  /// - Returns: false where that is no damage which somebody knows a way out of.
  func cloudSaid(_ error: any Error) -> Bool {
    if let copy = cloud.wayOutOfDamage {
      replaceLog(by: copy, because: "\(error)")
      return true
    }
    guard let right = cloud.rightWitness else { return false }
    // As the message says: bring it back, or move the one that is there away.
    world.tell(nil, "its witness is put right: \(error)")
    cloud.putRight(right)
    world.beginCloud()
    return true
  }

  // MARK: Somebody looks

  /// Reads all of the log, as a server does before each backup.
  func verifyLog() {
    guard let copy = cloud.wayOutOfDamage, let process = cloud.process,
      let found = CloudBackups.Source(cloud.storage).verifyLog(of: process)
    else { return }
    guard !found.isWhole else {
      cloud.wayOutOfDamage = nil
      return
    }
    replaceLog(by: copy, because: found.findings.first?.meaning ?? "a chain is not whole")
  }

  /// The faults are over: whatever is damaged by now is found, or does no harm any more.
  func verifyAll() {
    verifyLog()
    for device in world.devices where device.isAlive && device.isDamaged { verify(device) }
  }

  private func verify(_ device: FaultDevice) {
    var found: [Verification]?
    // What it has in memory says nothing of what is on its disk.
    device.end()
    world.guarding(device) {
      let process = try world.opened(device)
      let shared = try process.sync(now: world.localTime(of: device)).shared
      found = [process.privateJournal.verify(), shared?.verify()].compactMap(\.self)
    }
    // It was said already where it could not be verified.
    guard let found else { return }
    if let finding = found.lazy.flatMap(\.findings).first {
      return replace(device, because: finding.meaning)
    }
    // A disk that says that it wrote what it did not is trusted, and a log that is cut short ends
    // there: where the end of a journal is gone, nothing in that is wrong.
    if device.damage == .pages { return replace(device, because: "nobody missed what is gone") }
    device.damage = .none
  }
}

/// Something that a program says of damage, and does not throw.
struct DamageSaid: Error, CustomStringConvertible {
  let description: String
}
