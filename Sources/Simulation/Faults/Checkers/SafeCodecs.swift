internal import Sync

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
