public import DeviceIndex
public import Foundation

#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#endif

/// The name of an attribute of an app's own, and how it is searched.
public typealias CSCustomAttributeKey = CustomAttributeKey

extension CustomAttributeKey {
  public var isSearchable: Bool { searchable }
  public var isSearchableByDefault: Bool { searchableByDefault }
  public var isUnique: Bool { unique }
  public var isMultiValued: Bool { multiValued }
}

/// A text in several languages, for `setLocalizedString(_:forKey:)`.
public struct CSLocalizedString: Hashable, Sendable {
  /// Language tag ("de", "zh-Hant") to text.
  public let localizedStrings: [String: String]

  public init(localizedStrings: [String: String]) { self.localizedStrings = localizedStrings }

  /// The text for the first of a person's languages that there is one for; else the first text by
  /// the order of the tags.
  public func localizedString() -> String {
    localizedString(preferring: Locale.preferredLanguages)
  }

  package func localizedString(preferring languages: [String]) -> String {
    let first = localizedStrings.min { $0.key < $1.key }?.value ?? ""
    return LocalizedText(localizedStrings, fallback: first).text(preferring: languages)
  }
}

/// What is known of an item. Its attributes are those of `AttributeSet`, by the same names; numbers
/// and booleans are `NSNumber`, as Apple's.
///
/// An attribute that is set to nil is removed from the item by an update (`isUpdate`).
@dynamicMemberLookup
public final class CSSearchableItemAttributeSet: NSObject, NSCopying {
  /// The same as a value.
  public var value: AttributeSet
  /// Names whose values no attribute can hold; an index refuses the item.
  private(set) var unheldKeys: Set<String> = []
  /// What was set to nil: each is `.null` here, whatever it was set to since.
  private var removals = AttributeSet()

  public init(_ value: AttributeSet = AttributeSet()) { self.value = value }

  /// - Parameter type: a uniform type identifier such as "public.text".
  public convenience init(itemContentType type: String) {
    self.init(AttributeSet(contentType: type))
  }

  public convenience init(contentType: UTType) {
    self.init(itemContentType: contentType.identifier)
  }

  public func copy(with zone: NSZone? = nil) -> Any { copied() }

  func copied() -> CSSearchableItemAttributeSet {
    let copy = CSSearchableItemAttributeSet(value)
    (copy.unheldKeys, copy.removals) = (unheldKeys, removals)
    return copy
  }

  /// What an update says of the item: what was set to nil, and was not set to anything else, is
  /// taken out of it.
  var updated: AttributeSet {
    var updated = value
    for (name, _) in removals.all where value[name] == nil {
      if let key = removals.customKeys[name] {
        updated[key] = .null
      } else {
        updated[name] = .null
      }
    }
    return updated
  }

  /// Sets a documented text attribute in several languages.
  public func setLocalizedString(_ string: CSLocalizedString, forKey name: String) {
    value[name] = .localized(
      LocalizedText(string.localizedStrings, fallback: string.localizedString()))
  }

  /// Sets an attribute of the app's own: a text, a number, a date, data, a URL, or an array or a
  /// dictionary of these; nil removes it.
  public func setValue(_ newValue: Any?, forCustomKey key: CSCustomAttributeKey) {
    let held = newValue.flatMap { AttributeValue(any: $0) }
    value[key] = held
    if newValue == nil { removals[key] = .null }
    note(key.keyName, isHeld: held != nil || newValue == nil)
  }

  public func value(forCustomKey key: CSCustomAttributeKey) -> Any? { value[key]?.any }

  /// What the item can be shared as.
  public var sharedItemContentType: UTType? {
    get { value.sharedItemContentType.flatMap { UTType($0) } }
    set { set(\.sharedItemContentType, newValue?.identifier, like: "") }
  }

  /// The headers of an e-mail, each with its values.
  public var emailHeaders: [String: [Any]]? {
    get { value.emailHeaders?.compactMapValues { $0.any as? [Any] } }
    set {
      let held = newValue?.compactMapValues { AttributeValue(any: $0) }
      set(\.emailHeaders, held, like: [:])
      note("emailHeaders", isHeld: held?.count == newValue?.count)
    }
  }

  private func note(_ name: String, isHeld: Bool) {
    if isHeld { unheldKeys.remove(name) } else { unheldKeys.insert(name) }
  }

  /// - Parameter sample: any value that the attribute takes.
  private func set<Value>(
    _ path: WritableKeyPath<AttributeSet, Value?>, _ newValue: Value?, like sample: Value
  ) {
    value[keyPath: path] = newValue
    guard newValue == nil else { return }
    // A path does not tell its attribute's name; a set that has nothing else does.
    var named = AttributeSet()
    named[keyPath: path] = sample
    for (name, _) in named.all { removals[name] = .null }
  }
}

/// The documented attributes, by their types.
extension CSSearchableItemAttributeSet {
  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, String?>) -> String? {
    get { value[keyPath: path] }
    set { set(path, newValue, like: "") }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, [String]?>) -> [String]? {
    get { value[keyPath: path] }
    set { set(path, newValue, like: []) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, Double?>) -> NSNumber? {
    get { value[keyPath: path].map { NSNumber(value: $0) } }
    set { set(path, newValue?.doubleValue, like: 0) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, Bool?>) -> NSNumber? {
    get { value[keyPath: path].map { NSNumber(value: $0) } }
    set { set(path, newValue?.boolValue, like: false) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, Date?>) -> Date? {
    get { value[keyPath: path] }
    set { set(path, newValue, like: .distantPast) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, [Date]?>) -> [Date]? {
    get { value[keyPath: path] }
    set { set(path, newValue, like: []) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, [Person]?>) -> [CSPerson]? {
    get { value[keyPath: path]?.map { CSPerson($0) } }
    set { set(path, newValue?.map(\.value), like: []) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, URL?>) -> URL? {
    get { value[keyPath: path] }
    set { set(path, newValue, like: URL(fileURLWithPath: "/")) }
  }

  public subscript(dynamicMember path: WritableKeyPath<AttributeSet, Data?>) -> Data? {
    get { value[keyPath: path] }
    set { set(path, newValue, like: Data()) }
  }
}
