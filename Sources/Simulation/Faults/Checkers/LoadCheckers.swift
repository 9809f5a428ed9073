internal import CloudAggregator
internal import JournalFormat
internal import Sync

/// Every request has an answer that can be read; whether an intruder's is the right one, the world
/// decides where it sends the request.
final class SoundAnswers: InvariantChecker {
  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    world.expect(
      .soundAnswers, exchange.answer != nil, device: exchange.device,
      "an answer of \(exchange.answerBytes.count) bytes cannot be read")
  }
}

/// What a request adds to the log and to the tables is bounded by its bytes, and so is the work
/// that it makes (docs/decisions/0041).
final class BoundedWork: InvariantChecker {
  /// Bytes of a request for each entry that it adds to the log, at least.
  private static let bytesOfEntry = 64
  /// Bytes of a request for each row that it adds to the tables, at least.
  private static let bytesOfRow = 4
  /// Steps that a request may take beside one for each byte; nil: as many as a batch may.
  private let workMax: Int?

  init(workMax: Int? = nil) { self.workMax = workMax }

  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    // What changes nothing is looked at elsewhere.
    if case .refused? = exchange.answer { return }
    let (before, after) = (exchange.before, CloudLoad(exchange.cloud))
    let byteCount = exchange.request.count
    let workMax = UInt64((workMax ?? world.cloud.configuration.batchWorkMax) + byteCount)
    world.expect(
      .boundedWork, after.workCount <= before.workCount.addingUpTo(workMax),
      device: exchange.device,
      "a request of \(byteCount) bytes took \(after.workCount) steps after \(before.workCount)")
    // A lineage that comes back brings along what it took back.
    guard world.cloud.setbacks == 0 || !Self.bringsBack(exchange.request) else { return }
    let entries = after.logNumber - before.logNumber
    world.expect(
      .boundedWork, Int(entries) * Self.bytesOfEntry <= byteCount, device: exchange.device,
      "a request of \(byteCount) bytes has \(entries) entries logged")
    let rows = after.rowCount - before.rowCount
    world.expect(
      .boundedWork, rows * Self.bytesOfRow <= byteCount, device: exchange.device,
      "a request of \(byteCount) bytes adds \(rows) rows")
  }

  private static func bringsBack(_ request: [UInt8]) -> Bool {
    switch request.first.flatMap(SyncRequest.Kind.init) {
    case .enrol, .recover: true
    case .open, .append, .wanted, .rotate, .grant, .resend, nil: false
    }
  }
}

/// The order of a grant is smaller than the number of grants that the cloud was ever asked for or
/// brought (docs/decisions/0040).
final class CountedOrders: InvariantChecker {
  private var grantCountMax = 0

  func cloudAnswered(_ exchange: FaultExchange, in world: FaultWorld) {
    switch try? SyncRequest(bytes: exchange.request) {
    case .enrol, .grant, .rotate: grantCountMax += 1
    case .recover(let request): grantCountMax += request.grants.count
    case .open, .append, .wanted, .resend, nil: break
    }
    let grant: Grant
    switch exchange.answer {
    case .enrolled(let given, _): grant = given
    case .granted(let given, _, _, _, _): grant = given
    case .opened, .received, .notReceived, .refused, .news, nil: return
    }
    // A request over which the cloud ended may be in the log as well, with all that it brought.
    guard world.counts[.cloudWriteError] == 0 else { return }
    world.expect(
      .countedOrders, grant.order < UInt64(grantCountMax), device: exchange.device,
      "a grant has the order \(grant.order), and \(grantCountMax) were asked for or brought")
  }
}
