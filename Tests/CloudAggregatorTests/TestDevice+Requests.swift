import JournalFormat
import Sync
import TestSupport
import Testing

/// Requests that name their time: by default the sample's.
extension TestDevice {
  /// What the device sends to say where it is: at its last entry.
  func opening(at time: Timestamp = Sample.day.start, signedBy other: SigningKey? = nil) throws
    -> [UInt8]
  {
    let grant = try #require(self.grant)
    let start = Locator.Place(number: 0, digest: chain.start)
    let head = Locator.Place(number: UInt64(chain.entries.count), digest: chain.digest)
    let locator = Locator(
      epoch: grant.epoch, places: chain.entries.isEmpty ? [start] : [head, start])
    return SyncRequest.open(
      OpenRequest(lineage: grant.lineage, time: time, locator: locator, key: other ?? key)
    ).bytes
  }

  /// Says which contents are gone, and asks what is wanted.
  func telling(
    gone: [WantedContent], at time: Timestamp = Sample.day.start, signedBy other: SigningKey? = nil
  ) throws -> WantedRequest {
    let grant = try #require(self.grant)
    return WantedRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: time, gone: gone, key: other ?? key)
  }

  /// Asks for the epoch to continue with another key.
  func rotation(
    to next: SigningKey = Sample.nextKey, nonce: Nonce = Sample.nextNonce,
    at time: Timestamp = Sample.day.start, signedBy other: SigningKey? = nil
  ) throws -> RotateRequest {
    let grant = try #require(self.grant)
    return RotateRequest(
      lineage: grant.lineage, epoch: grant.epoch, time: time, nonce: nonce, from: other ?? key,
      to: next)
  }
}

extension SyncResponse {
  /// The contents that the answer asks for; nil when it is of a kind that cannot ask.
  var wanted: [WantedContent]? {
    switch self {
    case .opened(_, let news), .received(_, let news), .notReceived(_, let news),
      .news(let news), .granted(_, _, _, _, let news):
      news.wanted
    case .enrolled, .refused: nil
    }
  }
}
