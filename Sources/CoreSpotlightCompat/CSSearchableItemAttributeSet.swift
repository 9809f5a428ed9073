public import DeviceIndex
public import Foundation

#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#endif

/// The name of an attribute of an app's own, and how it is searched.
public typealias CSCustomAttributeKey = CustomAttributeKey

extension CustomAttributeKey {
  /// Apple's name of `searchable`.
  public var isSearchable: Bool { searchable }
  /// Apple's name of `searchableByDefault`.
  public var isSearchableByDefault: Bool { searchableByDefault }
  /// Apple's name of `unique`.
  public var isUnique: Bool { unique }
  /// Apple's name of `multiValued`.
  public var isMultiValued: Bool { multiValued }
}

/// A text in several languages, for `setLocalizedString(_:forKey:)`.
public struct CSLocalizedString: Hashable, Sendable {
  /// Language tag ("de", "zh-Hant") to text.
  public let localizedStrings: [String: String]

  /// - Parameter localizedStrings: language tag ("de", "zh-Hant") to text.
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

  /// As an attribute holds it.
  var value: LocalizedText { LocalizedText(localizedStrings, fallback: localizedString()) }
}

/// What is known of an item. Its attributes are those of `AttributeSet`, by the same names; numbers
/// and booleans are `NSNumber`, as Apple's.
///
/// An attribute that is set to nil is removed from the item by an update (`isUpdate`).
open class CSSearchableItemAttributeSet: NSObject, NSCopying {
  /// The attributes as a value.
  public var value: AttributeSet
  /// Names whose values no attribute can hold; an index refuses the item.
  private(set) var unheldKeys: Set<String> = []
  /// What was set to nil: each is `.null` here, whatever it was set to since.
  private var removals = AttributeSet()

  /// - Parameter value: the attributes that it begins with.
  public init(_ value: AttributeSet = AttributeSet()) { self.value = value }

  /// - Parameter type: a uniform type identifier such as "public.text".
  public convenience init(itemContentType type: String) {
    self.init(AttributeSet(contentType: type))
  }

  /// - Parameter contentType: what kind of content the item is.
  public convenience init(contentType: UTType) {
    self.init(itemContentType: contentType.identifier)
  }

  open func copy(with zone: NSZone? = nil) -> Any { copied() }

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
    hold(.localized(string.value), as: name)
  }

  /// Sets an attribute of the app's own: a text, also in several languages, a number, a date, data,
  /// a URL, or an array or a dictionary of these; nil removes it.
  public func setValue(_ newValue: Any?, forCustomKey key: CSCustomAttributeKey) {
    let held = newValue.flatMap { AttributeValue(any: $0) }
    value[key] = held
    if newValue == nil { removals[key] = .null }
    updateUnheldKeys(key.keyName, isHeld: held != nil || newValue == nil)
  }

  /// The value of an attribute of the app's own; nil: it has none.
  public func value(forCustomKey key: CSCustomAttributeKey) -> Any? { value[key]?.any }

  #if !canImport(Darwin)
    /// An attribute by its name, as key-value coding gives it on Apple's systems; nil for one that
    /// is not set, and for a name that no attribute has.
    public func value(forKey name: String) -> Any? { value[name]?.any }

    /// Sets a documented attribute by its name; nil removes it. An index refuses an item with a
    /// name that Apple documents no attribute for.
    public func setValue(_ newValue: Any?, forKey name: String) {
      let held = newValue.flatMap { AttributeValue(any: $0) }
      hold(held, as: name)
      updateUnheldKeys(name, isHeld: held != nil || newValue == nil)
    }
  #endif

  /// What the item can be shared as.
  public var sharedItemContentType: UTType? {
    get { value.sharedItemContentType.flatMap { UTType($0) } }
    set { hold(newValue.map { .init($0.identifier) }, as: "sharedItemContentType") }
  }

  /// The headers of an e-mail, each with its values.
  public var emailHeaders: [String: [Any]]? {
    get { value.emailHeaders?.compactMapValues { $0.any as? [Any] } }
    set {
      let held = newValue?.compactMapValues { AttributeValue(any: $0) }
      hold(held.map { .init($0) }, as: "emailHeaders")
      updateUnheldKeys("emailHeaders", isHeld: held?.count == newValue?.count)
    }
  }

  /// Sets a documented attribute; nil is remembered, for an update.
  func hold(_ newValue: AttributeValue?, as name: String) {
    value[name] = newValue
    if newValue == nil { removals[name] = .null }
  }

  private func updateUnheldKeys(_ name: String, isHeld: Bool) {
    if isHeld { unheldKeys.remove(name) } else { unheldKeys.insert(name) }
  }
}
