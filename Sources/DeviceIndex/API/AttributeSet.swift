internal import Foundation
package import JournalFormat
internal import Search

/// What is known of an item: Apple's documented attributes and an app's own keys.
public struct AttributeSet: Hashable, Sendable {
  package private(set) var values: [String: AttributeValue] = [:]
  package private(set) var customKeys: [String: CustomAttributeKey] = [:]

  /// A set without attributes.
  public init() {}

  /// - Parameter contentType: a uniform type identifier such as "public.item".
  public init(contentType: String) {
    self.contentType = contentType
  }

  /// A documented attribute by its name. Setting nil forgets it; in a merging update set `.null` to
  /// remove it from the item.
  public subscript(name: String) -> AttributeValue? {
    get { values[name] }
    set {
      if case .integer(let number) = newValue {
        values[name] = .number(Double(number))
      } else {
        values[name] = newValue
      }
    }
  }

  /// An attribute of the app's own.
  public subscript(key: CustomAttributeKey) -> AttributeValue? {
    get { values[key.keyName] }
    set {
      values[key.keyName] = newValue
      customKeys[key.keyName] = newValue == nil ? nil : key
    }
  }

  /// All attributes, sorted by name.
  public var all: [(name: String, value: AttributeValue)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Forgets all other attributes.
  mutating func removeAttributes(except names: Set<String>) {
    values = values.filter { names.contains($0.key) }
    customKeys = customKeys.filter { names.contains($0.key) }
  }

  /// Why the set cannot be indexed; nil when it can.
  var problem: String? {
    for name in values.keys.sorted() {
      if customKeys[name] == nil, DocumentedAttribute.byName[name] == nil {
        return
          "\"\(name)\" is not a documented attribute; use a CustomAttributeKey for keys of your "
          + "own"
      }
      if let problem = problem(with: name) { return "\"\(name)\" \(problem)" }
    }
    return nil
  }

  /// Why the value of one attribute cannot be indexed, as what follows its name; nil when it can.
  package func problem(with name: String) -> String? {
    guard let value = values[name] else { return nil }
    return problem(name, value) ?? value.problem
  }

  private func problem(_ name: String, _ value: AttributeValue) -> String? {
    let documented = DocumentedAttribute.byName[name]
    if let key = customKeys[name] {
      if documented != nil { return "is a documented attribute, which no custom key can be" }
      if DocumentItem.ownNames.contains(name) {
        return "is what a query calls something of the item itself, which no custom key can be"
      }
      if case .list = value, !key.multiValued {
        return "has several values, and its key is not multiValued"
      }
      return nil
    }
    if let documented, !value.fits(documented.kind) {
      let kind = AttributeKind(rawValue: documented.kind.rawValue)?.text ?? "another value"
      return "takes \(kind), and was given \(value.kindText)"
    }
    if name == "rankingHint", let hint = value.asNumber, !(0...100).contains(hint) {
      return "takes a number from 0 to 100, which \(hint) is not"
    }
    return nil
  }
}

extension AttributeValue {
  func fits(_ kind: DocumentedAttribute.Kind) -> Bool {
    if case .null = self { return true }
    return switch kind {
    case .string: asString != nil
    case .number: asNumber != nil
    case .boolean: asBoolean != nil
    case .strings: asStrings != nil
    case .date: asDate != nil
    case .dates: asDates != nil
    case .people: asPeople != nil
    case .url: asUrl != nil
    case .data: asData != nil
    case .map: asMap != nil
    }
  }

  /// What it is, in plain words.
  fileprivate var kindText: String {
    switch self {
    case .string, .localized: "a text"
    case .number, .integer: "a number"
    case .boolean: "true or false"
    case .date: "a date"
    case .data: "data"
    case .url: "an address"
    case .person: "a person"
    case .list: "a list"
    case .map: "a map"
    case .null: "nothing"
    }
  }

  /// Why the value cannot be journaled; nil when it can.
  var problem: String? { problem(atDepth: 0) }

  /// - Parameter depth: the lists and maps around the value.
  private func problem(atDepth depth: Int) -> String? {
    switch self {
    case .number(let value): return value.isFinite ? nil : "is not a finite number"
    case .date(let date): return date.problem
    case .list, .map:
      guard depth < FormatLimits.valueDepth else {
        return "has more than \(FormatLimits.valueDepth) lists and maps within one another"
      }
      // Not `lazy.compactMap(_:).first`, which asks twice: 2^depth times in all.
      for part in parts {
        if let problem = part.problem(atDepth: depth + 1) { return problem }
      }
      return nil
    case .string, .integer, .boolean, .data, .url, .person, .localized, .null: return nil
    }
  }

  /// What a list or a map holds.
  private var parts: [AttributeValue] {
    switch self {
    case .list(let values): values
    case .map(let values): Array(values.values)
    case .string, .number, .integer, .boolean, .date, .data, .url, .person, .localized, .null: []
    }
  }
}

extension Date {
  /// Why the date cannot be journaled; nil when it can. One outside the years 1 to 9999 cannot be
  /// printed and compared everywhere.
  var problem: String? {
    Timestamp(secondsSince1970: timeIntervalSince1970) == nil
      ? "is a date outside the years 1 to 9999" : nil
  }
}

/// The name of an attribute of an app's own, and how it is searched.
public struct CustomAttributeKey: Hashable, Sendable {
  /// The attribute's name, unique within the app.
  public let keyName: String
  /// Whether anything of it is found: by a query that names the key, or by a plain word.
  public let searchable: Bool
  /// Whether a plain word is looked for in it.
  public let searchableByDefault: Bool
  /// Kept. Apple's says by it how values are best stored, which makes no difference here.
  public let unique: Bool
  /// Whether a value may be a list.
  public let multiValued: Bool

