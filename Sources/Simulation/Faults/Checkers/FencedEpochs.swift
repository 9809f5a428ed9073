internal import CloudAggregator
internal import JournalFormat
internal import Sync

/// An epoch that has a child accepts nothing more, as long as the cloud did not forget the child.
final class FencedEpochs: InvariantChecker {
  private var children: [EpochName: EpochName] = [:]
  /// Where an epoch ended when it got its child.
  private var ends: [EpochName: UInt64] = [:]

  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    switch exchange.answer {
    case .granted(let grant, _, _, _, _)?:
      guard let parent = grant.parent?.epoch, children[parent] == nil else { return }
      children[parent] = grant.epoch
      ends[parent] = exchange.cloud.projections.head(of: parent)?.number ?? 0
    case .received(let receipt, _)?:
      // What it had before may be asked for again.
      let isNew = receipt.last.rawValue > ends[receipt.epoch] ?? .max
      world.expect(
        .fencedEpochs, !isNew, device: exchange.device,
        "its epoch has a child, and the cloud took entry \(receipt.last) of it")
    default: break
    }
  }

  func cloudWentBack(in world: FaultWorld) { (children, ends) = ([:], [:]) }
}
