import JournalFormat
import Sync

/// The shared journal of a device that exists only as a key: entry after entry.
struct BenchChain {
  private let grant: Grant
  private let key: SigningKey
  private(set) var number: UInt64 = 0
  private(set) var digest: Digest

  init(_ grant: Grant, _ key: SigningKey) {
    self.grant = grant
    self.key = key
    digest =
      JournalIdentity.shared(
        epoch: grant.epoch, lineage: grant.lineage, parent: grant.parent
      ).genesis
  }

  /// The next entries as a batch.
  mutating func batch(of reports: [Report], _ writer: BatchWriter) throws -> [UInt8] {
    let first = digest
    var entries: [Entry] = []
    for report in reports {
      number += 1
      let payload = report.payload
      let header = EntryHeader(
        number: SequenceNumber(number)!, time: Day(16_000).start, kind: .report(report.kind),
        encryption: .none, payloadByteCount: UInt32(payload.count),
        payloadDigest: Digest(of: payload))
      digest = header.digest(after: digest)
      entries.append(Entry(header: header, digest: digest, payload: payload))
    }
    return try writer.batch(
      of: entries, lineage: grant.lineage, epoch: grant.epoch, previousDigest: first,
      signedBy: key)
  }

  func open(at time: Timestamp) -> SyncRequest {
    let place = Locator.Place(number: number, digest: digest)
    return .open(
      OpenRequest(
        lineage: grant.lineage, time: time,
        locator: Locator(epoch: grant.epoch, places: [place]), key: key))
  }
}