  /// Nil when the name is not one: ASCII letters, digits and "_", not beginning with a digit or
  /// with "kMD", at most 255 bytes. Apple recommends reverse DNS: `com_example_app_key`.
  public init?(
    keyName: String, searchable: Bool = true, searchableByDefault: Bool = false,
    unique: Bool = false, multiValued: Bool = false
  ) {
    guard Self.problem(with: keyName) == nil else { return nil }
    self.keyName = keyName
    self.searchable = searchable
    self.searchableByDefault = searchableByDefault
    self.unique = unique
    self.multiValued = multiValued
  }
}

extension CustomAttributeKey {
  private static let byteCountMax = 255

  /// Why a text is not a name; nil: it is one.
  package static func problem(with keyName: String) -> String? {
    let isSpelled = keyName.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    guard let first = keyName.first else { return "is empty" }
    if !isSpelled { return "has more than letters, digits and \"_\"" }
    if first.isNumber { return "begins with a digit" }
    if keyName.hasPrefix("kMD") { return "begins with \"kMD\", as Apple's own do" }
    return keyName.utf8.count > byteCountMax ? "has more than \(byteCountMax) bytes" : nil
  }
}

/// What type of value a documented attribute takes.
package enum AttributeKind: String, Sendable {
  case string, number, boolean, strings, date, dates, people, url, data, map

  /// Nil when no attribute of that name is documented.
  package init?(documentedAttribute name: String) {
    guard let attribute = DocumentedAttribute.byName[name] else { return nil }
    self.init(rawValue: attribute.kind.rawValue)
  }

  /// In plain words, and how it is written.
  package var text: String {
    switch self {
    case .string: "a text"
    case .number: "a number"
    case .boolean: "true or false"
    case .strings: "a list of texts"
    case .date: "a date such as 2026-01-31"
    case .dates: "a list of dates such as 2026-01-31"
    case .people: "a list of names"
    case .url: "an address such as https://example.com"
    case .data: "data in Base64"
    case .map: "a map"
    }
  }
}

/// Attributes between the API and the journal.
extension AttributeSet {
  var journaled: JournalAttributes {
    var attributes = JournalAttributes()
    attributes.values = values.sorted { $0.key < $1.key }.map { name, value in
      var attribute = JournalAttribute()
      attribute.name = name
      attribute.value = value.journaled
      if let key = customKeys[name] {
        attribute.custom.searchable = key.searchable
        attribute.custom.searchableByDefault = key.searchableByDefault
        attribute.custom.unique = key.unique
        attribute.custom.multiValued = key.multiValued
      }
      return attribute
    }
    return attributes
  }

  package init(_ journaled: JournalAttributes) {
    self.init()
    for attribute in journaled.values {
      let value = AttributeValue(attribute.value)
      let custom = attribute.custom
      let key =
        attribute.hasCustom
        ? CustomAttributeKey(
          keyName: attribute.name, searchable: custom.searchable,
          searchableByDefault: custom.searchableByDefault, unique: custom.unique,
          multiValued: custom.multiValued)
        : nil
      if let key { self[key] = value } else { self[attribute.name] = value }
    }
  }
}

extension Date {
  var journalMilliseconds: Int64 { Timestamp(nearestTo: timeIntervalSince1970).milliseconds }

  /// As a journal says when something expires: there 0 is for what never does, so the first
  /// moment of 1970 becomes the one after it.
  var journalExpiry: Int64 { journalMilliseconds == 0 ? 1 : journalMilliseconds }

  init(journalMilliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(journalMilliseconds) / 1_000)
  }
}

extension AttributeValue {
  var journaled: JournalValue {
    var journaled = JournalValue()
    switch self {
    case .string(let text): journaled.string = text
    case .number(let number): journaled.number = number
    case .integer(let number): journaled.integer = number
    case .boolean(let value): journaled.boolean = value
    case .date(let date): journaled.dateMilliseconds = date.journalMilliseconds
    case .data(let data): journaled.data = data
    case .url(let url): journaled.url = url.absoluteString
    case .person(let person):
      journaled.person.displayName = person.displayName
      journaled.person.handles = person.handles
      journaled.person.handleIdentifier = person.handleIdentifier
      journaled.person.contactIdentifier = person.contactIdentifier
    case .localized(let text):
      journaled.localized.texts = text.texts
      journaled.localized.fallback = text.fallback
    case .list(let values):
      var list = JournalValueList()
      list.values = values.map(\.journaled)
      journaled.list = list
    case .map(let values):
      var map = JournalValueMap()
      map.values = values.mapValues(\.journaled)
      journaled.map = map
    case .null: journaled.null = true
    }
    return journaled
  }

  package init(_ journaled: JournalValue) {
    switch journaled.kind {
    case .string(let text): self = .string(text)
    case .number(let number): self = .number(number)
    case .integer(let number): self = .integer(number)
    case .boolean(let value): self = .boolean(value)
    case .dateMilliseconds(let time): self = .date(Date(journalMilliseconds: time))
    case .data(let data): self = .data(data)
    case .url(let text): self = URL(string: text).map { .url($0) } ?? .string(text)
    case .person(let person):
      self = .person(
        Person(
          displayName: person.displayName, handles: person.handles,
          handleIdentifier: person.handleIdentifier,
          contactIdentifier: person.contactIdentifier))
    case .localized(let text):
      self = .localized(LocalizedText(text.texts, fallback: text.fallback))
    case .list(let list): self = .list(list.values.map { AttributeValue($0) })
    case .map(let map): self = .map(map.values.mapValues { AttributeValue($0) })
    case .null, nil: self = .null
    }
  }
}
