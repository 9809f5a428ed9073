/// Whether a site's robots.txt lets a search read the page, and why.
package struct CrawlPermission: Hashable, Sendable {
  package let isAllowed: Bool
  /// A sentence without its full stop, such as "allowed by line 3: Allow: /recipes".
  package let reason: String

  package init(isAllowed: Bool, reason: String) {
    (self.isAllowed, self.reason) = (isAllowed, reason)
  }
}

/// What a site's association file says of the page's address.
package struct UniversalLink: Hashable, Sendable {
  /// Identifiers of the apps that open it, the first one first.
  package let apps: [String]
  /// What decided, such as "components, item 2: /recipes/*"; or why no app opens it.
  package let reason: String
  /// What to change where no app opens it.
  package let advice: String

  package init(apps: [String], reason: String, advice: String = "") {
    (self.apps, self.reason, self.advice) = (apps, reason, advice)
  }
}

/// What a search would show of a page, element by element, and what to change.
///
/// A pure value of the page's facts and of the two files of its site, where they are known.
package struct WebPageReport: Sendable {
  package let facts: PageFacts
  package let words: PageWords
  package let result: RichResult
  /// In the order of `PageElement`. Elements that every report has come at least once.
  package let rows: [ReportRow]
  /// Nil where the page would be in a search; else why not, as a sentence.
  package let exclusion: String?

  package var isIndexed: Bool { exclusion == nil }

  /// Whether a row is missing or failed.
  package var hasFindings: Bool { rows.contains { $0.status.isFinding } }

  /// - Parameters:
  ///   - robots: nil if the site's robots.txt is not known.
  ///   - link: nil if the site's association file is not known.
  package init(
    _ facts: PageFacts, robots: CrawlPermission? = nil, link: UniversalLink? = nil
  ) {
    self.facts = facts
    words = PageWords(facts)
    result = RichResult(facts.structuredData, page: facts.ownAddress)
    exclusion = Self.exclusion(facts, robots)
    let elements = ElementRows(facts: facts, words: words, result: result)
    let site = SiteRows(facts: facts, robots: robots, link: link)
    let all = elements.rows + StructuredDataRows(facts: facts, result: result).rows + site.rows
    let order = PageElement.allCases
    rows = order.flatMap { element in all.filter { $0.element == element } }
  }

  private static func exclusion(_ facts: PageFacts, _ robots: CrawlPermission?) -> String? {
    if let robots, !robots.isAllowed { return "robots.txt keeps it out: \(robots.reason)" }
    if let fact = facts.robotsFacts.first(where: { $0.directives.contains(.noIndex) })?.fact {
      return "\(fact.place) says \(fact.text.shownOnOneLine.cut(to: 80))"
    }
    return nil
  }
}

/// Rows of what a result shows.
struct ElementRows {
  let facts: PageFacts
  let words: PageWords
  let result: RichResult

  var rows: [ReportRow] {
    facts.problems.map { ReportRow(.page, .recommended, advice: $0.text, at: $0) }
      + [title, description, image] + [rating, price, dates, place, details].compactMap(\.self)
      + [actions]
  }

  private var title: ReportRow {
    let name = "title"
    guard let fact = words.title else {
      return ReportRow(
        .title, .missing, attribute: name,
        advice: "The page has no title. Add <title> to its head, or og:title.")
    }
    let count = fact.text.count
    guard count > PageWords.titleLength else {
      return ReportRow(.title, .passed, fact.text, attribute: name, at: fact)
    }
    return ReportRow(
      .title, .recommended, fact.text, attribute: name,
      advice: "The title has \(count) characters, and may be cut after \(PageWords.titleLength). "
        + "Shorten \(fact.source).", at: fact)
  }

  private var description: ReportRow {
    let name = "contentDescription"
    guard let fact = words.description else {
      return ReportRow(
        .description, .missing, attribute: name,
        advice: "The page does not say what it is about. Add og:description, or "
          + "<meta name=\"description\">.")
    }
    if facts.directives.contains(.noSnippet) {
      return ReportRow(
        .description, .recommended, attribute: name,
        advice: "nosnippet hides the description. Remove it if people should see the description.",
        at: fact)
    }
    let count = fact.text.count
    guard count > PageWords.descriptionLength else {
      return ReportRow(.description, .passed, fact.text, attribute: name, at: fact)
    }
    return ReportRow(
      .description, .recommended, fact.text, attribute: name,
      advice: "The description has \(count) characters, and may be cut after "
        + "\(PageWords.descriptionLength). Shorten \(fact.source).", at: fact)
  }

