internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// A second process on the files of one that runs: it is refused, says why, and changes nothing.
struct SecondProcessSteps {
  let world: FaultWorld
  private var cloud: FaultCloud { world.cloud }

  func open(beside device: FaultDevice) {
    guard device.isInUse(at: world.now), device.process != nil else { return }
    world.count(.secondProcess)
    let place = device.place
    expectRefused(by: device.disk, { device.witness.bytes }, device: place) {
      _ = try Device.openOrCreate(
        device.storage, world.configuration, now: world.localTime(of: device), random: .seeded(0))
    }
  }

  func openBesideCloud() {
    guard cloud.process != nil else { return }
    world.count(.cloudSecondProcess)
    expectRefused(by: cloud.disk, { cloud.witness?.bytes }, device: nil) {
      _ = try cloud.openSecond(now: world.now)
    }
  }

  private func expectRefused(
    by disk: SimulatedDisk, _ witness: () -> [UInt8]?, device: Int?, _ opening: () throws -> Void
  ) {
    let before = (files: disk.files(), witness: witness())
    var refusal: (any Error)?
    do { try opening() } catch { refusal = error }
    world.expect(
      .oneWriter, refusal.map(Self.isOfSecondWriter) ?? false, device: device,
      refusal.map { "a second process failed because of something else: \($0)" }
        ?? "a second process opened its files")
    world.expect(
      .oneWriter, disk.files() == before.files && witness() == before.witness, device: device,
      "a second process was refused, and changed a file")
  }

  private static func isOfSecondWriter(_ error: any Error) -> Bool {
    let cause = (error as? DeviceError)?.cause ?? (error as? CloudError)?.cause ?? error
    return (cause as? JournalError)?.code == .secondWriter
  }
}
