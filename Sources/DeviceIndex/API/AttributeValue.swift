public import Foundation

/// The value of one attribute of an item.
public indirect enum AttributeValue: Hashable, Sendable {
  case string(String)
  /// Any finite number.
  case number(Double)
  /// A whole number of `userInfo` or an attribute of the app's own, with all of its digits; a
  /// documented attribute takes it as a `number`.
  case integer(Int64)
  case boolean(Bool)
  /// Kept to the millisecond.
  case date(Date)
  case data(Data)
  case url(URL)
  case person(Person)
  case localized(LocalizedText)
  case list([AttributeValue])
  case map([String: AttributeValue])
  /// In a merging update: the attribute is removed. In `userInfo` and lists: nothing.
  case null

  /// A text.
  public init(_ value: String) { self = .string(value) }
  /// A number, which has to be finite.
  public init(_ value: Double) { self = .number(value) }
  /// True or false.
  public init(_ value: Bool) { self = .boolean(value) }
  /// A date of the years 1 to 9999, kept to the millisecond.
  public init(_ value: Date) { self = .date(value) }
  /// Bytes.
  public init(_ value: Data) { self = .data(value) }
  /// An address.
  public init(_ value: URL) { self = .url(value) }
  /// A list of texts.
  public init(_ values: [String]) { self = .list(values.map { .string($0) }) }
  /// A list of dates.
  public init(_ values: [Date]) { self = .list(values.map { .date($0) }) }
  /// A list of people.
  public init(_ values: [Person]) { self = .list(values.map { .person($0) }) }
  /// Values by names.
  public init(_ values: [String: AttributeValue]) { self = .map(values) }

  /// The text, or the fallback of a localized one; nil for any other value.
  public var asString: String? {
    switch self {
    case .string(let text): text
    case .localized(let text): text.fallback
    case .number, .integer, .boolean, .date, .data, .url, .person, .list, .map, .null: nil
    }
  }

  /// The number, also of an integer; nil for any other value.
  public var asNumber: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    case .string, .boolean, .date, .data, .url, .person, .localized, .list, .map, .null: nil
    }
  }
  /// The integer; nil for any other value, also for a `number`.
  public var asInteger: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// True or false; nil for any other value.
  public var asBoolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The date; nil for any other value.
  public var asDate: Date? { if case .date(let value) = self { value } else { nil } }
  /// The bytes; nil for any other value.
  public var asData: Data? { if case .data(let value) = self { value } else { nil } }
  /// The address; nil for any other value.
  public var asUrl: URL? { if case .url(let value) = self { value } else { nil } }
  /// The values by names; nil for any other value.
  public var asMap: [String: AttributeValue]? {
    if case .map(let values) = self { values } else { nil }
  }
  /// The texts of a list; nil for any other value, or if an element is not a text.
  public var asStrings: [String]? { elements { $0.asString } }
  /// The dates of a list; nil for any other value, or if an element is not a date.
  public var asDates: [Date]? { elements { $0.asDate } }
  /// The people of a list; nil for any other value, or if an element is not a person.
  public var asPeople: [Person]? {
    elements { if case .person(let person) = $0 { person } else { nil } }
  }

  /// The elements of a list, all of one type; nil otherwise.
  private func elements<Element>(_ element: (AttributeValue) -> Element?) -> [Element]? {
    guard case .list(let values) = self else { return nil }
    let found = values.compactMap(element)
    return found.count == values.count ? found : nil
  }
}

/// A person, as in a message's authors and recipients.
public struct Person: Hashable, Sendable {
  /// The name that is shown; empty: not known.
  public var displayName: String
  /// E-mail addresses, telephone numbers and the like.
  public var handles: [String]
  /// What kind of handles they are: a contact property key.
  public var handleIdentifier: String
  /// The identifier of the person's contact; empty: not known.
  public var contactIdentifier: String

  /// - Parameters:
  ///   - displayName: empty: not known.
  ///   - handles: e-mail addresses, telephone numbers and the like.
  ///   - handleIdentifier: what kind of handles they are: a contact property key.
  ///   - contactIdentifier: the identifier of the person's contact; empty: not known.
  public init(
    displayName: String, handles: [String] = [], handleIdentifier: String = "",
    contactIdentifier: String = ""
  ) {
    self.displayName = displayName
    self.handles = handles
    self.handleIdentifier = handleIdentifier
    self.contactIdentifier = contactIdentifier
  }
}

/// A text in several languages.
public struct LocalizedText: Hashable, Sendable {
  /// Language tag ("de", "zh-Hant") to text.
  public var texts: [String: String]
  /// Shown where nobody asks for a language; where it is empty, the text of the first language tag.
  public var fallback: String

  /// - Parameters:
  ///   - texts: language tag ("de", "zh-Hant") to text.
  ///   - fallback: shown where nobody asks for a language.
  public init(_ texts: [String: String], fallback: String) {
    self.texts = texts
    self.fallback = fallback
  }

  /// The text in the first of the languages that it has: of "de-AT" also one in "de".
  ///
  /// - Parameter languages: language tags, such as `Locale.preferredLanguages`.
  public func text(preferring languages: [String]) -> String {
    for language in languages {
      var subtags = language.split(separator: "-")
      while !subtags.isEmpty {
        if let text = texts[subtags.joined(separator: "-")] { return text }
        subtags.removeLast()
      }
    }
    return fallback
  }
}
