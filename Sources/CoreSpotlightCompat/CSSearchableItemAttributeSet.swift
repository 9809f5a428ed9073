public import DeviceIndex
internal import Foundation

/// A person, as in a message's authors and recipients.
public typealias CSPerson = Person

/// The name of an attribute of an app's own, and how it is searched.
public typealias CSCustomAttributeKey = CustomAttributeKey

/// A text in several languages, for `setLocalizedString(_:forKey:)`.
public struct CSLocalizedString: Hashable, Sendable {
  /// Language tag ("de", "zh-Hant") to text.
  public let localizedStrings: [String: String]

  public init(localizedStrings: [String: String]) { self.localizedStrings = localizedStrings }

  /// The text for the first of a person's languages that there is one for; else the first text by
  /// the order of the tags.
  public func localizedString() -> String {
    let tags = Locale.preferredLanguages.flatMap { [$0, String($0.prefix { $0 != "-" })] }
    let found = tags.lazy.compactMap { localizedStrings[$0] }.first
    return found ?? localizedStrings.min { $0.key < $1.key }?.value ?? ""
  }
}

/// What is known of an item. Its attributes are those of `AttributeSet`, by the same names.
@dynamicMemberLookup
public final class CSSearchableItemAttributeSet {
  /// The same as a value.
  public var value: AttributeSet
  /// Custom keys whose values no attribute can hold; an index refuses the item.
  private(set) var unheldKeys: Set<String> = []

  public init(_ value: AttributeSet = AttributeSet()) { self.value = value }

  /// - Parameter type: a uniform type identifier such as "public.text".
  public convenience init(itemContentType type: String) {
    self.init(AttributeSet(contentType: type))
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<AttributeSet, Value>) -> Value {
    get { value[keyPath: path] }
    set { value[keyPath: path] = newValue }
  }

  /// Sets a documented text attribute in several languages.
  public func setLocalizedString(_ string: CSLocalizedString, forKey name: String) {
    value[name] = .localized(
      LocalizedText(string.localizedStrings, fallback: string.localizedString()))
  }

  /// Sets an attribute of the app's own: a text, a number, a date, data, a URL, or an array or a
  /// dictionary of these; nil removes it.
  public func setValue(_ newValue: Any?, forCustomKey key: CSCustomAttributeKey) {
    let held = newValue.map { AttributeValue(any: $0) } ?? nil
    value[key] = held
    if held == nil, newValue != nil {
      unheldKeys.insert(key.keyName)
    } else {
      unheldKeys.remove(key.keyName)
    }
  }

  public func value(forCustomKey key: CSCustomAttributeKey) -> Any? { value[key]?.any }
}

extension AttributeValue {
  /// Nil for what no attribute can hold.
  init?(any value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let isTrue as Bool: self = .boolean(isTrue)
    case let number as Double: self = .number(number)
    case let number as Int: self = .number(Double(number))
    case let number as Float: self = .number(Double(number))
    case let number as NSNumber: self = .number(number.doubleValue)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let url as URL: self = .url(url)
    case let values as [Any]:
      let held = values.compactMap { AttributeValue(any: $0) }
      guard held.count == values.count else { return nil }
      self = .list(held)
    case let values as [String: Any]:
      let held = values.compactMapValues { AttributeValue(any: $0) }
      guard held.count == values.count else { return nil }
      self = .map(held)
    default: return nil
    }
  }

  /// As Foundation's types.
  var any: Any? {
    switch self {
    case .string(let text): text
    case .number(let number): number
    case .boolean(let isTrue): isTrue
    case .date(let date): date
    case .data(let data): data
    case .url(let url): url
    case .person(let person): person
    case .localized(let text): text.fallback
    case .list(let values): values.map { $0.any ?? NSNull() }
    case .map(let values): values.mapValues { $0.any ?? NSNull() }
    case .null: nil
    }
  }
}

#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#else
  /// A uniform type, where the system has none.
  public struct UTType: Hashable, Sendable {
    public let identifier: String

    /// - Parameter identifier: such as "public.text".
    public init(_ identifier: String) { self.identifier = identifier }

    public static let item = UTType("public.item")
    public static let content = UTType("public.content")
    public static let data = UTType("public.data")
    public static let text = UTType("public.text")
    public static let plainText = UTType("public.plain-text")
    public static let html = UTType("public.html")
    public static let pdf = UTType("com.adobe.pdf")
    public static let image = UTType("public.image")
    public static let audio = UTType("public.audio")
    public static let movie = UTType("public.movie")
    public static let contact = UTType("public.contact")
    public static let message = UTType("public.message")
    public static let emailMessage = UTType("public.email-message")
    public static let folder = UTType("public.folder")
    public static let url = UTType("public.url")
  }
#endif

extension CSSearchableItemAttributeSet {
  public convenience init(contentType: UTType) {
    self.init(itemContentType: contentType.identifier)
  }
}
