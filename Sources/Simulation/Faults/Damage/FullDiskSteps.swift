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
    let end = world.now.advanced(byMilliseconds: step.milliseconds ?? 0)
    if device.full == nil { device.full = FullDisk(device.disk, until: end) }
    device.full?.lasts(until: end)
    world.queue.schedule(.room(device: device.place), at: end)
  }

  func fillCloud(_ step: FaultStep) {
    let end = world.now.advanced(byMilliseconds: step.milliseconds ?? 0)
    if cloud.full == nil { cloud.full = FullDisk(cloud.disk, until: end) }
    cloud.full?.lasts(until: end)
    world.queue.schedule(.room(device: nil), at: end)
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
    empty(device, full)
    guard device.isAlive, device.downUntil == nil else { return }
    world.schedule(wake: device, at: world.now)
  }

  private func endOfCloud() {
    guard let full = cloud.full, full.end <= world.now else { return }
    lookWhileCloudIsFull()
    emptyCloud(full)
    world.beginCloud()
  }

  func endAll() {
    if let full = cloud.full { emptyCloud(full) }
    for device in world.devices {
      if let full = device.full { empty(device, full) }
    }
  }

  private func empty(_ device: FaultDevice, _ full: FullDisk) {
    if full.hasRefused(device.disk) { world.count(.fullDisk) }
    device.full = nil
    device.disk.isFull = false
    world.tell(device.place, "its disk has room again")
  }

  private func emptyCloud(_ full: FullDisk) {
    if full.hasRefused(cloud.disk) { world.count(.cloudFullDisk) }
    cloud.full = nil
    cloud.disk.isFull = false
    world.tell(nil, "the cloud's disk has room again")
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
