/// A part of a search result, or of what decides about it, as a web developer names it.
package enum PageElement: String, Hashable, Sendable, CaseIterable {
  /// How the page was read; has a row only where something was lost.
  case page = "Page"
  case title = "Title"
  case description = "Description"
  case image = "Image"
  case rating = "Rating"
  case price = "Price"
  case dates = "Dates"
  case place = "Place"
  case details = "Details"
  case appLink = "App link"
  case universalLink = "Universal link"
  case structuredData = "Structured data"
  case actions = "Actions"
  case canonical = "Canonical"
  case robots = "Robots"
  case language = "Language"

  /// Elements that every report has a row of. Those of rich results have one where a page has them.
  package var isAlways: Bool {
    switch self {
    case .title, .description, .image, .appLink, .universalLink, .structuredData, .actions,
      .canonical, .robots, .language:
      true
    case .page, .rating, .price, .dates, .place, .details: false
    }
  }
}

/// A line of a report on a page.
package struct ReportRow: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case passed
    /// Works, and could be better; or is absent, and not every page needs it.
    case recommended
    /// Every page needs it, and this one does not have it.
    case missing
    /// Is there, and is wrong.
    case failed

    /// Whether a check of the page fails by it.
    package var isFinding: Bool { self == .missing || self == .failed }
  }

  package let element: PageElement
  package let status: Status
  /// What a search takes from the page; empty where it takes nothing.
  package let extracted: String
  /// Names of the attributes of an item that it becomes; empty where it becomes none.
  package let attribute: String
  /// What to change, in sentences; empty where nothing is to be changed.
  package let advice: String
  /// What said it, as `PageFact.source`; empty where nothing did.
  package let source: String
  /// Of the page's text, from 1; nil where there is none.
  package let line: Int?

  init(
    _ element: PageElement, _ status: Status, _ extracted: String = "", attribute: String = "",
    advice: String = "", at fact: PageFact? = nil
  ) {
    (self.element, self.status, self.attribute) = (element, status, attribute)
    (self.extracted, self.advice) = (extracted.shownOnOneLine, advice.shownOnOneLine)
    source = fact?.source.shownOnOneLine ?? ""
    line = fact?.line
  }
}
