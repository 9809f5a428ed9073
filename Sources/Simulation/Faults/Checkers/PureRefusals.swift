internal import CloudAggregator
internal import JournalStore
internal import Sync

/// A refused request changes nothing in the cloud.
final class PureRefusals: InvariantChecker {
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    guard case .refused(let refusal)? = exchange.answer else { return }
    let log = exchange.cloud.projections.position.number
    world.expect(
      .pureRefusals, log == exchange.logBefore, device: exchange.device,
      "a request was refused (\(refusal.code)), and the log went from \(exchange.logBefore) to "
        + "\(log)")
  }
}
