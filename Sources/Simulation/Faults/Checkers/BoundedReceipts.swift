internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// Receipts go no further than the outbox and, for as long as the device
/// knows of each time that the cloud went back, than its log.
final class BoundedReceipts: InvariantChecker {
  func answerHeard(
    _ answer: [UInt8], by device: FaultDevice, _ sync: DeviceSync, in world: FaultWorld
  ) {
    let machine = sync.machine
    world.expect(
      .boundedReceipts, machine.acknowledged <= machine.head, device: device.place,
      "\(machine.acknowledged) reports are acknowledged, and it has \(machine.head)")
    // A refusal does not say how far the cloud is.
    guard case .received? = try? SyncResponse(bytes: answer), machine.phase == .ready,
      let epoch = sync.witness.grant?.epoch, let cloud = world.cloud.process,
      machine.cloudLife == cloud.projections.life, world.cloud.blindLife != cloud.projections.life
    else { return }
    let known = cloud.projections.head(of: epoch)?.number ?? 0
    world.expect(
      .boundedReceipts, machine.acknowledged <= known, device: device.place,
      "\(machine.acknowledged) reports are acknowledged, and the cloud has \(known)")
  }
}
