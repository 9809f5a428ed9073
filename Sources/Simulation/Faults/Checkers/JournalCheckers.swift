internal import CloudAggregator
internal import DeviceIndex
internal import JournalStore

/// What was journaled is there after every crash and power cut.
final class DurableCommits: InvariantChecker {
  func processBegan(_ process: Device, of device: FaultDevice, in world: FaultWorld) throws {
    guard let committed = device.committed else { return }
    let head = try process.privateJournal.head().number
    world.expect(
      .durableCommits, head >= committed.number, device: device.place,
      "the journal ends at \(head), and \(committed.number) was journaled")
  }
}

/// A journal begins with what was journaled, entry by entry: the digest of the last entry stands
/// for all before it.
final class ExactPrefix: InvariantChecker {
  func processBegan(_ process: Device, of device: FaultDevice, in world: FaultWorld) throws {
    guard let committed = device.committed,
      try process.privateJournal.head().number >= committed.number
    else { return }
    let digest = try process.privateJournal.digest(at: committed.number)
    world.expect(
      .exactPrefix, digest == committed.digest, device: device.place,
      "entry \(committed.number) is another one than was journaled")
  }
}

/// The chains of all journals and of the cloud's log are whole.
final class WholeChains: InvariantChecker {
  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    expect(rest.cloud.verifyLog(), of: nil, in: world)
    for device in world.devices where device.isAlive {
      guard let process = device.process else { continue }
      expect(process.privateJournal.verify(), of: device.place, in: world)
      let shared = try process.sync(now: world.localTime(of: device)).shared
      expect(shared?.verify(), of: device.place, in: world)
    }
  }

  private func expect(_ found: Verification?, of device: Int?, in world: FaultWorld) {
    guard let found else { return }
    world.expect(
      .wholeChains, found.isWhole, device: device,
      found.findings.first?.meaning ?? "a chain is not whole")
  }
}
