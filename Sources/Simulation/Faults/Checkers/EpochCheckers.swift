internal import CloudAggregator
internal import JournalFormat
internal import Sync

/// One number of an epoch never has two contents: not in receipts, as long as the cloud did not go
/// back.
final class ForksAreSeen: InvariantChecker {
  private struct Place: Hashable {
    let epoch: EpochName
    let number: SequenceNumber
  }

  private var digests: [Place: Digest] = [:]

  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    guard case .received(let receipt, _)? = exchange.answer else { return }
    let place = Place(epoch: receipt.epoch, number: receipt.last)
    let known = digests[place]
    digests[place] = receipt.digest
    world.expect(
      .forksAreSeen, known == nil || known == receipt.digest, device: exchange.device,
      "entry \(receipt.last) of its epoch has a receipt for each of two contents")
  }

  func cloudWentBack(in world: FaultWorld) { digests = [:] }
}

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
    case .enrolled, .opened, .notReceived, .refused, .news, nil: break
    }
  }

  func cloudWentBack(in world: FaultWorld) { (children, ends) = ([:], [:]) }
}
