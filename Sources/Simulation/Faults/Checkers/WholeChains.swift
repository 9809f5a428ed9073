internal import CloudAggregator
internal import DeviceIndex
internal import JournalStore

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
