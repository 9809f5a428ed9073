internal import DeviceIndex
internal import Foundation
internal import JournalFormat

/// What apps and people do in a drill.
enum DrillEvent {
  static let app = "app"

  static func activity(
    _ page: String, title: String? = nil, isPublic: Bool = true
  ) throws -> JournalEvent {
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = page
    activity.title = title ?? self.title(of: page)
    activity.webpageURL = URL(string: address(of: page))
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = isPublic
    var event = JournalEvent()
    event.activityRecorded = try activity.journaled(app: app)
    return event
  }

  static func item(_ id: String, title: String, indexName: String) throws -> JournalEvent {
    var set = AttributeSet(contentType: "public.item")
    set.title = title
    var event = JournalEvent()
    event.itemIndexed = try SearchableItem(
      uniqueIdentifier: id, domainIdentifier: nil, attributeSet: set
    ).journaled(app: app, indexName: indexName)
    return event
  }

  static func clientState(_ state: String, indexName: String) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = app
    event.batchEnded.indexName = indexName
    event.batchEnded.clientState = Data(state.utf8)
    return event
  }

  static func title(of page: String) -> String { "Page \(page)" }
  /// After its app gave it another one.
  static func laterTitle(of page: String) -> String { "Page \(page), as it is called now" }

  static func engagement(_ page: String) -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged.result.app = app
    event.resultEngaged.result.id = page
    return event
  }

  static func deletion(_ page: String) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = app
    event.itemsDeleted.ids = [page]
    return event
  }

  /// The tag under which the cloud knows a page.
  static func tag(of page: String, salt: [UInt8]) -> Tag {
    words(of: page, title: title(of: page)).tag(salt: salt)
  }

  /// The digest of a page's words under a title.
  static func content(of page: String, title: String) -> ContentDigest {
    words(of: page, title: title).digest
  }

  /// What is public of a page, as docs/RULES.md says: the product is not asked what that is.
  private static func words(of page: String, title: String) -> PublicItem {
    PublicItem(
      app: app, activityType: "view", identity: .url(address(of: page)), title: title,
      contentDescription: "", keywords: [], thumbnailURL: "")
  }

  private static func address(of page: String) -> String {
    let address = "https://example.com/\(page)"
    return URL(string: address)?.absoluteString ?? address
  }
}
