public import Foundation
public import JournalFormat
public import ResultCards
internal import Search
package import WordSearch

/// A result as a search shows it.
public struct SearchResult: Hashable, Sendable {
  /// Which index the result is from.
  public enum Source: Hashable, Sendable {
    /// From this device's own index; nobody else sees it.
    case device
    /// From the public index.
    case `public`
  }

  /// Which index it is from.
  public var source: Source
  /// The app that the result belongs to.
  public var bundleIdentifier: String
  /// What its app calls the item.
  public var uniqueIdentifier: String
  /// The item's domain; empty when it has none.
  public var domainIdentifier = ""
  /// The title as it is shown; empty when there is none.
  public var title: String
  /// The web page of the same content; empty when there is none.
  public var url: String
  /// The attributes that the query asked for.
  public var attributeSet: AttributeSet
  /// When the item or activity stops being found; nil: it does not by itself. A public result has
  /// none.
  public var expirationDate: Date?
  /// True of a result of the device whose page the public index found as well.
  public var isAlsoPublic = false
  /// True while the app was asked to give the item again and has not: it may be gone, or have
  /// changed.
  public var isUnconfirmed = false
  /// That of the item; an activity and a public result have none.
  public var protectionClass = ProtectionClass.none
  /// Words of what was typed that were taken for others, since nothing has them.
  public var corrections: [WordCorrection] = []
  /// What it has in the place of words that were typed, by the synonyms of its app. Empty where it
  /// has the words themselves.
  public var synonyms: [WordSynonym] = []
  /// Words of what was typed that it has not, in their order: such results stand below those that
  /// have all words. Empty where it has all of them.
  public var omittedWords: [String] = []
  /// The title with the words that were found; nil where it was not asked for.
  public var markedTitle: SearchExcerpt?
  /// The part of the text in which most of the words are, or its beginning; nil where it was not
  /// asked for, or there is no text but the title.
  public var snippet: SearchExcerpt?
  /// What its score is made of; nil where it was not asked for.
  public var score: SearchScore? { explanation.map { SearchScore($0) } }
  package var explanation: ScoreExplanation?
  /// The activity that is continued when the result is opened; nil: it is an item, or public. Of a
  /// suggestion also one that is bound to an item, and shown as that.
  package var activityIdentifier: String?
  /// Identifies a public result in feedback; nil for a local result, or if the tag is unknown.
  public package(set) var tag: Tag?
  /// Of a public result: how it did among the results that people saw.
  public var feedback = ResultFeedback.nothing
  /// What the public index said; nil of a result of the device.
  package var publicResult: PublicResult?

  package init(
    source: Source, bundleIdentifier: String, uniqueIdentifier: String, title: String,
    url: String, attributeSet: AttributeSet, tag: Tag? = nil
  ) {
    self.source = source
    self.bundleIdentifier = bundleIdentifier
    self.uniqueIdentifier = uniqueIdentifier
    self.title = title
    self.url = url
    self.attributeSet = attributeSet
    self.tag = tag
  }

  /// One of which nothing is known but its name.
  ///
  /// - Parameter tag: that of a public item.
  /// - Throws: `DeviceError.Code.invalidItem` for an empty identifier.
  init(named identifier: String, ofApp app: String, tag: Tag? = nil) throws(DeviceError) {
    guard !identifier.isEmpty else {
      throw DeviceError(.invalidItem, "A result is named by nothing. Name its identifier.")
    }
    self.init(
      source: tag == nil ? .device : .public, bundleIdentifier: app, uniqueIdentifier: identifier,
      title: "", url: "", attributeSet: AttributeSet(), tag: tag)
  }

  /// Those of a list of which nothing is known but their names: the device's own, then public ones.
  static func named(
    _ identifiers: [String], _ tags: [Tag], ofApp app: String
  ) throws(DeviceError) -> [SearchResult] {
    var results: [SearchResult] = []
    for identifier in identifiers {
      results.append(try SearchResult(named: identifier, ofApp: app))
    }
    for tag in tags {
      results.append(try SearchResult(named: tag.description, ofApp: app, tag: tag))
    }
    return results
  }

  var journaled: JournalShownResult {
    var shown = JournalShownResult()
    shown.source = source == .public ? .public : .device
    shown.app = bundleIdentifier
    shown.id = uniqueIdentifier
    shown.tag = .init(tag?.bytes ?? [])
    return shown
  }
}

extension SearchResult {
  /// What to show of the result, and what a person can do with it.
  public var card: ResultCard {
    ResultCard(
      app: bundleIdentifier, identifier: uniqueIdentifier, title: title, page: url,
      attributes: attributeSet.journaled, isPublic: source == .public, feedback: feedback)
  }
}

extension AttributeSet {
  /// What to show of an item with these attributes, as a result of it would.
  ///
  /// - Parameters:
  ///   - identifier: what the app calls the item.
  ///   - app: the app's bundle identifier.
  public func card(ofItem identifier: String, inApp app: String) -> ResultCard {
    var item = JournalItemIndexed()
    (item.app, item.id, item.attributes) = (app, identifier, journaled)
    return SearchResult(SearchDocument(item)).card
  }
}

/// A word that was taken for another one.
public struct WordCorrection: Hashable, Sendable {
  /// Without case and accents, as is what was meant.
  public let typed: String
  /// The word that was searched instead.
  public let meant: String

