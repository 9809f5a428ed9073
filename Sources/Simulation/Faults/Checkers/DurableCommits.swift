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
