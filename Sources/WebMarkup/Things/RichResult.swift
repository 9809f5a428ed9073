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
    (choice, fields, ingredients, image) = (nil, [], [], nil)
    (isSearchPage, problems) = (false, [])
  }

  /// Nil if the page does not say it.
  package func value(_ name: FieldName) -> String? { field(name)?.value }

  /// Nil if the page does not say it.
  package func field(_ name: FieldName) -> Field? { fields.first { $0.name == name } }

  /// Attributes of an item with this result, in the order of their fields.
  package var attributes: [Attribute] { [] }
}
