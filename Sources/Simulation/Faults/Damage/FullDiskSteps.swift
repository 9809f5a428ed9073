internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// Disks that take no more for a time. Programs go on, and say so of whatever needs room; nothing
/// that they acknowledged is lost, and it can be read all the while. Once there is room everything
/// works in the same processes.
struct FullDiskSteps {
  let world: FaultWorld
  private var cloud: FaultCloud { world.cloud }

  func fill(_ device: FaultDevice, _ step: FaultStep) {
    fill(device.disk, &device.full, step, device: device.place)
  }

  func fillCloud(_ step: FaultStep) {
    fill(cloud.disk, &cloud.full, step, device: nil)
  }

  private func fill(
    _ disk: SimulatedDisk, _ full: inout FullDisk?, _ step: FaultStep, device: Int?
  ) {
    let end = world.now.advanced(byMilliseconds: step.milliseconds ?? 0)
    if full == nil { full = FullDisk(disk, until: end) }
    full?.lasts(until: end)
    world.queue.schedule(.room(device: device), at: end)
  }

  // MARK: What fails meanwhile

  /// Something failed for lack of room: all of it happened, or nothing.
  func found(_ error: any Error, on device: FaultDevice, _ full: FullDisk) {
    world.tell(device.place, "its disk is full: \(error)")
    guard let process = device.process else {
      return world.schedule(beginOf: device, at: full.end)
    }
    guard let attempt = device.attempt else { return }
    device.attempt = nil
    guard let head = try? process.privateJournal.head().number, head > attempt.head else { return }
    world.journaled(attempt.acts, on: device)
  }

  func cloudFound(_ error: any Error, _ full: FullDisk) {
    world.tell(nil, "the cloud's disk is full: \(error)")
    if cloud.process == nil { world.queue.schedule(.beginCloud, at: full.end) }
  }

  // MARK: Room

  /// - Parameter device: nil: the cloud.
  func end(on device: FaultDevice?) {
    guard let device else { return endOfCloud() }
    guard let full = device.full, full.end <= world.now else { return }
    lookWhileFull(device)
    empty(device)
    guard device.isAlive, device.downUntil == nil else { return }
    world.schedule(wake: device, at: world.now)
  }

  private func endOfCloud() {
    guard let full = cloud.full, full.end <= world.now else { return }
    lookWhileCloudIsFull()
    emptyCloud()
    world.beginCloud()
  }

  func endAll() {
    emptyCloud()
    for device in world.devices { empty(device) }
  }

  private func empty(_ device: FaultDevice) {
    guard makeRoom(device.disk, &device.full, .fullDisk) else { return }
    world.tell(device.place, "its disk has room again")
  }

  private func emptyCloud() {
    guard makeRoom(cloud.disk, &cloud.full, .cloudFullDisk) else { return }
    world.tell(nil, "the cloud's disk has room again")
  }

  /// - Returns: false where the disk was not full.
  private func makeRoom(
    _ disk: SimulatedDisk, _ full: inout FullDisk?, _ fault: Fault
  ) -> Bool {
    guard let before = full else { return false }
    if before.hasRefused(disk) { world.count(fault) }
    full = nil
    disk.isFull = false
    return true
  }

  // MARK: What can be read meanwhile

  private func lookWhileFull(_ device: FaultDevice) {
    guard !device.isDamaged, let process = device.process else { return }
    do {
      try DurableCommits().processBegan(process, of: device, in: world)
      try ExactPrefix().processBegan(process, of: device, in: world)
      let entries = try process.privateJournal.entries(from: 1, atMost: .max)
      let head = try process.privateJournal.head().number
      world.expect(
        .durableCommits, entries.last?.header.number.rawValue == head, device: device.place,
        "the journal ends at \(head), and on a full disk it cannot be read to there")
    } catch {
      world.violate(
        .durableCommits, "on a full disk its journal cannot be read: \(error)",
        device: device.place)
    }
  }

  /// What is shown may be told, or the cloud says that it cannot tell now.
  private func lookWhileCloudIsFull() {
    guard cloud.wayOutOfDamage == nil, let process = cloud.process,
      process.canShowProjections(now: world.now)
    else { return }
    let findings = world.ledger.findingsTooHigh(world.figures(of: process))
    world.expect(.nothingInvented, findings.isEmpty, findings.first ?? "")
    do { _ = try world.publicPages(of: process) } catch {
      world.violate(.noAcknowledgedLoss, "on a full disk nothing public can be read: \(error)")
    }
  }
}
