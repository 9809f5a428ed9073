package import JournalFormat
package import Sync

/// A device that exists as keys, a grant and a chain of entries alone: what anyone can be who
/// writes a client.
package struct KeyedDevice: Sendable {
  package let key: SigningKey
  package let lineage: LineageKey
  package private(set) var grant: Grant?
  /// The digest before the first entry.
  private var start = Digest.zero
  package private(set) var entries: [Entry] = []

  package init(using random: inout some RandomNumberGenerator) {
    key = SigningKey(using: &random)
    lineage = LineageKey(secret: Nonce(using: &random).bytes)
  }

  package init(_ seed: UInt64) {
    var random = SplitMix64(seed)
    self.init(using: &random)
  }

  /// Of its enrolment.
  package var nonce: Nonce { lineage.enrolmentNonce }

  package var enrolment: SyncRequest { .enrol(EnrolRequest(lineage: lineage, key: key)) }

  /// Begins its chain as what the cloud granted.
  package mutating func begin(with grant: Grant) {
    self.grant = grant
    start =
      JournalIdentity.shared(
        epoch: grant.epoch, lineage: grant.lineage, parent: grant.parent
      ).genesis
    entries = []
  }

  package mutating func add(_ report: Report, on day: Day) {
    let payload = report.payload
    let header = EntryHeader(
      number: .after(entries.last?.header.number), time: day.start, kind: .report(report.kind),
      encryption: .none, payloadByteCount: UInt32(payload.count),
      payloadDigest: Digest(of: payload))
    let digest = header.digest(after: digest(at: entries.count))
    entries.append(Entry(header: header, digest: digest, payload: payload))
  }

  /// Says something else under the number of its last entry.
  package mutating func replaceLast(by report: Report, on day: Day) {
    entries.removeLast()
    add(report, on: day)
  }

  /// The digest of the entry of a number; 0: what stands before the first.
  private func digest(at number: Int) -> Digest {
    number == 0 ? start : entries[number - 1].digest
  }

  /// The entries from a place, counted from 0, as a signed batch. What it names may be anybody's.
  ///
  /// - Parameters:
  ///   - place: of the first entry.
  ///   - lineage: that it names; nil: its own.
  ///   - epoch: that it names; nil: its own.
  ///   - previous: the digest before the first entry that it names; nil: its own.
  ///   - other: the key that signs; nil: its own.
  package func batch(
    from place: Int = 0, lineage: LineageName? = nil, epoch: EpochName? = nil,
    previous: Digest? = nil, signedBy other: SigningKey? = nil
  ) throws(FormatError) -> [UInt8] {
    try BatchWriter().batch(
      of: Array(entries[place...].prefix(FormatLimits.batchEntryCount)),
      lineage: lineage ?? grant?.lineage ?? .zero, epoch: epoch ?? grant?.epoch ?? .zero,
      previousDigest: previous ?? digest(at: place), signedBy: other ?? key)
  }

  /// Where it is: its head, and its past in doubling steps.
  package var locator: Locator {
    Locator(
      epoch: grant?.epoch ?? .zero,
      places: Locator.numbers(head: UInt64(entries.count), floor: 0).map { number in
        Locator.Place(number: number, digest: digest(at: Int(number)))
      })
  }
}
