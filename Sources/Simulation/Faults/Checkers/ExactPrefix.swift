internal import DeviceIndex
internal import JournalStore

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
