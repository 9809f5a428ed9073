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
