package import JournalFormat

/// What of an activity becomes public, as docs/RULES.md reads it.
package struct AppWords: Hashable, Sendable {
  package let page: AppPage
  package let title: ExactText
  /// What there is room for of its description.
  package let note: ExactText
  /// Sorted, and each once.
  package let keywords: [ExactText]
  package let thumbnail: ExactText
  /// What else its app shares.
  package let details: PublicDetails

  /// RULES, "Public pages": a public item has 16,384 bytes. Each text counts with two bytes for its
  /// length, and 16 more come beside them. Nil: without its description it has more.
  init?(_ activity: AppActivity, _ page: AppPage) {
    self.page = page
    title = activity.title.composed
    keywords = Set(activity.keywords.map(\.composed)).sorted()
    let picture = activity.attributes[text: "thumbnailURL"]
    thumbnail = picture.flatMap { PublicAddress.spelling(of: $0.text) } ?? ""
    details = AppDetails(activity).shared
    let texts = [page.app, page.type, page.identityText, title, "", thumbnail] + keywords
    let room = 16_384 - details.byteCount - texts.reduce(16) { $0 + $1.text.utf8.count + 2 }
    guard room >= 0 else { return nil }
    note = ExactText(Self.beginning(of: activity.note.composed.text, room: room))
  }

  /// What tells these words from others of the same page.
  var key: String { note.isEmpty ? title.text : "\(title.text), at length" }

  // MARK: Long ones

  /// The description of a page that is too large with it.
  static let longNote = ExactText(repeatElement("story", count: 4_000).joined(separator: " "))

  /// What fits, up to the end of a word if one ends in its last 256 bytes.
  private static func beginning(of text: String, room: Int) -> String {
    guard text.utf8.count > room else { return text }
    let scalars = text.unicodeScalars
    var (end, byteCount) = (scalars.startIndex, 0)
    var word: (end: String.Index, byteCount: Int)?
    // All of it does not fit, so there is a next one.
    while true {
      if isBlank(scalars[end]) { word = (end, byteCount) }
      let width = UTF8.width(scalars[end])
      guard byteCount + width <= room else { break }
      byteCount += width
      end = scalars.index(after: end)
    }
    if let word, word.byteCount >= byteCount - 256 { end = word.end }
    while end > scalars.startIndex, isBlank(scalars[scalars.index(before: end)]) {
      end = scalars.index(before: end)
    }
    return String(scalars[..<end])
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    " \t\r\n".unicodeScalars.contains(scalar)
  }

  // MARK: The public encoding

  /// What the cloud calls these words.
  var digest: ContentDigest { encoded.digest }

  var encoded: PublicItem { page.encoded(self) }
}

extension AppPage {
  /// What the cloud calls the page.
  func tag(salt: [UInt8]) -> Tag { encoded(nil).tag(salt: salt) }

  /// As it goes over the wire.
  fileprivate func encoded(_ words: AppWords?) -> PublicItem {
    let text = identityText.text
    return PublicItem(
      app: app.text, activityType: type.text, identity: isAddress ? .url(text) : .related(text),
      title: words?.title.text ?? "", contentDescription: words?.note.text ?? "",
      keywords: words?.keywords.map(\.text) ?? [], thumbnailURL: words?.thumbnail.text ?? "",
      details: words?.details ?? PublicDetails())
  }
}
