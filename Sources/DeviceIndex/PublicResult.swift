package import JournalFormat
internal import Search

/// What the public index found, to be ranked with what a device has itself.
public struct PublicResult: Hashable, Sendable {
  public var bundleIdentifier: String
  /// Of the public item: its page, else what its app calls it.
  public var uniqueIdentifier: String
  public var title: String
  public var contentDescription: String
  public var keywords: [String]
  /// Its web page; empty when there is none.
  public var url: String
  /// Engagements that the cloud counted.
  public var engagedCount: UInt64
  package var tag: Tag?

  public init(
    bundleIdentifier: String, uniqueIdentifier: String, title: String,
    contentDescription: String = "", keywords: [String] = [], url: String = "",
    engagedCount: UInt64 = 0
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.uniqueIdentifier = uniqueIdentifier
    self.title = title
    self.contentDescription = contentDescription
    self.keywords = keywords
    self.url = url
    self.engagedCount = engagedCount
  }

  var guest: GuestDocument {
    var document = SearchDocument(kind: .publicItem, app: bundleIdentifier, id: uniqueIdentifier)
    document.title = title
    document.body = contentDescription
    document.take(keywords: keywords)
    document.url = url
    return GuestDocument(document, engagedCount: engagedCount)
  }
}

extension SearchResult {
  init(_ found: PublicResult) {
    var attributes = AttributeSet()
    attributes.title = found.title
    if !found.contentDescription.isEmpty {
      attributes.contentDescription = found.contentDescription
    }
    if !found.keywords.isEmpty { attributes.keywords = found.keywords }
    self.init(
      source: .public, bundleIdentifier: found.bundleIdentifier,
      uniqueIdentifier: found.uniqueIdentifier, title: found.title, url: found.url,
      attributeSet: attributes, tag: found.tag)
  }
}
