internal import JournalFormat

/// What of an activity becomes public, as docs/RULES.md reads it.
struct AppWords: Hashable, Sendable {
  let page: AppPage
  let title: String
  /// What there is room for of its description.
  let note: String

  static let activityType = "view"

  init(_ activity: AppActivity, _ page: AppPage) {
    self.page = page
    title = activity.title
    note = activity.isLong ? Self.cut(page, activity.title) : ""
  }

  /// What tells these words from others of the same page.
  var key: String { note.isEmpty ? title : "\(title), at length" }

  // MARK: Long ones

  private static let word = "story"
  private static let wordCount = 4_000

  /// The description of a page that is too large with it.
  static var longNote: String {
    Array(repeating: word, count: wordCount).joined(separator: " ")
  }

  /// RULES, "Public pages": a public item has 16,384 bytes. Each text counts with two bytes for its
  /// length, and 16 more come beside them; whole words of the description fill the room.
  private static func cut(_ page: AppPage, _ title: String) -> String {
    let texts = [page.app, activityType, page.identityText, title, "", ""]
    let room = 16_384 - texts.reduce(16) { $0 + $1.utf8.count + 2 }
    let count = (room + 1) / (word.utf8.count + 1)
    return Array(repeating: word, count: min(max(0, count), wordCount)).joined(separator: " ")
  }

  // MARK: The public encoding

  /// What the cloud calls these words.
  var digest: ContentDigest { encoded.digest }

  /// What the cloud calls the page.
  static func tag(of page: AppPage, salt: [UInt8]) -> Tag {
    let activity = AppActivity(name: AppName(app: page.app, id: ""), title: "")
    return AppWords(activity, page).encoded.tag(salt: salt)
  }

  private var encoded: PublicItem {
    let identity: PublicItem.Identity =
      switch page.identity {
      case .address: .url(page.identityText)
      case .item: .related(page.identityText)
      }
    return PublicItem(
      app: page.app, activityType: Self.activityType, identity: identity, title: title,
      contentDescription: note, keywords: [], thumbnailURL: "")
  }
}

extension AppPage {
  /// Its address, or the name of its item.
  var identityText: String {
    switch identity {
    case .address(let address): "https://example.com/\(app)/\(address)"
    case .item(let item): item
    }
  }
}
