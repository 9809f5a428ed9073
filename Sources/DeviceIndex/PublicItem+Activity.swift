internal import Foundation
package import JournalFormat
internal import Search

extension PublicItem {
  /// What of an activity would become public; nil when it cannot: not eligible, without a name that
  /// others share, or larger than a public item may be.
  package init?(_ activity: JournalActivityRecorded) {
    guard activity.eligibleForSearch, activity.eligibleForPublicIndexing,
      let identity = Self.identity(of: activity)
    else { return nil }
    let attributes = activity.attributes
    let item = PublicItem(
      app: activity.app, activityType: activity.type, identity: identity,
      title: activity.title.normalized,
      contentDescription: attributes.text("contentDescription").normalized,
      keywords: activity.keywords.map(\.normalized),
      thumbnailURL: CanonicalURL(attributes.text("thumbnailURL"))?.text ?? "")
    guard item.fits else { return nil }
    self = item
  }

  private static func identity(of activity: JournalActivityRecorded) -> Identity? {
    if let url = CanonicalURL(activity.webpageURL) { return .url(url.text) }
    let related = activity.relatedUniqueIdentifier
    let weak = activity.weakRelatedUniqueIdentifier
    let name = related.isEmpty ? weak : related
    return name.isEmpty ? nil : .related(name.normalized)
  }
}

extension String {
  /// Unicode NFC: the same text has the same bytes on every device.
  fileprivate var normalized: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
  }
}
