internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// No message is larger than the cloud said that it takes.
final class BoundedMessages: InvariantChecker {
  /// What a request has besides its batch.
  private static let envelopeByteCountMax = 4_096

  func requestLeft(_ request: [UInt8], of device: FaultDevice, in world: FaultWorld) {
    let most = Int(world.cloud.configuration.limits.batchByteCount) + Self.envelopeByteCountMax
    world.expect(
      .boundedMessages, request.count <= most, device: device.place,
      "a request has \(request.count) bytes, and the cloud takes \(most)")
  }
}

/// Receipts go no further than the outbox and, for as long as the device
/// knows of each time that the cloud went back, than its log.
final class BoundedReceipts: InvariantChecker {
  func answerHeard(
    _ answer: [UInt8], by device: FaultDevice, _ sync: DeviceSync, in world: FaultWorld
  ) {
    let machine = sync.machine
    world.expect(
      .boundedReceipts, machine.acknowledged <= machine.head, device: device.place,
      "it takes \(Figure.count(machine.acknowledged, "report")) for acknowledged, and has "
        + "\(machine.head)")
    // A refusal does not say how far the cloud is, nor does a cloud that cannot read its log again.
    // Of what was erased it has nothing.
    guard case .received? = try? SyncResponse(bytes: answer), machine.phase == .ready,
      let epoch = sync.witness.grant?.epoch, let cloud = world.cloud.process,
      machine.cloudLife == cloud.projections.life, world.cloud.blindLife != cloud.projections.life,
      cloud.projections.isWhole, !world.ledger.operators.isErased(device.person)
    else { return }
    let known = cloud.projections.head(of: epoch)?.number ?? 0
    world.expect(
      .boundedReceipts, machine.acknowledged <= known, device: device.place,
      "it takes \(Figure.count(machine.acknowledged, "report")) for acknowledged, and the cloud "
        + "has \(known)")
  }
}

/// A refused request changes nothing in the cloud.
final class PureRefusals: InvariantChecker {
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    guard case .refused(let refusal)? = exchange.answer else { return }
    let log = exchange.cloud.projections.position.number
    // What cannot be read again is not known for now: the log is damaged, or the disk is full.
    let isWhole = world.cloud.wayOutOfDamage == nil && exchange.cloud.projections.isWhole
    let isUnread = !isWhole && log < exchange.before.logNumber
    world.expect(
      .pureRefusals, log == exchange.before.logNumber || isUnread, device: exchange.device,
      "a request was refused (\(refusal.code)), and the log went from "
        + "\(exchange.before.logNumber) to \(log)")
  }
}

/// Bytes are what was written, or they are refused: what can be read is written again as it was.
final class SafeCodecs: InvariantChecker {
  func requestLeft(_ request: [UInt8], of device: FaultDevice, in world: FaultWorld) {
    let again = (try? SyncRequest(bytes: request))?.bytes
    world.expect(
      .safeCodecs, again == request, device: device.place,
      "a request of \(request.count) bytes is not what is read of it")
  }

  /// Garbled ones among them.
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    let again = (try? SyncRequest(bytes: exchange.request))?.bytes
    world.expect(
      .safeCodecs, again == nil || again == exchange.request, device: exchange.device,
      "a request of \(exchange.request.count) bytes was read, and is not what was read of it")
  }
}
