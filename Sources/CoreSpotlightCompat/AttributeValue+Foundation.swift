internal import DeviceIndex
internal import Foundation

/// Values between Apple's dictionaries, which hold objects, and attributes.
extension AttributeValue {
  /// A map with this key alone is a set: a journal has lists, and the two come back as they were.
  private static let setKey = "NSSet"

  /// Texts, numbers, dates, data, URLs, people, `NSNull`, and arrays, sets and dictionaries of
  /// these.
  ///
  /// Nil for what no attribute can hold, which a dictionary is whose one key is that of a set.
  init?(any value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let url as URL: self = .url(url)
    case let text as CSLocalizedString: self = .localized(text.value)
    case let person as CSPerson: self = .person(person.value)
    case is NSNull: self = .null
    case let number as NSNumber:
      guard let held = Self(number) else { return nil }
      self = held
    case let values as [Any]:
      guard let held = Self.all(values) else { return nil }
      self = .list(held)
    case let values as NSSet:
      guard let held = Self.all(values.allObjects) else { return nil }
      self = .map([Self.setKey: .list(held)])
    case let values as [String: Any] where Array(values.keys) != [Self.setKey]:
      let held = values.compactMapValues { AttributeValue(any: $0) }
      guard held.count == values.count else { return nil }
      self = .map(held)
    default: return nil
    }
  }

  /// A number by its type, not by its value: 1 is not a boolean, and whole numbers keep all digits.
  ///
  /// Nil for one above `Int64.max`, which would not.
  init?(_ number: NSNumber) {
    // The two booleans are objects of their own on all systems; their type codes are not.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .boolean(number.boolValue)
      return
    }
    let type = String(cString: number.objCType)
    guard !["d", "f"].contains(type) else {
      self = .number(number.doubleValue)
      return
    }
    guard number.int64Value >= 0 || number.compare(NSNumber(value: 0)) == .orderedAscending else {
      return nil
    }
    self = .integer(number.int64Value)
  }

  private static func all(_ values: [Any]) -> [AttributeValue]? {
    let held = values.compactMap { AttributeValue(any: $0) }
    return held.count == values.count ? held : nil
  }

  /// As Apple's dictionaries give it back: a number is an `NSNumber`, which casts to the type that
  /// was given, and to each that can hold it.
  var any: Any {
    switch self {
    case .string(let text): text
    case .number(let number): NSNumber(value: number)
    case .integer(let number): NSNumber(value: number)
    case .boolean(let isTrue): NSNumber(value: isTrue)
    case .date(let date): date
    case .data(let data): data
    case .url(let url): url
    case .person(let person): CSPerson(person)
    case .localized(let text): text.fallback
    case .list(let values): values.map(\.any)
    case .map(let values):
      if Array(values.keys) == [Self.setKey], case .list(let values) = values[Self.setKey] {
        NSSet(array: values.map(\.any))
      } else {
        values.mapValues(\.any)
      }
    case .null: NSNull()
    }
  }
}
