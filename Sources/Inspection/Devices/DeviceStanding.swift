internal import JournalFormat
internal import JournalStore
package import Sync

/// A device beside what its cloud has of it: what the cloud would answer, and what follows.
package struct DeviceStanding: Hashable, Sendable {
  package let verdict: OpenVerdict
  /// The last entry of the epoch that both have alike; nil where none can be shown.
  package let common: UInt64?
  /// The verdict as that of a comparison.
  package let outcome: JournalComparison.Verdict
  package let sentence: String

  init(_ shared: Journal, _ view: LoggedDevice) throws {
    verdict = view.verdict(on: try Locator(of: shared))
    let head = try shared.head()
    switch verdict {
    case .ok(let cloudHead):
      common = cloudHead
      (outcome, sentence) =
        cloudHead == head.number
        ? (.same, "the cloud has every report of the device.") : (.ahead, Self.lacks(cloudHead))
    case .behind(let match):
      (outcome, common) = (.behind, match.number)
      sentence =
        "the cloud has more of this epoch than the device: the device was restored to its own "
        + "past, and continues in a new epoch."
    case .fork(let match):
      (outcome, common) = (.forked, match?.number)
      sentence = Self.differ(after: match)
    case .ahead(let cloudHead):
      let isOwn = try shared.digest(at: cloudHead.number) == cloudHead.digest
      (outcome, common) = isOwn ? (.ahead, cloudHead.number) : (.forked, nil)
      sentence =
        isOwn
        ? Self.lacks(cloudHead.number)
        : "the cloud has another entry \(cloudHead.number) than the device; a new epoch follows."
    case .gap(let cloudHead):
      (outcome, common) = (.gap, nil)
      sentence =
        "the cloud has entries up to \(cloudHead.number), and the device keeps none before "
        + "\(shared.floor.number + 1): what lies between is reported again in a new epoch."
    case .fenced(let child):
      (outcome, common) = (.fenced, try Self.shared(shared, view, head.number))
      sentence =
        "another device continues this one in epoch \(child): this is a copy, or an older life."
    case .unknownEpoch, .lineageKnown:
      (outcome, common) = (.unknownEpoch, nil)
      sentence =
        "the cloud's log has no such epoch: it was restored from before it, or is another's."
    }
  }

  private static func differ(after match: Head?) -> String {
    (match.map { "after entry \($0.number)" } ?? "under the same numbers")
      + " the two have other entries; a new epoch follows."
  }

  private static func lacks(_ number: UInt64) -> String {
    "the cloud lacks what came after entry \(number); the next sync sends it."
  }

  /// The last entry of a fenced epoch that both have, if their ends say the same.
  private static func shared(
    _ shared: Journal, _ view: LoggedDevice, _ head: UInt64
  ) throws -> UInt64? {
    guard let epoch = view.epoch(shared.identity.epoch) else { return nil }
    let last = min(epoch.head.number, head)
    return try shared.digest(at: last) == view.digest(at: last, of: epoch) ? last : nil
  }
}
