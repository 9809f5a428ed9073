internal import Foundation
package import JournalFormat
internal import Search
internal import WebAddress

extension PublicItem {
  /// What an activity can become in public.
  package enum Standing: Hashable, Sendable {
    /// Of its description as much as there is room for.
    case eligible(PublicItem, isCut: Bool)
    /// Its app does not ask for it: it is not eligible for public indexing.
    case notAsked
    /// Its app asks for it, and has not made it eligible for search as well.
    case notSearchable
    /// Without a name that others share.
    case nameless
    /// Of a page that others cannot open; why, after "it".
    case ofNoPublicPage(String)
    /// Without its description it takes so many bytes, and that is too many.
    case tooLarge(byteCount: Int)

    package init(_ activity: JournalActivityRecorded) {
      guard activity.eligibleForPublicIndexing else {
        self = .notAsked
        return
      }
      // Another name would make it no page for everybody.
      if !activity.webpageURL.isEmpty,
        let problem = CanonicalURL.publicProblem(activity.webpageURL)
      {
        self = .ofNoPublicPage(problem)
        return
      }
      guard let identity = PublicItem.identity(of: activity) else {
        self = .nameless
        return
      }
      // Said last of what keeps it from becoming public: it is mended by one word.
      guard activity.eligibleForSearch else {
        self = .notSearchable
        return
      }
      let attributes = activity.attributes
      let thumbnail = attributes.text("thumbnailURL")
      let whole = PublicItem(
        app: activity.app, activityType: activity.type, identity: identity,
        title: activity.title.normalized,
        contentDescription: attributes.text("contentDescription").normalized,
        keywords: activity.keywords.map(\.normalized),
        thumbnailURL: CanonicalURL.publicProblem(thumbnail) == nil
          ? CanonicalURL(thumbnail)?.text ?? "" : "")
      if let item = whole.fitted {
        self = .eligible(item, isCut: item != whole)
      } else {
        self = .tooLarge(
          byteCount: whole.textByteCount - whole.contentDescription.utf8.count)
      }
    }

    /// Why what asks to be public cannot be, after "it"; nil: it can, or does not ask.
    package var problem: String? {
      switch self {
      case .eligible, .notAsked: nil
      case .notSearchable:
        "is not eligible for search, which it has to be as well: record it again, eligible for both"
      case .nameless: "has neither a web address nor a related identifier to name it"
      case .ofNoPublicPage(let problem): problem
      case .tooLarge(let count):
        "takes \(count) bytes without its description, and a public item has at most "
          + "\(FormatLimits.contentByteCount): shorten its title, address or keywords"
      }
    }
  }

  /// What of an activity would become public; nil when nothing can.
  package init?(_ activity: JournalActivityRecorded) {
    guard case .eligible(let item, _) = Standing(activity) else { return nil }
    self = item
  }

  fileprivate static func identity(of activity: JournalActivityRecorded) -> Identity? {
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
