internal import CloudAggregator
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