  init(_ correction: QueryCorrection) { (typed, meant) = (correction.typed, correction.meant) }
}

/// A synonym that was searched in the place of what was typed.
public struct WordSynonym: Hashable, Sendable {
  /// The words that were typed, without case and accents.
  public let typed: String
  /// What the app takes for the same, as its table has it.
  public let meant: String

  init(_ synonym: QuerySynonym) { (typed, meant) = (synonym.typed, synonym.meant) }
}

/// A part of a text, and where words are in it that were looked for.
public struct SearchExcerpt: Hashable, Sendable {
  /// The part of the text.
  public let text: String
  /// In the order of their places; none overlaps another.
  public let matches: [Range<String.Index>]

  init(_ matched: MatchedText) { (text, matches) = (matched.text, matched.matches) }

  /// The text with signs around what matches.
  public func marked(_ opening: String, _ closing: String) -> String {
    var (marked, end) = ("", text.startIndex)
    for match in matches {
      marked += text[end..<match.lowerBound] + opening + text[match] + closing
      end = match.upperBound
    }
    return marked + text[end...]
  }
}

/// What a search found, in its order, and how much of the journal it looked through.
public struct SearchResults: Hashable, Sendable, RandomAccessCollection {
  private let found: [SearchResult]
  /// How far the index was.
  public let index: IndexProgress

  package init(_ found: [SearchResult], index: IndexProgress) {
    self.found = found
    self.index = index
  }

  /// Whether the index is still being read in, so that a later search may find more, find less, or
  /// find it otherwise.
  public var isPartial: Bool { !index.isComplete }

  public var startIndex: Int { found.startIndex }
  public var endIndex: Int { found.endIndex }
  /// - Precondition: `position` is one of `indices`.
  public subscript(position: Int) -> SearchResult { found[position] }
}

/// What the public index found, to be ranked with what a device has itself.
public struct PublicResult: Hashable, Sendable {
  /// The app that the result belongs to.
  public var bundleIdentifier: String
  /// The public item's key: its page, else its app and what that calls it, with a slash between.
  public var uniqueIdentifier: String
  /// The title as it is shown; empty when there is none.
  public var title: String
  /// What it is about; empty when nothing was said.
  public var contentDescription: String
  /// Further words by which it is found.
  public var keywords: [String]
  /// Its web page; empty when there is none.
  public var url: String
  /// Engagements that the cloud counted.
  public var engagedCount: UInt64
  /// What its app continues where the item has no page; empty when it is not known.
  public var activityType = ""
  /// The address of a picture; empty when there is none.
  public var thumbnailURL = ""
  /// How it did among the results that people saw.
  public var feedback = ResultFeedback.nothing
  package var tag: Tag?
  /// What else its app shares.
  package var details = PublicDetails()

  /// - Parameters:
  ///   - bundleIdentifier: of the item's app.
  ///   - uniqueIdentifier: of the public item: its page, else what its app calls it.
  ///   - title: the public title.
  ///   - contentDescription: the public description; empty when there is none.
  ///   - keywords: the public keywords.
  ///   - url: its web page; empty when there is none.
  ///   - engagedCount: engagements that the cloud counted.
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

  /// What its app shares of the `userInfo` that it needs; empty when there is nothing.
  public var userInfo: [String: AttributeValue] {
    details.userInfo.mapValues { AttributeValue($0) }
  }

  /// What its app calls the item that it is related to; nil: it has a page.
  var itemIdentifier: String? {
    switch PublicItem.Identity(key: uniqueIdentifier, app: bundleIdentifier) {
    case .related(let identifier): identifier
    case .url: nil
    }
  }

  var guest: GuestDocument {
    var document = SearchDocument(kind: .publicItem, app: bundleIdentifier, id: uniqueIdentifier)
    document.title = title
    document.body = contentDescription
    document.replaceOwnNames(keywords: keywords)
    document.url = url
    return GuestDocument(document, engagedCount: engagedCount)
  }
}

extension SearchResult {
  init(_ document: SearchDocument) {
    self.init(
      source: .device, bundleIdentifier: document.app, uniqueIdentifier: document.shownIdentifier,
      title: document.title, url: document.url, attributeSet: AttributeSet(document.attributes))
    if document.kind == .activity { activityIdentifier = document.id }
    domainIdentifier = document.domain
    protectionClass = ProtectionClass(document.protection)
    if document.expires.milliseconds != 0 {
      expirationDate = Date(journalMilliseconds: document.expires.milliseconds)
    }
  }

  init(_ found: PublicResult) {
    var attributes = AttributeSet(found.details.attributes)
    if let picture = URL(string: found.thumbnailURL) { attributes.thumbnailURL = picture }
    attributes.title = found.title
    if !found.contentDescription.isEmpty {
      attributes.contentDescription = found.contentDescription
    }
    if !found.keywords.isEmpty { attributes.keywords = found.keywords }
    self.init(
      source: .public, bundleIdentifier: found.bundleIdentifier,
      uniqueIdentifier: found.uniqueIdentifier, title: found.title, url: found.url,
      attributeSet: attributes, tag: found.tag)
    publicResult = found
    feedback = found.feedback
  }
}
