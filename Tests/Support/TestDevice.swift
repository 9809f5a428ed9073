package import CloudAggregator
package import JournalFormat
package import Sync

/// A device that exists only as a key and a chain, for tests of the cloud's side.
package struct TestDevice {
  package let key: SigningKey
  package let lineage: LineageKey
  package private(set) var grant: Grant?
  package private(set) var chain: Chain

  package init(_ seed: UInt64) {
    var random = SplitMix64(seed)
    key = SigningKey(using: &random)
    lineage = LineageKey(secret: Nonce(using: &random).bytes)
    chain = Chain(after: .zero)
  }

  package var nonce: Nonce { lineage.enrolmentNonce }

  package var enrolment: [UInt8] {
    SyncRequest.enrol(EnrolRequest(lineage: lineage, key: key)).bytes
  }

  package mutating func enrol(with cloud: Aggregator, now: Timestamp) throws {
    guard case .enrolled(let grant, _) = try SyncResponse(bytes: cloud.handle(enrolment, now: now))
    else { throw FormatError(.malformed, "The enrolment was refused.") }
    begin(with: grant)
  }

  /// Begins its chain as what the cloud granted.
  package mutating func begin(with grant: Grant) {
    self.grant = grant
    chain = Chain(
      after: JournalIdentity.shared(
        epoch: grant.epoch, lineage: grant.lineage, parent: grant.parent
      ).genesis)
  }

  package mutating func add(_ report: Report, on day: Day = Sample.day) {
    chain.append(report, on: day)
  }

  /// The entries from place `first` (counted from 1) to `last` as a signed batch.
  package func batch(_ first: Int = 1, _ last: Int? = nil, signedBy other: SigningKey? = nil) throws
    -> [UInt8]
  {
    let entries = Array(chain.entries[(first - 1)..<(last ?? chain.entries.count)])
    return try BatchWriter().batch(
      of: entries, lineage: grant?.lineage ?? .zero, epoch: grant?.epoch ?? .zero,
      previousDigest: first == 1 ? chain.start : chain.entries[first - 2].digest,
      signedBy: other ?? key)
  }

  /// Where the device is: its head, and its past in doubling steps.
  package var locator: Locator {
    let head = UInt64(chain.entries.count)
    return Locator(
      epoch: grant?.epoch ?? .zero,
      places: Locator.numbers(head: head, floor: 0).map { number in
        Locator.Place(
          number: number,
          digest: number == 0 ? chain.start : chain.entries[Int(number) - 1].digest)
      })
  }

  package func open(at time: Timestamp, signedBy other: SigningKey? = nil) -> OpenRequest {
    OpenRequest(
      lineage: grant?.lineage ?? .zero, time: time, locator: locator, key: other ?? key)
  }

  package func wanted(at time: Timestamp, gone: [WantedContent] = []) -> WantedRequest {
    WantedRequest(
      lineage: grant?.lineage ?? .zero, epoch: grant?.epoch ?? .zero, time: time, gone: gone,
      key: key)
  }

  package func request(_ first: Int = 1, _ last: Int? = nil) throws -> [UInt8] {
    SyncRequest.append(AppendRequest(batch: try batch(first, last))).bytes
  }
}
