internal import CloudAggregator
internal import JournalFormat
internal import Sync

/// What the cloud has of an epoch never gets less while it runs, and has no holes: its head is
/// where it was, or further on.
final class GrowingEpochs: InvariantChecker {
  private var heads: [EpochName: UInt64] = [:]

  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    guard case .received(let receipt, _)? = exchange.answer else { return }
    let head = exchange.cloud.projections.head(of: receipt.epoch)?.number ?? 0
    let before = heads[receipt.epoch] ?? 0
    heads[receipt.epoch] = head
    world.expect(
      .growingEpochs, head >= before && receipt.last.rawValue <= head, device: exchange.device,
      "the cloud has its epoch up to \(head), gave a receipt for \(receipt.last), and had "
        + "\(before)")
  }

  func cloudWentBack(in world: FaultWorld) { heads = [:] }
}