  private var image: ReportRow {
    let name = "thumbnailURL"
    if let fact = facts.openGraph("og:image") {
      guard let address = facts.absolute(fact.text) else {
        return ReportRow(
          .image, .failed, attribute: name,
          advice: "\(fact.source) is \"\(fact.text.shownOnOneLine.cut(to: 60))\". Only http and "
            + "https addresses are shown.", at: fact)
      }
      guard facts.isWhole(fact.text) else {
        return ReportRow(
          .image, .recommended, address, attribute: name,
          advice: "\(fact.source) is a relative address, which not every reader resolves. Write "
            + "the whole address.", at: fact)
      }
      return ReportRow(.image, .passed, address, attribute: name, at: fact)
    }
    guard let image = result.image else {
      return ReportRow(
        .image, .missing, attribute: name,
        advice: "The result has no image. Add og:image with the whole address of one.")
    }
    return ReportRow(
      .image, .passed, image.address, attribute: name, at: PageFact(image))
  }

  // MARK: Rich results

  private func row(
    _ element: PageElement, _ names: [RichResult.FieldName], _ text: String,
    _ status: ReportRow.Status = .passed, advice: String = ""
  ) -> ReportRow? {
    guard let field = names.lazy.compactMap(result.field).first else { return nil }
    let wanted = Set(names)
    let attributes = result.attributes.filter { !wanted.isDisjoint(with: $0.fields) }.map(\.name)
    return ReportRow(
      element, status, text, attribute: attributes.joined(separator: ", "), advice: advice,
      at: PageFact(field))
  }

  private var rating: ReportRow? {
    let shown = ResultFieldText(result)
    let names: [RichResult.FieldName] = [
      .ratingValue, .bestRating, .worstRating, .ratingCount, .reviewCount,
    ]
    guard result.value(.ratingValue) != nil else {
      return row(
        .rating, names, shown.rating, .failed,
        advice: "There are reviews and no rating. Add ratingValue to aggregateRating.")
    }
    return row(.rating, names, shown.rating)
  }

  private var price: ReportRow? {
    let names: [RichResult.FieldName] = [
      .price, .highPrice, .priceCurrency, .availability, .priceRange,
    ]
    let shown = ResultFieldText(result)
    if result.value(.price) != nil, result.value(.priceCurrency) == nil {
      return row(
        .price, names, shown.price, .recommended,
        advice: "The price has no currency. Add priceCurrency, such as EUR, to the offer.")
    }
    return row(.price, names, shown.price)
  }

  private var dates: ReportRow? {
    row(.dates, [.startDate, .endDate], ResultFieldText(result).dates)
  }

  private var place: ReportRow? {
    row(
      .place,
      [.streetAddress, .locality, .region, .postalCode, .country, .latitude, .longitude],
      ResultFieldText(result).place)
  }

  private var details: ReportRow? {
    row(
      .details,
      [
        .totalMinutes, .ingredientCount, .calories, .yield, .durationSeconds, .author, .likes,
        .views, .comments, .shares, .otherInteractions,
      ], ResultFieldText(result).details)
  }

  // MARK: Actions

  private var actions: ReportRow {
    let names: [RichResult.FieldName] = [
      .telephone, .latitude, .audioURL, .videoURL, .searchTarget,
    ]
    let verbs = ResultFieldText(result).actions
    if !verbs.isEmpty, let row = row(.actions, names, verbs.joined(separator: ", ")) { return row }
    let open = facts.apps.isEmpty ? "open the page" : "open the page, open in app"
    guard let advice = Self.actionAdvice(result.choice?.kind) else {
      return ReportRow(.actions, .passed, open)
    }
    return ReportRow(.actions, .recommended, open, advice: advice)
  }

  /// What would give a result of this kind a button; nil where nothing would.
  private static func actionAdvice(_ kind: RichResult.Kind?) -> String? {
    switch kind {
    case .event: "Add geo with latitude and longitude to the location, for directions to it."
    case .localBusiness, .organization:
      "Add telephone to be called, and geo with latitude and longitude for directions."
    case .media: "Add contentUrl, so that the audio or video can be played."
    case .recipe, .product, .article, .otherWork, .searchPage, nil: nil
    }
  }
}

extension PageFact {
  /// Where a field of structured data is.
  init(_ field: RichResult.Field) {
    self.init(field.value, source: field.syntax.rawValue, line: field.line)
  }

  /// Where a picture of structured data is.
  init(_ image: RichResult.Image) {
    self.init(image.address, source: image.syntax.rawValue, line: image.line)
  }
}
