internal import JournalFormat
package import JournalStore
package import Sync

/// A device beside what its cloud has of it: what the cloud would answer, and what follows.
package struct DeviceStanding: Hashable, Sendable {
  package let verdict: OpenVerdict
  /// The last entry of the epoch that both have alike; nil where none can be shown.
  package let common: UInt64?
  /// The verdict in one word.
  package let name: String
  package let sentence: String

  package init(_ shared: Journal, _ view: CloudView) throws {
    let locator = try Locator(of: shared)
    verdict = view.verdict(on: locator)
    let head = try shared.head()
    switch verdict {
    case .ok(let cloudHead) where cloudHead == head.number:
      (name, common) = ("same", cloudHead)
      sentence = "the cloud has every report of the device."
    case .ok(let cloudHead):
      (name, common) = ("ahead", cloudHead)
      sentence = "the cloud lacks what came after entry \(cloudHead); the next sync sends it."
    case .behind(let match):
      (name, common) = ("behind", match.number)
      sentence =
        "the cloud has more of this epoch than the device: the device was restored to its own "
        + "past, and goes on in a new epoch."
    case .fork(let match):
      (name, common) = ("forked", match.number)
      sentence = "after entry \(match.number) the two have other entries; a new epoch follows."
    case .ahead(let cloudHead):
      let isOwn = try shared.digest(at: cloudHead.number) == cloudHead.digest
      (name, common) = isOwn ? ("ahead", cloudHead.number) : ("forked", nil)
      sentence =
        isOwn
        ? "the cloud lacks what came after entry \(cloudHead.number); the next sync sends it."
        : "the cloud has another entry \(cloudHead.number) than the device; a new epoch follows."
    case .gap(let cloudHead):
      (name, common) = ("gap", nil)
      sentence =
        "the cloud has entries up to \(cloudHead.number), and the device keeps none before "
        + "\(shared.floor.number + 1): what lies between is made again in a new epoch."
    case .fenced(let child):
      let epochHead = view.epoch(shared.identity.epoch)?.head.number ?? 0
      let shares = try view.epoch(shared.identity.epoch).map { epoch in
        try shared.digest(at: min(epochHead, head.number))
          == view.digest(at: min(epochHead, head.number), of: epoch)
      }
      (name, common) = ("fenced", shares == true ? min(epochHead, head.number) : nil)
      sentence =
        "another device goes on from this one in epoch \(child): this is a copy, or an older life."
    case .unknownEpoch, .lineageKnown:
      (name, common) = ("unknown epoch", nil)
      sentence =
        "the cloud's log has no such epoch: it was restored from before it, or is another cloud."
    }
  }
}
