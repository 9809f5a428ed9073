package import WebAddress

/// What a search result shows of a page's structured data, beside title and description.
///
/// All fields are those of one thing, the page's own. The same thing in another syntax adds fields
/// that the more trusted syntax does not have.
package struct RichResult: Hashable, Sendable {
  /// The number of a field is its place in stored pages, and is never given to another one.
  package enum FieldName: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    // A decimal number, such as "4.5"; without a best rating, the best one is 5.
    case ratingValue = 1
    case bestRating, worstRating
    // A whole number.
    case ratingCount, reviewCount
    // A decimal number without a sign of a currency.
    case price, highPrice
    // Three letters of ISO 4217.
    case priceCurrency
    // The name of schema.org: "InStock".
    case availability
    case priceRange
    // Whole numbers.
    case likes, views, comments, shares, otherInteractions
    // A whole number of minutes.
    case totalMinutes
    // How many they are.
    case ingredientCount
    case calories, yield
    case telephone, streetAddress, locality, region, postalCode, country
    // Degrees.
    case latitude, longitude
    // Absolute http(s) addresses.
    case audioURL, videoURL
    // A whole number, of audio or video.
    case durationSeconds
    // Dates and times of ISO 8601 as the page has them.
    case startDate, endDate
    // With a place for the words in braces.
    case searchTarget
    // A type of schema.org.
    case mainType
    case author

    package static func < (one: FieldName, other: FieldName) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// A field and where the page says it.
  package struct Field: Hashable, Sendable {
    package let name: FieldName
    package let value: String
    package let syntax: Thing.Syntax
    /// Of the page's text, from 1.
    package let line: Int
  }

  /// A picture and where the page says it.
  package struct Image: Hashable, Sendable {
    /// Absolute, http or https.
    package let address: String
    package let syntax: Thing.Syntax
    /// Of the page's text, from 1.
    package let line: Int
  }

  /// What kind of thing a page is about, the one that matters most first.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case recipe, product, event, localBusiness, media, article, otherWork, searchPage, organization
  }

  /// Why a thing is the page's.
  package enum Reason: Hashable, Sendable {
    /// Another thing of the page, of this type, has it as its `mainEntity`.
    case mainEntity(of: String)
    /// Its `mainEntityOfPage`, `url` or identifier is the page's address.
    case namesPage
    /// It is the only one of a kind that is shown.
    case only
    /// It has the most fields of so many of its kind, and is the first with as many.
    case richest(of: Int)
  }

  /// The thing that a page is about.
  package struct Choice: Hashable, Sendable {
    package let thing: Thing
    package let kind: Kind
    package let reason: Reason
  }

  /// An attribute of an item, as Apple's tables map it from markup.
  package struct Attribute: Hashable, Sendable {
    /// As in `CSSearchableItemAttributeSet`, or schema.org's where Apple has none.
    package let name: String
    package let value: String
    /// The fields that it is made of.
    package let fields: [FieldName]
  }

  /// Nil if no thing of the page is of a kind that is shown.
  package let choice: Choice?
  /// In ascending order of their names, none twice.
  package let fields: [Field]
  /// Those of a recipe, in the order of the page.
  package let ingredients: [String]
  /// The thing's own picture; nil without one.
  package let image: Image?
  /// Whether the page is a site's own page that searches the site: it is shown for its name alone.
  package let isSearchPage: Bool
  /// Values that were refused, and fields on which two syntaxes differ.
  package let problems: [MarkupProblem]

  /// - Parameter page: the page's canonical address; nil if it is not known.
  package init(_ data: StructuredData, page: WebURL?) {
    let chooser = ThingChoice(page: page)
    let choices = Thing.Syntax.allCases.compactMap { syntax in
      chooser.choose(data.things.filter { $0.syntax == syntax })
    }
    guard let choice = Self.best(choices) else {
      (choice, fields, ingredients, image) = (nil, [], [], nil)
      (isSearchPage, problems) = (false, [])
      return
    }
    let same =
      [choice]
      + choices.filter { $0.thing.syntax != choice.thing.syntax }
      .filter { $0.kind == choice.kind && Self.mayBeSame($0.thing, choice.thing) }
    // The most trusted syntax goes first.
    let readers = same.sorted { $0.thing.syntax < $1.thing.syntax }
      .map { RichFieldReader($0.thing, kind: $0.kind) }
    var problems = readers.flatMap(\.problems)
    var fields: [FieldName: Field] = [:]
    for field in readers.flatMap(\.fields.values).sorted(by: { $0.syntax < $1.syntax }) {
      guard let first = fields[field.name] else {
        fields[field.name] = field
        continue
      }
      guard !Self.areEqual(first, field) else { continue }
      problems.append(
        MarkupProblem(
          field.syntax, line: field.line,
          "\(field.name) \"\(BoundedText.shown(field.value))\" is not that of "
            + "\(first.syntax.rawValue): \"\(BoundedText.shown(first.value))\""))
    }
    self.choice = choice
    self.fields = fields.values.sorted { $0.name < $1.name }
    ingredients = readers.first { !$0.ingredients.isEmpty }?.ingredients ?? []
    image = readers.lazy.compactMap(\.image).first
    isSearchPage = choice.kind == .searchPage
    self.problems = Array(
      problems.sorted { ($0.syntax, $0.line) < ($1.syntax, $1.line) }
        .prefix(ThingBounds.problemCountMax))
  }

  /// What names the page goes before what does not, then the kinds go in their order, then the
  /// syntaxes.
  private static func best(_ choices: [Choice]) -> Choice? {
    let named = choices.filter(\.reason.isNamed)
    let open = named.isEmpty ? choices : named
    return Kind.allCases.lazy.compactMap { kind in open.first { $0.kind == kind } }.first
  }

  /// Whether two things of a kind in two syntaxes can be one: neither says another name.
  private static func mayBeSame(_ one: Thing, _ other: Thing) -> Bool {
    guard let name = one.text("name"), let second = other.text("name") else { return true }
    return MarkupEscapes.replaced(name) == MarkupEscapes.replaced(second)
  }

  private static func areEqual(_ one: Field, _ other: Field) -> Bool {
    switch one.name {
    case .mainType, .author, .telephone, .streetAddress, .locality, .region, .postalCode, .country,
      .priceRange, .calories, .yield, .audioURL, .videoURL, .startDate, .endDate, .searchTarget,
      .availability, .priceCurrency:
      one.value == other.value
    case .ratingValue, .bestRating, .worstRating, .ratingCount, .reviewCount, .price, .highPrice,
      .likes, .views, .comments, .shares, .otherInteractions, .totalMinutes, .ingredientCount,
      .latitude, .longitude, .durationSeconds:
      MarkupNumber.areEqual(one.value, other.value)
    }
  }

  /// Nil if the page does not say it.
  package func value(_ name: FieldName) -> String? { field(name)?.value }

  /// Nil if the page does not say it.
  package func field(_ name: FieldName) -> Field? { fields.first { $0.name == name } }
}

extension RichResult.Reason {
  /// Whether the page says itself that the thing is its own.
  fileprivate var isNamed: Bool {
    switch self {
    case .mainEntity, .namesPage: true
    case .only, .richest: false
    }
  }
}
