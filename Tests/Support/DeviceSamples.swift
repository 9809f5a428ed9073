package import DeviceIndex
internal import Foundation
package import JournalFormat
internal import Sync

/// What happens on a device in tests, as its journal has it; the app is "app".
extension Sample {
  /// A page that was opened, which may be public unless it says otherwise.
  ///
  /// - Parameter page: names its title and address; nil: the identifier does.
  package static func activity(
    _ id: String, page: String? = nil, title: String? = nil, isPublic: Bool = true,
    related: String? = nil, domain: String? = nil
  ) throws -> JournalEvent {
    let page = page ?? id
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = id
    activity.title = title ?? "Page \(page)"
    activity.webpageURL = URL(string: "https://example.com/\(page)")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = isPublic
    var set = AttributeSet()
    set.relatedUniqueIdentifier = related
    set.domainIdentifier = domain
    activity.contentAttributeSet = set
    var event = JournalEvent()
    event.activityRecorded = try activity.journaled(app: "app")
    return event
  }

  package static func engagement(_ id: String, query: String = "") -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged.result.app = "app"
    event.resultEngaged.result.id = id
    event.resultEngaged.query = query
    return event
  }
}

extension DeviceSync {
  /// Enrols the device by hand, as a cloud would.
  package func enrolAsSample(now: Timestamp) throws {
    guard let key = SigningKey(seed: witness.keySeed) else { return }
    let grant = Grant(
      lineage: Sample.lineage, epoch: Sample.epoch, deviceKey: key.publicKey, parent: nil,
      cloudLife: Sample.cloudLife, order: 0, nonce: witness.nonce, time: now, withdrawals: [],
      signedBy: Sample.cloudKey)
    _ = try next(now: now)
    try received(.enrolled(grant, SyncLimits()), now: now)
  }
}
